//! Precedents of finished events, without names.

use askama::Template;
use tiger_rules::GameKind;

use crate::pages::{Choice, FormView, Frame, rules};
use crate::services::precedents::Precedent;

#[derive(Template)]
#[template(path = "rounds/precedents.html")]
pub struct PrecedentsPage {
    pub frame: Frame,
    pub form: FormView,
    pub games: Vec<Choice>,
    pub groups: Vec<PrecedentGroup>,
    pub found: usize,
    pub all: usize,
    pub shown: usize,
}

/// The precedents of one game under one article.
pub struct PrecedentGroup {
    pub game: GameKind,
    /// Game and article, such as `Dragon, rule 27b`.
    pub title: String,
    pub rows: Vec<Precedent>,
}

impl PrecedentGroup {
    /// A sentence as HTML in which the rulings of the game are links.
    pub fn linked(&self, sentence: &str) -> String {
        rules::linked(sentence, Some(self.game))
    }
}
