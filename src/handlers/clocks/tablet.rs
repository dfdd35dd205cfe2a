//! Devices between the players: a link that works once gives one device the right to press one clock.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::Path;
use tiger_event::{Event, TabletId};

use crate::access::{self, ClockAccess, Posted, Viewer};
use crate::auth::Token;
use crate::auth::cookie::{self, Kind};
use crate::auth::journal::What;
use crate::auth::links::NO_LINK;
use crate::db::tablets::Tablet;
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::pages::clocks::{JoinPage, TabletLinkPage};
use crate::pages::{Page, Tone, see_other, see_other_saying};
use crate::services::tablets;
use crate::state::State;
use crate::{clock, db};

/// Makes a link and shows it, once.
pub async fn offer(state: State, access: ClockAccess, _posted: Posted) -> Answer {
    access.require_arbiter()?;
    let token = Token::new()?;
    let (shared, place, hand) = (state.clone(), access.place(), access.hand.clone());
    db::block(move || tablets::offer(&shared.db, place, hand.name(), &token)).await?;
    let whom = format!("a device in {}", access.event.slug.as_str());
    access.viewer.note(&state, What::ClockLinkMade, &whom);
    let link = state.base_url.join(&format!("/clock/{}", token.reveal()));
    Page(TabletLinkPage::of(&access, link, state.config.is_https())?).answer()
}

/// Ends a device's right.
pub async fn end(state: State, access: ClockAccess, posted: Posted) -> Answer {
    access.require_arbiter()?;
    let id: TabletId = posted.value("tablet").parse().map_err(|_| AppError::not_found("device"))?;
    let (shared, place, hand, key) = (state.clone(), access.place(), access.hand.clone(), posted.once()?);
    db::block(move || tablets::end(&shared.clocks, place, &hand, id, &key)).await?;
    Ok(see_other_saying(
        &access.path("/clock/book#devices"),
        Tone::Good,
        "The device may not press this clock any more.",
    ))
}

pub async fn show(state: State, viewer: Viewer, request: HttpRequest, token: Path<String>) -> Answer {
    let (_, tablet, event) = find(&state, &token).await?;
    if is_own(&state, &request, &tablet).await? {
        return Ok(see_other(&path(&event, &tablet)));
    }
    if !tablet.is_open(clock::now()) {
        return Err(NO_LINK);
    }
    let game = event.game(tablet.game).map_err(|_| NO_LINK)?;
    Page(JoinPage::of(&viewer, &event, game, state.config.is_https())?).answer()
}

pub async fn join(state: State, request: HttpRequest, token: Path<String>, _posted: Posted) -> Answer {
    let (link, tablet, event) = find(&state, &token).await?;
    let path = path(&event, &tablet);
    if is_own(&state, &request, &tablet).await? {
        return Ok(see_other(&path));
    }
    event.game(tablet.game).map_err(|_| NO_LINK)?;
    let secret = Token::new()?;
    let shared = state.clone();
    db::block(move || tablets::join(&shared.clocks, &link, &secret, &tablet)).await?;
    let mut answer = see_other(&path);
    answer.add_cookie(&cookie::set(Kind::Tablet, &secret, &state.config))?;
    Ok(answer)
}

async fn find(state: &State, token: &str) -> Result<(Token, Tablet, Arc<Event>)> {
    let link: Token = token.parse().map_err(|_| NO_LINK)?;
    let state = state.clone();
    let (tablet, event) = db::block(move || tablets::find(&state.ledger, &link)).await?;
    Ok((link, tablet, event))
}

/// Whether the device that asks opened this link before.
async fn is_own(state: &State, request: &HttpRequest, tablet: &Tablet) -> Result<bool> {
    let Some(token) = cookie::token(request, Kind::Tablet, &state.config) else { return Ok(false) };
    let (state, tablet) = (state.clone(), tablet.clone());
    db::block(move || tablets::is_own(&state.db, &token, &tablet)).await
}

fn path(event: &Event, tablet: &Tablet) -> String {
    format!("{}/games/{}/clock", access::base(event), tablet.game)
}
