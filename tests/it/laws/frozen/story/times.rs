//! When rounds and breaks begin.

use chrono::{NaiveDate, NaiveDateTime};
use tiger_event::timetable::{Occasion, RoundTime};
use tiger_event::{EventCommand, Label, Timetable, TimetableCommand};

use super::Story;
use tiger_arbiter::clock::new_id;

fn at(hour: u32) -> NaiveDateTime {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap().and_hms_opt(hour, 15, 0).unwrap()
}

impl Story {
    /// It goes on from paper.
    pub(super) fn taken_up(&mut self) {
        let (printed_at, digest) = (crate::laws::history::meta(1).at, super::SECRET);
        self.give(EventCommand::TakeUpEvent { printed_at, version: 7, head: digest, digest });
    }

    /// A timetable is set, taken away, and set with all that it can say.
    pub(super) fn times(&mut self) {
        let rounds = (1..).zip([10, 14]).map(|(round, hour)| RoundTime { round, begins: at(hour) }).collect();
        let timetable = Timetable { rounds, ..Timetable::default() };
        let name = || Label::parse("Lunch").unwrap();
        let occasion = |hour, minutes| Occasion { id: new_id(), name: name(), begins: at(hour), minutes };
        let whole = Timetable {
            default_minutes: Some(30),
            round_minutes: Some(150),
            shows_schedule: true,
            occasions: vec![occasion(12, Some(60)), occasion(18, None)],
            ..timetable.clone()
        };
        for timetable in [timetable, Timetable::default(), whole] {
            assert!(self.give(TimetableCommand::SetTimetable { timetable, seen: u64::MAX }));
        }
    }
}
