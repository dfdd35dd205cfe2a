//! A scoresheet: looked at, written on, taken back, handed in.

mod end;
mod spots;
mod view;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;

use super::Room;
use crate::auth::{EventAccess, Posted};
use crate::domain::game::Game;
use crate::domain::permission::Role;
use crate::domain::scoresheet::{Holder, Scoresheet};
use crate::error::AppError;
use crate::pages::Page;
use crate::pages::form::FormView;
use crate::pages::see_other;
use crate::services::scoresheets::{self, Change, Refused, Written};
use crate::state::AppState;

pub use end::hand_in;

/// What the address asks for.
#[derive(Debug, Clone, Default, Deserialize)]
struct Asked {
    /// The force that was touched first.
    from: Option<String>,
    /// The position that was touched next.
    to: Option<String>,
    /// An earlier moment.
    ply: Option<u32>,
    /// The ending that is to be confirmed.
    ending: Option<String>,
    /// The walks of a group move so far; `-` for none yet.
    group: Option<String>,
    /// Whose sheet an arbiter reads: 0 or 1 for a player.
    of: Option<usize>,
}

impl Asked {
    fn read(request: &HttpRequest) -> Result<Self, AppError> {
        let asked = Query::<Self>::from_query(request.query_string());
        asked.map(Query::into_inner).map_err(|_| AppError::not_found("page"))
    }
}

/// What the last form has come to, to be shown with the sheet.
#[derive(Debug, Default)]
struct Told {
    refused: Option<Refused>,
    added: usize,
    conflict: Option<String>,
    form: Option<FormView>,
    end: Option<(Option<String>, String)>,
}

/// Whose sheet this person writes.
fn holder(room: &Room<'_>) -> Result<Holder, AppError> {
    match room.access.role {
        Role::Player(entry) => Ok(Holder::Player(entry)),
        _ => Ok(Holder::Arbiter(room.access.viewer.require_signed_in()?.user.id)),
    }
}

/// The sheet that an address asks for: one's own, or for arbiters a player's.
fn asked_holder(room: &Room<'_>, asked: &Asked) -> Result<Holder, AppError> {
    match asked.of {
        None => holder(room),
        Some(seat) if room.access.role.is_arbiter() => {
            let players: [_; 2] = room.game.players();
            players.get(seat).map(|entry| Holder::Player(*entry)).ok_or(AppError::not_found("player"))
        }
        Some(_) => Err(AppError::forbidden("A scoresheet is its holder's own until it is handed in.")),
    }
}

/// The page.
pub async fn show(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let asked = Asked::read(&request)?;
    let sheet = scoresheets::load(&state, &access.event, room.game.id, asked_holder(&room, &asked)?).await?;
    Page(view::page(&room, &sheet, &asked, Told::default())?).answer()
}

/// Writes moves.
pub async fn write(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let typed = posted.value("moves").to_owned();
    change(&state, &room, &posted, Change::Add(typed)).await
}

/// Takes moves back.
pub async fn take_back(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let keep = posted.value("keep").parse().map_err(|_| {
        AppError::unprocessable("Say how many moves shall stay, as the buttons of the sheet do.")
    })?;
    change(&state, &room, &posted, Change::KeepFirst(keep)).await
}

async fn change(
    state: &Data<AppState>,
    room: &Room<'_>,
    posted: &Posted,
    change: Change,
) -> Result<HttpResponse, AppError> {
    require_open(room)?;
    let holder = holder(room)?;
    let place = (&room.access.event, room.game);
    let typed = posted.value("moves").to_owned();
    let written =
        scoresheets::write(state, place, holder, (posted.version()?, posted.key_of_page()?), change).await;
    let (sheet, told, status) = match written {
        Ok(Written::Done { refused: None, .. }) => return Ok(see_other(&room.path("/scoresheet#board"))),
        Ok(Written::Done { sheet, refused, added }) => {
            let rest = refused.as_ref().map(|refused| refused.rest.clone()).unwrap_or_default();
            let form = FormView::new("moves-form").with_value("moves", rest);
            (
                sheet,
                Told { refused, added, form: Some(form), ..Told::default() },
                StatusCode::UNPROCESSABLE_ENTITY,
            )
        }
        Ok(Written::Conflict { sheet }) => {
            let form = FormView::new("moves-form").with_value("moves", typed.clone());
            let told = Told { conflict: Some(typed), form: Some(form), ..Told::default() };
            (sheet, told, StatusCode::CONFLICT)
        }
        Err(AppError::Unprocessable(sentence)) => {
            let sheet = scoresheets::load(state, &room.access.event, room.game.id, holder).await?;
            let form = FormView::new("moves-form").with_value("moves", typed).with_error("moves", sentence);
            (sheet, Told { form: Some(form), ..Told::default() }, StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(error) => return Err(error),
    };
    Page(view::page(room, &sheet, &Asked::default(), told)?).answer_with(status)
}

/// Whether anything of the game can still change.
fn is_open(room: &Room<'_>) -> bool {
    let round = room.access.event.round(room.game.round);
    let is_published = round.is_ok_and(|it| it.state == crate::domain::round::RoundState::Published);
    !room.access.event.is_finished && (is_published || room.game.adjourned.is_some())
}

fn require_open(room: &Room<'_>) -> Result<(), AppError> {
    if is_open(room) {
        return Ok(());
    }
    Err(AppError::unprocessable(
        "The round is closed: nothing is written on the scoresheets of its games any more.",
    ))
}

/// The seat of a sheet's holder; none for an arbiter.
fn seat_of(game: &Game, sheet: &Scoresheet) -> Option<usize> {
    match sheet.holder {
        Holder::Player(entry) => game.players().iter().position(|player| *player == entry),
        Holder::Arbiter(_) => None,
    }
}
