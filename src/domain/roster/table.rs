//! A table of players: its first line says what stands in which column, in the words of people or of other programs
//! (Swiss-Manager, Vega, Sharly Chess).

use super::{Line, RosterError, details};
use crate::domain::entry::EntryDetails;
use crate::domain::identity::{Identity, Sex};
use crate::domain::money::Cents;
use crate::domain::office::Office;
use crate::domain::text::{Label, ParseTextError, sought};

/// The lines below the first one, and the titles of columns that nothing is read from.
///
/// Each line is read by itself: a quotation mark that somebody forgot must not take other players with it.
pub(super) fn read(text: &str) -> Result<(Vec<Line>, Vec<String>), RosterError> {
    let mut lines = (1..).zip(text.lines());
    let (_, header) = lines.next().ok_or(RosterError::Empty)?;
    let delimiter = [b';', b'\t', b',']
        .into_iter()
        .max_by_key(|delimiter| header.bytes().filter(|byte| byte == delimiter).count())
        .unwrap_or(b',');
    let header = fields(header, delimiter).map_err(|_| RosterError::Header)?;
    let (columns, ignored) = Columns::read(&header).ok_or(RosterError::Header)?;
    let lines = lines.filter_map(|(number, line)| match fields(line, delimiter) {
        Ok(fields) => {
            let known = fields.iter().filter(|field| !field.is_empty());
            let text = known.map(String::as_str).collect::<Vec<_>>().join(" · ");
            (!text.is_empty()).then(|| Line { number, text, player: columns.player(&fields) })
        }
        Err(sentence) => Some(Line { number, text: line.to_owned(), player: Err(sentence) }),
    });
    Ok((lines.collect(), ignored))
}

fn fields(line: &str, delimiter: u8) -> Result<Vec<String>, String> {
    if line.matches('"').count() % 2 == 1 {
        return Err(
            "A quotation mark on this line is not closed: no field goes over several lines.".to_owned()
        );
    }
    let mut reader =
        csv::ReaderBuilder::new().delimiter(delimiter).has_headers(false).from_reader(line.as_bytes());
    let record = reader.records().next().transpose();
    let record = record.map_err(|error| format!("This line cannot be read: {error}."))?.unwrap_or_default();
    Ok(record.iter().map(|field| field.trim().to_owned()).collect())
}

/// Which field stands in which column.
struct Columns {
    name: Option<usize>,
    first_name: Option<usize>,
    last_name: Option<usize>,
    club: Option<usize>,
    federation: Option<usize>,
    /// The ratings, the one that goes before the others first.
    ratings: Vec<usize>,
    fide_id: Option<usize>,
    national_id: Option<usize>,
    title: Option<usize>,
    sex: Option<usize>,
    birth: Option<usize>,
    fee: Option<usize>,
    paid: Option<usize>,
}

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
        let find =
            |names: &str| titles.iter().position(|title| names.split_whitespace().any(|name| name == title));
        let columns = Self {
            name: find(NAME),
            first_name: find(FIRST_NAME),
            last_name: find(LAST_NAME),
            club: find(CLUB),
            federation: find(FEDERATION),
            ratings: RATING.split_whitespace().filter_map(find).collect(),
            fide_id: find(FIDE_ID),
            national_id: find(NATIONAL_ID),
            title: find(TITLE),
            sex: find(SEX),
            birth: find(BIRTH),
            fee: find(FEE),
            paid: find(PAID),
        };
        if columns.name.is_none() && columns.last_name.is_none() {
            return None;
        }
        let ignored = header.iter().enumerate().filter(|(i, title)| !title.is_empty() && !columns.reads(*i));
        let ignored = ignored.map(|(_, title)| title.clone()).collect();
        Some((columns, ignored))
    }

    fn reads(&self, column: usize) -> bool {
        let names = [self.name, self.first_name, self.last_name, self.club, self.federation];
        let rest = [self.fide_id, self.national_id, self.title, self.sex, self.birth, self.fee, self.paid];
        names.iter().chain(&rest).flatten().chain(&self.ratings).any(|read| *read == column)
    }

    fn player(&self, fields: &[String]) -> Result<EntryDetails, String> {
        let field = |column: Option<usize>| column.and_then(|i| fields.get(i)).map_or("", String::as_str);
        let name = match (field(self.name), field(self.last_name), field(self.first_name)) {
            ("", last, "") => last.to_owned(),
            ("", last, first) => format!("{last}, {first}"),
            (name, ..) => name.to_owned(),
        };
        let mut ratings = self.ratings.iter().map(|column| field(Some(*column)));
        let rating = ratings.find(|rating| !matches!(*rating, "" | "0" | "-")).unwrap_or_default();
        let identity = Identity {
            fide_id: label("FIDE ID", field(self.fide_id))?.filter(|id| id.as_str() != "0"),
            national_id: label("National ID", field(self.national_id))?.filter(|id| id.as_str() != "0"),
            title: label("Title", field(self.title))?,
            sex: label("Sex", Sex::read(field(self.sex)).map_or("", Sex::letter))?,
            birth_date: label("Birth", &birth_date(field(self.birth)))?,
            known_as: None,
        };
        let office = Office {
            fee_due: amount("Fee", field(self.fee))?,
            fee_paid: amount("Paid", field(self.paid))?.unwrap_or_default(),
            note: None,
            board: None,
        };
        let known = details(&name, field(self.club), field(self.federation), rating)?;
        Ok(EntryDetails { identity, office, ..known })
    }
}

fn label(what: &str, text: &str) -> Result<Option<Label>, String> {
    Label::parse_optional(text).map_err(|error: ParseTextError| format!("{what}: {error}"))
}

fn amount(what: &str, text: &str) -> Result<Option<Cents>, String> {
    Cents::parse_optional(text).map_err(|error| format!("{what}: {error}"))
}

/// As report files write it, such as 1990/04/13; a year alone, and what is no date, stay as they are.
fn birth_date(text: &str) -> String {
    let parts: Vec<&str> = text.split(['.', '/', '-']).collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    match parts[..] {
        [year, month, day] if year.len() == 4 && parts.iter().all(is_number) => {
            format!("{year}/{month:0>2}/{day:0>2}")
        }
        [day, month, year] if year.len() == 4 && parts.iter().all(is_number) => {
            format!("{year}/{month:0>2}/{day:0>2}")
        }
        _ => text.to_owned(),
    }
}
