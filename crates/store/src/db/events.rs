//! Where each event's ledger ends, and what lists of events say of it. Only the ledger writes here.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::{Bytes32, Event, EventId, Slug};

use super::columns::to_number;
use super::connection::lock_row;
use super::schema::events;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// Where an event's ledger ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = events)]
pub struct Head {
    pub id: EventId,
    /// The number of its entries.
    pub version: u64,
    #[diesel(column_name = head_hash)]
    pub hash: Bytes32,
}

/// A line of the list of events.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = events)]
pub struct EventLine {
    pub id: EventId,
    /// Its address.
    pub slug: String,
    pub name: String,
    /// Whether everybody may see it.
    pub is_public: bool,
    pub is_finished: bool,
    /// The number of its ledger entries.
    pub version: u64,
    #[diesel(column_name = head_hash)]
    pub head: Bytes32,
    pub changed_at: DateTime<Utc>,
}

/// Finds where an event's ledger ends.
pub fn find_head(connection: &mut Db, id: EventId) -> Result<Option<Head>, DbError> {
    Ok(events::table.find(id.to_string()).select(Head::as_select()).first(connection).optional()?)
}

/// Where all ledgers end.
pub fn heads(connection: &mut Db) -> Result<Vec<Head>, DbError> {
    Ok(events::table.order(events::id.asc()).select(Head::as_select()).load(connection)?)
}

/// Like [`find_head`], by the event's address.
pub fn find_head_by_slug(connection: &mut Db, slug: &Slug) -> Result<Option<Head>, DbError> {
    Ok(events::table
        .filter(events::slug.eq(slug.as_str()))
        .select(Head::as_select())
        .first(connection)
        .optional()?)
}

/// Like [`find_head`], and keeps other transactions from writing to the event until this one ends.
pub fn lock_head(connection: &mut Db, id: EventId) -> Result<Option<Head>, DbError> {
    lock_row(connection, "SELECT 1 FROM events WHERE id = $1 FOR UPDATE", id)?;
    find_head(connection, id)
}

/// All events, last changed first.
pub fn list(connection: &mut Db) -> Result<Vec<EventLine>, DbError> {
    Ok(events::table
        .order((events::changed_at.desc(), events::id.desc()))
        .select(EventLine::as_select())
        .load(connection)?)
}

pub fn find_line(connection: &mut Db, id: EventId) -> Result<Option<EventLine>, DbError> {
    Ok(events::table.find(id.to_string()).select(EventLine::as_select()).first(connection).optional()?)
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
            events::version.eq(to_number(event.version)?),
            events::head_hash.eq(hash.to_string()),
            events::created_at.eq(to_stored(event.created_at)),
            events::changed_at.eq(to_stored(event.changed_at)),
        ))
        .run(connection)
}

/// Moves the head of an event on; whether it still stood at the version `from`.
pub fn update(connection: &mut Db, event: &Event, hash: Bytes32, from: &Head) -> Result<bool, DbError> {
    let before = events::table.find(event.id.to_string()).filter(events::head_hash.eq(from.hash.to_string()));
    diesel::update(before)
        .set((
            events::slug.eq(event.slug.as_str()),
            events::name.eq(event.settings.name.as_str()),
            events::is_public.eq(event.is_public),
            events::is_finished.eq(event.is_finished),
            events::version.eq(to_number(event.version)?),
            events::head_hash.eq(hash.to_string()),
            events::changed_at.eq(to_stored(event.changed_at)),
        ))
        .changes_one(connection)
}
