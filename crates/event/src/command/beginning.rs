//! A game begins from another situation than the usual one.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{Effect, Event, Family, GameId, Meta, Refusal, Teller, check_has_no_result, open_game};
use crate::Reason;
use crate::beginning::{Beginning, not_chosen};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BeginningCommand {
    /// An arbiter lets a game begin from another situation, or as usual again.
    BeginFrom {
        game: GameId,
        /// The situation in the rules' own notation; none for the usual one.
        situation: Option<String>,
        reason: Reason,
    },
}

impl Family for BeginningCommand {
    fn game(&self) -> Option<GameId> {
        let Self::BeginFrom { game, .. } = self;
        Some(*game)
    }

    fn is_undoable(&self) -> bool {
        true
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        let Self::BeginFrom { game: id, situation, reason } = self;
        let game = event.game(*id)?;
        check_has_no_result(event, game)?;
        if !game.records.is_empty() {
            return Err(Refusal::invalid("A record of this game is in already: it has begun."));
        }
        let variation = game.variation(event.settings.game).ok_or_else(not_chosen)?;
        let beginning = match situation {
            None if game.beginning.is_none() => {
                return Err(Refusal::invalid("This game begins as usual already."));
            }
            None => None,
            Some(text) => {
                let position = event.read_beginning(variation, text).map_err(Refusal::Invalid)?;
                Some(Beginning {
                    situation: position.situation(),
                    reason: reason.clone(),
                    at: meta.at,
                    by: meta.author(),
                })
            }
        };
        open_game(event, meta, *id)?.beginning = beginning;
        Ok(())
    }

    fn tell(&self, _: &mut Teller<'_>) -> String {
        match self {
            Self::BeginFrom { situation: Some(situation), reason, .. } => {
                format!("the game begins from another situation ({reason}): {situation}")
            }
            Self::BeginFrom { situation: None, reason, .. } => {
                format!("the game begins as usual after all ({reason})")
            }
        }
    }
}
