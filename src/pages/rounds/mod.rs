//! The arbiter's day at the desk: drafts, results, what waits, rulings.

use chrono::{DateTime, Utc};
use tiger_event::result::Source;
use tiger_event::{EntryId, Event, Game, GameResult, Points, RoundState};
use tiger_rules::GamePoints;

use super::listing::{Listing, Wanted};
use super::parts::PointsView;
use super::status::Status;
use crate::error::Result;

mod absent;
mod appeals;
mod boards;
mod choices;
mod desk;
mod draft;
mod game;
mod grid;
mod list;
mod options;
mod queue;
mod rulings;
mod second;
mod ties;
mod why;

pub use absent::AbsentPage;
pub use appeals::AppealsPage;
pub use boards::BoardsPage;

pub use choices::{ChoicesPage, TypedLine};
pub use desk::DeskPage;
pub use draft::{DraftPage, warnings};
pub use game::GameResultPage;
pub use grid::{GridPage, NotSaved, Unsaved};
pub use list::RoundsPage;
pub use options::brief;
pub use queue::QueuePage;
pub use rulings::{RegisterRow, RulingsPage};
pub use second::SecondPage;
pub use ties::{TiePage, TiesPage};
pub use why::WhyPage;

pub struct Person {
    /// The entry.
    pub id: String,
    /// Pairing number.
    pub number: u16,
    pub name: String,
}

impl Person {
    pub fn of(event: &Event, id: EntryId) -> Self {
        let entry = event.entries.get(&id);
        Self {
            id: id.to_string(),
            number: entry.map_or(0, |entry| entry.number),
            name: event.name_of(id).to_owned(),
        }
    }

    /// The two of a game.
    fn both(event: &Event, game: &Game) -> [Self; 2] {
        game.players().map(|id| Self::of(event, id))
    }
}

/// A moment as the event's clocks show it: the time on the event's only day, otherwise day and time.
pub fn local(event: &Event, at: DateTime<Utc>) -> String {
    let at = at.with_timezone(&event.settings.time_zone);
    let is_one_day = event.settings.starts_on == event.settings.ends_on;
    let is_on_it = at.date_naive() == event.settings.starts_on;
    at.format(if is_one_day && is_on_it { "%H:%M" } else { "%-d %b %H:%M" }).to_string()
}

pub fn points_view(points: Points) -> PointsView {
    PointsView::plain(u32::try_from(points.halves()).unwrap_or_default())
}

/// What both players score, such as `5 + 1/2 : 0`.
pub fn points_text(points: &[GamePoints; 2]) -> String {
    crate::pages::public::score(points.map(PointsView::from))
}

/// A result in words with its points, such as `Moor wins, locking up (5 + 1/2 : 0)`.
pub fn result_text(event: &Event, game: &Game, result: &GameResult) -> String {
    format!("{} ({})", event.result_words(game, &result.entry), points_text(&result.points))
}

/// Boards of a part of a long list.
const PART: usize = 200;

/// The part of some boards that is asked for, of `each` at most, to be found by number and names.
fn boards<'a>(
    event: &Event,
    games: Vec<&'a Game>,
    (wanted, each): (&Wanted, usize),
    path: String,
) -> Result<(Vec<&'a Game>, Listing)> {
    let text = |game: &&Game| format!("{} {}", event.board_number(game), names(event, game));
    wanted.part(games, each, path, text)
}

pub(super) fn names(event: &Event, game: &Game) -> String {
    format!("{} – {}", event.name_of(game.first), event.name_of(game.second))
}

/// Where a result comes from, in a word or two.
const fn source(result: &GameResult) -> &'static str {
    match result.source {
        Source::Arbiter => "entered by an arbiter",
        Source::Agreement => "agreed by both players",
        Source::Record { .. } => "shown by the record",
        Source::Ruling { .. } => "by a ruling",
        Source::Concession => "conceded at the board",
    }
}

/// The variation in words, or what is missing of it.
fn variation(event: &Event, game: &Game) -> String {
    if event.lacks_dice(game) {
        return "dice not on file".to_owned();
    }
    game.variation(event.settings.game).map(tiger_rules::Variation::title).unwrap_or_default()
}

const fn round_status(state: RoundState) -> Status {
    match state {
        RoundState::Draft => Status::Draft,
        RoundState::Published => Status::Published,
        RoundState::Closed => Status::Closed,
    }
}
