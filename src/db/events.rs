//! Where each event's ledger ends, and what lists of events say of it. Only the ledger writes here.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::Text;

use super::schema::events;
use super::{Db, DbError};
use crate::clock::{from_stored, to_stored};
use crate::domain::dice::Bytes32;
use crate::domain::event::Event;
use crate::domain::ids::EventId;
use crate::domain::text::Slug;

/// Where an event's ledger ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    pub id: EventId,
    /// The number of its entries.
    pub version: u64,
    /// The hash of its last entry.
    pub hash: Bytes32,
}

/// A line of the list of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventLine {
    pub id: EventId,
    /// Its address.
    pub slug: String,
    pub name: String,
    /// Whether everybody may see it.
    pub is_public: bool,
    /// Whether it is over.
    pub is_finished: bool,
    /// The number of its ledger entries.
    pub version: u64,
    /// The hash of the last one.
    pub head: Bytes32,
    /// When it was last changed.
    pub changed_at: DateTime<Utc>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = events)]
struct LineRow {
    id: String,
    slug: String,
    name: String,
    is_public: bool,
    is_finished: bool,
    version: i64,
    head_hash: String,
    changed_at: NaiveDateTime,
}

impl LineRow {
    fn into_line(self) -> Result<EventLine, DbError> {
        Ok(EventLine {
            id: parse_id(&self.id)?,
            slug: self.slug,
            name: self.name,
            is_public: self.is_public,
            is_finished: self.is_finished,
            version: parse_version(self.version)?,
            head: parse_hash(&self.head_hash)?,
            changed_at: from_stored(self.changed_at),
        })
    }
}

fn parse_id(text: &str) -> Result<EventId, DbError> {
    text.parse().map_err(|error| DbError::corrupt("event's identifier", error))
}

fn parse_version(number: i64) -> Result<u64, DbError> {
    u64::try_from(number).map_err(|error| DbError::corrupt("event's version", error))
}

fn store_version(event: &Event) -> Result<i64, DbError> {
    i64::try_from(event.version).map_err(|error| DbError::corrupt("event's version", error))
}

fn into_head((id, version, hash): (String, i64, String)) -> Result<Head, DbError> {
    Ok(Head { id: parse_id(&id)?, version: parse_version(version)?, hash: parse_hash(&hash)? })
}

fn parse_hash(text: &str) -> Result<Bytes32, DbError> {
    text.parse().map_err(|error| DbError::corrupt("head of a ledger", error))
}

/// Finds where an event's ledger ends.
pub fn find_head(connection: &mut Db, id: EventId) -> Result<Option<Head>, DbError> {
    let row = events::table
        .find(id.to_string())
        .select((events::id, events::version, events::head_hash))
        .first(connection)
        .optional()?;
    row.map(into_head).transpose()
}

/// Where all ledgers end.
pub fn heads(connection: &mut Db) -> Result<Vec<Head>, DbError> {
    let rows: Vec<_> = events::table
        .order(events::id.asc())
        .select((events::id, events::version, events::head_hash))
        .load(connection)?;
    rows.into_iter().map(into_head).collect()
}

/// Like [`find_head`], by the event's address.
pub fn find_head_by_slug(connection: &mut Db, slug: &Slug) -> Result<Option<Head>, DbError> {
    let row = events::table
        .filter(events::slug.eq(slug.as_str()))
        .select((events::id, events::version, events::head_hash))
        .first(connection)
        .optional()?;
    row.map(into_head).transpose()
}

/// Like [`find_head`], and keeps other transactions from writing to the event until this one ends.
pub fn lock_head(connection: &mut Db, id: EventId) -> Result<Option<Head>, DbError> {
    // On SQLite the transaction already holds the lock of the whole file.
    if let Db::Postgres(postgres) = connection {
        diesel::sql_query("SELECT 1 FROM events WHERE id = $1 FOR UPDATE")
            .bind::<Text, _>(id.to_string())
            .execute(postgres)?;
    }
    find_head(connection, id)
}

/// All events, last changed first.
pub fn list(connection: &mut Db) -> Result<Vec<EventLine>, DbError> {
    let rows: Vec<LineRow> = events::table
        .order((events::changed_at.desc(), events::id.desc()))
        .select(LineRow::as_select())
        .load(connection)?;
    rows.into_iter().map(LineRow::into_line).collect()
}

pub fn find_line(connection: &mut Db, id: EventId) -> Result<Option<EventLine>, DbError> {
    let row: Option<LineRow> =
        events::table.find(id.to_string()).select(LineRow::as_select()).first(connection).optional()?;
    row.map(LineRow::into_line).transpose()
}

/// Stores the head of a new event.
pub fn insert(connection: &mut Db, event: &Event, hash: Bytes32) -> Result<(), DbError> {
    diesel::insert_into(events::table)
        .values((
            events::id.eq(event.id.to_string()),
            events::slug.eq(event.slug.as_str()),
            events::name.eq(event.settings.name.as_str()),
            events::is_public.eq(event.is_public),
            events::is_finished.eq(event.is_finished),
            events::version.eq(store_version(event)?),
            events::head_hash.eq(hash.to_string()),
            events::created_at.eq(to_stored(event.created_at)),
            events::changed_at.eq(to_stored(event.changed_at)),
        ))
        .execute(connection)?;
    Ok(())
}

/// Moves the head of an event on; whether it still stood at the version `from`.
pub fn update(connection: &mut Db, event: &Event, hash: Bytes32, from: &Head) -> Result<bool, DbError> {
    let before = events::table.find(event.id.to_string()).filter(events::head_hash.eq(from.hash.to_string()));
    let changed = diesel::update(before)
        .set((
            events::slug.eq(event.slug.as_str()),
            events::name.eq(event.settings.name.as_str()),
            events::is_public.eq(event.is_public),
            events::is_finished.eq(event.is_finished),
            events::version.eq(store_version(event)?),
            events::head_hash.eq(hash.to_string()),
            events::changed_at.eq(to_stored(event.changed_at)),
        ))
        .execute(connection)?;
    Ok(changed == 1)
}
