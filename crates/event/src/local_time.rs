//! Times as clocks on a wall show them.

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

/// What is said of a year that nobody can mean.
pub const NO_YEAR: &str = "Write a year from 1900 to 2199.";

/// Whether somebody can mean this day. A slip of the hand would age everybody's ratings, or end where no day can be added.
pub fn is_meant(day: NaiveDate) -> bool {
    (1900..=2199).contains(&day.year())
}

/// The first and the last moment at which clocks of a zone show a time: two where they go through an hour twice. Of a time
/// that they leap over, the moment an hour later.
pub fn moments(shown: NaiveDateTime, zone: Tz) -> [DateTime<Utc>; 2] {
    let at = |time| zone.from_local_datetime(&time);
    // At the end of all years there is no hour after.
    let later = || shown.checked_add_signed(TimeDelta::hours(1)).map(at)?.latest();
    let (first, last) = (at(shown).earliest().or_else(later), at(shown).latest().or_else(later));
    [first, last].map(|moment| moment.map_or_else(|| shown.and_utc(), |moment| moment.to_utc()))
}

/// A day as browsers send it.
///
/// # Errors
/// A sentence that says how to write it.
pub fn read_day(text: &str) -> Result<NaiveDate, &'static str> {
    let read = NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d");
    let day = read.map_err(|_| "Write a day as year-month-day, such as 2026-11-21.")?;
    if is_meant(day) { Ok(day) } else { Err(NO_YEAR) }
}

/// A time that the clocks of a zone show, as browsers send it, with seconds or without; typed by hand it may have a blank in
/// the middle.
///
/// # Errors
/// A sentence that says how to write it, or that the clocks leap over it.
pub fn read(text: &str, zone: Tz) -> Result<NaiveDateTime, String> {
    let text = text.trim().replacen(' ', "T", 1);
    let forms = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"];
    let read = forms.iter().find_map(|form| NaiveDateTime::parse_from_str(&text, form).ok());
    let shown = read.ok_or("Write a day and a time, such as 2026-11-21 18:00.")?;
    if !is_meant(shown.date()) {
        return Err(NO_YEAR.to_owned());
    }
    match zone.from_local_datetime(&shown).earliest() {
        Some(_) => Ok(shown),
        None => Err(format!(
            "The clocks are put forward then and never show this time: write {}.",
            shown.checked_add_signed(TimeDelta::hours(1)).map(in_words).unwrap_or_default()
        )),
    }
}

/// A time as a form shows it and takes it again.
pub fn typed(shown: NaiveDateTime) -> String {
    shown.format("%Y-%m-%dT%H:%M").to_string()
}

/// Day and time for people, such as `Saturday 21 November, 10:00`.
pub fn in_words(shown: NaiveDateTime) -> String {
    shown.format("%A %-d %B, %H:%M").to_string()
}
