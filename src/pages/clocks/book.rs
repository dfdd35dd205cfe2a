//! The book of a clock: all that happened to it; for arbiters, corrections and devices.

use askama::Template;
use tiger_event::Event;

use super::{ClockState, telling};
use crate::access::ClockAccess;
use crate::clock;
use crate::db::tablets::Tablet;
use crate::error::Result;
use crate::ledger::clocks::{Press, Standing};
use crate::pages::{Choice, EventTab, FormView, Frame, masthead};

/// One entry of the chain in words.
pub struct PressRow {
    pub seq: u64,
    /// The moment that it counts for, in the event's time.
    pub at: String,
    /// The same on the clock, since it was started.
    pub moment: String,
    pub by: String,
    pub what: String,
    /// How it was sent, where that is worth saying.
    pub note: String,
    pub is_in_vain: bool,
}

/// A device, or a link that waits for one.
pub struct TabletRow {
    pub id: String,
    /// What it is, in a sentence.
    pub text: String,
    /// Whether it can be ended.
    pub is_valid: bool,
}

/// What happened to a clock; for arbiters, what can be done about it.
#[derive(Template)]
#[template(path = "clocks/book.html")]
pub struct BookPage {
    pub frame: Frame,
    /// Round and board.
    pub title: String,
    /// Where the game's pages begin.
    pub game: String,
    pub state: ClockState,
    /// The latest entry first.
    pub rows: Vec<PressRow>,
    pub tablets: Vec<TabletRow>,
    pub is_arbiter: bool,
    pub correction: FormView,
    pub stop: FormView,
    /// What can be corrected.
    pub kinds: Vec<Choice>,
    pub sides: Vec<Choice>,
    pub accounts: Vec<Choice>,
}

impl BookPage {
    /// The book with forms in which nothing has been typed yet.
    ///
    /// # Errors
    /// When the event has lost the game.
    pub fn of(
        access: &ClockAccess,
        standing: &Standing,
        presses: &[Press],
        tablets: &[Tablet],
    ) -> Result<Self> {
        let (event, game) = (&access.event, access.game()?);
        let is_arbiter = access.hand.is_arbiter();
        let tab = is_arbiter.then_some(EventTab::Rounds);
        let clock = ClockState::for_access(access, standing)?;
        let mut accounts = vec![Choice::new("main", "Main clock")];
        if clock.has_reserve() {
            accounts.push(Choice::new("reserve", "Reserve"));
        }
        let mut kinds = vec![
            Choice::new("add", "Add time"),
            Choice::new("take", "Take time away"),
            Choice::new("set", "Set the time"),
            Choice::new("moves", "Set the number of moves made"),
            Choice::new("turn", "Say who is to move"),
        ];
        if clock.can_resume_deployment() {
            kinds.push(Choice::new("deployment", "Go back to the deployment"));
        }
        let mut frame = access.viewer.frame().in_event(masthead::nav(event, access.role, tab));
        if is_arbiter {
            frame = frame.under("Clocks", format!("{}/clocks", access.base()));
        }
        Ok(Self {
            frame: frame.under("Clock", access.path("/clock")),
            title: event.place_title(game),
            game: access.path(""),
            rows: telling::rows(event, game, presses),
            tablets: tablets.iter().map(|tablet| row(event, tablet)).collect(),
            is_arbiter,
            correction: FormView::fresh("correction"),
            stop: FormView::fresh("stop"),
            kinds,
            sides: clock.sides(),
            accounts,
            state: clock,
        })
    }
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
