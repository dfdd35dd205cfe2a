//! What the page's script sends: presses that may have waited on the device while there was no connection.

use actix_web::HttpResponse;
use serde::{Deserialize, Serialize};
use tiger_rules::clock::{ClockEvent, Millis};

use super::allowed;
use crate::access::{ClockAccess, Posted};
use crate::error::{AppError, Result};
use crate::ledger::clocks::{Outcome, Touch, Wish};
use crate::pages::clocks::ClockState;
use crate::state::State;
use crate::{db, services};

/// The most that is taken at once.
const MOST: usize = 500;

/// The longest that anything may have waited: a week.
const LONGEST_WAIT: Millis = Millis(7 * 24 * 3600 * 1000);

/// The farthest that a device may say to run from the server, in milliseconds: a day.
const FARTHEST_DRIFT: i64 = 24 * 3600 * 1000;

#[derive(Debug, Deserialize)]
struct Item {
    /// The device, anew each time the page is loaded.
    device: String,
    /// Its number there.
    seq: u64,
    /// How many milliseconds it has waited.
    age: Millis,
    /// How far the device ran from the server.
    #[serde(default)]
    drift: Option<i64>,
    /// The last mark of the server that the device had seen by then.
    #[serde(default)]
    mark: String,
    /// A press: how many its half has had with it, as far as the device knew.
    #[serde(default)]
    nth: Option<u32>,
    what: What,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum What {
    Reconnect(Reconnect),
    Event(ClockEvent),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Reconnect {
    Reconnect { waited: u32 },
}

/// What became of one thing that was sent.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
enum Told {
    Taken,
    InVain { why: String },
}

#[derive(Debug, Serialize)]
struct Answer {
    /// In the order in which things were sent.
    outcomes: Vec<Told>,
    state: ClockState,
}

/// Where one of them cannot be read or may not be done, none is.
pub async fn send(state: State, access: ClockAccess, posted: Posted) -> Result<HttpResponse> {
    // A device may be used by several, and a page knows whose presses it sends; those of before did not.
    let named = posted.value("hand");
    if !named.is_empty() && named != access.hand.on_device() {
        return Err(AppError::forbidden(
            "These presses are somebody else's: they are not sent in your name.",
        ));
    }
    let items: Vec<Item> = serde_json::from_str(posted.value("presses"))
        .map_err(|error| AppError::unprocessable(format!("These presses cannot be read: {error}.")))?;
    if items.len() > MOST {
        return Err(AppError::Unprocessable(format!("At most {MOST} presses are taken at once.")));
    }
    let mut outcomes: Vec<Option<Told>> = Vec::with_capacity(items.len());
    let mut touches: Vec<Touch> = Vec::with_capacity(items.len());
    let mut marks = Vec::with_capacity(items.len());
    for item in items {
        check(&item)?;
        match wish(&access, &item)? {
            Ok(wish) => {
                let (device, device_seq, nth) = (item.device, item.seq, item.nth);
                let age = item.age.min(LONGEST_WAIT);
                let drift = item.drift.map(|drift| drift.clamp(-FARTHEST_DRIFT, FARTHEST_DRIFT));
                marks.push(item.mark);
                touches.push(Touch { device, device_seq, age, drift, proof: None, nth, wish });
                outcomes.push(None);
            }
            Err(missing) => outcomes.push(Some(Told::InVain { why: missing.to_owned() })),
        }
    }
    let (shared, place, hand) = (state.clone(), access.place(), access.hand.clone());
    let whose = hand.key();
    let keeps = state.shares.allowances.keeps_in_vain(&whose);
    let receive = move || {
        for (touch, mark) in touches.iter_mut().zip(&marks) {
            touch.proof = shared.clocks.proof(place.1, &hand, mark)?;
        }
        shared.clocks.receive(place, &hand, &touches, keeps)
    };
    let taken = db::block(receive).await?;
    let in_vain = taken.iter().filter(|outcome| matches!(outcome, Outcome::InVain(_))).count();
    if keeps && in_vain > 0 {
        state.shares.allowances.kept_in_vain(&whose, in_vain);
    }
    let mut taken = taken.into_iter().map(|outcome| match outcome {
        Outcome::Taken => Told::Taken,
        Outcome::InVain(why) => Told::InVain { why },
    });
    let outcomes = outcomes.into_iter().filter_map(|told| told.or_else(|| taken.next())).collect();
    let (standing, mark) = services::clocks::heard(&state.clocks, access.game, &access.hand).await?;
    let state = ClockState::for_device(&access, &standing, mark)?;
    Ok(HttpResponse::Ok().json(Answer { outcomes, state }))
}

fn check(item: &Item) -> Result<()> {
    let is_name = (8..=64).contains(&item.device.len())
        && item.device.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && i64::try_from(item.seq).is_ok();
    if is_name { Ok(()) } else { Err(AppError::unprocessable("A press lacks the name of its device.")) }
}

/// What is wanted, if this hand may do it; otherwise what is missing.
fn wish(access: &ClockAccess, item: &Item) -> Result<Result<Wish, &'static str>> {
    let what = match &item.what {
        What::Reconnect(Reconnect::Reconnect { waited }) => {
            return Ok(Ok(Wish::Reconnect { waited: *waited }));
        }
        What::Event(what) => *what,
    };
    let is_of_the_face = matches!(
        what,
        ClockEvent::Start
            | ClockEvent::Press { .. }
            | ClockEvent::BeginEngagement
            | ClockEvent::Pause
            | ClockEvent::Resume
    );
    if !is_of_the_face {
        return Err(AppError::forbidden("Clocks are corrected with a reason, in their book."));
    }
    allowed(access, what, None)
}
