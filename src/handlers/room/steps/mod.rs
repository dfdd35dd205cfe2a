//! The steps at the board: offers, claims, consultations, incidents, flags, disqualification, undoing the last.

pub mod claims;
pub mod notes;
pub mod offers;
pub mod undo;

use tiger_event::{Command, Refusal, Seat, seat_number};

use super::deed;
use crate::access::Posted;
use crate::error::AppError;
use crate::handlers::submission::{Answer, Deed, Submission};
use crate::pages::room::RoomPage;
use crate::pages::{FormView, Tone, see_other_saying};
use crate::services::take_back::tried;

/// Carries out a step as [`super::answer`] does. Where the game has its result meanwhile, its form is there no more: what is
/// refused then is told on the page that follows.
async fn answer(
    sent: Submission,
    deed: Deed<'_>,
    command: Option<impl Into<Command>>,
    form_of: fn(&mut RoomPage) -> &mut FormView,
) -> Answer {
    let command = command.map(Into::into);
    let game = sent.access.game()?;
    if let Some(command) = command.as_ref().filter(|_| game.result.is_some())
        && let Err(Refusal::Invalid(sentence)) = tried(&sent.access.event, &sent.actor()?, command)
        && !sent.is_done().await?
    {
        return Ok(see_other_saying(&sent.access.game_path(game, "/room"), Tone::Bad, &sentence));
    }
    super::answer(sent, deed, command, form_of).await
}

/// What follows a step: the room again, at a place on its page, after the points were seen and confirmed by the button if it
/// sets or changes the result.
fn step<'a>(sent: &Submission, place: &str, button: &'a str, said: &'a str) -> Result<Deed<'a>, AppError> {
    Ok(deed(sent, place, said)?.confirmed_by(button).told())
}

/// The entry that a form is about.
fn step_of(posted: &Posted) -> Result<u64, AppError> {
    posted.value("step").parse().map_err(|_| AppError::not_found("step"))
}

/// The player that a field names, or nobody in particular: `-`.
fn player_or_none(text: &str) -> Option<Option<Seat>> {
    if text == "-" { Some(None) } else { seat_number::parse(text).map(Some) }
}
