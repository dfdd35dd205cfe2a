//! What a file says and an event cannot hold, said plainly.

use tiger_event::text::count;
use tiger_event::tournament::{GAME_COMMENT, point_table};
use tiger_event::{FileRecords, Settings};
use tiger_pairing::trf::{Disagreement, Report, disagreements};
use tiger_pairing::{Acceleration, Cell, Edition, Entry, GameResult, PointTable, System};
use tiger_rules::{ClockSettings, GameKind};

use super::Choices;

/// The game that a file of this program names.
pub(super) fn game_of(report: &Report) -> Option<GameKind> {
    let said = report.other_lines.iter().find_map(|line| line.text.strip_prefix(GAME_COMMENT))?;
    GameKind::ALL.into_iter().find(|game| said.starts_with(&format!("{}.", game.name())))
}

/// How many lines that nobody understands are shown, and how many players whose points are not those of their results.
const MOST_LINES: usize = 8;

pub(super) fn of(report: &Report, text: &str, settings: &Settings, choices: &Choices) -> Vec<String> {
    let mut notes = vec![
        "How games ended is not in the file: every result is entered as decided by the Arbiter, with the points of the file.".to_owned(),
        "Boards have no numbers in the file: they are put in the order of the players’ points.".to_owned(),
    ];
    of_header(report, settings, &mut notes);
    if (1..).zip(report.tournament.players()).any(|(wanted, player)| player.number.get() != wanted) {
        let sentence =
            "The players’ numbers have gaps in the file: here they are numbered anew, in the same order.";
        notes.push(sentence.to_owned());
    }
    notes.push("Report files hold no clubs, national IDs, fees and notes: they are entered again, or read from a list.".to_owned());
    of_size(report, text, settings, &mut notes);
    of_pairing(report, settings, choices, &mut notes);
    of_table(report, settings, &mut notes);
    of_points(report, &mut notes);
    let of_game = report.other_lines.iter().filter_map(|line| line.text.strip_prefix(GAME_COMMENT));
    let another = of_game.clone().find(|said| !said.starts_with(&format!("{}.", settings.game.name())));
    if let Some(said) = another {
        let said = said.split('.').next().unwrap_or(said);
        notes.push(format!("The file is of {said}; you chose {}.", settings.game));
    }
    of_lines(&FileRecords::of(report), settings, &mut notes);
    notes
}

/// What of the players cannot be read, and nobody can mend but in the file or by hand.
pub(super) fn of_left_out(left_out: &[String]) -> Option<String> {
    (!left_out.is_empty()).then(|| format!("Left out, as it cannot be read: {}.", named(left_out)))
}

/// The first of many.
pub(super) fn named(all: &[String]) -> String {
    let more = if all.len() > MOST_LINES { " and others" } else { "" };
    all.iter().take(MOST_LINES).map(String::as_str).collect::<Vec<_>>().join(", ") + more
}

/// Lines that are kept without being understood.
fn of_lines(file: &FileRecords, settings: &Settings, notes: &mut Vec<String>) {
    let lines = file.lines.iter().map(|line| line.text.trim()).filter(|line| !line.is_empty());
    let lines: Vec<_> = lines.map(|line| format!("“{line}”")).collect();
    if lines.is_empty() {
        return;
    }
    let fate = if settings.file.lines.is_empty() {
        "are too many and left out"
    } else {
        "come back in the arbiters’ report file only"
    };
    notes.push(format!("Lines that this program does not know {fate}: {}.", named(&lines)));
}

/// Players and rounds that are stated, and are not those that the file has.
fn of_size(report: &Report, text: &str, settings: &Settings, notes: &mut Vec<String>) {
    let players = report.tournament.players().len();
    let stated = text
        .lines()
        .find_map(|line| line.strip_prefix("062")?.split_whitespace().next()?.parse::<usize>().ok());
    if let Some(stated) = stated.filter(|stated| *stated != players) {
        notes.push(format!(
            "The file says that it has {} (062), and has {players}: look whether all of it is there.",
            count(stated, "player", "players")
        ));
    }
    let rounds = report.tournament.settings.rounds;
    if rounds > 0 && rounds < u32::from(settings.rounds) {
        notes.push(format!(
            "The file says that there are {rounds} rounds, and speaks of round {}: the event has {}.",
            settings.rounds, settings.rounds
        ));
    }
}

/// Points by which the file counts, and the event does not.
fn of_table(report: &Report, settings: &Settings, notes: &mut Vec<String>) {
    let (said, here) = (&report.tournament.settings.points, point_table(settings));
    let shown = |table: &PointTable| {
        format!(
            "a win by forfeit {}, who is absent {}, a zero-point bye {}",
            table.forfeit_win, table.forfeit_loss, table.zero_point_bye
        )
    };
    let parts = |table: &PointTable| (table.forfeit_win, table.forfeit_loss, table.zero_point_bye);
    if parts(said) != parts(&here) {
        notes.push(format!("In the file {}; here {}.", shown(said), shown(&here)));
    }
    let own = super::settings::own(report).flatten();
    if own.is_some_and(|own| own.game == settings.game && !super::settings::has_points_of(report, &own)) {
        let sentence = "The points in the file are other ones than the settings that this program wrote into it: the points of its records count.";
        notes.push(sentence.to_owned());
    }
}

