use chrono::DateTime;
use tiger_arbiter::db::entries::StoredEntry;
use tiger_arbiter::ledger::chain::{BEGINNING, hash};
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
