//! Browsers in which a person has signed in before.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::{Bytes32, UserId};

use super::schema::known_devices as devices;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// Since when a person is known in the browser with this token, if they have signed in there since a time.
pub fn known_since(
    connection: &mut Db,
    token_hash: Bytes32,
    user: UserId,
    since: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, DbError> {
    let known: Option<(Option<DateTime<Utc>>, DateTime<Utc>)> = devices::table
        .find((token_hash.to_string(), user.to_string()))
        .filter(devices::used_at.gt(to_stored(since)))
        .select((devices::known_since, devices::used_at))
        .first(connection)
        .optional()?;
    Ok(known.map(|(known_since, used_at)| known_since.unwrap_or(used_at)))
}

/// Whether anybody has ever signed in in the browser with this token.
pub fn is_known(connection: &mut Db, token_hash: Bytes32) -> Result<bool, DbError> {
    let found = devices::table.filter(devices::token_hash.eq(token_hash.to_string()));
    Ok(diesel::select(diesel::dsl::exists(found)).get_result(connection)?)
}

/// Notes that a person has signed in; the browser has a new token from now on, for everybody who signs in there.
pub fn renew(
    connection: &mut Db,
    before: Option<Bytes32>,
    token_hash: Bytes32,
    user: UserId,
    (known_since, at): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), DbError> {
    let token = token_hash.to_string();
    if let Some(before) = before {
        let old = devices::table.filter(devices::token_hash.eq(before.to_string()));
        diesel::update(old).set(devices::token_hash.eq(&token)).execute(connection)?;
    }
    let own = devices::table.find((&token, user.to_string()));
    let times = (devices::used_at.eq(to_stored(at)), devices::known_since.eq(to_stored(known_since)));
    if diesel::update(own).set(times).execute(connection)? == 0 {
        diesel::insert_into(devices::table)
            .values((
                devices::token_hash.eq(&token),
                devices::user_id.eq(user.to_string()),
                devices::used_at.eq(to_stored(at)),
                devices::known_since.eq(to_stored(known_since)),
            ))
            .execute(connection)?;
    }
    Ok(())
}

/// Forgets the browsers of a person, and the programs that act for them.
pub fn delete_of(connection: &mut Db, user: UserId) -> Result<(), DbError> {
    super::api_tokens::delete_of(connection, user)?;
    diesel::delete(devices::table.filter(devices::user_id.eq(user.to_string()))).run(connection)
}

/// When the browsers were last used that know a person.
pub fn list_of(connection: &mut Db, user: UserId) -> Result<Vec<DateTime<Utc>>, DbError> {
    let own = devices::table.filter(devices::user_id.eq(user.to_string()));
    Ok(own.order(devices::used_at.desc()).select(devices::used_at).load(connection)?)
}

/// Forgets the browsers that nobody has used since a time.
pub fn delete_unused(connection: &mut Db, since: DateTime<Utc>) -> Result<(), DbError> {
    diesel::delete(devices::table.filter(devices::used_at.le(to_stored(since)))).run(connection)
}
