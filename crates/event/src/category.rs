//! Categories: players of an age, a sex, a strength, or whom the arbiter names, with standings of their own.

use std::collections::BTreeSet;

use chrono::Datelike;
use serde::{Deserialize, Serialize};

use crate::identity::Sex;
use crate::ids::CategoryId;
use crate::text::same;
use crate::{Entry, EntryId, Event, Label, Refusal};

/// A category. Whoever fulfils all of its conditions belongs to it, and whoever is named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Category {
    /// What it keeps when it is called otherwise.
    pub id: CategoryId,
    pub name: Label,
    /// The least age, as the event's year less the year of birth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_from: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub age_to: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sex: Option<Sex>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_from: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_to: Option<u16>,
    /// Whether players without a rating fulfil the condition of the rating.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub takes_unrated: bool,
    /// Players who belong to it whatever its conditions say.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<EntryId>,
}

/// What the categories of an event have to know of a player beside the rating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    pub age: bool,
    pub sex: bool,
}

impl Asked {
    pub const ALL: Self = Self { age: true, sex: true };
}

impl Event {
    pub fn asked_by_categories(&self) -> Asked {
        Asked {
            age: self.categories.iter().any(Category::asks_age),
            sex: self.categories.iter().any(|category| category.sex.is_some()),
        }
    }
}

/// Whether a number is between two, as far as they are said; what is not known is not.
fn is_within<T: PartialOrd>(number: Option<T>, from: Option<T>, to: Option<T>) -> bool {
    if from.is_none() && to.is_none() {
        return true;
    }
    number.is_some_and(|number| from.is_none_or(|from| number >= from) && to.is_none_or(|to| number <= to))
}

impl Category {
    /// The most categories of an event.
    pub const MOST: usize = 40;

    /// A new one, without conditions.
    pub fn plain(id: CategoryId, name: Label) -> Self {
        Self {
            id,
            name,
            age_from: None,
            age_to: None,
            sex: None,
            rating_from: None,
            rating_to: None,
            takes_unrated: false,
            named: Vec::new(),
        }
    }

    const fn has_conditions(&self) -> bool {
        self.asks_age() || self.sex.is_some() || self.rates()
    }

    const fn rates(&self) -> bool {
        self.rating_from.is_some() || self.rating_to.is_some() || self.takes_unrated
    }

    fn admits(&self, entry: &Entry, year: i32) -> bool {
        let identity = &entry.details.identity;
        let age = identity.birth_year().and_then(|born| u8::try_from(year - i32::from(born)).ok());
        let rating = entry.details.rating;
        let is_rated_so = match rating {
            None if self.takes_unrated => true,
            // Whoever is unrated is asked for alone.
            Some(_) if self.takes_unrated && self.rating_from.or(self.rating_to).is_none() => false,
            rating => is_within(rating, self.rating_from, self.rating_to),
        };
        self.has_conditions()
            && is_within(age, self.age_from, self.age_to)
            && self.sex.is_none_or(|sex| identity.sex() == Some(sex))
            && is_rated_so
    }

    const fn asks_age(&self) -> bool {
        self.age_from.is_some() || self.age_to.is_some()
    }

    pub fn members(&self, event: &Event) -> BTreeSet<EntryId> {
        let year = event.settings.starts_on.year();
        let named = self.named.iter().copied().filter(|id| event.entries.contains_key(id));
        let admitted = event.entries.values().filter(|entry| self.admits(entry, year));
        named.chain(admitted.map(|entry| entry.id)).collect()
    }

    /// Its conditions in words; empty where it has none.
    pub fn conditions(&self, event: &Event) -> String {
        let year = event.settings.starts_on.year();
        let born = |age: u8| year - i32::from(age);
        let age = match (self.age_from, self.age_to) {
            (Some(from), Some(to)) => Some(format!("born {} to {}", born(to), born(from))),
            (Some(from), None) => Some(format!("born {} or before", born(from))),
            (None, Some(to)) => Some(format!("born {} or later", born(to))),
            (None, None) => None,
        };
        let sex = self.sex.map(|sex| match sex {
            Sex::Woman => "women".to_owned(),
            Sex::Man => "men".to_owned(),
        });
        let rating = match (self.rating_from, self.rating_to) {
            (Some(from), Some(to)) => Some(format!("rated {from} to {to}")),
            (Some(from), None) => Some(format!("rated {from} or more")),
            (None, Some(to)) => Some(format!("rated {to} or less")),
            (None, None) => None,
        };
        let rating = match (rating, self.takes_unrated) {
            (Some(rating), true) => Some(format!("{rating}, or unrated")),
            (None, true) => Some("unrated".to_owned()),
            (rating, false) => rating,
        };
        [sex, age, rating].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    fn summary(&self, event: &Event) -> String {
        let named = match self.named.len() {
            0 => String::new(),
            1 => "one named player".to_owned(),
            count => format!("{count} named players"),
        };
        let parts = [self.conditions(event), named];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{} ({})", self.name, parts.join(", "))
    }
}

/// Categories in one line, for people.
pub fn summary(event: &Event, categories: &[Category]) -> String {
    let all: Vec<_> = categories.iter().map(|category| category.summary(event)).collect();
    if all.is_empty() { "none".to_owned() } else { all.join("; ") }
}

pub fn check(event: &Event, categories: &[Category]) -> Result<(), Refusal> {
    if categories.len() > Category::MOST {
        return Err(Refusal::Invalid(format!("An event has at most {} categories.", Category::MOST)));
    }
    for (place, category) in categories.iter().enumerate() {
        let name = &category.name;
        let is_same =
            |other: &Category| other.id == category.id || same(other.name.as_str()) == same(name.as_str());
        if categories[..place].iter().any(is_same) {
            return Err(Refusal::Invalid(format!("{name} stands twice among the categories.")));
        }
        if !category.has_conditions() && category.named.is_empty() {
            return Err(Refusal::Invalid(format!(
                "Say who belongs to {name}: an age, a sex, a rating, or numbers of players."
            )));
        }
        let is_turned = category.age_from.zip(category.age_to).is_some_and(|(from, to)| from > to)
            || category.rating_from.zip(category.rating_to).is_some_and(|(from, to)| from > to);
        if is_turned {
            return Err(Refusal::Invalid(format!(
                "{name}: the first number must not be greater than the last."
            )));
        }
        for player in &category.named {
            event.entry(*player)?;
        }
    }
    Ok(())
}

impl Event {
    pub fn category(&self, id: CategoryId) -> Option<&Category> {
        self.categories.iter().find(|category| category.id == id)
    }
}
