//! The steps at the board: offers, claims, consultations, incidents, flags, disqualification, undoing the last.

pub mod claims;
pub mod notes;
pub mod offers;
pub mod undo;

use tiger_event::{Seat, seat_number};

use super::{answer, deed};
use crate::access::Posted;
use crate::error::{AppError, Result};
use crate::handlers::submission::{Deed, Submission};

/// What follows a step: the room again, at a place on its page, after the points were seen and confirmed by the button if it
/// sets or changes the result.
fn step<'a>(sent: &Submission, place: &str, button: &'a str, said: &'a str) -> Result<Deed<'a>> {
    Ok(deed(sent, place, said)?.confirmed_by(button).told())
}

/// The entry that a form is about.
fn step_of(posted: &Posted) -> Result<u64> {
    posted.value("step").parse().map_err(|_| AppError::not_found("step"))
}

/// The player that a field names, or nobody in particular: `-`.
fn player_or_none(text: &str) -> Option<Option<Seat>> {
    if text == "-" { Some(None) } else { seat_number::parse(text).map(Some) }
}
