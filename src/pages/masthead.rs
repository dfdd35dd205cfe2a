//! The masthead and navigation of an event's pages, from the event.

use chrono::NaiveDate;
use tiger_event::permission::Role;
use tiger_event::{Event, Format};

use super::event::{EventNav, EventTab};
use crate::access::base;
use crate::services::queue::decisions;

/// The masthead and navigation, `tab` being the page that is shown.
pub fn nav(event: &Event, role: Role, tab: Option<EventTab>) -> EventNav {
    let settings = &event.settings;
    EventNav {
        base: base(event),
        name: settings.name.to_string(),
        game: settings.game,
        format: settings.format,
        facts: facts(event),
        festival: None,
        tab: tab.map(|tab| match (tab, settings.format) {
            (EventTab::Bracket, Format::Match) => EventTab::Match,
            (tab, _) => tab,
        }),
        is_arbiter: role.is_arbiter(),
        is_player: matches!(role, Role::Player(_)),
        open_matters: if role.is_arbiter() { decisions(event) } else { 0 },
        announcement: event.announcement.as_ref().map(|it| it.text.to_string()).unwrap_or_default(),
        is_over: role.is_arbiter() && event.is_finished,
        past: None,
    }
}

/// The line under the event's name, in pieces: format, place, dates.
pub fn facts(event: &Event) -> Vec<String> {
    let mut facts = vec![event.settings.format.title().to_owned()];
    facts.extend(event.settings.venue.as_ref().map(ToString::to_string));
    facts.extend(event.settings.room.as_ref().map(ToString::to_string));
    facts.push(dates(event));
    facts
}

/// The days of the event, such as `21 November 2026` or `21 to 23 November 2026`.
pub fn dates(event: &Event) -> String {
    days(event.settings.starts_on, event.settings.ends_on)
}

/// Days such as `21 November 2026` or `21 to 23 November 2026`.
pub fn days(first: NaiveDate, last: NaiveDate) -> String {
    let whole = "%-d %B %Y";
    if first == last {
        return first.format(whole).to_string();
    }
    let month = |date: NaiveDate| date.format("%B %Y").to_string();
    let year = |date: NaiveDate| date.format("%Y").to_string();
    let start = if month(first) == month(last) {
        "%-d"
    } else if year(first) == year(last) {
        "%-d %B"
    } else {
        whole
    };
    format!("{} to {}", first.format(start), last.format(whole))
}
