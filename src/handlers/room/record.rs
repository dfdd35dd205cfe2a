//! Handing a game record in, and looking at one.

use std::sync::Arc;

use actix_web::http::header::{ContentDisposition, ContentType, DispositionParam, DispositionType};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use tiger_rules::dance::Board;
use tiger_rules::{Limits, Record, read_records};

use super::show::refused;
use super::{Room, game_path, view};
use crate::auth::{EventAccess, Posted};
use crate::board::{Course, Drawing, Step, Wrong, draw};
use crate::domain::game::Game;
use crate::domain::ids::RecordId;
use crate::domain::record::{Checked, HandedIn};
use crate::error::AppError;
use crate::ledger::OnceKey;
use crate::pages::Page;
use crate::pages::flash::see_other_saying;
use crate::pages::parts::Tone;
use crate::pages::room::{MoveRow, RecordPage};
use crate::services;
use crate::state::AppState;

/// Hands a record in.
pub async fn hand_in(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let mut form = posted.view("record");
    let text = match posted.text_file("file") {
        Ok(Some(text)) => text,
        Ok(None) => posted.value("text"),
        Err(error) => {
            form.reject("file", error.to_string());
            return refused(&room, |forms| forms.record = form);
        }
    };
    let field = if posted.file("file").is_some() { "file" } else { "text" };
    if text.trim().is_empty() {
        form.reject(field, "Paste the record, or choose its file.");
        return refused(&room, |forms| forms.record = form);
    }
    let place = (&access.event, room.game);
    match services::records::hand_in(&state, access.actor()?, place, room.seat, text, posted.once()?).await {
        Ok(committed) => Ok(answer(&room, committed.event.games.get(&room.game.id))),
        Err(AppError::Unprocessable(sentence)) => {
            form.reject(field, sentence);
            refused(&room, |forms| forms.record = form)
        }
        Err(error) => Err(error),
    }
}

/// Says what became of the record.
pub(super) fn answer(room: &Room<'_>, game: Option<&Game>) -> HttpResponse {
    let Some(record) = game.and_then(|game| game.records.last()) else {
        return crate::pages::see_other(&room.path("/room"));
    };
    let is_disputed = game.is_some_and(|game| !game.disputes.is_empty());
    let (tone, said) = match (&record.findings.checked, is_disputed) {
        (Checked::Broken { .. }, _) => {
            (Tone::Bad, "The record is kept, but the rules refuse it. The arbiter has been asked.")
        }
        (_, true) => {
            (Tone::Warning, "The record is kept. Something contradicts it; the arbiter has been asked.")
        }
        (Checked::Legal, false) => (Tone::Good, "The record is kept; every move is legal."),
    };
    see_other_saying(&room.path(&format!("/records/{}", record.id)), tone, said)
}

fn named<'a>(request: &HttpRequest, game: &'a Game, end: &str) -> Result<&'a HandedIn, AppError> {
    let id = request.match_info().get("record").and_then(|id| id.strip_suffix(end));
    let id = id.and_then(|id| id.parse::<RecordId>().ok());
    id.and_then(|id| game.records.iter().find(|record| record.id == id)).ok_or(AppError::not_found("record"))
}

/// A record with what the rules found in it, or its file.
pub async fn show(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    if request.path().ends_with(".tgr") {
        let record = named(&request, room.game, ".tgr")?;
        let text = services::records::text_of(&state, record.digest).await?;
        return Ok(file(&format!("round-{}-board-{}.tgr", room.game.round, room.game.board), text));
    }
    let record = named(&request, room.game, "")?;
    let text = services::records::text_of(&state, record.digest).await?;
    Page(page(&room, record, text)).answer()
}

fn file(name: &str, text: String) -> HttpResponse {
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(name.to_owned())],
    };
    HttpResponse::Ok().content_type(ContentType::plaintext()).insert_header(disposition).body(text)
}

fn page(room: &Room<'_>, record: &HandedIn, text: String) -> RecordPage {
    let event = &room.access.event;
    let read = read_records(&text, Limits::WEB).next().and_then(Result::ok).unwrap_or_default();
    let (moves, drawing, said) = moves(&read, &event.settings.dance_board());
    let mistake = match &record.findings.checked {
        Checked::Broken { ply, text, why } => {
            let text = text.as_ref().map(|text| format!("{text}: ")).unwrap_or_default();
            format!("Ply {ply}: {text}{why}.")
        }
        Checked::Legal => String::new(),
    };
    let may_stand = record.findings.truce.is_some()
        && record.findings.result.is_some()
        && room.access.role.is_arbiter()
        && room.game.result.is_none();
    RecordPage {
        frame: room.access.frame(None).under("Game room", room.path("/room")),
        game: game_path(room.access, room.game),
        title: event.place_title(room.game),
        row: view::record_row(event, room.game, record),
        mistake,
        may_stand: may_stand.then_some(room.game.result_revision),
        once: OnceKey::new().to_string(),
        moves,
        tags: read.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
        drawing,
        said,
        text,
    }
}

/// The moves as far as they are legal and the first wrong one, with the board there.
fn moves(record: &Record, board: &Arc<Board>) -> (Vec<MoveRow>, Option<Drawing>, String) {
    let Ok(course) = Course::on(record, board) else {
        let plain = |(ply, mv): (u32, &tiger_rules::MoveText)| MoveRow {
            ply,
            army: "",
            text: mv.text.clone(),
            is_wrong: false,
        };
        return ((1..).zip(&record.moves).map(plain).collect(), None, String::new());
    };
    let row = |step: &Step| MoveRow {
        ply: step.ply,
        army: course.game().side_name(step.side),
        text: step.written.clone(),
        is_wrong: false,
    };
    let wrong =
        |wrong: &Wrong| MoveRow { ply: wrong.ply, army: "", text: wrong.text.clone(), is_wrong: true };
    let rows = course.steps().iter().map(row).chain(course.wrong().map(wrong)).collect();
    let said = match (course.wrong(), course.step_at(course.last_ply())) {
        (Some(wrong), _) => format!("Before ply {}, where {} is not legal.", wrong.ply, wrong.text),
        (None, None) => "Before the first move.".to_owned(),
        (None, Some(step)) => format!("After ply {}, {}.", step.ply, step.written),
    };
    (rows, Some(draw(&course.end_scene(), &said)), said)
}
