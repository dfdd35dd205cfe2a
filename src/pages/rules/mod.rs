//! The rules of the games to look up: the rulings, and the summary of all forces.

mod forces;
mod linked;
mod markdown;

use askama::Template;
use tiger_rules::{GameKind, Variation};

use crate::pages::Frame;

pub use forces::ForcesPage;
pub use linked::linked;
use markdown::Heading;

/// Where the rulings of a game are.
#[must_use]
pub fn rulings_path(game: GameKind) -> String {
    format!("/rules/{}", game.key())
}

/// Where the summary of a variation's forces is.
#[must_use]
pub fn forces_path(variation: Variation) -> String {
    let game = variation.game();
    let standard = Variation::standard(game).options();
    let asked: Vec<String> = variation
        .options()
        .into_iter()
        .filter(|option| !standard.contains(option))
        .map(|(key, value)| format!("{key}={}", value.to_ascii_lowercase()))
        .collect();
    let query = if asked.is_empty() { String::new() } else { format!("?{}", asked.join("&")) };
    format!("/rules/{}/forces{query}", game.key())
}

/// The games, each with what can be looked up about it.
#[derive(Debug, Template)]
#[template(path = "rules/index.html")]
pub struct RulesPage {
    /// The frame.
    pub frame: Frame,
}

impl RulesPage {
    /// The page.
    #[must_use]
    pub const fn new(frame: Frame) -> Self {
        Self { frame }
    }

    /// The games in the order of the interface.
    #[must_use]
    pub const fn games(&self) -> &'static [GameKind] {
        &GameKind::ALL
    }

    /// The summary of a game's forces.
    #[must_use]
    pub fn forces(&self, game: &GameKind) -> String {
        forces_path(Variation::standard(*game))
    }
}

/// The rulings of a game.
#[derive(Debug, Template)]
#[template(path = "rules/rulings.html")]
pub struct RulingsPage {
    /// The frame.
    pub frame: Frame,
    /// The game.
    pub game: GameKind,
    /// The title.
    pub title: &'static str,
    /// The parts with their anchors.
    pub contents: &'static [Heading],
    /// The text, ready to stand in the page.
    pub html: &'static str,
    /// The summary of the game's forces.
    pub forces: String,
}

impl RulingsPage {
    /// The rulings of this game.
    #[must_use]
    pub fn of(frame: Frame, game: GameKind) -> Self {
        let text = markdown::rulings_of(game);
        Self {
            frame: frame.under("Rules", "/rules"),
            game,
            title: &text.title,
            contents: &text.contents,
            html: &text.html,
            forces: forces_path(Variation::standard(game)),
        }
    }
}
