//! Claims: of a draw by repetition or fifty moves, of the other's fallen flag. The arbiter judges them, and answers calls.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::offers::not_begun;
use super::results::{scored, set_result};
use super::{Effect, Event, Family, GameId, Meta, Refusal, Teller, Who, check_has_no_result, open_game};
use crate::protocol::{ClaimFinding, ClaimState, Judgement, Protocol};
use crate::result::Source;
use crate::{ClaimKind, Claimed, Reason, ResultEntry, Seat};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ClaimCommand {
    /// A draw is claimed, or that the other's flag has fallen; or a player calls the arbiter.
    MakeClaim {
        game: GameId,
        /// The player who claims, none for an arbiter.
        #[serde(default, with = "crate::seat_number::option")]
        player: Option<Seat>,
        kind: ClaimKind,
        /// What the rules find in the moves on file.
        finding: Option<ClaimFinding>,
    },
    /// An arbiter grants a claim of a draw, or refuses a claim; or has answered a call.
    JudgeClaim {
        game: GameId,
        /// The entry that made the claim.
        claim: u64,
        is_granted: bool,
        /// What the rules find in the moves on file.
        finding: Option<ClaimFinding>,
        /// Why; needed to refuse, and to grant what the rules did not find.
        reason: Option<Reason>,
    },
}

impl Family for ClaimCommand {
    fn game(&self) -> Option<GameId> {
        let (Self::MakeClaim { game, .. } | Self::JudgeClaim { game, .. }) = self;
        Some(*game)
    }

    fn is_undoable(&self) -> bool {
        true
    }

    fn who(&self, _: &Event) -> Result<Who, Refusal> {
        Ok(match self {
            Self::MakeClaim { game, player: Some(player), .. } => Who::Player(*game, *player),
            _ => Who::Arbiter,
        })
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::MakeClaim { game, player, kind, finding } => {
                make(event, meta, *game, (*player, *kind), *finding)
            }
            Self::JudgeClaim { game, claim, is_granted, finding, reason } => {
                judge(event, meta, *game, (*claim, *is_granted), *finding, reason.as_ref())
            }
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::MakeClaim { game, player, kind, finding } => {
                let who = player.map_or("an arbiter", |player| teller.player(*game, player));
                format!("{}{}", kind.said_by(who), finding_words(*kind, *finding))
            }
            Self::JudgeClaim { game, claim, is_granted, finding, reason } => {
                let claims = teller.event.game(*game).map_or(&[][..], |game| game.protocol.claims.as_slice());
                let kind = claims.iter().find(|it| it.step == *claim).map(|it| it.kind);
                let verdict = if *is_granted { "granted" } else { "refused" };
                let what = kind.map_or("claim", ClaimKind::title);
                let found = kind.map(|kind| finding_words(kind, *finding)).unwrap_or_default();
                let why = reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
                let words = match kind {
                    Some(ClaimKind::Call) => format!("call answered: an arbiter was at the board{why}"),
                    _ => format!("claim {verdict}: {what}{why}{found}"),
                };
                let draw = kind.and_then(ClaimKind::ending).map(|ending| ResultEntry::plain(None, ending));
                teller.decided(*game, words, draw.filter(|_| *is_granted).as_ref())
            }
        }
    }
}

fn finding_words(kind: ClaimKind, finding: Option<ClaimFinding>) -> String {
    match (kind, finding) {
        (ClaimKind::Flag | ClaimKind::Call, _) => String::new(),
        (_, Some(finding)) => format!(". {}", finding.sentence(kind).trim_end_matches('.')),
        (_, None) => ". No moves on file to check it by".to_owned(),
    }
}

fn make(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    (player, kind): (Option<Seat>, ClaimKind),
    finding: Option<ClaimFinding>,
) -> Effect {
    let game = event.game(id)?;
    if kind != ClaimKind::Call && game.variation(event.settings.game).is_none() {
        return Err(not_begun());
    }
    check_has_no_result(event, game)?;
    if kind == ClaimKind::Flag && player.is_none() {
        return Err(Refusal::invalid("An arbiter does not claim that a flag has fallen: note it."));
    }
    if kind == ClaimKind::Call && player.is_none() {
        return Err(Refusal::invalid("An arbiter is not called by an arbiter: say which player calls."));
    }
    if game.protocol.open_claims().any(|claim| claim.player == player && claim.kind == kind) {
        return Err(Refusal::invalid(match kind {
            ClaimKind::Call => "The arbiter is called already, and has not answered yet.",
            _ => "This claim waits for the arbiter already.",
        }));
    }
    if game.protocol.claims.len() >= Protocol::MOST {
        return Err(Refusal::invalid("This game has seen enough claims; tell an arbiter."));
    }
    let claim = Claimed { step: meta.seq, player, kind, finding, at: meta.at, state: ClaimState::Open };
    open_game(event, meta, id)?.protocol.claims.push(claim);
    Ok(())
}

fn judge(
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
    if claim.kind == ClaimKind::Call && !is_granted {
        return Err(Refusal::invalid("A call is not refused: say that you have been at the board."));
    }
    let is_found = claim.kind == ClaimKind::Call || finding.is_some_and(|finding| finding.holds());
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
        (true, None) if claim.kind == ClaimKind::Flag => {
            return Err(Refusal::invalid("A flag is not granted but noted: use the form for fallen flags."));
        }
        (true, None) | (false, _) => None,
    };
    let judgement =
        Judgement { is_granted, finding, reason: reason.cloned(), at: meta.at, by: meta.author() };
    let game = open_game(event, meta, id)?;
    for claim in game.protocol.claims.iter_mut().filter(|claim| claim.step == step) {
        claim.state = ClaimState::Judged(judgement.clone());
    }
    result.map_or(Ok(()), |result| set_result(event, meta, id, result))
}
