//! The events that are kept in memory: as many as a number of bytes holds. What was looked at longest ago goes first.

use std::collections::HashMap;

use tiger_event::{Event, EventId};

use super::Cached;

/// Bytes that events in memory may take, by [`size`]. A thousand events of fifty players and five rounds fit.
const MOST_BYTES: usize = 256 * 1024 * 1024;

/// What an event takes beside its players and games, a player, and a game with what usually happens in it. Roughly what
/// they take as JSON; a test holds them against that.
const BASE: usize = 4 * 1024;
const PLAYER: usize = 512;
const GAME: usize = 1536;

/// Bytes of an event, roughly; counting them all would take longer than a command.
const fn size(event: &Event) -> usize {
    BASE + event.entries.len() * PLAYER + event.games.len() * GAME
}

#[derive(Debug, Default)]
pub(super) struct Memory {
    known: HashMap<EventId, Known>,
    bytes: usize,
    /// Counts looks, to tell which was longest ago.
    looks: u64,
}

#[derive(Debug)]
struct Known {
    cached: Cached,
    looked_at: u64,
}

impl Memory {
    pub(super) fn get(&mut self, id: EventId) -> Option<Cached> {
        self.looks += 1;
        let known = self.known.get_mut(&id)?;
        known.looked_at = self.looks;
        Some(known.cached.clone())
    }

    pub(super) fn get_mut(&mut self, id: EventId) -> Option<&mut Cached> {
        self.known.get_mut(&id).map(|known| &mut known.cached)
    }

    /// All events, in no order; this is no look at them.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Cached> {
        self.known.values().map(|known| &known.cached)
    }

    pub(super) fn forget(&mut self, id: EventId) {
        let gone = self.known.remove(&id);
        self.bytes -= gone.map_or(0, |gone| size(&gone.cached.event));
    }

    /// Keeps the newest version of an event.
    pub(super) fn keep(&mut self, new: &Cached) {
        self.keep_within(new, MOST_BYTES);
    }

    fn keep_within(&mut self, new: &Cached, most: usize) {
        let before = self.known.get(&new.event.id).map(|known| &known.cached.event);
        if before.is_some_and(|before| before.version > new.event.version) {
            return;
        }
        self.bytes -= before.map_or(0, |before| size(before));
        self.bytes += size(&new.event);
        self.looks += 1;
        self.known.insert(new.event.id, Known { cached: new.clone(), looked_at: self.looks });
        while self.bytes > most && self.known.len() > 1 {
            let oldest = self.known.iter().min_by_key(|(_, known)| known.looked_at).map(|(id, _)| *id);
            let gone = oldest.and_then(|id| self.known.remove(&id));
            self.bytes -= gone.map_or(0, |gone| size(&gone.cached.event));
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use std::sync::Arc;

    use super::{Cached, Memory, size};
    use crate::clock;
    use crate::ledger::snapshot::Tail;
    use tiger_event::{Bytes32, Event};

    const STATES: [&str; 3] = [
        include_str!("../../tests/ledgers/0.1.0/tigerchess/state.json"),
        include_str!("../../tests/ledgers/0.1.0/bracket-2/state.json"),
        include_str!("../../tests/ledgers/0.1.0/swiss/state.json"),
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
        assert_eq!(memory.bytes, room);
        let older = Cached { event: Arc::new(Event { version: 4, ..(*one.event).clone() }), ..one.clone() };
        memory.keep_within(&older, room);
        assert_eq!(memory.get(one.event.id).unwrap().event.version, 5);
        // One event alone is kept, whatever its size.
        memory.keep_within(&two, 1);
        assert_eq!(memory.iter().count(), 1);
        assert!(memory.get(two.event.id).is_some());
    }
}
