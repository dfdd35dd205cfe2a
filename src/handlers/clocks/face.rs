//! The clock itself, as a page and as what its script asks for again and again.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Query;
use serde::Deserialize;

use crate::access::ClockAccess;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::clocks::{ClockState, FacePage};
use crate::services::clocks;
use crate::state::State;

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

pub async fn show(state: State, access: ClockAccess, asked: Query<Asked>) -> Answer {
    answer(&state, &access, asked.is_turned(), String::new(), StatusCode::OK).await
}

/// The page, with what was refused.
pub(super) async fn answer(
    state: &State,
    access: &ClockAccess,
    is_turned: bool,
    refusal: String,
    status: StatusCode,
) -> Answer {
    let (standing, mark) = clocks::heard(&state.clocks, access.game, &access.hand).await?;
    Page(FacePage::of(access, &standing, mark, is_turned, refusal)?).answer_with(status)
}

pub async fn state(state: State, access: ClockAccess) -> Answer {
    let (standing, mark) = clocks::heard(&state.clocks, access.game, &access.hand).await?;
    Ok(HttpResponse::Ok().json(ClockState::for_device(&access, &standing, mark)?))
}
