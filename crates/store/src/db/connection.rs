//! One connection type over both databases, and how each connection is prepared.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use diesel::connection::SimpleConnection;
use diesel::r2d2::{CustomizeConnection, Error, HandleError};
use diesel::sql_types::{BigInt, Text};
use diesel::{
    Connection, MultiConnection, PgConnection, QueryResult, QueryableByName, RunQueryDsl, SqliteConnection,
};

use super::place::Place;
use super::{DbError, make_private};
use crate::config::{DatabaseUrl, beside};
use crate::disk;
use crate::error::problem::percent_encode;

/// A connection to either database. SQLite stands last because it takes every address that is left.
#[derive(MultiConnection)]
pub enum Db {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

/// Rows of one statement; PostgreSQL takes 65,535 values at most.
pub(super) const ROWS_AT_A_TIME: usize = 1_000;

/// Inserts rows: in one statement where each statement is a message to a server and back, one by one in a file.
macro_rules! insert_rows {
    ($connection:expr, $table:expr, $rows:expr) => {
        match $connection {
            crate::db::Db::Postgres(postgres) => {
                diesel::insert_into($table).values($rows).execute(postgres)?;
            }
            crate::db::Db::Sqlite(sqlite) => {
                for row in $rows {
                    diesel::insert_into($table).values(row).execute(sqlite)?;
                }
            }
        }
    };
}
pub(super) use insert_rows;

/// What is acknowledged must be on the disk, hence `FULL`; readers do not wait for the writer, hence `WAL`. Its pages go
/// into the file when [`super::wal`] says so; when that falls behind, 64 MiB of them at the latest. 8 MiB of pages are kept
/// by each connection, so that large events are not read again for each result.
const SQLITE: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY; \
     PRAGMA wal_autocheckpoint = 16000; PRAGMA cache_size = -8192;";

pub(super) const POSTGRES: &str = "SET TIME ZONE 'UTC'; SET client_min_messages = warning; SET lock_timeout = '10s'; \
     SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '60s'; \
     SET synchronous_commit = on;";

/// Prepares each connection of the pool.
#[derive(Debug)]
pub(super) struct Customizer {
    /// Which database was asked for. A file's name could read like a server's address, and the other way
    /// round: then no data shall land in the wrong place.
    pub(super) wants_postgres: bool,
    /// The file that the database was found in: a later connection is none to another file in its place.
    pub(super) place: Option<Arc<Place>>,
}

impl CustomizeConnection<Db, Error> for Customizer {
    fn on_acquire(&self, connection: &mut Db) -> Result<(), Error> {
        if self.wants_postgres != matches!(connection, Db::Postgres(_)) {
            return Err(Error::ConnectionError(diesel::ConnectionError::BadConnection(
                "the address leads to the other kind of database".to_owned(),
            )));
        }
        if self.place.as_ref().is_some_and(|place| place.check().is_err()) {
            return Err(Error::ConnectionError(diesel::ConnectionError::BadConnection(
                "the database's file is gone, or another one is in its place".to_owned(),
            )));
        }
        let settings = match connection {
            Db::Postgres(_) => POSTGRES,
            Db::Sqlite(_) => SQLITE,
        };
        connection.batch_execute(settings).map_err(Error::QueryError)
    }
}

/// Keeps other transactions from writing to the row that a statement names until this one ends. On SQLite the transaction
/// already holds the lock of the whole file.
pub(super) fn lock_row(connection: &mut Db, sql: &str, row: impl std::fmt::Display) -> Result<(), DbError> {
    if let Db::Postgres(postgres) = connection {
        diesel::sql_query(sql).bind::<Text, _>(row.to_string()).execute(postgres)?;
    }
    Ok(())
}

/// What whoever waits for a turn is about to do.
#[derive(Debug, Clone, Copy)]
pub(super) enum Turn {
    Decide = 7472,
    TakeAdministrator = 7473,
}

/// Lets whoever does the same read and write first, until the transaction ends; on SQLite every writer waits for all.
pub(super) fn take_turn(connection: &mut Db, turn: Turn) -> Result<(), DbError> {
    if let Db::Postgres(postgres) = connection {
        let sql = "SELECT pg_advisory_xact_lock($1)";
        diesel::sql_query(sql).bind::<BigInt, _>(turn as i64).execute(postgres)?;
    }
    Ok(())
}

/// Does something at once or not at all: no writer is waited for.
pub(super) fn at_once<T>(
    connection: &mut Db,
    work: impl FnOnce(&mut Db) -> Result<T, DbError>,
) -> Result<T, DbError> {
    let [hurry, wait] = match connection {
        Db::Sqlite(_) => ["PRAGMA busy_timeout = 0", "PRAGMA busy_timeout = 10000"],
        Db::Postgres(_) => ["SET lock_timeout = '1ms'", "SET lock_timeout = '10s'"],
    };
    connection.batch_execute(hurry)?;
    let done = work(connection);
    connection.batch_execute(wait)?;
    done
}

/// The address of a server with how long it is waited for, where that is not said: a machine that is gone says nothing.
pub(super) fn patient(address: &str) -> String {
    const PATIENCE: [&str; 5] = [
        "connect_timeout=10",
        "keepalives_idle=30",
        "keepalives_interval=10",
        "keepalives_count=3",
        "tcp_user_timeout=30000",
    ];
    PATIENCE.into_iter().fold(address.to_owned(), |address, wait| {
        let name = wait.split('=').next().unwrap_or_default();
        match address.contains(name) {
            true => address,
            false if address.ends_with(['?', '&']) => format!("{address}{wait}"),
            false if address.contains('?') => format!("{address}&{wait}"),
            false => format!("{address}?{wait}"),
        }
    })
}

/// Tells the log of failed connections, without their address, which may hold a password.
#[derive(Debug)]
pub(super) struct Quiet;

impl HandleError<Error> for Quiet {
    fn handle_error(&self, error: Error) {
        match error {
            Error::ConnectionError(_) => tracing::warn!("the database cannot be reached"),
            Error::QueryError(error) => tracing::warn!(%error, "a new connection cannot be prepared"),
        }
    }
}

/// The address of a file for SQLite; the file may not lie in a folder that is not there.
pub(super) fn sqlite_address(file: &Path) -> Result<String, DbError> {
    if !disk::folder_of(file).is_dir() {
        return Err(DbError::Place(format!("there is no folder for {}", file.display())));
    }
    // It will hold hashes of passwords and names.
    match make_private(file) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            return Err(DbError::Place(format!("{} cannot be made: {error}", file.display())));
        }
        _ => {}
    }
    let file = std::path::absolute(file).map_err(|error| DbError::Place(error.to_string()))?;
    let text = file.to_str();
    let text =
        text.ok_or_else(|| DbError::Place(format!("the path {} is not readable text", file.display())))?;
    // Where nothing can be written SQLite cannot keep the order of readers and writers, and there are none.
    match rustix::fs::access(&file, rustix::fs::Access::WRITE_OK) {
        Err(rustix::io::Errno::ROFS)
            if std::fs::metadata(beside(&file, "-wal")).is_ok_and(|log| log.len() > 0) =>
        {
            Err(DbError::Place(format!(
                "{} has its last entries in the file -wal beside it: copy both to a disk that can be written",
                file.display()
            )))
        }
        Err(rustix::io::Errno::ROFS) => Ok(format!("file:{}?immutable=1", percent_encode(text))),
        _ => Ok(text.to_owned()),
    }
}

