//! Undoing the last step of a game.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::{StepForm, step_of};
use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::error::AppError;
use crate::handlers::room::Room;
use crate::state::AppState;

const UNDO: StepForm = StepForm {
    name: "undo",
    anchor: "#happened",
    button: "Undo it",
    said: "The last step is undone. The ledger keeps both.",
    form: |forms| &mut forms.act,
};

/// Undoes the last step.
///
/// # Errors
/// For anybody but arbiters.
pub async fn undo(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let command = Command::UndoStep { game: room.game.id, step: step_of(&posted)? };
    UNDO.carry_out(&room, &state, &posted, command).await
}
