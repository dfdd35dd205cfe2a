//! The numbers that a record writes before its moves, against the moves that are due.

use std::fmt;

use super::MoveText;
use crate::game::Replayed;
use crate::side::Side;

/// What the numbers count from: the first one written says it, for a record may begin anywhere.
#[derive(Default)]
pub(super) struct Numbers {
    ahead: Option<i64>,
}

/// A number that is not the one of the move that is due.
pub(super) struct Miscount {
    written: u32,
    due: i64,
    side: &'static str,
}

impl Numbers {
    /// What is wrong with the number of a move, if it has one.
    pub(super) fn check<P: Replayed>(&mut self, position: &P, mv: &MoveText) -> Option<Miscount> {
        // Postings have no numbers: whatever is written before them counts for nothing.
        let (written, due) = (mv.number?.value, i64::from(position.move_number()?));
        let ahead = i64::from(written) - due;
        let due = due + *self.ahead.get_or_insert(ahead);
        let side: Side = position.turn();
        (i64::from(written) != due).then(|| Miscount { written, due, side: P::GAME.side_name(side) })
    }
}

impl Miscount {
    /// Whether moves before it seem to be missing.
    pub(super) fn is_ahead(&self) -> bool {
        i64::from(self.written) > self.due
    }
}

impl fmt::Display for Miscount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { written, due, side } = self;
        write!(f, "it is numbered {written}, but {side}'s move {due} is due")
    }
}
