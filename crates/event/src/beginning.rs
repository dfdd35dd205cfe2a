//! A game that begins from another situation than the usual one, by an arbiter's decision: the rulings of all games promise
//! it, because boards and set-ups had to be reconstructed.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tiger_rules::{AnyPosition, Variation};

use crate::result::seat;
use crate::{Event, Game, Reason, Refusal, Seat};

/// What a game begins from, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beginning {
    /// The situation in the rules' own notation, as they write it.
    pub situation: String,
    pub reason: Reason,
    pub at: DateTime<Utc>,
    pub by: String,
}

impl Event {
    /// Reads a situation that a game of this variation could begin from.
    pub fn read_beginning(&self, variation: Variation, text: &str) -> Result<AnyPosition, String> {
        let board = self.settings.dance_board();
        let position = AnyPosition::from_situation_of(variation, text.trim(), &board)
            .map_err(|error| format!("This is no situation to begin from: {error}."))?;
        if let Some(outcome) = position.verdict() {
            return Err(format!("In this situation the game is over already: {}.", outcome.by.title()));
        }
        if position.situation() == AnyPosition::start_on(variation, &board).situation() {
            return Err("Every game of this variation begins so.".to_owned());
        }
        Ok(position)
    }

    /// The position that a game begins from, once its variation is chosen.
    ///
    /// # Errors
    /// When the variation is not chosen, or the board of the event fits the situation no more.
    pub fn beginning_of(&self, game: &Game) -> Result<AnyPosition, Refusal> {
        let variation = game.variation(self.settings.game).ok_or_else(not_chosen)?;
        match &game.beginning {
            None => Ok(AnyPosition::start_on(variation, &self.settings.dance_board())),
            Some(beginning) => self.read_beginning(variation, &beginning.situation).map_err(Refusal::Invalid),
        }
    }

    /// Who moves first in a game that does not begin as usual; none in one that does.
    pub fn begins_with(&self, game: &Game) -> Option<Seat> {
        let variation = game.variation(self.settings.game)?;
        game.beginning.as_ref()?;
        Some(seat(variation, self.beginning_of(game).ok()?.turn()))
    }
}

/// Refuses what needs the variation.
pub(super) fn not_chosen() -> Refusal {
    Refusal::invalid("The variation of this game is not chosen yet: answers and dice come first.")
}
