//! Lists of players as people have them: lines pasted from anywhere, a CSV file, or a tournament report file (TRF).
//!
//! Reading never stops at the first mistake: every line comes back either as a player or with what is wrong.

mod formula;
mod table;

use std::collections::BTreeMap;
use std::fmt::Display;

use thiserror::Error;

use crate::entry::EntryDetails;
use crate::identity::Identity;
use crate::text::{Label, PersonName, is_dos, same};

pub use formula::guarded;

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
    #[error("Line 1 must name the columns: name (or last name and first name), club, federation, rating.")]
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

impl Roster {
    /// Reads pasted lines: a name, then club, federation and rating if there are any, parted by semicolons or
    /// tabs. A number at the end of a line without either is the rating. Where the first line names columns, as one does
    /// that comes from a spreadsheet, they are read by their names.
    pub fn from_lines(text: &str, taken: &[&str]) -> Result<Self, RosterError> {
        if table::begins_with_titles(text) {
            return Self::from_csv(text, taken);
        }
        let lines = numbered(text)
            .map(|(number, line)| Line { number, text: line.to_owned(), player: parse_line(line) })
            .collect();
        Self { lines, ignored: Vec::new() }.checked(taken)
    }

    /// Reads a CSV file whose first line names the columns. Commas, semicolons and tabs part the fields.
    pub fn from_csv(text: &str, taken: &[&str]) -> Result<Self, RosterError> {
        let (lines, ignored) = table::read(&unix_lines(text))?;
        Self { lines, ignored }.checked(taken)
    }

