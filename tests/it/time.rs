//! What happens when the clock was wrong.

use chrono::TimeDelta;
use tiger_arbiter::auth::throttle::{self, FEW, Origin, PER_ACCOUNT, PER_ORIGIN};
use tiger_arbiter::clock;
use tiger_arbiter::db::DbError;

use crate::rig::{Backend, TestDatabase, on_both_databases};

on_both_databases!(attempts_to_sign_in_from_the_future_lock_nobody_out);

fn attempts_to_sign_in_from_the_future_lock_nobody_out(backend: Backend) {
    let database = TestDatabase::new(backend);
    let db = database.open();
    let now = clock::now();
    let note = |origin: &str, at| {
        let origin = Origin::Stranger(origin.to_owned());
        let noted: Result<_, DbError> = db.write(|db| throttle::note(db, "tessa", &origin, at));
        noted.unwrap()
    };
    for number in 0..PER_ACCOUNT {
        note(&format!("198.51.100.{number}"), now + TimeDelta::hours(3));
    }
    for _ in 0..FEW {
        assert_eq!(note("192.0.2.1", now + TimeDelta::hours(3)), None);
    }
    assert!(note("192.0.2.1", now + TimeDelta::hours(3)).is_some(), "there were too many");
    // The clock is put right.
    assert_eq!(note("192.0.2.1", now), None);
    // Another server's clock is a little ahead: its attempts count.
    for _ in 1..PER_ORIGIN {
        note("192.0.2.1", now + TimeDelta::seconds(20));
    }
    assert!(note("192.0.2.1", now).is_some());
}
