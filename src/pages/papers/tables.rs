//! The standings, those of the categories, the cross-table and the prizes, as they hang on the wall.

use askama::Template;
use tiger_event::{Event, RoundNumber};

use crate::access;
use crate::error::Result;
use crate::pages::public::{CrossTable, PrizeLists, StandingsTable};
use crate::publish::Issue;

/// Standings one after the other, each under its own head.
#[derive(Template)]
#[template(path = "papers/standings.html")]
pub(super) struct Standings {
    event_name: String,
    /// Titles, who belongs there, and tables.
    tables: Vec<(String, String, StandingsTable)>,
    none: &'static str,
}

/// Players of a part of the cross-table on paper.
const CROSS_PART: usize = 500;

impl Standings {
    /// The standings of all after the last round, up to this one, that has all its results.
    pub(super) fn of(issue: &Issue, up_to: Option<RoundNumber>) -> Result<Self> {
        let event = &issue.event;
        let table = table(issue, complete_round(event, up_to))?;
        Ok(Self {
            event_name: event.settings.name.to_string(),
            none: "Nobody is entered yet.",
            tables: if table.is_empty() {
                Vec::new()
            } else {
                vec![(table.title(event), String::new(), table)]
            },
        })
    }

    /// The standings of each category to which somebody belongs, after the same round.
    pub(super) fn of_categories(issue: &Issue, up_to: Option<RoundNumber>) -> Result<Self> {
        let event = &issue.event;
        let mut tables = Vec::new();
        for (place, category) in (1..).zip(&event.categories) {
            let table = table(issue, complete_round(event, up_to))?.within(event, (place, category));
            if !table.is_empty() {
                let title = format!("{}: {}", category.name, table.title(event));
                tables.push((title, category.conditions(event), table));
            }
        }
        Ok(Self {
            event_name: event.settings.name.to_string(),
            none: if event.categories.is_empty() {
                "This event has no categories."
            } else {
                "Nobody belongs to a category of this event."
            },
            tables,
        })
    }
}

/// The standings after a round. Their links lead to the players' pages, for whoever reads them on a screen.
pub(super) fn table(issue: &Issue, after: Option<RoundNumber>) -> Result<StandingsTable> {
    StandingsTable::of(issue, after, &format!("{}/players", access::base(&issue.event)))
}

/// The last round before which, itself included, no game is without a result: what hangs on the wall while the next one is
/// played. Round 0 where the first is not done yet; none before there is one.
fn complete_round(event: &Event, up_to: Option<RoundNumber>) -> Option<RoundNumber> {
    let is_open = |round: &RoundNumber| event.games_of(*round).iter().any(|game| game.result.is_none());
    let last = up_to.unwrap_or_else(|| event.published_rounds());
    (1..=last).find(is_open).map(|round| round - 1).or(up_to)
}

/// The cross-table with its results.
#[derive(Template)]
#[template(path = "papers/cross.html")]
pub(super) struct Cross {
    event_name: String,
    parts: Vec<CrossTable>,
}

impl Cross {
    pub(super) fn of(issue: &Issue) -> Result<Self> {
        let starts = (0..issue.event.entries.len()).step_by(CROSS_PART);
        Ok(Self {
            event_name: issue.event.settings.name.to_string(),
            parts: starts.map(|from| CrossTable::of(issue, (from, CROSS_PART))).collect::<Result<_, _>>()?,
        })
    }
}

#[derive(Template)]
#[template(path = "papers/prizes.html")]
pub(super) struct Prizes {
    event_name: String,
    is_final: bool,
    prizes: PrizeLists,
}

impl Prizes {
    /// The prizes as the standings are; arbiters print them before readers see them.
    pub(super) fn of(event: &Event, issue: &Issue) -> Result<Self> {
        Ok(Self {
            event_name: event.settings.name.to_string(),
            is_final: event.is_finished,
            prizes: PrizeLists::of(event, &*issue.standings(None)?),
        })
    }
}
