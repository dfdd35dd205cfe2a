//! The bulletin of a round: results, standings, and the games with their last positions.

use askama::Template;
use tiger_event::{Bytes32, RoundNumber};

use crate::board::{Course, draw};
use crate::error::Result;
use crate::pages::moves::MoveView;
use crate::pages::public::{BoardView, StandingsTable, seat_titles};
use crate::publish::Issue;

use super::tables;

/// Games that are shown with a picture. A picture is a thousand times as long as a move: with one of each game the
/// bulletin of a thousand boards would be too long for a browser.
const MOST_PICTURES: usize = 60;

#[derive(Template)]
#[template(path = "papers/bulletin.html")]
pub(super) struct Bulletin {
    event_name: String,
    round: RoundNumber,
    seats: [&'static str; 2],
    boards: Vec<BoardView>,
    standings_title: String,
    standings: StandingsTable,
    games: Vec<PrintedGame>,
    /// The boards whose games have no record, or one that cannot be replayed.
    lacking: Vec<String>,
    /// Whether there are more games than pictures.
    is_short_of_pictures: bool,
}

struct PrintedGame {
    board: BoardView,
    moves: Vec<MoveView>,
    /// The position at the end; none where there are too many games for a picture each.
    picture: Option<String>,
    said: String,
}

impl Bulletin {
    /// The bulletin of a round, from what readers see. `find_record` gives the text of a record by its digest.
    pub(super) fn of(
        issue: &Issue,
        round: RoundNumber,
        mut find_record: impl FnMut(Bytes32) -> Result<Option<String>>,
    ) -> Result<Self> {
        let event = &issue.event;
        let (mut games, mut lacking) = (Vec::new(), Vec::new());
        for game in event.games_of(round) {
            let board = BoardView::of(event, game);
            let text =
                game.record_to_publish().map(|record| find_record(record.digest)).transpose()?.flatten();
            match text.and_then(|text| Course::read(&text, &event.settings.dance_board())) {
                Some(course) => games.push(PrintedGame::new(board, &course, games.len() < MOST_PICTURES)),
                None => lacking.push(board.number.to_string()),
            }
        }
        let table = tables::table(issue, Some(round))?;
        Ok(Self {
            event_name: event.settings.name.to_string(),
            round,
            seats: seat_titles(event.settings.game),
            boards: BoardView::of_round(event, round),
            standings_title: table.title(event),
            standings: table,
            is_short_of_pictures: games.len() > MOST_PICTURES,
            games,
            lacking,
        })
    }
}

impl PrintedGame {
    fn new(board: BoardView, course: &Course, has_picture: bool) -> Self {
        let said = match (course.step_at(course.last_ply()), course.wrong()) {
            (_, Some(wrong)) => format!("The record breaks off at ply {}: {}.", wrong.ply, wrong.why),
            (Some(step), None) => format!("After {}.", step.written),
            (None, None) => "Before the first move.".to_owned(),
        };
        let picture = has_picture.then(|| draw(&course.end_scene(), &said).svg);
        Self { board, moves: MoveView::list(course, course.last_ply(), |_| String::new()), picture, said }
    }
}
