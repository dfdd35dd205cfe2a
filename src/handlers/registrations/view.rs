//! The arbiters' list as a page.

use actix_web::web::Data;
use chrono::{Days, NaiveDateTime, NaiveTime};

use crate::auth::EventAccess;
use crate::clock;
use crate::domain::event::Event;
use crate::domain::registration::RegistrationState;
use crate::error::AppError;
use crate::handlers::entries::qr;
use crate::ledger::OnceKey;
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::pages::registrations::{RegistrationRow, RegistrationsPage};
use crate::pages::rounds::local;
use crate::services::registrations::Line;
use crate::state::AppState;

/// The two forms of the page.
pub(super) struct Forms {
    pub(super) chosen: FormView,
    pub(super) terms: FormView,
}

impl Forms {
    /// The forms as the event stands.
    pub(super) fn fresh(event: &Event) -> Self {
        Self {
            chosen: FormView::new("chosen").with_idempotency(OnceKey::new().as_str()),
            terms: terms(event),
        }
    }
}

fn terms(event: &Event) -> FormView {
    let form = FormView::new("terms")
        .with_idempotency(OnceKey::new().as_str())
        .with_version(&event.registration_revision);
    let time = |time: NaiveDateTime| time.format("%Y-%m-%dT%H:%M").to_string();
    match &event.registration {
        None => form.with_value("closes_at", time(proposed_end(event))),
        Some(terms) => {
            let form = form.with_value("closes_at", time(terms.closes_at));
            let form = match terms.places {
                Some(places) => form.with_value("places", places.to_string()),
                None => form,
            };
            if terms.takes_byes { form.with_value("takes_byes", "on") } else { form }
        }
    }
}

/// The evening before the first day; tomorrow evening if that is over.
fn proposed_end(event: &Event) -> NaiveDateTime {
    let now = clock::now().with_timezone(&event.settings.time_zone).naive_local();
    let evening = NaiveTime::from_hms_opt(20, 0, 0).unwrap_or_default();
    let before = event.settings.starts_on.checked_sub_days(Days::new(1));
    let in_time = before.filter(|day| day.and_time(evening) > now);
    in_time.unwrap_or_else(|| now.date() + Days::new(1)).and_time(evening)
}

pub(super) fn page(
    state: &Data<AppState>,
    access: &EventAccess,
    event: &Event,
    lines: &[Line],
    forms: Forms,
) -> Result<Page<RegistrationsPage>, AppError> {
    let (waiting, decided): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.is_waiting());
    let has_terms = event.registration.is_some();
    let link = if has_terms { state.base_url.join(&access.path("/register")) } else { String::new() };
    let free = match event.free_places() {
        None => String::new(),
        Some(0) => "No place is free.".to_owned(),
        Some(1) => "One place is free.".to_owned(),
        Some(free) => format!("{free} places are free."),
    };
    let is_open = event.open_registration(clock::now()).is_some();
    Ok(Page(RegistrationsPage {
        frame: access.frame(Some(EventTab::Entries)).under("Entries", access.path("/entries")),
        base: access.base(),
        form: forms.chosen,
        terms: forms.terms,
        is_chief: access.role.is_chief(),
        is_public: event.is_public,
        is_open,
        has_terms,
        summary: summary(event, is_open),
        qr: if is_open { qr(&link)? } else { String::new() },
        link,
        waiting: waiting.iter().map(|line| row(event, line)).collect(),
        decided: decided.iter().map(|line| row(event, line)).collect(),
        clear: lines.iter().filter(|line| line.is_clear()).count(),
        free,
        once: OnceKey::new().to_string(),
    }))
}

fn summary(event: &Event, is_open: bool) -> String {
    match &event.registration {
        None => "Players cannot register by themselves.".to_owned(),
        Some(terms) => {
            let verb = if is_open { "Open" } else { "Was open" };
            format!("{verb} until {}.", terms.closes_at.format("%H:%M on %-d %B %Y"))
        }
    }
}

pub(super) fn row(event: &Event, line: &Line) -> RegistrationRow {
    let registration = &line.registration;
    let application = &registration.application;
    let details = &application.details;
    let origin = [&details.club, &details.federation].into_iter().flatten().map(ToString::to_string);
    let caution = match (&*line.double, line.is_beyond) {
        ("", true) => "Waiting list".to_owned(),
        (double, _) => double.to_owned(),
    };
    let reason = match &registration.state {
        RegistrationState::Refused { reason, by } => format!("by {by}: {reason}"),
        _ => String::new(),
    };
    RegistrationRow {
        id: registration.id.to_string(),
        name: details.name.to_string(),
        origin: origin.collect::<Vec<_>>().join(", "),
        rating: details.rating.map(|rating| rating.to_string()).unwrap_or_default(),
        at: local(event, registration.at),
        rounds_off: super::rounds_in_words(&application.rounds_off),
        contact: application.contact.as_ref().map(ToString::to_string).unwrap_or_default(),
        remark: application.remark.as_ref().map(ToString::to_string).unwrap_or_default(),
        caution,
        state: registration.state.title(),
        tone: match registration.state {
            RegistrationState::Waiting => Tone::Info,
            RegistrationState::Accepted { .. } => Tone::Good,
            RegistrationState::Refused { .. } => Tone::Bad,
            RegistrationState::Withdrawn => Tone::Neutral,
        },
        reason,
    }
}
