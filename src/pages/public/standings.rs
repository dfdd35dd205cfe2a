//! The standings.

use std::collections::BTreeSet;

use askama::Template;
use tiger_event::{Category, Entry, Event};

use crate::error::{AppError, Result};
use crate::pages::Frame;
use crate::publish::{Issue, View};
use crate::services::standings::{self, EventStandings};

use super::board::PlayerLink;
use super::foot::Foot;
use super::round::Link;
use super::working::{ColumnView, NumberView, Terms};
use super::{address, moment, prizes};

/// Up to so many players each number opens its working in place. In a greater field the numbers lead to the
/// player's page: the workings of all would make the page ten times as long, for every phone in the hall.
const MOST_IN_PLACE: usize = 40;

pub(super) struct NumberCell {
    pub(super) number: NumberView,
    pub(super) href: String,
}

pub(super) struct StandingsRow {
    pub(super) rank: u32,
    pub(super) player: PlayerLink,
    pub(super) points_cell: NumberCell,
    pub(super) numbers: Vec<NumberCell>,
    /// What is to be said of who has left or will; empty of others.
    pub(super) leaves: String,
    /// Whether none of the games counts, so that there is no place.
    pub(super) is_annulled: bool,
    /// How far the player has come in the bracket.
    pub(super) stand: String,
}

/// The table, as the page and papers show it.
#[derive(Template)]
#[template(path = "public/_standings.html")]
pub(in crate::pages) struct StandingsTable {
    /// What tells it from others on the same page.
    id: String,
    /// After which round; 0 before the first.
    pub(in crate::pages) rounds: u16,
    /// By what the lines are in order.
    pub(in crate::pages) order: String,
    /// What they still wait for.
    pub(in crate::pages) progress: String,
    as_of: String,
    /// Whether every number opens its working in place.
    in_place: bool,
    has_ratings: bool,
    is_by_bracket: bool,
    columns: Vec<ColumnView>,
    rows: Vec<StandingsRow>,
    /// How ties were settled, each in a sentence.
    settled: Vec<String>,
}

impl StandingsTable {
    /// The standings after a round, or as they are; `players` leads from the page to those of the players.
    pub(in crate::pages) fn of(issue: &Issue, after: Option<u16>, players: &str) -> Result<Self> {
        let event = &issue.event;
        let table = issue.standings(after)?;
        let in_place = table.lines.len() <= MOST_IN_PLACE;
        let columns: Vec<_> = table.columns.iter().map(ColumnView::of).collect();
        Ok(Self {
            id: "standings".to_owned(),
            rounds: table.rounds,
            order: table.order_in_words(),
            progress: progress(&table),
            as_of: moment(event, event.changed_at),
            in_place,
            has_ratings: event.entries.values().any(|entry| entry.details.rating.is_some()),
            is_by_bracket: table.is_by_bracket,
            rows: rows(issue, &table, &columns, in_place, players),
            columns,
            settled: table.settled.iter().map(|tie| format!("Settled {}.", tie.told(event))).collect(),
        })
    }

    /// The lines of a category's players alone, places counted anew. Categories are counted from 1.
    pub(in crate::pages) fn within(mut self, event: &Event, (place, category): (u16, &Category)) -> Self {
        self.id = format!("standings-{place}");
        let members = category.members(event);
        let numbers: BTreeSet<u16> =
            members.iter().filter_map(|id| Some(event.entries.get(id)?.number)).collect();
        self.rows.retain(|row| numbers.contains(&row.player.number));
        self.settled.clear();
        let ranks: Vec<_> = self.rows.iter().map(|row| row.rank).collect();
        for (row, rank) in self.rows.iter_mut().zip(standings::places_anew(ranks)) {
            row.rank = rank;
        }
        self
    }

    pub(in crate::pages) const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// What it is called, once all rounds are counted or before.
    pub(in crate::pages) fn title(&self, event: &Event) -> String {
        standings::title(event, self.rounds)
    }
}

