//! Players as rating lists have them: FIDE's list as text or XML, and CSV. Lists have more than a million lines, so that
//! they are read one by one.

use std::io::{self, BufRead, Read as _};

use quick_xml::encoding::DecodingReader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::Event;
use quick_xml::reader::Reader;

use crate::identity::year_of;
use crate::{Label, PersonName};
pub use alike::{distance, key, words};

mod alike;

/// A player of a rating list, as the list writes it. Empty means that the list does not say it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RatedPlayer {
    /// The list's number: the FIDE ID.
    pub id: String,
    /// Family name, comma, given name.
    pub name: String,
    /// `M` or `F`.
    pub sex: String,
    /// Club; lists say none, the program's own ratings do.
    pub club: String,
    pub title: String,
    pub federation: String,
    /// Rating; none for players without one.
    pub rating: Option<u16>,
    /// The year of birth.
    pub birth: String,
}

impl RatedPlayer {
    /// Whether all of it can be entered: what is longer is no value, but a list that is read by the wrong columns.
    fn fits(&self) -> bool {
        let others = [&self.id, &self.sex, &self.club, &self.title, &self.federation];
        let holds = |limit: usize, text: &str| text.chars().nth(limit).is_none();
        holds(PersonName::LIMIT, &self.name) && others.iter().all(|text| holds(Label::LIMIT, text))
    }
}

/// What people call a column, and which it is.
const COLUMNS: [(&str, &[&str]); 7] = [
    ("id", &["id number", "id", "fide_id", "fideid", "fide id"]),
    ("name", &["name", "player"]),
    ("sex", &["sex"]),
    ("title", &["tit", "title", "titl"]),
    ("federation", &["fed", "federation", "country"]),
    ("rating", &["srtng", "rating", "standard", "elo"]),
    ("birth", &["b-day", "born", "birthday", "birth", "birth_year", "year"]),
];

/// What of a list could not be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Unread {
    /// Players without an ID or a name, with more fields than there are columns, or with a longer text than a field of the
    /// program takes, who are left out.
    pub players: usize,
    /// Ratings that are no whole number from 1 to 4000: their players count as unrated.
    pub ratings: usize,
}

/// Takes the players of a list one by one.
struct Intake<F> {
    each: F,
    player: RatedPlayer,
    has_odd_rating: bool,
    unread: Unread,
}

impl<F: FnMut(RatedPlayer) -> io::Result<()>> Intake<F> {
    /// Stores a value of the player under the name of its column; other columns are passed over.
    fn take(&mut self, column: &str, value: &str) {
        let Some((known, _)) = COLUMNS.iter().find(|(_, names)| names.contains(&column)) else { return };
        let value = value.trim();
        let player = &mut self.player;
        match *known {
            "id" => value.clone_into(&mut player.id),
            "name" => value.clone_into(&mut player.name),
            "sex" => value.clone_into(&mut player.sex),
            "title" => value.clone_into(&mut player.title),
            "federation" => value.clone_into(&mut player.federation),
            "rating" => {
                let whole = crate::roster::whole(value);
                // Of several columns the first counts that says something.
                if matches!(whole, "" | "-") || player.rating.is_some() {
                    return;
                }
                let number: Option<u16> = whole.parse().ok();
                player.rating = number.filter(|rating| (1..=4000).contains(rating));
                self.has_odd_rating = player.rating.is_none() && number != Some(0);
            }
            _ => {
                let is_one_number = value.len() == 8 && value.bytes().all(|byte| byte.is_ascii_digit());
                let year = year_of(if is_one_number { &value[..4] } else { value });
                player.birth = year.map(|year| year.to_string()).unwrap_or_default();
            }
        }
    }

    /// Hands the player on whose values have been taken.
    fn end(&mut self) -> io::Result<()> {
        let player = std::mem::take(&mut self.player);
        let has_odd_rating = std::mem::take(&mut self.has_odd_rating);
        match (player.id.is_empty(), player.name.is_empty()) {
            (true, true) => Ok(()),
            (false, false) if player.fits() => {
                self.unread.ratings += usize::from(has_odd_rating);
                (self.each)(player)
            }
            _ => {
                self.unread.players += 1;
                Ok(())
            }
        }
    }
}

/// Reads a list of whichever kind and hands every player on; what could not be read of it.
///
/// # Errors
/// When it cannot be read, names no columns, or `each` fails.
pub fn read(mut list: impl BufRead, each: impl FnMut(RatedPlayer) -> io::Result<()>) -> io::Result<Unread> {
    let mut intake =
        Intake { each, player: RatedPlayer::default(), has_odd_rating: false, unread: Unread::default() };
    let mut first = Vec::new();
    list.read_until(b'\n', &mut first)?;
    let line = text(&first);
    let line = line.trim_start_matches('\u{feff}');
    if line.trim_start().starts_with('<') {
        xml(io::Cursor::new(first).chain(list), &mut intake)?;
    } else if let Some(columns) = columns_of(line) {
        fixed(list, &columns, line.trim_end().chars().count(), &mut intake)?;
    } else {
        csv(line, list, &mut intake)?;
    }
    Ok(intake.unread)
}

