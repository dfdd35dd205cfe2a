//! What an arbiter notes about a game: the engagement begins, a Seer is consulted, something happened, a flag fell.

use serde::{Deserialize, Serialize};
use strum::VariantNames;
use tiger_rules::{Ending, GameKind};

use super::offers::not_begun;
use super::results::{ask, check_result_seen, scored, set_result};
use super::telling::article_words;
use super::{
    Effect, Event, Family, Game, GameId, Meta, Refusal, Teller, Who, check_has_no_result, open_game,
};
use crate::progress::Progress;
use crate::protocol::{
    ClaimState, Consultation, FallenFlag, Incident, Judgement, Phase, Protocol, TakenBack, more_minutes,
};
use crate::result::{SEATS, Source, army, seat_index};
use crate::{Article, ClaimKind, DisputeCause, IncidentKind, PersonName, Reason, ResultEntry, Seat};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum NoteCommand {
    /// The deployment is over: the engagement begins.
    BeginEngagement { game: GameId },
    /// A player consults the Seer (Dragon).
    ConsultSeer {
        game: GameId,
        #[serde(with = "crate::seat_number")]
        player: Seat,
        /// The seat whose move it was, where the moves so far are known.
        turn: Option<Seat>,
    },
    /// A player's Seer in this game is appointed, or nobody any more (Dragon, rules 3 to 5).
    AppointSeer {
        game: GameId,
        #[serde(with = "crate::seat_number")]
        player: Seat,
        /// Who; none for whoever the player's entry names.
        name: Option<PersonName>,
    },
    /// An arbiter notes an incident or a warning.
    NoteIncident {
        game: GameId,
        kind: IncidentKind,
        /// The player whom it concerns, none for both or nobody.
        #[serde(default, with = "crate::seat_number::option")]
        player: Option<Seat>,
        /// What happened.
        words: Reason,
        article: Option<Article>,
        /// The minutes that the board has more for it.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        minutes: u16,
    },
    /// What was noted by mistake is taken back, with the minutes that were given for it.
    TakeBackIncident {
        game: GameId,
        /// The ledger entry that noted it.
        incident: u64,
        reason: Reason,
    },
    /// A flag has fallen: noted in the deployment, lost on time in the engagement.
    FlagFallen {
        game: GameId,
        /// The player whose flag it is.
        #[serde(with = "crate::seat_number")]
        player: Seat,
        phase: Phase,
        /// TigerVariation: the other's Standard Bearer had been captured.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bearer_captured: bool,
        /// Dragon: both players agree that planting was inevitable.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        planting_inevitable: bool,
        seen: u64,
    },
    /// A press that was received after a loss on time shows that the flag had not fallen by the program's clock: an arbiter
    /// says whether the loss stands.
    DoubtFlag {
        game: GameId,
        /// The player whose flag it is.
        #[serde(with = "crate::seat_number")]
        player: Seat,
        /// The entry of the clock's book that shows it.
        press: u64,
    },
}

impl Family for NoteCommand {
    fn game(&self) -> Option<GameId> {
        let (Self::BeginEngagement { game }
        | Self::ConsultSeer { game, .. }
        | Self::AppointSeer { game, .. }
        | Self::NoteIncident { game, .. }
        | Self::TakeBackIncident { game, .. }
        | Self::FlagFallen { game, .. }
        | Self::DoubtFlag { game, .. }) = self;
        Some(*game)
    }

    fn is_undoable(&self) -> bool {
        !matches!(self, Self::TakeBackIncident { .. } | Self::DoubtFlag { .. })
    }

