//! What everybody may read of an event. Every page here is made from an [`Issue`], which holds nothing but the
//! published part of the event.

use askama::Template;
use chrono::{DateTime, Utc};
use tiger_event::permission::Role;
use tiger_event::{Bytes32, Entry, Event, GameId};

use crate::access;
use crate::config::BaseUrl;
use crate::error::{AppError, Result};
use crate::exports::api;
use crate::publish::{ApiView, HallShow, Issue, Moment, View};
use crate::services::live_games::Line;

use super::event::EventTab;
use super::{Frame, masthead};

mod board;
mod bracket;
mod crosstable;
mod foot;
mod game;
mod games;
pub mod hall;
mod home;
mod overview;
mod players;
mod prizes;
mod round;
mod scoring;
mod sheet;
mod standings;
mod timetable;
pub mod words;
mod working;

pub use board::{BoardView, PlayerLink, SeatView};
pub(super) use crosstable::CrossTable;
pub(crate) use crosstable::part_of;
pub use home::{HomePage, ListPage};
pub use prizes::PrizeLists;
pub(super) use round::{bye_words, without_game};
pub(super) use sheet::RoundPaper;
pub(super) use standings::StandingsTable;
pub use words::score;
pub(super) use words::seat_titles;

pub(crate) use hall::{SECONDS as HALL_SECONDS, addresses as hall_addresses, live_boards, screens};

/// The entry of the navigation that a page belongs to.
pub const fn tab(view: View) -> Option<EventTab> {
    match view {
        View::Overview | View::Timetable => Some(EventTab::Overview),
        View::Pairings | View::Round(_) | View::Sheet(..) => Some(EventTab::Pairings),
        View::Standings(_) | View::Category(_) | View::Prizes => Some(EventTab::Standings),
        View::CrossTable(_) => Some(EventTab::CrossTable),
        View::Bracket => Some(EventTab::Bracket),
        View::Players | View::Player(_) | View::PlayerIcs(_) => Some(EventTab::Players),
        View::Games | View::Game(..) | View::Live(..) => Some(EventTab::Games),
        _ => None,
    }
}

/// The frame of a page as everybody sees it who is not signed in.
pub fn public_frame(event: &Event, view: View) -> Frame {
    let frame = Frame { path: address(event, view), ..Frame::default() };
    frame.in_event(masthead::nav(event, Role::Public, tab(view)))
}

pub fn address(event: &Event, view: View) -> String {
    let interface = if matches!(view, View::Api(_)) { api::BASE } else { "" };
    format!("{interface}{}{}", access::base(event), view.path())
}

/// The address of the list of prizes; empty while it is not public.
fn prizes(event: &Event) -> String {
    if event.shows_prizes() { address(event, View::Prizes) } else { String::new() }
}

pub fn exists(issue: &Issue, view: View) -> bool {
    let event = &issue.event;
    let is_round = |round| (1..=event.published_rounds()).contains(&round);
    match view {
        View::Round(round) | View::Sheet(round, _) | View::Standings(Some(round)) => is_round(round),
        View::Player(number) => event.entries.values().any(|entry| entry.number == number),
        View::Category(place) => (1..=event.categories.len()).contains(&usize::from(place)),
        View::Prizes => event.shows_prizes(),
        View::Bracket => event.settings.format.has_bracket(),
        View::CrossTable(part) => (1..=crosstable::parts(event)).contains(&usize::from(part)),
        View::Hall(_, page) => page >= 1,
        View::Timetable => event.timetable().is_some(),
        View::TimetableIcs => event.timetable().is_some_and(|it| !it.lines().is_empty()),
        View::PlayerIcs(number) => has_calendar(event, number),
        View::Game(game, _)
        | View::Embed(game, _)
        | View::Picture(game, _)
        | View::GameTgr(game)
        | View::Api(ApiView::Game(game)) => event.games.contains_key(&game),
        View::Api(ApiView::Round(round) | ApiView::Standings(Some(round))) => is_round(round),
        View::Api(ApiView::Entries(page)) => (1..=api::pages(event.entries.len())).contains(&page),
        View::Api(ApiView::Games(page)) => (1..=api::pages(event.games.len())).contains(&page),
        _ => true,
    }
}

/// Whether a player's games are to be had as a calendar file: rounds have their times, and nobody was erased.
fn has_calendar(event: &Event, number: u16) -> bool {
    let is_there = |entry: &Entry| entry.number == number && !entry.is_erased;
    event.timetable().is_some_and(|it| !it.rounds.is_empty()) && event.entries.values().any(is_there)
}

