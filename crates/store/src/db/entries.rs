//! The entries of the ledgers. Rows are added, never changed, unless somebody is erased; the tables refuse anything else.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use tiger_event::{Bytes32, EventId, UserId};

use super::columns::to_number;
use super::connection::{ROWS_AT_A_TIME, insert_rows};
use super::schema::ledger_entries as entries;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// One entry as it is stored: author and command are kept as the text that was hashed. It is a line of an archive too, so
/// that its fields keep their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Queryable, Selectable)]
#[diesel(table_name = entries)]
pub struct StoredEntry {
    #[diesel(column_name = event_id)]
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
    pub hash: Bytes32,
}

impl StoredEntry {
    /// Bytes of what it says.
    pub const fn size(&self) -> u64 {
        (self.actor.len() + self.command.len()) as u64
    }
}

#[derive(Insertable)]
#[diesel(table_name = entries)]
struct NewRow<'a> {
    event_id: String,
    seq: i64,
    at: NaiveDateTime,
    actor: &'a str,
    command: &'a str,
    prev_hash: String,
    hash: String,
}

impl<'a> NewRow<'a> {
    fn of(entry: &'a StoredEntry) -> Result<Self, DbError> {
        Ok(Self {
            event_id: entry.event.to_string(),
            seq: to_number(entry.seq)?,
            at: to_stored(entry.at),
            actor: &entry.actor,
            command: &entry.command,
            prev_hash: entry.prev_hash.to_string(),
            hash: entry.hash.to_string(),
        })
    }
}

pub fn insert_all(connection: &mut Db, new: &[StoredEntry]) -> Result<(), DbError> {
    for part in new.chunks(ROWS_AT_A_TIME) {
        let rows = part.iter().map(NewRow::of).collect::<Result<Vec<_>, _>>()?;
        insert_rows!(connection, entries::table, rows);
    }
    Ok(())
}

pub fn find(connection: &mut Db, event: EventId, seq: u64) -> Result<Option<StoredEntry>, DbError> {
    let place = entries::table.find((event.to_string(), to_number(seq)?));
    Ok(place.select(StoredEntry::as_select()).first(connection).optional()?)
}

pub fn last(connection: &mut Db, event: EventId) -> Result<Option<StoredEntry>, DbError> {
    Ok(entries::table
        .filter(entries::event_id.eq(event.to_string()))
        .order(entries::seq.desc())
        .select(StoredEntry::as_select())
        .first(connection)
        .optional()?)
}

/// The entries of an event after a place, at most `limit`, in order.
pub fn list_after(
    connection: &mut Db,
    event: EventId,
    after: u64,
    limit: u32,
) -> Result<Vec<StoredEntry>, DbError> {
    Ok(entries::table
        .filter(entries::event_id.eq(event.to_string()))
        .filter(entries::seq.gt(to_number(after)?))
        .order(entries::seq.asc())
        .limit(i64::from(limit))
        .select(StoredEntry::as_select())
        .load(connection)?)
}

/// Writes an entry anew, with its hashes as they were; see [`super::guards::lifted`].
pub fn rewrite(connection: &mut Db, entry: &StoredEntry) -> Result<(), DbError> {
    diesel::update(entries::table.find((entry.event.to_string(), to_number(entry.seq)?)))
        .set((entries::actor.eq(&entry.actor), entries::command.eq(&entry.command)))
        .run(connection)
}

/// What commands of these names say in an event, as they are stored.
pub fn commands_of(connection: &mut Db, event: EventId, names: &[&str]) -> Result<Vec<String>, DbError> {
    let mut found = Vec::new();
    for name in names {
        let of_event = entries::table.filter(entries::event_id.eq(event.to_string()));
        let named = of_event.filter(entries::command.like(format!("{{\"do\":\"{name}\"%")));
        found.extend(named.select(entries::command).load::<String>(connection)?);
    }
    Ok(found)
}

/// What a person gave in an event: the places of the entries, when, and what they do.
pub fn given_by(
    connection: &mut Db,
    event: EventId,
    user: UserId,
) -> Result<Vec<(u64, DateTime<Utc>, String)>, DbError> {
    let rows: Vec<(u64, DateTime<Utc>, String)> = entries::table
        .filter(entries::event_id.eq(event.to_string()))
        .filter(entries::actor.like(format!("%{user}%")))
        .order(entries::seq.asc())
        .select((entries::seq, entries::at, entries::command))
        .load(connection)?;
    // Every command begins with its name.
    let name = |command: &str| command.split('"').nth(3).unwrap_or_default().to_owned();
    Ok(rows.into_iter().map(|(seq, at, command)| (seq, at, name(&command))).collect())
}

/// The events in whose entries a person stands, or in those of their clocks.
pub fn events_naming(connection: &mut Db, user: UserId) -> Result<Vec<EventId>, DbError> {
    use super::schema::clock_entries as presses;
    let id = format!("%{user}%");
    let mut events: Vec<EventId> = entries::table
        .filter(entries::actor.like(&id).or(entries::command.like(&id)))
        .select(entries::event_id)
        .distinct()
        .load(connection)?;
    let on_clocks = presses::table.filter(presses::hand.like(&id));
    events.extend(on_clocks.select(presses::event_id).distinct().load::<EventId>(connection)?);
    events.sort();
    events.dedup();
    Ok(events)
}

/// The entries of an event that erase somebody, in order.
pub fn erasures(connection: &mut Db, event: EventId) -> Result<Vec<StoredEntry>, DbError> {
    Ok(entries::table
        .filter(entries::event_id.eq(event.to_string()))
        .filter(entries::command.like("{\"do\":\"erase%"))
        .order(entries::seq.asc())
        .select(StoredEntry::as_select())
        .load(connection)?)
}
