use actix_web::ResponseError;
use diesel::result::{DatabaseErrorKind, Error};
use tiger_arbiter::db::error::DbError;
use tiger_arbiter::error::AppError;

#[test]
fn a_disk_that_takes_nothing_more_is_told_from_other_faults() {
    let error = |message: &str| {
        DbError::from(Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned())))
    };
    for message in [
        "database or disk is full",
        "disk I/O error",
        "attempt to write a readonly database",
        "could not extend file \"base/16384/16397\": No space left on device",
    ] {
        assert!(matches!(error(message), DbError::Unwritable(_)), "{message}");
    }
    for message in [
        "database disk image is malformed",
        "file is not a database",
        "invalid page in block 7 of relation base/16384/16397",
    ] {
        assert!(matches!(error(message), DbError::Damaged(_)), "{message}");
    }
    assert!(matches!(error("no such table: events"), DbError::Query(_)));
    assert!(matches!(error("database is locked"), DbError::Busy));
    let busy = AppError::from(DbError::Busy).status_code();
    assert_eq!(busy.as_u16(), 503, "a program that hears of it tries again");
    let commit_error =
        Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new("disk I/O error".to_owned()));
    let (rollback_error, commit_error) = (Box::new(Error::NotInTransaction), Box::new(commit_error));
    let both = Error::RollbackErrorOnCommit { rollback_error, commit_error };
    assert!(matches!(DbError::from(both), DbError::Unwritable(_)));
}
