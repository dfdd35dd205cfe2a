//! What lists of players and report files know of a person beside name and rating.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::{EntryDetails, EntryId, Event, Label, ParseTextError, Refusal};

/// As a list or file writes it, or an arbiter typed it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fide_id: Option<Label>,
    /// The number that the national federation gave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub national_id: Option<Label>,
    /// FIDE title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Label>,
    /// The letter for man or woman.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sex: Option<Label>,
    /// Birth date, or only its year.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub birth_date: Option<Label>,
    /// The entry by which the register of players knows the person, if an arbiter took them from this program's ratings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_as: Option<EntryId>,
}

/// Man or woman, as report files know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sex {
    Woman,
    Man,
}

impl Sex {
    /// The letter in report files.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Woman => "w",
            Self::Man => "m",
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Woman => "woman",
            Self::Man => "man",
        }
    }

    /// Reads what people write, in the languages of the lists that come in.
    pub fn read(text: &str) -> Option<Self> {
        match text.to_lowercase().as_str() {
            "m" | "male" | "man" | "männlich" | "herr" | "homme" | "masculin" => Some(Self::Man),
            "f" | "w" | "female" | "woman" | "weiblich" | "frau" | "femme" | "féminin" => Some(Self::Woman),
            _ => None,
        }
    }

    /// Reads a list's column, which may say nothing, or neither of the two.
    ///
    /// # Errors
    /// The sentence that says what would be right.
    pub(crate) fn parse_listed(text: &str) -> Result<Option<Self>, String> {
        match (Self::read(text), text.to_lowercase().as_str()) {
            (None, "" | "-" | "0" | "x" | "d" | "other" | "divers" | "diverse") => Ok(None),
            (None, _) => Err(format!("Write w or m, or nothing, not \"{text}\".")),
            (sex, _) => Ok(sex),
        }
    }
}

impl Identity {
    /// What everybody may see of it: FIDE's number and the title stand in public lists, the rest is nobody's business.
    #[must_use]
    pub fn in_public(&self) -> Self {
        Self { national_id: None, sex: None, birth_date: None, known_as: None, ..self.clone() }
    }

    /// Man or woman, if that is said.
    pub fn sex(&self) -> Option<Sex> {
        Sex::read(self.sex.as_ref()?.as_str())
    }

    /// The year of birth, if one is said.
    pub fn birth_year(&self) -> Option<u16> {
        year_of(self.birth_date.as_ref()?.as_str())
    }

    /// The FIDE ID without the zeros that some lists put before it.
    pub fn fide_number(&self) -> Option<&str> {
        self.fide_id.as_ref().map(|id| id.as_str().trim_start_matches('0')).filter(|id| !id.is_empty())
    }

    /// Reads what was typed as a FIDE ID: a number of at most eleven digits, as report files hold it, or nothing; 0 is
    /// nobody's.
    ///
    /// # Errors
    /// When it is no such number.
    pub fn parse_fide_id(text: &str) -> Result<Option<Label>, String> {
        let label = Label::parse_optional(text).map_err(|error: ParseTextError| error.to_string())?;
        let is_number = |text: &str| text.len() <= 11 && text.bytes().all(|digit| digit.is_ascii_digit());
        match label.filter(|id| id.as_str() != "0") {
            Some(id) if !is_number(id.as_str()) => {
                Err("A FIDE ID is a number such as 1503014; other numbers go to the national ID.".to_owned())
            }
            label => Ok(label),
        }
    }

    /// Reads what was typed as a birth: a year or a date, or nothing.
    ///
    /// # Errors
    /// When no year can be made out in it, or the calendar has no such day.
    pub fn parse_birth(text: &str) -> Result<Option<Label>, String> {
        let label = Label::parse_optional(text).map_err(|error: ParseTextError| error.to_string())?;
        match label {
            Some(label) if year_of(label.as_str()).is_none() => {
                Err("Write a year such as 1990, or a date such as 1990-04-13.".to_owned())
            }
            Some(label) if !is_day(label.as_str()) => {
                Err("The calendar has no such day. Write a date such as 1990-04-13, or the year alone."
                    .to_owned())
            }
            label => Ok(label),
        }
    }

