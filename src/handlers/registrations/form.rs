//! The form with which a player registers. Anybody may send it.

use std::time::Duration;

use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::auth::token::Token;
use crate::auth::{EventAccess, Posted, address};
use crate::clock;
use crate::db;
use crate::domain::entry::RoundNumber;
use crate::domain::event::Event;
use crate::domain::permission::Role;
use crate::domain::registration::Application;
use crate::domain::text::{Label, Note};
use crate::error::AppError;
use crate::handlers::entries::read_details;
use crate::pages::form::{Choice, FormView};
use crate::pages::registrations::RegisterPage;
use crate::pages::{Page, see_other};
use crate::services::registrations::{self, Registered};
use crate::state::AppState;

/// `GET /events/{slug}/register`
///
/// # Errors
/// When the event does not take registrations.
pub async fn show(access: EventAccess) -> Result<HttpResponse, AppError> {
    let mut form = fresh()?;
    if let (Some(signed_in), true) = (access.viewer.signed_in(), may_be_self(&access)) {
        form = form.with_value("name", signed_in.user.name.as_str()).with_value("self", "on");
    }
    page(&access, form)?.answer()
}

/// `POST /events/{slug}/register`
///
/// # Errors
/// When the event does not take registrations.
pub async fn submit(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let mut form = posted.view("register");
    let ticket = form.value("ticket").parse::<Token>();
    let application = read(&mut form, &access.event, &posted);
    let Ok(token) = ticket else {
        form.reject("", "This form lacks its number. Please send it again.");
        return again(&access, form, true);
    };
    if access.event.open_registration(clock::now()).is_none() {
        form.reject("", "Registration has just ended. Ask an arbiter in the hall.");
    }
    if !posted.value("website").is_empty() {
        form.reject("", "A field that people do not see was filled in. Reload the page and type it by hand.");
    }
    let (Some(application), false) = (application, form.is_rejected()) else {
        return again(&access, form, false);
    };
    if let Err(wait) = state.flood.pass(&address::client(&request, &state.config)) {
        return slow_down(&access, form, wait);
    }
    let is_self = posted.has("self") && may_be_self(&access);
    let user = access.viewer.signed_in().filter(|_| is_self).map(|signed_in| signed_in.user.id);
    let (shared, event) = (state.clone(), access.event.id);
    let register = move || registrations::register(&shared, event, &token, &application, user);
    match db::block(register).await? {
        Registered::Waits => Ok(see_other(&format!("/registrations/{}", token.reveal()))),
        Registered::SentBefore(name) => {
            form.reject("", format!("This form was sent before, for {name}, who is registered. Send it again if it is another player."));
            again(&access, form, true)
        }
        Registered::AccountWaits => {
            form.reject("self", "You are registered already; your private link shows where it stands.");
            again(&access, form, false)
        }
        Registered::Full => {
            form.reject("", "Too many registrations wait at this moment. Try again when the arbiters have looked at them.");
            again(&access, form, false)
        }
    }
}

/// An empty form with a number of its own: the token of the private link to be.
fn fresh() -> Result<FormView, AppError> {
    let token = Token::new().map_err(AppError::internal)?;
    Ok(FormView::new("register").with_value("ticket", token.reveal()))
}

/// Whether the one who is signed in may speak for a player of this event.
fn may_be_self(access: &EventAccess) -> bool {
    access.viewer.signed_in().is_some() && access.role == Role::Public
}

fn read(form: &mut FormView, event: &Event, posted: &Posted) -> Option<Application> {
    let details = read_details(form);
    let contact = form.read("contact", Label::parse_optional);
    let remark = form.read("remark", Note::parse_optional);
    let rounds: Option<Vec<RoundNumber>> = match event.registration_takes_byes() {
        true => posted.values("rounds_off").map(|round| round.parse().ok()).collect(),
        false => Some(Vec::new()),
    };
    let rounds = rounds.filter(|rounds| rounds.iter().all(|round| open_rounds(event).contains(round)));
    if rounds.is_none() {
        form.reject("rounds_off", "Choose among the rounds that are still to come.");
    }
    Some(Application { details: details?, rounds_off: rounds?, contact: contact?, remark: remark? })
}

/// The rounds to come.
fn open_rounds(event: &Event) -> std::ops::RangeInclusive<RoundNumber> {
    event.published_rounds() + 1..=event.settings.rounds
}

fn again(access: &EventAccess, form: FormView, is_new: bool) -> Result<HttpResponse, AppError> {
    let form = if is_new {
        form.with_only_value("ticket", Token::new().map_err(AppError::internal)?.reveal())
    } else {
        form
    };
    page(access, form)?.answer_with(StatusCode::UNPROCESSABLE_ENTITY)
}

/// What was typed stays, and the browser hears how long to wait.
fn slow_down(access: &EventAccess, mut form: FormView, wait: Duration) -> Result<HttpResponse, AppError> {
    let seconds = wait.as_secs().max(1);
    form.reject(
        "",
        format!("Many registrations came from your address. Please send it again in {seconds} seconds."),
    );
    let mut answer = page(access, form)?.answer_with(StatusCode::TOO_MANY_REQUESTS)?;
    answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    Ok(answer)
}

fn page(access: &EventAccess, form: FormView) -> Result<Page<RegisterPage>, AppError> {
    let event = &access.event;
    let terms = event.registration.as_ref().ok_or(AppError::not_found("page"))?;
    let is_open = event.open_registration(clock::now()).is_some();
    let free = event.free_places();
    let places = match (terms.places, free) {
        (Some(places), Some(1)) => format!("One of {places} places is free."),
        (Some(places), Some(free)) if free > 0 => format!("{free} of {places} places are free."),
        _ => String::new(),
    };
    let rounds = if event.registration_takes_byes() { open_rounds(event).collect() } else { Vec::new() };
    let halves = event.settings.byes.half_byes_allowed;
    let half = event.settings.byes.half;
    let byes = match halves {
        0 => "They bring no points.".to_owned(),
        1 => format!("The first of them brings {half}, the others bring no points."),
        halves => format!("The first {halves} of them bring {half} each, the others bring no points."),
    };
    Ok(Page(RegisterPage {
        frame: access.viewer.form_frame()?.in_event(access.nav(None)),
        base: access.base(),
        form,
        is_open,
        until: terms.closes_at.format("%H:%M on %-d %B %Y").to_string(),
        places,
        is_full: free == Some(0),
        rounds: rounds.into_iter().map(|round| Choice::new(round.to_string(), round.to_string())).collect(),
        byes,
        may_be_self: may_be_self(access),
        is_arbiter: access.role.is_arbiter(),
    }))
}
