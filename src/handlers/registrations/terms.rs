//! On what terms players may register by themselves.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use chrono::NaiveDateTime;

use super::list::lines;
use super::view::{self, Forms};
use crate::auth::{EventAccess, Posted};
use crate::db;
use crate::domain::command::Command;
use crate::domain::registration::RegistrationTerms;
use crate::error::AppError;
use crate::ledger::{OnceKey, Order};
use crate::pages::flash::see_other_saying;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::services;
use crate::state::AppState;

/// `POST /events/{slug}/registrations/terms`
///
/// # Errors
/// For anybody but the chief arbiter.
pub async fn save(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_chief()?;
    let mut form = posted.view("terms");
    match read(&mut form) {
        Some(terms) => set(&state, &access, &posted, form, Some(terms), "Registration is open.").await,
        None => again(&state, &access, form, StatusCode::UNPROCESSABLE_ENTITY).await,
    }
}

/// `POST /events/{slug}/registrations/close`
///
/// # Errors
/// For anybody but the chief arbiter.
pub async fn close(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_chief()?;
    set(&state, &access, &posted, posted.view("terms"), None, "Registration is closed.").await
}

fn read(form: &mut FormView) -> Option<RegistrationTerms> {
    let closes_at = form.read("closes_at", read_time);
    let places = form.read("places", |text| match text.trim() {
        "" => Ok(None),
        text => {
            text.parse().map(Some).map_err(|_| "Write the number of places, such as 64, or leave it empty.")
        }
    });
    let takes_byes = form.has("takes_byes", "on");
    Some(RegistrationTerms { closes_at: closes_at?, places: places?, takes_byes })
}

/// A time as browsers send it, with seconds or without; typed by hand it may have a blank in the middle.
fn read_time(text: &str) -> Result<NaiveDateTime, &'static str> {
    let text = text.trim().replacen(' ', "T", 1);
    let forms = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"];
    let read = forms.iter().find_map(|form| NaiveDateTime::parse_from_str(&text, form).ok());
    read.ok_or("Write a day and a time, such as 2026-11-21 18:00.")
}

async fn set(
    state: &Data<AppState>,
    access: &EventAccess,
    posted: &Posted,
    mut form: FormView,
    terms: Option<RegistrationTerms>,
    said: &str,
) -> Result<HttpResponse, AppError> {
    let command = Command::SetRegistration { terms, seen: posted.version()? };
    let order = Order::new(access.actor()?, access.event.id, command).once(posted.once()?);
    match services::carry_out(state, order).await {
        Ok(_) => Ok(see_other_saying(&access.path("/registrations"), Tone::Good, said)),
        Err(AppError::Unprocessable(sentence)) => {
            form.reject("closes_at", sentence);
            again(state, access, form, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        Err(AppError::Conflict { theirs, yours, .. }) => {
            let sentence = format!(
                "Somebody changed the registration meanwhile: it is now {theirs}; you sent {yours}. Sending it again replaces theirs."
            );
            form.reject("", sentence);
            again(state, access, form, StatusCode::CONFLICT).await
        }
        Err(error) => Err(error),
    }
}

/// The page again with what was typed, made from the event as it stands now.
async fn again(
    state: &Data<AppState>,
    access: &EventAccess,
    form: FormView,
    status: StatusCode,
) -> Result<HttpResponse, AppError> {
    let (shared, id) = (state.clone(), access.event.id);
    let now = db::block(move || shared.ledger.event(id)).await?;
    let lines = lines(state, access).await?;
    let form = form.with_version(&now.registration_revision).with_idempotency(OnceKey::new().as_str());
    let forms = Forms { terms: form, ..Forms::fresh(&now) };
    view::page(state, access, &now, &lines, forms)?.answer_with(status)
}
