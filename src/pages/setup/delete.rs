//! What goes when an event is deleted that never was public.

use askama::Template;
use tiger_event::text::count;

use crate::access::EventAccess;
use crate::pages::{EventTab, FormView, Frame};

#[derive(Template)]
#[template(path = "setup/delete.html")]
pub struct DeletePage {
    pub frame: Frame,
    pub name: String,
    /// Why it stays, if it does.
    pub kept: Option<String>,
    /// What there is of it, in sentences.
    pub goes: Vec<String>,
    pub hint: String,
    pub form: FormView,
}

impl DeletePage {
    /// The page; `kept` says why the event stays.
    pub fn of(access: &EventAccess, kept: Option<String>) -> Self {
        let event = &*access.event;
        let records = event.games.values().map(|game| game.records.len()).sum();
        let there = [
            (event.entries.len(), "player", "players"),
            (event.rounds.len(), "round", "rounds"),
            (event.games.len(), "game", "games"),
            (records, "record", "records"),
        ];
        let there = there.into_iter().filter(|(number, ..)| *number > 0);
        let goes = there.map(|(number, one, many)| count(number, one, many)).collect();
        Self {
            frame: access.frame_under(EventTab::Settings),
            name: event.settings.name.to_string(),
            kept,
            goes,
            hint: format!("Type {} to confirm, or the name.", event.slug),
            form: FormView::fresh("delete"),
        }
    }
}
