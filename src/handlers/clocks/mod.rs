//! Clocks: the face that is pressed, its book, the devices at the boards, all clocks of a round.

pub mod book;
pub mod correct;
pub mod face;
pub mod hall;
pub mod press;
pub mod send;
pub mod tablet;

use tiger_event::Reason;
use tiger_rules::clock::ClockEvent;

use crate::access::ClockAccess;
use crate::error::{AppError, Result};
use crate::ledger::clocks::Wish;
use crate::services::clocks as service;

/// What is wanted of a clock, if this hand may do it; otherwise what is missing.
fn allowed(
    access: &ClockAccess,
    what: ClockEvent,
    reason: Option<Reason>,
) -> Result<Result<Wish, &'static str>> {
    if let Some(sentence) = access.hand.refusal(&what) {
        return Err(AppError::forbidden(sentence));
    }
    let game = access.game()?;
    Ok(match what {
        ClockEvent::Start => service::start(&access.event, game),
        ClockEvent::Resume | ClockEvent::BeginEngagement => {
            service::check_runs(game).map(|()| Wish::Event { what, reason })
        }
        _ => Ok(Wish::Event { what, reason }),
    })
}

/// Of a form that came without one of its buttons.
fn unsaid() -> AppError {
    AppError::unprocessable(
        "This form does not say what to do with the clock. Go back to its page and press one of the buttons there.",
    )
}
