//! Scoresheets to write by hand: a sheet a player, with the board before the first move.

use askama::Template;
use tiger_event::{Event, RoundNumber};
use tiger_rules::{AnyPosition, Variation};

use crate::board::{Scene, draw};
use crate::error::{AppError, Result};
use crate::pages::or_empty;
use crate::pages::public::{BoardView, seat_titles};

use super::Boards;

/// Lines of a sheet: two columns of as many.
const LINES: usize = 30;

#[derive(Template)]
#[template(path = "papers/scoresheets.html")]
pub(super) struct Scoresheets {
    event_name: String,
    venue: String,
    round: RoundNumber,
    seats: [&'static str; 2],
    sheets: Vec<Sheet>,
    /// The board before the first move: drawn once, shown on every sheet.
    board: String,
    /// What the picture of it spans, as SVG writes it.
    span: String,
}

struct Sheet {
    board: u16,
    name: String,
    seat: &'static str,
    opponent: String,
}

/// The mark by which all sheets show the one drawing.
const MARK: &str = "board-before-the-first-move";

impl Scoresheets {
    pub(super) fn of(event: &Event, round: RoundNumber, wanted: &Boards) -> Result<Self> {
        let seats = seat_titles(event.settings.game);
        let boards = BoardView::of_round(event, round).into_iter();
        let sheets = boards.filter(|board| wanted.includes(board.number)).flat_map(|board| {
            let [first, second] = [board.first.player.name, board.second.player.name];
            let sheet = |seat, name, opponent| Sheet { board: board.number, name, seat, opponent };
            [sheet(seats[0], first.clone(), second.clone()), sheet(seats[1], second, first)]
        });
        let drawn = drawn(event);
        let span = drawn.split_once("viewBox=\"").and_then(|(_, rest)| rest.split_once('"'));
        let span = span.ok_or_else(|| AppError::internal(anyhow::anyhow!("a board without a span")))?.0;
        Ok(Self {
            event_name: event.settings.name.to_string(),
            venue: or_empty(&event.settings.venue),
            round,
            seats,
            sheets: sheets.collect(),
            span: span.to_owned(),
            board: drawn.replacen("<svg", &format!("<svg id=\"{MARK}\""), 1),
        })
    }
}

fn drawn(event: &Event) -> String {
    let variation = Variation::standard(event.settings.game);
    let start = AnyPosition::start_on(variation, &event.settings.dance_board());
    draw(&Scene::of(&start), "Before the first move.").svg
}
