//! What decides a tie that its games leave level.

use std::collections::BTreeMap;

use crate::model::{BoardResult, GameResult, PairingNumber, PointTable, Points};

/// A tie's place in the bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TieId {
    /// The stage, from 1.
    pub stage: u32,
    /// The place in the stage, from 1 at the top of the bracket. The match for third place is number 2 of the last.
    pub slot: u32,
}

/// A tie-break game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExtraGame {
    /// Who moved first.
    pub first: PairingNumber,
    /// How it ended.
    pub result: BoardResult,
    /// For whom a draw is as good as a win, in a game that is to end the matter.
    pub draw_wins_for: Option<PairingNumber>,
    /// What the first and the second player scored, where the game gave other points than the table.
    pub awarded: Option<(Points, Points)>,
}

/// What was decided about a level tie.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Decision {
    /// Tie-break games, in their order; their points are summed, and level they decide nothing.
    Games(Vec<ExtraGame>),
    /// The Arbiter's word.
    Arbiter {
        /// Who goes on; nobody, if both are out (a double forfeit).
        winner: Option<PairingNumber>,
        /// Why.
        reason: String,
        /// The tie-break games that were played all the same, in their order; their points go on being told.
        games: Vec<ExtraGame>,
    },
}

impl Decision {
    /// The tie-break games that were played.
    pub(super) fn games(&self) -> &[ExtraGame] {
        match self {
            Self::Games(games) | Self::Arbiter { games, .. } => games,
        }
    }
}

/// The decisions of an event.
pub type Decisions = BTreeMap<TieId, Decision>;

/// The points of two players in tie-break games, the first named first.
pub(super) fn extra_points(games: &[ExtraGame], table: &PointTable, one: PairingNumber) -> (Points, Points) {
    let mut points = (Points::ZERO, Points::ZERO);
    for game in games {
        let (first, second) = match (game.result, game.draw_wins_for, game.awarded) {
            (BoardResult::Draw, Some(winner), _) if winner == game.first => (table.win, table.loss),
            (BoardResult::Draw, Some(_), _) => (table.loss, table.win),
            (_, None, Some(awarded)) => awarded,
            (result, _, _) => worth(result, table),
        };
        let (ours, theirs) = if game.first == one { (first, second) } else { (second, first) };
        points.0 += ours;
        points.1 += theirs;
    }
    points
}

/// What a result is worth to first and second.
fn worth(result: BoardResult, table: &PointTable) -> (Points, Points) {
    let of = |result: GameResult| match result {
        GameResult::Win => table.win,
        GameResult::Draw => table.draw,
        GameResult::Loss => table.loss,
        GameResult::Adjourned | GameResult::Open => Points::ZERO,
    };
    match result {
        BoardResult::FirstWins => (of(GameResult::Win), of(GameResult::Loss)),
        BoardResult::SecondWins => (of(GameResult::Loss), of(GameResult::Win)),
        BoardResult::Draw => (of(GameResult::Draw), of(GameResult::Draw)),
        BoardResult::BothLose => (of(GameResult::Loss), of(GameResult::Loss)),
        BoardResult::SecondForfeits => (table.forfeit_win, table.forfeit_loss),
        BoardResult::FirstForfeits => (table.forfeit_loss, table.forfeit_win),
        BoardResult::BothForfeit => (table.forfeit_loss, table.forfeit_loss),
        BoardResult::Adjourned | BoardResult::Open => (Points::ZERO, Points::ZERO),
    }
}
