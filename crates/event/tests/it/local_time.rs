use chrono_tz::Europe::London;
use tiger_event::local_time::{in_words, moments, read, read_day};

#[test]
fn an_hour_that_comes_twice_has_two_moments_and_one_that_is_leapt_over_the_one_after() {
    let at = |text: &str| read(text, chrono_tz::UTC).unwrap();
    let moments = |text: &str| moments(at(text), London).map(|it| it.format("%d %H:%M").to_string());
    assert_eq!(moments("2026-11-21 10:00"), ["21 10:00", "21 10:00"]);
    assert_eq!(moments("2026-10-25T01:30"), ["25 00:30", "25 01:30"]);
    assert_eq!(moments("2026-03-29T01:30:00"), ["29 01:30", "29 01:30"]);
    assert_eq!(in_words(at("2026-11-21 09:05")), "Saturday 21 November, 09:05");
    assert!(read("tomorrow", London).is_err());
}

#[test]
fn a_time_that_no_clock_shows_is_refused() {
    let said = read("2026-03-29T01:30", London).unwrap_err();
    assert!(said.contains("put forward") && said.ends_with("write Sunday 29 March, 02:30."), "{said}");
    for shown in ["2026-03-29T00:59", "2026-03-29T02:00", "2026-10-25T01:30"] {
        assert!(read(shown, London).is_ok(), "{shown}");
    }
}

#[test]
fn years_that_nobody_means_are_refused() {
    for day in ["1900-01-01", "2199-12-31"] {
        assert!(read_day(day).is_ok() && read(&format!("{day} 18:00"), London).is_ok(), "{day}");
    }
    for day in ["1899-12-31", "2200-01-01", "0026-11-21", "+262142-12-31", "-2026-11-21"] {
        assert_eq!(read_day(day), Err(tiger_event::local_time::NO_YEAR), "{day}");
        assert_eq!(
            read(&format!("{day} 18:00"), London).unwrap_err(),
            tiger_event::local_time::NO_YEAR,
            "{day}"
        );
    }
}
