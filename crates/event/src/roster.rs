//! Lists of players as people have them: lines pasted from anywhere, a CSV file, or a tournament report file (TRF).
//!
//! Reading never stops at the first mistake: every line comes back either as a player or with what is wrong.

pub mod formula;
mod table;

use std::collections::BTreeMap;
use std::fmt::Display;

use thiserror::Error;
use tiger_pairing::trf;

use crate::file_records::InFull;
use crate::text::{is_dos, same, sentence};
use crate::{EntryDetails, Identity, Label, PersonName};

pub use formula::{bared, guarded};

/// The most lines of one list.
pub const MOST_LINES: usize = 5_000;

/// What helps where two people are called the same.
const ANOTHER: &str = "If it is another person, add something to the name.";

/// One line of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The line as it was written.
    pub text: String,
    /// The player, or what is wrong.
    pub player: Result<EntryDetails, String>,
}

impl Line {
    /// Whether letters of a good line look lost: those of a file that was read or saved in another encoding.
    pub fn has_lost_letters(&self) -> bool {
        let Ok(player) = &self.player else { return false };
        let mut labels = [&player.club, &player.federation].into_iter().flatten();
        let name = player.name.as_str();
        let is_lost = |text: &str| is_misread(text) || is_dos(text);
        name.contains('?') || is_lost(name) || labels.any(|label| is_lost(label.as_str()))
    }
}

/// A list that was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roster {
    /// Its lines, empty ones left out.
    pub lines: Vec<Line>,
    /// The titles of columns that nothing is read from.
    pub ignored: Vec<String>,
}

/// Why a list could not be read at all.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RosterError {
    /// A picture, a program, or whatever else is no text.
    #[error(
        "This file can be read neither as text nor as a spreadsheet: choose a CSV file, a spreadsheet (.xlsx, .ods) or a report file (TRF)."
    )]
    NoText,
    #[error("There is nobody in this list.")]
    Empty,
    #[error("This list has {lines} lines; at most {MOST_LINES} can be read at once.")]
    TooLong { lines: usize },
    #[error(
        "A line at the top must name the columns: name (or last name and first name), club, federation, rating."
    )]
    Header,
    #[error("This report file has no player: no line begins with 001.")]
    NoPlayers,
}

/// Whether a file is a tournament report file: a line of it begins with the code of a player or of the event's
/// name.
pub fn is_report(bytes: &[u8]) -> bool {
    bytes.split(|byte| matches!(byte, b'\n' | b'\r')).any(|line| {
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        line.starts_with(b"001 ") || line.starts_with(b"012 ")
    })
}

/// Counts lines before they are read, each of which takes its time.
fn check_length(text: &str, times: usize) -> Result<(), RosterError> {
    let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
    // A heading and the names of the columns are no players.
    if lines > times * MOST_LINES + 10 { Err(RosterError::TooLong { lines }) } else { Ok(()) }
}

impl Roster {
    /// Reads pasted lines: a name, then club, federation and rating if there are any, parted by semicolons or
    /// tabs. A number at the end of a line without either is the rating. Where the first line names columns, as one does
    /// that comes from a spreadsheet, they are read by their names.
    pub fn from_lines(text: &str, taken: &[&str]) -> Result<Self, RosterError> {
        if table::begins_with_titles(text) {
            return Self::from_csv(text, taken);
        }
        check_length(text, 1)?;
        let lines = numbered(text)
            .map(|(number, line)| Line { number, text: line.to_owned(), player: parse_line(line) })
            .collect();
        Self { lines, ignored: Vec::new() }.checked(taken)
    }

    /// Reads a CSV file whose first line names the columns. Commas, semicolons and tabs part the fields.
    pub fn from_csv(text: &str, taken: &[&str]) -> Result<Self, RosterError> {
        check_length(text, 1)?;
        let (lines, ignored) = table::read(&unix_lines(text))?;
        Self { lines, ignored }.checked(taken)
    }

