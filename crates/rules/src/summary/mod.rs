//! A summary of scope, moves and capturing powers of all forces, which Dragon's rule 29 lets players have at the board.
//!
//! Its rows are values, made from the tables that the generators of moves read where there are such tables, and held
//! against the generators by tests; the words are made from the values.

mod chess;
mod dance;
mod dragon;
mod reach;

use crate::side::Side;
use crate::variation::Variation;

pub use reach::{Headings, Reach};

/// What one kind of force may do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ForceSummary {
    /// What it is called.
    pub name: &'static str,
    /// The abbreviation of the notation.
    pub short: &'static str,
    /// The side that has it; none when both have it and it does the same.
    pub side: Option<Side>,
    /// Where it may be.
    pub scope: Vec<&'static str>,
    /// How it moves without capturing.
    pub moves: Vec<Reach>,
    /// How it captures.
    pub captures: Vec<Reach>,
    /// What else it can do or becomes.
    pub besides: Vec<Besides>,
}

/// A power beside moving and capturing, or a change on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Besides {
    /// What.
    pub what: String,
    /// The rule or ruling that gives it.
    pub rule: &'static str,
}

impl Besides {
    fn new(what: impl Into<String>, rule: &'static str) -> Self {
        Self { what: what.into(), rule }
    }
}

/// The forces of a variation's game in the order of its text, with what each of them may do.
#[must_use]
pub fn summary(variation: Variation) -> Vec<ForceSummary> {
    match variation {
        Variation::LancerChess => chess::lancerchess(),
        Variation::TigerChess(options) => chess::tigerchess(options.tiger),
        Variation::Dragon(options) => dragon::rows(options.knights),
        Variation::Dance { .. } => dance::rows(),
    }
}
