//! Who does something, and when: what every ledger entry carries beside its command.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::UserId;

/// Who gave a command.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Actor {
    /// The program itself: the demo, or the command line.
    Program,
    User {
        id: UserId,
        /// The name at the time of the command.
        #[serde(serialize_with = "super::apart::serialize")]
        name: String,
        /// Whether the person administers the whole installation.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_admin: bool,
    },
}

impl Actor {
    /// The name that pages and the ledger show.
    pub fn name(&self) -> &str {
        match self {
            Self::Program => "the program",
            Self::User { name, .. } => name,
        }
    }

    /// The person, unless it is the program.
    pub const fn user(&self) -> Option<UserId> {
        match self {
            Self::Program => None,
            Self::User { id, .. } => Some(*id),
        }
    }
}

/// The circumstances of a command: its place in the ledger, its time, its author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meta {
    /// Place in the event's ledger, from 1; the event's version after the command.
    pub seq: u64,
    /// When it was given, in UTC, whole microseconds.
    pub at: DateTime<Utc>,
    pub by: Actor,
}

impl Meta {
    /// The name of who gave it, as it is kept beside what they did.
    pub(super) fn author(&self) -> String {
        self.by.name().to_owned()
    }
}
