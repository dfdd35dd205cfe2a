//! What is said and noted at a board beside moves and dice: offers, claims, consultations, incidents, flags.
//!
//! Everything bears the number of the ledger entry that made it, and is spoken of by that number. Nothing is ever taken
//! out: what was declined, refused or has lapsed stays with its answer.

mod claim;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tiger_rules::{Ending, GameKind, InLieu, Variation};

use super::result::{ResultEntry, Seat};
use super::text::{Article, Reason};

pub use claim::{ClaimFinding, ClaimKind, ClaimState, Claimed, Evidence, Judgement};

/// The protocol of one game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Protocol {
    /// When the engagement began, where an arbiter has said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engaged: Option<DateTime<Utc>>,
    /// Offers, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offered>,
    /// Claims, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claimed>,
    /// Consultations with a Seer, oldest first (Dragon, rules 3 and 4).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub consultations: Vec<Consultation>,
    /// Incidents, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub incidents: Vec<Incident>,
    /// Flags that have fallen, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<FallenFlag>,
}

impl Protocol {
    /// How often a side may consult its Seer (Dragon, rule 3).
    pub const CONSULTATIONS: usize = 3;

    /// The most entries of one kind in one game: enough for any game, too few to fill a disk.
    pub const MOST: usize = 60;

    /// Whether nothing stands in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// How often a player has consulted the Seer.
    #[must_use]
    pub fn consulted(&self, player: usize) -> usize {
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
    #[must_use]
    pub fn offer(&self, step: u64) -> Option<&Offered> {
        self.offers.iter().find(|offer| offer.step == step)
    }

    /// Whether a player's flag fell in the deployment.
    #[must_use]
    pub fn has_flag_fallen(&self, player: usize) -> bool {
        self.flags.iter().any(|flag| flag.player == player && flag.phase == Phase::Deployment)
    }
}

/// What one player offers the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "offer", rename_all = "snake_case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// His own concession; in Dragon he says in lieu of what (rule 27a).
    Concession {
        /// In lieu of what.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        in_lieu: Option<InLieu>,
        /// TigerVariation: he says that the winner's Standard Bearer has been captured.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bearer_captured: bool,
    },
    /// TigerVariation: checkmate is inevitable, an award of three points (rule 6).
    InevitableCheckmate {
        /// Whether the one who offers is the one who would be checkmated.
        against_himself: bool,
    },
    /// Dragon, after a loss on time: planting was inevitable, an award of three points (rule 27b).
    InevitablePlanting,
}

impl Offer {
    /// Whether the game's rules know such an offer.
    #[must_use]
    pub fn is_of(self, variation: Variation) -> bool {
        match self {
            Self::Draw => true,
            Self::Concession { in_lieu, bearer_captured } => {
                in_lieu.is_some() == (variation.game() == GameKind::Dragon)
                    && (!bearer_captured || variation.is_tiger())
            }
            Self::InevitableCheckmate { .. } => variation.is_tiger(),
            Self::InevitablePlanting => variation.game() == GameKind::Dragon,
        }
    }

    /// Whether it takes effect only when the other accepts it. A concession does by itself, unless it is in lieu of
    /// planting (ruling "Game points") or asks for the lesser award of a captured Standard Bearer.
    #[must_use]
    pub const fn needs_acceptance(self) -> bool {
        !matches!(
            self,
            Self::Concession {
                in_lieu: None | Some(InLieu::LockingUp | InLieu::DirectCapture),
                bearer_captured: false
            }
        )
    }

    /// The result that the game has if the offer of `by` is accepted, given the result that stands.
    #[must_use]
    pub fn result(self, by: Seat, stands: Option<&ResultEntry>) -> Option<ResultEntry> {
        match self {
            Self::Draw => Some(ResultEntry::plain(None, Ending::Agreement)),
            Self::Concession { in_lieu, bearer_captured } => Some(ResultEntry {
                bearer_captured,
                ..ResultEntry::plain(Some(by.other()), Ending::Concession(in_lieu))
            }),
            Self::InevitableCheckmate { against_himself } => {
                let winner = if against_himself { by.other() } else { by };
                Some(ResultEntry::plain(Some(winner), Ending::Agreement))
            }
            Self::InevitablePlanting => stands
                .filter(|entry| entry.ending == Ending::Time && entry.winner.is_some())
                .map(|entry| ResultEntry { planting_inevitable: true, ..*entry }),
        }
    }
}

