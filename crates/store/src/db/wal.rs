//! SQLite's log of writes, whose pages go into the file itself out of the way of those who write.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use diesel::RunQueryDsl;
use diesel::r2d2::{ConnectionManager, Pool};

use super::{Db, DbError};

/// Transactions after which the pages go into the file: 16 MiB at most when fifty arbiters enter results of large events.
/// Pages that change again and again go there once. When this falls behind, SQLite does it itself, see
/// [`super::connection`].
const TRANSACTIONS: u32 = 64;

/// How far it has come.
#[derive(Debug, Clone, Default)]
pub(super) struct Wal(Arc<State>);

#[derive(Debug, Default)]
struct State {
    transactions: AtomicU32,
    is_under_way: AtomicBool,
}

impl Wal {
    /// Brings all pages into the file, which is the whole database then; nobody else may be reading.
    pub(super) fn empty(connection: &mut Db) -> Result<(), DbError> {
        if let Db::Sqlite(sqlite) = connection {
            diesel::sql_query("PRAGMA wal_checkpoint(TRUNCATE)").execute(sqlite)?;
        }
        Ok(())
    }

    /// Counts a transaction, and has the pages written by a thread of its own when it is time.
    pub(super) fn written(&self, connections: &Pool<ConnectionManager<Db>>) {
        let count = self.0.transactions.fetch_add(1, Ordering::Relaxed) + 1;
        if !count.is_multiple_of(TRANSACTIONS) || self.0.is_under_way.swap(true, Ordering::AcqRel) {
            return;
        }
        let (state, connections) = (self.0.clone(), connections.clone());
        let work = move || {
            if let Ok(mut connection) = connections.get()
                && let Db::Sqlite(sqlite) = &mut *connection
                && let Err(error) = diesel::sql_query("PRAGMA wal_checkpoint(PASSIVE)").execute(sqlite)
            {
                tracing::debug!(%error, "the log of writes stays as it is for now");
            }
            state.is_under_way.store(false, Ordering::Release);
        };
        if std::thread::Builder::new().name("wal".to_owned()).spawn(work).is_err() {
            self.0.is_under_way.store(false, Ordering::Release);
        }
    }
}
