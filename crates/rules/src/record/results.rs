//! How people write the result of a game.

use crate::game::GameKind;
use crate::outcome::Outcome;
use crate::side::Side;
use crate::variation::Variation;

/// What the `Result` tag says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    Won(Side),
    Drawn,
    Open,
}

/// The words for a draw; Dragon's is Truce.
const DRAWN: [&str; 9] =
    ["draw", "drawn", "truce", "remis", "nulle", "1/2-1/2", "1/2", "\u{bd}-\u{bd}", "\u{bd}"];
const VICTORY: [&str; 5] = ["wins", "won", "win", "winner", "victory"];
const SIDES: [&str; 6] = ["Bengal", "Siberian", "Forest", "Storm", "First", "Second"];

fn is_one_of(words: &[&str], word: &str) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

/// The result without typographic dashes and a full stop.
fn plain(text: &str) -> String {
    text.trim().trim_end_matches('.').chars().filter_map(crate::typed::plain).collect()
}

/// Whether the word is a result token of any of the games.
pub(super) fn is_token(word: &str) -> bool {
    let word = plain(word);
    matches!(word.as_str(), "*" | "1-0" | "0-1" | "1:0" | "0:1")
        || is_one_of(&SIDES, &word)
        || is_one_of(&DRAWN, &word)
}

/// Whether the word only says that the side before it has won.
pub(super) fn is_victory(word: &str) -> bool {
    is_one_of(&VICTORY, word.trim_end_matches(['.', '!']))
}

/// What the `Result` tag says of a result as people write it, such as `1-0`, `Bengal wins` or `Truce`; none of another text.
#[must_use]
pub fn result_named(variation: Variation, text: &str) -> Option<&'static str> {
    Claim::read(variation, text).map(|claim| claim.name(variation.game()))
}

impl Claim {
    /// Reads a result in any of the ways that people write it; `1-0` is a victory of who moves first.
    pub(super) fn read(variation: Variation, text: &str) -> Option<Self> {
        let text = plain(text);
        let words: Vec<&str> = text.split_whitespace().collect();
        let first = variation.first_mover();
        match words[..] {
            ["*"] => Some(Self::Open),
            ["1-0" | "1:0"] => Some(Self::Won(first)),
            ["0-1" | "0:1"] => Some(Self::Won(first.other())),
            [side] | [side, _] if words.get(1).is_none_or(|word| is_victory(word)) => {
                let won = variation.game().side_named(side).map(Self::Won);
                won.or_else(|| (words.len() == 1 && is_one_of(&DRAWN, side)).then_some(Self::Drawn))
            }
            _ => None,
        }
    }

    pub(super) const fn of(outcome: Outcome) -> Self {
        match outcome.winner {
            Some(side) => Self::Won(side),
            None => Self::Drawn,
        }
    }

    /// The canonical value of the tag.
    pub(super) const fn name(self, game: GameKind) -> &'static str {
        match self {
            Self::Won(side) => game.side_name(side),
            Self::Drawn => "Draw",
            Self::Open => "*",
        }
    }

    /// The same for people: Dragon knows no draw.
    pub(super) const fn told(self, game: GameKind) -> &'static str {
        match self {
            Self::Drawn => game.draw_name(),
            Self::Won(_) | Self::Open => self.name(game),
        }
    }

    pub(super) const fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side) => Some(side),
            Self::Drawn | Self::Open => None,
        }
    }
}
