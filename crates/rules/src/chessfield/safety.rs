//! Who attacks whom by the powers of LancerChess, Knights and TigerKnights. Draughts captures are TigerChess's own.

use super::bits::Bits;
use super::field::{Field, Kind};
use super::square::Square;
use super::{leaps, lines};
use crate::side::Side;

/// What threatens a Queen.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Safety {
    /// Where she stands.
    pub(crate) queen: Square,
    /// The opponents who attack her.
    pub(crate) checkers: Bits,
    /// Her own side's members who may not leave the line between her and an opponent.
    pub(crate) pinned: Bits,
}

impl<const K: usize> Field<K> {
    /// The members of `by` who could capture on the square, if exactly `occupied` were occupied.
    #[inline]
    pub(crate) fn attackers(&self, square: Square, by: Side, occupied: Bits) -> Bits {
        let kings = self.kind(Kind::King);
        let slide = lines::orthogonal(square, occupied) & (self.kind(Kind::Tower) | kings)
            | lines::diagonal(square, occupied) & (self.kind(Kind::Baron) | kings);
        (slide | self.leapers(square, by)) & self.side(by) & occupied
    }

    /// All who slide along lines.
    #[inline]
    pub(crate) fn sliders(&self) -> Bits {
        self.kind(Kind::King) | self.kind(Kind::Tower) | self.kind(Kind::Baron)
    }

    #[inline]
    fn leapers(&self, square: Square, by: Side) -> Bits {
        leaps::steps(square) & self.kind(Kind::Queen)
            | leaps::kings_lancer(square) & self.kind(Kind::KingsLancer)
            | leaps::queens_lancer(square) & self.kind(Kind::QueensLancer)
            | leaps::ahead_diagonally(by.other(), square) & self.kind(Kind::Pikeman)
            | leaps::knight(square) & self.kind(Kind::Knight)
            | leaps::tigerknight(by, square) & self.kind(Kind::TigerKnight)
    }

    /// What threatens the Queen of `side`.
    #[inline]
    pub(crate) fn safety(&self, side: Side) -> Safety {
        let (queen, them, occupied) = (self.queen(side), self.side(side.other()), self.occupied());
        let kings = self.kind(Kind::King);
        let mut checkers = self.leapers(queen, side.other()) & them;
        let mut pinned = Bits::NONE;
        let snipers = (lines::orthogonal(queen, them) & (self.kind(Kind::Tower) | kings)
            | lines::diagonal(queen, them) & (self.kind(Kind::Baron) | kings))
            & them;
        for sniper in snipers {
            let shields = lines::between(queen, sniper) & occupied;
            if shields.is_empty() {
                checkers |= Bits::of(sniper);
            } else if !shields.is_many() {
                pinned |= shields;
            }
        }
        Safety { queen, checkers, pinned }
    }
}
