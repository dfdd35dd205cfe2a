//! The cross-table: in a round robin everybody against everybody, otherwise each player's rounds.

use askama::Template;
use tiger_event::text::folded;
use tiger_event::{ByeKind, Event, Format, Game};
use tiger_pairing::model::Entry as CellEntry;
use tiger_pairing::standings::CrossCell;
use tiger_pairing::{GameResult, PairingNumber, Side};

use crate::error::Result;
use crate::pages::parts::Pagination;
use crate::pages::{Frame, PointsView};
use crate::publish::{Issue, Moment, View};
use crate::services::standings::{self, EventStandings, Line};

use super::board::PlayerLink;
use super::{address, words};

/// Up to so many players a round robin is shown as everybody against everybody.
const MOST_IN_SQUARE: usize = 30;

/// Players of a part of the table.
const PART: usize = 500;

pub(super) fn parts(event: &Event) -> usize {
    event.entries.len().div_ceil(PART).max(1)
}

/// The address of the line of the first player with these words in the name; none if there is nobody.
pub(crate) fn part_of(issue: &Issue, words: &str) -> Result<Option<String>> {
    let words = folded(words.trim());
    let table = issue.standings(None)?;
    let is_meant = |line: &Line| folded(issue.event.name_of(line.entry)).contains(&words);
    Ok(table.lines.iter().position(is_meant).map(|place| {
        let part = u16::try_from(place / PART + 1).unwrap_or(u16::MAX);
        format!("{}#place-{}", address(&issue.event, View::CrossTable(part)), place + 1)
    }))
}

#[derive(Debug, Default)]
struct CellView {
    /// The points, or what is in their place.
    text: String,
    /// Whom against and on which side, where the column does not say it.
    against: String,
    /// `won`, `self`, `lost` or empty.
    class: &'static str,
    /// The game's page, empty if there is none.
    href: String,
}

struct Row {
    place: usize,
    rank: u32,
    /// The player's number, by which the opponents of rounds are named: a place may be shared.
    number: PairingNumber,
    is_annulled: bool,
    player: PlayerLink,
    cells: Vec<CellView>,
    points: PointsView,
}

/// The table or a part of it, as the page and papers show it.
#[derive(Template)]
#[template(path = "public/_crosstable.html")]
pub(in crate::pages) struct CrossTable {
    pub(in crate::pages) title: String,
    is_square: bool,
    has_annulled: bool,
    /// Whether a dot stands for a game without a result.
    has_open: bool,
    /// How many columns there are of opponents or rounds.
    heads: usize,
    rows: Vec<Row>,
}

impl CrossTable {
    /// The players from one place among the lines on, at most so many.
    pub(in crate::pages) fn of(issue: &Issue, (from, most): (usize, usize)) -> Result<Self> {
        let table = issue.standings(None)?;
        let is_square = !matches!(issue.event.settings.format, Format::Swiss | Format::Free)
            && table.lines.len() <= MOST_IN_SQUARE;
        let heads = if is_square { table.lines.len() } else { usize::from(table.rounds) };
        let lines = (1..).zip(&table.lines).skip(from).take(most);
        let rows = lines.map(|(place, line)| Row {
            place,
            rank: line.row.rank,
            number: line.row.player,
            is_annulled: line.row.is_annulled,
            player: PlayerLink::to(&issue.event, line.entry),
            cells: if is_square { square(issue, &table, line) } else { by_round(issue, line) },
            points: words::tally(line.tally),
        });
        let rows: Vec<_> = rows.collect();
        let is_open = |cell: &CellView| cell.text.is_empty() && !cell.href.is_empty();
        Ok(Self {
            title: standings::counting("Cross-table", &issue.event, table.rounds),
            is_square,
            has_annulled: table.lines.iter().any(|line| line.row.is_annulled),
            has_open: rows.iter().flat_map(|row| &row.cells).any(is_open),
            heads,
            rows,
        })
    }

