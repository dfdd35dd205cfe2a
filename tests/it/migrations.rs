//! The tables can be made, taken away, and made again.

use std::path::Path;

use diesel_migrations::{FileBasedMigrations, MigrationHarness};
use tiger_arbiter::db::{self, Database, Db, DbError};

use crate::rig::{Backend, TestDatabase, on_both_databases};

on_both_databases!(tables_go_up_down_and_up_again, a_database_of_a_newer_program_is_refused);

fn tables_go_up_down_and_up_again(backend: Backend) {
    let database = TestDatabase::bare(backend);
    let db = database.open();
    let first = db.migrate().unwrap();
    assert!(!first.is_empty());
    assert_eq!(db.migrate().unwrap(), Vec::<String>::new(), "the second time there is nothing to do");
    take_away(&db);
    let gone: Result<_, DbError> = db.read(db::users::list);
    assert!(matches!(gone, Err(DbError::Query(_))), "{gone:?}");
    assert_eq!(db.migrate().unwrap(), first);
    assert_eq!(db.read(db::users::list).unwrap(), vec![]);
}

/// Takes all migrations back, newest first.
fn take_away(db: &Database) {
    let of =
        |folder| FileBasedMigrations::from_path(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
    let taken = db.read(|connection| -> Result<_, DbError> {
        Ok(match connection {
            Db::Postgres(c) => c.revert_all_migrations(of("migrations/postgres")).map(drop),
            Db::Sqlite(c) => c.revert_all_migrations(of("migrations/sqlite")).map(drop),
        })
    });
    taken.unwrap().unwrap();
}

fn a_database_of_a_newer_program_is_refused(backend: Backend) {
    use diesel::connection::SimpleConnection;
    let database = TestDatabase::new(backend);
    let db = database.open();
    let sql = "INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')";
    db.read(|db| Ok::<_, DbError>(db.batch_execute(sql)?)).unwrap();
    assert!(matches!(db.migrate(), Err(DbError::Newer(version)) if version == "9999"));
}

#[test]
fn servers_that_start_together_on_an_empty_database_wait_for_each_other() {
    let database = TestDatabase::bare(Backend::Postgres);
    let made: Vec<usize> = std::thread::scope(|scope| {
        let starts: Vec<_> =
            (0..4).map(|_| scope.spawn(|| database.open().migrate().unwrap().len())).collect();
        starts.into_iter().map(|start| start.join().unwrap()).collect()
    });
    assert_eq!(made.iter().filter(|count| **count > 0).count(), 1, "{made:?}");
}