    /// Reads what the line of a report file says of a player; with it what cannot be read: the field, what stands there and
    /// what would be right. Zeros stand for a birth that is not known.
    pub fn of_report<'a>(
        [fide_id, title, sex, birth]: [&'a str; 4],
    ) -> (Self, Vec<(&'static str, &'a str, String)>) {
        let mut unread = Vec::new();
        let mut read = |field, text: &'a str, parsed: Result<Option<Label>, String>| {
            parsed.unwrap_or_else(|why| {
                unread.push((field, text, why));
                None
            })
        };
        let label = |text| Label::parse_optional(text).map_err(|error| error.to_string());
        let is_unknown =
            !birth.contains(|c: char| c != '0' && !c.is_whitespace() && !c.is_ascii_punctuation());
        let sex_of = |text| match Sex::parse_listed(text) {
            Ok(_) => label(text).map(|label| label.filter(|label| Sex::read(label.as_str()).is_some())),
            Err(why) => Err(why),
        };
        let identity = Self {
            fide_id: read("FIDE ID", fide_id, Self::parse_fide_id(fide_id)),
            title: read("title", title, label(title)),
            sex: read("sex", sex, sex_of(sex.trim())),
            birth_date: read(
                "birth date",
                birth,
                if is_unknown { Ok(None) } else { Self::parse_birth(birth) },
            ),
            ..Self::default()
        };
        (identity, unread)
    }

    /// Refuses what forms refuse, of what another program sends; what was `known` already stays as it was written.
    ///
    /// # Errors
    /// The sentence that says what would be right.
    pub fn check(&self, known: Option<&Self>) -> Result<(), String> {
        let known = known.cloned().unwrap_or_default();
        let text = |label: &Option<Label>| label.as_ref().map_or_else(String::new, ToString::to_string);
        if known.fide_id != self.fide_id {
            Self::parse_fide_id(&text(&self.fide_id))?;
        }
        if known.birth_date != self.birth_date {
            Self::parse_birth(&text(&self.birth_date))?;
        }
        if known.sex != self.sex && self.sex.is_some() && self.sex().is_none() {
            return Err("The sex is w or m, or left out.".to_owned());
        }
        Ok(())
    }

    /// The birth as report files have it, such as `1990/04/13`; the year alone where no day is known.
    pub fn reported_birth(&self) -> String {
        let Some(birth) = &self.birth_date else { return String::new() };
        let day = report_date(birth.as_str());
        let is_whole = day.len() == 10 && day.bytes().filter(|byte| *byte == b'/').count() == 2;
        match self.birth_year() {
            _ if is_whole => day,
            Some(year) => year.to_string(),
            None => String::new(),
        }
    }

    /// All of it in words.
    pub(super) fn parts(&self) -> impl Iterator<Item = String> {
        let said = |what: &str, label: &Option<Label>| label.as_ref().map(|label| format!("{what}{label}"));
        [
            said("", &self.title),
            said("FIDE ID ", &self.fide_id),
            said("national ID ", &self.national_id),
            said("sex ", &self.sex),
            said("born ", &self.birth_date),
        ]
        .into_iter()
        .flatten()
    }
}

/// The year of a date: its one part of four digits, in this century or the last two.
pub(crate) fn year_of(text: &str) -> Option<u16> {
    let mut years = text.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() == 4);
    let year = years.next().and_then(|year| year.parse().ok());
    year.filter(|year| years.next().is_none() && (1800..=2099).contains(year))
}

/// In which order the dates of a list write their day and month, where the year comes last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum DateOrder {
    /// As most countries do; so are dates read that nothing tells of.
    #[default]
    DayFirst,
    MonthFirst,
    /// Some dates of the list are one, some the other: a date that may be both is neither.
    Mixed,
}

