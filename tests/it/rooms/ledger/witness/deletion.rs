use chrono::DateTime;
use ed25519_dalek::SigningKey;
use tiger_arbiter::db::events::Head;
use tiger_arbiter::ledger::witness::deletion::Deletion;
use tiger_event::{Bytes32, EventId};
use uuid::Uuid;

#[test]
fn a_note_counts_as_it_was_signed_and_only_up_to_where_the_event_had_come() {
    let head = Head { id: EventId::from_uuid(Uuid::from_u128(7)), version: 12, hash: Bytes32([3; 32]) };
    let note = Deletion { head, slug: "trial".to_owned(), at: DateTime::UNIX_EPOCH };
    let key = SigningKey::from_bytes(&[9; 32]);
    let own = Bytes32(key.verifying_key().to_bytes());
    let line = note.sign(&key);
    assert_eq!(Deletion::read(line.trim_end(), &own), Some(note.clone()));
    assert_eq!(Deletion::read(line.trim_end(), &Bytes32([1; 32])), None);
    assert_eq!(Deletion::read(line.trim_end().replace(" 12 ", " 13 ").as_str(), &own), None);
    let at = |version, hash| note.explains(&Head { version, hash: Bytes32(hash), ..head });
    assert!(at(12, [3; 32]) && at(4, [8; 32]));
    assert!(!at(12, [4; 32]) && !at(13, [3; 32]));
}
