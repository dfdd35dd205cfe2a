//! The book of a clock: all that happened to it; for arbiters, corrections and devices.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use tiger_rules::clock::ClockSide;

use super::{state_for, words};
use crate::auth::ClockAccess;
use crate::clock;
use crate::db;
use crate::db::tablets::Tablet;
use crate::domain::clock::Hand;
use crate::domain::event::Event;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::clocks::{BookPage, TabletRow};
use crate::pages::event::EventTab;
use crate::pages::form::{Choice, FormView};
use crate::pages::{Page, masthead};
use crate::services;
use crate::state::AppState;

/// `GET /events/{slug}/games/{game}/clock/book`
///
/// # Errors
/// For anybody but arbiters and the two players.
pub async fn show(state: Data<AppState>, access: ClockAccess) -> Result<HttpResponse, AppError> {
    answer(&state, &access, fresh("correction"), fresh("stop"), StatusCode::OK).await
}

/// A form in which nothing has been typed yet.
pub(super) fn fresh(id: &str) -> FormView {
    FormView::new(id).with_idempotency(OnceKey::new().as_str())
}

/// The page, with its forms as they are.
pub(super) async fn answer(
    state: &Data<AppState>,
    access: &ClockAccess,
    correction: FormView,
    stop: FormView,
    status: StatusCode,
) -> Result<HttpResponse, AppError> {
    if matches!(access.hand, Hand::Tablet { .. }) {
        return Err(AppError::forbidden("The book of a clock is for arbiters and the two players."));
    }
    let game = access.game()?;
    let standing = services::clocks::standing(state, access.game).await?;
    let presses = services::clocks::presses(state, access.game).await?;
    let (shared, id) = (state.clone(), access.game);
    let tablets = db::block(move || services::tablets::list(&shared, id)).await?;
    let event = &access.event;
    let is_arbiter = access.hand.is_arbiter();
    let tab = is_arbiter.then_some(EventTab::Rounds);
    let clock = state_for(access, game, &standing)?;
    let mut accounts = vec![Choice::new("main", "Main clock")];
    if clock.has_reserve() {
        accounts.push(Choice::new("reserve", "Reserve"));
    }
    let mut frame = access.viewer.frame().in_event(masthead::nav(event, access.role, tab));
    if is_arbiter {
        frame = frame.under("Clocks", format!("{}/clocks", access.base()));
    }
    Page(BookPage {
        frame: frame.under("Clock", access.path("/clock")),
        title: event.place_title(game),
        game: access.path(""),
        rows: words::rows(event, game, &presses),
        tablets: tablets.iter().map(|tablet| row(event, tablet)).collect(),
        is_arbiter,
        correction,
        stop,
        kinds: vec![
            Choice::new("add", "Add time"),
            Choice::new("take", "Take time away"),
            Choice::new("set", "Set the time"),
            Choice::new("moves", "Set the number of moves made"),
            Choice::new("turn", "Say who is to move"),
        ],
        sides: ClockSide::BOTH.map(|side| Choice::new(side.key(), clock.name(&side))).to_vec(),
        accounts,
        once: OnceKey::new().to_string(),
        state: clock,
    })
    .answer_with(status)
}

fn row(event: &Event, tablet: &Tablet) -> TabletRow {
    let local = |at: chrono::DateTime<chrono::Utc>| {
        at.with_timezone(&event.settings.time_zone).format("%-d %B, %H:%M").to_string()
    };
    let is_valid = tablet.is_valid(clock::now());
    let text = match (tablet.joined_at, tablet.ended_at) {
        (_, Some(ended)) => format!("Ended {}.", local(ended)),
        (Some(joined), None) if is_valid => format!("A device opened it {}.", local(joined)),
        (None, None) if is_valid => "No device has opened it yet.".to_owned(),
        _ => "Its time is over.".to_owned(),
    };
    let made = format!("Link made by {}, {}.", tablet.made_by, local(tablet.created_at));
    TabletRow { id: tablet.id.to_string(), text: format!("{made} {text}"), is_valid }
}
