//! Sets of squares as one word, a bit a square.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::square::Square;
use crate::side::Side;

/// A set of squares.
#[derive(Copy, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bits(pub u64);

impl Bits {
    /// No square.
    pub const NONE: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// The A file.
    pub(crate) const FILE_A: Self = Self(0x0101_0101_0101_0101);
    /// The H file.
    pub(crate) const FILE_H: Self = Self(0x8080_8080_8080_8080);

    /// The squares off the edge: only who stands there can be jumped over.
    pub(crate) const INTERIOR: Self = Self(0x007e_7e7e_7e7e_7e00);

    /// The set of one square.
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// A rank, 0 to 7.
    #[inline]
    #[must_use]
    pub(crate) const fn rank(rank: u8) -> Self {
        Self(0xff << ((rank & 7) * 8))
    }

    /// Whether the square is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 & (1 << square.index()) != 0
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the two sets share a square.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The number of squares.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there are two squares or more.
    #[inline]
    #[must_use]
    pub(crate) const fn is_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square, if any.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(self.0.trailing_zeros() as u8)) }
    }

    /// The highest square, if any.
    #[inline]
    #[must_use]
    pub(crate) const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::new(63 - self.0.leading_zeros() as u8)) }
    }

    /// The lowest square of a set that has one (A1 otherwise).
    #[inline]
    #[must_use]
    pub(crate) const fn lowest(self) -> Square {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// The squares one rank ahead of these, as that side looks.
    #[inline]
    #[must_use]
    pub(crate) const fn ahead(self, side: Side) -> Self {
        match side {
            Side::South => Self(self.0 << 8),
            Side::North => Self(self.0 >> 8),
        }
    }

    /// The squares one file towards A.
    #[inline]
    #[must_use]
    pub(crate) const fn west(self) -> Self {
        Self((self.0 & !Self::FILE_A.0) >> 1)
    }

    /// The squares one file towards H.
    #[inline]
    #[must_use]
    pub(crate) const fn east(self) -> Self {
        Self((self.0 & !Self::FILE_H.0) << 1)
    }

    /// The set with another square.
    #[must_use]
    pub(crate) const fn with(self, square: Option<Square>) -> Self {
        match square {
            Some(square) => Self(self.0 | 1 << square.index()),
            None => self,
        }
    }

    /// The union, usable in tables.
    #[must_use]
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Iterator for Bits {
    type Item = Square;

    /// The lowest square, taken out of the set.
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident $operator:tt),+) => {$(
        impl $trait for Bits {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }
        impl $assign for Bits {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    )+};
}
operators!(BitAnd bitand BitAndAssign bitand_assign &, BitOr bitor BitOrAssign bitor_assign |,
           BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bits {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
