//! Those who registered, for arbiters: the list, and one of them.

use tiger_event::RegistrationId;

use crate::access::{EventAccess, ForArbiter};
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::registrations::{RegistrationPage, RegistrationsPage};
use crate::services::registrations::{self, Line};
use crate::state::State;

pub async fn show(state: State, ForArbiter(access): ForArbiter) -> Answer {
    Page(page(&state, &access).await?).answer()
}

pub async fn one(state: State, ForArbiter(access): ForArbiter) -> Answer {
    Page(RegistrationPage::of(&access, &named(&state, &access).await?)).answer()
}

pub(super) async fn page(state: &State, access: &EventAccess) -> Result<RegistrationsPage> {
    RegistrationsPage::of(access, &state.base_url, &lines(state, access).await?)
}

pub(super) async fn lines(state: &State, access: &EventAccess) -> Result<Vec<Line>> {
    let (database, event) = (state.db.clone(), access.event.clone());
    db::block(move || registrations::lines(&database, &event)).await
}

/// The registration that the address names.
pub(super) async fn named(state: &State, access: &EventAccess) -> Result<Line> {
    let id: RegistrationId = access.named("registration", "registration")?;
    let found = lines(state, access).await?.into_iter().find(|line| line.registration.id == id);
    found.ok_or(AppError::not_found("registration"))
}
