//! The ledger of presses: each clock's own append-only, hash-chained record.
//!
//! A press is acknowledged when its entry is on the disk. What a device sends twice, under the same number, happens
//! once. Invariant: a clock is the fold of its entries; [`super::Ledger::verify`] proves it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, Utc};
use tiger_event::clock::Hand;
use tiger_event::{Bytes32, ClockEntry, EventId, GameClock, GameId};
use tiger_rules::clock::{ClockEvent, Flag, Millis, Run};

use super::LedgerError;
use super::pen::{self, Names};
use crate::clock;
use crate::db::clocks::{ClockHead, StoredPress};
use crate::db::texts::Texts;
use crate::db::{self, Database, Db, DbError};

pub mod chain;
mod contact;
mod even;
mod touch;
mod verify;

pub(super) use chain::hash;
pub use touch::{Outcome, Proof, Touch, Wish};
pub(super) use verify::check;

/// Clocks kept in memory; beyond it some are told again from their entries.
const KNOWN_CLOCKS: usize = 2048;

/// One entry of a clock's chain, read again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Press {
    /// Its place, from 1.
    pub seq: u64,
    /// The moment that it counts for.
    pub at: DateTime<Utc>,
    /// When the server received it.
    pub received_at: DateTime<Utc>,
    pub by: Hand,
    /// What happened.
    pub entry: ClockEntry,
}

impl Press {
    fn read(stored: &StoredPress, texts: &Texts) -> Result<Self, DbError> {
        let corrupt = |error| DbError::corrupt("entry of a clock", error);
        Ok(Self {
            seq: stored.seq,
            at: stored.at,
            received_at: stored.received_at,
            by: serde_json::from_str(&pen::in_full(&stored.hand, texts)?).map_err(corrupt)?,
            entry: serde_json::from_str(&pen::in_full(&stored.entry, texts)?).map_err(corrupt)?,
        })
    }
}

/// What is kept apart from some entries.
pub(super) fn texts_of(db: &mut Db, entries: &[StoredPress]) -> Result<Texts, DbError> {
    pen::kept_apart(db, entries.iter().flat_map(|entry| [entry.hand.as_str(), entry.entry.as_str()]))
}

/// How a clock stands, and after how many entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// Entries told.
    pub seq: u64,
    pub clock: GameClock,
    pub late: Late,
    /// The last press that counts: its entry, and when it was received.
    pub pressed: Option<(u64, DateTime<Utc>)>,
}

/// Presses that came late: they count for another moment than that of their receipt, or were said to be from another
/// moment than the one they count for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Late {
    /// How many came so late that an arbiter is to know of it.
    pub presses: u32,
    /// By how much, at most.
    pub most: Millis,
}

impl Late {
    /// Less than this is what connections and people need anyway.
    const WORTH_TELLING: Millis = Millis(2_000);
}

impl Standing {
    /// Tells one entry more, of its moment and of the time of its receipt.
    fn tell(
        &mut self,
        (at, received): (DateTime<Utc>, DateTime<Utc>),
        by: &Hand,
        entry: &ClockEntry,
    ) -> Result<(), String> {
        self.clock.apply(at, by, entry)?;
        let (ClockEntry::Started { sent, .. } | ClockEntry::Happened { sent, .. }) = entry else {
            return Ok(());
        };
        if matches!(entry, ClockEntry::Happened { what: ClockEvent::Press { .. }, .. }) {
            self.pressed = Some((self.seq + 1, received));
        }
        let back = Millis(u64::try_from((received - at).num_milliseconds()).unwrap_or_default());
        let by = back.max(sent.moved);
        if by > Late::WORTH_TELLING {
            self.late = Late { presses: self.late.presses + 1, most: self.late.most.max(by) };
        }
        Ok(())
    }
}

/// A clock in memory; the hash says which entry it stands after.
#[derive(Debug, Clone)]
struct Known {
    event: EventId,
    hash: Bytes32,
    standing: Arc<Standing>,
}

/// The ledgers of all clocks. Clones share everything.
#[derive(Debug, Clone)]
pub struct Clocks {
    db: Database,
    known: Arc<Mutex<HashMap<GameId, Known>>>,
    contacts: Arc<contact::Contacts>,
    names: Names,
}

impl Clocks {
    /// The clocks in a database.
    pub fn new(db: Database) -> Self {
        Self { db, known: Arc::default(), contacts: Arc::default(), names: Names::default() }
    }

    /// How a game's clock stands; as one that nobody has touched, if nobody has.
    pub fn standing(&self, game: GameId) -> Result<Arc<Standing>, LedgerError> {
        self.db.read(|db| match db::clocks::find_head(db, game)? {
            Some(head) => self.at_head(db, &head),
            None => Ok(Arc::default()),
        })
    }

