//! The settings that a file gives, or that follow from it.

use chrono::{Datelike, NaiveDate};
use tiger_event::tournament::{SETTINGS_COMMENT, point_table};
use tiger_event::{
    ByePolicy, EventName, FileRecords, Format, KnockoutRules, Label, Points, RoundNumber, Settings,
    local_time,
};
use tiger_pairing::tiebreak::parse_list;
use tiger_pairing::trf::Report;
use tiger_pairing::{Acceleration, Bye, Entry, PointTable, Round, System, Tournament};
use tiger_rules::{ClockSettings, EventTable, GameKind, GamePoints, PointsTable};

use super::mistakes::Places;
use super::{Choices, FileMistake, Newcomer};

/// Where a record's value begins.
const VALUE_COLUMN: usize = 5;

pub(super) fn of(
    report: &Report,
    choices: &Choices,
    game: GameKind,
    people: &[Newcomer],
    places: &Places,
    mistakes: &mut Vec<FileMistake>,
) -> Option<Settings> {
    let header = &report.header;
    let mut wrong = |records: &[&str], sentence: String| {
        let line = places.record(records);
        mistakes.push(FileMistake::new(line, if line == 1 { 1 } else { VALUE_COLUMN }, sentence));
    };
    let name = if header.name.trim().is_empty() { "Imported event" } else { header.name.trim() };
    let name = EventName::parse(name)
        .map_err(|error| wrong(&["012"], format!("Name of the event (012): {error}")))
        .ok();
    let venue = Label::parse_optional(&header.city)
        .map_err(|error| wrong(&["022"], format!("Place (022): {error}")))
        .ok();
    let mut day = |name: &str, record: &str, text: &str| match text.trim() {
        "" => None,
        text => date(text).filter(|day| local_time::is_meant(*day)).or_else(|| {
            wrong(&[record], format!("{name} ({record}): {}", no_date(text)));
            None
        }),
    };
    let first = day("First day", "042", &header.start_date);
    let last = day("Last day", "052", &header.end_date);
    let starts_on = first.or(last).unwrap_or(choices.today);
    let ends_on = last.filter(|day| *day >= starts_on).unwrap_or(starts_on);
    let table = &report.tournament.settings.points;
    let mut worth = |what: &str, points: Points| {
        let sentence = || format!("A {what} is worth {points} points; here no result takes points away.");
        u32::try_from(points.halves()).map_err(|_| wrong(&["162", "BBW"], sentence())).ok()
    };
    let (win, draw, loss) = (worth("win", table.win), worth("draw", table.draw), worth("loss", table.loss));
    let rounds = rounds(report);
    if rounds > Settings::MOST_ROUNDS {
        wrong(
            &["142", "XXR"],
            format!("The file has {rounds} rounds; an event has at most {}.", Settings::MOST_ROUNDS),
        );
    }
    let format = choices.format.or_else(|| format(report));
    let system = report.system_name();
    if report.is_of_teams() {
        let sentence = format!(
            "This is the file of a team event ({system}): only events of single players can be imported."
        );
        wrong(&["192", "092"], sentence);
    } else if format.is_none() {
        let sentence = format!(
            "The file’s pairing system, “{system}”, is not known here. Choose how rounds are paired; free pairing keeps the rounds as they are."
        );
        wrong(&["192", "092"], sentence);
    }
    let format = format?;
    let is_accelerated = format == Format::Swiss
        && matches!(report.tournament.settings.acceleration, Acceleration::Baku { .. });
    let game_points = GamePoints::from_halves;
    let settings = Settings {
        name: name?,
        room: None,
        venue: venue?,
        starts_on,
        ends_on,
        time_zone: chrono_tz::UTC,
        game,
        format,
        rounds,
        clock: ClockSettings::standard(game),
        tie_breaks: if names_tie_breaks(report) {
            report.tie_breaks()
        } else {
            parse_list(format.usual_tie_breaks(game))
        }
        .unwrap_or_default(),
        points: PointsTable::Event(EventTable {
            win: game_points(win?),
            draw: game_points(draw?),
            loss: game_points(loss?),
        }),
        byes: ByePolicy {
            full: table.pairing_allocated_bye,
            half: table.half_point_bye,
            half_byes_allowed: half_byes(report),
            full_point: Some(table.full_point_bye).filter(|points| *points != table.pairing_allocated_bye),
        },
        nominal_counts: report.tournament.settings.nominal_points_count,
        players_report: true,
        players_check_in: false,
        players_choose: false,
        legal_moves: tiger_event::legal_moves::LegalMoves::default(),
        live_delay: None,
        own_ratings: false,
        first_board: 1,
        is_accelerated,
        knockout: KnockoutRules::default(),
        board_file: None,
        file: records(report, people),
    };
    let settings = with_own(settings, report, choices);
    settings.check().map_err(|refusal| wrong(&[], refusal.to_string())).ok()?;
    Some(settings)
}

/// Whether the file says what breaks ties; that nothing does, an event without tie-breaks says by naming the points alone.
pub(super) fn names_tie_breaks(report: &Report) -> bool {
    [&report.header.tie_breaks, &report.header.order].iter().any(|it| !it.is_empty())
}

/// What the file says and the settings have no other place for.
fn records(report: &Report, people: &[Newcomer]) -> FileRecords {
    let mut records = FileRecords::of(report);
    if records.unknown() > FileRecords::MOST_UNKNOWN {
        records.lines.clear();
    }
    if let Acceleration::Listed(lists) = &report.tournament.settings.acceleration {
        let listed = |person: &Newcomer| Some((person.id, lists.get(&person.number)?.clone()));
        records.virtual_points = people.iter().filter_map(listed).collect();
    }
    records
}