/// An offer that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offered {
    /// The ledger entry that made it.
    pub step: u64,
    /// 0 or 1 for the player who offers.
    pub player: usize,
    /// What.
    pub offer: Offer,
    /// When.
    pub at: DateTime<Utc>,
    /// What became of it.
    pub state: OfferState,
}

/// What became of an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum OfferState {
    /// It waits for the other's answer.
    Open,
    /// The other has accepted.
    Accepted {
        /// When.
        at: DateTime<Utc>,
    },
    /// The other has declined: play goes on.
    Declined {
        /// When.
        at: DateTime<Utc>,
    },
    /// It needed no answer.
    TookEffect,
    /// The game got its result otherwise.
    Lapsed {
        /// When.
        at: DateTime<Utc>,
    },
}

/// A consultation with a Seer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Consultation {
    /// The ledger entry that noted it.
    pub step: u64,
    /// 0 or 1 for the player.
    pub player: usize,
    /// When.
    pub at: DateTime<Utc>,
}

/// What sort of incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentKind {
    /// A force was touched and has to be moved, or let go of.
    TouchMove,
    /// A move that the rules do not allow was made on the board.
    IllegalMove,
    /// A warning.
    Warning,
    /// Somebody was disturbed, or was advised.
    Disturbance,
    /// Something about the clock.
    Clock,
    /// A decision that leaves the result alone.
    Decision,
    /// Anything else.
    Other,
}

impl IncidentKind {
    /// Every kind, in the order that forms offer them.
    pub const ALL: [Self; 7] = [
        Self::TouchMove,
        Self::IllegalMove,
        Self::Warning,
        Self::Disturbance,
        Self::Clock,
        Self::Decision,
        Self::Other,
    ];

    /// The word in forms and addresses.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::TouchMove => "touch-move",
            Self::IllegalMove => "illegal-move",
            Self::Warning => "warning",
            Self::Disturbance => "disturbance",
            Self::Clock => "clock",
            Self::Decision => "decision",
            Self::Other => "other",
        }
    }

    /// The kind with a word.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// The words on pages.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::TouchMove => "Touch-move",
            Self::IllegalMove => "Illegal move",
            Self::Warning => "Warning",
            Self::Disturbance => "Disturbance or advice",
            Self::Clock => "Clock",
            Self::Decision => "Decision without effect on the result",
            Self::Other => "Other incident",
        }
    }
}

/// Something that happened at the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incident {
    /// The ledger entry that noted it.
    pub step: u64,
    /// What sort.
    pub kind: IncidentKind,
    /// 0 or 1 for the player whom it concerns, none for both or nobody.
    pub player: Option<usize>,
    /// What happened.
    pub words: Reason,
    /// The article that it rests on.
    pub article: Option<Article>,
    /// When.
    pub at: DateTime<Utc>,
    /// Who noted it.
    pub by: String,
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

/// A flag that has fallen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FallenFlag {
    /// The ledger entry that noted it.
    pub step: u64,
    /// 0 or 1 for the player.
    pub player: usize,
    /// In which phase.
    pub phase: Phase,
    /// When.
    pub at: DateTime<Utc>,
    /// Who noted it.
    pub by: String,
}

#[cfg(test)]
mod tests {
    use super::Offer;
    use tiger_rules::{GameKind, InLieu, TigerOptions, Variation};

    #[test]
    fn only_a_concession_that_costs_the_winner_nothing_needs_no_answer() {
        let concession = |in_lieu, bearer_captured| Offer::Concession { in_lieu, bearer_captured };
        assert!(!concession(None, false).needs_acceptance());
        assert!(!concession(Some(InLieu::LockingUp), false).needs_acceptance());
        assert!(!concession(Some(InLieu::DirectCapture), false).needs_acceptance());
        assert!(concession(Some(InLieu::Planting), false).needs_acceptance());
        assert!(concession(None, true).needs_acceptance());
        assert!(Offer::Draw.needs_acceptance());
    }

    #[test]
    fn each_game_knows_its_own_offers() {
        let tiger = Variation::TigerChess(TigerOptions { tiger: true, ..TigerOptions::default() });
        let dragon = Variation::standard(GameKind::Dragon);
        let mate = Offer::InevitableCheckmate { against_himself: true };
        assert!(mate.is_of(tiger) && !mate.is_of(Variation::LancerChess) && !mate.is_of(dragon));
        let plain = Offer::Concession { in_lieu: None, bearer_captured: false };
        assert!(plain.is_of(tiger) && !plain.is_of(dragon));
        assert!(Offer::InevitablePlanting.is_of(dragon) && !Offer::InevitablePlanting.is_of(tiger));
    }
}
