//! A round: its boards with their results, and its sheets to print.

use askama::Template;

use crate::domain::name_order::NameOrder;
use crate::domain::result::SEATS;
use crate::domain::round::{Round, RoundState};
use crate::error::AppError;
use crate::pages::Frame;
use crate::pages::parts::PointsView;
use crate::pages::status::Status;
use crate::publish::{Issue, Sheet, View};
use crate::services::standings::EventStandings;

use super::board::{BoardView, PlayerLink};
use super::foot::Foot;
use super::{address, moment, words};

/// A board with what the players had before the round.
#[derive(Debug)]
struct Row {
    board: BoardView,
    before: [PointsView; 2],
    /// The players' Seers, empty for nobody.
    seers: [String; 2],
}

/// Somebody who does not play in the round.
#[derive(Debug)]
struct ByeRow {
    player: PlayerLink,
    kind: &'static str,
}

/// A player's line of the sheet by name.
#[derive(Debug)]
pub(super) struct NameRow {
    pub(super) player: PlayerLink,
    /// The board's number; empty without one.
    pub(super) board: String,
    pub(super) side: &'static str,
    /// What the side is called; empty without a board.
    pub(super) seat: &'static str,
    /// Whom against, or the bye.
    pub(super) opponent: String,
}

/// Another round, or another sheet.
#[derive(Debug)]
struct Link {
    label: String,
    href: String,
    is_here: bool,
}

/// The boards of a round.
#[derive(Debug, Template)]
#[template(path = "public/round.html")]
pub(super) struct RoundPage {
    frame: Frame,
    number: u16,
    title: String,
    status: Status,
    lead: String,
    done: usize,
    seats: [&'static str; 2],
    has_points: bool,
    has_variations: bool,
    rows: Vec<Row>,
    byes: Vec<ByeRow>,
    others: Vec<Link>,
    sheets: Vec<Link>,
    csv: String,
}

impl RoundPage {
    pub(super) fn new(issue: &Issue, number: u16, frame: Frame) -> Result<Self, AppError> {
        let event = &issue.event;
        let round = find(issue, number)?;
        let rows = rows(issue, number)?;
        let done = rows.iter().filter(|row| row.board.is_done()).count();
        let others = (1..=event.published_rounds()).map(|other| Link {
            label: other.to_string(),
            href: address(event, View::Round(other)),
            is_here: other == number,
        });
        Ok(Self {
            frame,
            number,
            title: words::round_title(event, number),
            status: match round.state {
                RoundState::Closed => Status::Closed,
                _ if done > 0 => Status::Running,
                _ => Status::Published,
            },
            lead: lead(issue, round),
            done,
            seats: words::seat_titles(event.settings.game),
            has_points: number > 1,
            has_variations: rows.iter().any(|row| !row.board.variation.is_empty()),
            rows,
            byes: byes(issue, round),
            others: others.collect(),
            sheets: sheets(issue, number, None),
            csv: address(event, View::PairingsCsv),
        })
    }
}

/// What stands there before the first round.
#[derive(Debug, Template)]
#[template(path = "public/no_round.html")]
pub(super) struct NoRoundPage {
    frame: Frame,
}

impl NoRoundPage {
    pub(super) const fn new(frame: Frame) -> Self {
        Self { frame }
    }
}

/// A round on paper.
#[derive(Debug, Template)]
#[template(path = "public/sheet.html")]
pub(super) struct SheetPage {
    frame: Frame,
    number: u16,
    title: String,
    sheet: Sheet,
    event_name: String,
    lead: String,
    seats: [&'static str; 2],
    has_points: bool,
    rows: Vec<Row>,
    names: Vec<NameRow>,
    byes: Vec<ByeRow>,
    sheets: Vec<Link>,
    back: String,
    endings: Vec<&'static str>,
    foot: Option<Foot>,
}

impl SheetPage {
    pub(super) fn new(issue: &Issue, number: u16, sheet: Sheet, frame: Frame) -> Result<Self, AppError> {
        let event = &issue.event;
        let round = find(issue, number)?;
        let rows = rows(issue, number)?;
        Ok(Self {
            frame,
            number,
            title: words::round_title(event, number),
            sheet,
            event_name: event.settings.name.to_string(),
            lead: lead(issue, round),
            seats: words::seat_titles(event.settings.game),
            has_points: number > 1,
            names: if sheet == Sheet::Names {
                names(issue, round, rows.iter().map(|row| &row.board))
            } else {
                Vec::new()
            },
            rows,
            byes: byes(issue, round),
            sheets: sheets(issue, number, Some(sheet)),
            back: address(event, View::Round(number)),
            endings: endings(event.settings.game),
            foot: Foot::of(issue)?,
        })
    }

