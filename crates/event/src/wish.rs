//! What players say and ask for by themselves before a round: that they are here, to leave, a bye. It is a proposal: what
//! counts is the arbiter's own command, which takes it off the list.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{ByeKind, Entry, Event, RoundNumber};

/// What a player asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "asks", rename_all = "snake_case")]
pub enum Asked {
    /// To play no more.
    Leave {
        /// The first round without the player.
        from_round: RoundNumber,
    },
    Bye {
        round: RoundNumber,
        kind: ByeKind,
    },
}

impl Asked {
    /// What follows `asks`, such as `for a half-point bye in round 3`.
    pub fn words(self) -> String {
        match self {
            Self::Leave { from_round } => format!("to leave from round {from_round} on"),
            Self::Bye { round, kind } => format!("for a {} in round {round}", kind.title()),
        }
    }

    /// The first round that would be another one.
    pub const fn round(self) -> RoundNumber {
        match self {
            Self::Leave { from_round } => from_round,
            Self::Bye { round, .. } => round,
        }
    }

    /// Whether both are about the same, so that one takes the place of the other.
    pub const fn is_about_the_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Leave { .. }, Self::Leave { .. }) => true,
            (Self::Bye { round, .. }, Self::Bye { round: other, .. }) => round == other,
            _ => false,
        }
    }
}

/// A wish of a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wish {
    /// The ledger entry with which it came: no other wish of the event has the same.
    pub id: u64,
    pub asked: Asked,
    pub at: DateTime<Utc>,
    /// Whether an arbiter said no.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_refused: bool,
}

impl Entry {
    /// What was asked for is granted, or has become idle.
    pub fn settle(&mut self, is_settled: impl Fn(Asked) -> bool) {
        self.wishes.retain(|wish| !is_settled(wish.asked));
    }
}

impl Event {
    /// Wishes that an arbiter can still grant, the oldest first. A bye of a round that is published comes too late.
    pub fn open_wishes(&self) -> Vec<(&Entry, &Wish)> {
        let open = self.published_rounds() + 1;
        let is_open = |wish: &Wish| match wish.asked {
            _ if wish.is_refused || self.is_finished => false,
            Asked::Leave { .. } => true,
            Asked::Bye { round, .. } => round >= open,
        };
        let all = self.entries.values().flat_map(|entry| entry.wishes.iter().map(move |wish| (entry, wish)));
        let mut wishes: Vec<_> = all.filter(|(_, wish)| is_open(wish)).collect();
        wishes.sort_by_key(|(_, wish)| wish.id);
        wishes
    }

    /// Players who say that they are here, and whom nobody has seen yet.
    pub fn announced(&self) -> impl Iterator<Item = &Entry> {
        let says = |entry: &&Entry| entry.says_here.is_some() && !entry.is_seen() && !self.has_left(entry);
        self.entries.values().filter(says)
    }
}
