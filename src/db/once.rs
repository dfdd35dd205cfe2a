//! Which form was already carried out, so that sending it twice does it once.

use chrono::{DateTime, Utc};
use diesel::prelude::*;

use super::schema::once_keys;
use super::{Db, DbError};
use crate::clock::to_stored;
use crate::domain::ids::EventId;

/// Finds what a form led to: the event and the place in its ledger.
///
/// # Errors
/// When the query fails.
pub fn find(connection: &mut Db, author: &str, key: &str) -> Result<Option<(EventId, u64)>, DbError> {
    let row: Option<(String, i64)> = once_keys::table
        .find((author, key))
        .select((once_keys::event_id, once_keys::seq))
        .first(connection)
        .optional()?;
    row.map(|(event, seq)| {
        let event = event.parse().map_err(|error| DbError::corrupt("event's identifier", error))?;
        let seq = u64::try_from(seq).map_err(|error| DbError::corrupt("place in a ledger", error))?;
        Ok((event, seq))
    })
    .transpose()
}

/// Notes what a form led to.
///
/// # Errors
/// [`DbError::Taken`] when the form was carried out at the same time.
pub fn insert(
    connection: &mut Db,
    author: &str,
    key: &str,
    (event, seq): (EventId, u64),
    at: DateTime<Utc>,
) -> Result<(), DbError> {
    let seq = i64::try_from(seq).map_err(|error| DbError::corrupt("place in a ledger", error))?;
    diesel::insert_into(once_keys::table)
        .values((
            once_keys::author.eq(author),
            once_keys::once_key.eq(key),
            once_keys::event_id.eq(event.to_string()),
            once_keys::seq.eq(seq),
            once_keys::at.eq(to_stored(at)),
        ))
        .execute(connection)?;
    Ok(())
}
