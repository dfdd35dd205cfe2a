//! Who stands where: a bitboard for each kind of personnel and each side.

use super::bits::Bits;
use super::square::Square;
use crate::side::Side;

/// The kinds of personnel that stand on the Chessfield. LancerChess knows the first seven.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Royal; one step.
    Queen,
    /// The queen of chess.
    King,
    /// The rook of chess.
    Tower,
    /// Baron and Baroness, the bishops of chess.
    Baron,
    /// One or two orthogonally, jumping.
    KingsLancer,
    /// One or two diagonally, jumping.
    QueensLancer,
    /// The pawn of chess.
    Pikeman,
    /// The knight of chess.
    Knight,
    /// Leaps to the non-linear squares of the box of seven.
    TigerKnight,
    /// The draughtsman.
    Swordsman,
    /// The king of draughts, capturing far.
    Archer,
}

impl Kind {
    /// Every kind, in the order of the tables.
    pub const ALL: [Self; 11] = [
        Self::Queen,
        Self::King,
        Self::Tower,
        Self::Baron,
        Self::KingsLancer,
        Self::QueensLancer,
        Self::Pikeman,
        Self::Knight,
        Self::TigerKnight,
        Self::Swordsman,
        Self::Archer,
    ];

    /// The capital letter of the notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Queen => 'Q',
            Self::King => 'K',
            Self::Tower => 'T',
            Self::Baron => 'B',
            Self::KingsLancer => 'L',
            Self::QueensLancer => 'M',
            Self::Pikeman => 'P',
            Self::Knight => 'N',
            Self::TigerKnight => 'X',
            Self::Swordsman => 'S',
            Self::Archer => 'A',
        }
    }

    /// The kind of that letter, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter().eq_ignore_ascii_case(&letter))
    }

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Queen => "Queen",
            Self::King => "King",
            Self::Tower => "Tower",
            Self::Baron => "Baron",
            Self::KingsLancer => "King's Lancer",
            Self::QueensLancer => "Queen's Lancer",
            Self::Pikeman => "Pikeman",
            Self::Knight => "Knight",
            Self::TigerKnight => "TigerKnight",
            Self::Swordsman => "Swordsman",
            Self::Archer => "Archer",
        }
    }

    /// The word for one of a side on a square. Bengal's Baroness began on dark C1, the Siberian's on light C8, and neither
    /// leaves that colour (Initial Situation, note 3).
    #[must_use]
    pub const fn word_on(self, side: Side, square: Square) -> &'static str {
        match self {
            Self::Baron if square.is_dark() == matches!(side, Side::South) => "Baroness",
            kind => kind.word(),
        }
    }
}

/// The Chessfield with the first `K` kinds. No square has two members: every change keeps kinds and sides in step.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Field<const K: usize> {
    kinds: [Bits; K],
    sides: [Bits; 2],
}

impl<const K: usize> Field<K> {
    /// Nobody anywhere.
    pub(crate) const EMPTY: Self = Self { kinds: [Bits::NONE; K], sides: [Bits::NONE; 2] };

    /// All of one kind; none if this Chessfield does not know it.
    #[inline]
    pub(crate) fn kind(&self, kind: Kind) -> Bits {
        if (kind as usize) < K { self.kinds[kind as usize] } else { Bits::NONE }
    }

    /// All of one side.
    #[inline]
    pub(crate) fn side(&self, side: Side) -> Bits {
        self.sides[side.index()]
    }

    /// A side's members of one kind.
    #[inline]
    pub(crate) fn of(&self, side: Side, kind: Kind) -> Bits {
        self.kind(kind) & self.side(side)
    }

    /// All occupied squares.
    #[inline]
    pub(crate) fn occupied(&self) -> Bits {
        self.sides[0] | self.sides[1]
    }

    /// A side's Queen; a checked situation has exactly one.
    #[inline]
    pub(crate) fn queen(&self, side: Side) -> Square {
        self.of(side, Kind::Queen).lowest()
    }

    /// Who stands on the square.
    pub(crate) fn at(&self, square: Square) -> Option<(Side, Kind)> {
        let side = Side::BOTH.into_iter().find(|&side| self.side(side).has(square))?;
        let kind = Kind::ALL.into_iter().take(K).find(|&kind| self.kind(kind).has(square))?;
        Some((side, kind))
    }

    /// Puts somebody on a vacant square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, side: Side, kind: Kind) {
        let bit = Bits::of(square);
        if (kind as usize) < K {
            self.kinds[kind as usize] |= bit;
            self.sides[side.index()] |= bit;
        }
    }

    /// Takes away whoever is on these squares.
    #[inline]
    pub(crate) fn clear(&mut self, squares: Bits) {
        for kind in &mut self.kinds {
            *kind &= !squares;
        }
        for side in &mut self.sides {
            *side &= !squares;
        }
    }

    /// Moves a member of known side and kind, taking an opponent on the target square.
    #[inline]
    pub(crate) fn relocate(&mut self, side: Side, kind: Kind, from: Square, to: Square) {
        let target = Bits::of(to);
        let both = target | Bits::of(from);
        if self.side(side.other()).has(to) {
            for all in &mut self.kinds {
                *all &= !target;
            }
            self.sides[side.other().index()] ^= target;
        }
        if (kind as usize) < K {
            self.kinds[kind as usize] ^= both;
        }
        self.sides[side.index()] ^= both;
    }

    /// Turns a member into another kind where it stands.
    #[inline]
    pub(crate) fn change(&mut self, square: Square, from: Kind, to: Kind) {
        let bit = Bits::of(square);
        if (from as usize) < K && (to as usize) < K {
            self.kinds[from as usize] ^= bit;
            self.kinds[to as usize] ^= bit;
        }
    }
}
