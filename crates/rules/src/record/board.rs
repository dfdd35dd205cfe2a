//! The board that a record of The Dragon's Dance is read on.

use std::sync::Arc;

use super::Record;
use crate::dance::Board;
use crate::game::{GameKind, SituationError};
use crate::variation::Variation;

/// The tag that holds the board of The Dragon's Dance on one line; the standard board needs none.
pub const BOARD_TAG: &str = "BoardFile";

impl Record {
    /// The board that the record tells of, if it has the tag of The Dragon's Dance for it.
    ///
    /// # Errors
    /// [`SituationError`] when the tag holds no board.
    pub fn board(&self) -> Result<Option<Arc<Board>>, SituationError> {
        let Some(code) = self.tag(BOARD_TAG) else { return Ok(None) };
        let board = Board::from_code(code).map_err(|error| {
            let place = error.place.map(|place| format!("column {}: ", place.column)).unwrap_or_default();
            SituationError::new(BOARD_TAG, format!("{place}{}", error.why))
        })?;
        Ok(Some(Arc::new(board)))
    }

    /// Sets the tag that tells of a board; the standard one is told by having none.
    pub fn set_board(&mut self, board: &Board) {
        self.tags.retain(|tag| !tag.name.eq_ignore_ascii_case(BOARD_TAG));
        if *board != *Board::standard() {
            self.set_tag(BOARD_TAG, board.code());
        }
    }
}

/// The board that a record of The Dragon's Dance is read on: the one that it tells of, which must be the one that the
/// game was played on where that is known. The other games do not ask.
pub(crate) fn board_of(
    record: &Record,
    variation: Variation,
    known: Option<&Arc<Board>>,
) -> Result<Arc<Board>, SituationError> {
    let told = if variation.game() == GameKind::Dance { record.board()? } else { None };
    match (told, known) {
        (Some(told), Some(known)) if told != *known => Err(SituationError::new(
            BOARD_TAG,
            "the record tells of another board than the game was played on",
        )),
        (_, Some(known)) => Ok(Arc::clone(known)),
        (Some(told), None) => Ok(told),
        (None, None) => Ok(Board::standard()),
    }
}
