//! Tables for spreadsheets: UTF-8 with a mark, so that Excel reads the names right; points as decimals.

use tiger_event::roster::guarded;
use tiger_event::{Attendance, ByeKind, Entry, EntryId, Event};
use tiger_pairing::model::Entry as CellEntry;
use tiger_pairing::standings::CrossCell;
use tiger_pairing::{GameResult, Side};

use crate::error::{AppError, Result};
use crate::publish::Issue;
use crate::services::standings::{Line, Tally};

/// Tells spreadsheets that the file is UTF-8.
const MARK: &str = "\u{feff}";

/// Makes a file of lines of cells.
pub fn file(lines: impl IntoIterator<Item = Vec<String>>) -> Result<String> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .quote_style(csv::QuoteStyle::Always)
        .from_writer(Vec::new());
    for line in lines {
        writer.write_record(&line).map_err(AppError::internal)?;
    }
    let bytes = writer.into_inner().map_err(|error| AppError::internal(error.into_error()))?;
    Ok(format!("{MARK}{}", String::from_utf8(bytes).map_err(AppError::internal)?))
}

/// The names of the columns, from a text with a blank between them.
pub(super) fn head(names: &str) -> Vec<String> {
    names.split(' ').map(str::to_owned).collect()
}

/// A text that people typed; no spreadsheet takes it for a formula.
pub(super) fn text(text: &impl ToString) -> String {
    guarded(&text.to_string())
}

fn optional(value: Option<impl ToString>) -> String {
    value.map(|value| text(&value)).unwrap_or_default()
}

fn person(entry: &Entry) -> [String; 4] {
    let details = &entry.details;
    [
        text(&details.name),
        optional(details.club.as_ref()),
        optional(details.federation.as_ref()),
        optional(details.rating),
    ]
}

pub(super) fn players(issue: &Issue) -> Result<String> {
    let lines = issue.event.entries_by_number().into_iter().map(|entry| {
        let state = match entry.attendance {
            Attendance::Withdrawn { from_round, .. } => format!("withdrawn from round {from_round}"),
            Attendance::Expected | Attendance::Present => String::new(),
        };
        let number = [entry.number.to_string()];
        number.into_iter().chain(person(entry)).chain([entry.first_round.to_string(), state]).collect()
    });
    let names = head("number name club federation rating first_round state");
    file(std::iter::once(names).chain(lines))
}

/// What stands for the ending of a pair neither of whom is there: FIDE's sign for a loss by forfeit.
const LOST_BY_BOTH: &str = "-";

pub(super) fn pairings(issue: &Issue) -> Result<String> {
    let event = &issue.event;
    let mut lines = vec![head(
        "round board first_number first second_number second first_points second_points ending variation record",
    )];
    let has_bracket = event.settings.format.has_bracket();
    lines[0].extend(has_bracket.then(|| "stage".to_owned()));
    // Elsewhere no game is annulled.
    let can_annul = event.settings.format.is_round_robin();
    lines[0].extend(can_annul.then(|| "counts".to_owned()));
    let counts = |is_annulled: bool| can_annul.then(|| if is_annulled { "no" } else { "yes" }.to_owned());
    for round in &event.rounds {
        let stage = || has_bracket.then(|| event.stage_of_round(round.number));
        for game in event.games_of(round.number) {
            let result = game.result.as_ref();
            let points = |seat: usize| result.map(|result| result.points[seat].decimal()).unwrap_or_default();
            let mut line = vec![
                round.number.to_string(),
                event.board_number(game).to_string(),
                number(event, game.first),
                text(&event.name_of(game.first)),
                number(event, game.second),
                text(&event.name_of(game.second)),
                points(0),
                points(1),
                result.map(|result| result.entry.ending.to_string()).unwrap_or_default(),
                game.variation(event.settings.game).map(tiger_rules::Variation::title).unwrap_or_default(),
                optional(game.record_to_publish().map(|record| record.digest)),
            ];
            line.extend(stage());
            line.extend(counts(event.annulled_of(game.players()).is_some()));
            lines.push(line);
        }
        for bye in &round.table.byes {
            let mut line = vec![
                round.number.to_string(),
                String::new(),
                number(event, bye.entry),
                text(&event.name_of(bye.entry)),
            ];
            let absent = bye.against.map(|absent| [number(event, absent), text(&event.name_of(absent))]);
            line.extend(absent.unwrap_or_default());
            line.extend([event.bye_points(bye).to_string(), String::new()]);
            line.extend([bye.code().to_owned(), String::new(), String::new()]);
            line.extend(stage());
            line.extend(counts(event.is_bye_annulled(bye)));
            lines.push(line);
        }
        for [one, other] in &round.table.absent {
            let pair = [*one, *other].map(|entry| [number(event, entry), text(&event.name_of(entry))]);
            let mut line = vec![round.number.to_string(), String::new()];
            line.extend(pair.into_iter().flatten());
            line.extend(["0", "0", LOST_BY_BOTH, "", ""].map(str::to_owned));
            line.extend(stage());
            line.extend(counts(event.annulled_of([*one, *other]).is_some()));
            lines.push(line);
        }
    }
    file(lines)
}

