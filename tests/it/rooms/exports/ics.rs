use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use chrono_tz::{TZ_VARIANTS, Tz};
use proptest::prelude::*;
use tiger_arbiter::exports::ics::{Calendar, LINE, escaped, fold, local};
use tiger_event::local_time::moments;

fn unfolded(file: &str) -> Vec<String> {
    let lines = file.strip_suffix("\r\n").unwrap().replace("\r\n ", "");
    lines.split("\r\n").map(str::to_owned).collect()
}

/// A text as a reader gets it back.
fn read(value: &str) -> String {
    let mut chars = value.chars();
    let mut out = String::new();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next().unwrap() {
                'n' | 'N' => out.push('\n'),
                c => out.push(c),
            },
            c => out.push(c),
        }
    }
    out
}

fn time(text: &str) -> NaiveDateTime {
    NaiveDateTime::parse_from_str(text, "%Y%m%dT%H%M%S").unwrap()
}

fn seconds(text: &str) -> i64 {
    let number = |range: std::ops::Range<usize>| text.get(range).map_or(0, |it| it.parse::<i64>().unwrap());
    let all = number(1..3) * 3600 + number(3..5) * 60 + number(5..7);
    if text.starts_with('-') { -all } else { all }
}

/// The moment of a local time, as a reader of the file reckons it: by the last observance that began before.
fn reckoned(zone: &[String], shown: NaiveDateTime) -> DateTime<Utc> {
    let mut offset = None;
    let mut begins = None;
    for line in zone {
        match line.split_once(':').unwrap() {
            ("DTSTART", value) => begins = Some(time(value)),
            ("TZOFFSETTO", value) if begins.unwrap() <= shown => offset = Some(seconds(value)),
            _ => {}
        }
    }
    (shown - TimeDelta::seconds(offset.unwrap())).and_utc()
}

#[test]
fn a_zone_brings_its_change_along() {
    let mut file = Calendar::default();
    let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
    file.zone(chrono_tz::Europe::London, at("2026-10-24T10:00:00Z"), at("2026-10-26T10:00:00Z"));
    assert_eq!(
        file.0.replace("\r\n", "|"),
        "BEGIN:VTIMEZONE|TZID:Europe/London|\
         BEGIN:DAYLIGHT|DTSTART:20261023T110000|TZOFFSETFROM:+0100|TZOFFSETTO:+0100|TZNAME:BST|END:DAYLIGHT|\
         BEGIN:STANDARD|DTSTART:20261025T020000|TZOFFSETFROM:+0100|TZOFFSETTO:+0000|TZNAME:GMT|END:STANDARD|\
         END:VTIMEZONE|"
    );
}

proptest! {
    #[test]
    fn what_is_folded_and_escaped_is_read_again(text in "\\PC{0,300}", name in "[A-Z-]{1,20}") {
        let mut file = Calendar::default();
        file.text(&name, &text);
        for line in file.0.strip_suffix("\r\n").unwrap().split("\r\n") {
            prop_assert!(line.len() <= LINE && !line.is_empty(), "{}", line);
        }
        let lines = unfolded(&file.0);
        prop_assert_eq!(lines.len(), 1);
        prop_assert_eq!(read(lines[0].strip_prefix(&format!("{name}:")).unwrap()), text);
    }

    #[test]
    fn a_line_never_ends_inside_a_text(text in ".{0,200}") {
        let value = escaped(&text);
        prop_assert!(!value.contains(['\r', '\n']), "{}", value);
        let mut file = String::new();
        fold(&value, &mut file);
        prop_assert_eq!(unfolded(&file), vec![value]);
    }

    #[test]
    fn a_reader_reckons_the_moment_that_we_mean(
        zone in 0..TZ_VARIANTS.len(), hour in 0..24_i64 * 365 * 12, minute in 0..60_i64, days in 0..40_i64,
    ) {
        let zone: Tz = TZ_VARIANTS[zone];
        let start = NaiveDateTime::parse_from_str("2020-01-01T00:00:00", "%Y-%m-%dT%H:%M:%S").unwrap();
        let typed = start + TimeDelta::hours(hour) + TimeDelta::minutes(minute);
        let other = typed + TimeDelta::days(days);
        let [first, second] = [typed, other].map(|typed| moments(typed, zone)[0]);
        let mut file = Calendar::default();
        file.zone(zone, first.min(second), first.max(second));
        let lines = unfolded(&file.0);
        for moment in [first, second] {
            let shown = moment.with_timezone(&zone).naive_local();
            // A time that clocks show twice is the first of the two, by the RFC and for us.
            let is_twice = moments(shown, zone)[0] != moments(shown, zone)[1];
            if !is_twice {
                prop_assert_eq!(reckoned(&lines, shown), moment, "{} {}", zone.name(), local(shown));
            }
        }
    }
}
