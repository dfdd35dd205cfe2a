//! The form of an event's timetable: a line a round, and lines for breaks.

use askama::Template;

use crate::access::EventAccess;
use crate::domain::entry::RoundNumber;
use crate::domain::event::Event;
use crate::domain::local_time;
use crate::domain::settings::{Format, Settings};
use crate::domain::timetable::Timetable;
use crate::pages::Frame;
use crate::pages::event::EventTab;
use crate::pages::form::FormView;

/// Rounds that are offered beyond those that have a time, where nobody knows how many there will be.
const ROUNDS_AHEAD: RoundNumber = 9;

/// Empty lines for more breaks.
const EMPTY_LINES: usize = 3;

#[derive(Debug, Template)]
#[template(path = "setup/timetable.html")]
pub struct TimetableForm {
    pub frame: Frame,
    pub base: String,
    /// What was typed.
    pub form: FormView,
    /// The rounds that have a line.
    pub rounds: Vec<RoundNumber>,
    /// The places of the other lines.
    pub occasions: Vec<usize>,
    /// Whether everybody meets everybody, so that all rounds can be shown beforehand.
    pub is_robin: bool,
    /// The zone of the times.
    pub zone: String,
    pub is_set: bool,
}

impl TimetableForm {
    /// The form filled with the timetable as it stands.
    #[must_use]
    pub fn of(access: &EventAccess) -> Self {
        let event = &*access.event;
        let mut page = Self {
            frame: access.frame(Some(EventTab::Settings)).under("Settings", access.path("/settings")),
            base: access.base(),
            form: filled(event).with_version(&event.timetable_revision()),
            rounds: Vec::new(),
            occasions: Vec::new(),
            is_robin: matches!(event.settings.format, Format::RoundRobin | Format::DoubleRoundRobin),
            zone: event.settings.time_zone.to_string(),
            is_set: event.timetable().is_some(),
        };
        page.lay_out(event);
        page
    }

    /// Shows what was typed, with its mistakes.
    pub fn refill(&mut self, access: &EventAccess, typed: FormView) {
        self.form.refill(typed);
        self.lay_out(&access.event);
    }

    /// Which lines there are: those that are planned, and those that were typed.
    fn lay_out(&mut self, event: &Event) {
        let typed = Self::rounds_in(&self.form).last().unwrap_or(0);
        let known = typed.max(event.published_rounds());
        let planned = event.planned_rounds().min(known.saturating_add(ROUNDS_AHEAD));
        self.rounds = (1..=planned.max(known).min(Settings::MOST_ROUNDS)).collect();
        let typed = Self::occasions_in(&self.form).last().map_or(0, |place| place + 1);
        self.occasions = (0..(typed + EMPTY_LINES).min(Timetable::MOST_OCCASIONS)).collect();
    }

    /// The field in which a round's beginning is typed.
    #[must_use]
    pub fn round_field(round: RoundNumber) -> String {
        format!("round_{round}")
    }

    /// The fields of another line: name, beginning, minutes, identifier.
    #[must_use]
    pub fn occasion_fields(place: usize) -> [String; 4] {
        ["name", "begins", "minutes", "id"].map(|field| format!("occasion_{place}_{field}"))
    }

    /// The rounds whose beginning was typed.
    pub fn rounds_in(form: &FormView) -> impl Iterator<Item = RoundNumber> + use<> {
        let is_typed = |round: &RoundNumber| !form.value(&Self::round_field(*round)).is_empty();
        (1..=Settings::MOST_ROUNDS).filter(is_typed).collect::<Vec<_>>().into_iter()
    }

    /// The places of the other lines of which something was typed.
    pub fn occasions_in(form: &FormView) -> impl Iterator<Item = usize> + use<> {
        let is_typed =
            |place: &usize| Self::occasion_fields(*place).iter().any(|field| !form.value(field).is_empty());
        (0..Timetable::MOST_OCCASIONS).filter(is_typed).collect::<Vec<_>>().into_iter()
    }
}

fn filled(event: &Event) -> FormView {
    let form = FormView::fresh("timetable");
    let Some(timetable) = event.timetable() else { return form };
    let minutes = |minutes: Option<u16>| minutes.map(|minutes| minutes.to_string()).unwrap_or_default();
    let mut form = form
        .with_value("default_minutes", minutes(timetable.default_minutes))
        .with_value("round_minutes", minutes(timetable.round_minutes));
    if timetable.shows_schedule {
        form = form.with_value("shows_schedule", "on");
    }
    for line in &timetable.rounds {
        form = form.with_value(TimetableForm::round_field(line.round), local_time::typed(line.begins));
    }
    for (place, occasion) in timetable.occasions.iter().enumerate() {
        let [name, begins, length, id] = TimetableForm::occasion_fields(place);
        form = form
            .with_value(name, occasion.name.as_str())
            .with_value(begins, local_time::typed(occasion.begins))
            .with_value(length, minutes(occasion.minutes))
            .with_value(id, occasion.id.to_string());
    }
    form
}
