use chrono::DateTime;
use ed25519_dalek::SigningKey;
use tiger_arbiter::db::clocks::ClockHead;
use tiger_arbiter::db::events::Head;
use tiger_arbiter::ledger::witness::statement::{
    Ends, Statement, StatementError, WitnessedCast, WitnessedEvent,
};
use tiger_event::{Bytes32, CastId, EventId, GameId};
use uuid::Uuid;

fn text() -> String {
    let event = EventId::from_uuid(Uuid::from_u128(7));
    let head = Head { id: event, version: 12, hash: Bytes32([3; 32]) };
    let events = [WitnessedEvent { head, forms: 4, digest: Bytes32([5; 32]) }];
    let game = GameId::from_uuid(Uuid::from_u128(8));
    let clocks = [ClockHead { game, event, seq: 2, hash: Bytes32([6; 32]) }];
    let cast = CastId::from_uuid(Uuid::from_u128(9));
    let casts = [WitnessedCast { event, cast, commitment: Bytes32([4; 32]) }];
    let ends = Ends { events: events.into(), clocks: clocks.into(), casts: casts.into() };
    Statement::sign(DateTime::UNIX_EPOCH, &ends, &SigningKey::from_bytes(&[9; 32]))
}

#[test]
fn a_checkpoint_is_read_back() {
    let both = format!("{}{}", text(), text());
    let read = Statement::read(&both);
    let told = read.as_ref().map(|all| {
        let count = |it: &Statement| (it.ends.events.len(), it.ends.clocks.len(), it.ends.casts.len());
        all.iter().map(count).collect()
    });
    assert_eq!(told, Ok(vec![(1, 1, 1), (1, 1, 1)]));
    // The program was killed, or the disk was full, while it wrote the second: wherever that was.
    let one = text().len();
    for end in one..both.trim_end().len() {
        assert_eq!(Statement::read(&both[..end]).map(|all| all.len()), Ok(1), "{end}");
    }
    let more = format!("{}\n{}", &both[..both.len() - 20], text());
    assert_eq!(Statement::read(&more).map(|all| all.len()), Ok(2), "it goes on after that");
}

#[test]
fn a_changed_checkpoint_is_refused() {
    let text = text();
    assert_eq!(Statement::read(&text.replace(" 12 ", " 11 ")), Err(StatementError::Forged));
    let other = Bytes32(SigningKey::from_bytes(&[1; 32]).verifying_key().to_bytes());
    let own = Bytes32(SigningKey::from_bytes(&[9; 32]).verifying_key().to_bytes());
    let replaced = text.replace(&own.to_string(), &other.to_string());
    assert_eq!(Statement::read(&replaced), Err(StatementError::Forged));
    assert!(matches!(Statement::read(&text.replace("clock", "cluck")), Err(StatementError::Unreadable(_))));
}