/// How a player's own calendar follows the games.
pub struct CalendarView {
    pub file: String,
    /// Its whole address, to be given to a calendar.
    pub address: String,
    /// The same as calendars open it, when their device knows one.
    pub subscribe: String,
}

impl CalendarView {
    /// That of a player; none where there is no file.
    pub fn of(event: &Event, number: u16, base_url: &BaseUrl) -> Option<Self> {
        let file = calendar_of(event, number)?;
        let address = base_url.join(&file);
        let subscribe = address.split_once("://").map(|(_, rest)| format!("webcal://{rest}"));
        Some(Self { file, subscribe: subscribe?, address })
    }
}

/// Where everybody finds a player's games as a calendar file.
fn calendar_of(event: &Event, number: u16) -> Option<String> {
    (event.is_public && has_calendar(event, number)).then(|| address(event, View::PlayerIcs(number)))
}

/// Renders a page. `base_url` is what people type; `find_record` gives the text of a game record by its digest.
pub fn render(
    view: View,
    issue: &Issue,
    frame: Frame,
    base_url: &BaseUrl,
    find_record: impl FnOnce(Bytes32) -> Result<Option<String>>,
) -> Result<String> {
    if !exists(issue, view) {
        return Err(AppError::not_found("page"));
    }
    let stream = format!("{}/live?seen={}", access::base(&issue.event), issue.version);
    let frame = if matches!(view, View::Sheet(..)) { frame } else { frame.live(stream) };
    let page = match view {
        View::Overview => overview::OverviewPage::new(issue, frame)?.render(),
        View::Pairings if issue.event.published_rounds() == 0 => round::NoRoundPage { frame }.render(),
        View::Pairings => round::RoundPage::new(issue, issue.event.published_rounds(), frame)?.render(),
        View::Round(round) => round::RoundPage::new(issue, round, frame)?.render(),
        View::Sheet(round, sheet) => sheet::SheetPage::new(issue, round, sheet, (frame, base_url))?.render(),
        View::Standings(after) => standings::StandingsPage::new(issue, after, frame)?.render(),
        View::Prizes => prizes::PrizesPage::new(issue, frame)?.render(),
        View::Category(place) => standings::StandingsPage::of_category(issue, place, frame)?.render(),
        View::CrossTable(part) => crosstable::CrossTablePage::new(issue, part, frame)?.render(),
        View::Bracket => bracket::BracketPage::new(issue, frame)?.render(),
        View::Players => players::PlayersPage::new(issue, frame)?.render(),
        View::Player(number) => players::PlayerPage::new(issue, number, frame)?.render(),
        View::Timetable => timetable::TimetablePage::new(issue, frame)?.render(),
        View::Games => games::GamesPage::new(issue, frame).render(),
        View::Game(game, moment) => {
            game::GamePage::new(issue, (game, moment, View::Game), (frame, base_url), find_record)?.render()
        }
        View::Embed(game, moment) => {
            let place = (game, moment, View::Embed as fn(_, _) -> _);
            game::GamePage::new(issue, place, (frame, base_url), find_record)?
                .embedded(&issue.event)?
                .render()
        }
        View::Hall(show, page) => {
            let home = base_url.join(&access::base(&issue.event));
            hall::HallPage::new(issue, show, page, (frame, &home), &[])?.render()
        }
        _ => return Err(AppError::not_found("page")),
    };
    Ok(page?)
}

/// Renders the page of a game that is played, as far as everybody may see it.
pub fn render_live(
    issue: &Issue,
    (game, moment): (GameId, Moment),
    line: &Line,
    frame: Frame,
) -> Result<String> {
    let is_over = issue.event.games.get(&game).is_some_and(|game| game.result.is_some());
    let stream = format!("{}/games/{game}/moves?seen={}", access::base(&issue.event), line.id);
    let frame = if is_over { frame } else { frame.live(stream) };
    Ok(game::GamePage::live(issue, (game, moment), line, frame)?.render()?)
}

/// Renders a screenful of boards that are played, as far as everybody may see them.
pub fn render_hall_live(
    issue: &Issue,
    (show, page): (HallShow, u16),
    lines: &[(GameId, Line)],
    frame: Frame,
    base_url: &BaseUrl,
) -> Result<String> {
    let home = base_url.join(&access::base(&issue.event));
    Ok(hall::HallPage::new(issue, show, page, (frame, &home), lines)?.render()?)
}

/// A moment in the event's zone, such as `14:32 on 21 November`.
pub fn moment(event: &Event, at: DateTime<Utc>) -> String {
    at.with_timezone(&event.settings.time_zone).format("%H:%M on %-d %B").to_string()
}
