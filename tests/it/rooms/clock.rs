use chrono::TimeDelta;
use tiger_arbiter::clock::{Even, from_stored, now, stepped, to_stored};

#[test]
fn the_even_time_goes_on_whatever_the_system_says() {
    let hour = TimeDelta::hours(1);
    let even = Even::from(now() - hour);
    let before = even.now();
    assert!(now() - before >= hour, "it goes on from where it was set");
    assert!(even.now() >= before);
    assert_eq!(stepped(), None, "nobody has set the system's time");
}

#[test]
fn a_time_survives_storage() {
    let time = now();
    assert_eq!(from_stored(to_stored(time)), time);
    assert_eq!(time.timestamp_subsec_nanos() % 1000, 0);
}
