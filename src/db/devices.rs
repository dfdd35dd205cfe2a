//! Browsers in which a person has signed in before.

use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::schema::known_devices as devices;
use super::{Db, DbError};
use crate::clock::to_stored;
use crate::domain::dice::Bytes32;
use crate::domain::ids::UserId;

/// Whether a person has signed in before in the browser with this token.
pub fn is_known(
    connection: &mut Db,
    token_hash: Bytes32,
    user: UserId,
    since: DateTime<Utc>,
) -> Result<bool, DbError> {
    let known = devices::table
        .find((token_hash.to_string(), user.to_string()))
        .filter(devices::used_at.gt(to_stored(since)));
    let count: i64 = known.count().get_result(connection)?;
    Ok(count > 0)
}

/// Notes that a person has signed in; the browser has a new token from now on, for everybody who signs in there.
pub fn renew(
    connection: &mut Db,
    before: Option<Bytes32>,
    token_hash: Bytes32,
    user: UserId,
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    let token = token_hash.to_string();
    if let Some(before) = before {
        let old = devices::table.filter(devices::token_hash.eq(before.to_string()));
        diesel::update(old).set(devices::token_hash.eq(&token)).execute(connection)?;
    }
    let own = devices::table.find((&token, user.to_string()));
    if diesel::update(own).set(devices::used_at.eq(to_stored(at))).execute(connection)? == 0 {
        diesel::insert_into(devices::table)
            .values((
                devices::token_hash.eq(&token),
                devices::user_id.eq(user.to_string()),
                devices::used_at.eq(to_stored(at)),
            ))
            .execute(connection)?;
    }
    Ok(())
}

/// Forgets the browsers of a person.
pub fn delete_of(connection: &mut Db, user: UserId) -> Result<(), DbError> {
    diesel::delete(devices::table.filter(devices::user_id.eq(user.to_string()))).execute(connection)?;
    Ok(())
}

/// Forgets the browsers that nobody has used since a time.
pub fn delete_unused(connection: &mut Db, since: DateTime<Utc>) -> Result<(), DbError> {
    diesel::delete(devices::table.filter(devices::used_at.le(to_stored(since)))).execute(connection)?;
    Ok(())
}
