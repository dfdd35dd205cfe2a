//! Endings in the words of people: read in many spellings, told in one.

use std::fmt;
use std::str::FromStr;

use crate::game::GameKind;
use crate::outcome::{Ending, InLieu};
use crate::shown::shown;
use crate::typed::{FAR, distance};

/// A word that names no ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseEndingError(String);

impl fmt::Display for ParseEndingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = Ending::ALL.iter().map(|ending| ending.title()).collect();
        write!(f, "`{}` is no ending: the endings are {}", shown(&self.0), known.join(", "))
    }
}

impl std::error::Error for ParseEndingError {}

/// What else people write.
const SYNONYMS: [(&str, Ending); 18] = [
    ("mate", Ending::Checkmate),
    ("resignation", Ending::Concession(None)),
    ("resigned", Ending::Concession(None)),
    ("resigns", Ending::Concession(None)),
    ("conceded", Ending::Concession(None)),
    ("loss on time", Ending::Time),
    ("on time", Ending::Time),
    ("time forfeit", Ending::Time),
    ("flag fall", Ending::Time),
    ("flag", Ending::Time),
    ("agreed", Ending::Agreement),
    ("draw agreed", Ending::Agreement),
    ("Truce agreed", Ending::Agreement),
    ("mutual agreement", Ending::Agreement),
    ("threefold repetition", Ending::Repetition),
    ("fifty-move rule", Ending::FiftyMoves),
    ("50 moves", Ending::FiftyMoves),
    ("King captured", Ending::KingCaptured),
];

/// Letters and digits alone: hyphens, blanks, brackets and capitals make no difference.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase)
}

impl FromStr for Ending {
    type Err = ParseEndingError;

    /// Reads the words of a `Termination` tag, as records write them or as people do.
    ///
    /// # Errors
    /// [`ParseEndingError`] when no ending is called so.
    fn from_str(text: &str) -> Result<Self, ParseEndingError> {
        // As programs write it: events are read with thousands of them.
        if let Some(exactly) = Self::ALL.into_iter().find(|it| it.name() == text) {
            return Ok(exactly);
        }
        let is_meant = |words: &str| letters(words).eq(letters(text));
        let known = Self::ALL.into_iter().find(|it| is_meant(it.name()) || is_meant(it.title()));
        let synonym = || SYNONYMS.into_iter().find(|(words, _)| is_meant(words)).map(|(_, ending)| ending);
        known.or_else(synonym).ok_or_else(|| ParseEndingError(text.to_owned()))
    }
}

impl Ending {
    /// How the game ended, in words for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Occupation => "occupation of the Palace",
            Self::LockingUp => "locking up",
            Self::DirectCapture => "direct capture",
            Self::Planting => "planting a flag",
            Self::KingCaptured => "the King captured",
            Self::FiveFortresses => "five fortresses",
            Self::NoPieces => "no pieces left",
            Self::Stalemate => "stalemate",
            Self::BareQueens => "bare Queens",
            Self::Repetition => "repetition",
            Self::FiftyMoves => "fifty moves",
            Self::TwoPasses => "two passes in a row",
            Self::Agreement => "agreement",
            Self::Concession(None) => "concession",
            Self::Concession(Some(InLieu::LockingUp)) => "concession in lieu of locking up",
            Self::Concession(Some(InLieu::DirectCapture)) => "concession in lieu of direct capture",
            Self::Concession(Some(InLieu::Planting)) => "concession in lieu of planting",
            Self::Time => "time",
            Self::Forfeit => "forfeit",
            Self::Disqualification => "disqualification",
            Self::Arbiter => "the arbiter's award",
        }
    }
}

/// What the `Termination` tag of a record says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Termination {
    /// How the game ended.
    pub by: Ending,
    /// Dragon, loss on time: the players agree that planting was inevitable (rule 27b), `time (planting)`.
    pub planting_inevitable: bool,
}

impl From<Ending> for Termination {
    fn from(by: Ending) -> Self {
        Self { by, planting_inevitable: false }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.planting_inevitable { Self::TIME_PLANTING } else { self.by.name() })
    }
}

impl FromStr for Termination {
    type Err = ParseEndingError;

    /// Reads the value of the tag, as records write it or as people do.
    ///
    /// # Errors
    /// [`ParseEndingError`] when it names no ending.
    fn from_str(text: &str) -> Result<Self, ParseEndingError> {
        let is_meant = |words: &str| letters(words).eq(letters(text));
        if [Self::TIME_PLANTING, Self::TIME_PLANTING_TITLE].into_iter().any(is_meant) {
            return Ok(Self { by: Ending::Time, planting_inevitable: true });
        }
        text.parse().map(|by: Ending| by.into())
    }
}

impl Termination {
    const TIME_PLANTING: &str = "time (planting)";
    const TIME_PLANTING_TITLE: &str = "time, planting inevitable";

    /// How the game ended, in words for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        if self.planting_inevitable { Self::TIME_PLANTING_TITLE } else { self.by.title() }
    }

    /// Reads the words of a `Termination` tag of that game's record.
    ///
    /// # Errors
    /// A sentence with the endings that the game has.
    pub fn read_of(game: GameKind, text: &str) -> Result<Self, String> {
        if let Ok(termination) = text.parse() {
            return Ok(termination);
        }
        let of_game = || Ending::ALL.into_iter().filter(|ending| ending.is_of(game)).map(Ending::title);
        let known: Vec<&str> = of_game().collect();
        let nearest = of_game().map(|title| (distance(text, title), title)).min();
        let perhaps = match nearest.filter(|(distance, _)| *distance <= FAR) {
            Some((_, title)) => format!("; perhaps {title} was meant"),
            None => String::new(),
        };
        let text = shown(text);
        Err(format!("`{text}` is no ending of {game}: the endings are {}{perhaps}", known.join(", ")))
    }
}
