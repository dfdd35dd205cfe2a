//! The tables can be made, taken away, and made again.

use tiger_arbiter::db::{self, DbError};

use crate::rig::{Backend, TestDatabase, on_both_databases};

on_both_databases!(tables_go_up_down_and_up_again, a_database_of_a_newer_program_is_refused);

fn tables_go_up_down_and_up_again(backend: Backend) {
    let database = TestDatabase::bare(backend);
    let db = database.open();
    let first = db.migrate().unwrap();
    assert!(!first.is_empty());
    assert_eq!(db.migrate().unwrap(), Vec::<String>::new(), "the second time there is nothing to do");
    db.unmigrate().unwrap();
    let gone: Result<_, DbError> = db.read(db::users::list);
    assert!(matches!(gone, Err(DbError::Query(_))), "{gone:?}");
    assert_eq!(db.migrate().unwrap(), first);
    assert_eq!(db.read(db::users::list).unwrap(), vec![]);
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
