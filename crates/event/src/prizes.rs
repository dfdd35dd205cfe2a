//! What prizes an event has: a fund in whole cents, and lists of prizes by place.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::awards::Sharing;
use crate::ids::CategoryId;
use crate::{Cents, Entry, Event, Refusal, RoundState};

/// A currency by its three letters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Currency(String);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("Write the three letters of a currency, such as EUR.")]
pub struct ParseCurrencyError;

impl Currency {
    pub fn parse(text: &str) -> Result<Self, ParseCurrencyError> {
        let text = text.trim().to_ascii_uppercase();
        let is_code = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase());
        if is_code { Ok(Self(text)) } else { Err(ParseCurrencyError) }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// The prizes of one standing, from the first place down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrizeList {
    /// The category whose places count; none for the standings of all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<CategoryId>,
    pub amounts: Vec<Cents>,
    pub sharing: Sharing,
}

/// The money of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prizes {
    /// What all amounts are in.
    pub currency: Currency,
    /// What each player pays, unless their own page says otherwise.
    #[serde(default, skip_serializing_if = "Cents::is_none")]
    pub entry_fee: Cents,
    /// What there is to be won altogether, if that is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fund: Option<Cents>,
    /// Whether each player takes one prize at most.
    pub is_one_each: bool,
    /// Whether players who withdrew take prizes too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub takes_withdrawn: bool,
    /// The lists; of equal prizes the one that stands first is taken.
    pub lists: Vec<PrizeList>,
}

/// The prizes as they stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetPrizes {
    pub prizes: Prizes,
    /// The ledger entry that set them.
    pub revision: u64,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_published: bool,
}

impl Prizes {
    /// The most prizes of one list.
    pub const MOST: usize = 200;

    pub fn sum(&self) -> Cents {
        self.lists.iter().flat_map(|list| list.amounts.iter().copied()).sum()
    }

    pub fn check(&self, event: &Event) -> Result<(), Refusal> {
        for (place, list) in self.lists.iter().enumerate() {
            let title = list.title(event)?;
            if self.lists[..place].iter().any(|other| other.category == list.category) {
                return Err(Refusal::Invalid(format!("{title} stands twice among the prizes.")));
            }
            if list.amounts.is_empty() || list.amounts.len() > Self::MOST {
                return Err(Refusal::Invalid(format!("{title}: a list has 1 to {} prizes.", Self::MOST)));
            }
            if list.amounts.iter().any(|amount| *amount > Cents::MOST) {
                return Err(Refusal::Invalid(format!("{title}: a prize is at most {}.", Cents::MOST)));
            }
            if let Some([better, worse]) = list.amounts.array_windows().find(|[better, worse]| better < worse)
            {
                return Err(Refusal::Invalid(format!(
                    "{title}: no prize is greater than the one before it, as {worse} after {better}."
                )));
            }
        }
        match self.fund {
            Some(fund) if self.sum() > fund => Err(Refusal::Invalid(format!(
                "The prizes come to {}, more than the fund of {fund}.",
                self.sum()
            ))),
            _ => Ok(()),
        }
    }

    /// All of it in one line, for people.
    pub fn summary(&self, event: &Event) -> String {
        let currency = &self.currency;
        let fee = (!self.entry_fee.is_none()).then(|| format!("entry fee {} {currency}", self.entry_fee));
        let fund = self.fund.map(|fund| format!("fund {fund} {currency}"));
        let lists = self.lists.iter().map(|list| {
            let title = list.title(event).unwrap_or_else(|_| "a category".to_owned());
            let amounts: Vec<_> = list.amounts.iter().map(ToString::to_string).collect();
            format!("{title}: {} {currency}, {}", amounts.join(" / "), list.sharing.title())
        });
        let one = if self.is_one_each { "one prize a player" } else { "several prizes a player" };
        let withdrawn = self.takes_withdrawn.then(|| "also to players who withdrew".to_owned());
        let rules = (!self.lists.is_empty()).then(|| one.to_owned());
        fee.into_iter().chain(fund).chain(lists).chain(rules).chain(withdrawn).collect::<Vec<_>>().join("; ")
    }
}

impl PrizeList {
    pub fn title(&self, event: &Event) -> Result<String, Refusal> {
        let Some(id) = self.category else { return Ok("Main prizes".to_owned()) };
        let category = event.category(id).ok_or(Refusal::NotFound("category"))?;
        Ok(category.name.to_string())
    }
}

impl Event {
    /// The prizes, if any were set.
    pub fn prizes(&self) -> Option<&Prizes> {
        self.prizes.as_ref().map(|set| &set.prizes)
    }

    pub fn fee_of(&self, entry: &Entry) -> Cents {
        let usual = || self.prizes().map_or(Cents::NONE, |prizes| prizes.entry_fee);
        entry.details.office.fee_due.unwrap_or_else(usual)
    }

    /// The ledger entry that last set the prizes; 0 before the first.
    pub fn prizes_revision(&self) -> u64 {
        self.prizes.as_ref().map_or(0, |set| set.revision)
    }

    /// What may still change the places, on which prizes rest. None where nothing does.
    pub fn places_wait_for(&self) -> Option<String> {
        if self.published_rounds() == 0 {
            return Some("No round is played yet.".to_owned());
        }
        if let Some(round) = self.current_round() {
            let open = if round.state == RoundState::Draft { "is drafted" } else { "is not closed yet" };
            return Some(format!("Round {} {open}.", round.number));
        }
        if let Some(game) = self.waiting_for_a_result().first() {
            return Some(format!("The game at {} has no result yet.", self.place_of(game)));
        }
        self.next_round().map(|round| format!("Round {round} is still to be played."))
    }

    /// Whether everybody may see who wins the prizes: they were published, and no place can change.
    pub fn shows_prizes(&self) -> bool {
        self.prizes.as_ref().is_some_and(|set| set.is_published) && self.places_wait_for().is_none()
    }
}
