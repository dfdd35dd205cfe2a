//! The form of an event's timetable: a line a round, and lines for breaks.

use std::ops::RangeInclusive;

use askama::Template;
use tiger_event::{Event, Format, RoundNumber, Settings, Timetable, local_time};

use super::places::Places;
use crate::access::EventAccess;
use crate::pages::{EventTab, FormView, Frame, or_empty};

/// Rounds that are offered beyond those that have a time, where nobody knows how many there will be.
const ROUNDS_AHEAD: RoundNumber = 9;

#[derive(Template)]
#[template(path = "setup/timetable.html")]
pub struct TimetableForm {
    pub frame: Frame,
    pub form: FormView,
    /// How many rounds are published, and how many are planned.
    published: RoundNumber,
    planned: RoundNumber,
    /// Whether everybody meets everybody, so that all rounds can be shown beforehand.
    pub is_robin: bool,
    /// The zone of the times.
    pub zone: String,
    pub is_set: bool,
}

impl TimetableForm {
    /// The lines that are no rounds.
    pub const OCCASIONS: Places = Places {
        group: "occasion",
        told_by: &["name", "begins", "minutes", "id"],
        empty: 3,
        most: Timetable::MOST_OCCASIONS,
    };

    pub fn of(access: &EventAccess) -> Self {
        let event = &*access.event;
        Self {
            frame: access.frame_under(EventTab::Settings),
            form: filled(event).with_version(&event.timetable_revision()),
            published: event.published_rounds(),
            planned: event.planned_rounds(),
            is_robin: matches!(event.settings.format, Format::RoundRobin | Format::DoubleRoundRobin),
            zone: event.settings.time_zone.to_string(),
            is_set: event.timetable().is_some(),
        }
    }

    /// The rounds that have a line: those that are planned, and those that were typed.
    fn rounds(&self) -> RangeInclusive<RoundNumber> {
        let typed = Self::rounds_in(&self.form).last().copied().unwrap_or(0);
        let known = typed.max(self.published);
        let planned = self.planned.min(known.saturating_add(ROUNDS_AHEAD));
        1..=planned.max(known).min(Settings::MOST_ROUNDS)
    }

    fn occasions(&self) -> Vec<usize> {
        Self::OCCASIONS.shown(&self.form)
    }

    /// The field in which a round's beginning is typed.
    pub fn round_field(round: RoundNumber) -> String {
        format!("round_{round}")
    }

    /// The rounds whose beginning was typed.
    pub fn rounds_in(form: &FormView) -> Vec<RoundNumber> {
        let is_typed = |round: &RoundNumber| !form.value(&Self::round_field(*round)).is_empty();
        (1..=Settings::MOST_ROUNDS).filter(is_typed).collect()
    }
}

fn filled(event: &Event) -> FormView {
    let form = FormView::fresh("timetable");
    let Some(timetable) = event.timetable() else { return form };
    let mut form = form
        .with_value("default_minutes", or_empty(&timetable.default_minutes))
        .with_value("round_minutes", or_empty(&timetable.round_minutes))
        .with_check("shows_schedule", timetable.shows_schedule);
    for line in &timetable.rounds {
        form = form.with_value(TimetableForm::round_field(line.round), local_time::typed(line.begins));
    }
    for (place, occasion) in timetable.occasions.iter().enumerate() {
        let field = |name: &str| TimetableForm::OCCASIONS.field(place, name);
        form = form
            .with_value(field("name"), occasion.name.as_str())
            .with_value(field("begins"), local_time::typed(occasion.begins))
            .with_value(field("minutes"), or_empty(&occasion.minutes))
            .with_value(field("id"), occasion.id.to_string());
    }
    form
}
