//! Lists of players as people have them: lines pasted from anywhere, a CSV file, or a tournament report file (TRF).
//!
//! Reading never stops at the first mistake: every line comes back either as a player or with what is wrong.

use std::collections::BTreeMap;

use thiserror::Error;

use super::entry::EntryDetails;
use super::identity::Identity;
use super::text::{Label, PersonName, same};

/// The most lines of one list.
pub const MOST_LINES: usize = 5_000;

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

/// A list that was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roster {
    /// Its lines, empty ones left out.
    pub lines: Vec<Line>,
}

/// Why a list could not be read at all.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RosterError {
    /// Bytes that are not UTF-8.
    #[error("Byte {at} of this file is not UTF-8. Save it as \"CSV UTF-8\" and choose it again.")]
    Encoding {
        /// Place of the first wrong byte, from 1.
        at: usize,
    },
    /// Nothing in it.
    #[error("There is nobody in this list.")]
    Empty,
    /// More lines than an event has places.
    #[error("This list has {lines} lines; at most {MOST_LINES} can be read at once.")]
    TooLong {
        /// Lines found.
        lines: usize,
    },
    /// The first line names no column with the players' names.
    #[error("Line 1 must name the columns: name (or last name and first name), club, federation, rating.")]
    Header,
    /// A tournament report file without players' lines.
    #[error("This report file has no player: no line begins with 001.")]
    NoPlayers,
}

/// Whether a file is a tournament report file: a line of it begins with the code of a player or of the event's
/// name.
#[must_use]
pub fn is_report(bytes: &[u8]) -> bool {
    bytes.split(|byte| matches!(byte, b'\n' | b'\r')).any(|line| {
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        line.starts_with(b"001 ") || line.starts_with(b"012 ")
    })
}

/// Reads the bytes of an uploaded file as text.
///
/// # Errors
/// When they are not UTF-8; a byte order mark is passed over.
pub fn decode(bytes: &[u8]) -> Result<&str, RosterError> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|error| RosterError::Encoding { at: error.valid_up_to() + 1 })
}

impl Roster {
    /// Reads pasted lines: a name, then club, federation and rating if there are any, parted by semicolons or
    /// tabs. A number at the end of a line without either is the rating.
    ///
    /// # Errors
    /// When there are no lines, or too many.
    pub fn from_lines(text: &str, taken: &[&str]) -> Result<Self, RosterError> {
        let lines = numbered(text)
            .map(|(number, line)| Line { number, text: line.to_owned(), player: parse_line(line) })
            .collect();
        Self { lines }.checked(taken)
    }

    /// Reads a CSV file whose first line names the columns. Commas, semicolons and tabs part the fields.
    pub fn from_csv(text: &str, taken: &[&str]) -> Result<Self, RosterError> {
        let header = text.lines().next().unwrap_or_default();
        let delimiter = [b';', b'\t', b',']
            .into_iter()
            .max_by_key(|d| header.bytes().filter(|b| b == d).count())
            .unwrap_or(b',');
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .flexible(true)
            .has_headers(false)
            .from_reader(text.as_bytes());
        let mut records = reader.records();
        let columns = match records.next() {
            Some(Ok(first)) => Columns::read(&first).ok_or(RosterError::Header)?,
            _ => return Err(RosterError::Empty),
        };
        let lines = records
            .map(|record| read_record(&columns, record))
            .filter(|line| !line.text.is_empty())
            .collect();
        Self { lines }.checked(taken)
    }

    /// Reads the players of a tournament report file: name, rating and federation of its 001 lines, in the order
    /// of the file. Its games and points are passed over.
    pub fn from_report(text: &str, taken: &[&str]) -> Result<Self, RosterError> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let players = (1..).zip(text.lines()).filter(|(_, line)| line.starts_with("001"));
        let lines: Vec<_> = players
            .map(|(number, line)| Line {
                number,
                text: line.trim_end().to_owned(),
                player: parse_player(line),
            })
            .collect();
        if lines.is_empty() {
            return Err(RosterError::NoPlayers);
        }
        Self { lines }.checked(taken)
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
        for line in &mut self.lines {
            let Ok(player) = &line.player else { continue };
            let name = same(player.name.as_str());
            match seen.get(&name) {
                Some(None) => line.player = Err("This player is entered already.".to_owned()),
                Some(Some(other)) => line.player = Err(format!("The same name stands in line {other}.")),
                None => {
                    seen.insert(name, Some(line.number));
                }
            }
        }
        Ok(self)
    }

    /// The players of the good lines, in order.
    pub fn players(&self) -> impl Iterator<Item = &EntryDetails> {
        self.lines.iter().filter_map(|line| line.player.as_ref().ok())
    }

    /// How many lines are wrong.
    #[must_use]
    pub fn mistakes(&self) -> usize {
        self.lines.iter().filter(|line| line.player.is_err()).count()
    }
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())).filter(|(_, line)| !line.is_empty())
}

