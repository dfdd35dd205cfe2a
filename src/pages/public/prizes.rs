//! Who wins which prize.

use askama::Template;

use crate::domain::event::Event;
use crate::domain::money::Cents;
use crate::error::AppError;
use crate::pages::Frame;
use crate::publish::Issue;
use crate::services::prizes::{Given, given};
use crate::services::standings::EventStandings;

use super::board::PlayerLink;
use super::foot::Foot;

/// A list of prizes with its winners.
#[derive(Debug)]
pub struct PrizesView {
    /// What it is called.
    pub title: String,
    /// How those who are tied share.
    pub sharing: &'static str,
    /// The winners.
    pub rows: Vec<PrizeRow>,
    /// What nobody is there for; empty if nothing is left.
    pub left: String,
}

/// A winner.
#[derive(Debug)]
pub struct PrizeRow {
    /// The place, from 1.
    pub place: usize,
    pub player: PlayerLink,
    /// How much.
    pub amount: String,
    /// How it comes about.
    pub why: String,
}

/// All prizes of an event with their winners.
#[derive(Debug)]
pub struct PrizeLists {
    pub lists: Vec<PrizesView>,
    /// What all amounts are in.
    pub currency: String,
    /// Whether each player takes one prize at most.
    pub is_one_each: bool,
    /// All prizes together.
    pub sum: Cents,
    pub awarded: Cents,
    /// What nobody is there for.
    pub left: Cents,
}

impl PrizeLists {
    /// The prizes as the standings are.
    #[must_use]
    pub fn of(event: &Event, standings: &EventStandings) -> Self {
        let given = given(event, standings);
        let prizes = event.prizes();
        let (sum, left) = (given.iter().map(|list| list.sum).sum(), given.iter().map(Given::left).sum());
        Self {
            currency: prizes.map(|prizes| prizes.currency.to_string()).unwrap_or_default(),
            is_one_each: prizes.is_some_and(|prizes| prizes.is_one_each),
            sum,
            awarded: Cents::less(sum, left),
            left,
            lists: given.iter().map(|list| PrizesView::of(event, list)).collect(),
        }
    }
}

impl PrizesView {
    fn of(event: &Event, list: &Given) -> Self {
        let row = |winner: &crate::services::prizes::Winner| PrizeRow {
            place: winner.place,
            player: PlayerLink::to(event, winner.entry),
            amount: winner.amount.to_string(),
            why: winner.why.clone(),
        };
        let left = list.left();
        Self {
            title: list.title.clone(),
            sharing: list.sharing.title(),
            rows: list.winners.iter().map(row).collect(),
            left: if left.is_none() { String::new() } else { left.to_string() },
        }
    }
}

#[derive(Debug, Template)]
#[template(path = "public/prizes.html")]
pub(super) struct PrizesPage {
    frame: Frame,
    prizes: PrizeLists,
    foot: Option<Foot>,
}

impl PrizesPage {
    pub(super) fn new(issue: &Issue, frame: Frame) -> Result<Self, AppError> {
        let prizes = PrizeLists::of(&issue.event, &*issue.standings(None)?);
        Ok(Self { frame, prizes, foot: Foot::of(issue)? })
    }
}
