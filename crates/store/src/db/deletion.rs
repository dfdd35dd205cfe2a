//! Everything that is stored of an event is taken out. Only the ledger asks for it, of an event that was never public.

use diesel::prelude::*;
use diesel::sql_types::Text;
use tiger_event::{Bytes32, EventId, UserId};

use super::schema::{registrations, users};
use super::{Change, Db, DbError, guards};

/// Tables that hold something of an event, those before that name rows of others. What hangs on a row of another table,
/// answers of webhooks for one, goes with it.
pub const TABLES: [&str; 14] = [
    "clock_entries",
    "clock_tablets",
    "clocks",
    "scoresheets",
    "registrations",
    "one_time_links",
    "webhooks",
    "alerts",
    "festival_events",
    "once_keys",
    "dice_secrets",
    "event_snapshots",
    "personal_texts",
    "ledger_entries",
];

/// Takes an event out, with all rows that name it.
pub fn take_out(connection: &mut Db, event: EventId) -> Result<(), DbError> {
    let delete = |db: &mut Db, sql: String| -> Result<(), DbError> {
        let statement = diesel::sql_query(sql).bind::<Text, _>(event.to_string());
        match db {
            Db::Sqlite(sqlite) => statement.execute(sqlite)?,
            Db::Postgres(postgres) => statement.execute(postgres)?,
        };
        Ok(())
    };
    let place = if matches!(connection, Db::Postgres(_)) { "$1" } else { "?" };
    guards::lifted(connection, |db| {
        for table in TABLES {
            delete(db, format!("DELETE FROM {table} WHERE event_id = {place}"))?;
        }
        delete(db, format!("DELETE FROM events WHERE id = {place}"))
    })
}

/// Takes a record's text out, unless the ledger of another event names it; salted texts are named nowhere else.
pub fn take_out_record(connection: &mut Db, event: EventId, digest: Bytes32) -> Result<(), DbError> {
    use super::schema::{ledger_entries as entries, record_texts as records};
    let row = || records::table.find(digest.to_string());
    let salt: Option<Option<String>> = row().select(records::salt).first(connection).optional()?;
    if salt == Some(None) {
        let elsewhere = entries::table
            .filter(entries::event_id.ne(event.to_string()))
            .filter(entries::command.like(format!("%{digest}%")));
        if elsewhere.count().get_result::<i64>(connection)? > 0 {
            return Ok(());
        }
    }
    diesel::delete(row()).run(connection)
}

/// Whether somebody came by a link, has no login, and asked for a place in no other event.
pub fn came_for_this_alone(connection: &mut Db, event: EventId, user: UserId) -> Result<bool, DbError> {
    let row = users::table.find(user.to_string()).filter(users::login.is_null());
    let is_here = row.filter(users::is_erased.eq(false)).count().get_result::<i64>(connection)? > 0;
    let elsewhere = registrations::table
        .filter(registrations::user_id.eq(user.to_string()))
        .filter(registrations::event_id.ne(event.to_string()));
    Ok(is_here && elsewhere.count().get_result::<i64>(connection)? == 0)
}