    fn who(&self, _: &Event) -> Result<Who, Refusal> {
        Ok(match self {
            Self::ConsultSeer { game, player, .. } => Who::Player(*game, *player),
            _ => Who::Arbiter,
        })
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::BeginEngagement { game } => engage(event, meta, *game),
            Self::ConsultSeer { game, player, turn } => consult(event, meta, *game, *player, *turn),
            Self::AppointSeer { game, player, name } => appoint(event, meta, *game, *player, name.as_ref()),
            Self::NoteIncident { game, kind, player, words, article, minutes } => {
                incident(event, meta, *game, (*kind, *player), words, (article.as_ref(), *minutes))
            }
            Self::TakeBackIncident { game, incident, reason } => {
                take_back(event, meta, *game, *incident, reason)
            }
            Self::FlagFallen { game, player, phase, bearer_captured, planting_inevitable, seen } => {
                let circumstances = (*bearer_captured, *planting_inevitable);
                flag(event, meta, *game, (*player, *phase), circumstances, *seen)
            }
            Self::DoubtFlag { game, player, press } => doubt(event, meta, *game, *player, *press),
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::BeginEngagement { .. } => "the deployment is over, the engagement begins".to_owned(),
            Self::ConsultSeer { game, player, .. } => {
                format!("{} consults the Seer", teller.player(*game, *player))
            }
            Self::AppointSeer { game, player, name: Some(name) } => {
                format!("{name} appointed Seer of {}", teller.player(*game, *player))
            }
            Self::AppointSeer { game, player, name: None } => {
                format!("no Seer of {} appointed for this game any more", teller.player(*game, *player))
            }
            Self::NoteIncident { game, kind, player, words, article, minutes } => {
                let who = player.map(|player| format!(", {}", teller.player(*game, player)));
                let article = article_words(article.as_ref());
                format!(
                    "{}{}: {words}{}{article}",
                    kind.title(),
                    who.unwrap_or_default(),
                    more_minutes(*minutes)
                )
            }
            Self::TakeBackIncident { game, incident, reason } => {
                let game = teller.event.game(*game).ok();
                let noted =
                    game.and_then(|game| game.protocol.incidents.iter().find(|it| it.step == *incident));
                let kind = noted.map_or("incident", |noted| noted.kind.title());
                format!("{kind} of entry {incident} taken back ({reason})")
            }
            Self::FlagFallen { game, player, phase: Phase::Deployment, .. } => {
                format!("{}'s flag has fallen in the deployment", teller.player(*game, *player))
            }
            Self::FlagFallen { game, player, bearer_captured, planting_inevitable, .. } => {
                let words = format!("{}'s flag has fallen", teller.player(*game, *player));
                let circumstances = (*bearer_captured, *planting_inevitable);
                teller.decided(*game, words, Some(&loss_on_time(*player, circumstances)))
            }
            Self::DoubtFlag { game, player, press } => format!(
                "{}'s flag had not fallen by entry {press} of the clock's book: an arbiter is asked",
                teller.player(*game, *player)
            ),
        }
    }
}

/// Refuses what needs a game under way.
fn check_under_way(event: &Event, game: &Game) -> Effect {
    check_has_no_result(event, game)?;
    if game.progress(event.settings.game, None).has_begun() { Ok(()) } else { Err(not_begun()) }
}

fn engage(event: &mut Event, meta: &Meta, id: GameId) -> Effect {
    let game = event.game(id)?;
    check_under_way(event, game)?;
    if !matches!(game.progress(event.settings.game, None), Progress::Deployment(_)) {
        return Err(Refusal::invalid("The engagement of this game has begun already."));
    }
    open_game(event, meta, id)?.protocol.engaged = Some(meta.at);
    Ok(())
}

fn consult(event: &mut Event, meta: &Meta, id: GameId, player: Seat, turn: Option<Seat>) -> Effect {
    event.check_has_seers()?;
    let kind = event.settings.game;
    let game = event.game(id)?;
    check_under_way(event, game)?;
    let side = kind.side_name(army(game.scoring_variation(kind), player));
    if game.protocol.consulted(player) >= Protocol::CONSULTATIONS {
        return Err(Refusal::Invalid(format!(
            "The {side} Seer has been consulted {} times; the rules allow no more (rules 3 and 4).",
            Protocol::CONSULTATIONS
        )));
    }
    if turn.is_some_and(|turn| turn != player) {
        return Err(Refusal::Invalid(format!(
            "By the moves or the clock it is not the {side} Overlord's move; a Seer is consulted on one's own (note 8)."
        )));
    }
    let seer = event.seer_of(game, player).cloned();
    let game = open_game(event, meta, id)?;
    game.protocol.consultations.push(Consultation { step: meta.seq, player, seer, at: meta.at });
    Ok(())
}

fn appoint(event: &mut Event, meta: &Meta, id: GameId, player: Seat, name: Option<&PersonName>) -> Effect {
    event.check_has_seers()?;
    check_has_no_result(event, event.game(id)?)?;
    open_game(event, meta, id)?.seers[seat_index(player)] = name.cloned();
    Ok(())
}

