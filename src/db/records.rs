//! Texts of game records under their SHA-256, which the ledger carries.

use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::schema::record_texts;
use super::{Db, DbError};
use crate::clock::to_stored;
use crate::domain::dice::Bytes32;

/// Keeps a text; one that is there already stays.
pub fn insert(connection: &mut Db, text: &str, at: DateTime<Utc>) -> Result<(), DbError> {
    let digest = Bytes32::digest(text.as_bytes());
    if find(connection, digest)?.is_some() {
        return Ok(());
    }
    insert_under(connection, digest, text, at)
}

/// Keeps a text under a digest that was its own before something in it was erased.
pub fn insert_under(
    connection: &mut Db,
    digest: Bytes32,
    text: &str,
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    diesel::insert_into(record_texts::table)
        .values((
            record_texts::digest.eq(digest.to_string()),
            record_texts::body.eq(text),
            record_texts::stored_at.eq(to_stored(at)),
        ))
        .execute(connection)?;
    Ok(())
}

/// Finds a text.
pub fn find(connection: &mut Db, digest: Bytes32) -> Result<Option<String>, DbError> {
    Ok(record_texts::table
        .find(digest.to_string())
        .select(record_texts::body)
        .first(connection)
        .optional()?)
}

/// Lets a text say something else.
pub fn erase(connection: &mut Db, digest: Bytes32, instead: &str) -> Result<(), DbError> {
    diesel::update(record_texts::table.find(digest.to_string()))
        .set(record_texts::body.eq(instead))
        .execute(connection)?;
    Ok(())
}
