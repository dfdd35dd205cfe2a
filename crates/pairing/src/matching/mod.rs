//! Perfect matchings in general graphs: by number ([`cardinality`]), by weight ([`weighted`]), and all of least
//! weight at once ([`optimum`]).
//!
//! Pairing a Swiss bracket is a matching problem: the criteria of a system become costs of edges, and a
//! pairing that leaves fewest wishes unmet is a matching of least cost. Everything here is integer and
//! deterministic.

pub(crate) mod alike;
pub(crate) mod bits;
pub(crate) mod cardinality;
mod forest;
pub(crate) mod optimum;
pub(crate) mod prices;
pub(crate) mod weight;
pub(crate) mod weighted;
