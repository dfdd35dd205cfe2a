//! When rounds and breaks begin.

use chrono_tz::Tz;
use tiger_event::timetable::{Occasion, RoundTime};
use tiger_event::{Label, RoundNumber, Timetable, TimetableCommand, local_time};

use crate::access::ForArbiter;
use crate::clock;
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::pages::setup::TimetableForm;
use crate::pages::{FormView, Page};

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(TimetableForm::of(&access)).answer()
}

pub async fn save(FromArbiter(mut sent): FromArbiter) -> Answer {
    let zone = sent.access.event.settings.time_zone;
    let (timetable, seen) = (read(&mut sent.form, zone), sent.posted.version()?);
    let command = timetable.map(|timetable| TimetableCommand::SetTimetable { timetable, seen });
    let deed = Deed::new(sent.access.path("/settings/timetable"), "The timetable is saved.").typed_again();
    sent.answer_in(deed, command, async |access| Ok(TimetableForm::of(access)), |page| &mut page.form).await
}

fn read(form: &mut FormView, zone: Tz) -> Option<Timetable> {
    let default_minutes = form.read("default_minutes", read_minutes);
    let round_minutes = form.read("round_minutes", read_minutes);
    let shows_schedule = form.has("shows_schedule", "on");
    let rounds = TimetableForm::rounds_in(form).into_iter();
    let rounds = rounds.filter_map(|round| read_round(form, round, zone)).collect();
    let occasions = TimetableForm::OCCASIONS.filled(form).into_iter();
    let occasions = occasions.filter_map(|place| read_occasion(form, place, zone)).collect();
    let (default_minutes, round_minutes) = (default_minutes?, round_minutes?);
    let timetable = Timetable { default_minutes, round_minutes, shows_schedule, rounds, occasions };
    (!form.is_rejected()).then_some(timetable)
}

/// A round whose time is said; a mistake is noted at its field.
fn read_round(form: &mut FormView, round: RoundNumber, zone: Tz) -> Option<RoundTime> {
    let field = TimetableForm::round_field(round);
    if form.value(&field).trim().is_empty() {
        return None;
    }
    Some(RoundTime { round, begins: form.read(&field, |text| local_time::read(text, zone))? })
}

/// A line with a name; one whose name is taken out goes. Mistakes are noted at their fields.
fn read_occasion(form: &mut FormView, place: usize, zone: Tz) -> Option<Occasion> {
    let field = |name: &str| TimetableForm::OCCASIONS.field(place, name);
    let [name, begins, minutes, id] = ["name", "begins", "minutes", "id"].map(field);
    let is_empty = |field: &str, form: &FormView| form.value(field).trim().is_empty();
    if is_empty(&name, form) && (is_empty(&begins, form) || !is_empty(&id, form)) {
        return None;
    }
    let kept = form.value(&id).parse().unwrap_or_else(|_| clock::new_id());
    let label = form.read(&name, Label::parse);
    let begins = form.read(&begins, |text| local_time::read(text, zone));
    let minutes = form.read(&minutes, read_minutes);
    Some(Occasion { id: kept, name: label?, begins: begins?, minutes: minutes? })
}

fn read_minutes(text: &str) -> Result<Option<u16>, &'static str> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| "Write minutes, such as 30, or leave it empty."),
    }
}
