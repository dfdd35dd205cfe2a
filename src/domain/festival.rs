//! Several events under one roof: its sections. It is no event and has no ledger; what must be in a section's ledger, its
//! room and the number of its first board, is among the section's settings.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use super::event::Event;
use super::ids::{FestivalId, UserId};
use super::text::{EventName, Slug};

/// A festival.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Festival {
    /// Its identifier.
    pub id: FestivalId,
    /// Its address.
    pub slug: Slug,
    /// Its name.
    pub name: EventName,
    /// Who made it; nobody any more where that account was erased.
    pub owner: Option<UserId>,
}

/// The boards of a section: the first and the last number in the hall.
#[must_use]
pub fn boards(event: &Event) -> (u16, u16) {
    let first = event.settings.first_board;
    let playing = event.entries.values().filter(|entry| entry.is_in(event.published_rounds() + 1)).count();
    let most = event.rounds.iter().map(|round| round.table.boards.len()).max().unwrap_or(0);
    let boards = u16::try_from(most.max(playing / 2)).unwrap_or(u16::MAX);
    (first, first.saturating_add(boards).saturating_sub(1))
}

/// The first numbers with which the boards of all sections count through, from 1.
#[must_use]
pub fn counted_through<'a>(sections: impl IntoIterator<Item = &'a Event>) -> Vec<u16> {
    let mut next: u16 = 1;
    let number = |event: &Event| {
        let (first, last) = boards(event);
        let own = next;
        next = next.saturating_add(last.saturating_add(1).saturating_sub(first));
        own
    };
    sections.into_iter().map(number).collect()
}

/// The days on which a section plays: those of its rounds, where all of them have a time, or else all of its days.
fn days(event: &Event) -> BTreeSet<NaiveDate> {
    let planned = usize::from(event.planned_rounds());
    let rounds =
        event.timetable().map(|timetable| &timetable.rounds).filter(|rounds| rounds.len() >= planned);
    match rounds {
        Some(rounds) if planned > 0 => rounds.iter().map(|round| round.begins.date()).collect(),
        _ => event
            .settings
            .starts_on
            .iter_days()
            .take_while(|day| *day <= event.settings.ends_on)
            .take(400)
            .collect(),
    }
}

/// Whether two sections have boards of the same numbers in one room on one day.
#[must_use]
pub fn collide(one: &Event, other: &Event) -> bool {
    let ((first, last), (from, to)) = (boards(one), boards(other));
    let share_numbers = first <= to && from <= last;
    share_numbers && one.settings.room == other.settings.room && !days(one).is_disjoint(&days(other))
}
