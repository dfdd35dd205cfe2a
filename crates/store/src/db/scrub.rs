//! What was deleted is taken out of the database's files.

use std::sync::PoisonError;
use std::time::Duration;

use diesel::RunQueryDsl;
use diesel::connection::SimpleConnection;
use diesel::sql_types::Integer;

use super::connection::POSTGRES;
use super::{Database, Db, DbError};

/// Tables that hold what people typed.
const TABLES: [&str; 10] = [
    "ledger_entries",
    "clock_entries",
    "personal_texts",
    "event_snapshots",
    "record_texts",
    "registrations",
    "registration_identities",
    "users",
    "api_tokens",
    "security_journal",
];

/// How often it is tried to empty the log while others read.
const ATTEMPTS: u32 = 50;

#[derive(diesel::QueryableByName)]
struct Emptied {
    #[diesel(sql_type = Integer)]
    busy: i32,
}

impl Database {
    /// Writes the database's files anew, so that nothing of what was deleted or replaced is left in them.
    pub fn scrub(&self) -> Result<(), DbError> {
        // In the order in which whoever writes takes them.
        let mut connection = self.writers.get().map_err(DbError::Pool)?;
        let _turn = self.queue.as_ref().map(|queue| queue.lock().unwrap_or_else(PoisonError::into_inner));
        match &mut *connection {
            Db::Sqlite(sqlite) => {
                diesel::sql_query("VACUUM").execute(sqlite)?;
                for _ in 0..ATTEMPTS {
                    let emptied: Emptied =
                        diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").get_result(sqlite)?;
                    if emptied.busy == 0 {
                        return Ok(());
                    }
                    std::thread::sleep(Duration::from_millis(100));
                }
                Err(DbError::Place("somebody reads the database all the time".to_owned()))
            }
            Db::Postgres(postgres) => {
                diesel::sql_query("SET statement_timeout = 0").execute(postgres)?;
                let done = TABLES.iter().try_for_each(|table| {
                    diesel::sql_query(format!("VACUUM FULL {table}")).execute(postgres).map(|_| ())
                });
                postgres.batch_execute(POSTGRES)?;
                Ok(done?)
            }
        }
    }
}
