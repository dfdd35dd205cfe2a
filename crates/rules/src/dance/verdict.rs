//! How the board ends a game (rulings 14 to 16), and what counts as the same situation again.

use super::situation::{Pending, Situation};
use crate::game::QUIET_THAT_END;
use crate::{Ending, Outcome, Side};

/// What repetition compares: board, side, reserves and the pending decision (ruling 16).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepetitionKey(Box<[u8]>);

impl Situation {
    pub(super) fn find_verdict(&self) -> Option<Outcome> {
        if let Pending::Lost(side) = self.pending {
            return Some(Outcome::won(side.other(), Ending::KingCaptured));
        }
        let moved = self.turn.other();
        if self.holds_all_fortresses(moved) {
            return Some(Outcome::won(moved, Ending::FiveFortresses));
        }
        // Ruling 15: without a piece no fortress is held, and without a fortress nobody is recruited.
        let empty = |side: Side| self.pieces(side).next().is_none();
        match (empty(Side::South), empty(Side::North)) {
            (true, true) => return Some(Outcome::drawn(Ending::NoPieces)),
            (true, false) => return Some(Outcome::won(Side::North, Ending::NoPieces)),
            (false, true) => return Some(Outcome::won(Side::South, Ending::NoPieces)),
            (false, false) => {}
        }
        if self.passes >= 2 {
            return Some(Outcome::drawn(Ending::TwoPasses));
        }
        (self.half >= QUIET_THAT_END).then(|| Outcome::drawn(Ending::FiftyMoves))
    }

    pub(super) fn find_key(&self) -> RepetitionKey {
        let mut key: Vec<u8> = self
            .squares
            .iter()
            .map(|piece| piece.map_or(0, |piece| 1 + piece.kind as u8 * 2 + piece.side as u8))
            .collect();
        key.extend(Side::BOTH.into_iter().flat_map(|side| self.reserve[side]));
        key.push(match self.pending {
            Pending::Nothing => 0,
            Pending::Decision(side) => 1 + side as u8,
            Pending::Lost(side) => 3 + side as u8,
        });
        key.push(self.turn as u8);
        RepetitionKey(key.into_boxed_slice())
    }
}
