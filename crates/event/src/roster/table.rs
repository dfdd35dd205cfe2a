//! A table of players: its first line says what stands in which column, in the words of people or of other programs
//! (Swiss-Manager, Vega, Sharly Chess).

use std::collections::{BTreeMap, BTreeSet};

use super::formula::bared;
use super::{Faults, Line, RosterError, details};
use crate::identity::{DateOrder, Sex};
use crate::text::sought;
use crate::{Cents, EntryDetails, Identity, Label, Office};

/// The lines below the first one, and the titles of columns that nothing is read from.
///
/// Each line is read by itself: a quotation mark that somebody forgot must not take other players with it. Titles alone may
/// go over several lines.
pub(super) fn read(text: &str) -> Result<(Vec<Line>, Vec<String>), RosterError> {
    let (parted_by, lines) = from_titles(text);
    let mut lines = lines.into_iter();
    let (titles_at, first) = lines.next().ok_or(RosterError::Empty)?;
    let mut header = first.to_owned();
    let mut is_open = has_open_quotation(first);
    while is_open {
        let (_, more) = lines.next().ok_or(RosterError::Header)?;
        is_open ^= has_open_quotation(more);
        header.extend([" ", more]);
    }
    let lines: Vec<_> = lines.filter(|(_, line)| !line.trim().is_empty()).collect();
    let delimiter = parted_by.unwrap_or_else(|| delimiter_of(&header, lines.iter().map(|(_, line)| *line)));
    let header = fields(&header, delimiter).map_err(|_| RosterError::Header)?;
    let (columns, mut ignored) = Columns::read(&header).ok_or(RosterError::Header)?;
    let rows: Vec<_> =
        lines.into_iter().map(|(number, line)| (number, line, fields(line, delimiter))).collect();
    let births = columns.order_of_births(rows.iter().filter_map(|(.., row)| row.as_ref().ok()));
    let mut untitled = BTreeSet::new();
    let mut player = |row: &[String]| {
        let is_untitled = |column: &usize| header.get(*column).is_none_or(String::is_empty);
        let filled = row.iter().enumerate().filter(|(_, field)| !field.is_empty()).map(|(column, _)| column);
        let lost: Vec<_> = filled.filter(is_untitled).collect();
        // The name with its comma is the usual reason.
        if delimiter == b',' && lost.iter().any(|column| *column >= header.len()) {
            return Err(format!(
                "This line has {} fields, and line {titles_at} names {} columns: put quotation marks round a field that has a comma.",
                row.len(),
                header.len()
            ));
        }
        if delimiter == b'\t' && matches!(row, [only] if only.contains(';')) {
            return Err("This line is parted by semicolons, and the others by tabs.".to_owned());
        }
        untitled.extend(lost);
        columns.player(row, births)
    };
    let lines = rows.into_iter().filter_map(|(number, line, row)| match row {
        Ok(row) => {
            let known = row.iter().filter(|field| !field.is_empty());
            let text = known.map(String::as_str).collect::<Vec<_>>().join(" · ");
            (!text.is_empty()).then(|| Line { number, text, player: player(&row) })
        }
        Err(sentence) => Some(Line { number, text: line.to_owned(), player: Err(sentence) }),
    });
    let lines = lines.collect();
    ignored.extend(untitled.into_iter().map(|column| format!("column {}, which has no title", column + 1)));
    Ok((lines, ignored))
}

/// Whether a pasted list begins with a line that names its columns, two of them at least, and no player.
pub(super) fn begins_with_titles(text: &str) -> bool {
    from_titles(text).1.first().is_some_and(|(_, first)| columns_named(first) > 1)
}

/// How many lines may stand above the titles.
const MOST_ABOVE: usize = 10;

/// The lines from the titles on, with their numbers; above them may stand empty lines, what the list is called, and the word
/// of spreadsheets on what parts the fields, such as `sep=;`.
fn from_titles(text: &str) -> (Option<u8>, Vec<(usize, &str)>) {
    let is_filled = |line: &str| line.contains(|c: char| !c.is_whitespace() && !matches!(c, ';' | ','));
    let mut lines: Vec<_> = (1..).zip(text.lines()).skip_while(|(_, line)| !is_filled(line)).collect();
    let said = lines.first().and_then(|(_, first)| first.strip_prefix("sep="));
    let parted_by = said.and_then(|said| if let [one] = said.as_bytes() { Some(*one) } else { None });
    if parted_by.is_some() {
        lines.remove(0);
    }
    let parsed_alone = lines.iter().take(MOST_ABOVE).take_while(|(_, line)| !has_open_quotation(line));
    let named: Vec<_> = parsed_alone.map(|(_, line)| columns_named(line)).collect();
    if named.first() == Some(&0)
        && let Some(above) = named.iter().position(|named| *named > 1)
    {
        lines.drain(..above);
    }
    (parted_by, lines)
}

/// How many columns a line names that something is read from.
fn columns_named(line: &str) -> usize {
    let header = fields(line, delimiter_of(line, [])).ok();
    header.and_then(|header| Columns::read(&header)).map_or(0, |(Columns(known), _)| known.len())
}

/// What parts the fields: what the titles are parted by, outside quotation marks. A title alone leaves it to the lines below,
/// where commas may be those of names.
fn delimiter_of<'a>(header: &str, lines: impl IntoIterator<Item = &'a str>) -> u8 {
    let outside: String = header.split('"').step_by(2).collect();
    let count = |delimiter: &u8| outside.bytes().filter(|byte| byte == delimiter).count();
    let most = [b';', b'\t', b','].into_iter().max_by_key(count).filter(|delimiter| count(delimiter) > 0);
    most.unwrap_or_else(|| if lines.into_iter().any(|line| line.contains('\t')) { b'\t' } else { b';' })
}

