//! The screen in the hall: boards, names, standings, timetable, one screenful after the other.

use askama::Template;
use tiger_event::{Event, GameId};

use crate::access;
use crate::error::Result;
use crate::pages::qr::qr;
use crate::pages::{Frame, PointsView};
use crate::publish::{HallPart, HallShow, Issue};
use crate::services::live_games::Line;
use crate::services::standings;

use live::LiveView;
pub(crate) use live::here as live_boards;

use super::board::{BoardView, PlayerLink};
use super::round::{NameRow, names_of};
use super::timetable::Times;
use super::words;

mod live;

/// Seconds that a screenful stays, if there is more than one.
pub(crate) const SECONDS: u16 = 15;

/// Rows that fit on a screen of 1920 by 1080 below each other.
pub const ROWS: usize = 14;

/// Letters of an announcement that fit on a line.
const LETTERS: usize = 80;

/// Rows that fit below each other; an announcement above them takes the room of some.
fn rows_on_screen(event: &Event) -> usize {
    let announced = event.announcement.as_ref().map(|it| it.text.as_str().chars().count());
    ROWS - announced.map_or(0, |letters| 2 + letters / LETTERS)
}

const fn columns_of(part: HallPart) -> usize {
    match part {
        HallPart::Boards | HallPart::Standings => 2,
        HallPart::Names => 3,
        HallPart::Timetable | HallPart::Live => 1,
    }
}

#[derive(Debug)]
struct Place {
    rank: String,
    player: PlayerLink,
    /// The club; in a knockout how far the player has come.
    note: String,
    points: PointsView,
}

enum Shown {
    Boards(Vec<Vec<BoardView>>),
    Names(Vec<Vec<NameRow>>),
    Places(Vec<Vec<Place>>),
    Times(Box<Times>),
    Live(Vec<LiveView>),
    /// Nothing, and what will come.
    Nothing(&'static str),
}

#[derive(Template)]
#[template(path = "public/hall.html")]
pub(super) struct HallPage {
    frame: Frame,
    title: String,
    seats: [&'static str; 2],
    shown: Shown,
    /// How many rows stand below each other: fewer are written larger.
    rows: usize,
    page: usize,
    pages: usize,
    /// The event's address, for phones.
    address: String,
    qr: String,
}

/// The parts of a show with something to show, each with its screenfuls.
fn parts(issue: &Issue, show: HallShow) -> Vec<(HallPart, usize)> {
    let event = &issue.event;
    let games = event.games_of(event.published_rounds()).len();
    let has_results = event.games.values().any(|game| game.result.is_some());
    let fits = |part| match part {
        HallPart::Boards => true,
        HallPart::Names => false,
        HallPart::Standings => has_results,
        HallPart::Timetable => event.next_beginning().is_some(),
        HallPart::Live => false,
    };
    let rows = |part| match part {
        HallPart::Boards => games,
        HallPart::Names if games == 0 => 0,
        HallPart::Names => {
            let table = event.rounds.last().map(|round| &round.table);
            games * 2 + table.map_or(0, |table| table.byes.len() + table.absent.len() * 2)
        }
        HallPart::Standings => event.entries.len(),
        HallPart::Timetable => usize::from(event.timetable().is_some()),
        HallPart::Live => live::top(event).len(),
    };
    let is_shown = |part: &HallPart| if show == HallShow::ALL { fits(*part) } else { show.has(*part) };
    let parts = HallPart::ALL.into_iter().filter(is_shown);
    let on_screen = rows_on_screen(event);
    let fit = |part| match part {
        HallPart::Live => live::on_screen(event.settings.game),
        part => on_screen * columns_of(part),
    };
    parts.map(|part| (part, rows(part).div_ceil(fit(part)))).collect()
}

/// The part that a page of a show is of, with which of its screenfuls; and which page that is, from 0. A show may have become
/// shorter since a screen came to its page.
fn place(issue: &Issue, show: HallShow, page: u16) -> (Option<(HallPart, usize)>, usize) {
    let index = (usize::from(page).max(1) - 1) % usize::from(screens(issue, show));
    let mut before = 0;
    let here = parts(issue, show).into_iter().find_map(|(part, screens)| {
        let place = index.checked_sub(before)?;
        before += screens;
        (place < screens).then_some((part, place))
    });
    (here, index)
}

/// How many screenfuls a show has, one at least.
pub(crate) fn screens(issue: &Issue, show: HallShow) -> u16 {
    let all: usize = parts(issue, show).into_iter().map(|(_, screens)| screens).sum();
    u16::try_from(all).unwrap_or(u16::MAX).max(1)
}

impl HallPage {
    /// `home` is the event's address as people type it.
    pub(super) fn new(
        issue: &Issue,
        show: HallShow,
        page: u16,
        (frame, home): (Frame, &str),
        lines: &[(GameId, Line)],
    ) -> Result<Self> {
        let event = &issue.event;
        let pages = usize::from(screens(issue, show));
        let (here, index) = place(issue, show, page);
        let round = event.published_rounds();
        let fit = rows_on_screen(event);
        let nothing = Shown::Nothing(match round {
            0 => "The pairings appear here as soon as they are published.",
            _ => "There is nothing to show here yet.",
        });
        let (title, shown) = match here {
            Some((HallPart::Boards, screen)) => {
                let boards = BoardView::of_round(event, round);
                (event.round_title(round), Shown::Boards(columns(boards, screen, (HallPart::Boards, fit))))
            }
            Some((HallPart::Names, screen)) => {
                let names = names_of(issue, round)?;
                (event.round_title(round), Shown::Names(columns(names, screen, (HallPart::Names, fit))))
            }
            Some((HallPart::Standings, screen)) => {
                let title = match round {
                    0 => "Players".to_owned(),
                    round => standings::title(event, round),
                };
                (title, Shown::Places(columns(places(issue)?, screen, (HallPart::Standings, fit))))
            }
            Some((HallPart::Timetable, _)) => {
                let shown = Times::of(event).map_or(nothing, |times| Shown::Times(Box::new(times)));
                ("Timetable".to_owned(), shown)
            }
            Some((HallPart::Live, _)) => {
                let title = live::title(event, round);
                let boards: Result<Vec<_>, _> = lines.iter().map(|line| LiveView::of(event, line)).collect();
                (title, Shown::Live(boards?))
            }
            None => ("Welcome".to_owned(), nothing),
        };
        let rows = match &shown {
            Shown::Boards(columns) => columns.first().map_or(0, Vec::len),
            Shown::Names(columns) => columns.first().map_or(0, Vec::len),
            Shown::Places(columns) => columns.first().map_or(0, Vec::len),
            Shown::Times(_) | Shown::Live(_) | Shown::Nothing(_) => ROWS,
        };
        let seats = words::seat_titles(event.settings.game);
        let (address, qr) = (home.to_owned(), qr(home)?);
        Ok(Self { frame, title, seats, shown, rows, page: index + 1, pages, address, qr })
    }

