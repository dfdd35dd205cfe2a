//! Closing, reopening and taking back a round.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::grid_view::{self, Wrong};
use super::{named_round, order, sentence};
use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::flash::see_other_saying;
use crate::pages::parts::Tone;
use crate::services::results::read_reason;
use crate::services::rounds::attempt;
use crate::state::AppState;

/// Closes a round; says what is missing if it cannot be closed.
///
/// # Errors
/// For anybody but arbiters, and for a round that is not there.
pub async fn close(
    request: HttpRequest,
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let round = named_round(&request, &access)?;
    let command = Command::CloseRound { round: round.number };
    match attempt(&state, order(&access, &posted, command)?).await? {
        Ok(_) => {
            let said = format!("Round {} is closed.", round.number);
            Ok(see_other_saying(&access.path("/desk"), Tone::Good, &said))
        }
        Err(refusal) => {
            let said = sentence(refusal)?;
            let event = state.ledger.event(access.event.id)?;
            let mut page = grid_view::page(&access, &event, event.round(round.number)?, &Wrong::new())?;
            page.is_close_refused = !page.missing.is_empty();
            if page.missing.is_empty() {
                page.refusal = said;
            }
            Page(page).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
    }
}

/// Opens a closed round again.
///
/// # Errors
/// As [`close`].
pub async fn reopen(
    request: HttpRequest,
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let number = named_round(&request, &access)?.number;
    let command = |reason| Command::ReopenRound { round: number, reason };
    let said = format!("Round {number} is open again.");
    let next = access.path(&format!("/rounds/{number}/results"));
    with_reason(&request, &access, &state, &posted, command, (&next, &said)).await
}

/// Makes a published round in which nothing has happened a draft again.
///
/// # Errors
/// As [`close`].
pub async fn unpublish(
    request: HttpRequest,
    access: EventAccess,
    state: Data<AppState>,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let number = named_round(&request, &access)?.number;
    let command = |reason| Command::UnpublishRound { round: number, reason };
    let said = format!("Round {number} is a draft again; only arbiters see it.");
    with_reason(&request, &access, &state, &posted, command, (&access.path("/draft"), &said)).await
}

async fn with_reason(
    request: &HttpRequest,
    access: &EventAccess,
    state: &Data<AppState>,
    posted: &Posted,
    command: impl FnOnce(Reason) -> Command,
    (next, said): (&str, &str),
) -> Result<HttpResponse, AppError> {
    let round = named_round(request, access)?;
    let typed = posted.value("reason");
    let (reason_error, refusal) = match read_reason(typed, "Say why, so that everybody can read it later.") {
        Err(mistake) => (mistake.sentence, String::new()),
        Ok(reason) => match attempt(state, order(access, posted, command(reason))?).await? {
            Ok(_) => return Ok(see_other_saying(next, Tone::Good, said)),
            Err(refusal) => (String::new(), sentence(refusal)?),
        },
    };
    let event = state.ledger.event(access.event.id)?;
    let mut page = grid_view::page(access, &event, event.round(round.number)?, &Wrong::new())?;
    page.reason = typed.to_owned();
    page.reason_error = reason_error;
    page.refusal = refusal;
    Page(page).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
}
