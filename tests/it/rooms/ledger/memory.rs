use std::sync::Arc;

use tiger_arbiter::clock;
use tiger_arbiter::ledger::Cached;
use tiger_arbiter::ledger::memory::{Memory, size};
use tiger_arbiter::ledger::snapshot::Tail;
use tiger_event::{Bytes32, Event};

const STATES: [&str; 3] = [
    include_str!("../../../ledgers/0.1.0/tigerchess/state.json"),
    include_str!("../../../ledgers/0.1.0/bracket-2/state.json"),
    include_str!("../../../ledgers/0.1.0/swiss/state.json"),
];

fn event(version: u64) -> Cached {
    let event = Event { id: clock::new_id(), version, ..serde_json::from_str(STATES[0]).unwrap() };
    Cached { hash: Bytes32([0; 32]), event: Arc::new(event), tail: Tail::default() }
}

#[test]
fn sizes_are_near_to_what_events_take() {
    for state in STATES {
        let size = size(&serde_json::from_str(state).unwrap());
        assert!((state.len() / 2..state.len() * 2).contains(&size), "{size} for {}", state.len());
    }
}

#[test]
fn what_was_looked_at_longest_ago_goes_and_older_versions_do_not_come_back() {
    let mut memory = Memory::default();
    let [one, two, three] = [event(5), event(5), event(5)];
    let room = 2 * size(&one.event);
    memory.keep_within(&one, room);
    memory.keep_within(&two, room);
    assert!(memory.get(one.event.id).is_some());
    memory.keep_within(&three, room);
    assert!(memory.get(two.event.id).is_none());
    assert_eq!(memory.bytes(), room);
    let older = Cached { event: Arc::new(Event { version: 4, ..(*one.event).clone() }), ..one.clone() };
    memory.keep_within(&older, room);
    assert_eq!(memory.get(one.event.id).unwrap().event.version, 5);
    // One event alone is kept, whatever its size.
    memory.keep_within(&two, 1);
    assert_eq!(memory.iter().count(), 1);
    assert!(memory.get(two.event.id).is_some());
}