    /// Reads the players of a tournament report file: name, rating and federation of its 001 lines, in the order
    /// of the file. Its games and points are passed over.
    pub fn from_report(text: &str, taken: &[&str]) -> Result<Self, RosterError> {
        let text = unix_lines(text.strip_prefix('\u{FEFF}').unwrap_or(text));
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

fn parse_line(line: &str) -> Result<EntryDetails, String> {
    let fields: Vec<_> = line.split([';', '\t']).map(str::trim).collect();
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
        ..Identity::default()
    };
    let known = details(columns(15, 47).trim(), "", columns(54, 56).trim(), columns(49, 52).trim())?;
    Ok(EntryDetails { identity, ..known })
}

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

/// Reads a rating, which may be missing or 0 for an unrated player.
pub fn parse_rating(text: &str) -> Result<Option<u16>, String> {
    match text.trim() {
        "" | "0" | "-" => Ok(None),
        text => match text.parse::<u16>() {
            Ok(rating) if (1..=4000).contains(&rating) => Ok(Some(rating)),
            _ => Err(format!("A rating is a whole number from 1 to 4000, not \"{text}\".")),
        },
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use super::{Roster, RosterError, is_report};

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
    fn letters_that_look_lost_are_told_from_letters_of_names() {
        let text =
            "M\u{FFFD}ller\nMÃ¼ller\nNguy?n\nÅukasz\nMoor; OÃ¶k\nMüller\nÅngström\nJOÃO\nŁukasz\nD’Arc";
        let roster = Roster::from_lines(text, &[]).unwrap();
        let lost: Vec<_> = roster.lines.iter().map(super::Line::has_lost_letters).collect();
        assert_eq!(lost, [true, true, true, false, true, false, false, false, false, false]);
        assert_eq!((roster.doubtful(), roster.mistakes()), (4, 0));
    }

    #[test]
    fn a_list_in_a_code_page_of_dos_is_told_by_its_letters() {
        let read = |text: &str| Roster::from_lines(text, &[]).unwrap();
        let roster = read("M\u{81}ller\nM„rz\nRen‚\nJ”rg\nMoor");
        assert!(roster.is_dos());
        let said = roster.lines[0].player.as_ref().unwrap_err();
        assert!(said.contains("Character 2 cannot be read") && said.contains("as UTF-8"), "{said}");
        let lost: Vec<_> = roster.lines.iter().map(super::Line::has_lost_letters).collect();
        assert_eq!(lost, [false, true, true, true, false]);
        let named = read("D’Arc\nMoor “Tiger” Tessa\nElm – Ash\n„Oak“ Club\nMüller");
        assert!(!named.is_dos() && named.doubtful() == 0);
    }

    #[test]
    fn pasted_titles_are_no_player() {
        let roster = Roster::from_lines("Name\tRating\tClub\nMoor, Tessa\t1850\tOak\n", &[]).unwrap();
        assert_eq!(names(&roster), [("Moor, Tessa".to_owned(), Some(1850))]);
        assert_eq!(roster.players().next().unwrap().club.as_ref().unwrap().as_str(), "Oak");
        for players in ["Player, Club 1800\nAsh", "Name\nAsh", "Club; Oak\nAsh"] {
            assert_eq!(Roster::from_lines(players, &[]).unwrap().players().count(), 2, "{players}");
        }
    }

    #[test]
    fn commas_alone_do_not_part_a_pasted_line() {
        let text = "Moor, Tessa, Oak Club, ENG, 1850\nAsh, Robin 1700\nElm, Kim, Jr.; Birch";
        let roster = Roster::from_lines(text, &[]).unwrap();
        assert!(roster.lines[0].player.as_ref().is_err_and(|said| said.contains("by semicolons")));
        assert_eq!(roster.mistakes(), 1);
    }

    #[test]
    fn a_quotation_mark_that_is_not_closed_swallows_no_other_line() {
        let text = "name;club\n\"Moor, Tessa;Oak\nAsh;Birch\nElm;\"Fir; \"\"old\"\"\"\n";
        let roster = Roster::from_csv(text, &[]).unwrap();
        assert_eq!(names(&roster), [("Ash".to_owned(), None), ("Elm".to_owned(), None)]);
        assert!(roster.lines[0].player.as_ref().is_err_and(|said| said.contains("quotation mark")));
        assert_eq!(roster.lines[2].player.as_ref().unwrap().club.as_ref().unwrap().as_str(), "Fir; \"old\"");
    }

    #[test]
    fn a_title_goes_over_several_lines_where_it_is_quoted() {
        let text = "\"Last\nname\";First name;\"Club /\r\nCity\";\"Remarks\nof ours\"\nMoor;Tessa;Oak;late\n";
        let roster = Roster::from_csv(text, &[]).unwrap();
        assert_eq!(names(&roster), [("Moor, Tessa".to_owned(), None)]);
        assert_eq!((roster.lines[0].number, &*roster.ignored[0]), (5, "Remarks of ours"));
        assert_eq!(roster.players().next().unwrap().club.as_ref().unwrap().as_str(), "Oak");
        assert_eq!(Roster::from_csv("name;\"club\nMoor;Oak\n", &[]), Err(RosterError::Header));
    }

    #[test]
    fn the_apostrophe_that_keeps_a_formula_from_being_one_does_not_come_back() {
        let text = "name;club\n\"'=Moor\";\"Oak, '-Birch\"\n'Ash;O'-Fir\n\"\"\"'@Elm\";Oak '-Birch\n";
        let roster = Roster::from_csv(text, &[]).unwrap();
        let read = roster.players().map(|p| (p.name.as_str(), p.club.as_ref().unwrap().as_str()));
        assert_eq!(
            read.collect::<Vec<_>>(),
            [("=Moor", "Oak, -Birch"), ("'Ash", "O'-Fir"), ("\"@Elm", "Oak '-Birch")]
        );
    }

    #[test]
    fn a_birth_that_is_none_is_told_and_carriage_returns_end_lines() {
        let text = "name;birth\rMoor, Tessa;04/13/1990\rAsh;36892\rElm;31.02.1990\rFir;13.04.1990\r";
        let roster = Roster::from_csv(text, &[]).unwrap();
        let births = roster.players().map(|player| player.identity.reported_birth());
        assert_eq!(births.collect::<Vec<_>>(), ["1990/04/13", "1990/04/13"]);
        assert!(roster.lines[1].player.as_ref().is_err_and(|said| said.contains("such as 1990")));
        assert!(roster.lines[2].player.as_ref().is_err_and(|said| said.contains("no such day")));
    }

    #[test]
    fn all_that_is_wrong_with_a_line_is_told() {
        let text = "name;rating;birth;paid\nMoor;21x0;31.02.1990;abc\nAsh;9999;;1\n";
        let roster = Roster::from_csv(text, &[]).unwrap();
        let said = |line: usize| roster.lines[line].player.as_ref().unwrap_err();
        for field in ["Rating: ", "Birth: ", "Paid: "] {
            assert!(said(0).contains(field), "{}", said(0));
        }
        assert!(said(1).starts_with("Rating: ") && !said(1).contains("Paid"), "{}", said(1));
    }

    #[test]
    fn a_fide_id_that_is_none_is_told_with_its_line() {
        let text = "name;fide id\nMoor, Tessa;1503014\nAsh;0\nElm;GB-15\nFir;123456789012\n";
        let roster = Roster::from_csv(text, &[]).unwrap();
        assert_eq!(names(&roster), [("Moor, Tessa".to_owned(), None), ("Ash".to_owned(), None)]);
        for line in &roster.lines[2..] {
            assert!(line.player.as_ref().is_err_and(|said| said.contains("such as 1503014")));
        }
    }

    #[test]
    fn the_columns_of_other_programs_are_known_and_the_rest_is_listed() {
        let swiss_manager =
            "No.;Name;FideID;FED;RtgI;RtgN;Club/City\n1;Moor, Tessa;90000001;ENG;0;1850;Oak\n";
        let vega = "NAME;COUNTRY;BIRTHDAY;GENDER;TITLE;IDFIDE;ELOFIDE;IDNAT;ELONAT;KCOEFF;ORIGIN\n\
                    MOOR TESSA ; ENG;13.04.1990;f; FM;90000001; 1850; 0; 1700; 20;Oak\n";
        let sharly = "last_name,first_name,date_of_birth,gender,federation,club,fide_id,standard_rating,paid\n\
                      MOOR,Tessa,1990-04-13,F,ENG,Oak,90000001,1850,10\n";
        let french = "Nom;Prénom;Naissance;Sexe;Fédération;Club;Fide ID;Elo\n\
                      MOOR;Tessa;1990-04-13;F;ENG;Oak;90000001;1850\n";
        let german = "Nachname;Vorname;Geburtsdatum;Geschlecht;Verband;Verein;FIDE-ID;Elo;Telefon\n\
                      MOOR;Tessa;13.04.1990;w;ENG;Oak;90000001;1850;0123\n";
        for (text, name, ignored) in [
            (french, "MOOR, Tessa", &[][..]),
            (german, "MOOR, Tessa", &["Telefon"]),
            (swiss_manager, "Moor, Tessa", &["No."]),
            (vega, "MOOR TESSA", &["KCOEFF"]),
            (sharly, "MOOR, Tessa", &[]),
        ] {
            let roster = Roster::from_csv(text, &[]).unwrap();
            assert_eq!(names(&roster), [(name.to_owned(), Some(1850))]);
            let player = roster.players().next().unwrap();
            let texts = [&player.club, &player.federation, &player.identity.fide_id];
            let texts = texts.map(|text| text.as_ref().unwrap().as_str());
            assert_eq!(texts, ["Oak", "ENG", "90000001"], "{text}");
            if text != swiss_manager {
                let (sex, birth) = (&player.identity.sex, &player.identity.birth_date);
                assert_eq!(sex.as_ref().unwrap().as_str(), "w");
                assert_eq!(birth.as_ref().unwrap().as_str(), "1990/04/13");
            }
            assert_eq!(roster.ignored, ignored);
        }
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
}
