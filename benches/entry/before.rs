//! The way before: every command alone in its transaction, and the event's whole state written with it.

use std::time::Duration;

use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use tiger_arbiter::db::{Db, DbError};
use tiger_arbiter::ledger::{Ledger, LedgerError};
use tiger_event::EventId;

use crate::arbiters;

pub(crate) fn at_once(ledger: &Ledger, event: EventId, count: usize) -> (Vec<Duration>, Duration) {
    let table =
        "CREATE TABLE IF NOT EXISTS state_before (event_id TEXT NOT NULL PRIMARY KEY, state TEXT NOT NULL)";
    let made: Result<(), DbError> = ledger.database().write(|db| Ok(db.batch_execute(table)?));
    made.unwrap();
    let boards = arbiters::boards(&ledger.event(event).unwrap());
    arbiters::race(count, |_, number| {
        let order = arbiters::order(event, &boards, number);
        let whole = |db: &mut Db| {
            let state = serde_json::to_string(&*ledger.event_on(db, event)?).unwrap();
            write(db, event, &state).map_err(LedgerError::from)
        };
        // Whoever waits too long for a connection is told so, and sends it again.
        while let Err(error) = ledger.commit_with(&order, whole) {
            assert!(matches!(error, LedgerError::Database(DbError::Pool(_))), "{error}");
        }
    })
}

fn write(db: &mut Db, event: EventId, state: &str) -> Result<(), DbError> {
    let sql = match db {
        Db::Postgres(_) => {
            "INSERT INTO state_before VALUES ($1, $2) ON CONFLICT (event_id) DO UPDATE SET state = excluded.state"
        }
        Db::Sqlite(_) => {
            "INSERT INTO state_before VALUES (?, ?) ON CONFLICT (event_id) DO UPDATE SET state = excluded.state"
        }
    };
    let row = diesel::sql_query(sql).bind::<Text, _>(event.to_string()).bind::<Text, _>(state.to_owned());
    match db {
        Db::Postgres(postgres) => row.execute(postgres)?,
        Db::Sqlite(sqlite) => row.execute(sqlite)?,
    };
    Ok(())
}
