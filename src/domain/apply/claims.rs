//! Claims: of a draw by repetition or fifty moves, of the other's fallen flag. The arbiter judges them.

use super::super::actor::Meta;
use super::super::event::Event;
use super::super::ids::GameId;
use super::super::protocol::{ClaimFinding, ClaimKind, ClaimState, Claimed, Judgement, Protocol};
use super::super::refusal::Refusal;
use super::super::result::{ResultEntry, Source};
use super::super::text::Reason;
use super::offers::not_begun;
use super::results::{scored, set_result};
use super::{Effect, open_game};

pub(super) fn make(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    (player, kind): (Option<usize>, ClaimKind),
    finding: Option<ClaimFinding>,
) -> Effect {
    if player.is_some_and(|player| player > 1) {
        return Err(Refusal::NotFound("player"));
    }
    let game = event.game(id)?;
    if game.variation(event.settings.game).is_none() {
        return Err(not_begun());
    }
    if let Some(result) = &game.result {
        let text = event.result_text(game, &result.entry);
        return Err(Refusal::Invalid(format!("This game has its result already: {text}.")));
    }
    if kind == ClaimKind::Flag && player.is_none() {
        return Err(Refusal::invalid("An arbiter does not claim that a flag has fallen: note it."));
    }
    if game.protocol.open_claims().any(|claim| claim.player == player && claim.kind == kind) {
        return Err(Refusal::invalid("This claim waits for the arbiter already."));
    }
    if game.protocol.claims.len() >= Protocol::MOST {
        return Err(Refusal::invalid("This game has seen enough claims; tell an arbiter."));
    }
    let claim = Claimed { step: meta.seq, player, kind, finding, at: meta.at, state: ClaimState::Open };
    open_game(event, meta, id)?.protocol.claims.push(claim);
    Ok(())
}

pub(super) fn judge(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    (step, is_granted): (u64, bool),
    finding: Option<ClaimFinding>,
    reason: Option<&Reason>,
) -> Effect {
    let game = event.game(id)?;
    let claims = &game.protocol.claims;
    let claim = claims.iter().find(|claim| claim.step == step).ok_or(Refusal::NotFound("claim"))?;
    if claim.state != ClaimState::Open {
        return Err(Refusal::invalid("This claim has been judged, or the game has its result."));
    }
    let is_found = finding.is_some_and(|finding| finding.holds());
    if reason.is_none() && (!is_granted || !is_found) {
        return Err(Refusal::invalid(if is_granted {
            "The rules did not find this claim in the moves on file: say why it is granted."
        } else {
            "Say why the claim is refused."
        }));
    }
    let result = match (is_granted, claim.kind.ending()) {
        (true, Some(ending)) => {
            Some(scored(event, meta, game, &ResultEntry::plain(None, ending), Source::Arbiter)?)
        }
        (true, None) => {
            return Err(Refusal::invalid("A flag is not granted but noted: use the form for fallen flags."));
        }
        (false, _) => None,
    };
    let judgement = Judgement {
        is_granted,
        finding,
        reason: reason.cloned(),
        at: meta.at,
        by: meta.by.name().to_owned(),
    };
    let game = open_game(event, meta, id)?;
    for claim in game.protocol.claims.iter_mut().filter(|claim| claim.step == step) {
        claim.state = ClaimState::Judged(judgement.clone());
    }
    result.map_or(Ok(()), |result| set_result(event, meta, id, result))
}
