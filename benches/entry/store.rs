//! The databases that are measured: a file on the disk of the build, and a server that keeps what it acknowledges.

use std::path::{Path, PathBuf};
use std::time::Duration;

use diesel::sql_types::BigInt;
use diesel::{Connection, PgConnection, RunQueryDsl};
use tempfile::TempDir;
use tiger_arbiter::config::{DatabaseUrl, StoreConfig};
use tiger_arbiter::ledger::Ledger;
use tiger_arbiter::startup::open_database;

use crate::cluster::Cluster;
use crate::{Measured, disk};

/// A database.
pub(crate) enum Store {
    Sqlite(TempDir),
    Postgres(Cluster),
}

#[derive(diesel::QueryableByName)]
struct Position {
    #[diesel(sql_type = BigInt)]
    bytes: i64,
}

impl Store {
    pub(crate) fn sqlite() -> Self {
        Self::Sqlite(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
    }

    /// None, and said so, where PostgreSQL is not installed.
    pub(crate) fn postgres() -> Option<Self> {
        let is_here =
            Path::new("/usr/lib/postgresql").is_dir() || std::env::var_os("TIGER_POSTGRES_BIN").is_some();
        if !is_here {
            println!("\nPostgreSQL is not installed and not measured.");
        }
        is_here.then(|| Self::Postgres(Cluster::start("on")))
    }

    /// The folder of the file.
    pub(crate) fn folder(&self) -> &Path {
        match self {
            Self::Sqlite(folder) => folder.path(),
            Self::Postgres(_) => Path::new("/tmp"),
        }
    }

    pub(crate) fn title(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
        }
    }

    /// The address as the command line takes it.
    pub(crate) fn address(&self) -> String {
        match self {
            Self::Sqlite(folder) => folder.path().join("hall.sqlite3").display().to_string(),
            Self::Postgres(cluster) => cluster.url("postgres"),
        }
    }

    pub(crate) fn config(&self) -> StoreConfig {
        let database = match self {
            Self::Sqlite(_) => DatabaseUrl::Sqlite(PathBuf::from(self.address())),
            Self::Postgres(_) => DatabaseUrl::Postgres(self.address()),
        };
        StoreConfig { database, connections: 8 }
    }

    /// Ledgers that remember nothing yet.
    pub(crate) fn ledger(&self) -> Ledger {
        Ledger::new(open_database(&self.config()).unwrap())
    }

    /// Does work in this process and says what the disk had to take: of a file all that was written, of a server its log
    /// of writes.
    pub(crate) fn written_by(&self, work: impl FnOnce() -> (Vec<Duration>, Duration)) -> Measured {
        let before = self.position();
        let (times, whole) = work();
        let after = self.position();
        Measured { times, whole, bytes: after.zip(before).map(|(after, before)| after - before) }
    }

    fn position(&self) -> Option<u64> {
        match self {
            Self::Sqlite(_) => disk::written(),
            Self::Postgres(cluster) => {
                let mut connection = PgConnection::establish(&cluster.url("postgres")).unwrap();
                let sql = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS bytes";
                let position: Position = diesel::sql_query(sql).get_result(&mut connection).unwrap();
                u64::try_from(position.bytes).ok()
            }
        }
    }
}
