//! The timetable, and one player's games, as calendar files (RFC 5545).
//!
//! Times stand in the event's zone, whose offsets the file brings along (`VTIMEZONE`), so that calendars show the hours of
//! the hall. What is in it keeps its `UID` when it is moved, so that who took the file before sees it moved, not twice.

use chrono::{DateTime, NaiveDateTime, Offset, TimeDelta, TimeZone, Utc};
use chrono_tz::{OffsetComponents, OffsetName, Tz};
use tiger_event::Event;
use tiger_event::timetable::{Line, What};

use crate::error::AppError;
use crate::publish::Issue;

mod player;

pub(super) use player::player;

/// Octets of a line before it is folded, its end left out (section 3.1).
const LINE: usize = 75;

/// The calendar, for those to whom the event is public.
pub(super) fn timetable(issue: &Issue) -> Result<String, AppError> {
    let event = &issue.event;
    let set = event.timetable.as_ref().ok_or(AppError::not_found("timetable"))?;
    let lines = set.timetable.lines();
    let mut file = Calendar::begun(event.settings.name.as_str(), event.settings.time_zone, lines.iter())?;
    for line in &lines {
        file.occasion(event, line, (set.revision, set.at));
    }
    file.line("END", "VCALENDAR");
    Ok(file.0)
}

/// A file under way.
#[derive(Debug, Default)]
struct Calendar(String);

impl Calendar {
    /// A file with its head: its name, and the offsets of a zone from the first of these lines to the last.
    fn begun<'a>(
        name: &str,
        zone: Tz,
        lines: impl Iterator<Item = &'a Line<'a>> + Clone,
    ) -> Result<Self, AppError> {
        let moments = lines.map(|line| line.moment(zone));
        let (first, last) =
            moments.clone().min().zip(moments.max()).ok_or(AppError::not_found("timetable"))?;
        let mut file = Self::default();
        file.line("BEGIN", "VCALENDAR");
        file.line("VERSION", "2.0");
        file.line("PRODID", "-//Tiger Arbiter//Timetable//EN");
        file.text("X-WR-CALNAME", name);
        if zone != Tz::UTC {
            file.zone(zone, first, last);
        }
        Ok(file)
    }

    /// A line whose value needs no escaping.
    fn line(&mut self, name: &str, value: &str) {
        fold(&format!("{name}:{value}"), &mut self.0);
    }

    /// A line whose value is a text.
    fn text(&mut self, name: &str, value: &str) {
        self.line(name, &escaped(value));
    }

    fn occasion(&mut self, event: &Event, line: &Line<'_>, (revision, at): (u64, DateTime<Utc>)) {
        let settings = &event.settings;
        let uid = match line.what {
            What::Round(round) => format!("round-{round}-{}", event.id),
            What::Occasion(occasion) => occasion.id.to_string(),
        };
        self.entry(&uid, line, settings.time_zone, (revision, at));
        self.text("SUMMARY", &format!("{}, {}", line.title(), settings.name));
        self.venue(event);
        if let (What::Round(_), Some(minutes)) =
            (line.what, event.timetable().and_then(|it| it.default_minutes))
        {
            self.text("DESCRIPTION", &late(minutes));
        }
        self.line("END", "VEVENT");
    }

    fn venue(&mut self, event: &Event) {
        if let Some(venue) = &event.settings.venue {
            self.text("LOCATION", venue.as_str());
        }
    }

    /// The beginning of an entry: what it keeps when it is moved, how new it is, and when it takes place.
    fn entry(&mut self, uid: &str, line: &Line<'_>, zone: Tz, (revision, at): (u64, DateTime<Utc>)) {
        self.line("BEGIN", "VEVENT");
        self.line("UID", &format!("{uid}@tiger-arbiter"));
        self.line("DTSTAMP", &in_utc(at));
        self.line("LAST-MODIFIED", &in_utc(at));
        self.line("SEQUENCE", &revision.to_string());
        let moment = line.moment(zone);
        if zone == Tz::UTC {
            self.line("DTSTART", &in_utc(moment));
        } else {
            let shown = moment.with_timezone(&zone).naive_local();
            self.line(&format!("DTSTART;TZID={}", zone.name()), &local(shown));
        }
        if let Some(minutes) = line.minutes.filter(|minutes| *minutes > 0) {
            self.line("DURATION", &format!("PT{minutes}M"));
        }
    }

    /// The offsets of a zone from the first of these moments to the last.
    fn zone(&mut self, zone: Tz, first: DateTime<Utc>, last: DateTime<Utc>) {
        self.line("BEGIN", "VTIMEZONE");
        self.line("TZID", zone.name());
        // A day around, so that a beginning counts from local hours on both sides of the first and the last.
        let (first, last) = (first - TimeDelta::days(1), last + TimeDelta::days(1));
        let begin = first.with_timezone(&zone).naive_local();
        self.observance(zone, first, (begin, offset(zone, first)));
        let mut at = first;
        while at < last {
            let next = at + TimeDelta::hours(1);
            if offset(zone, at) != offset(zone, next) {
                let change = change_between(zone, at, next);
                // The beginning is told by the clocks as they went before it.
                let before = offset(zone, at);
                let shown = change.naive_utc() + TimeDelta::seconds(before.into());
                self.observance(zone, change, (shown, before));
            }
            at = next;
        }
        self.line("END", "VTIMEZONE");
    }

    /// One offset: in force from a moment on, which clocks that still went by the offset before show so.
    fn observance(&mut self, zone: Tz, from: DateTime<Utc>, (shown, before): (NaiveDateTime, i32)) {
        let there = zone.offset_from_utc_datetime(&from.naive_utc());
        let kind = if there.dst_offset() == TimeDelta::zero() { "STANDARD" } else { "DAYLIGHT" };
        self.line("BEGIN", kind);
        self.line("DTSTART", &local(shown));
        self.line("TZOFFSETFROM", &offset_text(before));
        self.line("TZOFFSETTO", &offset_text(there.fix().local_minus_utc()));
        if let Some(name) = there.abbreviation() {
            self.text("TZNAME", name);
        }
        self.line("END", kind);
    }
}

