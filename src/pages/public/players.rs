//! The list of players, and one player's page.

use askama::Template;
use tiger_event::text::count;
use tiger_event::{Entry, Round};

use crate::error::{AppError, Result};
use crate::pages::rounds::points_view;
use crate::pages::{Frame, PointsView, Status};
use crate::publish::{Issue, PeopleView, View};
use crate::services::standings::{EventStandings, Line};

use super::board::{BoardView, PlayerLink, SeatView};
use super::working::{ColumnView, NumberView, Terms};
use super::{address, words};

struct PlayerRow {
    player: PlayerLink,
    status: Option<Status>,
    points: PointsView,
    rank: String,
}

#[derive(Template)]
#[template(path = "public/players.html")]
pub(super) struct PlayersPage {
    frame: Frame,
    lead: String,
    has_rounds: bool,
    rows: Vec<PlayerRow>,
    csv: String,
}

impl PlayersPage {
    pub(super) fn new(issue: &Issue, frame: Frame) -> Result<Self> {
        let event = &issue.event;
        let table = issue.standings(None)?;
        let rows: Vec<PlayerRow> = event
            .entries_by_number()
            .into_iter()
            .map(|entry| {
                let line = table.line(entry.id);
                PlayerRow {
                    player: PlayerLink::of(event, entry),
                    status: status(issue, entry),
                    points: line.map(|line| words::tally(line.tally)).unwrap_or_default(),
                    rank: line.map(Line::place).unwrap_or_default(),
                }
            })
            .collect();
        Ok(Self {
            frame,
            lead: format!("{}, by pairing number.", count(rows.len(), "player", "players")),
            has_rounds: event.published_rounds() > 0,
            rows,
            csv: address(event, View::PlayersCsv),
        })
    }
}

/// What is to be said of a player: before the first round who has come, afterwards who has gone.
fn status(issue: &Issue, entry: &Entry) -> Option<Status> {
    match entry.is_seen() {
        _ if issue.event.has_left(entry) => Some(Status::Withdrawn),
        _ if issue.event.published_rounds() > 0 => None,
        true => Some(Status::CheckedIn),
        false => Some(Status::Expected),
    }
}

/// A round of one player.
struct RoundRow {
    round: u16,
    round_href: String,
    board: Option<BoardView>,
    own: Option<SeatView>,
    opponent: Option<PlayerLink>,
    /// What the player's side is called.
    seat: &'static str,
    /// What stands in place of a game.
    instead: String,
    points: String,
}

/// A number of the standings with its working.
struct WorkedNumber {
    anchor: String,
    title: String,
    number: NumberView,
}

#[derive(Template)]
#[template(path = "public/player.html")]
pub(super) struct PlayerPage {
    frame: Frame,
    player: PlayerLink,
    lead: String,
    status: Option<Status>,
    rows: Vec<RoundRow>,
    numbers: Vec<WorkedNumber>,
    /// The player's games as a calendar file; empty where there is none.
    calendar: String,
    /// The player's page in the register of all events; empty where there is none.
    register: String,
}

impl PlayerPage {
    pub(super) fn new(issue: &Issue, number: u16, frame: Frame) -> Result<Self> {
        let event = &issue.event;
        let entry = event.entries.values().find(|entry| entry.number == number);
        let entry = entry.ok_or(AppError::NotFound("player"))?;
        let table = issue.standings(None)?;
        let line = table.line(entry.id);
        let player = PlayerLink::of(event, entry);
        let rows = event.rounds.iter().map(|round| round_row(issue, entry, round, line));
        Ok(Self {
            frame: frame.under("Players", address(event, View::Players)),
            lead: lead(&player, &table, line),
            status: status(issue, entry),
            rows: rows.collect(),
            numbers: line.map(|line| numbers(issue, &table, line)).unwrap_or_default(),
            calendar: super::calendar_of(event, number).unwrap_or_default(),
            register: match event.is_public && !entry.is_erased {
                true => PeopleView::Person(entry.id).path(),
                false => String::new(),
            },
            player,
        })
    }
}

