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
pub(super) const BEGINNING: Bytes32 = Bytes32([0; 32]);

/// The hash of an entry, from everything in it but the hash itself.
pub(super) fn hash(entry: &StoredEntry) -> Bytes32 {
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

#[cfg(test)]
mod tests {
    use super::{BEGINNING, hash};
    use crate::db::entries::StoredEntry;
    use chrono::DateTime;
    use tiger_event::{Bytes32, EventId};
    use uuid::Uuid;

    fn entry() -> StoredEntry {
        StoredEntry {
            event: EventId::from_uuid(Uuid::from_u128(7)),
            seq: 1,
            at: DateTime::from_timestamp_nanos(1_000_000),
            actor: "ab".to_owned(),
            command: "c".to_owned(),
            prev_hash: BEGINNING,
            hash: BEGINNING,
        }
    }

    #[test]
    fn every_part_of_an_entry_changes_its_hash() {
        let original = hash(&entry());
        let changes: [fn(&mut StoredEntry); 6] = [
            |e| e.event = EventId::from_uuid(Uuid::from_u128(8)),
            |e| e.seq = 2,
            |e| e.at = DateTime::from_timestamp_nanos(2_000_000),
            |e| e.prev_hash = Bytes32([1; 32]),
            // The same bytes, cut in another place.
            |e| (e.actor, e.command) = ("a".to_owned(), "bc".to_owned()),
            |e| e.command = "d".to_owned(),
        ];
        for change in changes {
            let mut entry = entry();
            change(&mut entry);
            assert_ne!(hash(&entry), original, "{entry:?}");
        }
    }

    #[test]
    fn the_hash_itself_is_not_hashed() {
        let mut other = entry();
        other.hash = Bytes32([9; 32]);
        assert_eq!(hash(&other), hash(&entry()));
    }
}