/// Connects once, because the pool tells less of what is wrong. It is seen before anything is written whether a file is a
/// database, and whether one is another program's.
pub(super) fn try_once(database: &DatabaseUrl, address: &str) -> Result<(), DbError> {
    let told =
        |error: &dyn std::fmt::Display| DbError::Place(format!("{database} cannot be opened: {error}"));
    let connected = match database {
        DatabaseUrl::Sqlite(_) => SqliteConnection::establish(address).map(Db::Sqlite),
        DatabaseUrl::Postgres(_) => PgConnection::establish(address).map(Db::Postgres),
    };
    let mut connection = connected.map_err(|error| told(&error))?;
    let settings = match connection {
        Db::Sqlite(_) => "PRAGMA busy_timeout = 10000; PRAGMA trusted_schema = OFF;",
        Db::Postgres(_) => POSTGRES,
    };
    let found = connection.batch_execute(settings).and_then(|()| Tables::of(&mut connection));
    match found.map_err(|error| told(&error))? {
        Tables { every: 1.., ours: 0 } => Err(DbError::Place(format!(
            "{database} is another program's database, and stays as it is: name one of its own"
        ))),
        _ => Ok(()),
    }
}

/// How many tables a database has, and whether the one is among them that tells which migrations it has had.
#[derive(QueryableByName)]
pub(super) struct Tables {
    #[diesel(sql_type = BigInt)]
    every: i64,
    #[diesel(sql_type = BigInt)]
    pub(super) ours: i64,
}

impl Tables {
    pub(super) fn of(connection: &mut Db) -> QueryResult<Self> {
        const OURS: &str =
            "count(*) AS every, count(CASE WHEN name = '__diesel_schema_migrations' THEN 1 END) AS ours";
        match connection {
            Db::Sqlite(file) => {
                let tables = "(SELECT name FROM sqlite_master WHERE type = 'table') AS tables";
                diesel::sql_query(format!("SELECT {OURS} FROM {tables}")).get_result(file)
            }
            Db::Postgres(server) => {
                let tables =
                    "(SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()) AS tables";
                diesel::sql_query(format!("SELECT {OURS} FROM {tables}")).get_result(server)
            }
        }
    }
}
