//! Entries as they are read again.

use serde::Serialize;
use tiger_event::{Bytes32, Command, Event, EventId, Meta};

use super::{Ledger, LedgerError, pen};
use crate::db::entries::StoredEntry;
use crate::db::texts::Texts;
use crate::db::{self, Db, DbError};

/// Entries that are read at a time.
pub(super) const PAGE: u32 = 500;

/// One entry of a ledger.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Its place, time and author.
    pub meta: Meta,
    pub command: Command,
    pub prev_hash: Bytes32,
    pub hash: Bytes32,
}

impl Entry {
    /// Reads what is stored, in full.
    ///
    /// # Errors
    /// When author or command are not ones that this program writes, or what is kept apart from them is missing.
    pub(super) fn read(stored: &StoredEntry, texts: &Texts) -> Result<Self, DbError> {
        let (actor, command) = (pen::in_full(&stored.actor, texts)?, pen::in_full(&stored.command, texts)?);
        let by = serde_json::from_str(&actor)
            .map_err(|error| DbError::corrupt("author of a ledger entry", error))?;
        let command = serde_json::from_str(&command)
            .map_err(|error| DbError::corrupt("command of a ledger entry", error))?;
        let meta = Meta { seq: stored.seq, at: stored.at, by };
        Ok(Self { meta, command, prev_hash: stored.prev_hash, hash: stored.hash })
    }
}

/// What is kept apart from some entries.
pub(super) fn texts_of(db: &mut Db, entries: &[StoredEntry]) -> Result<Texts, DbError> {
    pen::kept_apart(db, entries.iter().flat_map(|entry| [entry.actor.as_str(), entry.command.as_str()]))
}

/// Entries that are read at a time.
const AT_A_TIME: u32 = 500;

impl Ledger {
    /// The entries of an event after a place, at most `limit`, in order.
    pub fn entries_after(
        &self,
        db: &mut Db,
        event: EventId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<Entry>, LedgerError> {
        let stored = db::entries::list_after(db, event, after, limit)?;
        let texts = texts_of(db, &stored)?;
        Ok(stored.iter().map(|stored| Entry::read(stored, &texts)).collect::<Result<_, _>>()?)
    }

    /// Goes through all entries of an event in order, some hundreds at a time.
    ///
    /// # Errors
    /// When one cannot be read; the work's own.
    pub fn each_entry<E: From<LedgerError>>(
        &self,
        event: EventId,
        work: impl FnMut(Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        self.each_entry_after(event, 0, work)
    }

    /// The same, from the one on that follows a place.
    ///
    /// # Errors
    /// When one cannot be read; the work's own.
    pub fn each_entry_after<E: From<LedgerError>>(
        &self,
        event: EventId,
        mut after: u64,
        mut work: impl FnMut(Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        loop {
            let entries = self.db.read(|db| self.entries_after(db, event, after, AT_A_TIME))?;
            let Some(last) = entries.last() else { return Ok(()) };
            after = last.meta.seq;
            entries.into_iter().try_for_each(&mut work)?;
        }
    }

    pub fn entry(&self, db: &mut Db, event: EventId, seq: u64) -> Result<Entry, LedgerError> {
        let found = db::entries::find(db, event, seq)?.ok_or(LedgerError::NoEntry)?;
        let texts = texts_of(db, std::slice::from_ref(&found))?;
        Ok(Entry::read(&found, &texts)?)
    }

    /// Rebuilds an event from its entries alone, up to a place and including it.
    pub fn replay(&self, event: EventId, last: u64) -> Result<Event, LedgerError> {
        // Entries and the texts beside them as they stood at one moment.
        let entries = self.db.snapshot(|db| self.entries_after(db, event, 0, u32::MAX))?;
        let mut state = None;
        for entry in entries.iter().take_while(|entry| entry.meta.seq <= last) {
            step(&mut state, &entry.meta, &entry.command)?;
        }
        state.ok_or(LedgerError::NoEvent)
    }
}

/// Applies one entry to the state so far; nothing is left of it when the entry is refused.
pub(super) fn step(state: &mut Option<Event>, meta: &Meta, command: &Command) -> Result<(), LedgerError> {
    *state = Some(match state.take() {
        Some(event) => event.after(meta, command)?,
        None => Event::create(meta, command)?,
    });
    Ok(())
}
