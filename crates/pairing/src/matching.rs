//! Perfect matchings in general graphs: by number ([`cardinality`]) and by weight ([`weighted`]).
//!
//! Pairing a Swiss bracket is a matching problem: the criteria of a system become weights of edges, and a
//! pairing that leaves fewest wishes unmet is a matching of least cost. Everything here is integer and
//! deterministic.

pub(crate) mod bits;
pub(crate) mod cardinality;
mod forest;
pub(crate) mod weight;
pub(crate) mod weighted;

#[cfg(test)]
mod tests;
