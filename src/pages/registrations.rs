//! Pages for players who register by themselves, and for the arbiters who decide.

use askama::Template;
use chrono::{Days, NaiveDateTime, NaiveTime};
use tiger_event::category::Asked;
use tiger_event::identity::Sex;
use tiger_event::permission::Role;
use tiger_event::{Event, Prizes, RegistrationState, RoundNumber};

use super::Frame;
use super::alerts::AlertsView;
use super::entries::{origin, sexes};
use super::event::EventTab;
use super::form::{Choice, FormView};
use super::masthead;
use super::parts::{Tone, or_empty};
use super::public::CalendarView;
use super::qr::qr;
use super::rounds::local;
use crate::access::{self, EventAccess, Viewer};
use crate::auth::Token;
use crate::clock;
use crate::config::BaseUrl;
use crate::error::Result;
use crate::services::registrations::{Line, Own};

#[derive(Template)]
#[template(path = "registrations/register.html")]
pub struct RegisterPage {
    pub frame: Frame,
    pub form: FormView,
    /// Whether registration is open now; otherwise the form is not shown.
    pub is_open: bool,
    /// Until when, in words.
    pub until: String,
    /// How full the event is, in a sentence; empty when places are not counted.
    pub places: String,
    /// Whether whoever registers now comes to the waiting list.
    pub is_full: bool,
    /// The round from which whoever registers now plays.
    pub first_round: RoundNumber,
    /// What it costs, in a sentence; empty where it costs nothing.
    pub fee: String,
    /// Rounds to be left out, if that can be asked for.
    pub rounds: Vec<Choice>,
    /// What leaving rounds out scores, in a sentence.
    pub byes: String,
    /// What the event's categories have to know.
    pub asked: Asked,
    pub sexes: Vec<Choice>,
    /// Whether the one who is signed in may register himself.
    pub may_be_self: bool,
    /// Whether this is an arbiter, who has shorter ways to enter players.
    pub is_arbiter: bool,
}