/// UTF-8, or else Latin-1.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Where the columns of FIDE's text begin, by the line that names them; none if the line names none that way.
pub fn columns_of(line: &str) -> Option<Vec<(usize, String)>> {
    // Lists of before 2012 leave no blank between two of their columns.
    let lower = line.to_lowercase().replace("titlfed", "tit fed").replace("gamesborn", "game born");
    if !lower.starts_with("id number") {
        return None;
    }
    let mut columns = vec![(0, "id number".to_owned())];
    let mut at = "id number".len();
    for word in lower["id number".len()..].split_inclusive(' ') {
        let name = word.trim();
        if !name.is_empty() {
            // The column of a month, such as `JUL26`, is that of the rating.
            let is_month = name.len() == 5
                && name.get(3..).is_some_and(|year| year.bytes().all(|digit| digit.is_ascii_digit()));
            columns.push((at, if is_month { "rating".to_owned() } else { name.to_owned() }));
        }
        at += word.chars().count();
    }
    Some(columns)
}

fn fixed(
    mut list: impl BufRead,
    columns: &[(usize, String)],
    width: usize,
    intake: &mut Intake<impl FnMut(RatedPlayer) -> io::Result<()>>,
) -> io::Result<()> {
    let titles = columns.iter().position(|(_, name)| name == "otit");
    let titles = titles.and_then(|place| Some((columns[place].0, columns.get(place + 1)?.0)));
    let mut line = Vec::new();
    while list.read_until(b'\n', &mut line)? > 0 {
        let letters: Vec<char> = text(&line).trim_end_matches(['\r', '\n']).chars().collect();
        line.clear();
        // Some have so many other titles that they push what stands behind them to the right.
        let is_full =
            titles.is_some_and(|(_, end)| letters.get(end - 1).is_some_and(|letter| *letter != ' '));
        let pushed = if is_full { letters.len().saturating_sub(width) } else { 0 };
        let begins = |(at, _): &(usize, String)| match titles {
            Some((begin, _)) if *at > begin => at + pushed,
            _ => *at,
        };
        for (place, column) in columns.iter().enumerate() {
            let to = columns.get(place + 1).map_or(letters.len(), begins).min(letters.len());
            let value: String = letters.get(begins(column)..to).unwrap_or_default().iter().collect();
            intake.take(&column.1, &value);
        }
        intake.end()?;
    }
    Ok(())
}

/// FIDE's XML is flat: elements with text within `player`.
fn xml(list: impl BufRead, intake: &mut Intake<impl FnMut(RatedPlayer) -> io::Result<()>>) -> io::Result<()> {
    let mut reader = Reader::from_reader(DecodingReader::new(list));
    let (mut is_first, mut depth, mut said, mut buffer) = (true, 0, String::new(), Vec::new());
    loop {
        let event = reader.read_event_into(&mut buffer).map_err(io::Error::other)?;
        depth += i32::from(matches!(event, Event::Start(_))) - i32::from(matches!(event, Event::End(_)));
        match event {
            Event::Eof if depth > 0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            Event::Eof => return Ok(()),
            // Only at the very beginning: the reader could not go back.
            Event::Decl(declaration) if is_first => {
                if let Some(encoding) = declaration.encoder() {
                    reader.get_mut().set_encoding(encoding);
                }
            }
            Event::Start(_) => said.clear(),
            Event::Text(text) => said.push_str(&text),
            Event::CData(text) => said.push_str(&text),
            Event::GeneralRef(name) => match name.resolve_char_ref().map_err(io::Error::other)? {
                Some(letter) => said.push(letter),
                None => said.push_str(resolve_predefined_entity(&name).unwrap_or_default()),
            },
            Event::End(tag) => match tag.name().as_ref().to_lowercase().as_str() {
                "player" => intake.end()?,
                column => intake.take(column, &std::mem::take(&mut said)),
            },
            _ => {}
        }
        is_first = false;
        buffer.clear();
    }
}

fn csv(
    first: &str,
    mut list: impl BufRead,
    intake: &mut Intake<impl FnMut(RatedPlayer) -> io::Result<()>>,
) -> io::Result<()> {
    let comma = if first.matches(';').count() > first.matches(',').count() { b';' } else { b',' };
    let names: Vec<String> = first
        .trim()
        .split(char::from(comma))
        .map(|name| name.trim().trim_matches('"').to_lowercase())
        .collect();
    let has = |wanted: &str| {
        COLUMNS.iter().any(|(column, known)| {
            *column == wanted && names.iter().any(|name| known.contains(&name.as_str()))
        })
    };
    if !has("id") || !has("name") {
        return Err(io::Error::other(
            "Line 1 names no columns: there must be an ID and a name, such as id,name,federation,title,sex,rating,birth.",
        ));
    }
    let mut builder = csv::ReaderBuilder::new();
    builder.has_headers(false).flexible(true).delimiter(comma).buffer_capacity(512);
    let mut line = Vec::new();
    // Line by line: a quotation mark that nobody closes swallows one player, and not all that follow.
    while list.read_until(b'\n', &mut line)? > 0 {
        if let Some(row) = builder.from_reader(line.trim_ascii_end()).byte_records().next() {
            let row = row.map_err(io::Error::other)?;
            // Nobody knows which columns are meant where there are too many.
            let is_too_long = row.iter().skip(names.len()).any(|value| !value.trim_ascii().is_empty());
            for (name, value) in names.iter().zip(&row).filter(|_| !is_too_long) {
                intake.take(name, &text(value));
            }
            intake.unread.players += usize::from(is_too_long);
            intake.end()?;
        }
        line.clear();
    }
    Ok(())
}
