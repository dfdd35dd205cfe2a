//! Handing a game record in, and looking at one.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{ContentDisposition, ContentType};
use tiger_event::record::Checked;
use tiger_event::{Game, RecordId};
use tiger_rules::Place;

use crate::access::{EventAccess, Posted, Room};
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, Submission};
use crate::pages::room::{FaultPage, RecordPage};
use crate::pages::{Page, Tone, see_other, see_other_saying};
use crate::services::clocks;
use crate::services::records::{self, HandedIn, Sender};
use crate::state::State;

pub(super) async fn sender(sent: &Submission, room: &Room<'_>) -> Result<Sender> {
    Ok(Sender {
        actor: sent.actor()?,
        player: room.seat,
        out_of_time: clocks::out_of_time(&sent.state.clocks, room.game).await?,
        once: sent.posted.once()?,
    })
}

/// Hands a record in. One that the rules refuse comes back with its fault and its board, to be corrected; its sender may
/// hand it in all the same, and then an arbiter is asked.
pub async fn hand_in(mut sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    let text = match typed(&sent.posted) {
        Ok(text) => records::completed(&sent.access.event, room.game, &text),
        Err((field, sentence)) => {
            sent.form.reject(field, sentence);
            let state = sent.state.clone();
            return sent
                .again(StatusCode::UNPROCESSABLE_ENTITY, async |access, form| {
                    let mut page = super::page(access, &state).await?;
                    page.forms.record.refill(form);
                    Ok(page)
                })
                .await;
        }
    };
    let (place, insists) = ((&sent.access.event, room.game), sent.posted.has("anyway"));
    let sender = sender(&sent, &room).await?;
    let found = match records::hand_in(&sent.state.ledger, sender, place, &text, insists).await {
        Ok(HandedIn::Kept(done)) => return Ok(answer(&room, done.event.games.get(&room.game.id))),
        Ok(HandedIn::Refused(fault)) => Err(*fault),
        Err(AppError::Unprocessable(sentence)) => Ok(sentence),
        Err(error) => return Err(error),
    };
    let form = sent.form.with_only_value("text", text.as_str());
    Page(FaultPage::of(&room, &text, form, found)).again()
}

/// The text of a form, with the move that was chosen in the place of a refused one; else the field that is at fault, and why.
fn typed(posted: &Posted) -> Result<String, (&'static str, String)> {
    let file = posted.text_file("file").map_err(|error| ("file", error.to_string()))?;
    let text = file.unwrap_or_else(|| posted.value("text"));
    if text.trim().is_empty() {
        let field = if posted.file("file").is_some() { "file" } else { "text" };
        return Err((field, "Paste the record, or choose its file.".to_owned()));
    }
    let number = |name| posted.value(name).parse().ok();
    let mended = || {
        let place = Place { line: number("line")?, column: number("column")? };
        records::with_move(text, place, posted.value("written"), posted.value("instead"))
    };
    let is_chosen = !posted.value("instead").is_empty();
    Ok(is_chosen.then(mended).flatten().unwrap_or_else(|| text.to_owned()))
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
pub async fn show(state: State, access: EventAccess) -> Answer {
    let room = Room::of(&access)?;
    let name: String = access.named("record", "record")?;
    let id = name.strip_suffix(".tgr").unwrap_or(&name).parse::<RecordId>().ok();
    let record = id.and_then(|id| room.game.records.iter().find(|record| record.id == id));
    let record = record.ok_or(AppError::not_found("record"))?;
    let text = records::text_of(&state.db, record.digest).await?;
    if name.ends_with(".tgr") {
        let name = format!("round-{}-board-{}.tgr", room.game.round, room.game.board);
        let file = ContentDisposition::attachment(name);
        return Ok(HttpResponse::Ok().content_type(ContentType::plaintext()).insert_header(file).body(text));
    }
    Page(RecordPage::of(&room, record, text)).answer()
}