    /// Reads the players of a tournament report file: name, rating and federation of its 001 lines, in the order
    /// of the file. Its games and points are passed over.
    pub fn from_report(text: &str, taken: &[&str]) -> Result<Self, RosterError> {
        // Teams and remarks have lines of their own.
        check_length(text, 4)?;
        let text = unix_lines(text.strip_prefix('\u{FEFF}').unwrap_or(text));
        let players = (1..).zip(text.lines()).filter(|(_, line)| line.starts_with("001"));
        let in_full = InFull::among(text.lines());
        let whole = |line: &str, player: EntryDetails| {
            let number = line.get(4..8).and_then(|number| number.trim().parse().ok());
            let known = number.and_then(|number: u32| in_full.get(&number));
            match known.filter(|known| known.begins(player.name.as_str())) {
                Some(known) => {
                    let federation = known.federation.clone().or(player.federation);
                    EntryDetails { name: known.name.clone(), federation, ..player }
                }
                None => player,
            }
        };
        let lines: Vec<_> = players
            .map(|(number, line)| Line {
                number,
                text: line.trim_end().to_owned(),
                player: parse_player(line).map(|player| whole(line, player)),
            })
            .collect();
        if lines.is_empty() {
            return Err(RosterError::NoPlayers);
        }
        Self { lines, ignored: Vec::new() }.checked(taken)
    }

    /// Marks names that stand twice, or that the event has already.
    fn checked(mut self, taken: &[&str]) -> Result<Self, RosterError> {
        if self.lines.is_empty() {
            return Err(RosterError::Empty);
        }
        if self.lines.len() > MOST_LINES {
            return Err(RosterError::TooLong { lines: self.lines.len() });
        }
        let mut seen: BTreeMap<String, Option<usize>> = taken.iter().map(|name| (same(name), None)).collect();
        let mut ids = BTreeMap::new();
        for line in &mut self.lines {
            let Ok(player) = &line.player else { continue };
            let name = same(player.name.as_str());
            let id = player.identity.fide_number().map(str::to_owned);
            let other = id.as_ref().and_then(|id| ids.get(id));
            match (seen.get(&name), other) {
                (Some(None), _) => {
                    line.player = Err(format!("This player is entered already. {ANOTHER}"));
                }
                (Some(Some(other)), _) => {
                    line.player = Err(format!("The same name stands in line {other}. {ANOTHER}"));
                }
                (None, Some(other)) => {
                    line.player = Err(format!("The same FIDE ID stands in line {other}."));
                }
                (None, None) => {
                    seen.insert(name, Some(line.number));
                    ids.extend(id.map(|id| (id, line.number)));
                }
            }
        }
        Ok(self)
    }

    /// The players of the good lines, in order.
    pub fn players(&self) -> impl Iterator<Item = &EntryDetails> {
        self.lines.iter().filter_map(|line| line.player.as_ref().ok())
    }

    /// How many good lines have letters that look lost.
    pub fn doubtful(&self) -> usize {
        self.lines.iter().filter(|line| line.has_lost_letters()).count()
    }

    /// Whether the list seems to come from a file in an old code page of DOS.
    pub fn is_dos(&self) -> bool {
        self.lines.iter().any(|line| is_dos(&line.text))
    }

    /// How many lines are wrong.
    pub fn mistakes(&self) -> usize {
        self.lines.iter().filter(|line| line.player.is_err()).count()
    }
}

/// Whether UTF-8 was read as something else, in which `ü` becomes `Ã¼`, or as nothing at all.
fn is_misread(text: &str) -> bool {
    let is_second = |c: char| matches!(c, '\u{80}'..='\u{BF}') || "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ".contains(c);
    let mut pairs = text.chars().zip(text.chars().skip(1));
    text.contains('\u{FFFD}') || pairs.any(|(one, next)| "ÂÃÄÅ".contains(one) && is_second(next))
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())).filter(|(_, line)| !line.is_empty())
}

/// The fields of a pasted line. What a spreadsheet has put between quotation marks stands as it stood in its cell.
fn parts(line: &str) -> Result<Vec<String>, String> {
    if line.starts_with('"') || line.contains(";\"") || line.contains("\t\"") {
        let mut outside = line.split('"').step_by(2);
        let delimiter = if outside.any(|part| part.contains('\t')) { b'\t' } else { b';' };
        return table::fields(line, delimiter);
    }
    Ok(line.split([';', '\t']).map(|field| field.trim().to_owned()).collect())
}