/// A date by its three parts, the year found by its four digits.
enum Parts<'a> {
    YearFirst([&'a str; 3]),
    YearLast { one: &'a str, other: &'a str, year: &'a str },
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let parts: Vec<&str> = text.split(['.', '/', '-']).map(str::trim).collect();
        let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        match parts[..] {
            _ if !parts.iter().all(is_number) => None,
            [year, month, day] if year.len() == 4 => Some(Self::YearFirst([year, month, day])),
            [one, other, year] if year.len() == 4 => Some(Self::YearLast { one, other, year }),
            _ => None,
        }
    }

    /// The order that this date alone allows.
    fn order(&self) -> Option<DateOrder> {
        let Self::YearLast { one, other, .. } = self else { return None };
        let is_month = |part: &str| part.parse().is_ok_and(|month: u32| month <= 12);
        match (is_month(one), is_month(other)) {
            (true, false) => Some(DateOrder::MonthFirst),
            (false, true) => Some(DateOrder::DayFirst),
            _ => None,
        }
    }
}

impl DateOrder {
    /// The order that the dates of one list tell.
    pub(crate) fn of<'a>(dates: impl Iterator<Item = &'a str>) -> Self {
        let orders: BTreeSet<_> = dates.filter_map(|date| Parts::of(date)?.order()).collect();
        match (orders.contains(&Self::DayFirst), orders.contains(&Self::MonthFirst)) {
            (true, true) => Self::Mixed,
            (false, true) => Self::MonthFirst,
            _ => Self::DayFirst,
        }
    }

    /// A date as report files write it, such as 1990/04/13; what is no date stays as it is.
    ///
    /// # Errors
    /// The sentence that says what would be right, of a date that may be two.
    pub(crate) fn date(self, text: &str) -> Result<String, String> {
        let Some(parts) = Parts::of(text) else { return Ok(text.to_owned()) };
        let order = parts.order().unwrap_or(self);
        let [year, month, day] = match parts {
            Parts::YearFirst(parts) => parts,
            Parts::YearLast { one, other, .. } if order == Self::Mixed && one != other => {
                return Err(format!(
                    "The list writes days first and months first: \"{text}\" may be two dates. Write it such as 1990-04-13."
                ));
            }
            Parts::YearLast { one, other, year } if order == Self::MonthFirst => [year, one, other],
            Parts::YearLast { one, other, year } => [year, other, one],
        };
        Ok(format!("{year}/{month:0>2}/{day:0>2}"))
    }
}

/// A date as report files write it, such as 1990/04/13, whichever of its numbers came first; what is no date stays as it is.
fn report_date(text: &str) -> String {
    DateOrder::default().date(text).unwrap_or_else(|_| text.to_owned())
}

/// Whether what is written as a date is one; lists write 00 for what they do not know, and day and month in either order.
fn is_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['.', '/', '-']).map(str::trim).collect();
    let numbers: Option<Vec<u32>> = parts.iter().map(|part| part.parse().ok()).collect();
    let fits = |year: u32, month: u32, day: u32| {
        let is_known = NaiveDate::from_ymd_opt(i32::try_from(year).unwrap_or(0), month.max(1), day.max(1));
        is_known.is_some() && (month > 0 || day == 0)
    };
    match numbers.as_deref() {
        Some(&[year, month, day]) if parts[0].len() == 4 => fits(year, month, day),
        Some(&[one, other, year]) if parts[2].len() == 4 => fits(year, one, other) || fits(year, other, one),
        Some(&[_, month]) if parts[0].len() == 4 => month <= 12,
        Some(&[month, year]) if parts[1].len() == 4 && year > 0 => month <= 12,
        _ => true,
    }
}

/// The age that nobody reaches.
const OLDEST: i32 = 120;

impl Event {
    /// Refuses a year of birth of nobody who can play here; what a player has already stays.
    ///
    /// # Errors
    /// The sentence with the years that can be.
    pub fn check_birth(&self, id: EntryId, details: &EntryDetails) -> Result<(), Refusal> {
        let known = self.entries.get(&id).and_then(|entry| entry.details.identity.birth_year());
        let Some(year) = details.identity.birth_year().filter(|year| known != Some(*year)) else {
            return Ok(());
        };
        let years = self.settings.starts_on.year() - OLDEST..=self.settings.ends_on.year();
        if years.contains(&i32::from(year)) {
            return Ok(());
        }
        Err(Refusal::Invalid(format!(
            "{}: nobody who plays here was born in {year}. Years go from {} to {}.",
            details.name,
            years.start(),
            years.end()
        )))
    }

    /// Refuses a FIDE ID that somebody else has; what a player has already stays.
    pub fn check_fide_ids<'a>(
        &self,
        people: impl IntoIterator<Item = (EntryId, &'a EntryDetails)>,
    ) -> Result<(), Refusal> {
        let mut whose: BTreeMap<&str, (EntryId, &str)> = BTreeMap::new();
        for (id, entry) in self.entries.iter() {
            let name = entry.details.name.as_str();
            whose.extend(entry.details.identity.fide_number().map(|number| (number, (*id, name))));
        }
        for (id, details) in people {
            let Some(fide_id) = details.identity.fide_number() else { continue };
            let known = self.entries.get(&id).and_then(|entry| entry.details.identity.fide_number());
            let name = details.name.as_str();
            match whose.get(fide_id) {
                Some((other, whose)) if *other != id && known != Some(fide_id) => {
                    return Err(Refusal::Invalid(format!(
                        "{whose} and {name} cannot both have the FIDE ID {fide_id}: it is one person’s. Mend the one that is wrong."
                    )));
                }
                _ => whose.insert(fide_id, (id, name)),
            };
        }
        Ok(())
    }
}
