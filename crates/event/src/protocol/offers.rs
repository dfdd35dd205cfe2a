//! Offers of one player to the other, and what becomes of them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tiger_rules::{Ending, GameKind, InLieu, Variation};

use crate::{ResultEntry, Seat};

/// What one player offers the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "offer", rename_all = "snake_case")]
pub enum Offer {
    Draw,
    /// His own concession; in Dragon he says in lieu of what (rule 27a).
    Concession {
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
    pub const fn needs_acceptance(self) -> bool {
        !matches!(
            self,
            Self::Concession {
                in_lieu: None | Some(InLieu::LockingUp | InLieu::DirectCapture),
                bearer_captured: false
            }
        )
    }

    /// What is offered, in words: `a draw`, `a Truce`, `a concession in lieu of planting`.
    pub const fn words(self, game: GameKind) -> &'static str {
        match self {
            Self::Draw if matches!(game, GameKind::Dragon) => "a Truce",
            Self::Draw => "a draw",
            Self::Concession { in_lieu: None, bearer_captured: false } => "a concession",
            Self::Concession { in_lieu: None, bearer_captured: true } => {
                "a concession, the winner's Standard Bearer captured"
            }
            Self::Concession { in_lieu: Some(InLieu::LockingUp), .. } => "a concession in lieu of locking up",
            Self::Concession { in_lieu: Some(InLieu::DirectCapture), .. } => {
                "a concession in lieu of direct capture"
            }
            Self::Concession { in_lieu: Some(InLieu::Planting), .. } => "a concession in lieu of planting",
            Self::InevitableCheckmate { against_himself: true } => {
                "agreement that checkmate is inevitable and whoever offers it has lost"
            }
            Self::InevitableCheckmate { against_himself: false } => {
                "agreement that checkmate is inevitable and whoever offers it has won"
            }
            Self::InevitablePlanting => "agreement that planting was inevitable",
        }
    }

    /// The result that the game has if the offer of `by` is accepted, given the result that stands.
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
    #[serde(with = "crate::seat_number")]
    pub player: Seat,
    pub offer: Offer,
    pub at: DateTime<Utc>,
    pub state: OfferState,
}

/// What became of an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum OfferState {
    /// It waits for the other's answer.
    Open,
    /// The other has accepted.
    Accepted { at: DateTime<Utc> },
    /// The other has declined: play goes on.
    Declined { at: DateTime<Utc> },
    /// It needed no answer.
    TookEffect,
    /// The game got its result otherwise.
    Lapsed { at: DateTime<Utc> },
}
