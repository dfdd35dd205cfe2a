//! Knockout: who loses a tie goes out.
//!
//! A *tie* is what two players play in one *stage*: as many rounds of the tournament as the plan says, one game each.
//! More points win it; on equal points it stays level until tie-break games or the Arbiter decide. Everything follows
//! from the plan, the tournament's cells and those decisions, so that the same state always gives the same bracket.

mod bracket;
mod decision;
mod draft;
mod ranking;

pub use bracket::{Status, Tie, TieKind, bracket, stages};
pub use decision::{Decision, Decisions, ExtraGame, TieId};
pub use draft::draft;
pub use ranking::ranking;

use std::collections::BTreeSet;

use crate::model::{PairingError, PairingNumber, Tournament};

/// What is fixed before the first round of a knockout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plan {
    /// The players from the first seed to the last. Seeds 1 and 2 can meet only in the final, 1 to 4 only in the
    /// semifinals, and so on; if the field is no power of two, the first seeds have byes in the first stage.
    pub seeds: Vec<PairingNumber>,
    /// Whether the losers of the semifinals play for the third place, in the stage of the final.
    pub third_place: bool,
    /// How many games a tie has before tie-break games.
    pub games: u8,
}

impl Plan {
    /// Everybody seeded by his number, one game a tie.
    #[must_use]
    pub fn by_number(tournament: &Tournament) -> Self {
        let seeds = tournament.players().map(|player| player.number).collect();
        Self { seeds, third_place: false, games: 1 }
    }

    /// The plan, if it can be played.
    ///
    /// # Errors
    /// Fewer than two seeds, somebody seeded twice or not in the tournament, or ties without a game.
    fn checked(&self, tournament: &Tournament) -> Result<&Self, PairingError> {
        let unsuitable = |why: String| PairingError::Unsuitable { why };
        if self.seeds.len() < 2 {
            return Err(unsuitable(format!("a knockout needs two players; {} are seeded", self.seeds.len())));
        }
        if self.games == 0 {
            return Err(unsuitable("a tie needs at least one game".to_owned()));
        }
        let mut seen = BTreeSet::new();
        for &number in &self.seeds {
            tournament.player(number).ok_or(PairingError::UnknownPlayer { number })?;
            if !seen.insert(number) {
                return Err(unsuitable(format!("player {number} is seeded twice; each has one seed")));
            }
        }
        Ok(self)
    }
}
