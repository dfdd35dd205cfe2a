//! The timetable, and one player's games, as calendar files (RFC 5545).
//!
//! Times stand in the event's zone, whose offsets the file brings along (`VTIMEZONE`), so that calendars show the hours of
//! the hall. What is in it keeps its `UID` when it is moved, so that who took the file before sees it moved, not twice.

use chrono::{DateTime, NaiveDateTime, Offset, TimeDelta, TimeZone, Utc};
use chrono_tz::{OffsetComponents, OffsetName, Tz};
use tiger_event::Event;
use tiger_event::timetable::{Line, What};

use crate::error::{AppError, Result};
use crate::publish::Issue;

mod player;

pub(super) use player::player;

/// Octets of a line before it is folded, its end left out (section 3.1).
pub const LINE: usize = 75;

/// The calendar, for those to whom the event is public.
pub(super) fn timetable(issue: &Issue) -> Result<String> {
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
pub struct Calendar(pub String);

impl Calendar {
    /// A file with its head: its name, and the offsets of a zone from the first of these lines to the last.
    fn begun<'a>(name: &str, zone: Tz, lines: impl Iterator<Item = &'a Line<'a>> + Clone) -> Result<Self> {
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
    pub fn text(&mut self, name: &str, value: &str) {
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
    pub fn zone(&mut self, zone: Tz, first: DateTime<Utc>, last: DateTime<Utc>) {
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

pub fn local(time: NaiveDateTime) -> String {
    time.format("%Y%m%dT%H%M%S").to_string()
}

fn in_utc(at: DateTime<Utc>) -> String {
    at.format("%Y%m%dT%H%M%SZ").to_string()
}

/// A text as a value (section 3.3.11).
pub fn escaped(text: &str) -> String {
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
pub fn fold(line: &str, out: &mut String) {
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
