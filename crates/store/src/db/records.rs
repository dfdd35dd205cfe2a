//! Texts of game records under the digests by which the ledger names them.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::{Bytes32, RecordText};

use super::schema::record_texts;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// Keeps a text under its digest, or under the one that was its own before something in it was erased; one that is there
/// already stays.
pub fn insert(
    connection: &mut Db,
    digest: Bytes32,
    record: &RecordText,
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    if find(connection, digest)?.is_some() {
        return Ok(());
    }
    diesel::insert_into(record_texts::table)
        .values((
            record_texts::digest.eq(digest.to_string()),
            record_texts::body.eq(&record.text),
            record_texts::salt.eq(record.salt.map(|salt| salt.to_string())),
            record_texts::stored_at.eq(to_stored(at)),
        ))
        .run(connection)
}

pub fn find(connection: &mut Db, digest: Bytes32) -> Result<Option<RecordText>, DbError> {
    let row: Option<(String, Option<Bytes32>)> = record_texts::table
        .find(digest.to_string())
        .select((record_texts::body, record_texts::salt))
        .first(connection)
        .optional()?;
    Ok(row.map(|(text, salt)| RecordText { text, salt }))
}

/// What a text says.
pub fn find_text(connection: &mut Db, digest: Bytes32) -> Result<Option<String>, DbError> {
    Ok(find(connection, digest)?.map(|record| record.text))
}

/// Lets a text say something else, and takes its salt away: nobody can find out by guessing what it said.
pub fn erase(connection: &mut Db, digest: Bytes32, instead: &str) -> Result<(), DbError> {
    diesel::update(record_texts::table.find(digest.to_string()))
        .set((record_texts::body.eq(instead), record_texts::salt.eq(None::<String>)))
        .run(connection)
}
