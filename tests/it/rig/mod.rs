//! The rig: a database of its own for every test, the app on a free port, browsers with cookies.

mod app;
mod browser;
mod cluster;
mod database;
mod mail;
mod world;

pub(crate) use app::TestApp;
pub(crate) use browser::{Answer, Browser};
pub(crate) use cluster::Cluster;
pub(crate) use database::{Backend, TestDatabase};
pub(crate) use mail::{Mail, PostOffice};
pub(crate) use world::{Hall, NOW, PASSWORD, create_event, findings, key, new_entry};

/// A function that tests: of the running app, or of a database for tests that start no app themselves.
pub(crate) trait Story<Given> {
    /// Runs it on a database of its own.
    fn run(self, backend: Backend);
}

impl<F: FnOnce(&TestApp)> Story<&TestApp> for F {
    fn run(self, backend: Backend) {
        self(&TestApp::start(backend));
    }
}

impl<F: FnOnce(Backend)> Story<Backend> for F {
    fn run(self, backend: Backend) {
        self(backend);
    }
}

/// Makes tests of the functions that are named, `on_sqlite` and `on_postgres`; see [`Story`].
///
/// For what the databases must do alike: the ledger, the tables, several people at once.
macro_rules! on_both_databases {
    ($($name:ident),* $(,)?) => {$(
        mod $name {
            use crate::rig::{Backend, Story as _};

            #[test]
            fn on_sqlite() {
                super::$name.run(Backend::Sqlite);
            }

            #[test]
            fn on_postgres() {
                super::$name.run(Backend::Postgres);
            }
        }
    )*};
}
pub(crate) use on_both_databases;

/// The same on SQLite alone, for pages: what they show comes from the event, not from the database.
macro_rules! on_sqlite {
    ($($name:ident),* $(,)?) => {$(
        mod $name {
            use crate::rig::{Backend, Story as _};

            #[test]
            fn on_sqlite() {
                super::$name.run(Backend::Sqlite);
            }
        }
    )*};
}
pub(crate) use on_sqlite;
