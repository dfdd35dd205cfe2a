//! The scoresheet: a board to tap, a field to type, the moves so far, and how the game ended.

use askama::Template;

use super::Frame;
use super::form::{Choice, FormView};
use super::parts::PointsView;
use crate::board::Drawing;

/// The page.
#[derive(Debug, Template)]
#[template(path = "room/scoresheet.html")]
pub struct ScoresheetPage {
    /// The frame.
    pub frame: Frame,
    /// Where the game's pages begin.
    pub game: String,
    /// Where this sheet is.
    pub action: String,
    /// Round and board.
    pub title: String,
    /// The two players, the first one first, with their armies.
    pub players: [String; 2],
    /// Whose sheet it is, in words.
    pub owner: String,
    /// Sheets of others that an arbiter may read: name and address.
    pub others: Vec<(String, String)>,
    /// Whether moves can be written on it.
    pub can_write: bool,
    /// Why nothing can be written; empty if it can.
    pub why_closed: String,
    /// The field for typed moves, with keys and version.
    pub form: FormView,
    /// The board; none while the variation is not on file.
    pub drawing: Option<Drawing>,
    /// Which moment the board shows, and who is to move.
    pub said: String,
    /// What is kept where.
    pub kept: String,
    /// What was chosen on the board; empty if nothing was.
    pub chosen: String,
    /// Where nothing is chosen.
    pub plain_href: String,
    /// Moves between the two positions that were touched.
    pub choices: Vec<MoveChoice>,
    /// Moves that need no second position.
    pub beside: Vec<MoveChoice>,
    /// Whether nothing on the board can be touched, so that they are all there is.
    pub is_beside_all: bool,
    /// Every legal move.
    pub all: Vec<MoveChoice>,
    /// A group move of The Dragon's Dance.
    pub group: GroupView,
    /// The moves so far.
    pub moves: Vec<SheetMove>,
    /// The ply that is looked at, if it is not the last one.
    pub looking: Option<LookingView>,
    /// The last move, and how many stay when it is taken back.
    pub last: Option<(String, usize)>,
    /// Where the reading of typed moves stopped.
    pub refused: Option<RefusedView>,
    /// What could not be written because another tab was faster.
    pub conflict: Option<String>,
    /// How the game ended.
    pub end: EndView,
    /// Where the record is that the sheet was handed in as; empty if it was not.
    pub record: String,
}

/// A move to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveChoice {
    /// The move in canonical notation.
    pub written: String,
    /// What it does.
    pub words: String,
}

/// A group move in the making.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupView {
    /// Where a group move is begun; empty if none can be.
    pub begin_href: String,
    /// Whether one is being made.
    pub is_on: bool,
    /// The walks so far.
    pub parts: Vec<String>,
    /// The move that they make together; empty while it is none.
    pub written: String,
}

/// A move on the sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetMove {
    /// The number before it, if one stands there.
    pub number: String,
    /// The move.
    pub text: String,
    /// Where the sheet is looked at after it.
    pub href: String,
    /// In which column it stands.
    pub class: &'static str,
    /// Who moved.
    pub army: &'static str,
    /// Whether the board shows this moment.
    pub is_here: bool,
}

/// An earlier moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookingView {
    /// The ply.
    pub ply: u32,
    /// How many moves stay when the rest is taken back.
    pub keep: usize,
    /// How many moves are taken back then.
    pub back: usize,
}

/// Where typed moves broke off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedView {
    /// How far it went.
    pub title: &'static str,
    /// What happened, in a sentence.
    pub sentence: String,
    /// What could have been meant.
    pub legal: Vec<String>,
}

/// How the game ended.
#[derive(Debug, Clone)]
pub enum EndView {
    /// Nothing can be handed in now; why, in a sentence, which may be empty.
    None(String),
    /// An ending can be stated.
    Choose {
        /// The form.
        form: FormView,
        /// The game's own list.
        groups: Vec<(String, Vec<Choice>)>,
    },
    /// An ending is to be confirmed.
    Confirm(ConfirmView),
}

/// An ending before it is handed in.
#[derive(Debug, Clone)]
pub struct ConfirmView {
    /// What is sent.
    pub code: String,
    /// Who won how.
    pub text: String,
    /// Whether the board itself shows it.
    pub is_on_board: bool,
    /// Both players with what they score.
    pub points: [(String, PointsView); 2],
    /// The line of the scoring table that gives them; empty where the event has a table of its own.
    pub line: String,
    /// What happens then.
    pub then: String,
    /// The key of the form.
    pub once: String,
    /// What was refused.
    pub error: String,
}
