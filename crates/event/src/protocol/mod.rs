//! What is said and noted at a board beside moves and dice: offers, claims, consultations, incidents, flags, appeals.
//!
//! Everything bears the number of the ledger entry that made it, and is spoken of by that number. Nothing is ever taken
//! out: what was declined, refused or has lapsed stays with its answer.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

mod appeals;
pub mod claims;
mod incidents;
pub mod offers;

pub use appeals::{Appeal, AppealDecision, AppealState, Late};
pub use claims::{ClaimFinding, ClaimKind, ClaimState, Claimed, Evidence, Judgement};
pub use incidents::{Incident, IncidentKind, TakenBack, more_minutes};
pub use offers::{Offer, OfferState, Offered};

use crate::{PersonName, Seat};

/// The protocol of one game, each list with its oldest first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Protocol {
    /// When the engagement began, where an arbiter has said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engaged: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offered>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claimed>,
    /// Consultations with a Seer, oldest first (Dragon, rules 3 and 4).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub consultations: Vec<Consultation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub incidents: Vec<Incident>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<FallenFlag>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub appeals: Vec<Appeal>,
    /// The minutes that the board has beyond the end of the round.
    #[serde(skip_serializing_if = "crate::is_default")]
    pub extra_minutes: u16,
    /// The last entry of the clock's book by which a loss on time was put in question.
    #[serde(skip_serializing_if = "crate::is_default")]
    pub doubted: u64,
}

impl Protocol {
    /// How often a side may consult its Seer (Dragon, rule 3).
    pub const CONSULTATIONS: usize = 3;

    /// The most entries of one kind in one game: enough for any game, too few to fill a disk.
    pub const MOST: usize = 60;

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether there is nothing but calls of the arbiter.
    pub fn is_of_calls(&self) -> bool {
        let rest = Self { claims: Vec::new(), ..self.clone() };
        self.claims.iter().all(|claimed| claimed.kind == ClaimKind::Call) && rest.is_empty()
    }

    /// How often a player has consulted the Seer.
    pub fn consulted(&self, player: Seat) -> usize {
        self.consultations.iter().filter(|consultation| consultation.player == player).count()
    }

    /// The offers that wait for an answer.
    pub fn open_offers(&self) -> impl Iterator<Item = &Offered> {
        self.offers.iter().filter(|offer| offer.state == OfferState::Open)
    }

    /// The claims that wait for the arbiter.
    pub fn open_claims(&self) -> impl Iterator<Item = &Claimed> {
        self.claims.iter().filter(|claim| claim.state == ClaimState::Open)
    }

    /// What waited when the game got its result waits no more.
    pub(super) fn lapse(&mut self, now: DateTime<Utc>) {
        for offer in self.offers.iter_mut().filter(|offer| offer.state == OfferState::Open) {
            offer.state = OfferState::Lapsed { at: now };
        }
        for claim in self.claims.iter_mut().filter(|claim| claim.state == ClaimState::Open) {
            claim.state = ClaimState::Lapsed { at: now };
        }
    }

    /// An offer, by the entry that made it.
    pub fn offer(&self, step: u64) -> Option<&Offered> {
        self.offers.iter().find(|offer| offer.step == step)
    }

    /// Whether a player's flag fell in the deployment.
    pub fn has_flag_fallen(&self, player: Seat) -> bool {
        self.flags.iter().any(|flag| flag.player == player && flag.phase == Phase::Deployment)
    }
}

/// A consultation with a Seer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consultation {
    /// The ledger entry that noted it.
    pub step: u64,
    #[serde(with = "crate::seat_number")]
    pub player: Seat,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seer: Option<PersonName>,
    pub at: DateTime<Utc>,
}

/// The two phases of a game as its clocks know them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// TigerChess: Swordsmen are posted.
    Deployment,
    /// Moves are made.
    Engagement,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FallenFlag {
    /// The ledger entry that noted it.
    pub step: u64,
    #[serde(with = "crate::seat_number")]
    pub player: Seat,
    pub phase: Phase,
    pub at: DateTime<Utc>,
    /// Who noted it.
    pub by: String,
}
