//! The hash that chains a clock's entries.
//!
//! SHA-256 over: the mark `tiger-arbiter clock 1`, the identifiers of event and game (16 bytes each), the place, the
//! moment and the time of receipt in microseconds since 1970, the number on the device (8 bytes each), the previous
//! hash (32 bytes), and the texts of hand, device and entry, each after its length in bytes (8 bytes). Numbers are
//! big-endian.

use sha2::{Digest, Sha256};
use tiger_event::Bytes32;

use crate::db::clocks::StoredPress;

const MARK: &[u8] = b"tiger-arbiter clock 1";

/// What stands in the place of the previous hash in the first entry.
pub const BEGINNING: Bytes32 = Bytes32([0; 32]);

/// The hash of an entry, from everything in it but the hash itself.
pub fn hash(entry: &StoredPress) -> Bytes32 {
    let mut digest = Sha256::new();
    digest.update(MARK);
    digest.update(entry.event.as_uuid().as_bytes());
    digest.update(entry.game.as_uuid().as_bytes());
    digest.update(entry.seq.to_be_bytes());
    digest.update(entry.at.timestamp_micros().to_be_bytes());
    digest.update(entry.received_at.timestamp_micros().to_be_bytes());
    digest.update(entry.device_seq.to_be_bytes());
    digest.update(entry.prev_hash.0);
    for text in [&entry.hand, &entry.device, &entry.entry] {
        digest.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
        digest.update(text.as_bytes());
    }
    Bytes32(digest.finalize().into())
}
