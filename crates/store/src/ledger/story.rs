//! A whole event told at once: its creation and everything that happened before, in one transaction.

use std::sync::Arc;

use tiger_event::{Event, Refusal};

use super::commit::{chained, meta};
use super::group::{self, Written};
use super::pen::Pen;
use super::snapshot::Tail;
use super::{Cached, Committed, Ledger, LedgerError, Order, chain};
use crate::db::Db;
use crate::db::entries::StoredEntry;
use crate::db::once::NewOnceKey;

impl Ledger {
    /// Takes the commands of a new event, its creation first, as ordinary entries of its ledger: all of them, or none.
    /// The form's key stands with the first order.
    pub fn begin(&self, orders: &[Order]) -> Result<Committed, LedgerError> {
        let Some(create) = orders.first() else {
            return Err(Refusal::invalid("There is nothing to be told.").into());
        };
        let (committed, written) = self.db.write(|db| {
            if let Some(earlier) = self.find_repeat(db, create)? {
                return Ok((earlier, Written::default()));
            }
            let (told, pen) = self.write_story(db, orders)?;
            let (seq, event, command) = (told.event.version, told.event.clone(), create.command.clone());
            let written = Written { changed: vec![told], is_publication: true, pen, ..Written::default() };
            Ok::<_, LedgerError>((Committed { seq, event, command, is_repeat: false }, written))
        })?;
        self.publish(&written);
        Ok(committed)
    }

    fn write_story(&self, db: &mut Db, orders: &[Order]) -> Result<(Cached, Pen), LedgerError> {
        let mut pen = self.pen(db, orders)?;
        let mut event = None;
        let mut entries: Vec<StoredEntry> = Vec::with_capacity(orders.len());
        let mut keys = Vec::new();
        let mut tail = Tail::default();
        for order in orders {
            let meta = meta(order, event.as_ref());
            let entry = chained(&meta, order, entries.last().map(|entry| entry.hash), &mut pen)?;
            super::entry::step(&mut event, &meta, &order.command)?;
            tail = tail.and(1, entry.size());
            if let Some(form) = order.form() {
                keys.push(NewOnceKey::new(form, (order.event, meta.seq), meta.at)?);
            }
            entries.push(entry);
        }
        let event: Arc<Event> = Arc::new(event.ok_or(LedgerError::NoEvent)?);
        let hash = entries.last().map_or(chain::BEGINNING, |entry| entry.hash);
        let told = Cached { hash, event, tail };
        group::store(db, &[(None, &told)], (&entries, &pen), &keys)?;
        Ok((told, pen))
    }
}
