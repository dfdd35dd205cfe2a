//! Casting: committed by the program, or entered from a real cup.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use tiger_rules::Step;

use super::show::refused;
use super::{Room, named_cast};
use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::dice::CastPurpose;
use crate::domain::ids::CastId;
use crate::domain::text::{Reason, Word};
use crate::error::AppError;
use crate::pages::flash::see_other_saying;
use crate::pages::parts::Tone;
use crate::services;
use crate::state::AppState;

fn due(room: &Room<'_>) -> Result<CastPurpose, AppError> {
    match room.game.choice(room.access.event.settings.game).next() {
        Step::Cast(purpose) => Ok(purpose),
        Step::Ask(_) | Step::Chosen(_) => Err(AppError::unprocessable("No dice are due in this game now.")),
    }
}

/// Lets the program draw a secret and commit itself.
pub async fn commit(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let place = (access.event.id, room.game.id);
    // The same form sent twice finds the dice committed already; the ledger knows it by its key.
    let purpose = due(&room)?;
    services::dice::commit(&state, access.actor()?, place, purpose, posted.once()?).await?;
    Ok(see_other_saying(
        &room.path("/room#choice"),
        Tone::Good,
        "The program is committed. Players may add a word.",
    ))
}

/// Casts the dice that the program is committed to.
pub async fn cast(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let place = (access.event.id, room.game.id);
    services::dice::cast(&state, access.actor()?, place, named_cast(&request)?, posted.once()?).await?;
    Ok(see_other_saying(&room.path("/room#choice"), Tone::Good, "The dice are cast."))
}

/// Adds a player's word before the cast.
pub async fn add_word(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let player = room.player(&posted)?;
    let word = match Word::parse(posted.value("word")) {
        Ok(word) => word,
        Err(error) => {
            return refused(&room, |forms| forms.word.reject("", format!("The word: {error}")));
        }
    };
    let command = Command::AddWord { game: room.game.id, cast: named_cast(&request)?, player, word };
    match room.carry_out(&state, &posted, command, ("#choice", "The word is added.")).await {
        Err(AppError::Unprocessable(sentence)) => refused(&room, |forms| forms.word.reject("", sentence)),
        other => other,
    }
}

/// Enters dice from a real cup.
pub async fn enter(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let purpose = due(&room)?;
    let mut form = posted.view("cup");
    let Some(faces) = form.read("faces", |text| read_faces(text, purpose)) else {
        return refused(&room, |forms| forms.cup = form);
    };
    let confirmed = [posted.has("confirmed_first"), posted.has("confirmed_second")];
    let command = Command::EnterCast { game: room.game.id, cast: CastId::new(), purpose, faces, confirmed };
    match room.carry_out(&state, &posted, command, ("#choice", "The dice are entered.")).await {
        Err(AppError::Unprocessable(sentence)) => {
            form.reject("faces", sentence);
            refused(&room, |forms| forms.cup = form)
        }
        other => other,
    }
}

fn read_faces(text: &str, purpose: CastPurpose) -> Result<Vec<u8>, String> {
    let faces: Option<Vec<u8>> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '-' | '+'))
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok().filter(|face| (1..=6).contains(face)))
        .collect();
    faces.filter(|faces| faces.len() == purpose.dice()).ok_or_else(|| match purpose.dice() {
        1 => "Write one number from 1 to 6.".to_owned(),
        dice => format!("Write {dice} numbers from 1 to 6, such as 2 5."),
    })
}

/// Confirms dice from a cup for a player.
pub async fn confirm(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let player = room.player(&posted)?;
    let command = Command::ConfirmCast { game: room.game.id, cast: named_cast(&request)?, player };
    room.carry_out(&state, &posted, command, ("#choice", "Confirmed.")).await
}

/// Voids a cast with a reason.
pub async fn void(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let mut form = posted.view("void");
    let Some(reason) = form.read("reason", Reason::parse) else {
        return refused(&room, |forms| forms.void = form);
    };
    let command = Command::VoidCast { game: room.game.id, cast: named_cast(&request)?, reason };
    match room.carry_out(&state, &posted, command, ("#choice", "Voided. The dice are due again.")).await {
        Err(AppError::Unprocessable(sentence)) => {
            form.reject("reason", sentence);
            refused(&room, |forms| forms.void = form)
        }
        other => other,
    }
}
