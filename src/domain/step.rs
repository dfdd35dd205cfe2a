//! Steps of a game: which commands are one, and what it takes to undo the last.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::choice::Answered;
use super::command::Command;
use super::game::Game;
use super::ids::GameId;
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

impl Command {
    /// The game that it is about, if it is about one.
    #[must_use]
    pub const fn game(&self) -> Option<GameId> {
        use Command as C;
        match self {
            C::AnswerChoice { game, .. }
            | C::ClearChoice { game, .. }
            | C::CommitDice { game, .. }
            | C::AddWord { game, .. }
            | C::CastDice { game, .. }
            | C::EnterCast { game, .. }
            | C::ConfirmCast { game, .. }
            | C::VoidCast { game, .. }
            | C::EnterResult { game, .. }
            | C::ClearResult { game, .. }
            | C::ReportResult { game, .. }
            | C::Adjourn { game, .. }
            | C::Overrule { game, .. }
            | C::BeginEngagement { game }
            | C::MakeOffer { game, .. }
            | C::AnswerOffer { game, .. }
            | C::MakeClaim { game, .. }
            | C::JudgeClaim { game, .. }
            | C::ConsultSeer { game, .. }
            | C::NoteIncident { game, .. }
            | C::FlagFallen { game, .. }
            | C::Disqualify { game, .. }
            | C::UndoStep { game, .. }
            | C::DisputeResult { game, .. }
            | C::UseRecord { game, .. }
            | C::HandInRecord { game, .. } => Some(*game),
            C::CreateEvent { .. }
            | C::ChangeSettings { .. }
            | C::ShowEvent { .. }
            | C::FinishEvent { .. }
            | C::AppointStaff { .. }
            | C::DismissStaff { .. }
            | C::AddEntries { .. }
            | C::ChangeEntry { .. }
            | C::RemoveEntry { .. }
            | C::NumberEntries { .. }
            | C::CheckIn { .. }
            | C::Withdraw { .. }
            | C::Reinstate { .. }
            | C::RequestBye { .. }
            | C::SetRegistration { .. }
            | C::AcceptRegistrations { .. }
            | C::OfferClaim { .. }
            | C::ClaimEntry { .. }
            | C::ReleaseClaim { .. }
            | C::ForbidPairs { .. }
            | C::LiftForbidden { .. }
            | C::DrawFirstSide { .. }
            | C::DraftRound { .. }
            | C::ChangeDraft { .. }
            | C::DiscardDraft { .. }
            | C::PublishRound { .. }
            | C::UnpublishRound { .. }
            | C::CloseRound { .. }
            | C::ReopenRound { .. }
            | C::DecideTie { .. } => None,
        }
    }

    /// Whether it is a step of a game that can be undone. Dice are voided instead, and what was handed in stays.
    #[must_use]
    pub const fn is_undoable(&self) -> bool {
        use Command as C;
        matches!(
            self,
            C::AnswerChoice { .. }
                | C::ClearChoice { .. }
                | C::EnterResult { .. }
                | C::ClearResult { .. }
                | C::ReportResult { .. }
                | C::Adjourn { .. }
                | C::Overrule { .. }
                | C::BeginEngagement { .. }
                | C::MakeOffer { .. }
                | C::AnswerOffer { .. }
                | C::MakeClaim { .. }
                | C::JudgeClaim { .. }
                | C::ConsultSeer { .. }
                | C::NoteIncident { .. }
                | C::FlagFallen { .. }
                | C::Disqualify { .. }
                | C::DisputeResult { .. }
                | C::UseRecord { .. }
        )
    }
}