fn parse_line(line: &str) -> Result<EntryDetails, String> {
    let fields: Vec<_> = line.split([';', '\t']).map(str::trim).collect();
    match fields[..] {
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

/// A 001 line by its columns, counted in characters from 1: sex 10, title 11 to 13, name 15 to 47, rating 49 to 52,
/// federation 54 to 56, FIDE ID 58 to 68, birth date 70 to 79.
fn parse_player(line: &str) -> Result<EntryDetails, String> {
    let columns =
        |from: usize, to: usize| line.chars().skip(from - 1).take(to + 1 - from).collect::<String>();
    let label = |from, to| {
        Label::parse_optional(&columns(from, to)).map_err(|error| format!("Columns {from} to {to}: {error}"))
    };
    let identity = Identity {
        fide_id: label(58, 68)?.filter(|id| id.as_str() != "0"),
        title: label(11, 13)?,
        sex: label(10, 10)?,
        birth_date: label(70, 79)?,
    };
    let known = details(columns(15, 47).trim(), "", columns(54, 56).trim(), columns(49, 52).trim())?;
    Ok(EntryDetails { identity, ..known })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Reads the fields of one player.
pub fn details(name: &str, club: &str, federation: &str, rating: &str) -> Result<EntryDetails, String> {
    Ok(EntryDetails {
        name: PersonName::parse(name).map_err(|error| format!("Name: {error}"))?,
        club: Label::parse_optional(club).map_err(|error| format!("Club: {error}"))?,
        federation: Label::parse_optional(federation).map_err(|error| format!("Federation: {error}"))?,
        rating: parse_rating(rating).map_err(|error| format!("Rating: {error}"))?,
        identity: Identity::default(),
    })
}

/// Reads a rating, which may be missing or 0 for an unrated player.
pub fn parse_rating(text: &str) -> Result<Option<u16>, String> {
    match text.trim() {
        "" | "0" | "-" => Ok(None),
        text => match text.parse::<u16>() {
            Ok(rating) if (1..=4000).contains(&rating) => Ok(Some(rating)),
            _ => Err(format!("a rating is a whole number from 1 to 4000, not \"{text}\".")),
        },
    }
}

/// Which field stands in which column.
struct Columns {
    name: Option<usize>,
    first_name: Option<usize>,
    last_name: Option<usize>,
    club: Option<usize>,
    federation: Option<usize>,
    rating: Option<usize>,
}

impl Columns {
    fn read(header: &csv::StringRecord) -> Option<Self> {
        let titles: Vec<_> =
            header.iter().map(|title| title.trim().to_lowercase().replace(['_', '-', ' '], "")).collect();
        let find = |names: &[&str]| titles.iter().position(|title| names.contains(&title.as_str()));
        let columns = Self {
            name: find(&["name", "player", "fullname", "playername"]),
            first_name: find(&["firstname", "givenname", "forename"]),
            last_name: find(&["lastname", "surname", "familyname"]),
            club: find(&["club", "town", "city", "team"]),
            federation: find(&["federation", "fed", "country"]),
            rating: find(&["rating", "elo", "rtg", "strength"]),
        };
        (columns.name.is_some() || columns.last_name.is_some()).then_some(columns)
    }

    fn name(&self, record: &csv::StringRecord) -> String {
        let field = |column: Option<usize>| column.and_then(|i| record.get(i)).unwrap_or_default().trim();
        match (field(self.name), field(self.last_name), field(self.first_name)) {
            ("", last, "") => last.to_owned(),
            ("", last, first) => format!("{last}, {first}"),
            (name, ..) => name.to_owned(),
        }
    }
}

fn read_record(columns: &Columns, record: csv::Result<csv::StringRecord>) -> Line {
    let record = match record {
        Ok(record) => record,
        Err(error) => {
            let number = error.position().map_or(0, |p| usize::try_from(p.line()).unwrap_or(0));
            return Line {
                number,
                text: "…".to_owned(),
                player: Err(format!("This line cannot be read: {error}.")),
            };
        }
    };
    let number = record.position().map_or(0, |p| usize::try_from(p.line()).unwrap_or(0));
    let text = record.iter().map(str::trim).filter(|f| !f.is_empty()).collect::<Vec<_>>().join(" · ");
    let field = |column: Option<usize>| column.and_then(|i| record.get(i)).unwrap_or_default();
    let player = details(
        &columns.name(&record),
        field(columns.club),
        field(columns.federation),
        field(columns.rating),
    );
    Line { number, text, player }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::{Roster, RosterError, decode, is_report};

    fn names(roster: &Roster) -> Vec<(String, Option<u16>)> {
        roster.players().map(|p| (p.name.to_string(), p.rating)).collect()
    }

    #[test]
    fn pasted_lines_may_be_plain_or_have_fields() {
        let text = "Moor, Tessa 1850\n\nAsh, Robin; Oak Club; ENG; 1700\nElm, Kim\tBirch\t1500\nFir\n";
        let roster = Roster::from_lines(text, &[]).unwrap();
        assert_eq!(roster.mistakes(), 0);
        assert_eq!(
            names(&roster),
            [
                ("Moor, Tessa", Some(1850)),
                ("Ash, Robin", Some(1700)),
                ("Elm, Kim", Some(1500)),
                ("Fir", None)
            ]
            .map(|(name, rating)| (name.to_owned(), rating))
        );
    }

    #[test]
    fn every_bad_line_says_what_is_wrong() {
        let text = "Moor; Oak; ENG; strong\nmoor\nMoor\nAsh\na;b;c;d;e";
        let roster = Roster::from_lines(text, &["ash"]).unwrap();
        let wrong: Vec<_> = roster
            .lines
            .iter()
            .filter_map(|l| l.player.as_ref().err().map(|e| (l.number, e.as_str())))
            .collect();
        assert_eq!(wrong.len(), 4);
        assert!(wrong[0].1.contains("not \"strong\""), "{wrong:?}");
        assert_eq!(wrong[1], (3, "The same name stands in line 2."));
        assert_eq!(wrong[2], (4, "This player is entered already."));
    }

    #[test]
    fn a_csv_file_names_its_columns_in_any_order() {
        let text = "Rating;Last name;First name;Club\n1900;Moor;Tessa;\"Oak; old\"\n;Ash;;\n";
        let roster = Roster::from_csv(text, &[]).unwrap();
        assert_eq!(names(&roster), [("Moor, Tessa".to_owned(), Some(1900)), ("Ash".to_owned(), None)]);
        assert_eq!(roster.lines[1].number, 3);
        assert_eq!(Roster::from_csv("a,b\nc,d\n", &[]), Err(RosterError::Header));
    }

    #[test]
    fn a_report_file_gives_its_players_in_its_order() {
        let text = "012 Merridon Open\n\
            001    2 w    Müller, Tamsin                    2300 FID    90000002 1991/02/03  0.0    2     1 b 0\n\
            001    1 m    Ash, Rowan                             ENG                       1.0    1     2 w 1\n\
            001    3      Elm, Kim                         strong\n";
        assert!(is_report(text.as_bytes()) && !is_report(b"name,rating\n"));
        let roster = Roster::from_report(text, &[]).unwrap();
        assert_eq!(
            names(&roster),
            [("Müller, Tamsin".to_owned(), Some(2300)), ("Ash, Rowan".to_owned(), None)]
        );
        let federations: Vec<_> =
            roster.players().map(|p| p.federation.as_ref().map(ToString::to_string)).collect();
        assert_eq!(federations, [Some("FID".to_owned()), Some("ENG".to_owned())]);
        assert!(roster.lines[2].player.as_ref().is_err_and(|said| said.contains("Rating")));
        assert_eq!(roster.lines[2].number, 4);
        assert_eq!(Roster::from_report("012 Open\n", &[]), Err(RosterError::NoPlayers));
    }

    #[test]
    fn a_file_that_is_not_utf8_is_refused_with_the_place() {
        assert_eq!(decode(b"Name\nM\xfcller"), Err(RosterError::Encoding { at: 7 }));
        assert_eq!(decode(b"\xEF\xBB\xBFName"), Ok("Name"));
    }
}