/// What the private link shows.
#[derive(Template)]
#[template(path = "registrations/own.html")]
pub struct OwnPage {
    pub frame: Frame,
    pub base: String,
    pub event: String,
    /// The private link in full.
    pub link: String,
    /// Where it stands.
    pub state: OwnState,
    /// What was typed: its name and the value.
    pub facts: Vec<(&'static str, String)>,
    /// The player's games as a calendar file, if there is one.
    pub calendar: Option<CalendarView>,
    pub path: String,
    /// Where the player is told of pairings; none while nobody is entered.
    pub alerts: Option<AlertsView>,
}

/// Where a registration stands, as the player sees it.
pub enum OwnState {
    /// Nobody has decided; the sentence says what it is about places.
    Waiting(String),
    /// Entered under a number; where to claim the entry, or the player's own page; empty if neither.
    Accepted {
        number: u16,
        /// The way on; empty when there is none.
        href: String,
        /// Whether it leads to the player's own page.
        is_own: bool,
    },
    /// Entered, and taken off the list again.
    Removed,
    Refused(String),
    /// Taken back.
    Withdrawn,
}

/// Those who registered, for arbiters.
#[derive(Template)]
#[template(path = "registrations/list.html")]
pub struct RegistrationsPage {
    pub frame: Frame,
    /// What is chosen, and the reason to refuse it.
    pub form: FormView,
    pub terms: FormView,
    /// Whether this reader may change the terms.
    pub is_chief: bool,
    /// Whether the event is public, so that anybody finds the form.
    pub is_public: bool,
    /// Whether registration is open now.
    pub is_open: bool,
    /// Whether there are terms, be they over.
    pub has_terms: bool,
    pub summary: String,
    /// The form's address in full; empty without terms.
    pub link: String,
    /// The form's address as an SVG picture, made by the program; empty without terms.
    pub qr: String,
    /// Those who wait.
    pub waiting: Vec<RegistrationRow>,
    pub decided: Vec<RegistrationRow>,
    /// How many can be accepted at once.
    pub clear: usize,
    /// How many places are free, in a sentence; empty when they are not counted.
    pub free: String,
}

impl RegistrationsPage {
    /// The words on the button that accepts all that nothing speaks against.
    pub fn accept_all(&self) -> String {
        match (self.clear, self.waiting.len()) {
            (1, 1) => "Accept this player".to_owned(),
            (clear, waiting) if clear == waiting => format!("Accept all {clear}"),
            (clear, _) => format!("Accept {clear}"),
        }
    }
}

pub struct RegistrationRow {
    pub id: String,
    pub name: String,
    /// Club and federation.
    pub origin: String,
    /// The rating; empty if there is none.
    pub rating: String,
    /// When it came.
    pub at: String,
    /// Rounds to be left out; empty if none.
    pub rounds_off: String,
    /// How to reach the player; empty if nothing was said.
    pub contact: String,
    /// What the player wants known; empty if nothing.
    pub remark: String,
    /// What to look at before accepting; empty if nothing.
    pub caution: String,
    /// Whether it may be the same person as another.
    pub is_double: bool,
    pub state: &'static str,
    pub tone: Tone,
    /// Why it was refused and by whom; empty otherwise.
    pub reason: String,
}

/// One registration, to be mended and decided.
#[derive(Template)]
#[template(path = "registrations/one.html")]
pub struct RegistrationPage {
    pub frame: Frame,
    pub row: RegistrationRow,
    /// Whether it can still be accepted.
    pub is_open: bool,
    /// Whether it can still be refused.
    pub is_waiting: bool,
    /// Name, club, federation, rating, and what categories ask.
    pub form: FormView,
    pub sexes: Vec<Choice>,
}

/// Whether the one who is signed in may speak for a player of this event.
pub fn may_be_self(access: &EventAccess) -> bool {
    access.viewer.signed_in().is_some() && access.role == Role::Public
}

fn fee_in_words(prizes: &Prizes) -> String {
    format!("The entry fee is {} {}.", prizes.entry_fee, prizes.currency)
}

/// The rounds to come.
pub fn open_rounds(event: &Event) -> std::ops::RangeInclusive<RoundNumber> {
    event.published_rounds() + 1..=event.settings.rounds
}

impl RegisterPage {
    /// The form, with how many have registered and wait to be accepted.
    pub fn of(access: &EventAccess, waiting: usize) -> Result<Self> {
        let event = &access.event;
        let is_open = event.open_registration(clock::now()).is_some();
        let free = event.free_places();
        let before = match waiting {
            0 => String::new(),
            1 => " One player registered before you and waits to be accepted.".to_owned(),
            waiting => format!(" {waiting} players registered before you and wait to be accepted."),
        };
        let waits = if free.is_some_and(|free| waiting >= free) {
            " Whoever registers now comes to the waiting list."
        } else {
            ""
        };
        let places = match (event.registration.as_ref().and_then(|terms| terms.places), free) {
            (Some(places), Some(1)) => format!("One of {places} places is free.{before}{waits}"),
            (Some(places), Some(free)) if free > 0 => {
                format!("{free} of {places} places are free.{before}{waits}")
            }
            _ => String::new(),
        };
        let until = event.registration.as_ref().map(|terms| terms.closes_at);
        let rounds = open_rounds(event).filter(|_| event.registration_takes_byes());
        let halves = event.settings.byes.half_byes_allowed;
        let half = event.settings.byes.half;
        let byes = match halves {
            0 => "They score nothing.".to_owned(),
            1 => format!("The first of them scores {half}, the others nothing."),
            halves => format!("The first {halves} of them score {half} each, the others nothing."),
        };
        Ok(Self {
            frame: access.viewer.form_frame()?.in_event(access.nav(None)),
            form: FormView::new("register"),
            is_open,
            until: until.map(|until| until_words(event, until)).unwrap_or_default(),
            places,
            is_full: free == Some(0),
            first_round: *open_rounds(event).start(),
            fee: event
                .prizes()
                .filter(|prizes| !prizes.entry_fee.is_none())
                .map(fee_in_words)
                .unwrap_or_default(),
            rounds: rounds.map(|round| Choice::new(round.to_string(), round.to_string())).collect(),
            byes,
            asked: event.asked_by_categories(),
            sexes: sexes(),
            may_be_self: may_be_self(access),
            is_arbiter: access.role.is_arbiter(),
        })
    }
}

impl RegisterPage {
    /// What was typed, each with its name, for whoever typed while registration ended.
    pub fn typed(&self) -> Vec<(&'static str, &str)> {
        let fields = [
            ("Name", "name"),
            ("Club or town", "club"),
            ("Federation", "federation"),
            ("Rating", "rating"),
            ("Sex", "sex"),
            ("Born", "birth"),
            ("How to reach you", "contact"),
            ("Remark", "remark"),
        ];
        let typed = fields.into_iter().map(|(name, field)| (name, self.form.value(field)));
        typed.filter(|(_, value)| !value.is_empty()).collect()
    }
}

/// Where the private link of a registration leads.
pub fn own_path(token: &Token) -> String {
    format!("/registrations/{}", token.reveal())
}

impl OwnPage {
    pub fn of(
        viewer: &Viewer,
        base_url: &BaseUrl,
        (own, alerts): (&Own, Option<AlertsView>),
        token: &Token,
    ) -> Result<Self> {
        let event = &own.event;
        let role = if own.is_own { own.entry.as_ref().map(|entry| Role::Player(entry.id)) } else { None };
        // An event that is not public has no pages that the navigation could lead to.
        let frame = viewer.form_frame()?;
        let frame = match event.is_public {
            true => frame.in_event(masthead::nav(event, role.unwrap_or(Role::Public), None)),
            false => frame,
        };
        let path = own_path(token);
        Ok(Self {
            frame,
            base: if event.is_public { access::base(event) } else { "/".to_owned() },
            event: event.settings.name.to_string(),
            link: base_url.join(&path),
            state: state_of(own, token),
            facts: facts(own),
            calendar: own.entry.as_ref().and_then(|it| CalendarView::of(event, it.number, base_url)),
            path,
            alerts,
        })
    }
}

fn state_of(own: &Own, token: &Token) -> OwnState {
    match (&own.registration.state, &own.entry) {
        (RegistrationState::Waiting, _) => OwnState::Waiting(waiting(own)),
        (RegistrationState::Refused { reason, .. }, _) => OwnState::Refused(reason.to_string()),
        (RegistrationState::Withdrawn, _) => OwnState::Withdrawn,
        (RegistrationState::Accepted { .. }, None) => OwnState::Removed,
        (RegistrationState::Accepted { .. }, Some(entry)) => OwnState::Accepted {
            number: entry.number,
            href: if own.is_own {
                format!("{}/me", access::base(&own.event))
            } else if own.is_offered {
                format!("/claim/{}", token.reveal())
            } else {
                String::new()
            },
            is_own: own.is_own,
        },
    }
}

/// Whether there is a place, as far as it can be said.
fn waiting(own: &Own) -> String {
    let sentence = match own.event.free_places() {
        Some(free) if own.ahead >= free => {
            format!("All places are taken: you are number {} of the waiting list.", own.ahead + 1 - free)
        }
        _ => "An arbiter looks at it soon.".to_owned(),
    };
    format!("{sentence} You are not on the list of players yet.")
}

fn facts(own: &Own) -> Vec<(&'static str, String)> {
    let application = &own.registration.application;
    let details = &application.details;
    let facts = [
        ("Event", own.event.settings.name.to_string()),
        ("When", masthead::dates(&own.event)),
        ("Name", details.name.to_string()),
        ("Club", or_empty(&details.club)),
        ("Federation", or_empty(&details.federation)),
        ("Rating", or_empty(&details.rating)),
        ("Sex", details.identity.sex().map_or("", Sex::word).to_owned()),
        ("Born", or_empty(&details.identity.birth_date)),
        ("Cannot play", rounds_in_words(&application.rounds_off)),
        ("To be reached", or_empty(&application.contact)),
        ("Remark", or_empty(&application.remark)),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}

impl RegistrationsPage {
    pub fn of(access: &EventAccess, base_url: &BaseUrl, lines: &[Line]) -> Result<Self> {
        let event = &*access.event;
        let (waiting, decided): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.is_waiting());
        let has_terms = event.registration.is_some();
        let link = if has_terms { base_url.join(&access.path("/register")) } else { String::new() };
        let free = match event.free_places() {
            None => String::new(),
            Some(0) => "No place is free.".to_owned(),
            Some(1) => "One place is free.".to_owned(),
            Some(free) => format!("{free} places are free."),
        };
        let is_open = event.open_registration(clock::now()).is_some();
        Ok(Self {
            frame: access.frame_under(EventTab::Entries),
            form: FormView::fresh("chosen"),
            terms: terms(event),
            is_chief: access.role.is_chief(),
            is_public: event.is_public,
            is_open,
            has_terms,
            summary: summary(event, is_open),
            qr: if is_open { qr(&link)? } else { String::new() },
            link,
            waiting: waiting.iter().map(|line| RegistrationRow::of(event, line)).collect(),
            decided: decided.iter().map(|line| RegistrationRow::of(event, line)).collect(),
            clear: lines.iter().filter(|line| line.is_clear()).count(),
            free,
        })
    }
}

fn terms(event: &Event) -> FormView {
    let form = FormView::fresh("terms").with_version(&event.registration_revision);
    let time = |time: NaiveDateTime| time.format("%Y-%m-%dT%H:%M").to_string();
    match &event.registration {
        None => form.with_value("closes_at", time(proposed_end(event))),
        Some(terms) => form
            .with_value("closes_at", time(terms.closes_at))
            .with_value("places", or_empty(&terms.places))
            .with_check("takes_byes", terms.takes_byes),
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

/// A time by the clocks of the event, with the zone that they keep.
fn until_words(event: &Event, until: NaiveDateTime) -> String {
    format!("{} ({})", until.format("%H:%M on %-d %B %Y"), event.settings.time_zone)
}

fn summary(event: &Event, is_open: bool) -> String {
    match &event.registration {
        None => "Players cannot register by themselves.".to_owned(),
        Some(terms) => {
            let verb = if is_open { "Open" } else { "Was open" };
            format!("{verb} until {}.", until_words(event, terms.closes_at))
        }
    }
}

impl RegistrationRow {
    fn of(event: &Event, line: &Line) -> Self {
        let registration = &line.registration;
        let application = &registration.application;
        let details = &application.details;
        let caution = match (&*line.double, line.is_beyond) {
            ("", true) => "Waiting list".to_owned(),
            (double, _) => double.to_owned(),
        };
        let reason = match &registration.state {
            RegistrationState::Refused { reason, by } => format!("by {by}: {reason}"),
            _ => String::new(),
        };
        Self {
            id: registration.id.to_string(),
            name: details.name.to_string(),
            origin: origin(details),
            rating: or_empty(&details.rating),
            at: local(event, registration.at),
            rounds_off: rounds_in_words(&application.rounds_off),
            contact: or_empty(&application.contact),
            remark: or_empty(&application.remark),
            caution,
            is_double: !line.double.is_empty(),
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
}

impl RegistrationPage {
    /// The page of one registration, its form filled with what was typed.
    pub fn of(access: &EventAccess, line: &Line) -> Self {
        let (state, details) = (&line.registration.state, &line.registration.application.details);
        Self {
            frame: access
                .frame_under(EventTab::Entries)
                .under("Registrations", access.path("/registrations")),
            row: RegistrationRow::of(&access.event, line),
            is_open: matches!(state, RegistrationState::Waiting | RegistrationState::Refused { .. }),
            is_waiting: line.is_waiting(),
            form: FormView::fresh("one").with_details(details).with_asked(&details.identity),
            sexes: sexes(),
        }
    }
}

/// Rounds in words, such as `round 2` or `rounds 2, 5`.
fn rounds_in_words(rounds: &[RoundNumber]) -> String {
    let listed = rounds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match rounds {
        [] => String::new(),
        [_] => format!("round {listed}"),
        _ => format!("rounds {listed}"),
    }
}
