//! Entry and effect in one transaction.

use std::sync::Arc;

use tiger_event::{Actor, Bytes32, Command, Event, EventId, Meta};

use super::entry::Entry;
use super::group::Written;
use super::order::{self, OnceKey, Order};
use super::pen::Pen;
use super::queue::Outcome;
use super::{Ledger, LedgerError, News, chain};
use crate::clock;
use crate::db::entries::StoredEntry;
use crate::db::{self, Db, DbError};

/// What the ledger acknowledges. It is on the disk.
#[derive(Debug, Clone)]
pub struct Committed {
    /// The entry's place in the ledger.
    pub seq: u64,
    /// The event after the command; later still, when the form had been carried out before.
    pub event: Arc<Event>,
    /// The command in the ledger. For a form that had been carried out before it is the one of then, with
    /// the identifiers of then.
    pub command: Command,
    /// Whether the form had been carried out before.
    pub is_repeat: bool,
}

/// What was carried out at another time.
#[derive(Debug, Clone)]
pub struct CarriedOut {
    pub entry: Entry,
    /// The event right before it.
    pub before: Arc<Event>,
    /// The event right after it.
    pub after: Arc<Event>,
}

impl Ledger {
    /// Takes a command: checks it against the event, adds the entry, and moves the event's head on. Commands that come
    /// at the same time are written together.
    pub fn commit(&self, order: &Order) -> Result<Committed, LedgerError> {
        let mut outcomes = self.commit_all(vec![order.clone()]);
        outcomes.pop().unwrap_or_else(|| Err(DbError::Busy.into()))
    }

    /// Takes several commands, each for itself, and says in their order what became of each.
    pub fn commit_all(&self, orders: Vec<Order>) -> Vec<Result<Committed, LedgerError>> {
        self.queue.pass(orders, |orders| self.write_together(orders))
    }

    /// Like [`Ledger::commit`], with other work in the same transaction, before the command. The work may run
    /// more than once, if the transaction has to; it does not run for a form that was carried out before.
    pub fn commit_with(
        &self,
        order: &Order,
        mut work: impl FnMut(&mut Db) -> Result<(), LedgerError>,
    ) -> Result<Committed, LedgerError> {
        let (committed, written) = self.db.write(|db| {
            // Whoever works locks the event first, as a command does: the form may be under way elsewhere.
            db::events::lock_head(db, order.event)?;
            let is_done = match order.form() {
                Some((author, key)) => db::once::find(db, &author, &key)?.is_some(),
                None => false,
            };
            if !is_done {
                work(db)?;
            }
            let mut written = self.write_group(db, std::slice::from_ref(order))?;
            let outcome = written.outcomes.pop().unwrap_or_else(|| Err(DbError::Busy.into()));
            outcome.map(|committed| (committed, written))
        })?;
        self.publish(&written);
        Ok(committed)
    }

    /// Whether a form was carried out before, for use cases that cannot even make its command a second time.
    pub fn is_done(&self, actor: &Actor, key: &OnceKey) -> Result<bool, LedgerError> {
        let author = order::author(actor);
        self.db.read(|db| Ok(db::once::find(db, &author, key.as_str())?.is_some()))
    }

    /// What a form of this person for an event led to, if it was carried out before.
    pub fn done(
        &self,
        actor: &Actor,
        event: EventId,
        key: &OnceKey,
    ) -> Result<Option<CarriedOut>, LedgerError> {
        let author = order::author(actor);
        self.db.read(|db| match db::once::find(db, &author, key.as_str())? {
            Some((id, seq)) if id == event && seq > 1 => {
                let entry = self.entry(db, id, seq)?;
                let [before, after] = [seq - 1, seq].map(|version| self.event_as_of(db, id, version));
                Ok(Some(CarriedOut { entry, before: before?, after: after? }))
            }
            _ => Ok(None),
        })
    }

    /// Writes commands in one transaction. When the database takes them not together, each is written alone, so that
    /// whoever is at fault answers for it alone.
    pub fn write_together(&self, orders: &[Order]) -> Vec<Outcome> {
        match self.db.write(|db| self.write_group(db, orders)) {
            Ok(mut written) => {
                self.publish(&written);
                std::mem::take(&mut written.outcomes)
            }
            Err(error) if orders.len() == 1 => vec![Err(error)],
            Err(LedgerError::Database(DbError::Pool(_))) => orders
                .iter()
                .map(|_| Err(DbError::Place("the database does not answer".to_owned()).into()))
                .collect(),
            Err(error) => {
                tracing::debug!(%error, "commands are written one by one");
                orders.iter().flat_map(|order| self.write_together(std::slice::from_ref(order))).collect()
            }
        }
    }

    /// Keeps the new versions in memory and tells of them.
    pub(super) fn publish(&self, written: &Written) {
        self.names.keep(&written.pen);
        for changed in &written.changed {
            self.cache().keep(changed);
            // Without watchers nobody has to hear of it.
            let _ = self.news.send(News { event: changed.event.id, version: changed.event.version });
            if changed.tail.is_due(&changed.event) {
                self.snapshot_later(changed.hash, &changed.event);
            }
        }
        if written.is_publication {
            self.witness_later();
        }
    }
}

/// Place, time and author of the entry. Time does not run backwards in a ledger, whatever the clock does.
pub(super) fn meta(order: &Order, before: Option<&Event>) -> Meta {
    let now = order.at.unwrap_or_else(clock::now);
    Meta {
        seq: before.map_or(0, |event| event.version) + 1,
        at: before.map_or(now, |event| now.max(event.changed_at)),
        by: order.actor.clone(),
    }
}

/// The entry that follows one with this hash.
pub(super) fn chained(
    meta: &Meta,
    order: &Order,
    before: Option<Bytes32>,
    pen: &mut Pen,
) -> Result<StoredEntry, LedgerError> {
    let mut entry = StoredEntry {
        event: order.event,
        seq: meta.seq,
        at: meta.at,
        actor: pen.person(order.event, (meta.by.user(), &meta.by))?,
        command: pen.deed(order.event, &order.command)?,
        prev_hash: before.unwrap_or(chain::BEGINNING),
        hash: chain::BEGINNING,
    };
    entry.hash = chain::hash(&entry);
    Ok(entry)
}
