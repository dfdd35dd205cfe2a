//! When rounds and breaks begin.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{Effect, Event, Family, Meta, Teller, check_seen};
use crate::Timetable;
use crate::timetable::SetTimetable;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TimetableCommand {
    /// The timetable is replaced.
    SetTimetable {
        /// The new one; an empty one takes it away.
        timetable: Timetable,
        seen: u64,
    },
}

impl Family for TimetableCommand {
    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        let Self::SetTimetable { timetable, seen } = self;
        timetable.check(&event.settings)?;
        check_seen(*seen, event.timetable_revision(), || {
            let theirs = event.timetable().map_or_else(|| "nothing".to_owned(), Timetable::summary);
            ("the timetable".to_owned(), theirs, timetable.summary())
        })?;
        event.timetable =
            Some(SetTimetable { timetable: timetable.clone(), revision: meta.seq, at: meta.at });
        Ok(())
    }

    fn tell(&self, _: &mut Teller<'_>) -> String {
        let Self::SetTimetable { timetable, .. } = self;
        format!("Timetable: {}", timetable.summary())
    }
}
