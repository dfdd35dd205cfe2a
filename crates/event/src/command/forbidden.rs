//! Pairs that must not be made.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::telling::list;
use super::{Effect, Event, Family, Meta, Refusal, Teller};
use crate::forbidden::{ForbiddenGroup, rounds_in_words};
use crate::ids::GroupId;
use crate::{EntryId, RoundNumber, Settings};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ForbiddenCommand {
    /// Players are kept apart: none of them is paired with another.
    ForbidPairs {
        group: GroupId,
        /// The players, at least two.
        players: Vec<EntryId>,
        /// The first round that it binds, one that is not published.
        first_round: RoundNumber,
        /// The last round that it binds, or none.
        last_round: Option<RoundNumber>,
    },
    /// Players are no longer kept apart in the rounds to come.
    LiftForbidden { group: GroupId },
}

impl Family for ForbiddenCommand {
    fn carry_out(&self, event: &mut Event, _: &Meta) -> Effect {
        match self {
            Self::ForbidPairs { group, players, first_round, last_round } => {
                forbid(event, *group, players, *first_round, *last_round)
            }
            Self::LiftForbidden { group } => lift(event, *group),
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::ForbidPairs { group, players, first_round, last_round } => {
                let names = list(players.iter().map(|player| teller.name(*player)));
                // As the event keeps them, which is what a teller knows who has heard only how the event stands.
                let kept: BTreeSet<_> = players.iter().collect();
                teller.groups.insert(*group, list(kept.into_iter().map(|player| teller.name(*player))));
                format!("Must not meet {}: {names}", rounds_in_words(*first_round, *last_round))
            }
            Self::LiftForbidden { group } => {
                let names = teller.groups.get(group).map_or("–", String::as_str);
                format!("May meet again in rounds to come: {names}")
            }
        }
    }
}

fn forbid(
    event: &mut Event,
    id: GroupId,
    players: &[EntryId],
    first_round: RoundNumber,
    last_round: Option<RoundNumber>,
) -> Effect {
    if event.forbidden.iter().any(|group| group.id == id) {
        return Err(Refusal::invalid("These players are kept apart already."));
    }
    let players: BTreeSet<_> = players.iter().copied().collect();
    if players.len() < 2 {
        return Err(Refusal::invalid("Choose two or more players who must not meet."));
    }
    for player in &players {
        event.entry(*player)?;
    }
    let published = event.published_rounds();
    if first_round <= published {
        return Err(Refusal::Invalid(format!(
            "Round {published} is published already; pairs can be forbidden from round {} on.",
            published.saturating_add(1)
        )));
    }
    if first_round > Settings::MOST_ROUNDS || last_round.is_some_and(|last| last > Settings::MOST_ROUNDS) {
        return Err(Refusal::Invalid(format!("An event has 1 to {} rounds.", Settings::MOST_ROUNDS)));
    }
    if last_round.is_some_and(|last| last < first_round) {
        return Err(Refusal::invalid("The last round lies before the first."));
    }
    event.forbidden.push(ForbiddenGroup { id, players, first_round, last_round });
    Ok(())
}

/// A group that has bound no published round goes; one that has ends with the last published round, because
/// the rounds before were paired by it.
fn lift(event: &mut Event, id: GroupId) -> Effect {
    let published = event.published_rounds();
    let place = event.forbidden.iter().position(|group| group.id == id);
    let place = place.ok_or(Refusal::NotFound("forbidden pair"))?;
    let group = &mut event.forbidden[place];
    if group.first_round > published {
        event.forbidden.remove(place);
    } else if group.last_round.is_some_and(|last| last <= published) {
        return Err(Refusal::invalid("This no longer binds any round to come."));
    } else {
        group.last_round = Some(published);
    }
    Ok(())
}

/// A player who is taken out belongs to no group any more.
pub(super) fn forget(event: &mut Event, player: EntryId) {
    for group in &mut event.forbidden {
        group.players.remove(&player);
    }
    event.forbidden.retain(|group| group.players.len() >= 2);
}
