//! The rig: a database of its own for every test, the app on a free port, browsers with cookies.

mod app;
mod browser;
mod cluster;
mod database;
mod world;

pub(crate) use app::TestApp;
pub(crate) use browser::{Answer, Browser};
pub(crate) use database::{Backend, TestDatabase};
pub(crate) use world::{PASSWORD, create_event, new_entry, settings};

/// Makes each function into a module with the tests `on_sqlite` and `on_postgres`.
///
/// The function takes `&TestApp`, or `Backend` for tests that start no app.
macro_rules! on_both_databases {
    ($($(#[$meta:meta])* fn $name:ident($app:ident: &TestApp) $body:block)*) => {$(
        $(#[$meta])*
        mod $name {
            use super::*;

            fn check($app: &TestApp) $body

            #[test]
            fn on_sqlite() {
                check(&TestApp::start(crate::rig::Backend::Sqlite));
            }

            #[test]
            fn on_postgres() {
                check(&TestApp::start(crate::rig::Backend::Postgres));
            }
        }
    )*};
    ($($(#[$meta:meta])* fn $name:ident($backend:ident: Backend) $body:block)*) => {$(
        $(#[$meta])*
        mod $name {
            use super::*;

            fn check($backend: Backend) $body

            #[test]
            fn on_sqlite() {
                check(Backend::Sqlite);
            }

            #[test]
            fn on_postgres() {
                check(Backend::Postgres);
            }
        }
    )*};
}
pub(crate) use on_both_databases;
