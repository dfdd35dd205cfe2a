//! One player at the door: what an arbiter sees whose phone has read the player's code.

use askama::Template;
use tiger_event::{Entry, RoundState};

use super::EntryRow;
use crate::access::EventAccess;
use crate::pages::{EventTab, Frame, Status};

/// The page with its one button.
#[derive(Template)]
#[template(path = "entries/here.html")]
pub struct HerePage {
    pub frame: Frame,
    pub row: EntryRow,
    /// Where the player plays at the moment; empty for nowhere.
    pub place: String,
    /// What is still to be paid; empty for nothing.
    pub owes: String,
    /// How many of all who are expected are here.
    pub count: (usize, usize),
}

impl HerePage {
    pub fn of(access: &EventAccess, entry: &Entry) -> Self {
        let event = &access.event;
        let round = event.current_round().filter(|round| round.state == RoundState::Published);
        let games = round.map(|round| event.games_of(round.number)).unwrap_or_default();
        let game = games.into_iter().find(|game| game.seat_of(entry.id).is_some());
        let is_here = |entry: &&Entry| entry.is_seen() && !event.has_left(entry);
        let expected = event.entries.values().filter(|entry| !event.has_left(entry));
        let open = event.fee_of(entry).less(entry.details.office.fee_paid);
        Self {
            frame: access.frame_under(EventTab::Entries),
            row: EntryRow::of(event, entry),
            place: game.map(|game| event.place_title(game)).unwrap_or_default(),
            owes: if open.is_none() { String::new() } else { open.to_string() },
            count: (event.entries.values().filter(is_here).count(), expected.count()),
        }
    }
}
