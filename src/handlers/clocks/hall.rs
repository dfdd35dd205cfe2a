//! All clocks of the round, for arbiters.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use super::book::fresh;
use super::state_of;
use crate::auth::{EventAccess, Posted};
use crate::domain::clock::Hand;
use crate::domain::ids::GameId;
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::ledger::clocks::Standing;
use crate::pages::Page;
use crate::pages::clocks::{ClockCard, ClockState, ClocksPage};
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::services::clocks::{self, All};
use crate::state::AppState;

/// `GET /events/{slug}/clocks`
///
/// # Errors
/// For anybody but arbiters.
pub async fn show(state: Data<AppState>, access: EventAccess) -> Result<HttpResponse, AppError> {
    answer(&state, &access, fresh("all"), StatusCode::OK).await
}

/// `GET /events/{slug}/clocks.json`
///
/// # Errors
/// For anybody but arbiters.
pub async fn states(state: Data<AppState>, access: EventAccess) -> Result<HttpResponse, AppError> {
    let hand = hand(&access)?;
    let standings = clocks::standings(&state, &access.event).await?;
    Ok(HttpResponse::Ok().json(all_states(&access, &hand, &standings)))
}

/// `POST /events/{slug}/clocks/all`
///
/// # Errors
/// For anybody but arbiters.
pub async fn all(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let hand = hand(&access)?;
    let (what, word) = match posted.value("do") {
        "start" => (All::Start, "started"),
        "stop" => (All::Stop, "stopped"),
        "resume" => (All::Resume, "set going again"),
        _ => return Err(AppError::unprocessable("This form does not say what shall be done to the clocks.")),
    };
    let mut form = posted.view("all");
    let reason = match what {
        All::Start => None,
        All::Stop | All::Resume => match form.read("reason", Reason::parse) {
            Some(reason) => Some(reason),
            None => return answer(&state, &access, form, StatusCode::UNPROCESSABLE_ENTITY).await,
        },
    };
    let key = posted.once()?;
    let done = clocks::all(&state, &access.event, &hand, what, (key.as_str(), reason)).await?;
    let mut said = match done.done {
        1 => format!("1 clock is {word}."),
        count => format!("{count} clocks are {word}."),
    };
    for refused in done.refused.iter().take(3) {
        said.push(' ');
        said.push_str(refused);
    }
    if done.refused.len() > 3 {
        said.push_str(&format!(" The same holds for {} more.", done.refused.len() - 3));
    }
    let tone = if done.refused.is_empty() { Tone::Good } else { Tone::Warning };
    Ok(see_other_saying(&access.path("/clocks"), tone, &said))
}

fn hand(access: &EventAccess) -> Result<Hand, AppError> {
    let signed_in = access.require_arbiter()?;
    Ok(Hand::Arbiter { id: signed_in.user.id, name: signed_in.user.name.clone() })
}

fn all_states(
    access: &EventAccess,
    hand: &Hand,
    standings: &HashMap<GameId, Arc<Standing>>,
) -> Vec<ClockState> {
    let untouched = Standing::default();
    let event = &access.event;
    clocks::games_of_the_round(event)
        .into_iter()
        .map(|game| {
            let standing = standings.get(&game.id).map_or(&untouched, Arc::as_ref);
            state_of(event, game, standing, hand, String::new())
        })
        .collect()
}

async fn answer(
    state: &Data<AppState>,
    access: &EventAccess,
    stop_all: FormView,
    status: StatusCode,
) -> Result<HttpResponse, AppError> {
    let hand = hand(access)?;
    let standings = clocks::standings(state, &access.event).await?;
    let round = clocks::games_of_the_round(&access.event).first().map_or(0, |game| game.round);
    let card = |state: ClockState| ClockCard {
        path: access.path(&format!("/games/{}", state.game)),
        stop: fresh(&format!("stop-{}", state.board)),
        add: fresh(&format!("add-{}", state.board)),
        state,
    };
    Page(ClocksPage {
        frame: access.frame(Some(EventTab::Rounds)).under("Desk", access.path("/desk")),
        base: access.base(),
        round,
        cards: all_states(access, &hand, &standings).into_iter().map(card).collect(),
        stop_all,
        once: OnceKey::new().to_string(),
    })
    .answer_with(status)
}
