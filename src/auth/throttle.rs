//! Guessing passwords is slowed down, per account and per address.
//!
//! An attempt is noted before the password is checked, so that many at the same time count as many; a
//! sign-in clears the account's.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use crate::db::attempts::{self, Tally};
use crate::db::{Db, DbError};

/// Attempts on one account within the window.
pub const PER_ACCOUNT: i64 = 10;

/// Attempts from one address within the window: a whole hall may share one.
pub const PER_ADDRESS: i64 = 40;

/// How long an attempt counts.
const WINDOW: TimeDelta = TimeDelta::minutes(10);

/// Notes an attempt, or says how long to wait if there were too many. To be run in a write transaction.
///
/// # Errors
/// When the query fails.
pub fn note(
    db: &mut Db,
    account: &str,
    address: &str,
    now: DateTime<Utc>,
) -> Result<Option<Duration>, DbError> {
    let since = now - WINDOW;
    attempts::delete_before(db, since)?;
    let on_account = wait(attempts::tally_account(db, account, since)?, PER_ACCOUNT, now);
    let from_address = wait(attempts::tally_address(db, address, since)?, PER_ADDRESS, now);
    let longest = on_account.max(from_address);
    if longest.is_none() {
        attempts::insert(db, Uuid::now_v7(), account, address, now)?;
    }
    Ok(longest)
}

/// Forgets the attempts on an account after a sign-in.
///
/// # Errors
/// When the query fails.
pub fn clear(db: &mut Db, account: &str) -> Result<(), DbError> {
    attempts::delete_account(db, account)
}

/// How long until the oldest attempt no longer counts, if there are too many.
fn wait(tally: Tally, limit: i64, now: DateTime<Utc>) -> Option<Duration> {
    if tally.count < limit {
        return None;
    }
    let until = tally.oldest? + WINDOW;
    Some((until - now).to_std().unwrap_or(Duration::from_secs(1)))
}

#[cfg(test)]
mod tests {
    use super::{Tally, wait};
    use chrono::{DateTime, TimeDelta};
    use std::time::Duration;

    #[test]
    fn one_waits_until_the_oldest_attempt_is_forgotten() {
        let now = DateTime::from_timestamp_nanos(0);
        let oldest = Some(now - TimeDelta::minutes(4));
        assert_eq!(wait(Tally { count: 9, oldest }, 10, now), None);
        assert_eq!(wait(Tally { count: 10, oldest }, 10, now), Some(Duration::from_secs(360)));
    }
}
