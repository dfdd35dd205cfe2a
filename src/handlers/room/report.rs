//! What a player reports.

use tiger_event::{Game, ResultCode, ResultCommand, ResultEntry, Seat};

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
    let said = code.as_ref().map_or("", |ResultCode(result)| said(room.game, player, result));
    let game = room.game.id;
    let command = code.map(|ResultCode(result)| ResultCommand::ReportResult { game, player, result });
    let deed = deed(&sent, "#report", said)?.confirmed_by("Report it").at("result");
    answer(sent, deed, command, |page| &mut page.forms.report).await
}

/// What comes of a report beside what the opponent has said.
fn said(game: &Game, player: Seat, entry: &ResultEntry) -> &'static str {
    let stands = game.result.as_ref().map(|result| result.entry);
    match stands.or(game.report(player.other()).map(|report| report.entry)) {
        None => "Reported. It stands when your opponent reports the same.",
        Some(theirs) if theirs == *entry => "Reported. Your opponent says the same: the result stands.",
        Some(_) => "Reported. Your opponent says something else: the arbiter has been told and decides.",
    }
}