/// The settings that a file of this program holds, if it holds any; the inner none: they cannot be read.
pub(super) fn own(report: &Report) -> Option<Option<Settings>> {
    let json = report.other_lines.iter().find_map(|line| line.text.strip_prefix(SETTINGS_COMMENT))?;
    Some(serde_json::from_str(json).ok())
}

/// The settings that a file of this program holds beside its records, if it is still of the same event: what records say,
/// which another program may have changed, goes before them.
fn with_own(said: Settings, report: &Report, choices: &Choices) -> Settings {
    let Some(own) = own(report).flatten().filter(|own| own.game == said.game && choices.format.is_none())
    else {
        return said;
    };
    let is_accelerated = said.is_accelerated || own.is_accelerated && lists_bakus_points(&report.tournament);
    let (points, byes) = match has_points_of(report, &own) {
        true => (own.points, own.byes),
        false => (said.points, said.byes),
    };
    let mut file = said.file;
    if is_accelerated {
        file.virtual_points.clear();
    }
    Settings {
        name: said.name,
        venue: said.venue,
        starts_on: said.starts_on,
        ends_on: said.ends_on,
        format: said.format,
        rounds: said.rounds,
        tie_breaks: if names_tie_breaks(report) { said.tie_breaks } else { own.tie_breaks },
        nominal_counts: said.nominal_counts,
        points,
        byes,
        is_accelerated,
        file,
        ..own
    }
}

/// Whether a file gives the points that an event of these settings writes into it.
pub(super) fn has_points_of(report: &Report, settings: &Settings) -> bool {
    let written = PointTable { adjourned: Points::ZERO, ..report.tournament.settings.points };
    written == point_table(settings)
}

/// Whether the virtual points of a file are those of Baku's method: they are written out where the points are not usual.
fn lists_bakus_points(listed: &Tournament) -> bool {
    let upper_half = 2 * listed.players().len().div_ceil(4);
    let Some(last) = listed.players().take(upper_half).next_back() else { return false };
    let mut by_baku = listed.clone();
    by_baku.settings.acceleration = Acceleration::Baku { last_of_group_a: last.number };
    let agree = |round| {
        let points =
            |of: &Tournament| of.players().map(|it| of.virtual_points(it.number, round)).collect::<Vec<_>>();
        points(listed) == points(&by_baku)
    };
    (1..=listed.settings.rounds).filter_map(Round::new).all(agree)
}

/// A date as people write it: year, month, day or the other way round, or with the month in English, the year in full.
pub fn date(text: &str) -> Option<NaiveDate> {
    let in_words =
        ["%B %d, %Y", "%d %B %Y"].iter().find_map(|form| NaiveDate::parse_from_str(text, form).ok());
    if let Some(date) = in_words {
        return Some(date).filter(|date| date.year() >= 1000);
    }
    let parts: Vec<&str> = text.split(['/', '-', '.']).map(str::trim).collect();
    let (year, month, day) = match parts[..] {
        [year, month, day] if year.len() == 4 => (year, month, day),
        [day, month, year] if year.len() == 4 => (year, month, day),
        _ => return None,
    };
    NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
}

/// What is wrong with a date that cannot be read.
fn no_date(text: &str) -> String {
    if date(text).is_some() {
        return format!("“{text}” lies too far away; years go from 1900 to 2199.");
    }
    let parts: Vec<&str> = text.split(['/', '-', '.']).collect();
    let is_short =
        matches!(parts[..], [_, _, _]) && parts.iter().all(|part| (1..=2).contains(&part.trim().len()));
    if is_short {
        format!(
            "“{text}” can be read in more than one way; write the year with four figures, as in 2026/11/22."
        )
    } else {
        format!("“{text}” is no date; dates are written 2026/11/22.")
    }
}

/// The rounds that are planned, and at least those that are there.
fn rounds(report: &Report) -> RoundNumber {
    let paired = report.tournament.next_round().get() - 1;
    let later = report.later_byes.iter().map(|bye| bye.round.get()).max().unwrap_or(0);
    let cells = report.tournament.players().map(|player| player.cells.len()).max().unwrap_or(0);
    let cells = u32::try_from(cells).unwrap_or(u32::MAX);
    let rounds = report.tournament.settings.rounds.max(paired).max(later).max(cells).max(1);
    RoundNumber::try_from(rounds).unwrap_or(RoundNumber::MAX)
}

fn half_byes(report: &Report) -> u8 {
    let of_player = report.tournament.players().map(|player| {
        let is_half = |bye: Bye| bye == Bye::HalfPoint;
        let played = player.cells.iter().filter(|cell| matches!(cell.entry, Entry::Bye(bye) if is_half(bye)));
        let later = report.later_byes.iter().filter(|bye| bye.player == player.number && is_half(bye.bye));
        played.count() + later.count()
    });
    u8::try_from(of_player.max().unwrap_or(0).max(1)).unwrap_or(u8::MAX)
}

/// The format that the file names, if it is known here. Brackets cannot be read from a report file, so that knockouts
/// and matches become rounds paired by hand.
pub fn format(report: &Report) -> Option<Format> {
    Some(match report.tournament.settings.system {
        System::Dutch => Format::Swiss,
        System::RoundRobin { cycles: 2.. } => Format::DoubleRoundRobin,
        System::RoundRobin { .. } => Format::RoundRobin,
        System::Knockout | System::Match | System::Free => Format::Free,
        System::Other => return None,
    })
}
