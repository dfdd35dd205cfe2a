//! Those who registered, for arbiters: the list, and one of them.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::view::{self, Forms};
use crate::auth::EventAccess;
use crate::db;
use crate::domain::ids::RegistrationId;
use crate::domain::registration::RegistrationState;
use crate::domain::text::Label;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::form::FormView;
use crate::pages::registrations::RegistrationPage;
use crate::services::registrations::{self, Line};
use crate::state::AppState;

/// `GET /events/{slug}/registrations`
///
/// # Errors
/// For anybody but arbiters.
pub async fn show(state: Data<AppState>, access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let lines = lines(&state, &access).await?;
    view::page(&state, &access, &access.event, &lines, Forms::fresh(&access.event))?.answer()
}

/// `GET /events/{slug}/registrations/{registration}`
///
/// # Errors
/// For anybody but arbiters; when there is no such registration.
pub async fn one(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let line = named(&state, &request, &access).await?;
    let details = &line.registration.application.details;
    let text = |label: &Option<Label>| label.as_ref().map(ToString::to_string).unwrap_or_default();
    let form = FormView::new("one")
        .with_value("name", details.name.as_str())
        .with_value("club", text(&details.club))
        .with_value("federation", text(&details.federation))
        .with_value("rating", details.rating.map(|rating| rating.to_string()).unwrap_or_default())
        .with_idempotency(OnceKey::new().as_str());
    one_page(&access, &line, form).answer()
}

pub(super) fn one_page(access: &EventAccess, line: &Line, form: FormView) -> Page<RegistrationPage> {
    let state = &line.registration.state;
    Page(RegistrationPage {
        frame: access
            .frame(Some(EventTab::Entries))
            .under("Entries", access.path("/entries"))
            .under("Registrations", access.path("/registrations")),
        base: access.base(),
        row: view::row(&access.event, line),
        is_open: matches!(state, RegistrationState::Waiting | RegistrationState::Refused { .. }),
        is_waiting: line.is_waiting(),
        form,
        once: OnceKey::new().to_string(),
    })
}

/// All registrations of the event.
pub(super) async fn lines(state: &Data<AppState>, access: &EventAccess) -> Result<Vec<Line>, AppError> {
    let (shared, event) = (state.clone(), access.event.clone());
    db::block(move || registrations::lines(&shared, &event)).await
}

/// The registration that the address names.
pub(super) async fn named(
    state: &Data<AppState>,
    request: &HttpRequest,
    access: &EventAccess,
) -> Result<Line, AppError> {
    let id = request.match_info().get("registration").and_then(|id| id.parse::<RegistrationId>().ok());
    let lines = lines(state, access).await?;
    let found = lines.into_iter().find(|line| Some(line.registration.id) == id);
    found.ok_or(AppError::not_found("registration"))
}
