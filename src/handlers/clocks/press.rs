//! What is done to a clock by plain forms: it happens when the server hears of it.

use actix_web::http::StatusCode;
use actix_web::web::Query;
use tiger_event::Reason;
use tiger_rules::clock::{ClockEvent, ClockSide};

use super::face::{self, Asked};
use super::{allowed, unsaid};
use crate::access::{ClockAccess, Posted};
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::ledger::clocks::{Outcome, Touch, Wish};
use crate::pages::see_other;
use crate::state::State;

pub async fn press(state: State, access: ClockAccess, asked: Query<Asked>, posted: Posted) -> Answer {
    let refused = match wish(&access, &posted)? {
        Ok(wish) => match carry_out(&state, &access, &posted, wish).await {
            Ok(_) => {
                let back = if asked.is_turned() { "/clock?turned=yes" } else { "/clock" };
                return Ok(see_other(&access.path(back)));
            }
            Err(AppError::Unprocessable(sentence)) => sentence,
            Err(error) => return Err(error),
        },
        Err(missing) => missing.to_owned(),
    };
    face::answer(&state, &access, asked.is_turned(), refused, StatusCode::UNPROCESSABLE_ENTITY).await
}

/// What the form asks for, if this hand may do it; otherwise what is missing.
fn wish(access: &ClockAccess, posted: &Posted) -> Result<Result<Wish, &'static str>> {
    let what = match posted.value("do") {
        "start" => ClockEvent::Start,
        "press" => {
            let side = ClockSide::from_key(posted.value("side")).ok_or(AppError::not_found("half"))?;
            ClockEvent::Press { side }
        }
        "engagement" => ClockEvent::BeginEngagement,
        "pause" => ClockEvent::Pause,
        "resume" => ClockEvent::Resume,
        _ => return Err(unsaid()),
    };
    let reason = Reason::parse_optional(posted.value("reason"))
        .map_err(|error| AppError::unprocessable(format!("Reason: {error}")))?;
    allowed(access, what, reason.filter(|_| access.hand.is_arbiter()))
}

/// Carries out what a form asks for, once.
pub(super) async fn carry_out(
    state: &State,
    access: &ClockAccess,
    posted: &Posted,
    wish: Wish,
) -> Result<Outcome> {
    let touch = Touch::of_form(posted.once()?.as_str(), wish);
    let (state, place, hand) = (state.clone(), access.place(), access.hand.clone());
    db::block(move || state.clocks.carry_out(place, &hand, &touch)).await
}
