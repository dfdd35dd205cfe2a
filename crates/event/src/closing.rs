//! What keeps a round from closing.

use tiger_rules::{GameKind, GamePoints, PointsTable, TigerOptions, Variation};

use crate::text::capital;
use crate::{Event, Game, GameResult, RoundNumber};

/// What a game lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// A dispute is not settled.
    Decision,
    Result,
    /// The dice that the points depend on.
    Dice,
}

impl Lack {
    /// A sentence without the board.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Decision => "A dispute waits for a decision.",
            Self::Result => "There is no result.",
            Self::Dice => "The dice are not on file, and the points depend on them.",
        }
    }

    /// A sentence that names the place, such as `board 7`.
    pub(crate) fn at(self, place: &str) -> String {
        match self {
            Self::Decision => format!("A dispute at {place} waits for a decision."),
            Self::Result => format!("{} has no result.", capital(place)),
            Self::Dice => format!(
                "The dice of {place} are not on file, and its points depend on them: enter them in its game room."
            ),
        }
    }
}

impl Event {
    /// Everything that keeps a round from closing, board 1 first. Adjourned games do not.
    pub fn missing(&self, round: RoundNumber) -> Vec<(&Game, Lack)> {
        let lack = |game: &Game| match &game.result {
            _ if !game.disputes.is_empty() => Some(Lack::Decision),
            None if game.adjourned.is_none() => Some(Lack::Result),
            _ => self.lacks_dice(game).then_some(Lack::Dice),
        };
        self.games_of(round).into_iter().filter_map(|game| Some((game, lack(game)?))).collect()
    }

    /// Whether the points of a finished game depend on dice that are not on file. No dice are cast for an opponent who does
    /// not come.
    pub fn lacks_dice(&self, game: &Game) -> bool {
        game.result.as_ref().is_some_and(|result| {
            self.settings.game == GameKind::TigerChess
                && matches!(self.settings.points, PointsTable::Game)
                && result.entry.is_played()
                && result.entry.awarded.is_none()
                && game.variation(GameKind::TigerChess).is_none()
                && self.points_that_dice_give(result).is_some()
        })
    }

    /// What a result of TigerChess scores without and with the TigerVariation, where that is not the same.
    pub fn points_that_dice_give(&self, result: &GameResult) -> Option<[[GamePoints; 2]; 2]> {
        let score = |tiger| {
            let variation = Variation::TigerChess(TigerOptions { tiger, ..TigerOptions::default() });
            result.entry.score(variation, &self.settings.points).ok()
        };
        let (without, with) = (score(false)?, score(true)?);
        (without != with).then_some([without, with])
    }
}
