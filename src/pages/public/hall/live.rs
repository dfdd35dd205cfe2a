//! The first boards that are played, as pictures for the hall: as late as the event says, like every way out.

use tiger_event::{Event, Game, GameId};
use tiger_rules::GameKind;

use crate::board::draw;
use crate::error::{AppError, Result};
use crate::pages::public::board::BoardView;
use crate::pages::public::game::{course_of, find};
use crate::publish::{HallPart, HallShow, Issue};
use crate::services::live_games::Line;

/// How many boards a screenful has: those of TigerChess are narrow.
pub(super) const fn on_screen(game: GameKind) -> usize {
    match game {
        GameKind::TigerChess => 3,
        GameKind::LancerChess | GameKind::Dragon | GameKind::Dance => 2,
    }
}

/// How many boards are shown at most, those with the smallest numbers.
const MOST: usize = 6;

/// The games of the current round that everybody may watch, by board.
pub(super) fn top(event: &Event) -> Vec<&Game> {
    let games = event.games_of(event.published_rounds()).into_iter();
    games.filter(|game| event.live_delay(game).is_some()).take(MOST).collect()
}

/// The boards that a page of a show has; none if the page shows something else.
pub(crate) fn here(issue: &Issue, show: HallShow, page: u16) -> Vec<GameId> {
    match super::place(issue, show, page).0 {
        Some((HallPart::Live, screen)) => {
            let fit = on_screen(issue.event.settings.game);
            let top = top(&issue.event).into_iter().skip(screen * fit);
            top.take(fit).map(|game| game.id).collect()
        }
        _ => Vec::new(),
    }
}

/// The title, which says how late the boards are.
pub(super) fn title(event: &Event, round: u16) -> String {
    match event.settings.live_delay {
        None | Some(0) => format!("Round {round}, live"),
        Some(1) => format!("Round {round}, shown 1 minute late"),
        Some(minutes) => format!("Round {round}, shown {minutes} minutes late"),
    }
}

/// A board that is played.
pub(super) struct LiveView {
    pub board: BoardView,
    pub svg: String,
    /// The last move and its ply; empty before the first.
    pub last: String,
    pub turn: &'static str,
}

impl LiveView {
    pub(super) fn of(event: &Event, (id, line): &(GameId, Line)) -> Result<Self> {
        let game = find(event, *id)?;
        let course = course_of(event, game, line)?;
        let ply = course.last_ply();
        let scene = course.scene(ply).ok_or(AppError::not_found("ply"))?;
        let last = course.step_at(ply).map(|step| format!("Ply {ply}: {}", step.written));
        let turn = event.settings.game.side_name(scene.position.turn());
        Ok(Self {
            board: BoardView::of(event, game),
            svg: draw(&scene, "").svg,
            last: last.unwrap_or_default(),
            turn,
        })
    }
}
