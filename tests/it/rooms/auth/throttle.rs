use std::time::Duration;

use chrono::{DateTime, TimeDelta};
use tiger_arbiter::auth::throttle::{WINDOW, until_one_more};
use tiger_arbiter::db::attempts::Tally;

#[test]
fn one_waits_until_the_oldest_attempt_is_forgotten() {
    let now = DateTime::from_timestamp_nanos(0);
    let oldest = Some(now - TimeDelta::minutes(4));
    assert_eq!(until_one_more(Tally { count: 9, oldest }, 10, WINDOW, now), None);
    assert_eq!(until_one_more(Tally { count: 10, oldest }, 10, WINDOW, now), Some(Duration::from_secs(360)));
}
