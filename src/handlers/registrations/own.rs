//! What a player sees behind the private link of the registration.

use actix_web::web::Path;

use crate::access::{Posted, Viewer, base};
use crate::auth::Token;
use crate::auth::links::NO_LINK;
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::alerts;
use crate::handlers::submission::Answer;
use crate::pages::registrations::{OwnPage, own_path};
use crate::pages::{Page, Tone, see_other, see_other_saying};
use crate::services::registrations::{self, Own};
use crate::state::{AppState, State};

/// What a private link leads to.
pub(in crate::handlers) async fn behind(
    state: &AppState,
    viewer: &Viewer,
    token: &str,
) -> Result<(Token, Own)> {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    let user = viewer.signed_in().map(|signed_in| signed_in.user.clone());
    let ledger = state.ledger.clone();
    let own = db::block(move || registrations::find(&ledger, &token, user.as_ref())).await?;
    Ok((token, own))
}

pub async fn show(viewer: Viewer, token: Path<String>, state: State) -> Answer {
    let (token, own) = behind(&state, &viewer, &token).await?;
    if let (Some(entry), true) = (&own.entry, viewer.role_in(&own.event).is_arbiter()) {
        // The code that a player shows at the check-in.
        return Ok(see_other(&format!("{}/entries/{}/here", base(&own.event), entry.id)));
    }
    let alerts = match &own.entry {
        Some(entry) => Some(alerts::view(&state, entry.id, format!("{}/alerts", own_path(&token))).await?),
        None => None,
    };
    Page(OwnPage::of(&viewer, &state.base_url, (&own, alerts), &token)?).answer()
}

pub async fn withdraw(_posted: Posted, token: Path<String>, state: State) -> Answer {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    let path = own_path(&token);
    match db::block(move || registrations::withdraw(&state.db, &token)).await {
        Ok(()) => Ok(see_other_saying(&path, Tone::Good, "Your registration is taken back.")),
        Err(AppError::Unprocessable(sentence)) => Ok(see_other_saying(&path, Tone::Warning, &sentence)),
        Err(error) => Err(error),
    }
}
