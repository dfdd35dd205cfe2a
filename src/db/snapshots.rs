//! States of events after some of their entries. Only the ledger writes here.

use diesel::prelude::*;

use super::schema::event_snapshots as snapshots;
use super::{Db, DbError};
use crate::domain::dice::Bytes32;
use crate::domain::ids::EventId;

/// The state of an event after one of its entries, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSnapshot {
    /// The entry.
    pub version: u64,
    /// The hash of the entry.
    pub hash: Bytes32,
    pub state: Vec<u8>,
}

type Row = (i64, String, Vec<u8>);

fn into_snapshot((version, hash, state): Row) -> Result<StoredSnapshot, DbError> {
    let corrupt = |why: String| DbError::corrupt("snapshot of an event", why);
    Ok(StoredSnapshot {
        version: u64::try_from(version).map_err(|error| corrupt(error.to_string()))?,
        hash: hash.parse().map_err(|_| corrupt("its hash".to_owned()))?,
        state,
    })
}

fn stored(version: u64) -> Result<i64, DbError> {
    i64::try_from(version).map_err(|error| DbError::corrupt("event's version", error))
}

/// The newest snapshot of an event up to an entry.
pub fn newest(connection: &mut Db, event: EventId, up_to: u64) -> Result<Option<StoredSnapshot>, DbError> {
    let row: Option<Row> = snapshots::table
        .filter(snapshots::event_id.eq(event.to_string()))
        .filter(snapshots::version.le(stored(up_to)?))
        .order(snapshots::version.desc())
        .select((snapshots::version, snapshots::head_hash, snapshots::state))
        .first(connection)
        .optional()?;
    row.map(into_snapshot).transpose()
}

/// All snapshots of an event, the oldest first.
pub fn list(connection: &mut Db, event: EventId) -> Result<Vec<StoredSnapshot>, DbError> {
    let rows: Vec<Row> = snapshots::table
        .filter(snapshots::event_id.eq(event.to_string()))
        .order(snapshots::version.asc())
        .select((snapshots::version, snapshots::head_hash, snapshots::state))
        .load(connection)?;
    rows.into_iter().map(into_snapshot).collect()
}

/// Stores a snapshot in the place of all that the event had.
pub fn replace(connection: &mut Db, event: EventId, snapshot: &StoredSnapshot) -> Result<(), DbError> {
    diesel::delete(snapshots::table.filter(snapshots::event_id.eq(event.to_string()))).execute(connection)?;
    diesel::insert_into(snapshots::table)
        .values((
            snapshots::event_id.eq(event.to_string()),
            snapshots::version.eq(stored(snapshot.version)?),
            snapshots::head_hash.eq(snapshot.hash.to_string()),
            snapshots::state.eq(&snapshot.state),
        ))
        .execute(connection)?;
    Ok(())
}
