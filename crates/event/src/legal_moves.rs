//! How much a computer at the board shows of the legal moves while a game is played (Dragon, note 24): all of it to
//! everybody, or nothing ahead of a move to anybody.

use serde::{Deserialize, Serialize};

use crate::offered::offered;
use crate::{Event, Game};

/// What an event lets scoresheets show while a game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LegalMoves {
    /// Players' scoresheets open when the game is over.
    None,
    /// A move that is written is taken or refused; nothing is shown ahead of it.
    #[default]
    Checked,
    /// The legal moves of the side to move stand on the game's public page and on both players' sheets alike.
    Open,
}

offered!(LegalMoves {
    None: "none", "None while playing";
    Checked: "checked", "Checked";
    Open: "open", "Open to everybody";
});

impl LegalMoves {
    /// What it means, for forms.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::None => "Players' scoresheets open when the game has its result.",
            Self::Checked => {
                "A move that is written is taken or refused. Nothing is shown before it, and what is taken back is counted."
            }
            Self::Open => {
                "All legal moves of the side to move stand on the game's public page and on both sheets alike, live."
            }
        }
    }
}

/// How far a scoresheet helps its reader now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Help {
    /// Nothing is written on it.
    Closed,
    /// What is written is checked.
    Checked,
    /// The same, and the legal moves are shown as far as everybody sees the game.
    Open,
    /// The legal moves are shown, and moves can be taken back freely.
    Full,
}

impl Event {
    /// How far a scoresheet helps: somebody who plays this game, as the event says until it has its result; everybody else,
    /// and after the game the players too, with all there is.
    pub const fn help(&self, game: &Game, plays: bool) -> Help {
        match self.settings.legal_moves {
            _ if !plays || game.result.is_some() => Help::Full,
            LegalMoves::None => Help::Closed,
            LegalMoves::Checked => Help::Checked,
            LegalMoves::Open => Help::Open,
        }
    }
}
