//! States of events after some of their entries. Only the ledger writes here.

use diesel::prelude::*;
use tiger_event::{Bytes32, EventId};

use super::columns::to_number;
use super::schema::event_snapshots as snapshots;
use super::{Change, Db, DbError};

/// The state of an event after one of its entries, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = snapshots)]
pub struct StoredSnapshot {
    /// The entry.
    pub version: u64,
    #[diesel(column_name = head_hash)]
    pub hash: Bytes32,
    pub state: Vec<u8>,
}

/// The newest snapshot of an event up to an entry.
pub fn newest(connection: &mut Db, event: EventId, up_to: u64) -> Result<Option<StoredSnapshot>, DbError> {
    Ok(snapshots::table
        .filter(snapshots::event_id.eq(event.to_string()))
        .filter(snapshots::version.le(to_number(up_to)?))
        .order(snapshots::version.desc())
        .select(StoredSnapshot::as_select())
        .first(connection)
        .optional()?)
}

/// All snapshots of an event, the oldest first.
pub fn list(connection: &mut Db, event: EventId) -> Result<Vec<StoredSnapshot>, DbError> {
    Ok(snapshots::table
        .filter(snapshots::event_id.eq(event.to_string()))
        .order(snapshots::version.asc())
        .select(StoredSnapshot::as_select())
        .load(connection)?)
}

/// Stores a snapshot in the place of all that the event had.
pub fn replace(connection: &mut Db, event: EventId, snapshot: &StoredSnapshot) -> Result<(), DbError> {
    diesel::delete(snapshots::table.filter(snapshots::event_id.eq(event.to_string()))).execute(connection)?;
    diesel::insert_into(snapshots::table)
        .values((
            snapshots::event_id.eq(event.to_string()),
            snapshots::version.eq(to_number(snapshot.version)?),
            snapshots::head_hash.eq(snapshot.hash.to_string()),
            snapshots::state.eq(&snapshot.state),
        ))
        .run(connection)
}
