//! What arbiters decided about who is who among the players of all events. Rows are added, never changed.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

use super::schema::{player_decisions as decisions, users};
use super::{Db, DbError};
use crate::clock::{from_stored, to_stored};
use crate::domain::ids::{EntryId, UserId};
use crate::domain::register::Decision;

/// A decision with who made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    pub decision: Decision,
    pub by: String,
    pub at: DateTime<Utc>,
}

/// Lets whoever decides read and write before anybody else does; on SQLite every writer has that.
pub fn take_turn(connection: &mut Db) -> Result<(), DbError> {
    if let Db::Postgres(connection) = connection {
        diesel::sql_query("SELECT pg_advisory_xact_lock(7472)").execute(connection)?;
    }
    Ok(())
}

/// Keeps a decision.
pub fn insert(connection: &mut Db, decision: Decision, by: UserId, at: DateTime<Utc>) -> Result<(), DbError> {
    let (what, entry, other) = match decision {
        Decision::Same(entry, other) => ("same", entry, Some(other)),
        Decision::Apart(entry) => ("apart", entry, None),
        Decision::Different(entry, other) => ("different", entry, Some(other)),
    };
    diesel::insert_into(decisions::table)
        .values((
            decisions::id.eq(Uuid::now_v7().to_string()),
            decisions::what.eq(what),
            decisions::entry.eq(entry.to_string()),
            decisions::other.eq(other.map(|other| other.to_string())),
            decisions::decided_by.eq(by.to_string()),
            decisions::at.eq(to_stored(at)),
        ))
        .execute(connection)?;
    Ok(())
}

/// How many decisions there are.
pub fn count(connection: &mut Db) -> Result<i64, DbError> {
    Ok(decisions::table.count().get_result(connection)?)
}

/// All decisions, the oldest first.
pub fn list(connection: &mut Db) -> Result<Vec<Decided>, DbError> {
    type Row = (String, String, Option<String>, String, NaiveDateTime);
    let rows: Vec<Row> = decisions::table
        .inner_join(users::table)
        .order((decisions::at.asc(), decisions::id.asc()))
        .select((decisions::what, decisions::entry, decisions::other, users::name, decisions::at))
        .load(connection)?;
    rows.into_iter().map(read).collect()
}

fn read(
    (what, entry, other, by, at): (String, String, Option<String>, String, NaiveDateTime),
) -> Result<Decided, DbError> {
    let id = |text: &str| -> Result<EntryId, DbError> {
        text.parse().map_err(|error| DbError::corrupt("entry of a decision", error))
    };
    let entry = id(&entry)?;
    let other = || match &other {
        Some(other) => id(other),
        None => Err(DbError::corrupt("decision", std::io::Error::other("it names one entry"))),
    };
    let decision = match what.as_str() {
        "same" => Decision::Same(entry, other()?),
        "apart" => Decision::Apart(entry),
        "different" => Decision::Different(entry, other()?),
        unknown => return Err(DbError::corrupt("decision", std::io::Error::other(unknown.to_owned()))),
    };
    Ok(Decided { decision, by, at: from_stored(at) })
}
