//! Answers and dice: how the variation of a game comes about.

use tiger_rules::{Answer, Step};

use super::super::actor::Meta;
use super::super::choice::Answered;
use super::super::dice::{Bytes32, Cast, CastPurpose, CastState, faces_of};
use super::super::event::Event;
use super::super::game::Game;
use super::super::ids::{CastId, GameId};
use super::super::refusal::Refusal;
use super::super::text::{Reason, Word};
use super::{Effect, open_game};

pub(super) fn answer(event: &mut Event, meta: &Meta, id: GameId, answer: Answer) -> Effect {
    let kind = event.settings.game;
    let game = open_game(event, meta, id)?;
    let mut choice = game.choice(kind);
    if !matches!(choice.next(), Step::Ask(_)) {
        return Err(Refusal::invalid("No question is open in this game."));
    }
    choice.answer(answer).map_err(|error| Refusal::Invalid(format!("{error}.")))?;
    game.answers.push(Answered { answer, at: meta.at, by: meta.by.name().to_owned() });
    event.rescore(id)
}

pub(super) fn clear(event: &mut Event, meta: &Meta, id: GameId) -> Effect {
    let game = open_game(event, meta, id)?;
    if game.casts.iter().any(|cast| cast.voided.is_none()) {
        return Err(Refusal::invalid("Dice have been cast or committed to already. Void them first."));
    }
    game.answers.clear();
    event.rescore(id)
}

/// Refuses a cast that is not due.
fn check_due(event: &Event, game: &Game, purpose: CastPurpose) -> Effect {
    match game.choice(event.settings.game).next() {
        Step::Cast(due) if due == purpose => {}
        _ => return Err(Refusal::invalid("These dice are not due in this game now.")),
    }
    if game.open_cast().is_some() {
        return Err(Refusal::invalid("A cast is under way already: cast it, or void it with a reason."));
    }
    Ok(())
}

fn begin(event: &mut Event, meta: &Meta, id: GameId, cast: Cast) -> Effect {
    check_due(event, event.game(id)?, cast.purpose)?;
    let is_known = event.games.values().flat_map(|game| &game.casts).any(|other| other.id == cast.id);
    if is_known {
        return Err(Refusal::invalid("A cast with this identifier exists already."));
    }
    open_game(event, meta, id)?.casts.push(cast);
    event.rescore(id)
}

pub(super) fn commit(
    event: &mut Event,
    meta: &Meta,
    game: GameId,
    id: CastId,
    purpose: CastPurpose,
    commitment: Bytes32,
) -> Effect {
    let cast = Cast {
        id,
        purpose,
        commitment: Some(commitment),
        begun_at: meta.at,
        words: [None, None],
        state: CastState::Committed,
        voided: None,
    };
    begin(event, meta, game, cast)
}

pub(super) fn enter_cast(
    event: &mut Event,
    meta: &Meta,
    game: GameId,
    (id, purpose): (CastId, CastPurpose),
    faces: &[u8],
    confirmed: [bool; 2],
) -> Effect {
    if faces.len() != purpose.dice() || !faces.iter().all(|face| (1..=6).contains(face)) {
        return Err(Refusal::Invalid(format!("Enter {} number(s) from 1 to 6.", purpose.dice())));
    }
    let state =
        CastState::FromCup { faces: faces.to_vec(), confirmed, at: meta.at, by: meta.by.name().to_owned() };
    let cast =
        Cast { id, purpose, commitment: None, begun_at: meta.at, words: [None, None], state, voided: None };
    begin(event, meta, game, cast)
}

/// The cast, to be changed, unless it was voided.
fn live_cast<'a>(
    event: &'a mut Event,
    meta: &Meta,
    game: GameId,
    id: CastId,
) -> Result<&'a mut Cast, Refusal> {
    let game = open_game(event, meta, game)?;
    let cast = game.casts.iter_mut().find(|cast| cast.id == id).ok_or(Refusal::NotFound("cast"))?;
    if cast.voided.is_some() { Err(Refusal::invalid("This cast has been voided.")) } else { Ok(cast) }
}

pub(super) fn add_word(
    event: &mut Event,
    meta: &Meta,
    game: GameId,
    id: CastId,
    player: usize,
    word: &Word,
) -> Effect {
    let cast = live_cast(event, meta, game, id)?;
    if cast.state != CastState::Committed {
        return Err(Refusal::invalid("These dice have been cast; a word comes too late."));
    }
    let slot = cast.words.get_mut(player).ok_or(Refusal::NotFound("player"))?;
    if slot.is_some() {
        return Err(Refusal::invalid("This player has added a word already."));
    }
    *slot = Some(word.clone());
    Ok(())
}

pub(super) fn cast(event: &mut Event, meta: &Meta, game: GameId, id: CastId, secret: Bytes32) -> Effect {
    let event_id = event.id;
    let cast = live_cast(event, meta, game, id)?;
    if cast.state != CastState::Committed {
        return Err(Refusal::invalid("These dice have been cast already."));
    }
    if cast.commitment != Some(Bytes32::digest(&secret.0)) {
        return Err(Refusal::invalid("The secret does not fit the commitment."));
    }
    let faces = faces_of(event_id, game, cast, &secret);
    cast.state = CastState::Cast { secret, faces, at: meta.at };
    event.rescore(game)
}

pub(super) fn confirm_cast(
    event: &mut Event,
    meta: &Meta,
    game: GameId,
    id: CastId,
    player: usize,
) -> Effect {
    let cast = live_cast(event, meta, game, id)?;
    let CastState::FromCup { confirmed, .. } = &mut cast.state else {
        return Err(Refusal::invalid("Only dice from a cup are confirmed."));
    };
    *confirmed.get_mut(player).ok_or(Refusal::NotFound("player"))? = true;
    Ok(())
}

/// Voiding a cast takes back whatever was cast after it, too: the later dice answered another question.
pub(super) fn void_cast(event: &mut Event, meta: &Meta, id: GameId, cast: CastId, reason: &Reason) -> Effect {
    live_cast(event, meta, id, cast)?;
    let game = open_game(event, meta, id)?;
    let from = game.casts.iter().position(|other| other.id == cast).ok_or(Refusal::NotFound("cast"))?;
    for cast in game.casts.iter_mut().skip(from).filter(|cast| cast.voided.is_none()) {
        cast.voided = Some(reason.clone());
    }
    event.rescore(id)
}
