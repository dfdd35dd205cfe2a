//! All SQL, a file a group of tables; the connection to SQLite or PostgreSQL.
//!
//! Handlers run their database work in one [`block`] a request. Inside it, [`Database::read`] lends a
//! connection, and [`Database::write`] runs a transaction that is retried when another one was in its way.

use std::any::Any;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use actix_web::web;
use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::RunQueryDsl;
use diesel::r2d2::{ConnectionManager, Pool};
use diesel::sql_types::Timestamp;

use crate::config::{DatabaseUrl, StoreConfig};
use crate::error::{AppError, Result};
use crate::shares::{self, Turn};
use crate::{clock, metrics};
use change::Change;
use place::Place;
use tls::Tunnel;
use wal::Wal;

mod backup;
mod change;
mod columns;
mod connection;
pub mod error;
mod migrate;
pub mod place;
mod schema;
mod scrub;
pub mod tls;
mod transaction;
mod wal;

pub mod alerts;
pub mod api_tokens;
pub mod attempts;
pub mod clocks;
pub mod decisions;
pub mod deletion;
pub mod devices;
pub mod entries;
pub mod events;
pub mod factors;
pub mod festivals;
pub mod greeting;
pub mod guards;
pub mod halfway;
pub mod journal;
pub mod keys;
pub mod links;
pub mod news;
pub mod notices;
pub mod once;
pub mod owners;
pub mod ratings;
pub mod records;
pub mod registrations;
pub mod scoresheets;
pub mod secrets;
pub mod sessions;
pub mod snapshots;
pub mod tablets;
pub mod texts;
pub mod users;
pub mod webhooks;

pub use backup::wait_until_closed;
pub use connection::Db;
pub use error::{DbError, TransactionError};
pub use place::{Hold, hold, make_private};

/// The time of a database server, by which several programs agree; a file has none of its own.
pub fn time(connection: &mut Db) -> Result<Option<DateTime<Utc>>, DbError> {
    let Db::Postgres(server) = connection else { return Ok(None) };
    let now = diesel::dsl::sql::<Timestamp>("clock_timestamp() AT TIME ZONE 'UTC'");
    let now: NaiveDateTime = diesel::select(now).get_result(server)?;
    Ok(Some(clock::from_stored(now)))
}

/// Seconds to wait for a free connection.
const POOL_WAIT: Duration = Duration::from_secs(10);

/// Connections that write. A file has one writer at a time; of a server's no more are useful, as commands that wait
/// are written together.
const WRITERS: u32 = 4;

/// How often a write transaction is tried before it is given up as busy.
const ATTEMPTS: u32 = 8;

/// How long it counts that nothing could be written.
const UNWRITABLE: Duration = Duration::from_secs(60);

/// The database, with its connections.
#[derive(Clone)]
pub struct Database {
    readers: Pool<ConnectionManager<Db>>,
    /// Connections of their own, so that readers never wait for those that writers hold.
    writers: Pool<ConnectionManager<Db>>,
    /// SQLite has one writer at a time: writers queue here rather than poll for the file's lock.
    queue: Option<Arc<Mutex<()>>>,
    /// The log of writes of a file; a server looks after its own.
    wal: Option<Wal>,
    /// The address of the server, for those who listen to it.
    server: Option<Arc<str>>,
    /// The file, which must stay where it is.
    place: Option<Arc<Place>>,
    /// Since when nothing that was to be written could be: a disk elsewhere cannot be tried.
    unwritable: Arc<Mutex<Option<Instant>>>,
    /// What the database said where something that was read turned out to be damaged.
    damage: Arc<OnceLock<String>>,
    /// The encrypted way to the server, if its address asks for one.
    _tunnel: Option<Arc<Tunnel>>,
}

