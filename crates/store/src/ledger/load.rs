//! An event as it stands: a snapshot, or what is in memory, and the entries after it.

use std::sync::Arc;

use tiger_event::{Bytes32, Command, Event, EventId};

use super::entry::{PAGE, texts_of};
use super::snapshot::{self, Tail};
use super::{Cached, Entry, Ledger, LedgerError};
use crate::db::entries::StoredEntry;
use crate::db::events::Head;
use crate::db::{self, Db, DbError};

/// Where a telling has come to: the hash of the entry, the event after it, and what was told since the snapshot.
struct Told {
    hash: Bytes32,
    event: Option<Event>,
    tail: Tail,
    /// Whether it began in memory, where names are that have been erased since.
    is_remembered: bool,
}

impl Told {
    const NOTHING: Self = Self {
        hash: super::chain::BEGINNING,
        event: None,
        tail: Tail { entries: 0, bytes: 0 },
        is_remembered: false,
    };

    /// Tells the entries up to a head; none when they do not lead there.
    fn to(mut self, db: &mut Db, head: &Head) -> Result<Option<Cached>, LedgerError> {
        loop {
            let at = self.event.as_ref().map_or(0, |event| event.version);
            if at >= head.version {
                break;
            }
            let page = db::entries::list_after(db, head.id, at, PAGE)?;
            if page.is_empty() {
                return Ok(None);
            }
            let texts = texts_of(db, &page)?;
            for stored in page.iter().take_while(|stored| stored.seq <= head.version) {
                if stored.prev_hash != self.hash {
                    return Ok(None);
                }
                let entry = Entry::read(stored, &texts)?;
                if self.is_remembered && matches!(entry.command, Command::Erasure(_)) {
                    return Ok(None);
                }
                super::entry::step(&mut self.event, &entry.meta, &entry.command)
                    .map_err(|error| DbError::corrupt("entry of a ledger", error))?;
                self.hash = stored.hash;
                self.tail = self.tail.and(1, stored.size());
            }
        }
        let event = self.event.filter(|_| self.hash == head.hash);
        Ok(event.map(|event| Cached { hash: self.hash, event: Arc::new(event), tail: self.tail }))
    }
}

impl Ledger {
    /// The event at a head: from memory if it is there, told further by what is new, otherwise from the newest
    /// snapshot, and from the first entry if that leads nowhere.
    pub(super) fn at_head(&self, db: &mut Db, head: &Head) -> Result<Cached, LedgerError> {
        let told = self.told_to(db, head)?;
        self.cache().keep(&told);
        if told.tail.is_due(&told.event) {
            self.snapshot_later(told.hash, &told.event);
        }
        Ok(told)
    }

    /// The same for a transaction that has moved the head itself: it may still come to nothing, and nothing is kept.
    pub(super) fn told_to(&self, db: &mut Db, head: &Head) -> Result<Cached, LedgerError> {
        let known = self.cache().get(head.id);
        if let Some(known) = known.as_ref().filter(|known| known.hash == head.hash) {
            return Ok(known.clone());
        }
        let mut told = None;
        if let Some(known) = known.filter(|known| known.event.version < head.version) {
            let event = Some((*known.event).clone());
            told = Told { hash: known.hash, event, tail: known.tail, is_remembered: true }.to(db, head)?;
            if told.is_none() {
                // Another server may have erased somebody.
                self.forget_names(head.id);
            }
        }
        if told.is_none() {
            told = from_snapshot(db, head)?;
        }
        if told.is_none() {
            told = Told::NOTHING.to(db, head)?;
        }
        Ok(told.ok_or_else(|| DbError::corrupt("ledger", "its entries do not lead to its head"))?)
    }
}

/// The event from its first entry on, up to a last one.
pub(super) fn from_the_beginning(
    db: &mut Db,
    id: EventId,
    last: &StoredEntry,
) -> Result<Cached, LedgerError> {
    let told = Told::NOTHING.to(db, &Head { id, version: last.seq, hash: last.hash })?;
    Ok(told.ok_or_else(|| DbError::corrupt("ledger", "its entries are not a chain"))?)
}

/// The event from its newest snapshot; none when there is none, or none that fits the ledger.
pub(super) fn from_snapshot(db: &mut Db, head: &Head) -> Result<Option<Cached>, LedgerError> {
    let Some(stored) = db::snapshots::newest(db, head.id, head.version)? else { return Ok(None) };
    match snapshot::read(&stored) {
        Ok(event) => {
            Told { hash: stored.hash, event: Some(event), tail: Tail::default(), is_remembered: false }
                .to(db, head)
        }
        Err(error) => {
            tracing::warn!(%error, event = %head.id, "a snapshot is passed over; its event is told from the beginning");
            Ok(None)
        }
    }
}
