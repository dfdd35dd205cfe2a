//! What happened to somebody's account and is still to be told to them.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use tiger_event::UserId;
use uuid::Uuid;

use super::schema::account_news as news;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// How long it waits to be told.
const KEPT: TimeDelta = TimeDelta::days(90);

/// The most that is told at a time.
const MOST: i64 = 20;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = news)]
pub struct News {
    /// What happened, as the security journal's key.
    pub what: String,
    /// What the browser said it was.
    pub browser: String,
    pub address: String,
    /// When, the last time.
    pub at: DateTime<Utc>,
}

/// Keeps news for a person, in the place of the same that is older; clears away what nobody came for.
pub fn put(connection: &mut Db, user: UserId, piece: &News) -> Result<(), DbError> {
    let same = news::user_id
        .eq(user.to_string())
        .and(news::what.eq(&piece.what))
        .and(news::browser.eq(&piece.browser))
        .and(news::address.eq(&piece.address));
    let is_old = news::at.lt(to_stored(piece.at - KEPT));
    diesel::delete(news::table.filter(same.or(is_old))).execute(connection)?;
    diesel::insert_into(news::table)
        .values((
            news::id.eq(Uuid::now_v7().to_string()),
            news::user_id.eq(user.to_string()),
            news::what.eq(&piece.what),
            news::browser.eq(&piece.browser),
            news::address.eq(&piece.address),
            news::at.eq(to_stored(piece.at)),
        ))
        .run(connection)
}

/// The news for a person since a time, newest first.
pub fn list(connection: &mut Db, user: UserId, since: DateTime<Utc>) -> Result<Vec<News>, DbError> {
    Ok(news::table
        .filter(news::user_id.eq(user.to_string()))
        .filter(news::at.gt(to_stored(since)))
        .order(news::at.desc())
        .limit(MOST)
        .select(News::as_select())
        .load(connection)?)
}

/// The news between two times is told.
pub fn delete(
    connection: &mut Db,
    user: UserId,
    since: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<(), DbError> {
    let told = news::table
        .filter(news::user_id.eq(user.to_string()))
        .filter(news::at.gt(to_stored(since)))
        .filter(news::at.le(to_stored(until)));
    diesel::delete(told).run(connection)
}