impl Database {
    /// Opens the database. It may be empty; see [`Database::migrate`].
    pub fn open(config: &StoreConfig) -> Result<Self, DbError> {
        let (address, queue, tunnel) = match &config.database {
            DatabaseUrl::Sqlite(file) => (connection::sqlite_address(file)?, Some(Arc::default()), None),
            DatabaseUrl::Postgres(url) => {
                let tunnel = Tunnel::to(url)?.map(Arc::new);
                let address = tunnel.as_ref().map_or(url, |tunnel| &tunnel.address);
                (connection::patient(address), None, tunnel)
            }
        };
        connection::try_once(&config.database, &address)?;
        let place = match &config.database {
            DatabaseUrl::Sqlite(file) => Some(Arc::new(Place::hold(file)?)),
            DatabaseUrl::Postgres(_) => None,
        };
        let pool = |size: u32| {
            Pool::builder()
                .max_size(size)
                .min_idle(Some(1))
                .connection_timeout(POOL_WAIT)
                .connection_customizer(Box::new(connection::Customizer {
                    wants_postgres: queue.is_none(),
                    place: place.clone(),
                }))
                .error_handler(Box::new(connection::Quiet))
                .build(ConnectionManager::new(address.clone()))
                .map_err(DbError::Pool)
        };
        let readers = pool(config.connections)?;
        // One connection means one: then it does both.
        let writers = if config.connections == 1 { readers.clone() } else { pool(WRITERS)? };
        let wal = queue.is_some().then(Wal::default);
        let server = queue.is_none().then(|| address.as_str().into());
        Ok(Self {
            readers,
            writers,
            queue,
            wal,
            server,
            place,
            unwritable: Arc::default(),
            damage: Arc::default(),
            _tunnel: tunnel,
        })
    }

    /// Lends a connection for reading.
    pub fn read<T, E: TransactionError>(&self, work: impl FnOnce(&mut Db) -> Result<T, E>) -> Result<T, E> {
        let mut connection = self.readers.get().map_err(DbError::Pool)?;
        self.noted(work(&mut connection))
    }

    /// Whether the database is where it was, answers, was whole wherever it was read, and has a disk that takes something:
    /// what was written last was taken, or is forgotten after a while, lest nobody is sent here to try it again.
    pub fn answers(&self) -> Result<(), DbError> {
        self.check_place()?;
        if let Some(why) = self.damage.get() {
            return Err(DbError::Damaged(why.clone()));
        }
        let unwritable = *self.unwritable.lock().unwrap_or_else(PoisonError::into_inner);
        if unwritable.is_some_and(|since| since.elapsed() < UNWRITABLE) {
            return Err(DbError::Full(std::io::ErrorKind::StorageFull.into()));
        }
        self.place.as_ref().map_or(Ok(()), |place| place.check_room())?;
        self.read(|db| users::has_administrator(db).map(|_| ()))
    }

    /// Lends a connection on which all queries of the work see the same moment.
    pub fn snapshot<T, E: TransactionError>(
        &self,
        mut work: impl FnMut(&mut Db) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut connection = self.readers.get().map_err(DbError::Pool)?;
        self.noted(transaction::run(&mut connection, transaction::Kind::Snapshot, &mut work))
    }

    /// Runs the work in one transaction: all of it is stored, durably, or nothing. When another transaction
    /// was in its way it runs again from the beginning.
    ///
    /// # Errors
    /// The work's own, then nothing is stored; [`DbError::Busy`] when it was in vain time after time.
    pub fn write<T, E: TransactionError>(
        &self,
        mut work: impl FnMut(&mut Db) -> Result<T, E>,
    ) -> Result<T, E> {
        self.check_place()?;
        let mut connection = self.writers.get().map_err(DbError::Pool)?;
        let mut attempt = 1;
        loop {
            let turn = self.queue.as_ref().map(|queue| queue.lock().unwrap_or_else(PoisonError::into_inner));
            let began = Instant::now();
            let result = transaction::run(&mut connection, transaction::Kind::Write, &mut work);
            drop(turn);
            count(began);
            if attempt == ATTEMPTS || !result.as_ref().is_err_and(TransactionError::is_busy) {
                self.note_disk(&result);
                self.written();
                return self.noted(result);
            }
            tracing::debug!(attempt, "another transaction was in the way");
            std::thread::sleep(Duration::from_millis(u64::from(attempt * attempt)));
            attempt += 1;
        }
    }

