//! How a sheet ends, and handing it in.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use tiger_rules::PointsTable;

use super::super::view::choices;
use super::super::{Room, record};
use super::{Asked, Told, holder, is_open, require_open, view};
use crate::auth::{EventAccess, Posted};
use crate::domain::offer::{OfferGroup, ResultCode};
use crate::domain::result::{ResultEntry, seat_index};
use crate::domain::scoresheet::Scoresheet;
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::Page;
use crate::pages::form::{Choice, FormView};
use crate::pages::scoresheet::{ConfirmView, EndView};
use crate::services::scoresheets::{self, Replayed, Stated, endings, replay, shown, stated};
use crate::state::AppState;

/// What the page says of the game's end. `told` is the ending that was sent and why it was refused.
pub(super) fn end_view(
    room: &Room<'_>,
    sheet: &Scoresheet,
    replayed: &Replayed,
    asked: &Asked,
    told: Option<(Option<String>, String)>,
) -> EndView {
    let event = &*room.access.event;
    let Ok(now) = &replayed.reached else { return EndView::None(String::new()) };
    if asked.of.is_some() || asked.ply.is_some() || !is_open(room) || sheet.moves.is_empty() {
        return EndView::None(String::new());
    }
    if room.seat.is_some() && !event.settings.players_report {
        return EndView::None("In this event the arbiters enter all results.".to_owned());
    }
    if sheet.record.is_some() && room.game.result.is_some() {
        return EndView::None(String::new());
    }
    let (code, error) = told.unwrap_or_else(|| (asked.ending.clone(), String::new()));
    if let Some(stated) = shown(event, room.game, now) {
        return EndView::Confirm(confirm(room, stated, error));
    }
    let mut form = FormView::new("ending");
    match code {
        None => {}
        Some(code) => match stated(event, room.game, now, &code) {
            Ok(stated) => return EndView::Confirm(confirm(room, stated, error)),
            Err(sentence) => form = form.with_value("ending", code).with_error("ending", sentence),
        },
    }
    EndView::Choose { form, groups: groups(room, &endings(event, room.game, now)) }
}

fn confirm(room: &Room<'_>, stated: Stated, error: String) -> ConfirmView {
    let event = &*room.access.event;
    let players = room.game.players();
    let points = |seat: usize| (event.name_of(players[seat]).to_owned(), stated.points[seat].into());
    let then = match (stated.is_on_board, room.seat) {
        (true, _) | (false, None) => "The result stands as soon as the record is handed in.".to_owned(),
        (false, Some(seat)) => {
            format!("{} is asked to confirm it; then it stands.", event.name_of(players[1 - seat]))
        }
    };
    ConfirmView {
        code: ResultCode(stated.entry).to_string(),
        text: text(room, &stated.entry),
        is_on_board: stated.is_on_board,
        points: [points(0), points(1)],
        line: table_line(room, &stated.entry),
        then,
        once: OnceKey::new().to_string(),
        error,
    }
}

/// Who won how, in the words of the rule books.
fn text(room: &Room<'_>, entry: &ResultEntry) -> String {
    let title = entry.ending.title();
    match entry.winner {
        Some(winner) => {
            let name = room.access.event.name_of(room.game.players()[seat_index(winner)]);
            format!("{name} wins: {title}")
        }
        None => format!("Draw: {title}"),
    }
}

/// The line of the game's own scoring table.
fn table_line(room: &Room<'_>, entry: &ResultEntry) -> String {
    let settings = &room.access.event.settings;
    let variation = room.game.scoring_variation(settings.game);
    match (&settings.points, entry.scoring_line(variation)) {
        (PointsTable::Game, Some(line)) => format!("Scoring table: {}, {}.", line.ending, line.points),
        _ => String::new(),
    }
}

fn groups(room: &Room<'_>, groups: &[OfferGroup]) -> Vec<(String, Vec<Choice>)> {
    groups.iter().map(|group| choices(&room.access.event, room.game, group)).collect()
}

/// Hands the sheet in.
pub async fn hand_in(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    require_open(&room)?;
    let sheet = scoresheets::load(&state, &access.event, room.game.id, holder(&room)?).await?;
    let place = (&access.event, room.game);
    let code = posted.value("ending").to_owned();
    if sheet.revision != posted.version()? {
        let told = Told { conflict: Some(String::new()), ..Told::default() };
        return Page(view::page(&room, &sheet, &Asked::default(), told)?).answer_with(StatusCode::CONFLICT);
    }
    let replayed = replay(place.0, place.1, &sheet.moves).map_err(AppError::Unprocessable)?;
    let refuse = |sentence: String| {
        let told = Told { end: Some((Some(code.clone()), sentence)), ..Told::default() };
        Page(view::page(&room, &sheet, &Asked::default(), told)?)
            .answer_with(StatusCode::UNPROCESSABLE_ENTITY)
    };
    let now = match &replayed.reached {
        Ok(now) => now,
        Err(why) => return refuse(why.clone()),
    };
    let ending = match shown(place.0, place.1, now) {
        Some(stated) => stated,
        None => match stated(place.0, place.1, now, &code) {
            Ok(stated) => stated,
            Err(sentence) => return refuse(sentence),
        },
    };
    let handed_in =
        scoresheets::hand_in(&state, access.actor()?, place, (&sheet, room.seat), ending, posted.once()?)
            .await;
    match handed_in {
        Ok(committed) => Ok(record::answer(&room, committed.event.games.get(&room.game.id))),
        Err(AppError::Unprocessable(sentence)) => refuse(sentence),
        Err(error) => Err(error),
    }
}