    /// The day and place, shown while there is nothing else.
    fn facts(&self) -> String {
        self.frame.event.as_ref().map(|event| event.facts.join(" · ")).unwrap_or_default()
    }

    /// The class that makes few rows fill the screen.
    fn size(&self) -> &'static str {
        match self.rows {
            0..=5 => "hall-five",
            6..=9 => "hall-nine",
            _ => "hall-many",
        }
    }
}

/// One screenful in as many columns as it needs.
pub fn columns<T>(all: Vec<T>, screen: usize, (part, fit): (HallPart, usize)) -> Vec<Vec<T>> {
    let on_screen = fit * columns_of(part);
    let mut rest: Vec<T> = all.into_iter().skip(screen * on_screen).take(on_screen).collect();
    let columns = rest.len().div_ceil(fit).max(1);
    let mut shown = Vec::with_capacity(columns);
    for left in (1..=columns).rev() {
        let behind = rest.split_off(rest.len().div_ceil(left));
        shown.push(std::mem::replace(&mut rest, behind));
    }
    shown
}

fn places(issue: &Issue) -> Result<Vec<Place>> {
    let table = issue.standings(None)?;
    let places = table.lines.iter().map(|line| Place {
        rank: line.place(),
        note: match line.stand.is_empty() {
            true => PlayerLink::to(&issue.event, line.entry).club,
            false => line.stand.clone(),
        },
        player: PlayerLink::to(&issue.event, line.entry),
        points: words::tally(line.tally),
    });
    Ok(places.collect())
}

/// The addresses of the screenfuls of a show, in their order.
pub(crate) fn addresses(issue: &Issue, show: HallShow) -> Vec<String> {
    let base = access::base(&issue.event);
    let address = |page| format!("{base}{}", crate::publish::View::Hall(show, page).path());
    (1..=screens(issue, show)).map(address).collect()
}
