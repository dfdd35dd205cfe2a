//! The arbiter's day: what a round still waits for, and commands whose refusal the page has to show.

use actix_web::web::Data;

use crate::db;
use crate::domain::entry::RoundNumber;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::ids::GameId;
use crate::domain::refusal::Refusal;
use crate::error::AppError;
use crate::ledger::{Committed, LedgerError, Order};
use crate::state::AppState;

/// Hands a command to the ledger; the event's refusal comes back to be shown beside the form.
///
/// # Errors
/// Only faults of the database, and an event that is not there.
pub async fn attempt(state: &Data<AppState>, order: Order) -> Result<Result<Committed, Refusal>, AppError> {
    let state = state.clone();
    db::block(move || match state.ledger.commit(&order) {
        Ok(committed) => Ok(Ok(committed)),
        Err(LedgerError::Refused(refusal)) => Ok(Err(refusal)),
        Err(error) => Err(error),
    })
    .await
}

/// What stands in the way of closing a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// The game.
    pub game: GameId,
    /// What is missing, in a sentence without the board.
    pub sentence: &'static str,
}

/// Everything that stands in the way of closing a round, board 1 first. Adjourned games do not.
#[must_use]
pub fn missing(event: &Event, round: RoundNumber) -> Vec<Missing> {
    let missing = |game: &Game| {
        let sentence = if !game.disputes.is_empty() {
            "A dispute waits for a decision."
        } else if game.result.is_none() && game.adjourned.is_none() {
            "There is no result."
        } else if lacks_dice(event, game) {
            "The dice are not on file, and the points depend on them."
        } else {
            return None;
        };
        Some(Missing { game: game.id, sentence })
    };
    event.games_of(round).into_iter().filter_map(missing).collect()
}

/// Whether a finished game of TigerChess lacks the dice that its points depend on.
#[must_use]
pub fn lacks_dice(event: &Event, game: &Game) -> bool {
    game.result.as_ref().is_some_and(|result| event.lacks_dice(game, result))
}
