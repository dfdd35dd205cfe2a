//! The one door through which events change.
//!
//! A command becomes an entry of the event's append-only, hash-chained ledger, and the event's head moves on, both in
//! one transaction that is on the disk before anybody hears of it; nothing that grows with the event is written. The
//! state is kept in memory, and as a snapshot now and then. Invariant: applying an event's entries in order gives its
//! state and every snapshot; [`Ledger::verify`] proves it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tiger_event::{Bytes32, Event, EventId, Slug};
use tokio::sync::broadcast;

use crate::db::{self, Database, Db, DbError};

pub mod archive;
pub mod chain;
pub mod clocks;
mod commit;
mod delete;
mod entry;
pub mod erase;
mod error;
mod group;
mod load;
pub mod memory;
pub mod order;
mod own;
mod past;
mod pen;
pub mod queue;
pub mod snapshot;
mod story;
mod verify;
pub mod witness;

pub use commit::{CarriedOut, Committed};
pub use delete::Deleted;
pub use entry::Entry;
pub use erase::{Erased, ErasedAccount, Heard, is_same_name};
pub use error::LedgerError;
pub use order::{Attachment, OnceKey, Order, ParseOnceKeyError};
pub use own::Newcomers;
pub use verify::{Fault, FoundErasure, Report, Whom};

use memory::Memory;
use past::Past;
use pen::Names;
use queue::Queue;
use snapshot::Tail;
use witness::{Seal, Witness};

/// News that a watcher may be behind before it has to reload.
const NEWS_KEPT: usize = 1024;

/// An event has a new version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct News {
    pub event: EventId,
    pub version: u64,
}

/// The ledgers of all events. Clones share everything.
#[derive(Debug, Clone)]
pub struct Ledger {
    db: Database,
    cache: Arc<Mutex<Memory>>,
    queue: Queue,
    /// Events of which a snapshot is being made.
    snapshots: Arc<Mutex<HashSet<EventId>>>,
    news: broadcast::Sender<News>,
    past: Past,
    names: Names,
    /// States what is published; none where nobody wants to prove anything.
    witness: Option<Arc<Witness>>,
}

/// An event in memory; the hash says which entry it stands after.
#[derive(Debug, Clone)]
pub struct Cached {
    pub hash: Bytes32,
    pub event: Arc<Event>,
    pub tail: Tail,
}

impl Ledger {
    /// The ledgers in a database.
    pub fn new(db: Database) -> Self {
        Self {
            db,
            cache: Arc::default(),
            queue: Queue::default(),
            snapshots: Arc::default(),
            news: broadcast::Sender::new(NEWS_KEPT),
            past: Past::default(),
            names: Names::default(),
            witness: None,
        }
    }

    /// The same with a witness of what is published.
    #[must_use]
    pub fn witnessed_by(self, witness: Option<Arc<Witness>>) -> Self {
        Self { witness, ..self }
    }

    /// Who states what is published, if somebody does.
    pub fn witness(&self) -> Option<&Witness> {
        self.witness.as_deref()
    }

    /// The seal of an entry, for the foot of prints.
    pub fn seal(&self, event: EventId, slug: &Slug, version: u64) -> Result<Seal, LedgerError> {
        let entry = self.db.read(|db| db::entries::find(db, event, version))?.ok_or(DbError::Missing)?;
        Ok(Seal::of((event, slug), version, entry.hash, self.witness.as_deref()))
    }

    /// Has the witness state what has come since it last did, by a thread of its own.
    pub fn witness_later(&self) {
        let Some(witness) = self.witness.clone() else { return };
        let db = self.db.clone();
        let work = move || {
            if let Err(error) = witness.keep(&db) {
                tracing::warn!(%error, "what was written cannot be witnessed");
            }
        };
        if let Err(error) = std::thread::Builder::new().name("witness".to_owned()).spawn(work) {
            tracing::warn!(%error, "no thread for the witness");
        }
    }

    /// The database that the ledgers are in.
    pub const fn database(&self) -> &Database {
        &self.db
    }

    /// Hears of every new version from now on, for pages that are live.
    pub fn watch(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    /// An event as it stands.
    pub fn event(&self, id: EventId) -> Result<Arc<Event>, LedgerError> {
        self.db.read(|db| self.event_on(db, id))
    }

    /// An event as it stands, on a connection at hand.
    pub fn event_on(&self, db: &mut Db, id: EventId) -> Result<Arc<Event>, LedgerError> {
        let head = db::events::find_head(db, id)?.ok_or(LedgerError::NoEvent)?;
        Ok(self.at_head(db, &head)?.event)
    }

    /// An event for whoever looks at all of them; none where it is gone, or where what is stored of it cannot be read: the
    /// others do not suffer for that.
    pub fn readable(&self, db: &mut Db, id: EventId) -> Result<Option<Arc<Event>>, LedgerError> {
        match self.event_on(db, id) {
            Ok(event) => Ok(Some(event)),
            Err(LedgerError::NoEvent | LedgerError::Database(DbError::Corrupt { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// An event by its address, on a connection at hand.
    pub fn event_by_slug(&self, db: &mut Db, slug: &Slug) -> Result<Arc<Event>, LedgerError> {
        let head = db::events::find_head_by_slug(db, slug)?.ok_or(LedgerError::NoEvent)?;
        Ok(self.at_head(db, &head)?.event)
    }

    /// An event as this process keeps it in memory; the database is not asked.
    pub fn known(&self, id: EventId) -> Option<Arc<Event>> {
        self.cache().get(id).map(|known| known.event.clone())
    }

    /// The versions of all events that this process keeps in memory.
    pub fn known_versions(&self) -> Vec<(EventId, u64)> {
        self.cache().iter().map(|known| (known.event.id, known.event.version)).collect()
    }

    /// Forgets all that this process keeps of an event.
    pub fn forget(&self, id: EventId) {
        self.cache().forget(id);
        self.forget_names(id);
    }

    fn cache(&self) -> MutexGuard<'_, Memory> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn snapshots(&self) -> MutexGuard<'_, HashSet<EventId>> {
        self.snapshots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
