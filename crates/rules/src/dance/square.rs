//! The squares of the board: eleven files, a to k, and eleven ranks from South to North.

use std::fmt;

/// Files and ranks.
pub const SIZE: u8 = 11;
/// How many squares there are.
pub(super) const SQUARES: usize = SIZE as usize * SIZE as usize;

/// The eight directions in files and ranks, the four straight ones first.
pub(super) const DIRECTIONS: [(i8, i8); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

/// How many of [`DIRECTIONS`] are straight.
pub(super) const STRAIGHT: usize = 4;

/// A square, ordered by rank from South, then by file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this file (0 for a) and rank (from 1), if there is one.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < SIZE && rank >= 1 && rank <= SIZE { Some(Self((rank - 1) * SIZE + file)) } else { None }
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for a to 10 for k.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % SIZE
    }

    /// The rank, 1 to 11 from South to North.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / SIZE + 1
    }

    /// The square this far away in files and ranks.
    #[must_use]
    pub const fn offset(self, (files, ranks): (i8, i8)) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 { None } else { Self::new(file as u8, rank as u8) }
    }

    /// The squares beyond this one in a direction, nearest first.
    pub(super) fn ray(self, direction: (i8, i8)) -> impl Iterator<Item = Self> {
        std::iter::successors(self.offset(direction), move |square| square.offset(direction))
    }

    /// The neighbours in all eight directions.
    pub(super) fn neighbours(self) -> impl Iterator<Item = Self> {
        DIRECTIONS.into_iter().filter_map(move |direction| self.offset(direction))
    }

    /// How many steps a King needs on an empty board.
    #[must_use]
    pub const fn distance(self, other: Self) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// All squares in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIZE * SIZE).map(Self)
    }

    /// Reads `c4`; either case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.to_ascii_lowercase().checked_sub(b'a')?;
        let rank = match bytes.get(1..)? {
            [digit @ b'1'..=b'9'] => digit - b'0',
            [b'1', digit @ b'0'..=b'1'] => 10 + digit - b'0',
            _ => return None,
        };
        Self::new(file, rank)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
