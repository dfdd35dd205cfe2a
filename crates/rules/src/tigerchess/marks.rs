//! The marks by which personnel of one kind are told apart: letters A to H on Pikemen and Knights, numerals i to iv on
//! Swordsmen and Archers (Notes on Personnel 4, 6, 8 and 9). No move depends on them and the notation leaves them out, so they are
//! no part of a position: they follow a game from its start.

use std::fmt;

use super::deploy::Posting;
use super::{Move, TigerChess};
use crate::chessfield::{Kind, Square};
use crate::side::{BySide, Side};

/// The mark on a member of the personnel.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// On a Pikeman the letter of the file that he began on, on a Knight his own: 0 for A to 7 for H.
    Letter(u8),
    /// On a Swordsman or an Archer: 1 for i to 4 for iv.
    Numeral(u8),
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Letter(file) => write!(f, "{}", char::from(b'A' + (file & 7))),
            Self::Numeral(number) => {
                f.write_str(["", "i", "ii", "iii", "iv"].get(usize::from(number)).copied().unwrap_or(""))
            }
        }
    }
}

/// Who bears which mark, as far as it is known: all of them in a game that is followed from its start.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Marks {
    squares: [Option<Mark>; 64],
    /// The letters of the Knights who have left the Stronghold, as bits.
    entered: BySide<u8>,
}

impl Marks {
    /// What a position tells by itself: a Pikeman on his first rank has not moved, so he bears the letter of his file.
    #[must_use]
    pub fn of(position: &TigerChess) -> Self {
        let mut marks = Self { squares: [None; 64], entered: BySide::default() };
        for (side, rank) in [(Side::South, 1), (Side::North, 6)] {
            for file in 0..8 {
                let square = Square::at(file, rank);
                if position.at(square) == Some((side, Kind::Pikeman)) {
                    marks.squares[square.index()] = Some(Mark::Letter(file));
                }
            }
        }
        marks
    }

    /// Follows a move that is legal in the position `before` it.
    pub fn follow(&mut self, before: &TigerChess, mv: &Move) {
        match *mv {
            Move::Plain { kind, from, to, becomes } => {
                let mark = self.squares[from.index()].take();
                let is_en_passant =
                    kind == Kind::Pikeman && from.file() != to.file() && before.at(to).is_none();
                if is_en_passant {
                    self.squares[Square::at(to.file(), from.rank()).index()] = None;
                }
                self.squares[to.index()] = mark.filter(|_| becomes != Some(Kind::TigerKnight));
                // "The Knight selected is the one bearing the same letter as the Pikeman" (Change 3 A).
                if let (Some(Kind::Knight), Some(Mark::Letter(letter))) = (becomes, mark) {
                    self.entered[before.turn] |= 1 << (letter & 7);
                }
            }
            Move::Jump { from, ref jumps, .. } => {
                let mark = self.squares[from.index()].take();
                for taken in jumps.captured(from) {
                    self.squares[taken.index()] = None;
                }
                // A Swordsman on the eighth rank becomes the Archer of his numeral (ruling 5).
                self.squares[jumps.end(from).index()] = mark;
            }
            Move::Post(square) => {
                if let Some(Posting::Swordsman { numeral, .. }) = before.posting() {
                    self.squares[square.index()] = Some(Mark::Numeral((numeral & 7) as u8));
                }
            }
            Move::Occupy(_) | Move::PostGuard(_) | Move::Flag(_) => {}
        }
    }

    /// The mark on whoever stands there; none if he bears none, or if it is not known.
    #[must_use]
    pub const fn at(&self, square: Square) -> Option<Mark> {
        self.squares[square.index()]
    }

    /// Whether the side's Knight of that letter, 0 for A to 7 for H, has left the Stronghold as far as is known.
    #[must_use]
    pub fn has_entered(&self, side: Side, letter: u8) -> bool {
        self.entered[side] & 1 << (letter & 7) != 0
    }

    /// Whether that Knight stands ready: his Pikeman is on the Chessfield and has not reached the seventh rank yet.
    #[must_use]
    pub fn is_ready(&self, position: &TigerChess, side: Side, letter: u8) -> bool {
        let seventh = if side == Side::South { 6 } else { 1 };
        (0..64).map(Square::new).any(|square| {
            let is_before =
                if side == Side::South { square.rank() < seventh } else { square.rank() > seventh };
            is_before
                && position.at(square) == Some((side, Kind::Pikeman))
                && self.at(square) == Some(Mark::Letter(letter))
        })
    }
}
