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
pub const fn size(event: &Event) -> usize {
    BASE + event.entries.len() * PLAYER + event.games.len() * GAME
}

#[derive(Debug, Default)]
pub struct Memory {
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
    pub fn get(&mut self, id: EventId) -> Option<Cached> {
        self.looks += 1;
        let known = self.known.get_mut(&id)?;
        known.looked_at = self.looks;
        Some(known.cached.clone())
    }

    pub(super) fn get_mut(&mut self, id: EventId) -> Option<&mut Cached> {
        self.known.get_mut(&id).map(|known| &mut known.cached)
    }

    /// Bytes of all that is kept, roughly.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// All events, in no order; this is no look at them.
    pub fn iter(&self) -> impl Iterator<Item = &Cached> {
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

    pub fn keep_within(&mut self, new: &Cached, most: usize) {
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
