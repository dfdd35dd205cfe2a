//! An event as it stood after one of its entries.

use std::sync::{Arc, Mutex, PoisonError};

use tiger_event::{Event, EventId};

use super::load::{from_snapshot, from_the_beginning};
use super::{Ledger, LedgerError};
use crate::db::events::Head;
use crate::db::{self, Db};

/// Past states that are kept: of a great event each takes a while to tell, and people look at one from all sides.
const KEPT: usize = 12;

/// The states told last, the newest at the end.
#[derive(Debug, Clone, Default)]
pub(super) struct Past(Arc<Mutex<Vec<Arc<Event>>>>);

impl Past {
    fn find(&self, event: EventId, version: u64) -> Option<Arc<Event>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|known| known.id == event && known.version == version)?;
        let found = kept.remove(place);
        kept.push(found.clone());
        Some(found)
    }

    /// Forgets the states of an event.
    pub(super) fn forget(&self, event: EventId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|known| known.id != event);
    }

    fn keep(&self, event: &Arc<Event>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push(event.clone());
    }
}

impl Ledger {
    /// An event as it stood after an entry, on a connection at hand.
    pub fn event_as_of(&self, db: &mut Db, id: EventId, version: u64) -> Result<Arc<Event>, LedgerError> {
        if let Some(known) = self.past.find(id, version) {
            return Ok(known);
        }
        let last = db::entries::find(db, id, version)?.ok_or(LedgerError::NoEntry)?;
        let told = match from_snapshot(db, &Head { id, version, hash: last.hash })? {
            Some(told) => told,
            None => from_the_beginning(db, id, &last)?,
        };
        self.past.keep(&told.event);
        Ok(told.event)
    }
}
