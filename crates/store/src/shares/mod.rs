//! Fair shares: who asks, how much of the program's work and memory each may have at a time, and what they may do in a
//! while.
//!
//! Work that blocks a thread is done in turns: each person who is signed in has some, each address of strangers has
//! some, all strangers together have some. Whoever asks for more waits for themselves alone.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tiger_event::{Actor, Bytes32, Command, UserId};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Result;

pub mod allowance;
pub mod pieces;

pub use allowance::{Allowances, IN_VAIN, PROGRAM_REQUESTS, PROGRAM_WINDOW, What};
pub use pieces::{PIECE, Pieces, shared};

/// Pieces of work that one person or one address may have under way.
pub const EACH: usize = 2;

/// The fewest pieces of work that all strangers together may have under way; one for each core where there are more.
const STRANGERS: usize = 2;

/// Entries above which those that nobody needs are forgotten.
const MANY: usize = 1_024;

/// Sessions that are remembered.
const MOST_SESSIONS: usize = 16_384;

/// Bytes that one person or one address may have under way, in forms that arrive and in answers made for them alone.
pub const BYTES_EACH: usize = 24 * 1024 * 1024;

/// Bytes that all together may have under way.
const BYTES_ALL: usize = 256 * 1024 * 1024;

/// Who asks, as far as shares go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Who {
    /// Somebody who is signed in.
    Person(UserId),
    /// Somebody at an address.
    Stranger(IpAddr),
}

/// What is shared out.
#[derive(Debug)]
pub struct Shares {
    lanes: Mutex<HashMap<Who, Arc<Semaphore>>>,
    strangers: Arc<Semaphore>,
    bytes: Mutex<HashMap<Who, usize>>,
    all_bytes: AtomicUsize,
    sessions: Mutex<HashMap<Bytes32, UserId>>,
    /// What each may do in a while.
    pub allowances: Allowances,
}

impl Default for Shares {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(STRANGERS, usize::from);
        Self {
            lanes: Mutex::default(),
            strangers: Arc::new(Semaphore::new(cores.max(STRANGERS))),
            bytes: Mutex::default(),
            all_bytes: AtomicUsize::new(0),
            sessions: Mutex::default(),
            allowances: Allowances::default(),
        }
    }
}

/// Work that is under way; its turn ends when it is dropped. The semaphores are never closed, so they always give.
pub struct Turn(Vec<OwnedSemaphorePermit>);

impl Turn {
    /// A turn of the program itself, which waits for nobody.
    pub const fn own() -> Self {
        Self(Vec::new())
    }

    /// The same turn, with something else that lasts as long.
    #[must_use]
    pub fn beside(mut self, permit: OwnedSemaphorePermit) -> Self {
        self.0.push(permit);
        self
    }
}

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shares {
    /// Bytes that are held, and by how many.
    pub fn held(&self) -> (usize, usize) {
        (self.all_bytes.load(Ordering::Relaxed), lock(&self.bytes).len())
    }

    /// Waits for a turn.
    pub async fn turn(&self, who: Who) -> Turn {
        let mut turn = self.own_turn(who).await;
        if let Who::Stranger(_) = who {
            turn.0.extend(self.strangers.clone().acquire_owned().await);
        }
        turn
    }

    /// Waits for a turn among one's own alone, for work that has a bound of its own: it takes no place of all strangers.
    pub async fn own_turn(&self, who: Who) -> Turn {
        Turn(self.lane(who).acquire_owned().await.into_iter().collect())
    }

    fn lane(&self, who: Who) -> Arc<Semaphore> {
        let mut lanes = lock(&self.lanes);
        if lanes.len() > MANY {
            lanes.retain(|_, lane| Arc::strong_count(lane) > 1);
        }
        lanes.entry(who).or_insert_with(|| Arc::new(Semaphore::new(EACH))).clone()
    }

    /// Bytes that are counted as somebody's until they are dropped; none yet.
    pub fn hold(self: &Arc<Self>, who: Who) -> Hold {
        Hold { shares: self.clone(), who, bytes: 0 }
    }

    /// Remembers whose session this is, so that their next request does not queue with strangers.
    pub fn remember(&self, session: Bytes32, person: UserId) {
        let mut sessions = lock(&self.sessions);
        if sessions.len() >= MOST_SESSIONS {
            sessions.clear();
        }
        sessions.insert(session, person);
    }

    /// Whose session this is, if they were here before. It gives a share and no right: a session that has ended is
    /// found out where it matters.
    pub fn whose(&self, session: Bytes32) -> Option<UserId> {
        lock(&self.sessions).get(&session).copied()
    }
}

/// Bytes under way; given back when it is dropped.
pub struct Hold {
    shares: Arc<Shares>,
    who: Who,
    bytes: usize,
}

impl Hold {
    /// Takes so many more, or none: tells whether they were to be had.
    pub fn take(&mut self, more: usize) -> bool {
        let room = |count: usize| count.checked_add(more).filter(|count| *count <= BYTES_ALL);
        if self.shares.all_bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, room).is_err() {
            return false;
        }
        let mut bytes = lock(&self.shares.bytes);
        let own = bytes.get(&self.who).copied().unwrap_or_default();
        if own + more > BYTES_EACH {
            self.shares.all_bytes.fetch_sub(more, Ordering::Relaxed);
            return false;
        }
        // Whoever holds nothing is not remembered: addresses are many.
        if more > 0 {
            bytes.insert(self.who, own + more);
        }
        self.bytes += more;
        true
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if self.bytes == 0 {
            return;
        }
        self.shares.all_bytes.fetch_sub(self.bytes, Ordering::Relaxed);
        let mut bytes = lock(&self.shares.bytes);
        if let Some(own) = bytes.get_mut(&self.who) {
            *own -= self.bytes;
            if *own == 0 {
                bytes.remove(&self.who);
            }
        }
    }
}

/// Who asks, known to everything that their request leads to.
#[derive(Debug, Clone)]
pub struct Asking {
    pub who: Who,
    pub shares: Arc<Shares>,
}

tokio::task_local! {
    pub static ASKING: Asking;
}

fn asking() -> Option<Asking> {
    ASKING.try_with(Clone::clone).ok()
}

/// Waits until whoever asks may have one more piece of work under way; what the program does by itself waits for nobody.
pub async fn turn() -> Turn {
    match asking() {
        Some(Asking { who, shares }) => shares.turn(who).await,
        None => Turn::own(),
    }
}

/// The same for work that has a bound of its own, beside that of all strangers.
pub async fn own_turn() -> Turn {
    match asking() {
        Some(Asking { who, shares }) => shares.own_turn(who).await,
        None => Turn::own(),
    }
}

/// Who asks; nobody for what the program does by itself.
pub fn who() -> Option<Who> {
    asking().map(|asking| asking.who)
}

/// Lets a command pass, if its author did not send too many of its kind.
pub fn allow(by: &Actor, command: &Command) -> Result<()> {
    match (asking(), What::of(command), by) {
        (Some(asking), Some(what), Actor::User { id, .. }) => asking.shares.allowances.pass_person(what, *id),
        _ => Ok(()),
    }
}

/// Bytes under way for whoever asks.
pub fn hold() -> Option<Hold> {
    asking().map(|asking| asking.shares.hold(asking.who))
}
