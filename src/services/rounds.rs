//! The arbiter's day: what a round still waits for, and commands whose refusal the page has to show.

use actix_web::web::Data;
use chrono::{DateTime, Utc};

use crate::db;
use crate::domain::dice::{CastState, purpose_title};
use crate::domain::entry::RoundNumber;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::ids::GameId;
use crate::domain::refusal::Refusal;
use crate::domain::round::RoundState;
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

/// What waits for an arbiter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matter {
    /// Two accounts of a game contradict each other.
    Dispute {
        /// What happened.
        sentence: String,
    },
    /// No result has come in.
    OpenGame,
    /// The game was left for later.
    Adjourned {
        /// Why.
        reason: String,
    },
    /// Dice from a cup that not both players have confirmed.
    UnconfirmedCast {
        /// What they decide.
        purpose: &'static str,
        /// The names of those who have not confirmed.
        missing: Vec<String>,
    },
    /// The dice that the points depend on are not on file.
    MissingDice,
}

impl Matter {
    /// Whether only an arbiter's decision ends it.
    #[must_use]
    pub const fn needs_decision(&self) -> bool {
        matches!(self, Self::Dispute { .. })
    }
}

/// Something that waits, where, and since when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// The game.
    pub game: GameId,
    /// Since when.
    pub since: DateTime<Utc>,
    /// What it is.
    pub matter: Matter,
}

/// Everything that waits for an arbiter in published rounds, and adjourned games of closed ones, oldest first.
#[must_use]
pub fn queue(event: &Event) -> Vec<Waiting> {
    let mut waiting = Vec::new();
    for round in event.rounds.iter().filter(|round| round.state != RoundState::Draft) {
        let begun = round.published_at.unwrap_or(event.created_at);
        for game in event.games_of(round.number) {
            let matters = matters(event, game, begun, round.state);
            waiting.extend(matters.into_iter().map(|(since, matter)| Waiting {
                game: game.id,
                since,
                matter,
            }));
        }
    }
    waiting.sort_by_key(|waiting| waiting.since);
    waiting
}

fn matters(
    event: &Event,
    game: &Game,
    begun: DateTime<Utc>,
    state: RoundState,
) -> Vec<(DateTime<Utc>, Matter)> {
    let mut matters = Vec::new();
    if let (Some(reason), None) = (&game.adjourned, &game.result) {
        matters.push((begun, Matter::Adjourned { reason: reason.to_string() }));
    }
    for dispute in &game.disputes {
        matters.push((dispute.at, Matter::Dispute { sentence: dispute.sentence.clone() }));
    }
    if state != RoundState::Published {
        return matters;
    }
    if game.result.is_none() && game.disputes.is_empty() && game.adjourned.is_none() {
        matters.push((begun, Matter::OpenGame));
    }
    if let (true, Some(result)) = (lacks_dice(event, game), &game.result) {
        matters.push((result.at, Matter::MissingDice));
    }
    for cast in game.casts.iter().filter(|cast| cast.counts()) {
        if let CastState::FromCup { confirmed, at, .. } = &cast.state {
            let names = game.players().into_iter().zip(confirmed);
            let missing: Vec<_> =
                names.filter(|(_, yes)| !**yes).map(|(id, _)| event.name_of(id).to_owned()).collect();
            if !missing.is_empty() {
                let purpose = purpose_title(cast.purpose);
                matters.push((*at, Matter::UnconfirmedCast { purpose, missing }));
            }
        }
    }
    matters
}
