//! The game room: choice, dice, reports, records; and the player's own page.

pub mod accord;
pub mod beginning;
pub mod choice;
pub mod compare;
pub mod dice;
pub mod me;
mod reckoned;
pub mod record;
pub mod report;
pub mod scoresheet;
pub mod show;
pub mod steps;
pub mod transcript;
pub mod wishes;

use tiger_event::{Command, Seat, seat_number};

pub(super) use reckoned::reckoned;

use super::submission::{Answer, Deed, Submission};
use crate::access::{EventAccess, Posted, Room};
use crate::error::{AppError, Result};
use crate::pages::FormView;
use crate::pages::room::RoomPage;
use crate::services::clocks;
use crate::services::evidence::{self, Known, Reader};
use crate::services::scoresheets;
use crate::state::State;

/// The player that a form speaks for: the reader's own seat, or the one that an arbiter names.
fn player_of(room: &Room<'_>, posted: &Posted) -> Result<Seat> {
    let named = || seat_number::parse(posted.value("player"));
    room.seat.or_else(named).ok_or(AppError::not_found("player"))
}

/// What the moves on file lead to, as far as the reader may see them.
async fn known(room: &Room<'_>, state: &State) -> Result<Option<Known>> {
    let reader = room.seat.map_or(Reader::Arbiter, |seat| Reader::Player(room.game.player(seat)));
    evidence::newest(&state.db, room.event, room.game, reader).await
}

async fn page(access: &EventAccess, state: &State) -> Result<RoomPage> {
    let room = Room::of(access)?;
    let known = known(&room, state).await?;
    let fallen = clocks::flags(&state.clocks, room.game).await?;
    let mut page = RoomPage::of(&room, known.as_ref(), &fallen);
    if room.is_arbiter() {
        page.taken_back = scoresheets::taken_back(&state.db, room.event, room.game).await?;
    }
    Ok(page)
}

/// What follows a form of the room: the room again, at a place on its page.
fn deed<'a>(sent: &Submission, place: &str, said: &'a str) -> Result<Deed<'a>> {
    let game = sent.access.game()?;
    Ok(Deed::new(sent.access.game_path(game, &format!("/room{place}")), said))
}

/// Carries out what a form of the room asks for; the room shows the form again if it has mistakes.
async fn answer(
    sent: Submission,
    deed: Deed<'_>,
    command: Option<impl Into<Command>>,
    form_of: fn(&mut RoomPage) -> &mut FormView,
) -> Answer {
    let state = sent.state.clone();
    sent.answer_in(deed, command, async |access| page(access, &state).await, form_of).await
}
