//! The Chessfield of 64 positions, as LancerChess and TigerChess share it: bitboards, tables, the personnel's reach, and
//! the fields and moves that both write alike. Neither game's own rules are here.

pub(crate) mod batches;
pub(crate) mod bits;
pub(crate) mod field;
pub(crate) mod leaps;
pub(crate) mod lines;
mod reasons;
pub(crate) mod rights;
pub(crate) mod safety;
pub(crate) mod situation;
pub(crate) mod square;
pub(crate) mod written;

pub use bits::Bits;
pub use field::Kind;
pub use square::Square;
