//! The two sides, named by where they sit, which holds for all four games.

/// A side of any of the four games, by its seat at the board.
///
/// South is Bengal, Storm (Dragon is drawn with North on top) and the Dance's First; North is Siberian, Forest and
/// Second. South makes the first move in every game, except that North does in Dragon's Trident formation and that
/// the Siberian posts first in TigerChess.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Side {
    /// Bengal, Storm, First.
    South,
    /// Siberian, Forest, Second.
    North,
}

impl Side {
    /// Both sides, South first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }

    /// 0 for South, 1 for North: the place in an array of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A value for each side, indexed by [`Side`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BySide<T> {
    /// South's value.
    pub south: T,
    /// North's value.
    pub north: T,
}

impl<T> BySide<T> {
    /// The values of `side` and of the other one, put in their places.
    pub fn from_view(side: Side, own: T, other: T) -> Self {
        match side {
            Side::South => Self { south: own, north: other },
            Side::North => Self { south: other, north: own },
        }
    }
}

impl<T> std::ops::Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::South => &self.south,
            Side::North => &self.north,
        }
    }
}

impl<T> std::ops::IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::South => &mut self.south,
            Side::North => &mut self.north,
        }
    }
}