    /// How those clocks of some games of an event stand that somebody has touched. Of a great event's earlier rounds
    /// there are more than are kept in memory, so that nobody should ask for all.
    pub fn of_games(
        &self,
        event: EventId,
        games: &HashSet<GameId>,
    ) -> Result<HashMap<GameId, Arc<Standing>>, LedgerError> {
        self.db.read(|db| {
            let heads = db::clocks::heads_of(db, event)?;
            let wanted = heads.iter().filter(|head| games.contains(&head.game));
            wanted.map(|head| Ok((head.game, self.at_head(db, head)?))).collect()
        })
    }

    /// Those clocks of an event that are in memory, which is where all are that were touched or looked at of late.
    pub fn in_memory(&self, event: EventId) -> HashMap<GameId, Arc<Standing>> {
        let known = self.known();
        let own = known.iter().filter(|(_, known)| known.event == event);
        own.map(|(game, known)| (*game, known.standing.clone())).collect()
    }

    /// Those clocks in memory that something is true of, each with its event.
    pub fn in_memory_where(
        &self,
        is_wanted: impl Fn(&Standing) -> bool,
    ) -> Vec<(EventId, GameId, Arc<Standing>)> {
        let known = self.known();
        let wanted = known.iter().filter(|(_, known)| is_wanted(&known.standing));
        wanted.map(|(game, known)| (known.event, *game, known.standing.clone())).collect()
    }

    /// Forgets the clocks of an event.
    pub fn forget(&self, event: EventId) {
        self.known().retain(|_, known| known.event != event);
        self.names.forget(event);
    }

    /// The events with a clock in memory whose flags have changed since it was last asked, or that was stopped or set going;
    /// `told` keeps how they stood.
    pub fn changed(&self, told: &mut HashMap<GameId, ([Flag; 2], bool)>) -> HashSet<EventId> {
        let now = clock::even();
        let known = self.known();
        told.retain(|game, _| known.contains_key(game));
        let changed = known.iter().filter_map(|(game, known)| {
            let reading = known.standing.clock.reading(now)?;
            let stands = (reading.sides.map(|side| side.flag), reading.run == Run::Stopped);
            let before = told.insert(*game, stands).unwrap_or(([Flag::Up; 2], false));
            (before != stands).then_some(known.event)
        });
        changed.collect()
    }

    /// What happened to a game's clock, oldest first.
    pub fn presses(&self, game: GameId) -> Result<Vec<Press>, LedgerError> {
        self.db.read(|db| {
            let stored = db::clocks::list_after(db, game, 0, u32::MAX)?;
            let texts = texts_of(db, &stored)?;
            Ok(stored.iter().map(|stored| Press::read(stored, &texts)).collect::<Result<_, _>>()?)
        })
    }

    /// The clock at a head: from memory, told further by what is new.
    fn at_head(&self, db: &mut Db, head: &ClockHead) -> Result<Arc<Standing>, LedgerError> {
        let known = self.known().get(&head.game).filter(|known| known.standing.seq <= head.seq).cloned();
        if let Some(known) = known.as_ref().filter(|known| known.hash == head.hash) {
            return Ok(known.standing.clone());
        }
        let mut standing = known.map(|known| (*known.standing).clone()).unwrap_or_default();
        let stored = db::clocks::list_after(db, head.game, standing.seq, u32::MAX)?;
        let texts = texts_of(db, &stored)?;
        for stored in stored.iter().take_while(|stored| stored.seq <= head.seq) {
            let press = Press::read(stored, &texts)?;
            let told = standing.tell((press.at, press.received_at), &press.by, &press.entry);
            told.map_err(|why| DbError::corrupt("entry of a clock", why))?;
            standing.seq = press.seq;
        }
        if standing.seq < head.seq {
            return Err(DbError::corrupt("clock", "its last entries are missing").into());
        }
        let standing = Arc::new(standing);
        self.remember(head, &standing);
        Ok(standing)
    }

    fn known(&self) -> MutexGuard<'_, HashMap<GameId, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the newest standing in memory.
    fn remember(&self, head: &ClockHead, standing: &Arc<Standing>) {
        let game = head.game;
        let mut known = self.known();
        if known.get(&game).is_some_and(|known| known.standing.seq > standing.seq) {
            return;
        }
        if known.len() >= KNOWN_CLOCKS
            && !known.contains_key(&game)
            && let Some(some) = known.keys().next().copied()
        {
            known.remove(&some);
        }
        known.insert(game, Known { event: head.event, hash: head.hash, standing: standing.clone() });
    }
}
