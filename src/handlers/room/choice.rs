//! What the players answer when the arbiter asks about the variation.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use tiger_rules::{Answer, Question, Step};

use super::Room;
use super::show::refused;
use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::state::AppState;

/// Writes an answer down.
pub async fn answer(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let due = room.game.choice(access.event.settings.game).next();
    let read = match (due, posted.value("answer")) {
        (Step::Ask(Question::WhichKnights(_)), name) => name.parse().ok().map(Answer::Knights),
        (Step::Ask(_), "yes") => Some(Answer::Agreed(true)),
        (Step::Ask(_), "no") => Some(Answer::Agreed(false)),
        _ => None,
    };
    let Some(answer) = read else {
        return refused(&room, |forms| {
            forms.choice = posted.view("choice-form").with_error("answer", "Choose one of the answers.");
        });
    };
    let command = Command::AnswerChoice { game: room.game.id, answer };
    match room.carry_out(&state, &posted, command, ("#choice", "Written down.")).await {
        Err(AppError::Unprocessable(sentence)) => {
            refused(&room, |forms| forms.choice = posted.view("choice-form").with_error("", sentence))
        }
        other => other,
    }
}

/// Takes the answers back.
pub async fn clear(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let reason = Reason::parse(posted.value("reason"))
        .map_err(|error| AppError::unprocessable(format!("Reason: {error}")))?;
    let command = Command::ClearChoice { game: room.game.id, reason };
    room.carry_out(&state, &posted, command, ("#choice", "The players are asked again.")).await
}
