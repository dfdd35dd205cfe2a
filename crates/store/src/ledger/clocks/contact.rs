//! When a hand was last heard, so that a press that waited counts for the moment at which it could have been made.
//!
//! A device that has its connection speaks every few moments. Each answer carries a mark, a moment under the program's
//! seal; a press that waited brings the last mark that its device saw. Back to that mark, or to the beginning of the
//! silence that the program itself has noticed, the press may count; before that the device was heard, so nothing was
//! waiting there.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use tiger_event::clock::Hand;
use tiger_event::{Bytes32, GameId};
use tiger_rules::clock::ClockSide;

use super::Clocks;
use super::touch::Proof;
use crate::ledger::LedgerError;
use crate::{clock, db};

/// How long a hand must not have been heard for a silence: its devices speak every second and a half.
const SILENCE: TimeDelta = TimeDelta::seconds(3);

/// For how long after a silence the presses of it may come. A device that finds the server again sends them at once; it
/// waits six seconds at most for the answer that tells it so, and as long for their own.
const AFTER: TimeDelta = TimeDelta::seconds(12);

/// Hands above which those that have been quiet for a day are forgotten.
const MANY: usize = 8_192;

/// When a hand was heard, in milliseconds since 1970.
#[derive(Debug, Clone, Copy)]
struct Heard {
    /// The last silence: when the hand was heard before it, and when after it.
    silence: (i64, i64),
    last: i64,
    /// Whose halves it presses at the board; an arbiter looks on.
    presses: [bool; 2],
}

/// All hands.
#[derive(Debug, Default)]
pub(super) struct Contacts {
    heard: Mutex<HashMap<(GameId, String), Heard>>,
    key: OnceLock<Bytes32>,
}

impl Clocks {
    /// A hand speaks: the mark that its device brings back with presses that waited.
    pub fn hear(&self, game: GameId, hand: &Hand) -> Result<String, LedgerError> {
        let presses = ClockSide::BOTH.map(|side| !hand.is_arbiter() && hand.may_press(side));
        let (now, hand) = (clock::even().timestamp_millis(), hand.key());
        let mark = self.mark(game, &hand, now)?;
        let mut all = self.contacts.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() > MANY {
            all.retain(|_, heard| now - heard.last < TimeDelta::days(1).num_milliseconds());
        }
        // Whoever is heard for the first time may have been silent since before the program started.
        let first = Heard { silence: (i64::MIN, now), last: now, presses };
        let heard = all.entry((game, hand)).or_insert(first);
        if now - heard.last > SILENCE.num_milliseconds() {
            heard.silence = (heard.last, now);
        }
        heard.last = now;
        Ok(mark)
    }

    /// What proves that something waited which this hand sends now with a mark; nothing does without a mark of ours.
    pub fn proof(&self, game: GameId, hand: &Hand, mark: &str) -> Result<Option<Proof>, LedgerError> {
        let (now, hand) = (clock::even().timestamp_millis(), hand.key());
        let Some(at) = mark.split('.').next().and_then(|at| at.parse::<i64>().ok()) else { return Ok(None) };
        if at > now || self.mark(game, &hand, at)? != mark {
            return Ok(None);
        }
        let all = self.contacts.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = all.get(&(game, hand)).copied();
        let moment = |millis| DateTime::from_timestamp_millis(millis).unwrap_or_default();
        let silence = heard
            .map(|heard| heard.silence)
            .filter(|(_, to)| at <= *to && now - to <= AFTER.num_milliseconds());
        Ok(Some(Proof {
            since: moment(heard.map_or(at, |heard| at.max(heard.last))),
            silence: silence.map(|(from, to)| (moment(at.max(from)), moment(to))),
        }))
    }

    /// When a device at the board that presses for a side was last heard, if none is heard now: a press may wait there.
    pub fn silent_since(&self, game: GameId, side: ClockSide) -> Option<DateTime<Utc>> {
        let all = self.contacts.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let own = all.iter().filter(|((of, _), heard)| *of == game && heard.presses[side.index()]);
        let last = DateTime::from_timestamp_millis(own.map(|(_, heard)| heard.last).max()?)?;
        (clock::even() - last > SILENCE).then_some(last)
    }

    /// A moment under the program's seal, for one hand and one clock.
    fn mark(&self, game: GameId, hand: &str, at: i64) -> Result<String, LedgerError> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.key()?.0)
            .map_err(|error| db::DbError::corrupt("key", error))?;
        mac.update(format!("{game} {hand} {at}").as_bytes());
        let seal = mac.finalize().into_bytes();
        let seal: String = seal.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Ok(format!("{at}.{seal}"))
    }

    fn key(&self) -> Result<Bytes32, LedgerError> {
        if let Some(key) = self.contacts.key.get() {
            return Ok(*key);
        }
        let mut proposed = [0; 32];
        getrandom::fill(&mut proposed).map_err(|error| db::DbError::corrupt("randomness", error))?;
        let key = self.db.write(|db| db::keys::find_or_insert(db, "clock marks", Bytes32(proposed)))?;
        Ok(*self.contacts.key.get_or_init(|| key))
    }
}
