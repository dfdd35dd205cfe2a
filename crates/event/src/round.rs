//! A round: drafted, published, closed.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{ByeKind, EntryId, Event, Format, GameId, RoundNumber};

/// How far a round has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundState {
    /// Only arbiters see it.
    Draft,
    /// Everybody sees it and results come in.
    Published,
    /// Every game has its result.
    Closed,
}

impl RoundState {
    pub const fn title(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Closed => "closed",
        }
    }
}

/// Two players at a board. In a draft nothing else exists of their game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    pub game: GameId,
    /// The one who moves first.
    pub first: EntryId,
    /// The one who moves second.
    pub second: EntryId,
    /// Why the pairing system put them together, a sentence; empty if made by hand.
    #[serde(default, skip_serializing_if = "String::is_empty", serialize_with = "super::apart::serialize")]
    pub why: String,
    /// Whether an arbiter forced this pair, so that drafting around forced pairs keeps it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_forced: bool,
}

/// A player who does not play in a round, and what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundBye {
    pub entry: EntryId,
    pub kind: ByeKind,
    /// In a round robin the opponent who is not there: it is a win by forfeit then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<EntryId>,
}

impl RoundBye {
    /// What a bye is called when the opponent is not there.
    pub const FORFEIT: &'static str = "win by forfeit";

    pub const fn new(entry: EntryId, kind: ByeKind) -> Self {
        Self { entry, kind, against: None }
    }

    pub const fn title(&self) -> &'static str {
        match self.against {
            Some(_) => Self::FORFEIT,
            None => self.kind.title(),
        }
    }

    /// Its abbreviation in files; that of a forfeit is a plus.
    pub const fn code(&self) -> &'static str {
        match self.against {
            Some(_) => "+",
            None => self.kind.code(),
        }
    }
}

impl Event {
    /// What a bye is called here: in a round robin without a number to spare, who is free has asked for nothing.
    pub const fn bye_title(&self, kind: ByeKind, is_forfeit: bool) -> &'static str {
        match kind {
            _ if is_forfeit => RoundBye::FORFEIT,
            ByeKind::ZeroPoint if self.settings.format.is_round_robin() => "no game in this round",
            kind => kind.title(),
        }
    }
}

/// Boards and byes of a round: what a pairing system proposes and an arbiter may change by hand.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Table {
    /// The boards, board 1 first.
    pub boards: Vec<Pairing>,
    pub byes: Vec<RoundBye>,
    /// Those who have neither opponent nor bye yet; only a draft has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unpaired: Vec<EntryId>,
    /// Pairs of a round robin neither of whom is there: both forfeit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<[EntryId; 2]>,
    /// What the round is in a bracket; none in formats without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<StageRound>,
    /// In the first round of a bracket its players, the first seed first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<EntryId>,
}

/// A round's place in a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StageRound {
    /// The stage, from 1.
    pub stage: u32,
    /// Which game of its ties, from 1; none for a tie-break game of those that are level.
    pub game: Option<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// Its number, from 1.
    pub number: RoundNumber,
    pub state: RoundState,
    pub system: Format,
    /// Boards and byes; versions of the event share them.
    #[serde(with = "super::shared::one")]
    pub table: Arc<Table>,
    /// Whether an arbiter changed the draft by hand.
    pub is_changed_by_hand: bool,
    pub published_at: Option<DateTime<Utc>>,
    /// When boards of it were last changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_at: Option<DateTime<Utc>>,
    /// The number that its first board bears, where the settings have come to name another since it was published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_board: Option<u16>,
    /// The ledger entry that last changed boards, byes or state.
    pub revision: u64,
}