/// Points that are stated, and are not what the results come to.
fn of_points(report: &Report, notes: &mut Vec<String>) {
    let differing = disagreements(report);
    if differing.is_empty() {
        return;
    }
    let told = |of: &Disagreement| {
        let name = report.people.get(&of.player).map_or("", |person| person.name.trim());
        format!("{name} ({} stated, {} counted)", of.stated, of.computed)
    };
    let told: Vec<_> = differing.iter().take(MOST_LINES).map(told).collect();
    let more = if differing.len() > MOST_LINES { "; and others" } else { "" };
    notes.push(format!(
        "The file states other points than its results give, which are those that count: {}{more}.",
        told.join("; ")
    ));
}

fn of_header(report: &Report, settings: &Settings, notes: &mut Vec<String>) {
    let header = &report.header;
    if header.name.trim().is_empty() {
        notes.push(format!("The file names no event: it is called “{}” for now.", settings.name));
    }
    if header.start_date.trim().is_empty() {
        notes.push(match header.end_date.trim() {
            "" => format!("The file gives no dates: the event is put on {}.", settings.starts_on),
            _ => {
                format!("The file gives no first day: the event is put on its last, {}.", settings.starts_on)
            }
        });
    }
    let last = super::settings::date(header.end_date.trim());
    if let Some(last) = last.filter(|last| *last < settings.starts_on) {
        notes.push(format!(
            "The last day of the file ({last}) is before the first ({}): the event ends on its first day.",
            settings.starts_on
        ));
    }
    if super::settings::own(report).is_some_and(|own| own.is_none()) {
        let sentence = "The file holds settings of this program that cannot be read: they are left out, and those that the other lines give are taken.";
        notes.push(sentence.to_owned());
    }
    let mut kept = Vec::new();
    let mut note = |what: &str, text: &str| {
        if !text.trim().is_empty() {
            kept.push(format!("{what} ({})", text.trim()));
        }
    };
    note("the federation", &header.federation);
    note("the chief arbiter", &header.chief_arbiter);
    note("the deputies", &header.deputies.join("; "));
    note("the rounds’ dates", &header.round_dates.join(" "));
    note("the seeding", &header.seeding);
    if header.teams.trim() != "0" {
        note("the number of teams", &header.teams);
    }
    if !kept.is_empty() {
        notes.push(format!(
            "Kept for report files, and without effect here: {}. You become the chief arbiter.",
            kept.join(", ")
        ));
    }
    let is_standard = settings.clock == ClockSettings::standard(settings.game);
    if header.time_control.trim().is_empty() && header.time_code.trim().is_empty() {
        if is_standard {
            notes.push(format!("The clock is set to the standard of {}.", settings.game));
        }
    } else if is_standard {
        notes.push(format!(
            "The clock of the file ({}) is in words: it is set to the standard of {}; change it in the settings.",
            header.time_control.trim(),
            settings.game
        ));
    }
    if !super::settings::names_tie_breaks(report) && !settings.tie_breaks.is_empty() {
        let codes: Vec<_> = settings.tie_breaks.iter().map(ToString::to_string).collect();
        let codes = codes.join(", ");
        notes.push(format!(
            "The file names no tie-breaks: they are set to {codes}; change them in the settings."
        ));
    }
    if let Err(error) = report.tie_breaks() {
        notes.push(format!("The tie-breaks are left out: {error}."));
    }
}

fn of_pairing(report: &Report, settings: &Settings, choices: &Choices, notes: &mut Vec<String>) {
    let mut note = |sentence: &str| notes.push(sentence.to_owned());
    let pairing = &report.tournament.settings;
    let system = super::settings::format(report);
    if choices.format.is_none() && matches!(pairing.system, System::Knockout | System::Match) {
        note("A bracket cannot be read from a report file: the rounds are taken as paired by hand.");
    }
    if choices.format.is_some_and(|format| Some(format) != system) {
        let said = system.map_or(report.system_name(), |format| format.title());
        note(&format!("You chose {}; the file says {said}.", settings.format.title()));
    }
    match &pairing.acceleration {
        Acceleration::Listed(lists) if !lists.is_empty() => {
            note("Rounds are paired with the virtual points that the file lists.");
        }
        Acceleration::Baku { .. } if !settings.is_accelerated => {
            note("Only a Swiss event is accelerated: the acceleration is left out.");
        }
        _ => {}
    }
    if pairing.tie_breaks.edition == Edition::August2024 {
        note("The file counts tie-breaks by the edition of August 2024; here that of March 2026 is used.");
    }
    if pairing.tie_breaks.rating_of_unrated.is_some() {
        note("What unrated players count as in rating tie-breaks is left out.");
    }
    let cells = || report.tournament.players().flat_map(|player| &player.cells);
    if cells().any(|cell| matches!(cell.entry, Entry::Game { rated: false, .. })) {
        note("Games that are not rated (W, D, L) become ordinary games.");
    }
    if cells().any(|cell| cell.award.is_some_and(|award| award.grade > 0)) {
        note("Greater victories are not carried over; their points are.");
    }
    let is_adjourned = |cell: &Cell| matches!(cell.entry, Entry::Game { result: GameResult::Adjourned, .. });
    if cells().any(is_adjourned) {
        note(
            "An adjourned game is worth nothing here until it is finished; rounds are paired as if it were drawn.",
        );
    }
    let is_odd = |cell: &Cell| match cell.entry {
        Entry::Forfeit { .. } | Entry::Bye(_) => cell.award.is_some(),
        Entry::Game { result: GameResult::Open | GameResult::Adjourned, .. } => cell.award.is_some(),
        _ => false,
    };
    if cells().any(is_odd) {
        note("Points of single forfeits and byes are counted by the event’s table.");
    }
}
