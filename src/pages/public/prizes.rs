//! Who wins which prize.

use askama::Template;
use tiger_event::{Cents, Event};

use crate::error::Result;
use crate::pages::Frame;
use crate::publish::Issue;
use crate::services::prizes::{Given, Winner, given};
use crate::services::standings::EventStandings;

use super::board::PlayerLink;
use super::foot::Foot;

/// A list of prizes.
pub struct PrizesView {
    pub title: String,
    /// How those who are tied share.
    pub sharing: &'static str,
    pub winners: Vec<(PlayerLink, Winner)>,
    /// What nobody is there for.
    pub left: Cents,
}

/// All prizes of an event with their winners.
pub struct PrizeLists {
    pub lists: Vec<PrizesView>,
    /// What all amounts are in.
    pub currency: String,
    pub is_one_each: bool,
    pub sum: Cents,
    pub awarded: Cents,
    /// What nobody is there for.
    pub left: Cents,
}

impl PrizeLists {
    pub fn of(event: &Event, standings: &EventStandings) -> Self {
        let given = given(event, standings);
        let prizes = event.prizes();
        let (sum, left) = (given.iter().map(|list| list.sum).sum(), given.iter().map(Given::left).sum());
        Self {
            currency: prizes.map(|prizes| prizes.currency.to_string()).unwrap_or_default(),
            is_one_each: prizes.is_some_and(|prizes| prizes.is_one_each),
            sum,
            awarded: sum.less(left),
            left,
            lists: given.into_iter().map(|list| PrizesView::of(event, list)).collect(),
        }
    }
}

impl PrizesView {
    fn of(event: &Event, list: Given) -> Self {
        let left = list.left();
        let winner = |winner: Winner| (PlayerLink::to(event, winner.entry), winner);
        Self {
            title: list.title,
            sharing: list.sharing.title(),
            winners: list.winners.into_iter().map(winner).collect(),
            left,
        }
    }
}

#[derive(Template)]
#[template(path = "public/prizes.html")]
pub(super) struct PrizesPage {
    frame: Frame,
    prizes: PrizeLists,
    foot: Option<Foot>,
}

impl PrizesPage {
    pub(super) fn new(issue: &Issue, frame: Frame) -> Result<Self> {
        let prizes = PrizeLists::of(&issue.event, &*issue.standings(None)?);
        Ok(Self { frame, prizes, foot: Foot::of(issue)? })
    }
}
