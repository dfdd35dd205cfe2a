//! What the arbiters' desk keeps about a player: the fee, a board of their own, notes. It is on no page or file for everybody.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::{Cents, Note};

/// The numbers that boards have.
const BOARDS: RangeInclusive<u16> = 1..=9999;
const BOARD: &str = "A board is a whole number from 1 to 9999.";

/// Fee, board and notes. It stands among the details of an entry, which are kept apart from the ledger: whoever is erased loses
/// it with them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Office {
    /// What the player has to pay, where it is another amount than the event's fee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee_due: Option<Cents>,
    #[serde(default, skip_serializing_if = "Cents::is_none")]
    pub fee_paid: Cents,
    /// The number of the board at which the player always sits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<u16>,
    /// What arbiters should know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Note>,
}

impl Office {
    /// Reads the number of a board; empty for none.
    ///
    /// # Errors
    /// When it is no number from 1 to 9999.
    pub fn parse_board(text: &str) -> Result<Option<u16>, &'static str> {
        match text.trim() {
            "" => Ok(None),
            text => match text.parse() {
                Ok(board) if BOARDS.contains(&board) => Ok(Some(board)),
                _ => Err(BOARD),
            },
        }
    }

    /// Holds what comes from another program to what can be typed.
    ///
    /// # Errors
    /// A sentence that names the first thing that cannot.
    pub fn check(&self) -> Result<(), String> {
        if self.fee_paid.max(self.fee_due.unwrap_or_default()) > Cents::MOST {
            return Err(format!("A fee is at most {}.", Cents::MOST));
        }
        match self.board {
            Some(board) if !BOARDS.contains(&board) => Err(BOARD.to_owned()),
            _ => Ok(()),
        }
    }

    /// What goes along into a copy of the event: what somebody paid there is not paid here.
    #[must_use]
    pub fn in_copy(&self) -> Self {
        Self { board: self.board, ..Self::default() }
    }

    /// All of it, for arbiters.
    pub(super) fn parts(&self) -> impl Iterator<Item = String> {
        let due = self.fee_due.map(|due| format!("fee {due}"));
        let paid = (!self.fee_paid.is_none()).then(|| format!("paid {}", self.fee_paid));
        let note = self.note.as_ref().map(|note| format!("note: {note}"));
        let board = self.board.map(|board| format!("always at board {board}"));
        [due, paid, board, note].into_iter().flatten()
    }
}
