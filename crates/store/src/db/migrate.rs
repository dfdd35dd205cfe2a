//! Migrations: carried in the binary, one folder a database, up and down.

use diesel::backend::Backend;
use diesel::connection::SimpleConnection;
use diesel::migration::{Migration as _, MigrationSource};
use diesel::pg::Pg;
use diesel::sql_types::Text;
use diesel::sqlite::Sqlite;
use diesel::{QueryableByName, RunQueryDsl};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::connection::{POSTGRES, Tables};
use super::{Database, Db, DbError};

const FOR_SQLITE: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");
const FOR_POSTGRES: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

impl Database {
    /// Brings the tables up to date, and says which migrations that took.
    pub fn migrate(&self) -> Result<Vec<String>, DbError> {
        self.read(|connection| {
            // Servers that start together on an empty database wait for each other.
            if let Db::Postgres(c) = connection {
                // A great table takes its time, for whoever waits too.
                c.batch_execute("SET lock_timeout = 0; SET statement_timeout = 0")?;
                c.batch_execute("SELECT pg_advisory_lock(7471)")?;
            }
            let done = check_is_known(connection).and_then(|()| match connection {
                Db::Postgres(c) => up(c, FOR_POSTGRES),
                Db::Sqlite(c) => up(c, FOR_SQLITE),
            });
            if let Db::Postgres(c) = connection {
                c.batch_execute("SELECT pg_advisory_unlock(7471)")?;
                c.batch_execute(POSTGRES)?;
            }
            done
        })
    }

    /// Refuses a database that a newer program has brought up to date.
    ///
    /// # Errors
    /// With the migration that this program does not know.
    pub fn check_is_known(&self) -> Result<(), DbError> {
        self.read(check_is_known)
    }

    /// Whether the database lacks nothing that this program would add.
    pub fn is_up_to_date(&self) -> Result<bool, DbError> {
        self.read(is_up_to_date)
    }

    /// The newest migration that the database has, if it has any and lacks others.
    pub fn behind_since(&self) -> Result<Option<String>, DbError> {
        self.read(|connection| {
            let is_behind = !is_up_to_date(connection)?;
            Ok(applied(connection)?.into_iter().max().filter(|_| is_behind))
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
    let pending = connection.pending_migrations(source).map_err(failed)?;
    pending
        .iter()
        .map(|migration| {
            connection.run_migration(migration).map_err(failed)?;
            Ok(migration.name().to_string())
        })
        .collect()
}

fn check_is_known(connection: &mut Db) -> Result<(), DbError> {
    let known = known(connection)?;
    match applied(connection)?.into_iter().find(|version| !known.contains(version)) {
        Some(newer) => Err(DbError::Newer(newer)),
        None => Ok(()),
    }
}

fn is_up_to_date(connection: &mut Db) -> Result<bool, DbError> {
    let applied = applied(connection)?;
    Ok(known(connection)?.iter().all(|version| applied.contains(version)))
}

/// The versions of this program's migrations.
fn known(connection: &Db) -> Result<Vec<String>, DbError> {
    fn versions<DB: Backend>(source: &EmbeddedMigrations) -> Result<Vec<String>, DbError> {
        let all = MigrationSource::<DB>::migrations(source).map_err(failed)?;
        Ok(all.iter().map(|migration| migration.name().version().to_string()).collect())
    }
    match connection {
        Db::Postgres(_) => versions::<Pg>(&FOR_POSTGRES),
        Db::Sqlite(_) => versions::<Sqlite>(&FOR_SQLITE),
    }
}

/// The versions of the migrations that the database has had. Who looks makes no table for them.
fn applied(connection: &mut Db) -> Result<Vec<String>, DbError> {
    #[derive(QueryableByName)]
    struct Applied {
        #[diesel(sql_type = Text)]
        version: String,
    }
    if Tables::of(connection)?.ours == 0 {
        return Ok(Vec::new());
    }
    let query = diesel::sql_query("SELECT version FROM __diesel_schema_migrations");
    let applied: Vec<Applied> = match connection {
        Db::Postgres(c) => query.load(c)?,
        Db::Sqlite(c) => query.load(c)?,
    };
    Ok(applied.into_iter().map(|it| it.version).collect())
}
