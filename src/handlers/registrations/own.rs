//! What a player sees behind the private link of the registration.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};

use crate::auth::links::NO_LINK;
use crate::auth::token::Token;
use crate::auth::{Posted, Viewer};
use crate::db;
use crate::domain::permission::Role;
use crate::domain::registration::RegistrationState;
use crate::error::AppError;
use crate::pages::flash::see_other_saying;
use crate::pages::parts::Tone;
use crate::pages::registrations::{OwnPage, OwnState};
use crate::pages::{Page, masthead};
use crate::services::registrations::{self, Own};
use crate::state::AppState;

/// `GET /registrations/{token}`
///
/// # Errors
/// When there is no such link.
pub async fn show(
    viewer: Viewer,
    token: Path<String>,
    state: Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    let user = viewer.signed_in().map(|signed_in| signed_in.user.clone());
    let shared = state.clone();
    let own = db::block(move || registrations::find(&shared, &token, user.as_ref())).await?;
    let event = &own.event;
    let role = if own.is_own { own.entry.as_ref().map(|entry| Role::Player(entry.id)) } else { None };
    // An event that is not public has no pages that the navigation could lead to.
    let frame = viewer.form_frame()?;
    let frame = match event.is_public {
        true => frame.in_event(masthead::nav(event, role.unwrap_or(Role::Public), None)),
        false => frame,
    };
    let path = path(&token);
    Page(OwnPage {
        frame,
        base: if event.is_public { masthead::base(event) } else { "/".to_owned() },
        event: event.settings.name.to_string(),
        link: state.base_url.join(&path),
        state: state_of(&own, &token),
        facts: facts(&own),
        path,
    })
    .answer()
}

/// `POST /registrations/{token}/withdraw`
///
/// # Errors
/// When there is no such link, or an arbiter has decided.
pub async fn withdraw(
    _posted: Posted,
    token: Path<String>,
    state: Data<AppState>,
) -> Result<HttpResponse, AppError> {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    match db::block(move || registrations::withdraw(&state, &token)).await {
        Ok(()) => Ok(see_other_saying(&path(&token), Tone::Good, "Your registration is taken back.")),
        Err(AppError::Unprocessable(sentence)) => {
            Ok(see_other_saying(&path(&token), Tone::Warning, &sentence))
        }
        Err(error) => Err(error),
    }
}

fn path(token: &Token) -> String {
    format!("/registrations/{}", token.reveal())
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
                format!("{}/me", masthead::base(&own.event))
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
    let sentence = match (own.event.free_places(), own.ahead) {
        (Some(free), ahead) if ahead >= free => {
            format!("All places are taken: you are number {} of the waiting list.", ahead + 1 - free)
        }
        _ => "An arbiter looks at it soon.".to_owned(),
    };
    format!("{sentence} You are not on the list of players yet.")
}

fn facts(own: &Own) -> Vec<(&'static str, String)> {
    let application = &own.registration.application;
    let details = &application.details;
    let text = |value: Option<String>| value.unwrap_or_default();
    let facts = [
        ("Event", own.event.settings.name.to_string()),
        ("When", masthead::dates(&own.event)),
        ("Name", details.name.to_string()),
        ("Club", text(details.club.as_ref().map(ToString::to_string))),
        ("Federation", text(details.federation.as_ref().map(ToString::to_string))),
        ("Rating", text(details.rating.map(|rating| rating.to_string()))),
        ("Cannot play", super::rounds_in_words(&application.rounds_off)),
        ("To be reached", text(application.contact.as_ref().map(ToString::to_string))),
        ("Remark", text(application.remark.as_ref().map(ToString::to_string))),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).collect()
}
