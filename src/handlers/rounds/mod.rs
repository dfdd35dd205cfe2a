//! The arbiter's day: desk, drafts, results, closing, queue, rulings.

pub mod desk;
pub mod draft;
pub mod game;
pub mod list;
pub mod queue;
pub mod results;
pub mod round;
pub mod rulings;
pub mod ties;
pub mod why;

mod draft_view;
mod game_view;
mod grid_view;
mod options;

use actix_web::HttpRequest;

use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::entry::RoundNumber;
use crate::domain::game::Game;
use crate::domain::ids::GameId;
use crate::domain::refusal::Refusal;
use crate::domain::round::{Round, RoundState};
use crate::error::AppError;
use crate::ledger::Order;
use crate::pages::status::Status;

/// The round that the address names.
fn named_round<'a>(request: &HttpRequest, access: &'a EventAccess) -> Result<&'a Round, AppError> {
    let number = request.match_info().get("round").and_then(|text| text.parse::<RoundNumber>().ok());
    let round = number.and_then(|number| access.event.round(number).ok());
    round.ok_or(AppError::not_found("round"))
}

/// The game that the address names.
fn named_game<'a>(request: &HttpRequest, access: &'a EventAccess) -> Result<&'a Game, AppError> {
    let id = request.match_info().get("game").and_then(|text| text.parse::<GameId>().ok());
    id.and_then(|id| access.event.games.get(&id)).ok_or(AppError::not_found("game"))
}

/// A command that came with a form.
fn order(access: &EventAccess, posted: &Posted, command: Command) -> Result<Order, AppError> {
    Ok(Order::new(access.actor()?, access.event.id, command).once(posted.once()?))
}

/// The sentence to show beside the form; refusals that concern more than the form become their own pages.
fn sentence(refusal: Refusal) -> Result<String, AppError> {
    match refusal {
        Refusal::Invalid(sentence) => Ok(sentence),
        other => Err(other.into()),
    }
}

const fn status_of(state: RoundState) -> Status {
    match state {
        RoundState::Draft => Status::Draft,
        RoundState::Published => Status::Published,
        RoundState::Closed => Status::Closed,
    }
}
