//! Devices that may press one clock, and the links that make a device one.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::{Bytes32, EventId, GameId, TabletId};

use super::schema::clock_tablets as tablets;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// A device, or a link that waits for one.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = tablets)]
pub struct Tablet {
    pub id: TabletId,
    #[diesel(column_name = event_id)]
    pub event: EventId,
    /// The game whose clock it may press.
    #[diesel(column_name = game_id)]
    pub game: GameId,
    /// The arbiter who made the link.
    pub made_by: String,
    pub created_at: DateTime<Utc>,
    /// Until when the link works, and the device too.
    pub expires_at: DateTime<Utc>,
    /// When a device opened the link.
    pub joined_at: Option<DateTime<Utc>>,
    /// When an arbiter ended its right.
    pub ended_at: Option<DateTime<Utc>>,
}

impl Tablet {
    /// Whether its link still waits for a device.
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.joined_at.is_none() && self.is_valid(now)
    }

    /// Whether its time is not over and nobody ended it.
    pub fn is_valid(&self, now: DateTime<Utc>) -> bool {
        self.ended_at.is_none() && now < self.expires_at
    }
}

/// Keeps a link that waits for a device.
pub fn insert(connection: &mut Db, tablet: &Tablet, link_hash: Bytes32) -> Result<(), DbError> {
    diesel::insert_into(tablets::table)
        .values((
            tablets::id.eq(tablet.id.to_string()),
            tablets::event_id.eq(tablet.event.to_string()),
            tablets::game_id.eq(tablet.game.to_string()),
            tablets::link_hash.eq(link_hash.to_string()),
            tablets::made_by.eq(&tablet.made_by),
            tablets::created_at.eq(to_stored(tablet.created_at)),
            tablets::expires_at.eq(to_stored(tablet.expires_at)),
        ))
        .run(connection)
}

/// Calls the arbiter otherwise who made links.
pub fn rename_maker(connection: &mut Db, name: &str, called: &str) -> Result<(), DbError> {
    let own = tablets::table.filter(tablets::made_by.eq(name));
    diesel::update(own).set(tablets::made_by.eq(called)).run(connection)
}

/// Finds what a link leads to, whether or not it still works.
pub fn find_by_link(connection: &mut Db, link_hash: Bytes32) -> Result<Option<Tablet>, DbError> {
    Ok(tablets::table
        .filter(tablets::link_hash.eq(link_hash.to_string()))
        .select(Tablet::as_select())
        .first(connection)
        .optional()?)
}

/// Finds the device that holds a token.
pub fn find_by_token(connection: &mut Db, token_hash: Bytes32) -> Result<Option<Tablet>, DbError> {
    Ok(tablets::table
        .filter(tablets::token_hash.eq(token_hash.to_string()))
        .select(Tablet::as_select())
        .first(connection)
        .optional()?)
}

/// The devices of a clock, oldest first.
pub fn list(connection: &mut Db, game: GameId) -> Result<Vec<Tablet>, DbError> {
    Ok(tablets::table
        .filter(tablets::game_id.eq(game.to_string()))
        .order(tablets::id.asc())
        .select(Tablet::as_select())
        .load(connection)?)
}

/// Uses a link up and gives its device a token; whether the link was still open. Only one of two at the same time
/// hears yes.
pub fn join(
    connection: &mut Db,
    link_hash: Bytes32,
    token_hash: Bytes32,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let now = to_stored(now);
    let open = tablets::table
        .filter(tablets::link_hash.eq(link_hash.to_string()))
        .filter(tablets::joined_at.is_null())
        .filter(tablets::ended_at.is_null())
        .filter(tablets::expires_at.gt(now));
    diesel::update(open)
        .set((tablets::joined_at.eq(now), tablets::token_hash.eq(token_hash.to_string())))
        .changes_one(connection)
}

/// Ends a device's right, or takes back its link; whether there was one.
pub fn end(connection: &mut Db, game: GameId, id: TabletId, now: DateTime<Utc>) -> Result<bool, DbError> {
    let valid = tablets::table
        .find(id.to_string())
        .filter(tablets::game_id.eq(game.to_string()))
        .filter(tablets::ended_at.is_null());
    diesel::update(valid).set(tablets::ended_at.eq(to_stored(now))).changes_one(connection)
}