    fn is(&self, sheet: Sheet) -> bool {
        self.sheet == sheet
    }
}

/// The players of a round by name.
pub(super) fn names_of(issue: &Issue, number: u16) -> Result<Vec<NameRow>, AppError> {
    Ok(names(issue, find(issue, number)?, &BoardView::of_round(&issue.event, number)))
}

fn find(issue: &Issue, number: u16) -> Result<&Round, AppError> {
    issue.event.rounds.iter().find(|round| round.number == number).ok_or(AppError::NotFound("round"))
}

fn lead(issue: &Issue, round: &Round) -> String {
    let event = &issue.event;
    let published = match round.published_at {
        Some(at) => format!("{}, published at {}.", round.system.title(), moment(event, at)),
        None => format!("{}.", round.system.title()),
    };
    format!("{published} {}", words::begins(event, round.number)).trim_end().to_owned()
}

fn rows(issue: &Issue, number: u16) -> Result<Vec<Row>, AppError> {
    let event = &issue.event;
    let before = match number {
        0 | 1 => None,
        _ => Some(EventStandings::of(event, Some(number - 1)).map_err(AppError::internal)?),
    };
    let points = |entry| {
        let line = before.as_ref().and_then(|table| table.line(entry));
        line.map(|line| words::tally(line.tally)).unwrap_or_default()
    };
    let games = event.games_of(number).into_iter();
    let row = |game| Row {
        board: BoardView::of(event, game),
        before: game.players().map(points),
        seers: SEATS.map(|seat| event.seer_of(game, seat).map(ToString::to_string).unwrap_or_default()),
    };
    Ok(games.map(row).collect())
}

fn byes(issue: &Issue, round: &Round) -> Vec<ByeRow> {
    let byes = round.table.byes.iter();
    byes.map(|bye| ByeRow { player: PlayerLink::to(&issue.event, bye.entry), kind: bye.kind.title() })
        .collect()
}

fn names<'a>(issue: &Issue, round: &Round, boards: impl IntoIterator<Item = &'a BoardView>) -> Vec<NameRow> {
    let seats = words::seat_titles(issue.event.settings.game);
    let mut names: Vec<NameRow> = Vec::new();
    for board in boards {
        let pairs = [(&board.first, &board.second, seats[0]), (&board.second, &board.first, seats[1])];
        names.extend(pairs.map(|(own, other, seat)| NameRow {
            player: own.player.clone(),
            board: board.number.to_string(),
            side: own.side,
            seat,
            opponent: other.player.name.clone(),
        }));
    }
    names.extend(byes(issue, round).into_iter().map(|bye| NameRow {
        player: bye.player,
        board: String::new(),
        side: "",
        seat: "",
        opponent: bye.kind.to_owned(),
    }));
    let mut order = NameOrder::default();
    names.sort_by(|one, other| order.compare(&one.player.name, &other.player.name));
    names
}

fn sheets(issue: &Issue, number: u16, here: Option<Sheet>) -> Vec<Link> {
    let link = |sheet: Sheet| Link {
        label: sheet.title().to_owned(),
        href: address(&issue.event, View::Sheet(number, sheet)),
        is_here: here == Some(sheet),
    };
    Sheet::ALL.map(link).into()
}

/// The endings that players tick on a slip.
fn endings(game: tiger_rules::GameKind) -> Vec<&'static str> {
    use tiger_rules::GameKind as G;
    match game {
        G::LancerChess => vec!["checkmate", "concession", "on time", "draw"],
        G::TigerChess => vec!["checkmate", "occupation", "concession", "on time", "draw"],
        G::Dragon => vec![
            "locking up",
            "direct capture",
            "planting",
            "conceded in lieu of the one ticked",
            "on time",
            "Truce",
        ],
        G::Dance => vec!["King captured", "five fortresses", "no pieces", "concession", "on time", "draw"],
    }
}
