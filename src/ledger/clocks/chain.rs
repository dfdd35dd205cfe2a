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
pub(super) const BEGINNING: Bytes32 = Bytes32([0; 32]);

/// The hash of an entry, from everything in it but the hash itself.
pub(in crate::ledger) fn hash(entry: &StoredPress) -> Bytes32 {
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

#[cfg(test)]
mod tests {
    use super::{BEGINNING, hash};
    use crate::db::clocks::StoredPress;
    use chrono::DateTime;
    use tiger_event::{Bytes32, EventId, GameId};
    use uuid::Uuid;

    fn entry() -> StoredPress {
        StoredPress {
            game: GameId::from_uuid(Uuid::from_u128(3)),
            seq: 1,
            event: EventId::from_uuid(Uuid::from_u128(7)),
            at: DateTime::from_timestamp_nanos(1_000_000),
            received_at: DateTime::from_timestamp_nanos(5_000_000),
            hand: "ab".to_owned(),
            device: "c".to_owned(),
            device_seq: 4,
            entry: "d".to_owned(),
            prev_hash: BEGINNING,
            hash: BEGINNING,
        }
    }

    #[test]
    fn every_part_of_an_entry_changes_its_hash() {
        let original = hash(&entry());
        let changes: [fn(&mut StoredPress); 10] = [
            |e| e.game = GameId::from_uuid(Uuid::from_u128(8)),
            |e| e.event = EventId::from_uuid(Uuid::from_u128(8)),
            |e| e.seq = 2,
            |e| e.at = DateTime::from_timestamp_nanos(2_000_000),
            |e| e.received_at = DateTime::from_timestamp_nanos(6_000_000),
            |e| e.device_seq = 5,
            |e| e.prev_hash = Bytes32([1; 32]),
            // The same bytes, cut in other places.
            |e| (e.hand, e.device) = ("a".to_owned(), "bc".to_owned()),
            |e| (e.device, e.entry) = ("cd".to_owned(), String::new()),
            |e| e.entry = "e".to_owned(),
        ];
        for change in changes {
            let mut entry = entry();
            change(&mut entry);
            assert_ne!(hash(&entry), original, "{entry:?}");
        }
        let mut same = entry();
        same.hash = Bytes32([9; 32]);
        assert_eq!(hash(&same), original, "the hash itself is not hashed");
    }
}
