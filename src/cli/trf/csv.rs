//! Reports as CSV: the columns of the players' lines, with their names.

use anyhow::{Context, bail};
use csv::{ReaderBuilder, StringRecord, Writer};
use tiger_event::roster::{bared, guarded};
use tiger_pairing::trf::{Report, Version, write};

/// Name, first and last column (from 1) of what stands in a player's line before the rounds.
const COLUMNS: [(&str, usize, usize); 10] = [
    ("number", 5, 8),
    ("sex", 10, 10),
    ("title", 11, 13),
    ("name", 15, 47),
    ("rating", 49, 52),
    ("federation", 54, 56),
    ("fide_id", 58, 68),
    ("birth", 70, 79),
    ("points", 80, 84),
    ("rank", 86, 89),
];
/// The column before the first round.
const BEFORE_ROUNDS: usize = 91;
/// The width of a round.
const ROUND: usize = 10;

/// The players and their rounds.
pub(super) fn written(report: &Report) -> anyhow::Result<String> {
    let text = write(report, Version::Trf26);
    let players: Vec<Vec<char>> =
        text.lines().filter(|line| line.starts_with("001")).map(|line| line.chars().collect()).collect();
    let longest = players.iter().map(Vec::len).max().unwrap_or(0);
    let rounds = longest.saturating_sub(BEFORE_ROUNDS).div_ceil(ROUND);
    let mut writer = Writer::from_writer(Vec::new());
    let names = COLUMNS.iter().map(|(name, ..)| (*name).to_owned());
    writer.write_record(names.chain((1..=rounds).map(|round| format!("round_{round}"))))?;
    for line in &players {
        let field = |from: usize, to: usize| -> String {
            line.iter().skip(from - 1).take(to + 1 - from).collect::<String>().trim().to_owned()
        };
        let round = |index: usize| {
            let from = BEFORE_ROUNDS + 1 + ROUND * index;
            let cell = [field(from, from + 3), field(from + 5, from + 5), field(from + 7, from + 7)];
            if matches!(cell[0].as_str(), "" | "0000") { cell[2].clone() } else { cell.concat() }
        };
        let fields = COLUMNS.iter().map(|&(_, from, to)| guarded(&field(from, to)));
        writer.write_record(fields.chain((0..rounds).map(round)))?;
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// Whether a text looks like this kind of file: its first line names columns.
pub(super) fn is_csv(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default().to_lowercase();
    first.contains(',') && first.split(',').any(|name| name.trim().trim_matches('"') == "name")
}

/// The players' lines of a report file.
pub(super) fn as_trf(text: &str) -> anyhow::Result<String> {
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let names: Vec<String> = reader.headers()?.iter().map(|name| name.trim().to_lowercase()).collect();
    let known = |name: &str| name.starts_with("round_") || COLUMNS.iter().any(|(known, ..)| *known == name);
    if let Some(unknown) = names.iter().find(|name| !known(name)) {
        bail!(
            "no column is called \"{unknown}\"; there are {}, round_1 and so on",
            COLUMNS.map(|(name, ..)| name).join(", ")
        );
    }
    let (mut trf, mut lines) = (String::new(), 0);
    for (place, row) in reader.records().enumerate() {
        let row = row?;
        // Each player stands in the line of the own file, by which mistakes are told.
        let at = usize::try_from(row.position().map_or(0, csv::Position::line))?;
        trf += &"\n".repeat(at.saturating_sub(1 + lines));
        trf += &line(&names, &row, place + 1).with_context(|| format!("line {at}"))?;
        trf.push('\n');
        lines = at;
    }
    Ok(trf)
}

/// One player's line; who has no number is numbered by place.
fn line(names: &[String], row: &StringRecord, place: usize) -> anyhow::Result<String> {
    let mut line: Vec<char> = "001".chars().collect();
    let value = |name: &str| names.iter().position(|known| known == name).and_then(|index| row.get(index));
    for (name, from, to) in COLUMNS {
        let text = value(name).map(|text| bared(text.trim())).unwrap_or_default();
        let place = place.to_string();
        let text = if text.is_empty() && name == "number" { &place } else { &text };
        let (length, width) = (text.chars().count(), to + 1 - from);
        if length > width {
            bail!("{name}: \"{text}\" is longer than the {width} characters that a report file has for it");
        }
        let is_number = matches!(name, "number" | "rating" | "fide_id" | "points" | "rank");
        put(&mut line, if is_number { to + 1 - length } else { from }, text);
    }
    for round in 1.. {
        let Some(cell) = value(&format!("round_{round}")) else { break };
        let cell = cell.trim();
        let from = BEFORE_ROUNDS + 1 + ROUND * (round - 1);
        let digits = cell.chars().take_while(char::is_ascii_digit).count();
        match (digits, cell.len()) {
            (_, 0) => {}
            (0, 1) => put(&mut line, from, &format!("0000 - {cell}")),
            (1..=4, length) if cell.is_ascii() && (length == digits + 1 || length == digits + 2) => {
                let (opponent, rest) = cell.split_at(digits);
                let (colour, result) = rest.split_at(1);
                put(&mut line, from, &format!("{opponent:>4} {colour} {result}"));
            }
            _ => {
                bail!("round {round}: \"{cell}\" is no round; they are written 12w1, 7b=, 3w+, or U, H, F, Z")
            }
        }
    }
    Ok(line.into_iter().collect())
}

/// Writes a text from a column on.
fn put(line: &mut Vec<char>, column: usize, text: &str) {
    let end = column - 1 + text.chars().count();
    if line.len() < end {
        line.resize(end, ' ');
    }
    for (place, character) in line[column - 1..].iter_mut().zip(text.chars()) {
        *place = character;
    }
}
