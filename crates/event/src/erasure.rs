//! What says something else since a person was erased. An entry that erases somebody lists it, so that the chain itself
//! tells what was changed under it, and into what.

use serde::{Deserialize, Serialize};

use crate::{Bytes32, GameId};

/// A place in or beside a ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Place {
    /// A text that is kept apart, by the digest that entries say.
    Text { digest: Bytes32 },
    /// An entry from before texts were kept apart: it was written anew, and its old hash stays as a witness.
    Entry { seq: u64 },
    /// The same of a clock.
    Press { game: GameId, seq: u64 },
    /// The text of a game record, by the digest that its entry says.
    Record { digest: Bytes32 },
}

/// What stands there instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instead {
    pub place: Place,
    /// The SHA-256 of the text, or the hash of the entry, as it is now.
    pub now: Bytes32,
}
