//! The rights to Protect the Queen (Change 1).

use std::fmt;

use super::square::Square;
use crate::side::Side;

/// The Tower that a Queen is protected with.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wing {
    /// The King's Tower, on the H file: `O-K`.
    King,
    /// The Queen's Tower, on the A file: `O-Q`.
    Queen,
}

impl Wing {
    /// The wing that brings the Queen to that file.
    pub(crate) const fn of_target(file: u8) -> Self {
        if file > 3 { Self::King } else { Self::Queen }
    }

    /// The files between Queen and Tower, as bits of the home rank.
    pub(crate) const fn between(self) -> u64 {
        match self {
            Self::King => 0b0111_0000,
            Self::Queen => 0b0000_0110,
        }
    }

    /// The files she passes over and lands on.
    pub(crate) const fn queen_path(self) -> [u8; 2] {
        match self {
            Self::King => [4, 5],
            Self::Queen => [2, 1],
        }
    }

    /// The file she lands on: F or B.
    pub(crate) const fn queen_target(self) -> u8 {
        self.queen_path()[1]
    }

    /// The Tower's file before: H or A.
    pub(crate) const fn tower_origin(self) -> u8 {
        match self {
            Self::King => 7,
            Self::Queen => 0,
        }
    }

    /// The Tower's file after: E or C.
    pub(crate) const fn tower_target(self) -> u8 {
        self.queen_path()[0]
    }
}

/// Which Queens may still be protected, and with which Towers: neither has moved.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rights(u8);

const LETTERS: [(char, Side, Wing); 4] = [
    ('K', Side::South, Wing::King),
    ('Q', Side::South, Wing::Queen),
    ('k', Side::North, Wing::King),
    ('q', Side::North, Wing::Queen),
];

const fn kept_table() -> [u8; 64] {
    let mut table = [0b1111; 64];
    let mut home = 0;
    let mut shift = 0;
    while home < 64 {
        table[home] = !(0b10 << shift) & 0b1111;
        table[home + 7] = !(0b01 << shift) & 0b1111;
        table[home + 3] = !(0b11 << shift) & 0b1111;
        home += 56;
        shift += 2;
    }
    table
}

/// The rights that remain when somebody leaves or reaches a square.
static KEPT: [u8; 64] = kept_table();

impl Rights {
    /// All four.
    pub(crate) const ALL: Self = Self(0b1111);

    const fn bit(side: Side, wing: Wing) -> u8 {
        let bit = match wing {
            Wing::King => 0b01,
            Wing::Queen => 0b10,
        };
        bit << (2 * side.index())
    }

    /// Whether the side may still be protected with that Tower.
    #[inline]
    pub(crate) const fn has(self, side: Side, wing: Wing) -> bool {
        self.0 & Self::bit(side, wing) != 0
    }

    /// Whether the side has no right left.
    #[inline]
    pub(crate) const fn is_none_of(self, side: Side) -> bool {
        self.0 & (0b11 << (2 * side.index())) == 0
    }

    /// The side's wings.
    #[inline]
    pub(crate) fn wings(self, side: Side) -> impl Iterator<Item = Wing> {
        [Wing::King, Wing::Queen].into_iter().filter(move |&wing| self.has(side, wing))
    }

    /// What is left after a move between these squares.
    #[inline]
    pub(crate) fn after(self, from: Square, to: Square) -> Self {
        Self(self.0 & KEPT[from.index()] & KEPT[to.index()])
    }

    /// Reads `KQkq`, `Kq`, `-`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut rights = Self::default();
        if text == "-" {
            return Some(rights);
        }
        for letter in text.chars() {
            let (_, side, wing) = LETTERS.into_iter().find(|&(known, ..)| known == letter)?;
            let bit = Self::bit(side, wing);
            if rights.0 & bit != 0 {
                return None;
            }
            rights.0 |= bit;
        }
        (!text.is_empty()).then_some(rights)
    }
}

impl fmt::Display for Rights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 {
            return f.write_str("-");
        }
        for (letter, side, wing) in LETTERS {
            if self.has(side, wing) {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}
