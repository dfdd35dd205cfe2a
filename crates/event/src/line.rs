//! Lines: moves that were tried after a game, kept beside its record.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::text::TriedMoves;
use crate::{Note, Seat};

/// Moves that somebody tried from a moment of a game that is over, and what they say of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptLine {
    /// The ledger entry that keeps it.
    pub step: u64,
    /// The ply of the game that it goes on from; 0 before the first move.
    pub ply: u32,
    pub moves: TriedMoves,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Note>,
    /// The player who keeps it; none for an arbiter.
    #[serde(default, with = "super::seat_number::option")]
    pub player: Option<Seat>,
    pub at: DateTime<Utc>,
    pub by: String,
}

impl KeptLine {
    /// The most lines of a game.
    pub const MOST: usize = 40;
}
