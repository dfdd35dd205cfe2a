//! Guessing passwords is slowed down, and nobody is kept out by it.
//!
//! Whoever has signed in before in the same browser, which a cookie proves, has attempts of their own. Strangers have
//! few from one address on one account and some more from one address. While many guess at one account, each address has
//! very few on it; none has none. So somebody who floods a known name with guesses holds off neither the arbiter at the
//! desk nor, at any other address, the one with a new telephone.
//!
//! An attempt is noted before the password is checked, so that many at the same time count as many; a sign-in clears
//! those of its own origin.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::Bytes32;
use uuid::Uuid;

use crate::db::attempts::{self, Span, Tally};
use crate::db::{Db, DbError};

/// Attempts on one account from one address, or in one known browser, within the window.
pub const PER_ORIGIN: i64 = 10;

/// Attempts of strangers from one address within the window: a whole hall may share one.
pub const PER_ADDRESS: i64 = 40;

/// Attempts of strangers on one account within the long window, wherever they come from, after which each of them has
/// fewer.
pub const PER_ACCOUNT: i64 = 100;

/// Attempts on such an account from one address within the window: enough for the right password and two slips.
pub const FEW: i64 = 3;

/// Codes that all strangers together may try on one account within the long window: in a week of trying, somebody who
/// knows the password comes in by luck in one of sixty cases, and the journal tells of every hour of it.
pub const CODES_PER_ACCOUNT: i64 = 30;

/// How long an attempt counts.
pub const WINDOW: TimeDelta = TimeDelta::minutes(10);

/// How long an attempt of a stranger counts as one of many on the same account.
const LONG_WINDOW: TimeDelta = TimeDelta::hours(1);

/// How far the clocks of two servers may differ.
const TOLERANCE: TimeDelta = TimeDelta::minutes(1);

/// Where an attempt comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A browser in which this account has signed in before, by the hash of its token.
    Known(Bytes32),
    /// Anywhere else, by the address.
    Stranger(String),
}

impl Origin {
    /// Under which name its attempts are kept; no address looks like that of a browser.
    fn key(&self) -> String {
        match self {
            Self::Known(token) => format!("{}{token}", attempts::BROWSER),
            Self::Stranger(address) => address.clone(),
        }
    }
}

/// Notes an attempt, or says how long to wait if there were too many. To be run in a write transaction.
pub fn note(
    db: &mut Db,
    account: &str,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<Option<Duration>, DbError> {
    // Those from the future are of a time when the clock was wrong: nobody waits for that time to come.
    attempts::delete_outside(db, now - LONG_WINDOW, now + TOLERANCE)?;
    let longest = wait(db, account, origin, now)?;
    if longest.is_none() {
        attempts::insert(db, Uuid::now_v7(), account, &origin.key(), now)?;
    }
    Ok(longest)
}

/// How long to wait until there may be one more attempt, if there were too many. It changes nothing: whoever floods is
/// refused without a turn among those who write.
pub fn wait(
    db: &mut Db,
    account: &str,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<Option<Duration>, DbError> {
    let [short, long] =
        [WINDOW, LONG_WINDOW].map(|window| Span { since: now - window, until: now + TOLERANCE });
    let key = origin.key();
    let own = attempts::tally_pair(db, account, &key, short)?;
    let longest = until_one_more(own, PER_ORIGIN, WINDOW, now);
    if matches!(origin, Origin::Known(_)) {
        return Ok(longest);
    }
    let of_address = attempts::tally_address(db, &key, short)?;
    let is_besieged = attempts::tally_strangers(db, account, long)?.count >= PER_ACCOUNT;
    let own = if is_besieged { until_one_more(own, FEW, WINDOW, now) } else { None };
    Ok(longest.max(until_one_more(of_address, PER_ADDRESS, WINDOW, now)).max(own))
}

/// Notes a code of the second factor that somebody typed, or says how long to wait. Who gets as far as this knows the
/// password, and a code has only six figures: there are few attempts for all strangers together.
pub fn note_code(
    db: &mut Db,
    login: &str,
    origin: &Origin,
    now: DateTime<Utc>,
) -> Result<Option<Duration>, DbError> {
    let account = attempts::code_account(login);
    let span = Span { since: now - LONG_WINDOW, until: now + TOLERANCE };
    let of_all =
        until_one_more(attempts::tally_strangers(db, &account, span)?, CODES_PER_ACCOUNT, LONG_WINDOW, now);
    match (origin, of_all) {
        (Origin::Stranger(_), Some(wait)) => Ok(Some(wait)),
        _ => note(db, &account, origin, now),
    }
}

/// Forgets the codes that were tried from an origin, after a right one.
pub fn clear_code(db: &mut Db, login: &str, origin: &Origin) -> Result<(), DbError> {
    clear(db, &attempts::code_account(login), origin)
}

/// Forgets the attempts on an account from an origin after a sign-in.
pub fn clear(db: &mut Db, account: &str, origin: &Origin) -> Result<(), DbError> {
    attempts::delete_pair(db, account, &origin.key())
}

/// How long until the oldest attempt no longer counts, if there are too many.
pub fn until_one_more(tally: Tally, limit: i64, window: TimeDelta, now: DateTime<Utc>) -> Option<Duration> {
    if tally.count < limit {
        return None;
    }
    let until = tally.oldest? + window;
    Some((until - now).to_std().unwrap_or(Duration::from_secs(1)))
}
