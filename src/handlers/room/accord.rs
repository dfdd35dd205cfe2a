//! A player disputes what the opponent says of the game's end.

use tiger_event::{Reason, ResultCommand};

use super::{answer, deed};
use crate::access::Room;
use crate::error::AppError;
use crate::handlers::submission::{Answer, Submission};
use crate::pages::room::RoomPage;

pub async fn dispute(mut sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    let player = room.seat.ok_or_else(|| AppError::forbidden("Players dispute; arbiters decide."))?;
    let words = sent.form.read("words", Reason::parse);
    let command = words.map(|words| ResultCommand::DisputeResult { game: room.game.id, player, words });
    let deed = deed(&sent, "", "The arbiter has been asked.")?.at("words");
    answer(sent, deed, command, RoomPage::dispute_form).await
}
