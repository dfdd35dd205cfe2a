//! Writing a report file.

mod player;
mod settings;

use super::report::{Header, Place, Report};

/// The version of the format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// TRF16, settings by the pairing engines' codes.
    Trf16,
    /// TRF26.
    Trf26,
}

/// Writes a report. Points and counts are computed; unknown lines stand where they stood. Lines end in CR LF, as the
/// format asks for the one and programs for the other. The format has room for numbers and ratings up to 9999.
#[must_use]
pub fn write(report: &Report, version: Version) -> String {
    let mut lines = header(report, version);
    lines.extend(others(report, Place::Before));
    lines.extend(settings::of_the_event(report, version));
    let next = report.tournament.next_round();
    for (index, player) in report.tournament.players().enumerate() {
        if index > 0 {
            lines.extend(others(report, Place::Among(index)));
        }
        lines.push(player::line(report, player, next));
    }
    lines.extend(settings::of_players(report, version));
    lines.extend(others(report, Place::After));
    lines.iter().flat_map(|line| [line.as_str(), "\r\n"]).collect()
}

/// A text that stays on its line.
fn on_one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

fn others(report: &Report, place: Place) -> impl Iterator<Item = String> {
    report.other_lines.iter().filter(move |line| line.place == place).map(|line| on_one_line(&line.text))
}

/// The event's own records; empty ones are left out.
fn header(report: &Report, version: Version) -> Vec<String> {
    let Header { name, city, federation, start_date, end_date, teams, kind, chief_arbiter, .. } =
        &report.header;
    let players = report.tournament.players();
    let rated = report.tournament.players().filter(|player| player.rating.is_some()).count();
    let mut records = vec![
        ("012", name.clone()),
        ("022", city.clone()),
        ("032", federation.clone()),
        ("042", start_date.clone()),
        ("052", end_date.clone()),
        ("062", players.len().to_string()),
        ("072", rated.to_string()),
        ("082", teams.clone()),
        ("092", settings::kind(report, kind, version)),
        ("102", chief_arbiter.clone()),
    ];
    records.extend(report.header.deputies.iter().map(|deputy| ("112", deputy.clone())));
    records.push(("122", report.header.time_control.clone()));
    if version == Version::Trf26 {
        records.extend([
            ("172", report.header.seeding.clone()),
            ("182", report.header.program.clone()),
            ("202", report.header.tie_breaks.clone()),
            ("212", report.header.order.clone()),
            ("222", report.header.time_code.clone()),
        ]);
    }
    let mut lines: Vec<String> = records
        .into_iter()
        .filter(|(code, text)| !text.is_empty() || *code == "112")
        .map(|(code, text)| format!("{code} {}", on_one_line(text.trim())).trim_end().to_owned())
        .collect();
    if !report.header.round_dates.is_empty() {
        let dates: Vec<String> = report.header.round_dates.iter().map(|date| format!("{date:<8}")).collect();
        lines.push(on_one_line(format!("{:<91}{}", "132", dates.join("  ")).trim_end()));
    }
    lines
}
