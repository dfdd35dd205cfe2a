//! The clock itself, as a page and as what its script asks for again and again.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use serde::Deserialize;
use tiger_rules::clock::ClockSide;

use super::state_for;
use crate::auth::ClockAccess;
use crate::domain::clock::Hand;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::Page;
use crate::pages::clocks::FacePage;
use crate::services;
use crate::state::AppState;

/// What the address asks for.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// `yes` for a device that lies between the players.
    pub(super) turned: Option<String>,
}

impl Asked {
    pub(super) fn is_turned(&self) -> bool {
        self.turned.as_deref() == Some("yes")
    }
}

/// `GET /events/{slug}/games/{game}/clock`
///
/// # Errors
/// For anybody but arbiters, the two players, and the device at the board.
pub async fn show(
    state: Data<AppState>,
    access: ClockAccess,
    asked: Query<Asked>,
) -> Result<HttpResponse, AppError> {
    answer(&state, &access, asked.is_turned(), String::new(), StatusCode::OK).await
}

/// The page, with what was refused.
pub(super) async fn answer(
    state: &Data<AppState>,
    access: &ClockAccess,
    is_turned: bool,
    refusal: String,
    status: StatusCode,
) -> Result<HttpResponse, AppError> {
    let game = access.game()?;
    let standing = services::clocks::standing(state, access.game).await?;
    let is_tablet = matches!(access.hand, Hand::Tablet { .. });
    // Whoever holds the device sees the own half below.
    let order = match access.hand {
        Hand::Player { side: ClockSide::Second, .. } => ClockSide::BOTH,
        _ => [ClockSide::Second, ClockSide::First],
    };
    let page = FacePage {
        frame: access.viewer.form_frame()?,
        title: access.event.place_title(game),
        base: access.base(),
        game: access.path(""),
        state: state_for(access, game, &standing)?,
        order,
        is_turned: is_turned || is_tablet,
        is_arbiter: access.hand.is_arbiter(),
        is_tablet,
        refusal,
        once: OnceKey::new().to_string(),
    };
    Page(page).answer_with(status)
}

/// `GET /events/{slug}/games/{game}/clock.json`
///
/// # Errors
/// As [`show`].
pub async fn state(state: Data<AppState>, access: ClockAccess) -> Result<HttpResponse, AppError> {
    let standing = services::clocks::standing(&state, access.game).await?;
    Ok(HttpResponse::Ok().json(state_for(&access, access.game()?, &standing)?))
}
