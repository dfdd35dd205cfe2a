//! Casting: committed by the program, or entered from a real cup.

use tiger_event::text::Word;
use tiger_event::{Bytes32, CastId, CastPurpose, ChoiceCommand, GameResult, PlayerWord, Reason};
use tiger_rules::{GamePoints, Step};

use super::{answer, deed, player_of};
use crate::access::Room;
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, FromArbiter, Submission};
use crate::pages::confirm::ConfirmPage;
use crate::services::choices::read_faces;
use crate::{clock, services};

fn due(room: &Room<'_>) -> Result<CastPurpose> {
    match room.game.choice(room.event.settings.game).next() {
        Step::Cast(purpose) => Ok(purpose),
        Step::Ask(_) | Step::Chosen(_) => Err(AppError::unprocessable("No dice are due in this game now.")),
    }
}

/// The cast that the address names.
fn named(room: &Room<'_>) -> Result<CastId> {
    room.access.named("cast", "cast")
}

/// Lets the program draw a secret and commit itself.
pub async fn commit(FromArbiter(sent): FromArbiter) -> Answer {
    let room = Room::of(&sent.access)?;
    // The same form sent twice finds the dice committed already; the ledger knows it by its key.
    let order = services::dice::commitment(sent.actor()?, (room.event.id, room.game.id), due(&room)?)?;
    services::carry_out(&sent.state.ledger, order.once(sent.posted.once()?)).await?;
    Ok(deed(&sent, "#choice", "The program is committed. Players may add a word.")?.done())
}

/// Casts the dice that the program is committed to.
pub async fn cast(FromArbiter(sent): FromArbiter) -> Answer {
    let room = Room::of(&sent.access)?;
    let place = (room.event.id, room.game.id);
    let deed = deed(&sent, "#choice", "The dice are cast.")?;
    if let Some((result, points)) = hangs_on(&room)? {
        let page = ConfirmPage::of_dice(&sent.access, room.game, result, &points);
        if let Some(asked) = sent.ask(&deed, page)? {
            return Ok(asked);
        }
    }
    services::dice::cast(&sent.state.ledger, sent.actor()?, place, named(&room)?, sent.posted.once()?)
        .await?;
    Ok(deed.done())
}

/// Both players' points without and with a double.
type EitherWay = [[GamePoints; 2]; 2];

/// The result whose points hang on the dice that are cast now.
fn hangs_on<'a>(room: &Room<'a>) -> Result<Option<(&'a GameResult, EitherWay)>> {
    let Some(result) = &room.game.result else { return Ok(None) };
    if !room.event.lacks_dice(room.game) || due(room)? != CastPurpose::Tiger {
        return Ok(None);
    }
    Ok(room.event.points_that_dice_give(result).map(|points| (result, points)))
}

pub async fn add_word(mut sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    let player = player_of(&room, &sent.posted)?;
    let (game, cast) = (room.game.id, named(&room)?);
    let command = match Word::parse(sent.posted.value("word")) {
        Ok(word) => {
            let mut salt = Bytes32([0; 32]);
            getrandom::fill(&mut salt.0)?;
            let word = PlayerWord::sealed(word, salt);
            Some(ChoiceCommand::AddWord { game, cast, player, word, notes_hand: true })
        }
        Err(error) => {
            sent.form.reject("", format!("The word: {error}"));
            None
        }
    };
    let deed = deed(&sent, "#choice", "The word is added.")?;
    answer(sent, deed, command, |page| &mut page.forms.word).await
}

/// Enters dice from a real cup.
pub async fn enter(FromArbiter(mut sent): FromArbiter) -> Answer {
    let room = Room::of(&sent.access)?;
    let purpose = due(&room)?;
    let faces = sent.form.read("faces", |text| read_faces(text, purpose));
    let confirmed = ["confirmed_first", "confirmed_second"].map(|name| sent.posted.has(name));
    let (game, cast) = (room.game.id, clock::new_id());
    let command = faces.map(|faces| ChoiceCommand::EnterCast { game, cast, purpose, faces, confirmed });
    let deed = deed(&sent, "#choice", "The dice are entered.")?.at("faces");
    answer(sent, deed, command, |page| &mut page.forms.cup).await
}

/// Confirms dice from a cup for a player.
pub async fn confirm(sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    let player = player_of(&room, &sent.posted)?;
    sent.commit(ChoiceCommand::ConfirmCast { game: room.game.id, cast: named(&room)?, player }).await?;
    Ok(deed(&sent, "#choice", "Confirmed.")?.done())
}

pub async fn void(FromArbiter(mut sent): FromArbiter) -> Answer {
    let room = Room::of(&sent.access)?;
    let (event, game, cast) = (room.event.id, room.game.id, named(&room)?);
    // Voiding one cast voids those after it: what is committed to is among them.
    let secret = match room.game.open_cast().map(|open| open.id) {
        Some(open) => services::dice::secret(&sent.state.ledger, event, open).await?,
        None => None,
    };
    let reason = sent.form.read("reason", Reason::parse);
    let command = reason.map(|reason| ChoiceCommand::VoidCast { game, cast, reason, secret });
    let deed = deed(&sent, "#choice", "Voided: these dice do not count.")?.at("reason");
    answer(sent, deed, command, |page| &mut page.forms.void).await
}
