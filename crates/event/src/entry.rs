//! A player's entry in an event: who, from when to when, with which byes, and who may speak for it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tiger_pairing::model;

use crate::offered::offered;
use crate::wish::Wish;
use crate::{Bytes32, EntryId, Identity, Label, Office, PersonName, UserId};

/// The number of a round, from 1.
pub type RoundNumber = u16;

/// What an arbiter writes down about a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryDetails {
    pub name: PersonName,
    /// Club or town.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<Label>,
    /// Federation or country, as the event writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation: Option<Label>,
    /// Playing strength in whatever list the event uses, 1 to 4000.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// What a report file said of the player beside that.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub identity: Identity,
    /// Fee and notes, for arbiters alone.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub office: Office,
}

impl EntryDetails {
    /// Somebody of whom only the name is known.
    pub fn named(name: PersonName) -> Self {
        let (identity, office) = (Identity::default(), Office::default());
        Self { name, club: None, federation: None, rating: None, identity, office }
    }

    /// All of it in one line, for arbiters.
    pub fn summary(&self) -> String {
        let rating = self.rating.map(|rating| rating.to_string());
        let parts = [
            Some(self.name.to_string()),
            self.club.as_ref().map(ToString::to_string),
            self.federation.as_ref().map(ToString::to_string),
            rating,
        ];
        let parts = parts.into_iter().flatten();
        parts.chain(self.identity.parts()).chain(self.office.parts()).collect::<Vec<_>>().join(", ")
    }
}

/// A bye that somebody asked for, or that a pairing gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeKind {
    /// Pairing-allocated: nobody was left to play against.
    Pairing,
    /// Asked for, worth a draw.
    HalfPoint,
    /// Asked for, worth nothing.
    ZeroPoint,
    /// Given by the arbiter, worth a win.
    FullPoint,
}

impl From<model::Bye> for ByeKind {
    fn from(bye: model::Bye) -> Self {
        match bye {
            model::Bye::PairingAllocated => Self::Pairing,
            model::Bye::HalfPoint => Self::HalfPoint,
            model::Bye::FullPoint => Self::FullPoint,
            model::Bye::ZeroPoint => Self::ZeroPoint,
        }
    }
}

impl ByeKind {
    /// The kinds that can be asked for.
    pub const REQUESTABLE: [Self; 3] = [Self::HalfPoint, Self::ZeroPoint, Self::FullPoint];

    /// FIDE's abbreviation.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Pairing => "PAB",
            Self::HalfPoint => "HPB",
            Self::ZeroPoint => "ZPB",
            Self::FullPoint => "FPB",
        }
    }

    pub const fn title(self) -> &'static str {
        match self {
            Self::Pairing => "pairing-allocated bye",
            Self::HalfPoint => "half-point bye",
            Self::ZeroPoint => "zero-point bye",
            Self::FullPoint => "full-point bye",
        }
    }

    /// The kind with an abbreviation.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Pairing, Self::HalfPoint, Self::ZeroPoint, Self::FullPoint]
            .into_iter()
            .find(|k| k.code() == code)
    }
}

/// Whether a player is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Attendance {
    /// Entered, not yet seen in the hall.
    Expected,
    /// Checked in.
    Present,
    /// Plays no more, or will not from a later round on.
    Withdrawn {
        /// The first round that the player is not paired in.
        from_round: RoundNumber,
        /// Whether the player has been seen in the hall; matters until they have left.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_present: bool,
        /// What becomes of the player's games in a round robin.
        #[serde(default, skip_serializing_if = "super::is_default")]
        games: Departure,
    },
}

impl Attendance {
    /// The same, but for whether the player has been seen in the hall.
    #[must_use]
    pub const fn seen(self, is_present: bool) -> Self {
        match self {
            Self::Withdrawn { from_round, games, .. } => Self::Withdrawn { from_round, is_present, games },
            _ if is_present => Self::Present,
            _ => Self::Expected,
        }
    }

    /// Whether the player has been seen in the hall.
    pub const fn is_seen(self) -> bool {
        matches!(self, Self::Present | Self::Withdrawn { is_present: true, .. })
    }

    /// The first round without the player, and what becomes of their games in a round robin, if they leave or have left.
    pub const fn leaving(self) -> Option<(RoundNumber, Departure)> {
        match self {
            Self::Withdrawn { from_round, games, .. } => Some((from_round, games)),
            Self::Expected | Self::Present => None,
        }
    }
}

/// What becomes of the games of a player who leaves a round robin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Departure {
    /// Results stand, and games to come are forfeited: for who has played half of their games or more.
    #[default]
    Forfeit,
    /// Nothing counts for anybody; results stay in the cross-table: for who has played less than half.
    Annul,
}

offered!(Departure {
    Annul: "annul", "all their games are annulled";
    Forfeit: "forfeit", "results stand, games to come are forfeited";
});

/// Who may speak for the entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Speaker {
    /// Nobody yet.
    #[default]
    None,
    /// Whoever brings the link whose token has this digest.
    Offered {
        /// SHA-256 of the link's token.
        token: Bytes32,
    },
    /// This person.
    Taken { user: UserId },
}

impl Speaker {
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::Taken { user } => Some(user),
            Self::None | Self::Offered { .. } => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub id: EntryId,
    /// Pairing number, from 1; also the place in the starting list.
    pub number: u16,
    pub details: EntryDetails,
    pub attendance: Attendance,
    /// The first round that the player is paired in; later than 1 for a late entry.
    pub first_round: RoundNumber,
    /// Byes asked for, by round.
    pub byes: BTreeMap<RoundNumber, ByeKind>,
    #[serde(rename = "claim")]
    pub speaker: Speaker,
    /// SHA-256 of the token of a newer link: whoever speaks for the player goes on until it is opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newer_link: Option<Bytes32>,
    /// Since when the player says that they are here, until an arbiter has seen them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says_here: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wishes: Vec<Wish>,
    /// The player's Seer, in games that do not name another (Dragon, rules 3 to 5).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seer: Option<PersonName>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_erased: bool,
    /// The ledger entry that last changed it.
    pub revision: u64,
}

impl Entry {
    /// Whether the player is to be paired in a round: arrived, not withdrawn, no bye asked for.
    pub fn plays_in(&self, round: RoundNumber) -> bool {
        self.is_in(round) && !self.byes.contains_key(&round)
    }

    /// Whether the player belongs to a round at all, be it with a bye.
    pub fn is_in(&self, round: RoundNumber) -> bool {
        self.first_round <= round && self.leaves_from().is_none_or(|from_round| round < from_round)
    }

    /// The first round without the player, if they leave or have left.
    pub fn leaves_from(&self) -> Option<RoundNumber> {
        self.attendance.leaving().map(|(from_round, _)| from_round)
    }

    /// What becomes of the player's games in a round robin, if they leave or have left.
    pub fn departure(&self) -> Option<Departure> {
        self.attendance.leaving().map(|(_, games)| games)
    }

    /// Whether the player has been seen in the hall.
    pub const fn is_seen(&self) -> bool {
        self.attendance.is_seen()
    }
}
