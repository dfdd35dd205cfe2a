//! Which form was already carried out, so that sending it twice does it once.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tiger_event::{Bytes32, EventId};

use super::columns::to_number;
use super::connection::{ROWS_AT_A_TIME, insert_rows};
use super::schema::once_keys;
use super::{Db, DbError};
use crate::clock::to_stored;

/// Finds what a form led to: the event and the place in its ledger.
pub fn find(connection: &mut Db, author: &str, key: &str) -> Result<Option<(EventId, u64)>, DbError> {
    Ok(once_keys::table
        .find((key, author))
        .select((once_keys::event_id, once_keys::seq))
        .first(connection)
        .optional()?)
}

/// A form that was carried out, so that it is not carried out again. It is a line of an archive too, so that its fields
/// keep their names and their order, by which they are sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Queryable, Selectable)]
#[diesel(table_name = once_keys)]
pub struct KeptForm {
    /// The entry that it led to.
    pub seq: i64,
    pub author: String,
    #[diesel(column_name = once_key)]
    pub key: String,
}

/// What a form led to, to be noted.
#[derive(Debug, Insertable)]
#[diesel(table_name = once_keys)]
pub struct NewOnceKey {
    author: String,
    once_key: String,
    event_id: String,
    seq: i64,
    at: NaiveDateTime,
}

impl NewOnceKey {
    /// What the form of an author with a key led to: the event and the place in its ledger.
    pub fn new(
        (author, once_key): (String, String),
        (event, seq): (EventId, u64),
        at: DateTime<Utc>,
    ) -> Result<Self, DbError> {
        let (event_id, seq) = (event.to_string(), to_number(seq)?);
        Ok(Self { author, once_key, event_id, seq, at: to_stored(at) })
    }
}

pub fn insert_all(connection: &mut Db, new: &[NewOnceKey]) -> Result<(), DbError> {
    for part in new.chunks(ROWS_AT_A_TIME) {
        insert_rows!(connection, once_keys::table, part);
    }
    Ok(())
}

/// What forms led to: by author and key, the event and the place in its ledger.
pub type CarriedOut = HashMap<(String, String), (EventId, u64)>;

/// Finds which of these forms were carried out.
pub fn find_all(connection: &mut Db, wanted: &[(String, String)]) -> Result<CarriedOut, DbError> {
    let rows: Vec<(String, String, EventId, u64)> = once_keys::table
        .filter(once_keys::author.eq_any(wanted.iter().map(|(author, _)| author)))
        .filter(once_keys::once_key.eq_any(wanted.iter().map(|(_, key)| key)))
        .select((once_keys::author, once_keys::once_key, once_keys::event_id, once_keys::seq))
        .load(connection)?;
    Ok(rows.into_iter().map(|(author, key, event, seq)| ((author, key), (event, seq))).collect())
}

/// How many forms led to the entries of an event up to a place, and the digest of their list: a line each with place,
/// author and key, in this order.
pub fn digest(connection: &mut Db, event: EventId, up_to: u64) -> Result<(u64, Bytes32), DbError> {
    let forms = list_of(connection, event, up_to)?;
    let mut digest = Sha256::new();
    for KeptForm { seq, author, key } in &forms {
        digest.update(format!("{seq} {author} {key}\n"));
    }
    Ok((forms.len() as u64, Bytes32(digest.finalize().into())))
}

/// The forms that led to the entries of an event up to a place: place, author and key, in this order.
pub fn list_of(connection: &mut Db, event: EventId, up_to: u64) -> Result<Vec<KeptForm>, DbError> {
    let mut forms: Vec<KeptForm> = once_keys::table
        .filter(once_keys::event_id.eq(event.to_string()))
        .filter(once_keys::seq.le(to_number(up_to)?))
        .select(KeptForm::as_select())
        .load(connection)?;
    // Not by the database, which may sort texts by the customs of a country.
    forms.sort();
    Ok(forms)
}
