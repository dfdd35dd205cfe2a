//! Pairing systems, standings, tie-breaks and tournament report files: pure values in, values out.
//!
//! A pairing system is a function from a [`Tournament`] and a round to a [`DraftRound`]:
//! nothing here knows a clock, a file or a random number, so that the same state always gives the same pairs.

#[cfg(test)]
extern crate self as tiger_pairing;

pub mod check;
pub mod dutch;
pub mod explain;
mod matching;
pub mod model;
pub mod round_robin;
pub mod standings;
pub mod tiebreak;
pub mod trf;

pub use model::{
    Acceleration, Award, Board, BoardResult, Bye, ByeAward, Cell, DraftRound, Edition, Entry, ForbiddenGroup,
    ForfeitResult, GameResult, PairingError, PairingNumber, Player, PointTable, Points, Round, Settings,
    Side, System, TieBreakRules, Tournament,
};
