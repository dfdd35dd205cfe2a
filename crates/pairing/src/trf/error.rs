//! What can be wrong with a report file, and where.

use core::fmt;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters.
    pub column: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A field that should hold a number does not.
    NotANumber {
        /// The field.
        field: &'static str,
        /// What stands there.
        text: String,
    },
    /// A field that should hold points does not; they are decimals in steps of a half.
    NotPoints {
        /// What stands there.
        text: String,
    },
    /// Two players have the same number.
    DuplicatePlayer {
        /// The number.
        number: u32,
    },
    /// Nobody has this number.
    UnknownPlayer {
        /// The number.
        number: u32,
    },
    /// A player is his own opponent.
    OwnOpponent,
    /// No result is written like this.
    UnknownResult {
        /// What stands there.
        text: String,
    },
    /// A result that needs an opponent has none, or the other way round.
    ResultDoesNotFit {
        /// The result.
        result: char,
        /// Whether an opponent is named.
        has_opponent: bool,
    },
    /// A game without `w` or `b`.
    NoColour {
        /// What stands there.
        text: String,
    },
    /// The opponent's line tells another story.
    NotMirrored {
        /// The opponent.
        opponent: u32,
        /// What does not fit.
        what: Mismatch,
    },
    /// Two lines give different values for one setting.
    Contradiction {
        /// The setting.
        setting: &'static str,
        /// What this line says.
        here: String,
        /// What an earlier line said.
        before: String,
    },
    /// A code or value that the record cannot have.
    Unexpected {
        /// The record.
        record: &'static str,
        /// What stands there.
        text: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// The file has no player.
    NoPlayers,
}

/// In what two players' lines differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// The opponent names somebody else, or nobody.
    Opponent,
    /// Both have the same colour.
    Colour,
    /// The two results cannot both be.
    Result,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber { field, text } => write!(f, "{field}: \"{text}\" is no number"),
            Self::NotPoints { text } => {
                write!(f, "\"{text}\" are no points; they are written 3, 0.5 or 11.5")
            }
            Self::DuplicatePlayer { number } => write!(f, "player {number} has a line already"),
            Self::UnknownPlayer { number } => write!(f, "no player has the number {number}"),
            Self::OwnOpponent => f.write_str("the player is his own opponent"),
            Self::UnknownResult { text } => {
                write!(
                    f,
                    "\"{text}\" is no result; there are 1 = 0 + - W D L H F U Z, and ? for an adjourned game"
                )
            }
            Self::ResultDoesNotFit { result, has_opponent: true } => {
                write!(f, "the result {result} goes with 0000, but an opponent is named")
            }
            Self::ResultDoesNotFit { result, has_opponent: false } => {
                write!(f, "the result {result} needs an opponent, but none is named")
            }
            Self::NoColour { text } => write!(f, "a game needs the colour w or b, not \"{text}\""),
            Self::NotMirrored { opponent, what } => {
                let what = match what {
                    Mismatch::Opponent => "does not name this player in this round",
                    Mismatch::Colour => "has the same colour",
                    Mismatch::Result => "has a result that contradicts this one",
                };
                write!(f, "the line of opponent {opponent} {what}")
            }
            Self::Contradiction { setting, here, before } => {
                write!(f, "{setting}: {here} here, but {before} in a line before")
            }
            Self::Unexpected { record, text, expected } => {
                write!(f, "{record}: \"{text}\" cannot stand here; expected is {expected}")
            }
            Self::NoPlayers => f.write_str("the file has no player (no line 001)"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl core::error::Error for ReadError {}

/// Everything that is wrong with a file, by line and column; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadErrors(pub(super) Vec<ReadError>);

impl ReadErrors {
    /// The errors.
    #[must_use]
    pub fn as_slice(&self) -> &[ReadError] {
        &self.0
    }
}

impl fmt::Display for ReadErrors {
    /// One error a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{error}")?;
        }
        Ok(())
    }
}

impl core::error::Error for ReadErrors {}
