//! The chains of the clocks: where each ends, and their entries. Rows are added, never changed; the table refuses
//! anything else.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use tiger_event::{Bytes32, EventId, GameId};

use super::columns::to_number;
use super::connection::lock_row;
use super::schema::{clock_entries as entries, clocks};
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// Where a clock's chain ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = clocks)]
pub struct ClockHead {
    #[diesel(column_name = game_id)]
    pub game: GameId,
    #[diesel(column_name = event_id)]
    pub event: EventId,
    pub seq: u64,
    #[diesel(column_name = head_hash)]
    pub hash: Bytes32,
}

/// One entry as it is stored: hand and entry are kept as the text that was hashed. It is a line of an archive too, so that
/// its fields keep their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Queryable, Selectable)]
#[diesel(table_name = entries)]
pub struct StoredPress {
    #[diesel(column_name = game_id)]
    pub game: GameId,
    /// Its place, from 1.
    pub seq: u64,
    #[diesel(column_name = event_id)]
    pub event: EventId,
    /// The moment that it counts for.
    pub at: DateTime<Utc>,
    /// When the server received it.
    pub received_at: DateTime<Utc>,
    /// Who did it, as JSON.
    pub hand: String,
    /// The device, or the form, that sent it.
    pub device: String,
    /// Its number on that device.
    pub device_seq: u64,
    /// What happened, as JSON.
    pub entry: String,
    /// The hash of the entry before; zeros for the first.
    pub prev_hash: Bytes32,
    pub hash: Bytes32,
}

/// Finds where a clock's chain ends.
pub fn find_head(connection: &mut Db, game: GameId) -> Result<Option<ClockHead>, DbError> {
    Ok(clocks::table.find(game.to_string()).select(ClockHead::as_select()).first(connection).optional()?)
}

/// Like [`find_head`], and keeps other transactions from pressing this clock until this one ends.
pub fn lock_head(connection: &mut Db, game: GameId) -> Result<Option<ClockHead>, DbError> {
    lock_row(connection, "SELECT 1 FROM clocks WHERE game_id = $1 FOR UPDATE", game)?;
    find_head(connection, game)
}

/// Where the chains of all clocks end.
pub fn heads(connection: &mut Db) -> Result<Vec<ClockHead>, DbError> {
    Ok(clocks::table.order(clocks::game_id.asc()).select(ClockHead::as_select()).load(connection)?)
}

/// Where the chains of an event's clocks end.
pub fn heads_of(connection: &mut Db, event: EventId) -> Result<Vec<ClockHead>, DbError> {
    Ok(clocks::table
        .filter(clocks::event_id.eq(event.to_string()))
        .order(clocks::game_id.asc())
        .select(ClockHead::as_select())
        .load(connection)?)
}

/// Begins a chain.
pub fn insert_head(connection: &mut Db, head: &ClockHead) -> Result<(), DbError> {
    diesel::insert_into(clocks::table)
        .values((
            clocks::game_id.eq(head.game.to_string()),
            clocks::event_id.eq(head.event.to_string()),
            clocks::seq.eq(to_number(head.seq)?),
            clocks::head_hash.eq(head.hash.to_string()),
        ))
        .run(connection)
}

/// Moves the end of a chain.
pub fn update_head(connection: &mut Db, head: &ClockHead) -> Result<(), DbError> {
    diesel::update(clocks::table.find(head.game.to_string()))
        .set((clocks::seq.eq(to_number(head.seq)?), clocks::head_hash.eq(head.hash.to_string())))
        .run(connection)
}

pub fn insert(connection: &mut Db, entry: &StoredPress) -> Result<(), DbError> {
    diesel::insert_into(entries::table)
        .values((
            entries::game_id.eq(entry.game.to_string()),
            entries::seq.eq(to_number(entry.seq)?),
            entries::event_id.eq(entry.event.to_string()),
            entries::at.eq(to_stored(entry.at)),
            entries::received_at.eq(to_stored(entry.received_at)),
            entries::hand.eq(&entry.hand),
            entries::device.eq(&entry.device),
            entries::device_seq.eq(to_number(entry.device_seq)?),
            entries::entry.eq(&entry.entry),
            entries::prev_hash.eq(entry.prev_hash.to_string()),
            entries::hash.eq(entry.hash.to_string()),
        ))
        .run(connection)
}

/// Finds what a device has sent before under a number.
pub fn find_sent(
    connection: &mut Db,
    game: GameId,
    device: &str,
    device_seq: u64,
) -> Result<Option<StoredPress>, DbError> {
    Ok(entries::table
        .filter(entries::game_id.eq(game.to_string()))
        .filter(entries::device.eq(device))
        .filter(entries::device_seq.eq(to_number(device_seq)?))
        .select(StoredPress::as_select())
        .first(connection)
        .optional()?)
}

/// The entries of a clock after a place, at most `limit`, in order.
pub fn list_after(
    connection: &mut Db,
    game: GameId,
    after: u64,
    limit: u32,
) -> Result<Vec<StoredPress>, DbError> {
    Ok(entries::table
        .filter(entries::game_id.eq(game.to_string()))
        .filter(entries::seq.gt(to_number(after)?))
        .order(entries::seq.asc())
        .limit(i64::from(limit))
        .select(StoredPress::as_select())
        .load(connection)?)
}

/// Whether anything happened to any clock since a moment.
pub fn is_touched_since(connection: &mut Db, moment: DateTime<Utc>) -> Result<bool, DbError> {
    let touched = entries::table.filter(entries::received_at.gt(to_stored(moment))).select(entries::seq);
    let first: Option<i64> = touched.first(connection).optional()?;
    Ok(first.is_some())
}

/// Writes an entry anew, with its hashes as they were; see [`super::guards::lifted`].
pub fn rewrite(connection: &mut Db, entry: &StoredPress) -> Result<(), DbError> {
    diesel::update(entries::table.find((entry.game.to_string(), to_number(entry.seq)?)))
        .set((entries::hand.eq(&entry.hand), entries::entry.eq(&entry.entry)))
        .run(connection)
}
