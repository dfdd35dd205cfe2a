//! The event as a FIDE report file (TRF26), for other programs and federations.
//!
//! The format is that of chess; what these games are, and that nothing here is a rated game of chess, is said in
//! comments.

use std::collections::BTreeMap;

use tiger_event::file_records::InFull;
use tiger_event::tournament::{
    GAME_COMMENT, PLAYERS_COMMENT, SETTINGS_COMMENT, TIE_COMMENT, pairing_bye, pairing_number,
};
use tiger_event::{
    ByeKind, Entry, EntryDetails, Event, FileRecords, Format, Game, Label, RoundNumber, Settings, StaffRole,
};
use tiger_pairing::Round;
use tiger_pairing::trf::{LaterBye, OtherLine, Person, Place, Report, Version};

use crate::error::{AppError, Result};
use crate::publish::Issue;

/// The file of what is published. Byes that players have asked for in coming rounds are theirs and the arbiters' affair
/// until the round is paired: the public file cannot have them, and says so. Nor has it anybody's birth date.
pub(super) fn report(issue: &Issue) -> Result<String> {
    let report = told(issue, &issue.event, what_is_played(&issue.event))?;
    Ok(tiger_pairing::trf::write(&report, Version::Trf26))
}

/// The file for arbiters: published rounds, byes and withdrawals of the rounds to come, and all that is known of the
/// players.
pub fn report_for_arbiters(event: &Event) -> Result<String> {
    let words = format!("{} For the arbiters: it has birth dates and the byes asked for.", game_words(event));
    let mut report = told(&Issue::preview(event), event, words)?;
    report.other_lines.extend(event.settings.file.other_lines());
    Ok(tiger_pairing::trf::write(&report, Version::Trf26))
}

/// `told` says who plays, and when; rounds and standings are those of the issue.
fn told(issue: &Issue, told: &Event, words: String) -> Result<Report> {
    let event = &issue.event;
    let mut tournament = event.tournament(None).map_err(AppError::internal)?;
    tournament.settings.initial_side = told.first_side;
    if is_paired_on(event) {
        // Whoever pairs the next round from the file counts an adjourned game as the event does.
        tournament.settings.points.adjourned = tournament.settings.points.draw;
    }
    let mut report = Report {
        tournament,
        people: told
            .entries_by_number()
            .into_iter()
            .filter_map(|entry| Some((pairing_number(entry)?, person(entry))))
            .collect(),
        later_byes: away(told),
        other_lines: [Some(words), Some(own_settings(&event.settings)?), players_in_full(told)?]
            .into_iter()
            .flatten()
            .map(|text| OtherLine { place: Place::Before, text })
            .collect(),
        header: event.settings.file.header(),
    };
    let settings = &event.settings;
    let day = |date: chrono::NaiveDate| date.format("%Y/%m/%d").to_string();
    report.header.name = settings.name.to_string();
    report.header.city = settings.venue.as_ref().map(ToString::to_string).unwrap_or_default();
    report.header.start_date = day(settings.starts_on);
    report.header.end_date = day(settings.ends_on);
    report.header.program = format!("Tiger Arbiter {}", env!("CARGO_PKG_VERSION"));
    let arbiters = |role| {
        let members = event.staff.values().filter(move |member| member.role == role);
        members.map(|member| member.name.to_string())
    };
    if report.header.chief_arbiter.is_empty() {
        report.header.chief_arbiter = arbiters(StaffRole::Chief).collect::<Vec<_>>().join("; ");
        report.header.deputies.extend(arbiters(StaffRole::Arbiter));
    }
    // Where the bracket ranks, tie-breaks have nothing to decide, and are not named.
    if !settings.format.has_bracket() {
        report.set_tie_breaks(&settings.tie_breaks);
    }
    let standings = issue.standings(None)?;
    for line in &standings.lines {
        report.people.entry(line.row.player).or_default().rank = Some(line.row.rank);
    }
    // The format has no record for them, and whoever reckons the ranks again has to know.
    report.other_lines.extend(standings.settled.iter().map(|tie| {
        let text = format!("{TIE_COMMENT}{}", tie.told(event));
        OtherLine { place: Place::Before, text }
    }));
    Ok(report)
}