#[derive(Template)]
#[template(path = "public/standings.html")]
pub(super) struct StandingsPage {
    frame: Frame,
    title: String,
    table: StandingsTable,
    /// The other rounds after which there are standings.
    others: Vec<Link>,
    category: Option<String>,
    /// The standings of all and of the categories; none without categories.
    kinds: Vec<Link>,
    /// Who wins which prize; empty while nobody may know.
    prizes: String,
    csv: String,
    json: String,
    foot: Option<Foot>,
}

impl StandingsPage {
    pub(super) fn new(issue: &Issue, after: Option<u16>, frame: Frame) -> Result<Self> {
        let event = &issue.event;
        let players = if after.is_some() { "../players" } else { "players" };
        let table = StandingsTable::of(issue, after, players)?;
        let published = event.published_rounds();
        let link = |round: u16| Link {
            label: round.to_string(),
            href: address(event, View::Standings((round != published).then_some(round))),
            is_here: round == table.rounds,
        };
        Ok(Self {
            frame,
            title: table.title(event),
            others: (1..=published).map(link).collect(),
            table,
            category: None,
            kinds: links(event, None),
            prizes: prizes(event),
            csv: address(event, View::StandingsCsv),
            json: address(event, View::StandingsJson),
            foot: Foot::of(issue)?,
        })
    }

    /// The standings of a category, by its place among the categories.
    pub(super) fn of_category(issue: &Issue, place: u16, frame: Frame) -> Result<Self> {
        let event = &issue.event;
        let category = event.categories.get(usize::from(place).saturating_sub(1));
        let category = category.ok_or(AppError::NotFound("category"))?;
        let page = Self::new(issue, None, frame)?;
        let table = StandingsTable::of(issue, None, "../players")?.within(event, (place, category));
        Ok(Self {
            title: format!("{}: {}", category.name, page.title),
            table,
            others: Vec::new(),
            category: Some(category.conditions(event)),
            kinds: links(event, Some(place)),
            ..page
        })
    }
}

fn links(event: &Event, here: Option<u16>) -> Vec<Link> {
    if event.categories.is_empty() {
        return Vec::new();
    }
    let link = |label: String, place: Option<u16>| Link {
        label,
        href: address(event, place.map_or(View::Standings(None), View::Category)),
        is_here: here == place,
    };
    let all = link("All".to_owned(), None);
    let categories = (1..).zip(&event.categories).map(|(place, it)| link(it.name.to_string(), Some(place)));
    std::iter::once(all).chain(categories).collect()
}

/// What the standings still wait for; empty if for nothing.
pub(super) fn progress(table: &EventStandings) -> String {
    match table.open_games {
        0 => String::new(),
        1 => "One game has no result yet.".to_owned(),
        open => format!("{open} of {} games have no result yet.", table.games),
    }
}

/// The lines of the standings. `players` leads from the page to those of the players: a thousand numbers lead there, and
/// whole addresses would be half of the page.
fn rows(
    issue: &Issue,
    table: &EventStandings,
    columns: &[ColumnView],
    in_place: bool,
    players: &str,
) -> Vec<StandingsRow> {
    let event = &issue.event;
    let terms = if in_place { Terms::Shown } else { Terms::LeftOut };
    let lines = table.lines.iter().filter_map(|line| {
        let entry = event.entries.get(&line.entry)?;
        let player = PlayerLink::of(event, entry);
        let near = format!("{players}/{}", entry.number);
        let numbers = columns.iter().zip(&line.row.values).map(|(column, scored)| {
            let href = format!("{near}#{}", column.anchor());
            NumberCell { number: NumberView::of(event, table, scored, terms), href }
        });
        Some(StandingsRow {
            rank: line.row.rank,
            points_cell: NumberCell {
                number: NumberView::of_points(issue, line, terms),
                href: format!("{near}#points"),
            },
            numbers: numbers.collect(),
            is_annulled: line.row.is_annulled,
            leaves: leaves(event, entry, line.row.is_annulled),
            stand: line.stand.clone(),
            player,
        })
    });
    lines.collect()
}

fn leaves(event: &Event, entry: &Entry, is_annulled: bool) -> String {
    match event.last_round_of(entry) {
        Some(last) => format!("leaves after round {last}"),
        None if is_annulled => "withdrawn, games annulled".to_owned(),
        None if entry.leaves_from().is_some() => "withdrawn".to_owned(),
        None => String::new(),
    }
}