fn incident(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    (kind, player): (IncidentKind, Option<Seat>),
    words: &Reason,
    (article, minutes): (Option<&Article>, u16),
) -> Effect {
    let game = open_game(event, meta, id)?;
    if minutes > Incident::MOST_MINUTES {
        return Err(Refusal::invalid("A board has 600 minutes more at most."));
    }
    if game.protocol.incidents.len() >= Protocol::MOST {
        return Err(Refusal::invalid("This game has seen enough incidents to be written about elsewhere."));
    }
    game.protocol.extra_minutes = game.protocol.extra_minutes.saturating_add(minutes);
    game.protocol.incidents.push(Incident {
        step: meta.seq,
        kind,
        player,
        words: words.clone(),
        article: article.cloned(),
        minutes,
        at: meta.at,
        by: meta.author(),
        taken_back: None,
    });
    Ok(())
}

/// A round that is closed keeps its results; what was noted about a player may be wrong all the same.
fn take_back(event: &mut Event, meta: &Meta, id: GameId, incident: u64, reason: &Reason) -> Effect {
    let game = event.game_mut(id)?;
    let protocol = &mut game.protocol;
    let noted = protocol.incidents.iter_mut().find(|noted| noted.step == incident);
    let noted = noted.ok_or(Refusal::NotFound("incident"))?;
    if !noted.stands() {
        return Err(Refusal::invalid("This incident has been taken back already."));
    }
    noted.taken_back = Some(TakenBack { at: meta.at, by: meta.author(), reason: reason.clone() });
    protocol.extra_minutes = protocol.extra_minutes.saturating_sub(noted.minutes);
    game.revision = meta.seq;
    Ok(())
}

fn loss_on_time(loser: Seat, (bearer_captured, planting_inevitable): (bool, bool)) -> ResultEntry {
    ResultEntry {
        bearer_captured,
        planting_inevitable,
        ..ResultEntry::plain(Some(loser.other()), Ending::Time)
    }
}

fn flag(
    event: &mut Event,
    meta: &Meta,
    id: GameId,
    (player, phase): (Seat, Phase),
    (bearer_captured, planting_inevitable): (bool, bool),
    seen: u64,
) -> Effect {
    let game = event.game(id)?;
    let entry = loss_on_time(player, (bearer_captured, planting_inevitable));
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
    let protocol = &mut open_game(event, meta, id)?.protocol;
    protocol.flags.push(FallenFlag { step: meta.seq, player, phase, at: meta.at, by: meta.author() });
    for claim in &mut protocol.claims {
        if claim.state == ClaimState::Open
            && claim.kind == ClaimKind::Flag
            && claim.player == Some(player.other())
        {
            claim.state = ClaimState::Judged(Judgement {
                is_granted: true,
                finding: None,
                reason: None,
                at: meta.at,
                by: meta.author(),
            });
        }
    }
    let have_both_fallen = SEATS.into_iter().all(|player| protocol.has_flag_fallen(player));
    // Both flags fallen end the deployment (TigerChess ruling "Deployment flag"); in the engagement it is over anyhow.
    if (phase == Phase::Engagement || have_both_fallen) && protocol.engaged.is_none() {
        protocol.engaged = Some(meta.at);
    }
    result.map_or(Ok(()), |result| set_result(event, meta, id, result))
}

/// The round may be closed: whoever decides then reopens it.
fn doubt(event: &mut Event, meta: &Meta, id: GameId, player: Seat, press: u64) -> Effect {
    let game = event.game(id)?;
    if !game.is_lost_on_time(player) || press <= game.protocol.doubted {
        return Err(Refusal::invalid("Nothing stands at this board that this press puts in question."));
    }
    let sentence = format!(
        "{} has lost on time, but by the program's clock the flag had not fallen: a press of before that was received only \
         afterwards. Does the loss stand?",
        event.name_of(game.player(player))
    );
    let game = event.game_mut(id)?;
    game.protocol.doubted = press;
    ask(game, meta, DisputeCause::FlagUp { player }, sentence);
    Ok(())
}

fn check_deployment_flag(event: &Event, game: &Game, player: Seat, has_circumstances: bool) -> Effect {
    let kind = event.settings.game;
    if kind != GameKind::TigerChess {
        return Err(Refusal::Invalid(format!("{kind} has no deployment: a fallen flag loses the game.")));
    }
    if has_circumstances {
        return Err(Refusal::invalid(
            "A flag that falls in the deployment loses nothing; leave the rest empty.",
        ));
    }
    if !matches!(game.progress(kind, None), Progress::Deployment(_)) {
        return Err(Refusal::invalid("The deployment of this game is over."));
    }
    if game.protocol.has_flag_fallen(player) {
        return Err(Refusal::invalid("This flag has been noted as fallen already."));
    }
    Ok(())
}
