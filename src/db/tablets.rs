//! Devices that may press one clock, and the links that make a device one.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;

use super::schema::clock_tablets as tablets;
use super::{Db, DbError};
use crate::clock::{from_stored, to_stored};
use crate::domain::dice::Bytes32;
use crate::domain::ids::{EventId, GameId, TabletId};

/// A device, or a link that waits for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tablet {
    pub id: TabletId,
    pub event: EventId,
    /// The game whose clock it may press.
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
    #[must_use]
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.joined_at.is_none() && self.is_valid(now)
    }

    /// Whether its time is not over and nobody ended it.
    #[must_use]
    pub fn is_valid(&self, now: DateTime<Utc>) -> bool {
        self.ended_at.is_none() && now < self.expires_at
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = tablets)]
struct TabletRow {
    id: String,
    event_id: String,
    game_id: String,
    made_by: String,
    created_at: NaiveDateTime,
    expires_at: NaiveDateTime,
    joined_at: Option<NaiveDateTime>,
    ended_at: Option<NaiveDateTime>,
}

impl TabletRow {
    fn into_tablet(self) -> Result<Tablet, DbError> {
        let unreadable = |_| DbError::corrupt("device of a clock", "its identifiers");
        Ok(Tablet {
            id: self.id.parse().map_err(unreadable)?,
            event: self.event_id.parse().map_err(unreadable)?,
            game: self.game_id.parse().map_err(unreadable)?,
            made_by: self.made_by,
            created_at: from_stored(self.created_at),
            expires_at: from_stored(self.expires_at),
            joined_at: self.joined_at.map(from_stored),
            ended_at: self.ended_at.map(from_stored),
        })
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
        .execute(connection)?;
    Ok(())
}

/// Calls the arbiter otherwise who made links.
pub fn rename_maker(connection: &mut Db, name: &str, called: &str) -> Result<(), DbError> {
    let own = tablets::table.filter(tablets::made_by.eq(name));
    diesel::update(own).set(tablets::made_by.eq(called)).execute(connection)?;
    Ok(())
}

/// Finds what a link leads to, whether or not it still works.
pub fn find_by_link(connection: &mut Db, link_hash: Bytes32) -> Result<Option<Tablet>, DbError> {
    let row: Option<TabletRow> = tablets::table
        .filter(tablets::link_hash.eq(link_hash.to_string()))
        .select(TabletRow::as_select())
        .first(connection)
        .optional()?;
    row.map(TabletRow::into_tablet).transpose()
}

/// Finds the device that holds a token.
pub fn find_by_token(connection: &mut Db, token_hash: Bytes32) -> Result<Option<Tablet>, DbError> {
    let row: Option<TabletRow> = tablets::table
        .filter(tablets::token_hash.eq(token_hash.to_string()))
        .select(TabletRow::as_select())
        .first(connection)
        .optional()?;
    row.map(TabletRow::into_tablet).transpose()
}

/// The devices of a clock, oldest first.
pub fn list(connection: &mut Db, game: GameId) -> Result<Vec<Tablet>, DbError> {
    let rows: Vec<TabletRow> = tablets::table
        .filter(tablets::game_id.eq(game.to_string()))
        .order(tablets::id.asc())
        .select(TabletRow::as_select())
        .load(connection)?;
    rows.into_iter().map(TabletRow::into_tablet).collect()
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
    let changed = diesel::update(open)
        .set((tablets::joined_at.eq(now), tablets::token_hash.eq(token_hash.to_string())))
        .execute(connection)?;
    Ok(changed == 1)
}

/// Ends a device's right, or takes back its link; whether there was one.
pub fn end(connection: &mut Db, game: GameId, id: TabletId, now: DateTime<Utc>) -> Result<bool, DbError> {
    let valid = tablets::table
        .find(id.to_string())
        .filter(tablets::game_id.eq(game.to_string()))
        .filter(tablets::ended_at.is_null());
    Ok(diesel::update(valid).set(tablets::ended_at.eq(to_stored(now))).execute(connection)? == 1)
}
