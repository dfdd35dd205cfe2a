//! Precedents of finished events, without names.

use askama::Template;
use tiger_rules::GameKind;

use crate::pages::Frame;
use crate::pages::form::{Choice, FormView};
use crate::pages::rules;

#[derive(Debug, Template)]
#[template(path = "rounds/precedents.html")]
pub struct PrecedentsPage {
    pub frame: Frame,
    /// What is looked for.
    pub form: FormView,
    pub games: Vec<Choice>,
    /// What was found, by game.
    pub groups: Vec<PrecedentGroup>,
    /// How many were found.
    pub found: usize,
    /// How many there are.
    pub all: usize,
    /// How many are shown.
    pub shown: usize,
}

/// The precedents of one game under one article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrecedentGroup {
    pub game: GameKind,
    /// Game and article, such as `Dragon, rule 27b`.
    pub title: String,
    pub rows: Vec<PrecedentRow>,
}

impl PrecedentGroup {
    /// A sentence as HTML in which the rulings of the game are links.
    #[must_use]
    pub fn linked(&self, sentence: &str) -> String {
        rules::linked(sentence, Some(self.game))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrecedentRow {
    pub year: i32,
    /// What sort.
    pub kind: String,
    /// The variation; may be empty.
    pub variation: String,
    /// What it did to result and points; may be empty.
    pub effect: String,
    /// Why, or what happened.
    pub reason: String,
}
