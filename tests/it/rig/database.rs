//! A database for one test, cloned from one that was migrated once.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use diesel::{Connection, PgConnection, RunQueryDsl};
use tempfile::TempDir;
use tiger_arbiter::config::{DatabaseUrl, StoreConfig};
use tiger_arbiter::db::{Database, DbError};

use super::cluster::Cluster;

/// Which database a test runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Backend {
    /// A file.
    Sqlite,
    /// The cluster of this run.
    Postgres,
}

/// A database that nobody else uses; it goes when it is dropped.
pub(crate) struct TestDatabase {
    pub(crate) url: DatabaseUrl,
    _folder: Option<TempDir>,
    name: Option<String>,
}

impl TestDatabase {
    /// A migrated, empty database.
    pub(crate) fn new(backend: Backend) -> Self {
        match backend {
            Backend::Sqlite => {
                let database = Self::bare(backend);
                let DatabaseUrl::Sqlite(file) = &database.url else { unreachable!("it is a file") };
                std::fs::copy(sqlite_template(), file).unwrap();
                database
            }
            Backend::Postgres => Self::postgres(Some(postgres_template())),
        }
    }

    /// A database without tables.
    pub(crate) fn bare(backend: Backend) -> Self {
        match backend {
            Backend::Sqlite => {
                let folder = TempDir::new().unwrap();
                let url = DatabaseUrl::Sqlite(folder.path().join("test.sqlite3"));
                Self { url, _folder: Some(folder), name: None }
            }
            Backend::Postgres => Self::postgres(None),
        }
    }

    /// Opens it with a few connections.
    pub(crate) fn open(&self) -> Database {
        Database::open(&self.store(4)).unwrap()
    }

    pub(crate) fn store(&self, connections: u32) -> StoreConfig {
        StoreConfig { database: self.url.clone(), connections }
    }

    fn postgres(template: Option<&str>) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let template = template.unwrap_or("template0");
        administer(&format!("CREATE DATABASE {name} TEMPLATE {template}"));
        let url = DatabaseUrl::Postgres(Cluster::get().url(&name));
        Self { url, _folder: None, name: Some(name) }
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            administer(&format!("DROP DATABASE {name} WITH (FORCE)"));
        }
    }
}

fn administer(sql: &str) {
    let mut connection = PgConnection::establish(&Cluster::get().url("postgres")).unwrap();
    diesel::sql_query(sql).execute(&mut connection).unwrap();
}

fn postgres_template() -> &'static str {
    const NAME: &str = "migrated";
    static TEMPLATE: OnceLock<()> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        administer(&format!("CREATE DATABASE {NAME} TEMPLATE template0"));
        let url = DatabaseUrl::Postgres(Cluster::get().url(NAME));
        Database::open(&StoreConfig { database: url, connections: 1 }).unwrap().migrate().unwrap();
        // Nobody may be connected to a database that is cloned; the pool closes its connections when it likes.
        administer(&format!(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{NAME}'"
        ));
    });
    NAME
}

fn sqlite_template() -> &'static std::path::Path {
    static TEMPLATE: OnceLock<(TempDir, std::path::PathBuf)> = OnceLock::new();
    let (_, file) = TEMPLATE.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        let (migrated, clean) = (folder.path().join("migrated"), folder.path().join("clean"));
        let url = DatabaseUrl::Sqlite(migrated);
        let db = Database::open(&StoreConfig { database: url, connections: 1 }).unwrap();
        db.migrate().unwrap();
        db.copy_to::<DbError>(&clean, |_| Ok(())).unwrap();
        (folder, clean)
    });
    file
}
