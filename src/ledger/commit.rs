//! Entry and effect in one transaction.

use std::sync::Arc;

use super::order::{self, Attachment, OnceKey, Order};
use super::{Ledger, LedgerError, News, chain};
use crate::clock;
use crate::db::entries::StoredEntry;
use crate::db::events::Head;
use crate::db::{self, Db, DbError};
use crate::domain::actor::{Actor, Meta};
use crate::domain::command::Command;
use crate::domain::dice::Bytes32;
use crate::domain::event::Event;
use crate::domain::refusal::Refusal;

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

/// A new state that the transaction has written, and what it hashes to.
pub(super) struct Written {
    pub(super) committed: Committed,
    pub(super) hash: Bytes32,
}

impl Ledger {
    /// Takes a command: checks it against the event, adds the entry, and stores the event's new state.
    ///
    /// # Errors
    /// When the event refuses it, or the database fails. Nothing has changed then.
    pub fn commit(&self, order: &Order) -> Result<Committed, LedgerError> {
        self.commit_with(order, |_| Ok(()))
    }

    /// Like [`Ledger::commit`], with other work in the same transaction, before the command. The work may run
    /// more than once, if the transaction has to; it does not run for a form that was carried out before.
    ///
    /// # Errors
    /// Also the work's own.
    pub fn commit_with(
        &self,
        order: &Order,
        mut work: impl FnMut(&mut Db) -> Result<(), LedgerError>,
    ) -> Result<Committed, LedgerError> {
        let Written { committed, hash } = self.db.write(|db| self.write(db, order, &mut work))?;
        self.remember(hash, &committed.event);
        if !committed.is_repeat {
            // Without watchers nobody has to hear of it.
            let _ = self.news.send(News { event: committed.event.id, version: committed.event.version });
        }
        Ok(committed)
    }

    /// Whether a form was carried out before, for use cases that cannot even make its command a second time.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_done(&self, actor: &Actor, key: &OnceKey) -> Result<bool, LedgerError> {
        let author = order::author(actor);
        self.db.read(|db| Ok(db::once::find(db, &author, key.as_str())?.is_some()))
    }

    fn write(
        &self,
        db: &mut Db,
        order: &Order,
        work: &mut impl FnMut(&mut Db) -> Result<(), LedgerError>,
    ) -> Result<Written, LedgerError> {
        let head = db::events::lock_head(db, order.event)?;
        if let Some(earlier) = self.find_repeat(db, order)? {
            return Ok(earlier);
        }
        work(db)?;
        let before = match &head {
            Some(head) => Some(self.at_head(db, head)?),
            None => None,
        };
        let meta = meta(order, before.as_deref());
        let event = apply(before.as_deref(), &meta, &order.command)?;
        let entry = entry(&meta, order, head.as_ref())?;
        let state = to_json("state", &event)?;
        match &head {
            None => db::events::insert(db, &event, &state, entry.hash).map_err(slug_taken)?,
            Some(head) => {
                if !db::events::update(db, &event, &state, entry.hash, head)? {
                    return Err(DbError::Busy.into());
                }
            }
        }
        db::entries::insert(db, &entry).map_err(busy_if_taken)?;
        attach(db, order, &meta)?;
        if let Some(key) = &order.key {
            let place = (order.event, meta.seq);
            db::once::insert(db, &order.author(), key.as_str(), place, meta.at).map_err(busy_if_taken)?;
        }
        let committed = Committed {
            seq: meta.seq,
            event: Arc::new(event),
            command: order.command.clone(),
            is_repeat: false,
        };
        Ok(Written { committed, hash: entry.hash })
    }

    /// What the order's form led to, if it was carried out before.
    pub(super) fn find_repeat(&self, db: &mut Db, order: &Order) -> Result<Option<Written>, LedgerError> {
        let Some(key) = &order.key else { return Ok(None) };
        let Some((id, seq)) = db::once::find(db, &order.author(), key.as_str())? else { return Ok(None) };
        let is_creation = matches!(order.command, Command::CreateEvent { .. });
        if id != order.event && !is_creation {
            return Err(Refusal::invalid("This form was sent before, for another event.").into());
        }
        let head = db::events::find_head(db, id)?.ok_or(LedgerError::NoEvent)?;
        let event = self.at_head(db, &head)?;
        let command = db::entries::find(db, id, seq)?.command;
        let command = serde_json::from_str(&command).map_err(|error| DbError::corrupt("command", error))?;
        Ok(Some(Written { committed: Committed { seq, event, command, is_repeat: true }, hash: head.hash }))
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

fn apply(before: Option<&Event>, meta: &Meta, command: &Command) -> Result<Event, LedgerError> {
    match (before, command) {
        (None, Command::CreateEvent { .. }) => Ok(Event::create(meta, command)?),
        (None, _) => Err(LedgerError::NoEvent),
        (Some(before), _) => Ok(before.clone().after(meta, command)?),
    }
}

fn entry(meta: &Meta, order: &Order, head: Option<&Head>) -> Result<StoredEntry, LedgerError> {
    chained(meta, order, head.map(|head| head.hash))
}

/// The entry that follows one with this hash.
pub(super) fn chained(
    meta: &Meta,
    order: &Order,
    before: Option<Bytes32>,
) -> Result<StoredEntry, LedgerError> {
    let mut entry = StoredEntry {
        event: order.event,
        seq: meta.seq,
        at: meta.at,
        actor: to_json("author", &meta.by)?,
        command: to_json("command", &order.command)?,
        prev_hash: before.unwrap_or(chain::BEGINNING),
        hash: chain::BEGINNING,
    };
    entry.hash = chain::hash(&entry);
    Ok(entry)
}

fn attach(db: &mut Db, order: &Order, meta: &Meta) -> Result<(), LedgerError> {
    for attachment in &order.attachments {
        match attachment {
            Attachment::Secret { cast, secret } => db::secrets::insert(db, order.event, *cast, *secret)?,
            Attachment::Record { text } if text.contains('\0') => {
                return Err(Refusal::invalid("A record is text: it may not contain the character 0.").into());
            }
            Attachment::Record { text } => db::records::insert(db, text, meta.at).map_err(busy_if_taken)?,
        }
    }
    Ok(())
}

pub(super) fn to_json(what: &'static str, value: &impl serde::Serialize) -> Result<String, LedgerError> {
    serde_json::to_string(value).map_err(|source| LedgerError::Json { what, source })
}

pub(super) fn slug_taken(error: DbError) -> LedgerError {
    match error {
        DbError::Taken(what) if what.contains("slug") => LedgerError::SlugTaken,
        other => other.into(),
    }
}

/// Somebody was faster by a moment: the next attempt sees what they wrote.
pub(super) fn busy_if_taken(error: DbError) -> LedgerError {
    match error {
        DbError::Taken(_) => DbError::Busy.into(),
        other => other.into(),
    }
}
