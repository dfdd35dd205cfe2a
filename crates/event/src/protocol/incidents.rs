//! Incidents and warnings at the board.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::offered::offered;
use crate::{Article, Reason, Seat};

/// What sort of incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentKind {
    /// A force was touched and has to be moved, or let go of.
    TouchMove,
    /// A move that the rules do not allow was made on the board.
    IllegalMove,
    Warning,
    /// A penalty that leaves the result alone, such as time for the opponent.
    Penalty,
    Late,
    /// Somebody was disturbed, or was advised.
    Disturbance,
    Clock,
    /// A decision that leaves the result alone.
    Decision,
    Other,
}

offered!(IncidentKind {
    TouchMove: "touch-move", "Touch-move";
    IllegalMove: "illegal-move", "Illegal move";
    Warning: "warning", "Warning";
    Penalty: "penalty", "Penalty";
    Late: "late", "Came late";
    Disturbance: "disturbance", "Disturbance or advice";
    Clock: "clock", "Clock";
    Decision: "decision", "Decision without effect on the result";
    Other: "other", "Other incident";
});

/// Something that happened at the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Incident {
    /// The ledger entry that noted it.
    pub step: u64,
    pub kind: IncidentKind,
    /// The player whom it concerns, none for both or nobody.
    #[serde(default, with = "crate::seat_number::option")]
    pub player: Option<Seat>,
    /// What happened.
    pub words: Reason,
    pub article: Option<Article>,
    /// The minutes that the board has more for it.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub minutes: u16,
    pub at: DateTime<Utc>,
    /// Who noted it.
    pub by: String,
    /// When and why it was taken back; an incident never disappears.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<TakenBack>,
}

/// When and why an incident was taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenBack {
    pub at: DateTime<Utc>,
    pub by: String,
    pub reason: Reason,
}

impl Incident {
    /// The most minutes that a board has more for one incident.
    pub const MOST_MINUTES: u16 = 600;

    /// Whether it stands: it was not taken back.
    pub const fn stands(&self) -> bool {
        self.taken_back.is_none()
    }

    /// That it was taken back, by whom and why, as the end of a text; nothing where it stands.
    pub fn back_in_words(&self) -> String {
        let words = |it: &TakenBack| format!(" Taken back by {}: {}", it.by, it.reason);
        self.taken_back.as_ref().map(words).unwrap_or_default()
    }

    /// What happened, and what time the board has for it.
    pub fn in_words(&self) -> String {
        format!("{}{}", self.words, more_minutes(self.minutes))
    }
}

/// The minutes that a board has more, as the end of a sentence; nothing where it has none.
pub fn more_minutes(minutes: u16) -> String {
    match minutes {
        0 => String::new(),
        1 => " (one minute more for the board)".to_owned(),
        minutes => format!(" ({minutes} minutes more for the board)"),
    }
}
