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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use tiger_rules::dance::Board;

    use super::BoardFile;

    #[test]
    fn a_file_is_kept_as_given_and_the_standard_board_needs_none() {
        let text = Board::standard_text().replace("Fb2", "Hb2");
        let file = BoardFile::parse(&text.replace('\n', "\r\n")).unwrap();
        assert_eq!(file.text(), text.trim_end());
        let written = serde_json::to_string(&file).unwrap();
        assert_eq!(serde_json::from_str::<BoardFile>(&written).unwrap(), file);
        assert_eq!(BoardFile::parse_optional(" \r\n"), Ok(None));
        assert_eq!(BoardFile::parse_optional(Board::standard_text()), Ok(None));
        assert_eq!(BoardFile::parse_optional(&text), Ok(Some(file)));
    }

    #[test]
    fn a_wrong_file_is_refused_with_its_place() {
        let wrong = |from: &str, to: &str| {
            BoardFile::parse(&Board::standard_text().replacen(from, to, 1)).unwrap_err()
        };
        assert_eq!(
            wrong("10  . .", "10  . ?"),
            "Line 4, column 7: `?` on b10: a square is `.`, `~`, `X` or `C`."
        );
        assert_eq!(wrong("# Who", "\u{7}"), "Line 14 holds a character that cannot be printed.");
        assert!(
            wrong("# Who", &format!("# {}", "x".repeat(5000))).starts_with("A board file has at most 4096")
        );
        assert!(serde_json::from_str::<BoardFile>("\"11 C\"").is_err());
    }
}
