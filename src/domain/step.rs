//! The last step of a game, and what it takes to undo it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::choice::Answered;
use super::command::Command;
use super::game::Game;
use super::protocol::Protocol;
use super::result::{Dispute, GameResult, Report};
use super::text::Reason;

/// The last step of a game, with what it takes to undo it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastStep {
    /// Its ledger entry.
    pub step: u64,
    /// When it was done.
    pub at: DateTime<Utc>,
    /// Who did it.
    pub by: String,
    /// What it was.
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
    /// The reports.
    pub reports: [Option<Report>; 2],
    /// The disputes.
    pub disputes: Vec<Dispute>,
    /// Why it was left for later.
    pub adjourned: Option<Reason>,
    /// The result.
    pub result: Option<GameResult>,
    /// The protocol.
    pub protocol: Protocol,
}

impl Before {
    /// A game as it stands before a step.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Self {
            answers: game.answers.clone(),
            reports: game.reports.clone(),
            disputes: game.disputes.clone(),
            adjourned: game.adjourned.clone(),
            result: game.result.clone(),
            protocol: game.protocol.clone(),
        }
    }
}
