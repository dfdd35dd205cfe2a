//! The last step of a game, and what it takes to undo it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::beginning::Beginning;
use crate::choice::{Answered, Said};
use crate::protocol::Protocol;
use crate::result::{Dispute, Report};
use crate::{Command, Game, GameResult, PersonName, Reason};

/// The last step of a game, with what it takes to undo it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastStep {
    /// Its ledger entry.
    pub step: u64,
    pub at: DateTime<Utc>,
    pub by: String,
    pub command: Box<Command>,
    /// The settings that its points were reckoned by.
    pub settings_revision: u64,
    /// The game before it, but for records and dice, which no step that can be undone touches.
    pub before: Box<Before>,
}

/// What a step that can be undone may change of a game, as it stood there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Before {
    pub answers: Vec<Answered>,
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub said: Said,
    pub reports: [Option<Report>; 2],
    pub disputes: Vec<Dispute>,
    pub adjourned: Option<Reason>,
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub seers: [Option<PersonName>; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginning: Option<Beginning>,
    pub result: Option<GameResult>,
    pub protocol: Protocol,
}

impl Before {
    /// A game as it stands before a step.
    pub fn of(game: &Game) -> Self {
        Self {
            answers: game.answers.clone(),
            said: game.said,
            reports: game.reports.clone(),
            disputes: game.disputes.clone(),
            adjourned: game.adjourned.clone(),
            seers: game.seers.clone(),
            beginning: game.beginning.clone(),
            result: game.result.clone(),
            protocol: game.protocol.clone(),
        }
    }
}
