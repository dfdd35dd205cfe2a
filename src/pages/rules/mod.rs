//! The rules of the games to look up: the rulings, and the summary of all forces.

mod forces;
pub mod linked;

use std::sync::LazyLock;

use askama::Template;
use tiger_event::text::capital;
use tiger_rules::{GameKind, Variation, rulings};

use crate::pages::Frame;
use crate::pages::document::Document;

pub use forces::ForcesPage;
pub use linked::linked;

pub fn rulings_path(game: GameKind) -> String {
    format!("/rules/{}", game.key())
}

/// Where the summary of a variation's forces is.
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

/// What an option of variations is called.
pub(super) fn option_title(key: &str) -> String {
    if key == "tiger" { "TigerVariation".to_owned() } else { capital(key) }
}

/// The games, each with what can be looked up about it.
#[derive(Template)]
#[template(path = "rules/index.html")]
pub struct RulesPage {
    pub frame: Frame,
}

impl RulesPage {
    const fn games(&self) -> &'static [GameKind] {
        &GameKind::ALL
    }

    /// The summary of a game's forces.
    fn forces(&self, game: &GameKind) -> String {
        forces_path(Variation::standard(*game))
    }
}

#[derive(Template)]
#[template(path = "rules/rulings.html")]
pub struct RulingsPage {
    pub frame: Frame,
    pub game: GameKind,
    pub text: &'static Document,
    /// The summary of the game's forces.
    pub forces: String,
}

impl RulingsPage {
    pub fn of(frame: Frame, game: GameKind) -> Self {
        Self {
            frame: frame.under("Rules", "/rules"),
            game,
            text: rulings_of(game),
            forces: forces_path(Variation::standard(game)),
        }
    }
}

/// The rulings of a game, written once.
pub fn rulings_of(game: GameKind) -> &'static Document {
    static CHESSFIELD: LazyLock<Document> = LazyLock::new(|| written(GameKind::TigerChess));
    static DRAGON: LazyLock<Document> = LazyLock::new(|| written(GameKind::Dragon));
    static DANCE: LazyLock<Document> = LazyLock::new(|| written(GameKind::Dance));
    fn written(game: GameKind) -> Document {
        Document::rulings(rulings(game), game)
    }
    match game {
        GameKind::LancerChess | GameKind::TigerChess => &CHESSFIELD,
        GameKind::Dragon => &DRAGON,
        GameKind::Dance => &DANCE,
    }
}
