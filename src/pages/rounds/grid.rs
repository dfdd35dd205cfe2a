//! The result grid: a row a board.

use askama::Template;

use super::Person;
use crate::pages::Frame;
use crate::pages::parts::PointsView;
use crate::pages::status::Status;

/// The grid of one round.
#[derive(Debug, Template)]
#[template(path = "rounds/grid.html")]
pub struct GridPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The round.
    pub round: u16,
    /// How far it has come.
    pub status: Status,
    /// Whether results can be entered.
    pub is_open: bool,
    /// The boards.
    pub rows: Vec<GridRow>,
    /// Boards with a result.
    pub done: usize,
    /// What the first and the second side are called.
    pub sides: [&'static str; 2],
    /// The word for a draw in this game.
    pub draw_word: &'static str,
    /// What stands in the way of closing.
    pub missing: Vec<MissingRow>,
    /// Whether somebody tried to close the round in spite of it.
    pub is_close_refused: bool,
    /// What is wrong with what was sent, in a sentence; may be empty.
    pub refusal: String,
    /// How many rows could not be saved.
    pub wrong: usize,
    /// The key of the grid's form.
    pub once: String,
    /// The rounds that have a grid.
    pub rounds: Vec<u16>,
    /// The reason typed for reopening or taking the round back, to be shown again.
    pub reason: String,
    /// What is wrong with that reason; empty if nothing is.
    pub reason_error: String,
    /// Whether nothing has happened in any game.
    pub is_untouched: bool,
}

impl GridPage {
    /// Whether every board has its result and nothing is in the way of closing.
    #[must_use]
    pub fn can_close(&self) -> bool {
        self.is_open && self.missing.is_empty()
    }

    /// Whether the round is closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.status == Status::Closed
    }
}

/// One board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridRow {
    /// The game.
    pub game: String,
    /// Its place in the round, which names its fields.
    pub key: u16,
    /// The number on the table.
    pub board: u16,
    /// Who moves first.
    pub first: Person,
    /// The points before the round.
    pub first_points: PointsView,
    /// Who moves second.
    pub second: Person,
    /// The points before the round.
    pub second_points: PointsView,
    /// Whether the result can be changed here.
    pub is_open: bool,
    /// The results to choose from.
    pub groups: Vec<OptionGroup>,
    /// The choice that is shown.
    pub pick: String,
    /// The choice that stands.
    pub was: String,
    /// The revision of the result that stands.
    pub seen: u64,
    /// What the award fields show.
    pub awards: [String; 2],
    /// The typed reason.
    pub reason: String,
    /// The score that stands, such as `1 – 0`; empty while open.
    pub score: String,
    /// How the game ended.
    pub ending: String,
    /// What both score by the result that stands.
    pub points: String,
    /// The state, unless the board is simply open or done.
    pub status: Option<Status>,
    /// Where a result comes from that is not changed here.
    pub source: String,
    /// The variation, once it is chosen, or what is missing of it.
    pub variation: String,
    /// What is wrong with the row; empty if nothing is.
    pub error: String,
}

impl GridRow {
    /// Whether the fields beside the choice are open from the beginning.
    #[must_use]
    pub fn needs_more(&self) -> bool {
        !self.error.is_empty() || self.awards.iter().any(|award| !award.is_empty())
    }

    /// The names of the row for those who do not see it.
    #[must_use]
    pub fn label(&self) -> String {
        format!("Result of board {}, {} against {}", self.board, self.first.name, self.second.name)
    }
}

/// Results with the same winner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionGroup {
    /// Who has won.
    pub label: String,
    /// The results.
    pub options: Vec<OptionView>,
}

/// One result to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionView {
    /// The value sent.
    pub value: String,
    /// The words, points included.
    pub label: String,
    /// The points alone.
    pub points: String,
    /// The key that chooses it, if it is the usual one.
    pub key: &'static str,
    /// Whether the arbiter has to award the points.
    pub needs_award: bool,
}

/// A board that stands in the way of closing the round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingRow {
    /// The number on the table.
    pub board: u16,
    /// The players.
    pub names: String,
    /// What is missing.
    pub sentence: &'static str,
    /// Where it is put right.
    pub href: String,
}
