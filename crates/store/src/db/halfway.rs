//! Who has typed the right password and not yet the code. The browser holds a token, the database its hash.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::{Bytes32, UserId};

use super::schema::half_sign_ins as halfway;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// Notes that somebody is halfway in.
pub fn insert(connection: &mut Db, token: Bytes32, user: UserId, at: DateTime<Utc>) -> Result<(), DbError> {
    diesel::insert_into(halfway::table)
        .values((
            halfway::token_hash.eq(token.to_string()),
            halfway::user_id.eq(user.to_string()),
            halfway::at.eq(to_stored(at)),
        ))
        .run(connection)
}

/// Who is halfway in with this token, and has been since then.
pub fn find(connection: &mut Db, token: Bytes32, since: DateTime<Utc>) -> Result<Option<UserId>, DbError> {
    Ok(halfway::table
        .find(token.to_string())
        .filter(halfway::at.gt(to_stored(since)))
        .select(halfway::user_id)
        .first(connection)
        .optional()?)
}

pub fn delete(connection: &mut Db, token: Bytes32) -> Result<(), DbError> {
    diesel::delete(halfway::table.find(token.to_string())).run(connection)
}

/// Ends all of a person.
pub fn delete_of(connection: &mut Db, user: UserId) -> Result<(), DbError> {
    diesel::delete(halfway::table.filter(halfway::user_id.eq(user.to_string()))).run(connection)
}

/// Clears away those that took too long.
pub fn delete_before(connection: &mut Db, time: DateTime<Utc>) -> Result<(), DbError> {
    diesel::delete(halfway::table.filter(halfway::at.le(to_stored(time)))).run(connection)
}
