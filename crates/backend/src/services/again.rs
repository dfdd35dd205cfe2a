//! When something that did not arrive is sent again: messages to other programs and to players alike.

use chrono::{DateTime, TimeDelta, Utc};

/// Pauses after attempts that were in vain, in seconds; after the last it is given up.
pub const PAUSES: [i64; 10] =
    [2, 10, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 48 * 3600];

/// How long an attempt is one server's own; longer than it may take.
pub const LEASE: TimeDelta = TimeDelta::seconds(60);

/// The pause after one more attempt in vain than so many; none when it is given up.
pub fn pause(failures: u32) -> Option<TimeDelta> {
    let pause = PAUSES.get(usize::try_from(failures).unwrap_or(usize::MAX))?;
    Some(TimeDelta::seconds(*pause))
}

/// The next attempt, after one more in vain than so many; none when it is given up.
pub fn after(failures: u32, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    pause(failures).map(|pause| now + pause)
}
