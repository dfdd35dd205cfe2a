//! Another event like one that there is: its settings, and what else is wanted of it.

use std::collections::BTreeMap;

use crate::clock;
use chrono::{NaiveDate, TimeDelta};
use tiger_event::ids::CategoryId;
use tiger_event::{
    AwardCommand, Category, Command, EntryCommand, EntryDetails, EntryId, Event, EventCommand, EventName,
    FileRecords, NewEntry, Settings, Timetable, TimetableCommand, UserId,
};

/// What is wanted of the other event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    pub name: EventName,
    /// Its first day; it lasts as long as this one.
    pub starts_on: NaiveDate,
    /// Whether it has the players, in the same order.
    pub has_players: bool,
    pub has_arbiters: bool,
    /// Whether it has the timetable, moved to its days.
    pub has_timetable: bool,
    /// Whether it has the categories, the prizes and the entry fee.
    pub has_prizes: bool,
}

/// The settings of the other event, and what happens in it after it was made by `chief`. Neither byes nor claims nor
/// registrations come along; who has left or was erased does not come at all.
pub fn copy(event: &Event, wanted: Copied, chief: UserId) -> (Settings, Vec<Command>) {
    let before = &event.settings;
    let moved = wanted.starts_on - before.starts_on;
    let settings = Settings {
        name: wanted.name,
        starts_on: wanted.starts_on,
        ends_on: before.ends_on.checked_add_signed(moved).unwrap_or(wanted.starts_on),
        // What a file said of that event does not hold of this one.
        file: FileRecords::default(),
        ..before.clone()
    };
    let mut story: Vec<Command> = Vec::new();
    if wanted.has_arbiters {
        let others = event.staff.iter().filter(|(user, _)| **user != chief);
        let appoint = others.map(|(user, member)| EventCommand::AppointStaff {
            user: *user,
            name: member.name.clone(),
            role: member.role,
        });
        story.extend(appoint.map(Command::from));
    }
    let players = event.entries_by_number().into_iter();
    let players = players.filter(|entry| !event.has_left(entry) && !entry.is_erased);
    // Who each of them is in the other event.
    let players: BTreeMap<EntryId, NewEntry> = players
        .filter(|_| wanted.has_players)
        .map(|entry| {
            let office = entry.details.office.in_copy();
            let details = EntryDetails { office, ..entry.details.clone() };
            (entry.id, NewEntry { id: clock::new_id(), details, first_round: 1 })
        })
        .collect();
    let ids: BTreeMap<EntryId, EntryId> = players.iter().map(|(id, entry)| (*id, entry.id)).collect();
    if !players.is_empty() {
        let by_number = event.entries_by_number().into_iter();
        let entries = by_number.filter_map(|entry| players.get(&entry.id).cloned()).collect();
        story.push(EntryCommand::AddEntries { entries }.into());
    }
    if wanted.has_prizes {
        story.extend(prizes(event, &ids).map(Command::from));
    }
    if let Some(timetable) = event.timetable().filter(|_| wanted.has_timetable) {
        let timetable = shifted(timetable, moved);
        story.push(TimetableCommand::SetTimetable { timetable, seen: 0 }.into());
    }
    (settings, story)
}

/// The categories and prizes once more; `players` says who is who in the other event.
fn prizes(event: &Event, players: &BTreeMap<EntryId, EntryId>) -> impl Iterator<Item = AwardCommand> {
    let ids: BTreeMap<CategoryId, CategoryId> =
        event.categories.iter().map(|category| (category.id, clock::new_id())).collect();
    let category = |category: &Category| Category {
        id: ids.get(&category.id).copied().unwrap_or(category.id),
        named: category.named.iter().filter_map(|entry| players.get(entry).copied()).collect(),
        ..category.clone()
    };
    let categories: Vec<_> = event.categories.iter().map(category).collect();
    let categories = (!categories.is_empty()).then_some(AwardCommand::SetCategories { categories, seen: 0 });
    let prizes = event.prizes().cloned().map(|mut prizes| {
        for list in &mut prizes.lists {
            list.category = list.category.and_then(|id| ids.get(&id).copied());
        }
        AwardCommand::SetPrizes { prizes: Some(prizes), seen: 0 }
    });
    categories.into_iter().chain(prizes)
}

/// A timetable some days later, whose breaks are others than those of the event that it comes from.
fn shifted(timetable: &Timetable, by: TimeDelta) -> Timetable {
    let mut timetable = timetable.clone();
    for line in &mut timetable.rounds {
        line.begins = line.begins.checked_add_signed(by).unwrap_or(line.begins);
    }
    for occasion in &mut timetable.occasions {
        occasion.begins = occasion.begins.checked_add_signed(by).unwrap_or(occasion.begins);
        occasion.id = clock::new_id();
    }
    timetable
}
