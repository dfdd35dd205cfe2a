//! Game records as they were handed in: the text is kept apart, what the rules found in it is kept here.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Bytes32, RecordId, ResultEntry, Seat};

/// What the digest of a salted record begins with; no text of a record holds the character 0.
const MARK: &[u8] = b"\0tiger-arbiter record 1";

/// The text of a record as it was handed in, kept beside the entry that names it by its digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordText {
    pub text: String,
    /// What keeps others from finding it out by guessing; texts handed in to earlier programs, and erased ones, have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Bytes32>,
}

impl RecordText {
    /// A text with a salt that nobody else knows.
    pub const fn salted(text: String, salt: Bytes32) -> Self {
        Self { text, salt: Some(salt) }
    }

    /// The digest by which an entry names it.
    pub fn digest(&self) -> Bytes32 {
        let Some(salt) = self.salt else { return Bytes32::digest(self.text.as_bytes()) };
        Bytes32::salted(MARK, salt, &self.text)
    }
}

/// How far the rules could follow a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Checked {
    /// Replayed to its end; every move was legal.
    Legal,
    /// Replayed to the first thing that is wrong.
    Broken {
        /// The ply, from 1; 0 before any move.
        ply: u32,
        /// The move as written, if it is about one.
        text: Option<String>,
        #[serde(serialize_with = "super::apart::serialize")]
        why: String,
    },
}

/// How a record lies beside an earlier one of another hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beside {
    pub earlier: RecordId,
    /// The moves that both have in common, flags included.
    pub common: u32,
    pub then: Then,
}

/// What two records come to after the moves they have in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Then {
    /// Nothing: they hold the same moves.
    Same,
    /// The earlier record ends there, the later one goes on.
    EarlierEnds,
    /// The later record ends there, the earlier one goes on.
    LaterEnds,
    Differ {
        ply: u32,
        earlier: String,
        later: String,
    },
}

/// What the rules found in a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    pub checked: Checked,
    /// Plies in it, postings included.
    pub plies: u32,
    /// The result that it shows or claims; none while the game goes on.
    pub result: Option<ResultEntry>,
    /// Whether the board itself shows the result.
    pub is_adjudicated: bool,
    /// SHA-256 of the moves in canonical notation: two records with the same digest hold the same game.
    pub moves: Bytes32,
    /// How it lies beside the newest sound records of other hands. Entries from before it was looked at have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<Beside>,
    /// Dragon: the ply at which a Truce stood, the same situation for the third time, although the record goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub truce: Option<u32>,
    /// Earlier records of the same hand that the rules refused: what was asked about them this one answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replaces: Vec<RecordId>,
    /// The player whose flag had fallen by the program's own clock when the record came in.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "crate::seat_number::option")]
    pub out_of_time: Option<Seat>,
    /// Whether what changes the points of an ending is compared too: a captured Standard Bearer, planting agreed to be
    /// inevitable. Earlier programs compared winner and ending.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_exact: bool,
}

impl Findings {
    /// Whether a result says what the record shows. What only an arbiter knows may be in the result alone.
    pub(super) fn agrees(&self, shown: &ResultEntry, entry: &ResultEntry) -> bool {
        let is_exact = entry.bearer_captured == shown.bearer_captured
            && (entry.planting_inevitable || !shown.planting_inevitable);
        entry.agrees_with(shown) && (is_exact || !self.is_exact)
    }
}

/// A record that was handed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandedIn {
    pub id: RecordId,
    /// The player who handed it in, none for an arbiter.
    #[serde(default, with = "crate::seat_number::option")]
    pub player: Option<Seat>,
    /// The name of who handed it in.
    pub by: String,
    pub at: DateTime<Utc>,
    /// The digest by which the text is named: see [`RecordText::digest`].
    pub digest: Bytes32,
    pub findings: Findings,
}
