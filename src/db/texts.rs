//! What people typed about people, kept apart from the entries that say it by its digest.

use std::collections::HashMap;

use diesel::prelude::*;

use super::connection::{ROWS_AT_A_TIME, insert_rows};
use super::schema::personal_texts as texts;
use super::{Db, DbError};
use crate::domain::apart::Apart;
use crate::domain::dice::Bytes32;
use crate::domain::ids::{EventId, UserId};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredText {
    /// Its salt; none after it was erased.
    pub salt: Option<Bytes32>,
    /// What it says, as JSON.
    pub body: String,
}

impl From<Apart> for StoredText {
    fn from(apart: Apart) -> Self {
        Self { salt: Some(apart.salt), body: apart.body }
    }
}

/// Texts by their digests.
pub type Texts = HashMap<Bytes32, StoredText>;

/// A text to be kept.
#[derive(Debug, Clone, Insertable)]
#[diesel(table_name = texts)]
pub struct NewText {
    digest: String,
    event_id: String,
    owner: Option<String>,
    salt: Option<String>,
    body: String,
}

impl NewText {
    /// A text of an event; with its owner, if it is the name of who did something.
    #[must_use]
    pub fn new(event: EventId, owner: Option<UserId>, (digest, text): (Bytes32, StoredText)) -> Self {
        Self {
            digest: digest.to_string(),
            event_id: event.to_string(),
            owner: owner.map(|owner| owner.to_string()),
            salt: text.salt.map(|salt| salt.to_string()),
            body: text.body,
        }
    }
}

fn parse(text: &str) -> Result<Bytes32, DbError> {
    text.parse().map_err(|error| DbError::corrupt("digest of a text", error))
}

/// Keeps texts.
pub fn insert_all(connection: &mut Db, new: &[NewText]) -> Result<(), DbError> {
    for part in new.chunks(ROWS_AT_A_TIME) {
        insert_rows!(connection, texts::table, part);
    }
    Ok(())
}

/// Finds texts by their digests; those that are missing are missing.
pub fn find_all(connection: &mut Db, digests: &[Bytes32]) -> Result<Texts, DbError> {
    let mut found = Texts::with_capacity(digests.len());
    for part in digests.chunks(ROWS_AT_A_TIME) {
        let rows: Vec<(String, Option<String>, String)> = texts::table
            .filter(texts::digest.eq_any(part.iter().map(ToString::to_string)))
            .select((texts::digest, texts::salt, texts::body))
            .load(connection)?;
        for (digest, salt, body) in rows {
            let salt = salt.as_deref().map(parse).transpose()?;
            found.insert(parse(&digest)?, StoredText { salt, body });
        }
    }
    Ok(found)
}

/// All texts of an event, each with its owner, if it is the name of who did something, in the order of their digests.
pub fn list_of(
    connection: &mut Db,
    event: EventId,
) -> Result<Vec<(Bytes32, Option<UserId>, StoredText)>, DbError> {
    type Row = (String, Option<String>, Option<String>, String);
    let mut rows: Vec<Row> = texts::table
        .filter(texts::event_id.eq(event.to_string()))
        .select((texts::digest, texts::owner, texts::salt, texts::body))
        .load(connection)?;
    rows.sort();
    let read = |(digest, owner, salt, body): Row| {
        let owner = owner.map(|owner| owner.parse()).transpose();
        let owner = owner.map_err(|error| DbError::corrupt("owner of a text", error))?;
        let salt = salt.as_deref().map(parse).transpose()?;
        Ok((parse(&digest)?, owner, StoredText { salt, body }))
    };
    rows.into_iter().map(read).collect()
}

/// Finds under which digest somebody's name is kept in an event.
pub fn find_name(
    connection: &mut Db,
    event: EventId,
    owner: UserId,
    body: &str,
) -> Result<Option<Bytes32>, DbError> {
    let digest: Option<String> = texts::table
        .filter(texts::event_id.eq(event.to_string()))
        .filter(texts::owner.eq(owner.to_string()))
        .filter(texts::salt.is_not_null())
        .filter(texts::body.eq(body))
        .select(texts::digest)
        .first(connection)
        .optional()?;
    digest.as_deref().map(parse).transpose()
}

/// Lets a text say something else, and takes its salt away: nobody can find out by guessing what it said.
pub fn erase(connection: &mut Db, digest: Bytes32, instead: &str) -> Result<(), DbError> {
    diesel::update(texts::table.find(digest.to_string()))
        .set((texts::body.eq(instead), texts::salt.eq(None::<String>), texts::owner.eq(None::<String>)))
        .execute(connection)?;
    Ok(())
}
