//! The even time of all clocks: where it goes on when a program starts, and what becomes of a step of the system's time.
//!
//! All programs on one machine go on with the same even time until the machine starts anew; it is kept with the
//! database. On several machines it begins with the time of the database that they share.

use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::clock::Hand;
use tiger_event::{Bytes32, EventId, GameId};
use tiger_rules::clock::{Millis, Run};

use super::{Clocks, Touch, Wish};
use crate::ledger::LedgerError;
use crate::{clock, db};

/// Nobody has touched a clock for so long: then none runs that would lose anything by another time.
const QUIET: TimeDelta = TimeDelta::days(1);

/// Two servers on one machine notice the same step within so many seconds.
const SAME: i64 = 5;

impl Clocks {
    /// Lets the even time go on as the programs before left it; where no clock runs it begins anew.
    pub fn settle_time(&self) -> Result<(), LedgerError> {
        let Some((name, up)) = boot() else { return Ok(()) };
        let even = self.db.write(|db| {
            let kept = db::keys::find(db, &name)?.and_then(read).map(|begun| begun + up);
            if let Some(kept) = kept
                && db::clocks::is_touched_since(db, kept - QUIET)?
            {
                return Ok::<_, LedgerError>(kept);
            }
            // The time of the database, which several machines share; a file has that of its machine.
            let now = db::time(db)?.unwrap_or_else(clock::now);
            db::keys::replace(db, &name, written(now - up))?;
            Ok(now)
        })?;
        clock::set_even(even);
        Ok(())
    }

    /// Somebody has set the system's time by so much: the books of all clocks that run say so. Where none runs the even
    /// time follows.
    pub fn note_step(&self, step: TimeDelta) -> Result<(), LedgerError> {
        let now = clock::even();
        let is_going = |clock: &super::Standing| {
            clock.clock.reading(now).is_some_and(|reading| reading.run == Run::Going)
        };
        let known = self.known();
        let going = known.iter().filter(|(_, known)| is_going(&known.standing));
        let going: Vec<GameId> = going.map(|(game, _)| *game).collect();
        drop(known);
        let by = step.num_milliseconds();
        let touch = Touch {
            device: format!("time-{}", step.num_seconds()),
            device_seq: u64::try_from(now.timestamp() / SAME).unwrap_or_default(),
            age: Millis::ZERO,
            drift: None,
            proof: None,
            nth: None,
            wish: Wish::Step(by),
        };
        for game in going {
            let head = self.db.read(|db| db::clocks::find_head(db, game).map_err(LedgerError::from))?;
            if let Some(head) = head {
                let place: (EventId, GameId) = (head.event, game);
                self.receive(place, &Hand::Program, std::slice::from_ref(&touch), true)?;
            }
        }
        self.settle_time()
    }
}

/// The name of this start of the machine, and how long it has been up; none where the system does not say.
fn boot() -> Option<(String, TimeDelta)> {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some((format!("even time of boot {}", id.trim()), TimeDelta::from_std(clock::up()?).ok()?))
}

/// A moment as a key is kept: its microseconds since 1970, and zeros.
fn written(moment: DateTime<Utc>) -> Bytes32 {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&moment.timestamp_micros().to_be_bytes());
    Bytes32(bytes)
}

fn read(kept: Bytes32) -> Option<DateTime<Utc>> {
    let micros = kept.0.first_chunk::<8>().map(|bytes| i64::from_be_bytes(*bytes))?;
    DateTime::from_timestamp_micros(micros)
}
