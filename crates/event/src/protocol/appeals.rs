//! Appeals against a result or a ruling, and what the committee decides.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::RulingId;
use crate::{EntryId, PersonName, Reason};

/// An appeal that was noted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Appeal {
    /// The ledger entry that noted it.
    pub step: u64,
    pub player: EntryId,
    /// Against which ruling; none for the result as it was entered or played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<RulingId>,
    /// What is asked for, and why.
    pub words: Reason,
    /// When it was handed in.
    pub made_at: DateTime<Utc>,
    /// Until when it had to be; none while the round was being played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<DateTime<Utc>>,
    /// What the arbiter said of one that came late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<Late>,
    /// Who noted it.
    pub by: String,
    pub state: AppealState,
}

/// What the arbiter said of an appeal that came late.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Late {
    pub is_heard: bool,
    /// Why, or why not.
    pub reason: Reason,
}

/// What became of an appeal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum AppealState {
    /// It waits for the committee.
    Open,
    /// It came late and is not heard.
    NotHeard,
    /// The committee has decided.
    Decided(AppealDecision),
    /// Whoever appealed does not any more, as an arbiter noted.
    Withdrawn { at: DateTime<Utc>, by: String },
}

/// What a committee decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppealDecision {
    pub is_upheld: bool,
    /// Why.
    pub words: Reason,
    pub members: Vec<PersonName>,
    pub at: DateTime<Utc>,
    /// Who noted it.
    pub by: String,
}

impl Appeal {
    pub fn is_open(&self) -> bool {
        self.state == AppealState::Open
    }
}
