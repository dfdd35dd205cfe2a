//! Printed pages in memory: each made once, however many ask for it at the same time; bounded in bytes.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tiger_event::EventId;
use tokio::sync::OnceCell;

use super::issue::Issue;
use super::people::PeopleView;
use super::printed::Printed;
use super::view::View;
use crate::clock;
use crate::error::Result;
use crate::theme::Theme;

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Key {
    /// A page of an event.
    Event {
        event: EventId,
        /// The version since which readers see it so.
        version: u64,
        view: View,
        /// Whether the page says that players may register; that ends by the clock.
        is_open: bool,
        /// The colours; files have none and say [`Theme::Device`].
        theme: Theme,
    },
    /// A list of events; the version changes with it.
    List { is_complete: bool, version: u64, theme: Theme },
    /// A page, from 1, of the list of events for programs.
    Index { page: u32, version: u64 },
    /// A page or file about the people of all events; the version changes with what is known of them.
    People { view: PeopleView, version: u64, theme: Theme },
}

impl Key {
    /// A page of an event as readers see it now.
    pub fn of(issue: &Issue, view: View, theme: Theme) -> Self {
        let event = &issue.event;
        let is_open = view == View::Overview && event.open_registration(clock::now()).is_some();
        Self::Event { event: event.id, version: issue.version, view, is_open, theme }
    }

    const fn version(&self) -> u64 {
        match self {
            Self::Event { version, .. }
            | Self::List { version, .. }
            | Self::Index { version, .. }
            | Self::People { version, .. } => *version,
        }
    }

    /// Whether the other key is of an older version of the same thing.
    fn outdates(&self, other: &Self) -> bool {
        let is_same = match (self, other) {
            (Self::Event { event, .. }, Self::Event { event: other, .. }) => event == other,
            (Self::List { .. }, Self::List { .. })
            | (Self::Index { .. }, Self::Index { .. })
            | (Self::People { .. }, Self::People { .. }) => true,
            _ => false,
        };
        is_same && other.version() < self.version()
    }
}

#[derive(Debug, Default)]
pub struct Slot {
    pub cell: Arc<OnceCell<Arc<Printed>>>,
    pub bytes: usize,
    pub used: u64,
}

#[derive(Debug, Default)]
pub struct Slots {
    pub by_key: HashMap<Key, Slot>,
    pub bytes: usize,
    pub tick: u64,
}

/// Printed pages in memory.
#[derive(Debug)]
pub struct Shelf {
    slots: Mutex<Slots>,
    limit: usize,
}

/// Somebody who waits for a page. Whoever makes it may fail, or go away before it is made: then its slot goes, too.
struct Asking<'a> {
    shelf: &'a Shelf,
    key: Key,
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.shelf.give_up(self.key);
    }
}

impl Shelf {
    pub fn new(limit: usize) -> Self {
        Self { slots: Mutex::default(), limit }
    }

    pub fn slots(&self) -> MutexGuard<'_, Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The page under a key, made by `print` if nobody has made it yet. Of many who ask at once one makes it,
    /// the others wait; when that fails, the next one tries.
    pub async fn find_or_print(
        &self,
        key: Key,
        print: impl Future<Output = Result<Arc<Printed>>>,
    ) -> Result<Arc<Printed>> {
        let _asking = Asking { shelf: self, key };
        let cell = self.cell(key);
        let printed = cell.get_or_try_init(|| print).await.cloned()?;
        self.keep(key, printed.size());
        Ok(printed)
    }

    /// The page under a key, if it was made.
    pub(super) fn find(&self, key: Key) -> Option<Arc<Printed>> {
        let mut slots = self.slots();
        slots.tick += 1;
        let tick = slots.tick;
        let slot = slots.by_key.get_mut(&key)?;
        slot.used = tick;
        slot.cell.get().cloned()
    }

    fn cell(&self, key: Key) -> Arc<OnceCell<Arc<Printed>>> {
        let mut slots = self.slots();
        slots.tick += 1;
        let tick = slots.tick;
        let slot = slots.by_key.entry(key).or_default();
        slot.used = tick;
        slot.cell.clone()
    }

    /// Enters the size of a page that was made, drops older versions and, if there is not enough room, what was
    /// not asked for the longest.
    fn keep(&self, key: Key, bytes: usize) {
        let mut slots = self.slots();
        match slots.by_key.get_mut(&key) {
            Some(slot) if slot.bytes == 0 => slot.bytes = bytes,
            _ => return,
        }
        slots.bytes += bytes;
        let outdated: Vec<Key> = slots.by_key.keys().filter(|other| key.outdates(other)).copied().collect();
        for key in outdated {
            slots.drop_slot(&key);
        }
        while slots.bytes > self.limit {
            let made = slots.by_key.iter().filter(|(_, slot)| slot.bytes > 0);
            let Some(key) = made.min_by_key(|(_, slot)| slot.used).map(|(key, _)| *key) else { return };
            slots.drop_slot(&key);
        }
    }

    /// Forgets all pages of an event.
    pub(super) fn forget(&self, id: EventId) {
        let mut slots = self.slots();
        let is_its = |key: &&Key| matches!(key, Key::Event { event, .. } if *event == id);
        let pages: Vec<Key> = slots.by_key.keys().filter(is_its).copied().collect();
        pages.iter().for_each(|key| slots.drop_slot(key));
    }

    /// Forgets a page that could not be made and that nobody else waits for, so that keys of failures do not pile up.
    fn give_up(&self, key: Key) {
        let mut slots = self.slots();
        if slots.by_key.get(&key).is_some_and(|slot| {
            slot.bytes == 0 && !slot.cell.initialized() && Arc::strong_count(&slot.cell) == 1
        }) {
            slots.drop_slot(&key);
        }
    }
}

impl Slots {
    fn drop_slot(&mut self, key: &Key) {
        if let Some(slot) = self.by_key.remove(key) {
            self.bytes -= slot.bytes;
        }
    }
}
