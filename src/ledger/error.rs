//! Why the ledger did not take a command.

use crate::db::{DbError, TransactionError};
use crate::domain::refusal::{Conflict, Refusal};
use crate::error::{self, AppError};

/// Why the ledger did not take a command, or could not be read. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The event refused the command.
    #[error("{0}")]
    Refused(Refusal),
    /// There is no such event.
    #[error("there is no such event")]
    NoEvent,
    /// The event has no such entry.
    #[error("there is no such entry")]
    NoEntry,
    /// Another event has this address.
    #[error("another event has this address")]
    SlugTaken,
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
    /// A command or a state cannot be written as JSON.
    #[error("a {what} cannot be written as JSON")]
    Json {
        /// Which of them.
        what: &'static str,
        /// Why.
        source: serde_json::Error,
    },
}

impl From<Refusal> for LedgerError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl TransactionError for LedgerError {
    fn database(&self) -> Option<&DbError> {
        match self {
            Self::Database(error) => Some(error),
            _ => None,
        }
    }
}

impl From<LedgerError> for AppError {
    fn from(error: LedgerError) -> Self {
        match error {
            LedgerError::Refused(refusal) => refusal.into(),
            LedgerError::NoEvent => Self::not_found("event"),
            LedgerError::NoEntry => Self::not_found("entry"),
            LedgerError::SlugTaken => {
                Self::unprocessable("Another event has this address. Please choose another one.")
            }
            LedgerError::Database(error) => error.into(),
            error @ LedgerError::Json { .. } => Self::internal(error),
        }
    }
}

impl From<Refusal> for AppError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Invalid(sentence) => Self::Unprocessable(sentence),
            Refusal::Forbidden(sentence) => Self::forbidden(sentence),
            Refusal::NotFound(what) => Self::not_found(what),
            Refusal::Conflict(Conflict { what, theirs, yours, .. }) => {
                Self::Conflict(error::Conflict { what, theirs, yours })
            }
        }
    }
}
