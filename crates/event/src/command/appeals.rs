//! Appeals: on what terms, against what, and what the committee decides. What follows from a decision is a ruling of its own.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{Effect, Event, Family, Game, Meta, Refusal, Teller, Who, check_seen};
use crate::appeals::{SetAppealTerms, check_members};
use crate::ids::RulingId;
use crate::protocol::{Appeal, AppealDecision, AppealState, Late, Protocol};
use crate::{AppealTerms, EntryId, GameId, PersonName, Reason};

/// The clock of whoever types a time may be ahead by so much.
const AHEAD: TimeDelta = TimeDelta::minutes(2);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AppealCommand {
    /// Until when appeals are handed in, and who decides.
    SetAppealTerms { terms: AppealTerms, seen: u64 },
    /// A player appeals against the result of a game, or a ruling on it.
    NoteAppeal {
        game: GameId,
        player: EntryId,
        /// Against which ruling; none for the result.
        ruling: Option<RulingId>,
        /// What is asked for, and why.
        words: Reason,
        /// When it was handed in.
        made_at: DateTime<Utc>,
        /// What is said of it if it came late.
        late: Option<Late>,
    },
    /// The committee has decided.
    DecideAppeal {
        game: GameId,
        /// The entry that noted the appeal.
        step: u64,
        is_upheld: bool,
        /// Why.
        words: Reason,
        members: Vec<PersonName>,
    },
    /// Whoever appealed does not any more.
    WithdrawAppeal {
        game: GameId,
        /// The entry that noted the appeal.
        step: u64,
    },
}

impl Family for AppealCommand {
    fn game(&self) -> Option<GameId> {
        match self {
            Self::SetAppealTerms { .. } => None,
            Self::NoteAppeal { game, .. }
            | Self::DecideAppeal { game, .. }
            | Self::WithdrawAppeal { game, .. } => Some(*game),
        }
    }

    fn is_undoable(&self) -> bool {
        true
    }

    fn who(&self, _: &Event) -> Result<Who, Refusal> {
        Ok(match self {
            Self::SetAppealTerms { .. } => Who::Chief,
            _ => Who::Arbiter,
        })
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::SetAppealTerms { terms, seen } => set_terms(event, meta, terms, *seen),
            Self::NoteAppeal { game, player, ruling, words, made_at, late } => {
                let appeal = Appeal {
                    step: meta.seq,
                    player: *player,
                    ruling: *ruling,
                    words: words.clone(),
                    made_at: *made_at,
                    until: None,
                    late: late.clone(),
                    by: meta.author(),
                    state: AppealState::Open,
                };
                note(event, meta, *game, appeal)
            }
            Self::DecideAppeal { game, step, is_upheld, words, members } => {
                check_members(members)?;
                if members.is_empty() {
                    return Err(Refusal::invalid(
                        "Say who decided: name one member of the committee at least.",
                    ));
                }
                let decision = AppealDecision {
                    is_upheld: *is_upheld,
                    words: words.clone(),
                    members: members.clone(),
                    at: meta.at,
                    by: meta.author(),
                };
                open_appeal(event, meta, *game, *step)?.state = AppealState::Decided(decision);
                Ok(())
            }
            Self::WithdrawAppeal { game, step } => {
                open_appeal(event, meta, *game, *step)?.state =
                    AppealState::Withdrawn { at: meta.at, by: meta.author() };
                Ok(())
            }
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::SetAppealTerms { terms, .. } => format!("Appeals: {}", terms.summary()),
            Self::NoteAppeal { player, words, late, .. } => {
                let late = late.as_ref().map_or("", |late| match late.is_heard {
                    true => "; it came late and is heard all the same",
                    false => "; it came late and is not heard",
                });
                format!("{} appeals: {words}{late}", teller.name(*player))
            }
            Self::DecideAppeal { is_upheld: true, words, .. } => format!("the appeal is upheld: {words}"),
            Self::DecideAppeal { is_upheld: false, words, .. } => format!("the appeal is dismissed: {words}"),
            Self::WithdrawAppeal { .. } => "the appeal is withdrawn".to_owned(),
        }
    }
}

fn set_terms(event: &mut Event, meta: &Meta, terms: &AppealTerms, seen: u64) -> Effect {
    terms.check()?;
    check_seen(seen, event.appeal_terms_revision(), || {
        let theirs = event.appeal_terms().summary();
        ("the terms of appeals".to_owned(), theirs, terms.summary())
    })?;
    event.appeals = Some(SetAppealTerms { terms: terms.clone(), revision: meta.seq });
    Ok(())
}

fn note(event: &mut Event, meta: &Meta, id: GameId, mut appeal: Appeal) -> Effect {
    let game = event.game(id)?;
    event.entry(appeal.player)?;
    check_against(event, game, appeal.ruling)?;
    let round = event.round(game.round)?;
    if appeal.made_at > meta.at + AHEAD || round.published_at.is_some_and(|begun| appeal.made_at < begun) {
        return Err(Refusal::Invalid(format!(
            "The appeal was handed in between the publication of round {} and now.",
            round.number
        )));
    }
    if game.protocol.appeals.len() >= Protocol::MOST {
        return Err(Refusal::invalid("This game has seen enough appeals."));
    }
    appeal.until = event.appeals_until(game.round);
    let is_late = appeal.until.is_some_and(|until| appeal.made_at > until);
    match &appeal.late {
        None if is_late => {
            return Err(Refusal::invalid(
                "The appeal came late. Say whether it is heard all the same, and why.",
            ));
        }
        Some(late) if is_late && !late.is_heard => appeal.state = AppealState::NotHeard,
        Some(_) if is_late => {}
        _ => appeal.late = None,
    }
    let game = event.game_mut(id)?;
    game.revision = meta.seq;
    game.protocol.appeals.push(appeal);
    Ok(())
}

/// Refuses an appeal against nothing.
fn check_against(event: &Event, game: &Game, ruling: Option<RulingId>) -> Effect {
    match ruling {
        Some(id) if !event.rulings.iter().any(|ruling| ruling.id == id && ruling.game == game.id) => {
            Err(Refusal::NotFound("ruling"))
        }
        None if game.result.is_none() => {
            Err(Refusal::invalid("This game has no result yet, so there is nothing to appeal against."))
        }
        _ => Ok(()),
    }
}

fn open_appeal<'a>(
    event: &'a mut Event,
    meta: &Meta,
    id: GameId,
    step: u64,
) -> Result<&'a mut Appeal, Refusal> {
    let game = event.game_mut(id)?;
    let appeal = game.protocol.appeals.iter_mut().find(|appeal| appeal.step == step);
    let appeal = appeal.ok_or(Refusal::NotFound("appeal"))?;
    if !appeal.is_open() {
        return Err(Refusal::invalid(
            "This appeal does not wait any more: somebody has noted what became of it.",
        ));
    }
    game.revision = meta.seq;
    Ok(appeal)
}
