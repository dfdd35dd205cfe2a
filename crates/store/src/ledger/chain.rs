//! The hash that chains a ledger's entries.
//!
//! SHA-256 over: the mark `tiger-arbiter ledger 1`, then the event's identifier (16 bytes), the place (8
//! bytes), the time in microseconds since 1970 (8 bytes), the previous hash (32 bytes), and the texts of
//! author and command, each after its length in bytes (8 bytes). Numbers are big-endian.

use sha2::{Digest, Sha256};
use tiger_event::Bytes32;

use crate::db::entries::StoredEntry;

const MARK: &[u8] = b"tiger-arbiter ledger 1";

/// What stands in the place of the previous hash in the first entry.
pub const BEGINNING: Bytes32 = Bytes32([0; 32]);

/// The hash of an entry, from everything in it but the hash itself.
pub fn hash(entry: &StoredEntry) -> Bytes32 {
    let mut digest = Sha256::new();
    digest.update(MARK);
    digest.update(entry.event.as_uuid().as_bytes());
    digest.update(entry.seq.to_be_bytes());
    digest.update(entry.at.timestamp_micros().to_be_bytes());
    digest.update(entry.prev_hash.0);
    for text in [&entry.actor, &entry.command] {
        digest.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
        digest.update(text.as_bytes());
    }
    Bytes32(digest.finalize().into())
}
