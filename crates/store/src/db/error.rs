//! Errors of the database, mapped once for all queries.

use diesel::result::{DatabaseErrorKind, DeserializeFieldError, Error};

use crate::error::AppError;

/// Why the database did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    #[error("another transaction was in the way")]
    Busy,
    /// A value is there already that may be there once; with the table and columns, as far as they are told.
    #[error("this is there already: {0}")]
    Taken(String),
    #[error("there is no such row")]
    Missing,
    #[error("the stored {what} cannot be read: {why}")]
    Corrupt { what: &'static str, why: String },
    /// The database cannot be where it is said to be.
    #[error("{0}")]
    Place(String),
    /// The database was written by a newer version of the program.
    #[error("the database has the migration {0}, which this version of the program does not know")]
    Newer(String),
    #[error("the database cannot be migrated: {0}")]
    Migration(String),
    #[error("no connection to the database")]
    Pool(#[source] diesel::r2d2::PoolError),
    /// The disk takes nothing more: it is full, broken, or may only be read.
    #[error("the database cannot be written to")]
    Unwritable(#[source] Error),
    /// The disk takes nothing more, as was tried before somebody had to write.
    #[error("the disk of the database takes nothing more")]
    Full(#[source] std::io::Error),
    /// The file was deleted, or another one put in its place, while the program ran.
    #[error("the file of the database is gone, or another one stands in its place")]
    Gone,
    /// What was written once is not there any more as it was written.
    #[error("the database is damaged ({0}); `tiger-arbiter restore` goes back to a copy of a file")]
    Damaged(String),
    #[error("the database failed")]
    Query(#[source] Error),
}

impl DbError {
    pub fn corrupt(what: &'static str, why: impl std::fmt::Display) -> Self {
        Self::Corrupt { what, why: why.to_string() }
    }

    /// Somebody was faster by a moment, where the next attempt sees what they wrote.
    #[must_use]
    pub fn busy_if_taken(self) -> Self {
        if let Self::Taken(_) = self { Self::Busy } else { self }
    }
}

impl From<Error> for DbError {
    fn from(error: Error) -> Self {
        match error {
            Error::NotFound => Self::Missing,
            Error::DatabaseError(DatabaseErrorKind::UniqueViolation, told) => {
                Self::Taken(told.constraint_name().unwrap_or_else(|| told.message()).to_owned())
            }
            Error::DatabaseError(DatabaseErrorKind::SerializationFailure, _) => Self::Busy,
            Error::DatabaseError(_, ref told) if is_lock_message(told.message()) => Self::Busy,
            Error::DeserializationError(error) => unreadable(error),
            Error::RollbackErrorOnCommit { commit_error, .. } => Self::from(*commit_error),
            Error::DatabaseError(DatabaseErrorKind::ReadOnlyTransaction, _) => Self::Unwritable(error),
            Error::DatabaseError(_, ref told) if is_disk_message(told.message()) => Self::Unwritable(error),
            Error::DatabaseError(_, ref told) if is_damage_message(told.message()) => {
                Self::Damaged(told.message().to_owned())
            }
            other => Self::Query(other),
        }
    }
}

/// A row in which something stands that cannot be what its column is for.
fn unreadable(error: Box<dyn std::error::Error + Send + Sync>) -> DbError {
    match error.downcast::<DeserializeFieldError>() {
        Ok(field) => {
            let column = field.field_name.as_deref().unwrap_or("a column");
            DbError::corrupt("row", format!("{column}: {}", field.error))
        }
        Err(error) => DbError::corrupt("row", error),
    }
}

/// Neither database has a kind of its own for these.
fn is_lock_message(message: &str) -> bool {
    ["database is locked", "database table is locked", "deadlock detected", "due to lock timeout"]
        .iter()
        .any(|known| message.contains(known))
}

/// The first three are SQLite's, the last is of the operating system, as PostgreSQL repeats it.
fn is_disk_message(message: &str) -> bool {
    ["disk is full", "disk I/O error", "readonly database", "No space left on device"]
        .iter()
        .any(|known| message.contains(known))
}

/// The first two are SQLite's, the others PostgreSQL's.
fn is_damage_message(message: &str) -> bool {
    ["disk image is malformed", "file is not a database", "invalid page in block", "could not read block"]
        .iter()
        .any(|known| message.contains(known))
}

/// The error of work inside a transaction.
pub trait TransactionError: From<DbError> {
    /// What the database said, where it is the database that refused.
    fn of_database(&self) -> Option<&DbError>;

    /// Whether another transaction was in the way, so that the same may succeed when it is tried again.
    fn is_busy(&self) -> bool {
        matches!(self.of_database(), Some(DbError::Busy))
    }
}

impl TransactionError for DbError {
    fn of_database(&self) -> Option<&DbError> {
        Some(self)
    }
}

impl TransactionError for AppError {
    fn of_database(&self) -> Option<&DbError> {
        self.cause()?.downcast_ref()
    }
}

impl From<DbError> for AppError {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Busy => Self::Busy,
            DbError::Missing => Self::not_found("page"),
            DbError::Unwritable(_) | DbError::Full(_) => Self::Unwritable(error.into()),
            DbError::Damaged(_) => Self::Damaged(error.into()),
            DbError::Gone | DbError::Pool(_) => Self::Unavailable(error.into()),
            DbError::Query(Error::DatabaseError(DatabaseErrorKind::ClosedConnection, _)) => {
                Self::Unavailable(error.into())
            }
            other => Self::internal(other),
        }
    }
}
