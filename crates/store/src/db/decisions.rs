//! What arbiters decided about who is who among the players of all events. Rows are added, never changed.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use tiger_event::register::Decision;
use tiger_event::{EntryId, UserId};
use uuid::Uuid;

use super::connection::{self, Turn};
use super::schema::{player_decisions as decisions, users};
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// A decision with who made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    pub decision: Decision,
    pub by: String,
    pub at: DateTime<Utc>,
}

/// Lets whoever decides read and write before anybody else decides.
pub fn take_turn(connection: &mut Db) -> Result<(), DbError> {
    connection::take_turn(connection, Turn::Decide)
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
        .run(connection)
}

/// A decision as it is stored.
type Row = (String, String, String, Option<String>, String, NaiveDateTime);

/// Takes out what somebody decided, while the row of the person is another one: the decisions stay when the person goes.
pub(super) fn lift(connection: &mut Db, by: UserId) -> Result<Vec<Row>, DbError> {
    let own = || decisions::table.filter(decisions::decided_by.eq(by.to_string()));
    let rows = own().select(decisions::all_columns).load(connection)?;
    diesel::delete(own()).execute(connection)?;
    Ok(rows)
}

/// Puts back what was taken out.
pub(super) fn put_back(connection: &mut Db, rows: Vec<Row>) -> Result<(), DbError> {
    rows.into_iter().try_for_each(|(id, what, entry, other, by, at)| {
        let who = (decisions::entry.eq(entry), decisions::other.eq(other), decisions::decided_by.eq(by));
        diesel::insert_into(decisions::table)
            .values((decisions::id.eq(id), decisions::what.eq(what), who, decisions::at.eq(at)))
            .run(connection)
    })
}

/// How many decisions there are.
pub fn count(connection: &mut Db) -> Result<i64, DbError> {
    Ok(decisions::table.count().get_result(connection)?)
}

/// All decisions, the oldest first.
pub fn list(connection: &mut Db) -> Result<Vec<Decided>, DbError> {
    type Told = (String, EntryId, Option<EntryId>, String, DateTime<Utc>);
    let rows: Vec<Told> = decisions::table
        .inner_join(users::table)
        .order((decisions::at.asc(), decisions::id.asc()))
        .select((decisions::what, decisions::entry, decisions::other, users::name, decisions::at))
        .load(connection)?;
    let read = |(what, entry, other, by, at): Told| {
        let decision = match (what.as_str(), other) {
            ("same", Some(other)) => Decision::Same(entry, other),
            ("apart", _) => Decision::Apart(entry),
            ("different", Some(other)) => Decision::Different(entry, other),
            ("same" | "different", None) => return Err(DbError::corrupt("decision", "it names one entry")),
            (unknown, _) => return Err(DbError::corrupt("decision", unknown)),
        };
        Ok(Decided { decision, by, at })
    };
    rows.into_iter().map(read).collect()
}
