use chrono::DateTime;
use tiger_arbiter::db::clocks::StoredPress;
use tiger_arbiter::ledger::clocks::chain::{BEGINNING, hash};
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
