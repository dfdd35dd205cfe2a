//! The eight directions of the compass, and sets of them.

use super::Side;

/// One of the eight directions; North points at the Forest home rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the points of the compass")]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

use Direction::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};

impl Direction {
    /// All eight, clockwise from North.
    pub const ALL: [Self; 8] = [North, NorthEast, East, SouthEast, South, SouthWest, West, NorthWest];

    /// The step in files (East counts up) and ranks (South counts up).
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            North => (0, -1),
            NorthEast => (1, -1),
            East => (1, 0),
            SouthEast => (1, 1),
            South => (0, 1),
            SouthWest => (-1, 1),
            West => (-1, 0),
            NorthWest => (-1, -1),
        }
    }

    /// The direction of a straight line with this slope in files and ranks, if it is one.
    #[must_use]
    pub const fn of_line(files: i8, ranks: i8) -> Option<Self> {
        if files != 0 && ranks != 0 && files.unsigned_abs() != ranks.unsigned_abs() {
            return None;
        }
        match (files.signum(), ranks.signum()) {
            (0, -1) => Some(North),
            (1, -1) => Some(NorthEast),
            (1, 0) => Some(East),
            (1, 1) => Some(SouthEast),
            (0, 1) => Some(South),
            (-1, 1) => Some(SouthWest),
            (-1, 0) => Some(West),
            (-1, -1) => Some(NorthWest),
            _ => None,
        }
    }

    /// The direction a quarter turn clockwise.
    #[must_use]
    pub const fn right_angle(self) -> Self {
        Self::ALL[(self as usize + 2) % 8]
    }

    /// The direction straight behind.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// The letters of a bow: `N`, `NE`, and so on.
    #[must_use]
    pub const fn letters(self) -> &'static str {
        match self {
            North => "N",
            NorthEast => "NE",
            East => "E",
            SouthEast => "SE",
            South => "S",
            SouthWest => "SW",
            West => "W",
            NorthWest => "NW",
        }
    }

    /// Reads the letters of a bow, capitals only.
    #[must_use]
    pub fn from_letters(letters: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letters() == letters)
    }
}

/// A set of directions, written as the Forest side sees them: its forwards is South (ruling 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Directions(u8);

impl Directions {
    /// No direction at all.
    pub const NONE: Self = Self(0);
    /// Straight forwards.
    pub const FORWARD: Self = Self(1 << South as u8);
    /// The two diagonals forwards.
    pub const FORWARD_DIAGONALS: Self = Self(1 << SouthEast as u8 | 1 << SouthWest as u8);
    /// Left and right.
    pub const SIDEWAYS: Self = Self(1 << East as u8 | 1 << West as u8);
    /// Along the files.
    pub const VERTICAL: Self = Self(1 << North as u8 | 1 << South as u8);
    /// Vertical and horizontal.
    pub const ORTHOGONAL: Self = Self::VERTICAL.and(Self::SIDEWAYS);
    /// The four diagonals.
    pub const DIAGONAL: Self = Self(!Self::ORTHOGONAL.0);
    /// All eight.
    pub const ALL: Self = Self(0xFF);

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set as `side` sees it: Storm's forwards is North.
    #[must_use]
    pub const fn seen_by(self, side: Side) -> Self {
        match side {
            Side::Forest => self,
            Side::Storm => {
                let mut mirrored = 0;
                let mut at = 0;
                while at < 8 {
                    if self.0 & (1 << at) != 0 {
                        mirrored |= 1 << ((12 - at) % 8);
                    }
                    at += 1;
                }
                Self(mirrored)
            }
        }
    }

    /// Whether the direction is in the set.
    #[must_use]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction as u8) != 0
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The directions of the set, clockwise from North.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let at = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            Direction::ALL.get(at).copied()
        })
    }
}
