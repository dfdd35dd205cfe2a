//! The last step of a game, and what it takes to undo it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::beginning::Beginning;
use super::choice::{Answered, Said, is_unsaid};
use super::command::Command;
use super::game::{Game, has_no_seer};
use super::protocol::Protocol;
use super::result::{Dispute, GameResult, Report};
use super::text::{PersonName, Reason};

/// The last step of a game, with what it takes to undo it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastStep {
    /// Its ledger entry.
    pub step: u64,
    /// When it was done.
    pub at: DateTime<Utc>,
    pub by: String,
    pub command: Box<Command>,
    /// The settings that its points were reckoned by.
    pub settings_revision: u64,
    /// The game before it, but for records and dice, which no step that can be undone touches.
    pub before: Box<Before>,
}

/// What a step that can be undone may change of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Before {
    /// The answers about the variation.
    pub answers: Vec<Answered>,
    /// What the players say by themselves to the open question.
    #[serde(default, skip_serializing_if = "is_unsaid")]
    pub said: Said,
    pub reports: [Option<Report>; 2],
    pub disputes: Vec<Dispute>,
    /// Why it was left for later.
    pub adjourned: Option<Reason>,
    /// The Seers appointed for the game.
    #[serde(default, skip_serializing_if = "has_no_seer")]
    pub seers: [Option<PersonName>; 2],
    /// What it begins from, if that is not the usual situation.
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