fn has_open_quotation(line: &str) -> bool {
    line.matches('"').count() % 2 == 1
}

pub(super) fn fields(line: &str, delimiter: u8) -> Result<Vec<String>, String> {
    if has_open_quotation(line) {
        return Err(
            "A quotation mark on this line is not closed: no field goes over several lines.".to_owned()
        );
    }
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).has_headers(false).from_reader(line.as_bytes());
    let record = reader.records().next().transpose();
    let record = record.map_err(|error| format!("This line cannot be read: {error}."))?.unwrap_or_default();
    Ok(record.iter().map(|field| bared(field.trim())).collect())
}

/// Where the columns are that are called by the words below. They are looked for once, not for each player: a list
/// from outside may have as many columns as lines.
struct Columns(BTreeMap<&'static str, usize>);

// What people and programs call each column: plain words with blanks between them.
const NAME: &str = "name player fullname playername spieler joueur";
const FIRST_NAME: &str = "firstname givenname forename vorname prenom";
const LAST_NAME: &str = "lastname surname familyname nachname familienname nom";
const CLUB: &str = "club clubcity town city team origin verein vereinort equipe";
const FEDERATION: &str = "federation fed country land verband pays";
/// International ratings go before national ones.
const RATING: &str = "rating elo rtg strength rtgi irtg eloi elofide fiderating standardrating rtgn nrtg \
    elon elonat nationalrating";
const FIDE_ID: &str = "fideid idfide fideno fidenr";
const NATIONAL_ID: &str = "idnat natid nationalid nationalno idno identno ffeid licence licensenumber";
const TITLE: &str = "title titel titre fidetitle";
const SEX: &str = "sex gender geschlecht sexe";
const BIRTH: &str = "birth birthday birthdate dateofbirth born yearofbirth birthyear geburtsdatum \
    geburtsjahr naissance datedenaissance";
const FEE: &str = "fee entryfee owed startgeld";
const PAID: &str = "paid feepaid bezahlt";

impl Columns {
    /// The columns, and the titles of those that are not known; none if nobody would have a name.
    fn read(header: &[String]) -> Option<(Self, Vec<String>)> {
        let plain =
            |title: &String| sought(title).chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        let titles: Vec<String> = header.iter().map(plain).collect();
        let place =
            |words: &str| titles.iter().position(|title| words.split_whitespace().any(|word| word == title));
        let known = [
            NAME,
            FIRST_NAME,
            LAST_NAME,
            CLUB,
            FEDERATION,
            FIDE_ID,
            NATIONAL_ID,
            TITLE,
            SEX,
            BIRTH,
            FEE,
            PAID,
        ];
        let known = known.into_iter().chain(RATING.split_whitespace());
        let columns: BTreeMap<_, _> =
            known.filter_map(|words| place(words).map(|column| (words, column))).collect();
        columns.get(NAME).or(columns.get(LAST_NAME))?;
        let is_read = |column: usize| columns.values().any(|read| *read == column);
        let ignored = header.iter().enumerate().filter(|(i, title)| !title.is_empty() && !is_read(*i));
        let ignored = ignored.map(|(_, title)| title.clone()).collect();
        Some((Self(columns), ignored))
    }

    /// In which order the list writes days and months, as far as its dates tell.
    fn order_of_births<'a>(&self, rows: impl Iterator<Item = &'a Vec<String>>) -> DateOrder {
        let Some(column) = self.0.get(BIRTH) else { return DateOrder::default() };
        DateOrder::of(rows.filter_map(|row| row.get(*column)).map(String::as_str))
    }

    fn player(&self, fields: &[String], births: DateOrder) -> Result<EntryDetails, String> {
        let field =
            |words: &str| self.0.get(words).and_then(|column| fields.get(*column)).map_or("", String::as_str);
        let name = match (field(NAME), field(LAST_NAME), field(FIRST_NAME)) {
            ("", last, "") => last.to_owned(),
            ("", last, first) => format!("{last}, {first}"),
            (name, ..) => name.to_owned(),
        };
        let mut ratings = RATING.split_whitespace().map(field);
        let rating = ratings.find(|rating| !matches!(*rating, "" | "0" | "-")).unwrap_or_default();
        let known = details(&name, field(CLUB), field(FEDERATION), rating);
        let mut faults = Faults(known.as_ref().err().cloned().into_iter().collect());
        let mut label = |what: &str, text: &str| faults.read(what, Label::parse_optional(text)).flatten();
        let national_id = label("National ID", field(NATIONAL_ID)).filter(|id| id.as_str() != "0");
        let title = label("Title", field(TITLE));
        let fide_id = faults.read("FIDE ID", Identity::parse_fide_id(field(FIDE_ID))).flatten();
        let sex = faults.read("Sex", Sex::parse_listed(field(SEX))).flatten();
        let sex = sex.and_then(|sex| Label::parse(sex.letter()).ok());
        let birth = faults.read("Birth", births.date(field(BIRTH))).unwrap_or_default();
        let birth_date = faults.read("Birth", Identity::parse_birth(&birth)).flatten();
        let identity = Identity { fide_id, national_id, title, sex, birth_date, known_as: None };
        let fee_due = faults.read("Fee", Cents::parse_optional(field(FEE))).flatten();
        let fee_paid = faults.read("Paid", Cents::parse_optional(field(PAID))).flatten().unwrap_or_default();
        let office = Office { fee_due, fee_paid, note: None, board: None };
        faults.unless_any(known.ok().map(|known| EntryDetails { identity, office, ..known }))
    }
}
