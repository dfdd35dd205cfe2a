//! Who is connected: counted by address, watched, and cut off where nothing moves.
//!
//! Invariant: a connection is either answered, or moves, or ends within seconds. What one address holds stays below its
//! share, and the last places are for people who are signed in.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::time::{Duration, Instant};

use futures_util::task::AtomicWaker;

/// How long a connection may be silent that owes a request, or the rest of one.
pub const SILENCE: Duration = Duration::from_secs(15);

/// How long an answer may be on its way before it is looked at how much of it was taken.
pub const STALL: Duration = Duration::from_secs(10);

/// Bytes of an answer that must have been taken in that time: less than any telephone does.
pub const LEAST: u64 = 16 * 1024;

/// How often connections are looked at.
const LOOK: Duration = Duration::from_secs(1);

/// A connection that was silent so long gives way to another one of its address.
pub const GIVES_WAY: Duration = Duration::from_secs(1);

/// What a connection is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// A request, or the rest of one, is to come.
    Waiting,
    /// A request is being answered.
    Working,
    /// It hears of news for as long as it likes.
    Live,
}

#[derive(Debug)]
pub struct Connection {
    address: IpAddr,
    /// It has one of the last places, which are for people who are signed in.
    pub is_last: bool,
    phase: AtomicU8,
    /// When the phase began, in milliseconds of the register's time.
    since: AtomicI64,
    is_cut: AtomicBool,
    /// Whether the other side takes no more for the moment.
    is_stalled: AtomicBool,
    /// When it was last looked at how much a stalled connection takes, and how much it had taken by then.
    looked: AtomicI64,
    taken_then: AtomicU64,
    taken: AtomicU64,
    began: Instant,
    waker: AtomicWaker,
}

impl Connection {
    fn now(&self) -> i64 {
        i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    fn has_passed(&self, wait: Duration, since: &AtomicI64) -> bool {
        let passed = self.now() - since.load(Ordering::Relaxed);
        u128::try_from(passed).is_ok_and(|passed| passed >= wait.as_millis())
    }

    /// Enters what the connection is about from now on.
    pub fn turn_to(&self, phase: Phase) {
        self.phase.store(phase as u8, Ordering::Relaxed);
        self.since.store(self.now(), Ordering::Relaxed);
    }

    /// As if that much time had gone by since it last changed.
    pub fn age(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap_or(0);
        self.since.fetch_sub(by, Ordering::Relaxed);
        self.looked.fetch_sub(by, Ordering::Relaxed);
    }

    fn is(&self, phase: Phase) -> bool {
        self.phase.load(Ordering::Relaxed) == phase as u8
    }

    /// Whether it is to end now. Whoever asks is woken when that changes.
    pub fn is_cut(&self, waker: &Waker) -> bool {
        self.waker.register(waker);
        self.is_cut.load(Ordering::Acquire)
    }

    pub(super) fn is_stalled(&self) -> bool {
        self.is_stalled.load(Ordering::Relaxed)
    }

    /// The other side took so many bytes.
    pub fn took(&self, bytes: usize) {
        self.taken.fetch_add(u64::try_from(bytes).unwrap_or(0), Ordering::Relaxed);
    }

    /// The other side takes no more for the moment.
    pub fn stall(&self) {
        if !self.is_stalled.swap(true, Ordering::Relaxed) {
            self.look();
        }
    }

    /// All was taken. Tells whether it had stalled.
    pub(super) fn flow(&self) -> bool {
        self.is_stalled() && self.is_stalled.swap(false, Ordering::Relaxed)
    }

    fn look(&self) {
        self.looked.store(self.now(), Ordering::Relaxed);
        self.taken_then.store(self.taken.load(Ordering::Relaxed), Ordering::Relaxed);
    }

    fn cut(&self) {
        self.is_cut.store(true, Ordering::Release);
        self.waker.wake();
    }

    fn is_silent_for(&self, longest: Duration) -> bool {
        self.is(Phase::Waiting) && !self.is_stalled() && self.has_passed(longest, &self.since)
    }

    /// Whether nothing moves any more.
    pub fn is_stuck(&self) -> bool {
        if !self.is_stalled() {
            return self.is_silent_for(SILENCE);
        }
        if !self.has_passed(STALL, &self.looked) {
            return false;
        }
        let taken = self.taken.load(Ordering::Relaxed) - self.taken_then.load(Ordering::Relaxed);
        self.look();
        taken < LEAST
    }
}

/// How many connections there may be.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// All.
    pub most: usize,
    /// Those that come before it is known whether somebody is signed in.
    pub strangers: usize,
    /// Those of one address; none where a proxy stands in front, from whose address all come.
    pub per_address: Option<usize>,
}

#[derive(Debug)]
pub struct Connections {
    room: Room,
    count: AtomicUsize,
    by_address: Mutex<HashMap<IpAddr, Vec<Arc<Connection>>>>,
    began: Instant,
}

impl Connections {
    /// Nobody is connected.
    pub fn new(room: Room) -> Arc<Self> {
        Arc::new(Self {
            room,
            count: AtomicUsize::new(0),
            by_address: Mutex::default(),
            began: Instant::now(),
        })
    }

    pub fn by_address(&self) -> MutexGuard<'_, HashMap<IpAddr, Vec<Arc<Connection>>>> {
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many are connected at the moment.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// Gives a new connection its place; none where there is no room. Of an address that has its share, one that is
    /// silent gives way.
    pub fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let mut by_address = self.by_address();
        let all = self.count();
        if all >= self.room.most {
            return None;
        }
        let own = by_address.entry(address).or_default();
        if self.room.per_address.is_some_and(|most| own.len() >= most) {
            let silent = own.iter().filter(|one| one.is_silent_for(GIVES_WAY));
            let oldest = silent.min_by_key(|one| one.since.load(Ordering::Relaxed))?.clone();
            own.retain(|one| !Arc::ptr_eq(one, &oldest));
            oldest.cut();
        }
        let connection = Arc::new(Connection {
            address,
            is_last: all >= self.room.strangers,
            phase: AtomicU8::new(Phase::Waiting as u8),
            since: AtomicI64::new(0),
            is_cut: AtomicBool::new(false),
            is_stalled: AtomicBool::new(false),
            looked: AtomicI64::new(0),
            taken_then: AtomicU64::new(0),
            taken: AtomicU64::new(0),
            began: self.began,
            waker: AtomicWaker::new(),
        });
        connection.turn_to(Phase::Waiting);
        own.push(connection.clone());
        self.count.fetch_add(1, Ordering::Relaxed);
        Some(Place { connection, all: self.clone() })
    }

    fn leave(&self, connection: &Arc<Connection>) {
        let mut by_address = self.by_address();
        self.count.fetch_sub(1, Ordering::Relaxed);
        if let Some(own) = by_address.get_mut(&connection.address) {
            own.retain(|one| !Arc::ptr_eq(one, connection));
            if own.is_empty() {
                by_address.remove(&connection.address);
            }
        }
    }

    /// Cuts off what is stuck, for as long as the app runs.
    pub async fn watch(self: Arc<Self>) {
        loop {
            tokio::time::sleep(LOOK).await;
            let stuck: Vec<_> = {
                let by_address = self.by_address();
                by_address.values().flatten().filter(|one| one.is_stuck()).cloned().collect()
            };
            for connection in stuck {
                connection.cut();
            }
        }
    }
}

/// The place of a connection; given back when it is dropped.
#[derive(Debug)]
pub struct Place {
    pub connection: Arc<Connection>,
    all: Arc<Connections>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.all.leave(&self.connection);
    }
}
