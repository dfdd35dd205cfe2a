//! What arbiters decide about those who registered.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::list::{lines, named, one_page};
use super::view::{self, Forms};
use crate::auth::{EventAccess, Posted};
use crate::db;
use crate::domain::ids::RegistrationId;
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::handlers::entries::read_details;
use crate::pages::flash::see_other_saying;
use crate::pages::parts::Tone;
use crate::services::registrations;
use crate::state::AppState;

/// `POST /events/{slug}/registrations/accept`: the chosen ones, or all that nothing speaks against.
///
/// # Errors
/// For anybody but arbiters.
pub async fn accept(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let chosen = match posted.value("registration") {
        "all" => {
            let lines = lines(&state, &access).await?;
            lines.iter().filter(|line| line.is_clear()).map(|line| line.registration.id).collect()
        }
        _ => chosen(&posted)?,
    };
    let (shared, actor, event, key) = (state.clone(), access.actor()?, access.event.id, posted.once()?);
    let accept = move || registrations::accept(&shared, actor, event, (&chosen, None), key);
    let done = db::block(accept).await;
    answer(&state, &access, &posted, done, |count| match count {
        1 => "One player is entered.".to_owned(),
        count => format!("{count} players are entered."),
    })
    .await
}

/// `POST /events/{slug}/registrations/{registration}`: one, with details that an arbiter mended.
///
/// # Errors
/// For anybody but arbiters; when there is no such registration.
pub async fn accept_one(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let line = named(&state, &request, &access).await?;
    let mut form = posted.view("one");
    let Some(details) = read_details(&mut form) else {
        return one_page(&access, &line, form).answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    let said = format!("{} is entered.", details.name);
    let (shared, actor, event, key) = (state.clone(), access.actor()?, access.event.id, posted.once()?);
    let id = line.registration.id;
    let accept = move || registrations::accept(&shared, actor, event, (&[id], Some(&details)), key);
    match db::block(accept).await {
        Ok(_) => Ok(see_other_saying(&access.path("/registrations"), Tone::Good, &said)),
        Err(AppError::Unprocessable(sentence)) => {
            form.reject("name", sentence);
            one_page(&access, &line, form).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(error) => Err(error),
    }
}

/// `POST /events/{slug}/registrations/refuse`
///
/// # Errors
/// For anybody but arbiters.
pub async fn refuse(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let by = access.require_arbiter()?.user.name.clone();
    let chosen = chosen(&posted)?;
    let reason = match Reason::parse(posted.value("reason")) {
        Ok(reason) => reason,
        Err(error) => return rejected(&state, &access, &posted, "reason", error.to_string()).await,
    };
    let (shared, event) = (state.clone(), access.event.id);
    let refuse = move || match chosen.is_empty() {
        true => Err(AppError::unprocessable("Choose at least one registration.")),
        false => registrations::refuse(&shared, event, &chosen, &reason, &by),
    };
    let done = db::block(refuse).await;
    answer(&state, &access, &posted, done, |count| format!("{count} refused.")).await
}

/// `POST /events/{slug}/registrations/delete`
///
/// # Errors
/// For anybody but arbiters.
pub async fn delete(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let chosen = chosen(&posted)?;
    let (shared, event) = (state.clone(), access.event.id);
    let delete = move || match chosen.is_empty() {
        true => Err(AppError::unprocessable("Choose at least one registration.")),
        false => registrations::delete(&shared, event, &chosen),
    };
    let done = db::block(delete).await;
    answer(&state, &access, &posted, done, |count| format!("{count} deleted.")).await
}

/// `POST /events/{slug}/registrations/clear`
///
/// # Errors
/// For anybody but arbiters.
pub async fn clear(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let (shared, event) = (state.clone(), access.event.id);
    let done = db::block(move || registrations::delete_decided(&shared, event)).await;
    answer(&state, &access, &posted, done, |count| format!("{count} forgotten.")).await
}

fn chosen(posted: &Posted) -> Result<Vec<RegistrationId>, AppError> {
    let id = |text: &str| text.parse().map_err(|_| AppError::not_found("registration"));
    posted.values("registration").map(id).collect()
}

async fn answer(
    state: &Data<AppState>,
    access: &EventAccess,
    posted: &Posted,
    done: Result<usize, AppError>,
    said: impl FnOnce(usize) -> String,
) -> Result<HttpResponse, AppError> {
    match done {
        Ok(count) => Ok(see_other_saying(&access.path("/registrations"), Tone::Good, &said(count))),
        Err(AppError::Unprocessable(sentence)) => rejected(state, access, posted, "", sentence).await,
        Err(error) => Err(error),
    }
}

/// The list again, as it stands now, with what was chosen and typed.
async fn rejected(
    state: &Data<AppState>,
    access: &EventAccess,
    posted: &Posted,
    field: &str,
    sentence: String,
) -> Result<HttpResponse, AppError> {
    let lines = lines(state, access).await?;
    let mut forms = Forms { chosen: posted.view("chosen"), ..Forms::fresh(&access.event) };
    forms.chosen.reject(field, sentence);
    let page = view::page(state, access, &access.event, &lines, forms)?;
    page.answer_with(StatusCode::UNPROCESSABLE_ENTITY)
}