fn parse_line(line: &str) -> Result<EntryDetails, String> {
    let fields = parts(line)?;
    let fields: Vec<_> = fields.iter().map(String::as_str).collect();
    match fields[..] {
        [only] if only.matches(',').count() > 1 => {
            Err("This line has several commas: part name, club, federation and rating by semicolons."
                .to_owned())
        }
        [only] => match only.rsplit_once(char::is_whitespace) {
            Some((name, rating)) if is_number(rating) => details(name.trim(), "", "", rating),
            _ => details(only, "", "", ""),
        },
        [name, last] if is_number(last) => details(name, "", "", last),
        [name, club] => details(name, club, "", ""),
        [name, club, last] if is_number(last) => details(name, club, "", last),
        [name, club, federation] => details(name, club, federation, ""),
        [name, club, federation, rating] => details(name, club, federation, rating),
        _ => Err(format!(
            "This line has {} fields; at most four fit: name; club; federation; rating.",
            fields.len()
        )),
    }
}

/// The lines with the ends that are usual here; old programs end them with a carriage return alone.
fn unix_lines(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// A 001 line by its columns, counted from 1: sex 10, title 11 to 13, name 15 to 47, rating 49 to 52, federation 54 to 56,
/// FIDE ID 58 to 68, birth date 70 to 79.
fn parse_player(line: &str) -> Result<EntryDetails, String> {
    let line = trf::aligned(line);
    if let Some(column) = trf::filled_gap(&line) {
        return Err(format!("Column {column} has to be blank: {PUSHED}."));
    }
    let columns =
        |from: usize, to: usize| line.chars().skip(from - 1).take(to + 1 - from).collect::<String>();
    let texts = [(58, 68), (11, 13), (10, 10), (70, 79)].map(|(from, to)| columns(from, to));
    let (identity, unread) = Identity::of_report(texts.each_ref().map(String::as_str));
    if let Some((field, text, why)) = unread.first() {
        return Err(sentence(&format!("{field} “{}”: {why}", text.trim())));
    }
    let known = details(columns(15, 47).trim(), "", columns(54, 56).trim(), columns(49, 52).trim())?;
    Ok(EntryDetails { identity, ..known })
}

/// Why there is something between two fields of a player's line.
pub const PUSHED: &str = "what stands before it is too long, or the line is shifted";

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// What is wrong with the fields of one line: all of it is told at once.
#[derive(Default)]
struct Faults(Vec<String>);

impl Faults {
    /// What a field holds; nothing where it cannot be read, which is told under the field's name.
    fn read<T, E: Display>(&mut self, field: &str, read: Result<T, E>) -> Option<T> {
        read.map_err(|error| self.0.push(format!("{field}: {error}"))).ok()
    }

    fn unless_any<T>(self, read: Option<T>) -> Result<T, String> {
        read.filter(|_| self.0.is_empty()).ok_or_else(|| self.0.join(" "))
    }
}

/// Reads the fields of one player.
///
/// # Errors
/// What is wrong with each of them.
pub fn details(name: &str, club: &str, federation: &str, rating: &str) -> Result<EntryDetails, String> {
    let mut faults = Faults::default();
    let name = faults.read("Name", PersonName::parse(name));
    let club = faults.read("Club", Label::parse_optional(club)).flatten();
    let federation = faults.read("Federation", Label::parse_optional(federation)).flatten();
    let rating = faults.read("Rating", parse_rating(rating)).flatten();
    faults.unless_any(name.map(|name| EntryDetails { club, federation, rating, ..EntryDetails::named(name) }))
}

/// A whole number without the decimals that spreadsheets write behind it; three of them would be thousands.
pub(crate) fn whole(text: &str) -> &str {
    let decimals = [".0", ".00", ",0", ",00"];
    decimals.iter().find_map(|none| text.strip_suffix(none)).unwrap_or(text)
}

/// Reads a rating, which may be missing or 0 for an unrated player.
pub fn parse_rating(text: &str) -> Result<Option<u16>, String> {
    match text.trim() {
        "" | "0" | "-" => Ok(None),
        text => match whole(text).parse::<u16>() {
            Ok(rating) if (1..=4000).contains(&rating) => Ok(Some(rating)),
            _ => Err(format!("A rating is a whole number from 1 to 4000, not \"{text}\".")),
        },
    }
}
