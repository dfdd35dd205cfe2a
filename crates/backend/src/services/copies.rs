//! Another event like one that there is: its settings, and what else is wanted of it.

use crate::clock;
use chrono::{NaiveDate, TimeDelta};
use tiger_event::{
    Command, EntryCommand, EntryDetails, Event, EventCommand, EventName, FileRecords, NewEntry, Settings,
    Timetable, TimetableCommand, UserId,
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
    let entries: Vec<_> = players
        .map(|entry| {
            let office = entry.details.office.in_copy();
            let details = EntryDetails { office, ..entry.details.clone() };
            NewEntry { id: clock::new_id(), details, first_round: 1 }
        })
        .collect();
    if wanted.has_players && !entries.is_empty() {
        story.push(EntryCommand::AddEntries { entries }.into());
    }
    if let Some(timetable) = event.timetable().filter(|_| wanted.has_timetable) {
        let timetable = shifted(timetable, moved);
        story.push(TimetableCommand::SetTimetable { timetable, seen: 0 }.into());
    }
    (settings, story)
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
