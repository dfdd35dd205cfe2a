//! Game records (`.tgr`): PGN's shape with the notation of the four games.
//!
//! [`read_records`] takes the text apart and knows no rules; [`check`] replays a record to its end and compares what the
//! board shows with what the tags claim. What the board shows outranks the tags; nothing is mended silently.

mod board;
mod check;
mod decode;
mod numbers;
mod reached;
mod read;
mod refusal;
mod replay;
mod results;
mod write;

use std::fmt;

pub use board::BOARD_TAG;
pub(crate) use board::board_of;
pub use check::{CheckReport, RecordError, check, check_on};
pub use decode::decode;
pub use reached::{ClaimCount, ReachError, Reached};
pub use read::{LONGEST_MOVE, Limits, ReadError, read_records};
pub use replay::{Ply, Replay};
pub use results::result_named;

/// A place in a text, both counted from 1; columns count characters.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A tag pair such as `[Round "3"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tag {
    /// The name.
    pub name: String,
    /// The value, without quotation marks and escapes.
    pub value: String,
    /// Where the tag begins.
    pub place: Place,
}

/// One move of the movetext, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveText {
    /// The text.
    pub text: String,
    /// The number written before it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub number: Option<MoveNumber>,
    /// Where it begins.
    pub place: Place,
    /// What the writer thinks of it, where a mark such as `!?` or `$5` stands apart from it; empty otherwise.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "String::is_empty"))]
    pub glyph: String,
    /// The comments after it, in their order.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub remarks: Vec<String>,
}

impl MoveText {
    /// What the writer thinks of the move, such as `!?`: a mark that stands apart, or behind the text. What the notation
    /// itself ends with, such as the `!` of a planting, is none; `written` is the move in canonical notation.
    #[must_use]
    pub fn mark_on(&self, written: &str) -> &str {
        if !self.glyph.is_empty() {
            return &self.glyph;
        }
        let is_mark = |letter: char| matches!(letter, '!' | '?');
        let marks = |text: &str| text.len() - text.trim_end_matches(is_mark).len();
        let own = marks(&self.text).saturating_sub(marks(written));
        self.text.get(self.text.len() - own..).unwrap_or_default()
    }

    /// A text that stands nowhere yet.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            number: None,
            place: Place::default(),
            glyph: String::new(),
            remarks: Vec::new(),
        }
    }
}

/// A move number, such as `12.` or `12...`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveNumber {
    /// The number.
    pub value: u32,
    /// Whether dots say that the second move of that number follows.
    pub is_second: bool,
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.value, if self.is_second { "..." } else { "." })
    }
}

/// A record as it was written: tags, moves, result token. Nothing in it has been checked against the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// The tags in order.
    pub tags: Vec<Tag>,
    /// The moves in order. Comments before the first one are left out, and so are variations.
    pub moves: Vec<MoveText>,
    /// The token at the end of the movetext: a side's name, `Draw` or `*`.
    pub result: Option<MoveText>,
}

impl Record {
    /// The value of the tag of that name, in any case of letters.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.value.as_str())
    }

    /// Sets a tag, or adds it at the end.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(name)) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag { name: name.to_owned(), value, place: Place::default() }),
        }
    }

    /// Adds a move.
    pub fn push_move(&mut self, text: impl Into<String>) {
        self.moves.push(MoveText::new(text));
    }

    /// Sets the token at the end of the movetext and the tag that says the same.
    pub fn set_result(&mut self, result: &str) {
        self.set_tag("Result", result);
        self.result = Some(MoveText::new(result));
    }
}
