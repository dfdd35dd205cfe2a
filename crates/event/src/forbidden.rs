//! Players who must not meet.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ids::GroupId;
use crate::{EntryId, Event, RoundNumber};

/// Players none of whom may meet another in some rounds; two make a forbidden pair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForbiddenGroup {
    pub id: GroupId,
    /// The players, at least two.
    pub players: BTreeSet<EntryId>,
    /// The first round that it binds.
    pub first_round: RoundNumber,
    /// The last round that it binds; none if it binds to the end.
    pub last_round: Option<RoundNumber>,
}

impl ForbiddenGroup {
    pub fn holds_in(&self, round: RoundNumber) -> bool {
        self.first_round <= round && self.last_round.is_none_or(|last| round <= last)
    }

    /// The rounds in words, such as `from round 2 on`.
    pub fn rounds(&self) -> String {
        rounds_in_words(self.first_round, self.last_round)
    }
}

/// Rounds in words, such as `in all rounds` or `in rounds 2 to 4`.
pub fn rounds_in_words(first: RoundNumber, last: Option<RoundNumber>) -> String {
    match last {
        None if first == 1 => "in all rounds".to_owned(),
        None => format!("from round {first} on"),
        Some(last) if last == first => format!("in round {first}"),
        Some(last) => format!("in rounds {first} to {last}"),
    }
}

impl Event {
    pub fn must_not_meet(&self, one: EntryId, other: EntryId, round: RoundNumber) -> bool {
        let forbids = |group: &ForbiddenGroup| {
            group.holds_in(round) && group.players.contains(&one) && group.players.contains(&other)
        };
        self.forbidden.iter().any(forbids)
    }
}
