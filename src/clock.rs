//! The time, as everything that is stored knows it: UTC in whole microseconds.

use chrono::{DateTime, DurationRound, NaiveDateTime, TimeDelta, Utc};

/// The present time. Finer parts are cut off, because PostgreSQL would cut them off and SQLite would not.
#[must_use]
pub fn now() -> DateTime<Utc> {
    truncate(Utc::now())
}

/// The time without what is finer than a microsecond.
#[must_use]
pub fn truncate(time: DateTime<Utc>) -> DateTime<Utc> {
    time.duration_trunc(TimeDelta::microseconds(1)).unwrap_or(time)
}

/// A time as the database keeps it.
#[must_use]
pub fn to_stored(time: DateTime<Utc>) -> NaiveDateTime {
    truncate(time).naive_utc()
}

/// A time from the database.
#[must_use]
pub const fn from_stored(time: NaiveDateTime) -> DateTime<Utc> {
    time.and_utc()
}

#[cfg(test)]
mod tests {
    use super::{from_stored, now, to_stored};

    #[test]
    fn a_time_survives_storage() {
        let time = now();
        assert_eq!(from_stored(to_stored(time)), time);
        assert_eq!(time.timestamp_subsec_nanos() % 1000, 0);
    }
}
