//! The screen in the hall: the boards of the current round and the standings, one screenful after the other.

use askama::Template;

use crate::access;
use crate::error::AppError;
use crate::pages::Frame;
use crate::pages::parts::PointsView;
use crate::publish::{HallShow, Issue};

use super::board::{BoardView, PlayerLink};
use super::words;

/// Boards that fit on a screen of 1920 by 1080, in two columns.
const BOARDS_ON_SCREEN: usize = 28;

/// Lines of standings that fit on such a screen, in two columns.
const PLACES_ON_SCREEN: usize = 28;

/// How much fits before a second column is begun.
const IN_ONE_COLUMN: usize = 14;

/// Seconds that a screenful stays, if there is more than one.
pub(crate) const SECONDS: u32 = 15;

/// A line of the standings.
#[derive(Debug)]
struct Place {
    rank: u32,
    player: PlayerLink,
    /// The club; in a knockout how far the player has come.
    note: String,
    points: PointsView,
}

/// The page.
#[derive(Debug, Template)]
#[template(path = "public/hall.html")]
pub(super) struct HallPage {
    frame: Frame,
    title: String,
    seats: [&'static str; 2],
    boards: Vec<Vec<BoardView>>,
    places: Vec<Vec<Place>>,
    page: usize,
    pages: usize,
}

/// How many screenfuls of boards and of standings a show has.
fn parts(issue: &Issue, show: HallShow) -> (usize, usize) {
    let event = &issue.event;
    let games = event.games_of(event.published_rounds()).len();
    let has_results = event.games.values().any(|game| game.result.is_some());
    let boards = if show == HallShow::Standings { 0 } else { games.div_ceil(BOARDS_ON_SCREEN) };
    let is_shown = show == HallShow::Standings || (show == HallShow::All && has_results);
    let places = if is_shown { event.entries.len().div_ceil(PLACES_ON_SCREEN) } else { 0 };
    (boards, places)
}

/// How many screenfuls a show has, one at least.
#[must_use]
pub(crate) fn screens(issue: &Issue, show: HallShow) -> u16 {
    let (boards, places) = parts(issue, show);
    u16::try_from(boards + places).unwrap_or(u16::MAX).max(1)
}

impl HallPage {
    pub(super) fn new(issue: &Issue, show: HallShow, page: u16, frame: Frame) -> Result<Self, AppError> {
        let event = &issue.event;
        let pages = usize::from(screens(issue, show));
        // A show may have become shorter since the screen came to this page.
        let index = (usize::from(page).max(1) - 1) % pages;
        let (board_parts, place_parts) = parts(issue, show);
        let round = event.published_rounds();
        let boards = if index < board_parts { BoardView::of_round(event, round) } else { Vec::new() };
        let is_standings = index >= board_parts && place_parts > 0;
        let places = if is_standings { places(issue)? } else { Vec::new() };
        Ok(Self {
            frame,
            title: match (is_standings, round) {
                (true, 0) => "Players".to_owned(),
                (true, _) if event.is_finished => "Final standings".to_owned(),
                (true, round) => format!("Standings after round {round}"),
                (false, 0) => "Welcome".to_owned(),
                (false, round) => words::round_title(event, round),
            },
            seats: words::seat_titles(event.settings.game),
            boards: columns(boards, index, BOARDS_ON_SCREEN),
            places: columns(places, index.saturating_sub(board_parts), PLACES_ON_SCREEN),
            page: index + 1,
            pages,
        })
    }

    /// The day and place, shown while there is nothing else.
    fn facts(&self) -> String {
        self.frame.event.as_ref().map(|event| event.facts.join(" · ")).unwrap_or_default()
    }
}

/// One screenful in one or two columns.
fn columns<T>(all: Vec<T>, screen: usize, on_screen: usize) -> Vec<Vec<T>> {
    let mut shown: Vec<T> = all.into_iter().skip(screen * on_screen).take(on_screen).collect();
    if shown.is_empty() {
        return Vec::new();
    }
    if shown.len() <= IN_ONE_COLUMN {
        return vec![shown];
    }
    let second = shown.split_off(shown.len().div_ceil(2));
    vec![shown, second]
}

fn places(issue: &Issue) -> Result<Vec<Place>, AppError> {
    let table = issue.standings(None)?;
    let places = table.lines.iter().map(|line| Place {
        rank: line.row.rank,
        note: match line.stand.is_empty() {
            true => PlayerLink::to(&issue.event, line.entry).club,
            false => line.stand.clone(),
        },
        player: PlayerLink::to(&issue.event, line.entry),
        points: words::tally(line.tally),
    });
    Ok(places.collect())
}

/// The address of the screenful that follows.
#[must_use]
pub(crate) fn next(issue: &Issue, show: HallShow, page: u16) -> String {
    let next = page % screens(issue, show) + 1;
    format!("{}{}", access::base(&issue.event), crate::publish::View::Hall(show, next).path())
}
