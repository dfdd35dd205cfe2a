//! Handing a game record in, and looking at one.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{ContentDisposition, ContentType, DispositionParam, DispositionType};
use actix_web::web::Data;

use crate::access::{EventAccess, Room};
use crate::domain::game::Game;
use crate::domain::ids::RecordId;
use crate::domain::record::Checked;
use crate::error::AppError;
use crate::handlers::submission::{Answer, Submission};
use crate::pages::flash::see_other_saying;
use crate::pages::parts::Tone;
use crate::pages::room::RecordPage;
use crate::pages::{Page, see_other};
use crate::services::records;
use crate::state::AppState;

/// Hands a record in.
pub async fn hand_in(mut sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    let field = if sent.posted.file("file").is_some() { "file" } else { "text" };
    let text = match sent.posted.text_file("file") {
        Ok(Some(text)) => text,
        Ok(None) => sent.posted.value("text"),
        Err(error) => {
            sent.form.reject("file", error.to_string());
            ""
        }
    };
    if text.trim().is_empty() {
        sent.form.reject(field, "Paste the record, or choose its file.");
    }
    if !sent.form.is_rejected() {
        let place = (&sent.access.event, room.game);
        let once = sent.posted.once()?;
        match records::hand_in(&sent.state.ledger, sent.actor()?, place, room.seat, text, once).await {
            Ok(committed) => return Ok(answer(&room, committed.event.games.get(&room.game.id))),
            Err(AppError::Unprocessable(sentence)) => sent.form.reject(field, sentence),
            Err(error) => return Err(error),
        }
    }
    let state = sent.state.clone();
    sent.again(StatusCode::UNPROCESSABLE_ENTITY, async |access, form| {
        let mut page = super::page(access, &state).await?;
        page.forms.record.refill(form);
        Ok(page)
    })
    .await
}

/// Says what became of the record.
pub(super) fn answer(room: &Room<'_>, game: Option<&Game>) -> HttpResponse {
    let Some(record) = game.and_then(|game| game.records.last()) else {
        return see_other(&room.path("/room"));
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

/// A record with what the rules found in it, or its file.
pub async fn show(state: Data<AppState>, access: EventAccess) -> Answer {
    let room = Room::of(&access)?;
    let name: String = access.named("record", "record")?;
    let id = name.strip_suffix(".tgr").unwrap_or(&name).parse::<RecordId>().ok();
    let record = id.and_then(|id| room.game.records.iter().find(|record| record.id == id));
    let record = record.ok_or(AppError::not_found("record"))?;
    let text = records::text_of(&state.db, record.digest).await?;
    if name.ends_with(".tgr") {
        return Ok(file(format!("round-{}-board-{}.tgr", room.game.round, room.game.board), text));
    }
    Page(RecordPage::of(&room, record, text)).answer()
}

fn file(name: String, text: String) -> HttpResponse {
    let disposition = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(name)],
    };
    HttpResponse::Ok().content_type(ContentType::plaintext()).insert_header(disposition).body(text)
}
