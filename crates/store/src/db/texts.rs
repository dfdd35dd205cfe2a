//! What people typed about people, kept apart from the entries that say it by its digest.

use std::collections::HashMap;

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use tiger_event::apart::Apart;
use tiger_event::{Bytes32, EventId, UserId};

use super::connection::{ROWS_AT_A_TIME, insert_rows};
use super::schema::personal_texts as texts;
use super::{Change, Db, DbError};

/// A text that is kept apart from the entries that name it by its digest. It is a line of an archive too, so that its
/// fields keep their names and their order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Queryable, Selectable)]
#[diesel(table_name = texts)]
pub struct KeptText {
    pub digest: Bytes32,
    /// Whose name it is, where it is the name of who did something.
    pub owner: Option<UserId>,
    /// Its salt; none after it was erased.
    pub salt: Option<Bytes32>,
    /// What it says, as JSON.
    pub body: String,
}

impl From<Apart> for KeptText {
    fn from(Apart { digest, salt, body }: Apart) -> Self {
        Self { digest, owner: None, salt: Some(salt), body }
    }
}

/// Texts by their digests.
pub type Texts = HashMap<Bytes32, KeptText>;

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
    pub fn new(event: EventId, text: KeptText) -> Self {
        Self {
            digest: text.digest.to_string(),
            event_id: event.to_string(),
            owner: text.owner.map(|owner| owner.to_string()),
            salt: text.salt.map(|salt| salt.to_string()),
            body: text.body,
        }
    }
}

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
        let texts: Vec<KeptText> = texts::table
            .filter(texts::digest.eq_any(part.iter().map(ToString::to_string)))
            .select(KeptText::as_select())
            .load(connection)?;
        found.extend(texts.into_iter().map(|text| (text.digest, text)));
    }
    Ok(found)
}

/// All texts of an event, in the order of their digests.
pub fn list_of(connection: &mut Db, event: EventId) -> Result<Vec<KeptText>, DbError> {
    let mut texts: Vec<KeptText> = texts::table
        .filter(texts::event_id.eq(event.to_string()))
        .select(KeptText::as_select())
        .load(connection)?;
    texts.sort_by_key(|text| text.digest);
    Ok(texts)
}

/// Finds under which digest somebody's name is kept in an event.
pub fn find_name(
    connection: &mut Db,
    event: EventId,
    owner: UserId,
    body: &str,
) -> Result<Option<Bytes32>, DbError> {
    Ok(texts::table
        .filter(texts::event_id.eq(event.to_string()))
        .filter(texts::owner.eq(owner.to_string()))
        .filter(texts::salt.is_not_null())
        .filter(texts::body.eq(body))
        .select(texts::digest)
        .first(connection)
        .optional()?)
}

/// Lets a text say something else, and takes its salt away: nobody can find out by guessing what it said.
pub fn erase(connection: &mut Db, digest: Bytes32, instead: &str) -> Result<(), DbError> {
    diesel::update(texts::table.find(digest.to_string()))
        .set((texts::body.eq(instead), texts::salt.eq(None::<String>), texts::owner.eq(None::<String>)))
        .run(connection)
}
