//! What a player reports.

use tiger_event::command::ResultCommand;
use tiger_event::possible_result::ResultCode;

use super::{answer, deed};
use crate::access::Room;
use crate::error::AppError;
use crate::handlers::submission::{Answer, Submission};

pub async fn report(mut sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    let player = room
        .seat
        .ok_or_else(|| AppError::forbidden("Players report; arbiters enter results in the grid."))?;
    let code = sent.form.read("result", |text| match text {
        "" => Err("Choose the result.".to_owned()),
        text => text.parse::<ResultCode>().map_err(|error| error.to_string()),
    });
    let game = room.game.id;
    let command = code.map(|ResultCode(result)| ResultCommand::ReportResult { game, player, result });
    let said = "Reported. It stands when your opponent reports the same.";
    let deed = deed(&sent, "#report", said)?.confirmed_by("Report it").at("result");
    answer(sent, deed, command, |page, form| page.forms.report.refill(form)).await
}
