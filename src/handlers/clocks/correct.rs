//! What arbiters do to a clock, each time with a reason.

use tiger_event::Reason;
use tiger_rules::clock::{Account, ClockEvent, ClockSide, Millis};

use super::{allowed, book, press, unsaid};
use crate::access::{ClockAccess, Posted};
use crate::error::AppError;
use crate::handlers::submission::{Answer, heed};
use crate::pages::clocks::BookPage;
use crate::pages::{FormView, Tone, see_other_saying};
use crate::state::State;

pub async fn correct(state: State, access: ClockAccess, posted: Posted) -> Answer {
    access.require_arbiter()?;
    let mut form = FormView::typed("correction", &posted);
    let what = read(&mut form);
    carry_out(&state, &access, (&posted, form), what, "The clock is corrected.", |page| &mut page.correction)
        .await
}

/// Stops the clock, or sets it going again.
pub async fn stop(state: State, access: ClockAccess, posted: Posted) -> Answer {
    access.require_arbiter()?;
    let form = FormView::typed("stop", &posted);
    let (what, said) = match posted.value("do") {
        "pause" => (ClockEvent::Pause, "The clock is stopped."),
        "resume" => (ClockEvent::Resume, "The clock goes on."),
        _ => return Err(unsaid()),
    };
    carry_out(&state, &access, (&posted, form), Some(what), said, |page| &mut page.stop).await
}

/// Does it, and goes back to where the form stood; without a reason or what is wanted the book is shown again.
async fn carry_out(
    state: &State,
    access: &ClockAccess,
    (posted, mut form): (&Posted, FormView),
    what: Option<ClockEvent>,
    said: &str,
    form_of: fn(&mut BookPage) -> &mut FormView,
) -> Answer {
    if let (Some(what), Some(reason)) = (what, form.read("reason", Reason::parse)) {
        let done = match allowed(access, what, Some(reason))? {
            Ok(wish) => press::carry_out(state, access, posted, wish).await,
            Err(why) => Err(AppError::unprocessable(why)),
        };
        if heed(&mut form, "", done)?.is_some() {
            let back = match posted.value("back") {
                "hall" => format!("{}/clocks#game-{}", access.base(), access.game),
                _ => access.path("/clock/book"),
            };
            return Ok(see_other_saying(&back, Tone::Good, said));
        }
    }
    book::again(state, access, form, form_of).await
}

fn read(form: &mut FormView) -> Option<ClockEvent> {
    if form.value("what") == "deployment" {
        return Some(ClockEvent::ResumeDeployment);
    }
    let side = form.read("side", |key| ClockSide::from_key(key).ok_or("Choose one of the two players."))?;
    let account = form.read("account", |key| match key {
        "" | "main" => Ok(Account::Main),
        "reserve" => Ok(Account::Reserve),
        _ => Err("Choose the main clock or the reserve."),
    })?;
    let time = |form: &mut FormView| form.read("value", str::parse::<Millis>);
    match form.value("what") {
        "add" => time(form).map(|amount| ClockEvent::AddTime { side, account, amount }),
        "take" => time(form).map(|amount| ClockEvent::TakeTime { side, account, amount }),
        "set" => time(form).map(|to| ClockEvent::SetTime { side, account, to }),
        "moves" => {
            let moves = form.read("value", |text| {
                let moves = text.trim().parse().ok().filter(|moves| *moves <= 10_000u32);
                moves.ok_or("Write the number of moves made, 0 to 10000.")
            })?;
            Some(ClockEvent::SetMoves { side, moves })
        }
        "turn" => Some(ClockEvent::SetTurn { side }),
        _ => {
            form.reject("what", "Choose what is to be corrected.");
            None
        }
    }
}
