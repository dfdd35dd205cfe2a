//! States of events that spare the reading of all their entries. They are made out of the way of those who write.

pub mod form;

use std::sync::Arc;

use tiger_event::{Bytes32, Event, EventId};

use super::{Ledger, LedgerError};
use crate::db::snapshots::StoredSnapshot;
use crate::db::{self, DbError};

/// Entries after the last snapshot when another one is due, of a small event. Telling so many takes a few milliseconds.
const ENTRIES: u64 = 1_000;

/// For so many players and games of an event one entry more may follow: a snapshot costs what the event is large, and each
/// entry's share of that shall not grow.
const PER_ENTRY: usize = 25;

/// Their bytes when another one is due: a few entries may be long.
const BYTES: u64 = 4 * 1024 * 1024;

/// What stands in the ledger after the last snapshot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tail {
    pub(super) entries: u64,
    pub(super) bytes: u64,
}

impl Tail {
    pub(super) fn is_due(self, event: &Event) -> bool {
        let more = (event.entries.len() + event.games.len()) / PER_ENTRY;
        let entries = ENTRIES + u64::try_from(more).unwrap_or(u64::MAX);
        self.entries >= entries || self.bytes >= BYTES
    }

    pub(super) const fn and(self, entries: u64, bytes: u64) -> Self {
        Self { entries: self.entries + entries, bytes: self.bytes + bytes }
    }
}

pub(super) fn write(event: &Event, hash: Bytes32) -> Result<StoredSnapshot, LedgerError> {
    Ok(StoredSnapshot { version: event.version, hash, state: form::write(event)? })
}

pub(super) fn read(snapshot: &StoredSnapshot) -> Result<Event, DbError> {
    let corrupt = |why: String| DbError::corrupt("snapshot of an event", why);
    let event = form::read(&snapshot.state).map_err(corrupt)?;
    if event.version == snapshot.version {
        Ok(event)
    } else {
        Err(corrupt("it is of another version".to_owned()))
    }
}

impl Ledger {
    /// Has a snapshot made of an event whose tail has grown long, by a thread of its own.
    pub(super) fn snapshot_later(&self, hash: Bytes32, event: &Arc<Event>) {
        if !self.snapshots().insert(event.id) {
            return;
        }
        let (ledger, event) = (self.clone(), event.clone());
        let (id, version) = (event.id, event.version);
        let work = move || {
            if let Err(error) = ledger.store_snapshot(hash, &event) {
                tracing::warn!(%error, event = %event.id, "a snapshot cannot be stored; the ledger has everything");
            }
            ledger.snapshots().remove(&event.id);
        };
        if let Err(error) = std::thread::Builder::new().name("snapshot".to_owned()).spawn(work) {
            tracing::warn!(%error, version, "no thread for a snapshot");
            self.snapshots().remove(&id);
        }
    }

    /// Stores the state of an event after an entry in the place of earlier ones.
    pub(super) fn store_snapshot(&self, hash: Bytes32, event: &Event) -> Result<(), LedgerError> {
        let snapshot = write(event, hash)?;
        self.db.write(|db| {
            // Whoever is being erased at this moment is done with first.
            db::events::lock_head(db, event.id)?;
            // A newer one may be from after somebody was erased, whose name is still in this one.
            let newest = db::snapshots::newest(db, event.id, u64::from(u32::MAX))?;
            if newest.is_none_or(|newest| newest.version < event.version) {
                db::snapshots::replace(db, event.id, &snapshot)?;
            }
            Ok::<_, LedgerError>(())
        })?;
        if let Some(known) = self.cache().get_mut(event.id) {
            known.tail = Tail { entries: known.event.version.saturating_sub(event.version), bytes: 0 };
        }
        Ok(())
    }

    /// Makes the state of an event again from its entries alone: the snapshot, and what lists say of it.
    ///
    /// # Errors
    /// When an entry does not follow the one before, cannot be read or does not apply, and when the last ones are missing;
    /// nothing is changed then.
    pub fn rebuild(&self, id: EventId) -> Result<Event, LedgerError> {
        self.db.write(|db| {
            let head = db::events::lock_head(db, id)?.ok_or(LedgerError::NoEvent)?;
            let last = db::entries::last(db, id)?.ok_or(LedgerError::NoEvent)?;
            if last.seq < head.version {
                return Err(LedgerError::Cut { stood: head.version, last: last.seq });
            }
            let told = super::load::from_the_beginning(db, id, &last)?;
            db::events::update(db, &told.event, told.hash, &head)?;
            db::snapshots::replace(db, id, &write(&told.event, told.hash)?)?;
            Ok((*told.event).clone())
        })
    }
}
