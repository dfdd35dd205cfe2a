//! The register of rulings.

use askama::Template;

use crate::pages::Frame;

/// The register.
#[derive(Debug, Template)]
#[template(path = "rounds/rulings.html")]
pub struct RulingsPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The rulings, oldest first.
    pub rows: Vec<RulingRow>,
}

/// One ruling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulingRow {
    /// Its place in the register, from 1.
    pub number: usize,
    /// When.
    pub at: String,
    /// Who ruled.
    pub by: String,
    /// Round and board.
    pub place: String,
    /// The players.
    pub names: String,
    /// The game's page.
    pub href: String,
    /// The result before; `no result` if there was none.
    pub before: String,
    /// The result after.
    pub after: String,
    /// Why.
    pub reason: String,
    /// The article; may be empty.
    pub article: String,
}

impl RulingsPage {
    /// The queue's address.
    #[must_use]
    pub fn queue(&self) -> String {
        format!("{}/queue", self.base)
    }
}
