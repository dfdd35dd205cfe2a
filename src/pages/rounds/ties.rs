//! The ties of a bracket, for arbiters: how each stands, and the form by which one is decided.

use askama::Template;

use crate::pages::Frame;
use crate::pages::form::{Choice, FormView};

/// The list of ties.
#[derive(Debug, Template)]
#[template(path = "rounds/ties.html")]
pub struct TiesPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The stages, the last one that has players first.
    pub stages: Vec<StageRows>,
}

/// One stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageRows {
    /// Its name.
    pub title: String,
    /// Its ties.
    pub rows: Vec<TieRow>,
}

/// One tie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TieRow {
    /// Its place, such as `Semifinal 1`.
    pub title: String,
    /// The two players.
    pub names: String,
    /// Their points; empty before the first game.
    pub score: String,
    /// How it stands, in a sentence.
    pub stands: String,
    /// Whether tie-break games or a ruling are due.
    pub is_level: bool,
    /// Where it is decided; empty while its players are not known.
    pub href: String,
}

/// One tie with the form that decides it.
#[derive(Debug, Template)]
#[template(path = "rounds/tie.html")]
pub struct TiePage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// Where the form goes.
    pub action: String,
    /// The tie.
    pub row: TieRow,
    /// Its games.
    pub games: Vec<TieGame>,
    /// Rulings on it, oldest first.
    pub rulings: Vec<String>,
    /// What can be decided.
    pub verdicts: Vec<Choice>,
    /// Why nothing can be decided now; empty if it can.
    pub obstacle: String,
    /// The form.
    pub form: FormView,
}

/// A game of a tie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TieGame {
    /// What it is in the tie, and where it was played.
    pub title: String,
    /// The result in words.
    pub result: String,
    /// Where the result is entered.
    pub href: String,
}
