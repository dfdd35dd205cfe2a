//! Write transactions over both databases.
//!
//! SQLite's plain `BEGIN` takes the write lock only at the first write, and then fails at once when another
//! connection has written since the first read. `BEGIN IMMEDIATE` takes it at the start and waits for it.

use diesel::QueryResult;
use diesel::connection::{AnsiTransactionManager, TransactionManager};

use super::{Db, DbError, TransactionError};

/// What a transaction is for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// Several reads of the same moment.
    Snapshot,
    /// Reading and writing.
    Write,
}

/// Runs the work in a transaction. A panic inside leaves a connection that the pool throws away, and with it
/// the open transaction.
pub(super) fn run<T, E: TransactionError>(
    connection: &mut Db,
    kind: Kind,
    work: &mut impl FnMut(&mut Db) -> Result<T, E>,
) -> Result<T, E> {
    begin(connection, kind).map_err(DbError::from)?;
    let result = work(connection);
    end(connection, result.is_ok()).map_err(DbError::from)?;
    result
}

/// Keeps what was done, or takes it back; an error if nobody knows whether it is kept.
fn end(connection: &mut Db, is_done: bool) -> QueryResult<()> {
    if is_done {
        // A failed commit may or may not have left the transaction open.
        return Db::commit_transaction(connection)
            .inspect_err(|_| drop(Db::rollback_transaction(connection)));
    }
    if let Err(failure) = Db::rollback_transaction(connection) {
        tracing::warn!(%failure, "a transaction cannot be rolled back; its connection is given up");
    }
    Ok(())
}

fn begin(connection: &mut Db, kind: Kind) -> QueryResult<()> {
    match connection {
        Db::Postgres(c) => AnsiTransactionManager::begin_transaction_sql(
            c,
            match kind {
                Kind::Snapshot => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                Kind::Write => "BEGIN ISOLATION LEVEL READ COMMITTED",
            },
        ),
        Db::Sqlite(c) => AnsiTransactionManager::begin_transaction_sql(
            c,
            match kind {
                Kind::Snapshot => "BEGIN DEFERRED",
                Kind::Write => "BEGIN IMMEDIATE",
            },
        ),
    }
}
