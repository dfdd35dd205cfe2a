//! Everything that waits for an arbiter.

use askama::Template;

use crate::pages::Frame;
use crate::pages::status::Status;

/// The queue.
#[derive(Debug, Template)]
#[template(path = "rounds/queue.html")]
pub struct QueuePage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// What needs a decision, oldest first.
    pub decisions: Vec<QueueRow>,
    /// What else waits, oldest first.
    pub others: Vec<QueueRow>,
    /// How many players who registered by themselves wait to be accepted.
    pub registered: usize,
}

/// One matter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueRow {
    /// Round and board.
    pub place: String,
    /// The players.
    pub names: String,
    /// Its state.
    pub status: Status,
    /// What it is about.
    pub sentence: String,
    /// What each player or record says, where they contradict each other.
    pub accounts: Vec<Account>,
    /// Since when.
    pub since: String,
    /// Where it is settled.
    pub href: String,
    /// The words on that link.
    pub action: &'static str,
}

/// One version of what happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Who says it.
    pub who: String,
    /// What he says.
    pub says: String,
    /// Where the record can be looked at; empty if there is none.
    pub href: String,
}

impl QueuePage {
    /// The desk's address.
    #[must_use]
    pub fn desk(&self) -> String {
        format!("{}/desk", self.base)
    }

    /// The register's address.
    #[must_use]
    pub fn rulings(&self) -> String {
        format!("{}/rulings", self.base)
    }
}