    /// What the letters in its cells mean.
    const fn caption(&self) -> &'static str {
        if self.is_square {
            "f: won or lost by forfeit, lost by both where neither came"
        } else {
            "f: won or lost by forfeit, lost by both where neither came; PAB: a bye, for want of an opponent; HPB, ZPB, FPB: a \
             half-point, zero-point and full-point bye"
        }
    }

    pub(in crate::pages) const fn told(&self) -> &'static str {
        if self.is_square {
            "Every player against every player, in the order of the standings; in each cell what the player of the \
             line scored."
        } else {
            "Every player’s rounds: what they scored, and under it their opponent’s number and which side they had."
        }
    }
}

#[derive(Template)]
#[template(path = "public/crosstable.html")]
pub(super) struct CrossTablePage {
    frame: Frame,
    cross: CrossTable,
    pages: Pagination,
    action: String,
    csv: String,
}

impl CrossTablePage {
    pub(super) fn new(issue: &Issue, part: u16, frame: Frame) -> Result<Self> {
        let event = &issue.event;
        let current = usize::from(part);
        Ok(Self {
            frame,
            cross: CrossTable::of(issue, (current.saturating_sub(1) * PART, PART))?,
            pages: Pagination {
                current,
                last: parts(event),
                prefix: format!("{}?page=", address(event, View::CrossTable(1))),
            },
            action: address(event, View::CrossTable(1)),
            csv: address(event, View::CrossTableCsv),
        })
    }
}

fn square(issue: &Issue, table: &EventStandings, line: &Line) -> Vec<CellView> {
    let against = |(place, other): (usize, &Line)| {
        if other.entry == line.entry {
            return CellView { class: "self", ..CellView::default() };
        }
        let met = (1_u16..).zip(&line.row.results).filter(|(_, cell)| cell.opponent_row == Some(place));
        let cells: Vec<CellView> = met.map(|(round, cell)| cell_view(issue, line, round, cell)).collect();
        let class = match cells.as_slice() {
            [only] => only.class,
            _ => "",
        };
        let href = cells.first().map(|cell| cell.href.clone()).unwrap_or_default();
        let texts: Vec<_> = cells.into_iter().map(|cell| cell.text).collect();
        CellView { text: texts.join(" · "), class, href, ..CellView::default() }
    };
    table.lines.iter().enumerate().map(against).collect()
}

fn by_round(issue: &Issue, line: &Line) -> Vec<CellView> {
    let rounds = (1_u16..).zip(&line.row.results);
    let cells = rounds.map(|(round, cell)| {
        let side = match cell.side {
            Some(Side::First) => " first",
            Some(Side::Second) => " second",
            None => "",
        };
        let against = cell.opponent.map(|number| format!("{number}{side}")).unwrap_or_default();
        CellView { against, ..cell_view(issue, line, round, cell) }
    });
    cells.collect()
}

fn cell_view(issue: &Issue, line: &Line, round: u16, cell: &CrossCell) -> CellView {
    let text = || words::round_points(issue, line, round, cell).text();
    let (text, class) = match cell.entry {
        CellEntry::Game { result: GameResult::Open, .. } => (String::new(), "open"),
        CellEntry::Game { result: GameResult::Adjourned, .. } => ("adj.".to_owned(), "open"),
        CellEntry::Game { result: GameResult::Win, .. } => (text(), "won"),
        CellEntry::Game { .. } => (text(), ""),
        CellEntry::Forfeit { .. } => (format!("{} f", text()), "unplayed"),
        CellEntry::Bye(bye) => (format!("{} {}", text(), ByeKind::from(bye).code()), "unplayed"),
        CellEntry::Unplayed => ("–".to_owned(), "unplayed"),
    };
    // What counts for nobody stands in parentheses.
    let (text, class) =
        if cell.counts || text.is_empty() { (text, class) } else { (format!("({text})"), "unplayed") };
    let page = |game: &Game| address(&issue.event, View::Game(game.id, Moment::default()));
    let href = issue.game_of(line.entry, round).map(page);
    CellView { text, class, href: href.unwrap_or_default(), against: String::new() }
}
