//! The steps at the board: offers, claims, consultations, incidents, flags, disqualification, undoing the last.

pub mod claims;
pub mod notes;
pub mod offers;
pub mod undo;

use super::{answer, deed};
use crate::access::Posted;
use crate::domain::command::Command;
use crate::domain::result::Seat;
use crate::domain::seat_number;
use crate::error::AppError;
use crate::handlers::submission::{Answer, Submission};
use crate::pages::form::FormView;
use crate::pages::room::RoomPage;

/// One form of the room's steps.
struct StepForm {
    /// Where on the page it stands.
    place: &'static str,
    /// The word on the button that confirms it.
    button: &'static str,
    /// What is said when it was carried out.
    said: &'static str,
    /// Shows the form again.
    refill: fn(&mut RoomPage, FormView),
}

impl StepForm {
    /// Carries the step out, after the points were seen and confirmed if it sets or changes the result.
    async fn answer(&self, sent: Submission, command: Option<impl Into<Command>>) -> Answer {
        let deed = deed(&sent, self.place, self.said)?.confirmed_by(self.button).told();
        answer(sent, deed, command, self.refill).await
    }
}

/// The entry that a form is about.
fn step_of(posted: &Posted) -> Result<u64, AppError> {
    posted.value("step").parse().map_err(|_| AppError::not_found("step"))
}

/// The player that a field names, or nobody in particular: `-`.
fn player_or_none(text: &str) -> Option<Option<Seat>> {
    if text == "-" { Some(None) } else { seat_number::parse(text).map(Some) }
}