fn late(minutes: u16) -> String {
    format!("Default time: {minutes} minutes. Who comes to the board later loses.")
}

/// Seconds that clocks of a zone are ahead of UTC at a moment.
fn offset(zone: Tz, at: DateTime<Utc>) -> i32 {
    zone.offset_from_utc_datetime(&at.naive_utc()).fix().local_minus_utc()
}

/// The second at which the offset changes, after one moment and at the latest at another.
fn change_between(zone: Tz, mut before: DateTime<Utc>, mut after: DateTime<Utc>) -> DateTime<Utc> {
    let old = offset(zone, before);
    while (after - before).num_seconds() > 1 {
        let middle = before + TimeDelta::seconds((after - before).num_seconds() / 2);
        if offset(zone, middle) == old {
            before = middle;
        } else {
            after = middle;
        }
    }
    after
}

fn offset_text(seconds: i32) -> String {
    let (sign, all) = (if seconds < 0 { '-' } else { '+' }, seconds.unsigned_abs());
    let (hours, minutes, rest) = (all / 3600, all / 60 % 60, all % 60);
    if rest == 0 {
        format!("{sign}{hours:02}{minutes:02}")
    } else {
        format!("{sign}{hours:02}{minutes:02}{rest:02}")
    }
}

fn local(time: NaiveDateTime) -> String {
    time.format("%Y%m%dT%H%M%S").to_string()
}

fn in_utc(at: DateTime<Utc>) -> String {
    at.format("%Y%m%dT%H%M%SZ").to_string()
}

/// A text as a value (section 3.3.11).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Writes a line, folded between characters where it is too long (section 3.1).
fn fold(line: &str, out: &mut String) {
    let mut room = LINE;
    for c in line.chars() {
        if c.len_utf8() > room {
            out.push_str("\r\n ");
            room = LINE - 1;
        }
        room -= c.len_utf8();
        out.push(c);
    }
    out.push_str("\r\n");
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
    use chrono_tz::{TZ_VARIANTS, Tz};
    use proptest::prelude::*;
    use tiger_event::local_time::moments;

    use super::{Calendar, LINE, escaped, fold, local};

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
        let number =
            |range: std::ops::Range<usize>| text.get(range).map_or(0, |it| it.parse::<i64>().unwrap());
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
}