fn number(event: &Event, entry: EntryId) -> String {
    optional(event.entries.get(&entry).map(|entry| entry.number))
}

pub(super) fn standings(issue: &Issue) -> Result<String> {
    let event = &issue.event;
    let table = issue.standings(None)?;
    let mut names = head("place number name club federation rating points plain_points nominal_halves");
    names.extend(table.columns.iter().map(|column| column.tie_break.to_string()));
    names.extend(table.is_by_bracket.then(|| "stand".to_owned()));
    let lines = table.lines.iter().filter_map(|line| {
        let entry = event.entries.get(&line.entry)?;
        let plain = Tally { nominal: 0, ..line.tally };
        let mut cells = vec![place(line), line.number.to_string()];
        cells.extend(person(entry));
        cells.extend([line.tally.decimal(), plain.decimal(), line.tally.nominal.to_string()]);
        cells.extend(line.row.values.iter().map(|scored| optional(scored.value)));
        cells.extend(table.is_by_bracket.then(|| text(&line.stand)));
        Some(cells)
    });
    file(std::iter::once(names).chain(lines))
}

pub(super) fn crosstable(issue: &Issue) -> Result<String> {
    let event = &issue.event;
    let table = issue.standings(None)?;
    let mut names = head("place number name");
    names.extend((1..=table.rounds).map(|round| format!("round_{round}")));
    names.push("points".to_owned());
    let lines = table.lines.iter().map(|line| {
        let mut cells = vec![place(line), line.number.to_string(), text(&event.name_of(line.entry))];
        cells.extend(line.row.results.iter().map(cell));
        cells.push(line.tally.decimal());
        cells
    });
    file(std::iter::once(names).chain(lines))
}

/// The place; nothing for who has left so that none of their games counts.
fn place(line: &Line) -> String {
    if line.row.is_annulled { String::new() } else { line.row.rank.to_string() }
}

/// Opponent's number, who moved first (1) or second (2), and the points: `12/1 3`, or `12/1 *` while the game is open, which
/// spreadsheets do not take for a day; a bye by its abbreviation. What was annulled stands in parentheses.
fn cell(cell: &CrossCell) -> String {
    let points = if cell.counts { cell.points.to_string() } else { format!("({})", cell.points) };
    match (cell.entry, cell.opponent) {
        (CellEntry::Bye(bye), _) => format!("{} {points}", ByeKind::from(bye).code()),
        (CellEntry::Unplayed, _) | (_, None) => String::new(),
        (CellEntry::Forfeit { .. }, Some(opponent)) => format!("{opponent}/f {points}"),
        (CellEntry::Game { side, result, .. }, Some(opponent)) => {
            let side = if side == Side::First { 1 } else { 2 };
            let is_open = matches!(result, GameResult::Open | GameResult::Adjourned);
            if is_open { format!("{opponent}/{side} *") } else { format!("{opponent}/{side} {points}") }
        }
    }
}
