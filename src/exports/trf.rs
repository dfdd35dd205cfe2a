//! The event as a FIDE report file (TRF26), for other programs and federations.
//!
//! The format is that of chess; what these games are, and that nothing here is a rated game of chess, is said in
//! comments.

use tiger_pairing::standings::standings_after;
use tiger_pairing::trf::{OtherLine, Person, Place, Report, Version};

use crate::domain::entry::Entry;
use crate::domain::event::Event;
use crate::domain::tournament::pairing_number;
use crate::error::AppError;
use crate::publish::Issue;

/// The file of what is published.
pub(super) fn report(issue: &Issue) -> Result<String, AppError> {
    let event = &issue.event;
    let mut report = Report {
        tournament: event.tournament(None).map_err(AppError::internal)?,
        people: event
            .entries_by_number()
            .into_iter()
            .filter_map(|entry| Some((pairing_number(entry)?, person(entry))))
            .collect(),
        other_lines: vec![OtherLine { place: Place::Before, text: what_is_played(event) }],
        ..Report::default()
    };
    let settings = &event.settings;
    let day = |date: chrono::NaiveDate| date.format("%Y/%m/%d").to_string();
    report.header.name = settings.name.to_string();
    report.header.city = settings.venue.as_ref().map(ToString::to_string).unwrap_or_default();
    report.header.start_date = day(settings.starts_on);
    report.header.end_date = day(settings.ends_on);
    report.header.program = format!("Tiger Arbiter {}", env!("CARGO_PKG_VERSION"));
    report.set_tie_breaks(&settings.tie_breaks);
    let rounds = u32::from(event.published_rounds());
    if settings.format.has_bracket() {
        for line in &issue.standings(None)?.lines {
            report.people.entry(line.row.player).or_default().rank = Some(line.row.rank);
        }
    } else {
        report.set_ranks(&standings_after(&report.tournament, rounds, &settings.tie_breaks));
    }
    Ok(tiger_pairing::trf::write(&report, Version::Trf26))
}

fn what_is_played(event: &Event) -> String {
    let game = event.settings.game.name();
    format!(
        "### Game: {game}. White is the side that moves first. No game of this event is a rated game of chess."
    )
}

/// A federation goes into the file only as the three letters that it has room for.
fn person(entry: &Entry) -> Person {
    let details = &entry.details;
    let federation = details.federation.as_ref().map(|federation| federation.to_string().to_uppercase());
    let is_code = |code: &String| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    Person {
        name: details.name.to_string(),
        federation: federation.filter(is_code).unwrap_or_default(),
        ..Person::default()
    }
}