    /// Notes whether the disk took what was written; a refusal of the work itself says nothing of it.
    fn note_disk<T, E: TransactionError>(&self, written: &Result<T, E>) {
        let since = match written.as_ref().map_err(TransactionError::of_database) {
            Ok(_) => None,
            Err(Some(DbError::Unwritable(_))) => Some(Instant::now()),
            Err(_) => return,
        };
        *self.unwritable.lock().unwrap_or_else(PoisonError::into_inner) = since;
    }

    /// Notes whether the database turned out to be damaged.
    fn noted<T, E: TransactionError>(&self, result: Result<T, E>) -> Result<T, E> {
        if let Some(DbError::Damaged(why)) = result.as_ref().err().and_then(TransactionError::of_database) {
            self.damage.get_or_init(|| why.clone());
        }
        result
    }

    fn check_place(&self) -> Result<(), DbError> {
        self.place.as_ref().map_or(Ok(()), |place| place.check())
    }

    /// Makes the database's file stand for itself, for whoever copies it once the program has ended. What others hold open
    /// stays beside it.
    pub fn settle(&self) -> Result<(), DbError> {
        self.readers.get().map_err(DbError::Pool).and_then(|mut connection| Wal::empty(&mut connection))
    }

    fn written(&self) {
        // With a single connection SQLite does it itself: nobody shall wait for that one.
        if let Some(wal) = self.wal.as_ref().filter(|_| self.readers.max_size() > 1) {
            wal.written(&self.readers);
        }
    }
}

/// Counts a transaction that writes, and its time.
fn count(began: Instant) {
    metrics::WRITES.add(1);
    metrics::WRITE_MICROSECONDS.add(u64::try_from(began.elapsed().as_micros()).unwrap_or_default());
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Database")
            .field("connections", &(self.readers.state().connections + self.writers.state().connections))
            .finish_non_exhaustive()
    }
}

/// Runs blocking work, such as everything that touches the database, beside the threads that answer requests, when it
/// is the turn of whoever asks.
pub async fn block<T, E>(work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T>
where
    T: Send + 'static,
    E: Into<AppError> + Send + 'static,
{
    unpacked(carry(None, packed(work)).await?)
}

/// The same in a turn at hand.
pub async fn block_in<T, E>(turn: Turn, work: impl FnOnce() -> Result<T, E> + Send + 'static) -> Result<T>
where
    T: Send + 'static,
    E: Into<AppError> + Send + 'static,
{
    unpacked(carry(Some(turn), packed(work)).await?)
}

/// Work of whatever kind, and what came of it: what carries it from thread to thread is compiled once, not for each of
/// some two hundred.
type Work = Box<dyn FnOnce() -> Done + Send>;
type Done = Box<dyn Any + Send>;

/// How long those who ask wait for their turn and their work: longer than a database that speaks lets a statement take.
const PATIENCE: Duration = Duration::from_secs(75);

async fn carry(turn: Option<Turn>, work: Work) -> Result<Done> {
    let done = async {
        let turn = match turn {
            Some(turn) => turn,
            None => shares::turn().await,
        };
        // The turn lasts as long as the work, also where nobody waits for it any more.
        let work = move || {
            let _turn = turn;
            work()
        };
        web::block(work).await
    };
    // What the program does by itself takes its time.
    match shares::who() {
        None => Ok(done.await?),
        Some(_) => Ok(tokio::time::timeout(PATIENCE, done).await.map_err(|_| AppError::Silent)??),
    }
}

fn packed<T: Send + 'static, E: Into<AppError>>(
    work: impl FnOnce() -> Result<T, E> + Send + 'static,
) -> Work {
    Box::new(move || {
        let result: Result<T> = work().map_err(E::into);
        Box::new(result)
    })
}

fn unpacked<T: 'static>(done: Done) -> Result<T> {
    *done.downcast().map_err(|_| AppError::internal(anyhow::anyhow!("work of another kind was done")))?
}
