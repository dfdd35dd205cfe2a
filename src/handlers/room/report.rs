//! What a player reports.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::Room;
use super::show::refused;
use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::offer::ResultCode;
use crate::error::AppError;
use crate::handlers::confirm::{Asking, ask_first};
use crate::state::AppState;

/// Reports a result.
pub async fn report(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let player = room
        .seat
        .ok_or_else(|| AppError::forbidden("Players report; arbiters enter results in the grid."))?;
    let mut form = posted.view("report");
    let code = form.read("result", |text| match text {
        "" => Err("Choose the result.".to_owned()),
        text => text.parse::<ResultCode>().map_err(|error| error.to_string()),
    });
    let Some(ResultCode(result)) = code else {
        return refused(&room, |forms| forms.report = form);
    };
    let command = Command::ReportResult { game: room.game.id, player, result };
    let (action, back) = (room.path("/report"), room.path("/room#report"));
    let asking = Asking { action: &action, back: &back, button: "Report it" };
    if let Some(page) = ask_first(&access, &posted, room.game, &command, asking).await? {
        return Ok(page);
    }
    let said = "Reported. It stands when your opponent reports the same.";
    match room.carry_out(&state, &posted, command, ("#report", said)).await {
        Err(AppError::Unprocessable(sentence)) => {
            form.reject("result", sentence);
            refused(&room, |forms| forms.report = form)
        }
        other => other,
    }
}
