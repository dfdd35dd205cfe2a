//! Migrations: carried in the binary, one folder a database, up and down.

use diesel::RunQueryDsl;
use diesel::backend::Backend;
use diesel::migration::{Migration as _, MigrationSource};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::{Database, Db, DbError};

const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");

impl Database {
    /// Brings the tables up to date, and says which migrations that took.
    pub fn migrate(&self) -> Result<Vec<String>, DbError> {
        self.read(|connection| match connection {
            Db::Postgres(c) => {
                // Servers that start together on an empty database wait for each other.
                diesel::sql_query("SELECT pg_advisory_lock(7471)").execute(c)?;
                let done = up(c, POSTGRES);
                diesel::sql_query("SELECT pg_advisory_unlock(7471)").execute(c)?;
                done
            }
            Db::Sqlite(c) => up(c, SQLITE),
        })
    }

    /// Refuses a database that a newer program has brought up to date.
    ///
    /// # Errors
    /// With the migration that this program does not know.
    pub fn check_is_known(&self) -> Result<(), DbError> {
        self.read(|connection| match connection {
            Db::Postgres(c) => check_is_known(c, &POSTGRES),
            Db::Sqlite(c) => check_is_known(c, &SQLITE),
        })
    }

    /// Whether the database lacks nothing that this program would add.
    pub fn is_up_to_date(&self) -> Result<bool, DbError> {
        self.read(|connection| match connection {
            Db::Postgres(c) => is_up_to_date(c, POSTGRES),
            Db::Sqlite(c) => is_up_to_date(c, SQLITE),
        })
    }

    /// The newest migration that the database has, if it has any and lacks others.
    pub fn behind_since(&self) -> Result<Option<String>, DbError> {
        self.read(|connection| match connection {
            Db::Postgres(c) => behind_since(c, POSTGRES),
            Db::Sqlite(c) => behind_since(c, SQLITE),
        })
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands behind `map_err`")]
fn failed(error: Box<dyn std::error::Error + Send + Sync>) -> DbError {
    let mut told = error.to_string();
    if told.contains("permission denied") {
        told += ": the role needs to own the database (createdb -O ROLE NAME)";
    }
    DbError::Migration(told)
}

fn up<DB: Backend>(
    connection: &mut impl MigrationHarness<DB>,
    source: EmbeddedMigrations,
) -> Result<Vec<String>, DbError> {
    check_is_known(connection, &source)?;
    let pending = connection.pending_migrations(source).map_err(failed)?;
    pending
        .iter()
        .map(|migration| {
            connection.run_migration(migration).map_err(failed)?;
            Ok(migration.name().to_string())
        })
        .collect()
}

fn check_is_known<DB: Backend>(
    connection: &mut impl MigrationHarness<DB>,
    source: &EmbeddedMigrations,
) -> Result<(), DbError> {
    let known: Vec<String> = MigrationSource::<DB>::migrations(source)
        .map_err(failed)?
        .iter()
        .map(|migration| migration.name().version().to_string())
        .collect();
    let applied = connection.applied_migrations().map_err(failed)?;
    match applied.iter().find(|version| !known.contains(&version.to_string())) {
        Some(newer) => Err(DbError::Newer(newer.to_string())),
        None => Ok(()),
    }
}

fn behind_since<DB: Backend>(
    connection: &mut impl MigrationHarness<DB>,
    source: EmbeddedMigrations,
) -> Result<Option<String>, DbError> {
    let newest = connection.applied_migrations().map_err(failed)?.iter().map(ToString::to_string).max();
    let is_behind = !is_up_to_date(connection, source)?;
    Ok(newest.filter(|_| is_behind))
}

fn is_up_to_date<DB: Backend>(
    connection: &mut impl MigrationHarness<DB>,
    source: EmbeddedMigrations,
) -> Result<bool, DbError> {
    Ok(!connection.has_pending_migration(source).map_err(failed)?)
}
