//! What arbiters do to a clock, each time with a reason.

use actix_web::HttpResponse;
use actix_web::web::Data;
use tiger_rules::clock::{Account, ClockEvent, ClockSide, Millis};

use super::{book, press};
use crate::access::{ClockAccess, Posted};
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::ledger::clocks::Wish;
use crate::pages::flash::see_other_saying;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::state::AppState;

pub async fn correct(state: Data<AppState>, access: ClockAccess, posted: Posted) -> Answer {
    access.require_arbiter()?;
    let mut form = FormView::typed("correction", &posted);
    if let (Some(what), Some(reason)) = (read(&mut form), form.read("reason", Reason::parse)) {
        match press::carry_out(&state, &access, &posted, Wish::Event { what, reason: Some(reason) }).await {
            Ok(_) => return Ok(done(&access, &posted, "The clock is corrected.")),
            Err(AppError::Unprocessable(sentence)) => form.reject("", sentence),
            Err(error) => return Err(error),
        }
    }
    book::again(&state, &access, form, |page| &mut page.correction).await
}

/// Stops the clock, or sets it going again.
pub async fn stop(state: Data<AppState>, access: ClockAccess, posted: Posted) -> Answer {
    access.require_arbiter()?;
    let mut form = FormView::typed("stop", &posted);
    let (what, said) = match posted.value("do") {
        "pause" => (ClockEvent::Pause, "The clock is stopped."),
        "resume" => (ClockEvent::Resume, "The clock goes on."),
        _ => {
            return Err(AppError::unprocessable(
                "This form does not say what to do with the clock. Go back to its page and press one of the buttons there.",
            ));
        }
    };
    if let Some(reason) = form.read("reason", Reason::parse) {
        match press::carry_out(&state, &access, &posted, Wish::Event { what, reason: Some(reason) }).await {
            Ok(_) => return Ok(done(&access, &posted, said)),
            Err(AppError::Unprocessable(sentence)) => form.reject("", sentence),
            Err(error) => return Err(error),
        }
    }
    book::again(&state, &access, form, |page| &mut page.stop).await
}

/// Back to where the form stood.
fn done(access: &ClockAccess, posted: &Posted, said: &str) -> HttpResponse {
    let back = match posted.value("back") {
        "hall" => format!("{}/clocks#game-{}", access.base(), access.game),
        _ => access.path("/clock/book"),
    };
    see_other_saying(&back, Tone::Good, said)
}

fn read(form: &mut FormView) -> Option<ClockEvent> {
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
