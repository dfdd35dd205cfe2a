//! The register of rulings, claims that were judged, and incidents.

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
    /// The entries, oldest first.
    pub rows: Vec<RegisterRow>,
}

/// One entry of the register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegisterRow {
    /// Its place in the register, from 1.
    pub number: usize,
    /// What sort: `Ruling`, `Claim refused`, `Touch-move`.
    pub kind: String,
    /// When.
    pub at: String,
    /// Who ruled or noted.
    pub by: String,
    /// Round and board.
    pub place: String,
    /// The players.
    pub names: String,
    /// The game's page.
    pub href: String,
    /// The result before, empty if it had none of its own, and after, with points; none where it was left alone.
    pub effect: Option<(String, String)>,
    /// Why, or what happened.
    pub reason: String,
    /// The article; may be empty.
    pub article: String,
    /// When it was undone; empty if it was not.
    pub undone: String,
}

impl RulingsPage {
    /// The queue's address.
    #[must_use]
    pub fn queue(&self) -> String {
        format!("{}/queue", self.base)
    }
}
