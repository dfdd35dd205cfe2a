//! Devices between the players: a link that works once gives one device the right to press one clock.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use chrono::TimeDelta;

use crate::auth::cookie::{self, Kind, TABLET_DAYS};
use crate::auth::links::NO_LINK;
use crate::auth::token::Token;
use crate::auth::{ClockAccess, Posted, Viewer};
use crate::clock;
use crate::db;
use crate::db::tablets::Tablet;
use crate::domain::clock::Hand;
use crate::domain::event::Event;
use crate::domain::ids::TabletId;
use crate::domain::refusal::Refusal;
use crate::error::AppError;
use crate::handlers::entries::qr;
use crate::ledger::clocks::{Touch, Wish};
use crate::ledger::{LedgerError, OnceKey};
use crate::pages::clocks::{JoinPage, TabletLinkPage};
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::parts::Tone;
use crate::pages::{Page, masthead, see_other};
use crate::state::AppState;

/// `POST /events/{slug}/games/{game}/clock/tablet`: makes a link and shows it, once.
///
/// # Errors
/// For anybody but arbiters.
pub async fn offer(
    state: Data<AppState>,
    access: ClockAccess,
    _posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let token = Token::new().map_err(AppError::internal)?;
    let now = clock::now();
    let tablet = Tablet {
        id: TabletId::new(),
        event: access.event.id,
        game: access.game,
        made_by: access.hand.name().to_owned(),
        created_at: now,
        expires_at: now + TimeDelta::days(TABLET_DAYS),
        joined_at: None,
        ended_at: None,
    };
    let (shared, hash) = (state.clone(), token.hash());
    db::block(move || shared.db.write(|db| db::tablets::insert(db, &tablet, hash))).await?;
    let link = state.base_url.join(&format!("/clock/{}", token.reveal()));
    let nav = masthead::nav(&access.event, access.role, Some(EventTab::Rounds));
    Page(TabletLinkPage {
        frame: access.viewer.frame().in_event(nav).under("Clock", access.path("/clock/book")),
        title: access.event.place_title(access.game()?),
        game: access.path(""),
        qr: qr(&link)?,
        link,
        days: TABLET_DAYS,
    })
    .answer()
}

/// `POST /events/{slug}/games/{game}/clock/tablet/end`: ends a device's right.
///
/// # Errors
/// For anybody but arbiters, and when there is no such device.
pub async fn end(
    state: Data<AppState>,
    access: ClockAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let id: TabletId = posted.value("tablet").parse().map_err(|_| AppError::not_found("device"))?;
    let touch = Touch::of_form(posted.once()?.as_str(), Wish::End(id));
    let (shared, place, hand) = (state.clone(), access.place(), access.hand.clone());
    db::block(move || {
        shared.clocks.carry_out_once(place, &hand, &touch, |db| {
            if db::tablets::end(db, place.1, id, clock::now())? {
                Ok(())
            } else {
                Err(Refusal::NotFound("device, or it was ended before").into())
            }
        })
    })
    .await?;
    Ok(see_other_saying(
        &access.path("/clock/book#devices"),
        Tone::Good,
        "The device may not press this clock any more.",
    ))
}

/// `GET /clock/{token}`
///
/// # Errors
/// When the link does not work.
pub async fn show(
    state: Data<AppState>,
    viewer: Viewer,
    request: HttpRequest,
    token: Path<String>,
) -> Result<HttpResponse, AppError> {
    let (_, tablet, event) = find(&state, &token).await?;
    if is_own(&state, &request, &tablet).await? {
        return Ok(see_other(&path(&event, &tablet)));
    }
    if !tablet.is_open(clock::now()) {
        return Err(NO_LINK);
    }
    let game = event.game(tablet.game).map_err(|_| NO_LINK)?;
    Page(JoinPage {
        frame: viewer.form_frame()?,
        title: event.place_title(game),
        event: event.settings.name.to_string(),
        names: game.players().map(|player| event.name_of(player).to_owned()),
    })
    .answer()
}

/// `POST /clock/{token}`
///
/// # Errors
/// When the link does not work.
pub async fn join(
    state: Data<AppState>,
    request: HttpRequest,
    token: Path<String>,
    _posted: Posted,
) -> Result<HttpResponse, AppError> {
    let (link, tablet, event) = find(&state, &token).await?;
    let path = path(&event, &tablet);
    if is_own(&state, &request, &tablet).await? {
        return Ok(see_other(&path));
    }
    event.game(tablet.game).map_err(|_| NO_LINK)?;
    let secret = Token::new().map_err(AppError::internal)?;
    let hand = Hand::Tablet { id: tablet.id };
    let touch = Touch::of_form(OnceKey::new().as_str(), Wish::Join(tablet.id));
    let (shared, place) = (state.clone(), (tablet.event, tablet.game));
    let joined: Result<_, LedgerError> = actix_web::web::block(move || {
        shared.clocks.carry_out_once(place, &hand, &touch, |db| {
            if db::tablets::join(db, link.hash(), secret.hash(), clock::now())? {
                Ok(())
            } else {
                Err(Refusal::NotFound("link").into())
            }
        })
    })
    .await?;
    match joined {
        Err(LedgerError::Refused(Refusal::NotFound(_))) => return Err(NO_LINK),
        other => other?,
    };
    let mut answer = see_other(&path);
    answer.add_cookie(&cookie::set(Kind::Tablet, &secret, &state.config)).map_err(AppError::internal)?;
    Ok(answer)
}

type Found = (Token, Tablet, std::sync::Arc<Event>);

async fn find(state: &Data<AppState>, token: &str) -> Result<Found, AppError> {
    let link: Token = token.parse().map_err(|_| NO_LINK)?;
    let state = state.clone();
    let (tablet, event) = db::block(move || {
        state.db.read(|db| -> Result<_, AppError> {
            let tablet = db::tablets::find_by_link(db, link.hash())?.ok_or(NO_LINK)?;
            let event = state.ledger.event_on(db, tablet.event)?;
            Ok((tablet, event))
        })
    })
    .await?;
    Ok((link, tablet, event))
}

/// Whether the device that asks opened this link before.
async fn is_own(state: &Data<AppState>, request: &HttpRequest, tablet: &Tablet) -> Result<bool, AppError> {
    let Some(token) = cookie::token(request, Kind::Tablet, &state.config) else { return Ok(false) };
    let state = state.clone();
    let known = db::block(move || state.db.read(|db| db::tablets::find_by_token(db, token.hash()))).await?;
    Ok(known.is_some_and(|known| known.id == tablet.id && known.is_valid(clock::now())))
}

fn path(event: &Event, tablet: &Tablet) -> String {
    format!("{}/games/{}/clock", masthead::base(event), tablet.game)
}
