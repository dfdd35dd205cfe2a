//! Clocks: the face that is pressed, its book, the devices at the boards, all clocks of a round.

pub mod book;
pub mod correct;
pub mod face;
pub mod hall;
pub mod press;
pub mod send;
pub mod tablet;
pub mod worker;

mod words;

use tiger_rules::clock::{Clock, ClockEvent};

use crate::auth::ClockAccess;
use crate::domain::clock::Hand;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::ledger::clocks::{Standing, Wish};
use crate::pages::clocks::ClockState;
use crate::services::clocks as service;

/// How a clock stands, for pages and their script.
fn state_of(event: &Event, game: &Game, standing: &Standing, hand: &Hand, csrf: String) -> ClockState {
    let clock = &standing.clock;
    let planned = service::start(event, game);
    let settings = clock.settings().or_else(|| event.clock_of(game).ok().map(|(settings, _)| settings));
    let untouched = settings.map(|settings| Clock::new(settings).at(Default::default()));
    let now = crate::clock::now();
    let shown = clock.reading(now).or(untouched);
    let variation = clock.variation().map(str::to_owned).or_else(|| event.clock_of(game).ok()?.1);
    let contradiction = service::contradiction(event, game, standing).map_or_else(String::new, |wanted| {
        let runs = settings.map(|settings| settings.to_string()).unwrap_or_default();
        format!("This clock was started with {runs}; the event and the variation on file ask for {wanted}. Correct its times.")
    });
    let result = game.result.as_ref().map(|result| event.result_text(game, &result.entry));
    ClockState {
        game: game.id.to_string(),
        board: event.board_number(game),
        seq: standing.seq,
        names: game.players().map(|player| event.name_of(player).to_owned()),
        times: settings.map(|settings| settings.to_string()).unwrap_or_default(),
        settings,
        clock: clock.last_reading().or(untouched),
        now: clock.moment(now).unwrap_or_default().0,
        is_started: clock.is_started(),
        is_held: clock.is_held(),
        postings: shown.map_or(0, |reading| service::turns_of_postings(&reading, variation.as_deref())),
        missing: match planned {
            Err(missing) if !clock.is_started() => missing.to_owned(),
            _ => String::new(),
        },
        result: result.unwrap_or_default(),
        contradiction,
        may_press: tiger_rules::clock::ClockSide::BOTH.map(|side| hand.may_press(side)),
        may_start: hand.may_start(),
        csrf,
        shown,
    }
}

/// The same for whoever asks for one clock.
fn state_for(access: &ClockAccess, game: &Game, standing: &Standing) -> Result<ClockState, AppError> {
    let csrf = access.viewer.form_frame()?.csrf;
    Ok(state_of(&access.event, game, standing, &access.hand, csrf))
}

/// What is wanted of a clock, if this hand may do it; otherwise what is missing.
fn allowed(
    access: &ClockAccess,
    what: ClockEvent,
    reason: Option<Reason>,
) -> Result<Result<Wish, &'static str>, AppError> {
    if let Some(sentence) = access.hand.refusal(&what) {
        return Err(AppError::forbidden(sentence));
    }
    if what == ClockEvent::Start {
        return Ok(service::start(&access.event, access.game()?));
    }
    Ok(Ok(Wish::Event { what, reason }))
}
