//! The entries of the ledgers. Rows are added, never changed; the tables refuse anything else.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;

use super::schema::ledger_entries as entries;
use super::{Db, DbError};
use crate::clock::{from_stored, to_stored};
use crate::domain::dice::Bytes32;
use crate::domain::ids::EventId;

/// One entry as it is stored: author and command are kept as the text that was hashed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntry {
    /// The event.
    pub event: EventId,
    /// Its place, from 1.
    pub seq: u64,
    /// When the command was given.
    pub at: DateTime<Utc>,
    /// Who gave it, as JSON.
    pub actor: String,
    /// The command, as JSON.
    pub command: String,
    /// The hash of the entry before; zeros for the first.
    pub prev_hash: Bytes32,
    /// The hash of this entry.
    pub hash: Bytes32,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = entries)]
struct EntryRow {
    event_id: String,
    seq: i64,
    at: NaiveDateTime,
    actor: String,
    command: String,
    prev_hash: String,
    hash: String,
}

impl EntryRow {
    fn into_entry(self) -> Result<StoredEntry, DbError> {
        let unreadable = |why: &str| DbError::corrupt("ledger entry", why);
        Ok(StoredEntry {
            event: self.event_id.parse().map_err(|_| unreadable("its event"))?,
            seq: u64::try_from(self.seq).map_err(|_| unreadable("its place"))?,
            at: from_stored(self.at),
            actor: self.actor,
            command: self.command,
            prev_hash: self.prev_hash.parse().map_err(|_| unreadable("the previous hash"))?,
            hash: self.hash.parse().map_err(|_| unreadable("its hash"))?,
        })
    }
}

fn stored_seq(seq: u64) -> Result<i64, DbError> {
    i64::try_from(seq).map_err(|error| DbError::corrupt("place in a ledger", error))
}

/// Adds an entry.
///
/// # Errors
/// [`DbError::Taken`] when its place is.
pub fn insert(connection: &mut Db, entry: &StoredEntry) -> Result<(), DbError> {
    diesel::insert_into(entries::table)
        .values((
            entries::event_id.eq(entry.event.to_string()),
            entries::seq.eq(stored_seq(entry.seq)?),
            entries::at.eq(to_stored(entry.at)),
            entries::actor.eq(&entry.actor),
            entries::command.eq(&entry.command),
            entries::prev_hash.eq(entry.prev_hash.to_string()),
            entries::hash.eq(entry.hash.to_string()),
        ))
        .execute(connection)?;
    Ok(())
}

/// Finds one entry.
///
/// # Errors
/// [`DbError::Missing`] when there is no such entry.
pub fn find(connection: &mut Db, event: EventId, seq: u64) -> Result<StoredEntry, DbError> {
    let row: EntryRow = entries::table
        .find((event.to_string(), stored_seq(seq)?))
        .select(EntryRow::as_select())
        .first(connection)?;
    row.into_entry()
}

/// The entries of an event after a place, at most `limit`, in order.
///
/// # Errors
/// When the query fails.
pub fn list_after(
    connection: &mut Db,
    event: EventId,
    after: u64,
    limit: u32,
) -> Result<Vec<StoredEntry>, DbError> {
    let rows: Vec<EntryRow> = entries::table
        .filter(entries::event_id.eq(event.to_string()))
        .filter(entries::seq.gt(stored_seq(after)?))
        .order(entries::seq.asc())
        .limit(i64::from(limit))
        .select(EntryRow::as_select())
        .load(connection)?;
    rows.into_iter().map(EntryRow::into_entry).collect()
}
