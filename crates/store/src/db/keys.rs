//! Keys by which the program knows again what it has said.

use diesel::prelude::*;
use tiger_event::Bytes32;

use super::schema::keys;
use super::{Change, Db, DbError};

/// What is kept under a name, if anything is.
pub fn find(connection: &mut Db, name: &str) -> Result<Option<Bytes32>, DbError> {
    Ok(keys::table.find(name).select(keys::secret).first(connection).optional()?)
}

/// Keeps something under a name, in the place of what was there.
pub fn replace(connection: &mut Db, name: &str, new: Bytes32) -> Result<(), DbError> {
    diesel::delete(keys::table.find(name)).execute(connection)?;
    insert(connection, name, new)
}

/// The key of a name; the proposed one, from now on, if there was none.
pub fn find_or_insert(connection: &mut Db, name: &str, proposed: Bytes32) -> Result<Bytes32, DbError> {
    if let Some(found) = find(connection, name)? {
        return Ok(found);
    }
    insert(connection, name, proposed)?;
    Ok(proposed)
}

/// Another server that starts at the same time may be faster: then the transaction begins again.
fn insert(connection: &mut Db, name: &str, secret: Bytes32) -> Result<(), DbError> {
    let values = (keys::name.eq(name), keys::secret.eq(secret.to_string()));
    let kept: Result<(), DbError> = diesel::insert_into(keys::table).values(values).run(connection);
    kept.map_err(DbError::busy_if_taken)
}
