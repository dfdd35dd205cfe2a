//! Game points in integer half-points, and tables of an event's own in place of the game's.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use crate::game::GameKind;
use crate::outcome::{Ending, Outcome};
use crate::scoring::{Awards, ScoringFacts, award, greatest_points};
use crate::side::Side;

/// Game points in halves, the nominal part kept apart: Dragon's locking up is 5 + 1/2 nominal.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GamePoints {
    /// Plain half-points.
    pub halves: u32,
    /// Nominal half-points, which count in the total unless an event says otherwise.
    pub nominal: u32,
}

impl GamePoints {
    /// No points.
    pub const ZERO: Self = Self::whole(0);
    /// Dragon's award for locking up.
    pub const FIVE_AND_NOMINAL_HALF: Self = Self { halves: 10, nominal: 1 };

    /// Whole points.
    #[must_use]
    pub const fn whole(points: u32) -> Self {
        Self { halves: points * 2, nominal: 0 }
    }

    /// Plain half-points.
    #[must_use]
    pub const fn from_halves(halves: u32) -> Self {
        Self { halves, nominal: 0 }
    }

    /// Half-points with the nominal ones.
    #[must_use]
    pub const fn total_halves(self) -> u32 {
        self.halves + self.nominal
    }

    /// The total as a decimal: `3`, `5.5`.
    #[must_use]
    pub fn decimal(self) -> String {
        let total = self.total_halves();
        if total.is_multiple_of(2) { (total / 2).to_string() } else { format!("{}.5", total / 2) }
    }
}

fn write_halves(f: &mut fmt::Formatter<'_>, halves: u32) -> fmt::Result {
    match (halves / 2, halves % 2) {
        (whole, 0) => write!(f, "{whole}"),
        (0, _) => write!(f, "1/2"),
        (whole, _) => write!(f, "{whole} 1/2"),
    }
}

impl fmt::Display for GamePoints {
    /// As the texts write it: `3`, `5 + 1/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_halves(f, self.halves)?;
        if self.nominal > 0 {
            f.write_str(" + ")?;
            write_halves(f, self.nominal)?;
        }
        Ok(())
    }
}

impl Add for GamePoints {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { halves: self.halves + other.halves, nominal: self.nominal + other.nominal }
    }
}

impl AddAssign for GamePoints {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for GamePoints {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

/// An event's own table in place of the game's.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EventTable {
    /// The winner's points.
    pub win: GamePoints,
    /// Each side's points in a draw.
    pub draw: GamePoints,
    /// The loser's points.
    pub loss: GamePoints,
}

/// Which table an event scores by.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum PointsTable {
    /// The game's own.
    #[default]
    Game,
    /// The event's win, draw and loss.
    Event(EventTable),
}

impl PointsTable {
    /// The points of both sides; as [`award`], with the event's values where it has its own table. An offender who is
    /// disqualified or absent gets nothing by either table.
    #[must_use]
    pub fn award(&self, facts: &ScoringFacts, outcome: Outcome) -> Awards {
        let by_game = award(facts, outcome);
        let Self::Event(table) = self else { return by_game };
        match (outcome.by, outcome.winner) {
            (Ending::Arbiter | Ending::Disqualification, _) | (Ending::Time | Ending::Forfeit, None) => {
                by_game
            }
            (_, None) => Awards { south: Some(table.draw), north: Some(table.draw) },
            (Ending::Forfeit, Some(winner)) => {
                Awards::from_view(winner, Some(table.win), Some(GamePoints::ZERO))
            }
            (_, Some(winner)) => Awards::from_view(winner, Some(table.win), Some(table.loss)),
        }
    }

    /// The most that one game can bring a player, whatever variation is played.
    #[must_use]
    pub fn greatest_win(&self, game: GameKind) -> GamePoints {
        match self {
            Self::Game => greatest_points(game),
            Self::Event(table) => table.win,
        }
    }
}

/// The awards with the game's own names of the sides, South first; sides whose award is the Arbiter's are left out.
#[must_use]
pub fn named_awards(game: GameKind, awards: &Awards) -> Vec<(&'static str, GamePoints)> {
    Side::BOTH
        .into_iter()
        .filter_map(|side| awards[side].map(|points| (game.side_name(side), points)))
        .collect()
}