fn lead(player: &PlayerLink, table: &EventStandings, line: Option<&Line>) -> String {
    let mut parts = vec![format!("No. {}", player.number)];
    parts.extend([&player.club].into_iter().filter(|club| !club.is_empty()).cloned());
    if !player.rating.is_empty() {
        parts.push(format!("rating {}", player.rating));
    }
    if let Some(line) = line.filter(|_| table.rounds > 0) {
        let points = words::tally(line.tally);
        let points = format!("{} {}", points.text(), points.noun());
        let shared = table.lines.iter().filter(|other| other.row.rank == line.row.rank).count() > 1;
        if line.row.is_annulled {
            parts.push("has left; none of the games counts".to_owned());
        } else if table.is_by_bracket {
            parts.push(line.stand.clone());
            parts.push(points);
        } else {
            parts.push(format!("{points}, {}place {}", if shared { "shared " } else { "" }, line.row.rank));
        }
    }
    parts.join(" · ")
}

fn round_row(issue: &Issue, entry: &Entry, round: &Round, line: Option<&Line>) -> RoundRow {
    let event = &issue.event;
    let game = issue.game_of(entry.id, round.number);
    let board = game.map(|game| BoardView::of(event, game));
    let is_first = game.is_some_and(|game| game.first == entry.id);
    let seats = board.as_ref().map(|board| match is_first {
        true => (&board.first, &board.second),
        false => (&board.second, &board.first),
    });
    let cell = line.and_then(|line| line.row.results.get(usize::from(round.number) - 1));
    let points = match seats {
        Some((own, _)) => own.points,
        None => cell.map(|cell| points_view(cell.points)),
    };
    let points = points.map(|points| points.text()).unwrap_or_default();
    // As in the cross-table; beside a game its ending says why.
    let is_annulled = cell.is_some_and(|cell| !cell.counts) && !points.is_empty();
    let points = match &board {
        _ if !is_annulled => points,
        Some(_) => format!("({points})"),
        None => format!("({points}), annulled"),
    };
    RoundRow {
        round: round.number,
        round_href: address(event, View::Round(round.number)),
        own: seats.map(|(own, _)| own.clone()),
        opponent: seats.map(|(_, other)| other.player.clone()),
        seat: words::seat_titles(event.settings.game)[usize::from(!is_first)],
        instead: match (super::round::without_game(event, round, entry.id), &board) {
            (_, Some(_)) => String::new(),
            (Some(instead), None) => instead,
            (None, None) if event.settings.format.has_bracket() && is_out(issue, entry, round) => {
                "out".to_owned()
            }
            (None, None) => "not in this round".to_owned(),
        },
        board,
        points,
    }
}

/// Whether a player had lost a tie of an earlier stage than the round's.
fn is_out(issue: &Issue, entry: &Entry, round: &Round) -> bool {
    let before = round.number.saturating_sub(1);
    let bracket = issue.event.bracket(Some(before)).ok().flatten();
    let tie = bracket.as_ref().and_then(|bracket| bracket.last_tie(entry.id).cloned());
    tie.is_some_and(|tie| tie.is_decided() && tie.winner() != Some(entry.id))
}

fn numbers(issue: &Issue, table: &EventStandings, line: &Line) -> Vec<WorkedNumber> {
    let event = &issue.event;
    let points = WorkedNumber {
        anchor: "points".to_owned(),
        title: "Points".to_owned(),
        number: NumberView::of_points(issue, line, Terms::Shown),
    };
    let columns = table.columns.iter().zip(&line.row.values).map(|(column, scored)| {
        let column = ColumnView::of(column);
        let number = NumberView::of(event, table, scored, Terms::Shown);
        WorkedNumber { anchor: column.anchor(), title: format!("{} ({})", column.name, column.code), number }
    });
    std::iter::once(points).chain(columns).collect()
}
