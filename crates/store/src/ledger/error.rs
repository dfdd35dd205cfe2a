//! Why the ledger did not take a command.

use tiger_event::{Conflict, Refusal};

use super::witness::WitnessError;
use crate::db::{DbError, TransactionError};
use crate::error::{self, AppError};

/// Why the ledger did not take a command, or could not be read. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error("there is no such event")]
    NoEvent,
    #[error("there is no such entry")]
    NoEntry,
    /// The end of a ledger is not there: nothing is made from what is left of it.
    #[error(
        "the event stood at entry {stood}, but its ledger ends at entry {last}: what came after is missing, so nothing was \
         changed. Go back to a copy that has it (restore)"
    )]
    Cut { stood: u64, last: u64 },
    #[error("another event has this address")]
    SlugTaken,
    #[error(transparent)]
    Database(#[from] DbError),
    #[error("a {what} cannot be written as JSON")]
    Json { what: &'static str, source: serde_json::Error },
}

/// What the witness cannot read or write happens in the database neither.
impl From<WitnessError> for LedgerError {
    fn from(error: WitnessError) -> Self {
        Self::Database(DbError::Place(error.to_string()))
    }
}

impl TransactionError for LedgerError {
    fn of_database(&self) -> Option<&DbError> {
        if let Self::Database(error) = self { Some(error) } else { None }
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
            error @ (LedgerError::Json { .. } | LedgerError::Cut { .. }) => Self::internal(error),
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