/// What the format has no records for, in a comment, so that an import gives the same event.
fn own_settings(settings: &Settings) -> Result<String> {
    let settings = Settings { file: FileRecords::default(), ..settings.clone() };
    Ok(SETTINGS_COMMENT.to_owned() + &serde_json::to_string(&settings).map_err(AppError::internal)?)
}

/// What the players' lines have no room for, in a comment; none where they hold everything.
fn players_in_full(event: &Event) -> Result<Option<String>> {
    let in_full = |entry: &Entry| {
        let EntryDetails { name, federation, .. } = &entry.details;
        let federation = federation.clone().filter(|it| InFull::code(it).is_none());
        let is_long = name.as_str().chars().count() > InFull::NAME;
        (is_long || federation.is_some()).then(|| (entry.number, InFull { name: name.clone(), federation }))
    };
    let players: BTreeMap<_, _> = event.entries.values().filter_map(in_full).collect();
    if players.is_empty() {
        return Ok(None);
    }
    Ok(Some(PLAYERS_COMMENT.to_owned() + &serde_json::to_string(&players).map_err(AppError::internal)?))
}

fn what_is_played(event: &Event) -> String {
    let byes = if event.published_rounds() < event.planned_rounds() {
        " Byes asked for in coming rounds are not public; who has left or comes later is in records 240."
    } else {
        ""
    };
    game_words(event) + byes
}

fn game_words(event: &Event) -> String {
    let game = event.settings.game.name();
    let is_unfinished = |game: &Game| game.adjourned.is_some() && game.result.is_none();
    let adjourned = if is_paired_on(event) && event.games.values().any(is_unfinished) {
        " An adjourned game (?) counts as drawn until it is finished, as the next round is paired."
    } else {
        ""
    };
    format!(
        "{GAME_COMMENT}{game}. White is the side that moves first. No game of this event is a rated game of chess.{adjourned}"
    )
}

/// Whether another round is paired by the points.
fn is_paired_on(event: &Event) -> bool {
    event.settings.format == Format::Swiss && event.published_rounds() < event.planned_rounds()
}

/// Who is not to be paired in the rounds to come, so that another program does not pair them: those who have left, those
/// who come later, and, as far as the event shown has them, those who asked for a bye.
fn away(event: &Event) -> Vec<LaterBye> {
    let has_bracket = event.settings.format.has_bracket();
    let coming = event.published_rounds() + 1..=event.planned_rounds();
    let absence = |entry: &Entry, round: RoundNumber| {
        let kind = entry.byes.get(&round).copied();
        // A bye of a bracket is the bracket's own.
        let kind = if entry.is_in(round) { kind.filter(|_| !has_bracket)? } else { ByeKind::ZeroPoint };
        let (round, player) = (Round::new(u32::from(round))?, pairing_number(entry)?);
        Some(LaterBye { round, player, bye: pairing_bye(kind) })
    };
    let entries = event.entries_by_number();
    coming
        .flat_map(|round| entries.iter().filter_map(move |entry| absence(entry, round)).collect::<Vec<_>>())
        .collect()
}

/// A federation goes into the line only as the three letters that it has room for.
fn person(entry: &Entry) -> Person {
    let details = &entry.details;
    let text = |label: &Option<Label>| label.as_ref().map(ToString::to_string).unwrap_or_default();
    let identity = &details.identity;
    Person {
        name: details.name.to_string(),
        federation: details.federation.as_ref().and_then(InFull::code).unwrap_or_default(),
        fide_id: text(&identity.fide_id),
        title: text(&identity.title),
        sex: text(&identity.sex),
        birth_date: identity.reported_birth(),
        ..Person::default()
    }
}
