//! The board of The Dragon's Dance that an event brings instead of the standard one.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tiger_rules::dance::{Board, BoardError};

/// A board file as the arbiter gave it, remarks included. Whoever has one has a board that can be played on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BoardFile {
    text: String,
    board: Arc<Board>,
}

impl BoardFile {
    /// The most bytes of a file.
    pub const LIMIT: usize = 4096;

    /// Reads a file.
    ///
    /// # Errors
    /// A sentence with line and column.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n").trim_end().to_owned();
        if text.len() > Self::LIMIT {
            return Err(format!("A board file has at most {} bytes; this has {}.", Self::LIMIT, text.len()));
        }
        if let Some(line) = text.lines().position(|line| line.contains(|c: char| c.is_control() && c != '\t'))
        {
            return Err(format!("Line {} holds a character that cannot be printed.", line + 1));
        }
        let board = Board::parse(&text).map_err(|error| sentence(&error))?;
        Ok(Self { text, board: Arc::new(board) })
    }

    /// Reads a file that may be missing; nothing means the standard board, and so does the standard board.
    pub fn parse_optional(text: &str) -> Result<Option<Self>, String> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        Ok(Some(Self::parse(text)?).filter(|file| *file.board != *Board::standard()))
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub const fn board(&self) -> &Arc<Board> {
        &self.board
    }
}

fn sentence(error: &BoardError) -> String {
    let place = error
        .place
        .map_or_else(String::new, |place| format!("Line {}, column {}: ", place.line, place.column));
    format!("{place}{}.", error.why)
}

impl TryFrom<String> for BoardFile {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::parse(&text)
    }
}

impl From<BoardFile> for String {
    fn from(file: BoardFile) -> Self {
        file.text
    }
}
