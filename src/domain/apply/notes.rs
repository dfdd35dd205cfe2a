//! What an arbiter notes about a game: the engagement begins, a Seer is consulted, something happened, a flag fell.

use tiger_rules::{Ending, GameKind};

use super::super::actor::Meta;
use super::super::event::Event;
use super::super::game::Game;
use super::super::ids::GameId;
use super::super::protocol::{
    ClaimKind, ClaimState, Consultation, FallenFlag, Incident, IncidentKind, Judgement, Phase, Protocol,
};
use super::super::refusal::Refusal;
use super::super::result::{ResultEntry, Seat, Source, army};
use super::super::stage::Stage;
use super::super::text::{Article, Reason};
use super::offers::not_begun;
use super::results::{check_result_seen, scored, set_result};
use super::{Effect, open_game};

const fn seat_of(player: usize) -> Seat {
    if player == 0 { Seat::First } else { Seat::Second }
}

/// Refuses what needs a game under way.
fn check_under_way(event: &Event, game: &Game) -> Effect {
    if let Some(result) = &game.result {
        let text = event.result_text(game, &result.entry);
        return Err(Refusal::Invalid(format!("This game has its result already: {text}.")));
    }
    if game.stage(event.settings.game, None).has_begun() { Ok(()) } else { Err(not_begun()) }
}

pub(super) fn engage(event: &mut Event, meta: &Meta, id: GameId) -> Effect {
    let game = event.game(id)?;
    check_under_way(event, game)?;
    if !matches!(game.stage(event.settings.game, None), Stage::Deployment(_)) {
        return Err(Refusal::invalid("The engagement of this game has begun already."));
    }
    open_game(event, meta, id)?.protocol.engaged = Some(meta.at);
    Ok(())
}

pub(super) fn consult(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    player: usize,
    turn: Option<Seat>,
) -> Effect {
    let kind = event.settings.game;
    if kind != GameKind::Dragon {
        return Err(Refusal::Invalid(format!("{kind} knows no Seers.")));
    }
    if player > 1 {
        return Err(Refusal::NotFound("player"));
    }
    let game = event.game(id)?;
    check_under_way(event, game)?;
    let side = kind.side_name(army(game.scoring_variation(kind), seat_of(player)));
    if game.protocol.consulted(player) >= Protocol::CONSULTATIONS {
        return Err(Refusal::Invalid(format!(
            "The {side} Seer has been consulted {} times; the rules allow no more (rules 3 and 4).",
            Protocol::CONSULTATIONS
        )));
    }
    if turn.is_some_and(|turn| turn != seat_of(player)) {
        return Err(Refusal::Invalid(format!(
            "By the moves on file it is not the {side} Overlord's move; a Seer is consulted on one's own (note 8)."
        )));
    }
    let game = open_game(event, meta, id)?;
    game.protocol.consultations.push(Consultation { step: meta.seq, player, at: meta.at });
    Ok(())
}

pub(super) fn incident(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    (kind, player): (IncidentKind, Option<usize>),
    words: &Reason,
    article: Option<&Article>,
) -> Effect {
    if player.is_some_and(|player| player > 1) {
        return Err(Refusal::NotFound("player"));
    }
    let game = open_game(event, meta, id)?;
    if game.protocol.incidents.len() >= Protocol::MOST {
        return Err(Refusal::invalid("This game has seen enough incidents to be written about elsewhere."));
    }
    game.protocol.incidents.push(Incident {
        step: meta.seq,
        kind,
        player,
        words: words.clone(),
        article: article.cloned(),
        at: meta.at,
        by: meta.by.name().to_owned(),
    });
    Ok(())
}

pub(super) fn flag(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    (player, phase): (usize, Phase),
    (bearer_captured, planting_inevitable): (bool, bool),
    seen: u64,
) -> Effect {
    if player > 1 {
        return Err(Refusal::NotFound("player"));
    }
    let game = event.game(id)?;
    let entry = ResultEntry {
        bearer_captured,
        planting_inevitable,
        ..ResultEntry::plain(Some(seat_of(player).other()), Ending::Time)
    };
    let result = match phase {
        Phase::Deployment => {
            check_under_way(event, game)?;
            check_deployment_flag(event, game, player, bearer_captured || planting_inevitable)?;
            None
        }
        Phase::Engagement => {
            check_result_seen(event, id, seen, Some(&entry))?;
            check_under_way(event, game)?;
            Some(scored(event, meta, game, &entry, Source::Arbiter)?)
        }
    };
    let by = meta.by.name().to_owned();
    let game = open_game(event, meta, id)?;
    let protocol = &mut game.protocol;
    protocol.flags.push(FallenFlag { step: meta.seq, player, phase, at: meta.at, by: by.clone() });
    for claim in &mut protocol.claims {
        if claim.state == ClaimState::Open
            && claim.kind == ClaimKind::Flag
            && claim.player == Some(1 - player)
        {
            let by = by.clone();
            claim.state = ClaimState::Judged(Judgement {
                is_granted: true,
                finding: None,
                reason: None,
                at: meta.at,
                by,
            });
        }
    }
    let have_both_fallen = [0, 1].into_iter().all(|player| protocol.has_flag_fallen(player));
    // Both flags fallen end the deployment (TigerChess ruling "Deployment flag"); in the engagement it is over anyhow.
    if (phase == Phase::Engagement || have_both_fallen) && protocol.engaged.is_none() {
        protocol.engaged = Some(meta.at);
    }
    result.map_or(Ok(()), |result| set_result(event, meta, id, result))
}

fn check_deployment_flag(event: &Event, game: &Game, player: usize, has_circumstances: bool) -> Effect {
    let kind = event.settings.game;
    if kind != GameKind::TigerChess {
        return Err(Refusal::Invalid(format!("{kind} has no deployment: a fallen flag loses the game.")));
    }
    if has_circumstances {
        return Err(Refusal::invalid(
            "A flag that falls in the deployment loses nothing; leave the rest empty.",
        ));
    }
    if !matches!(game.stage(kind, None), Stage::Deployment(_)) {
        return Err(Refusal::invalid("The deployment of this game is over."));
    }
    if game.protocol.has_flag_fallen(player) {
        return Err(Refusal::invalid("This flag has been noted as fallen already."));
    }
    Ok(())
}
