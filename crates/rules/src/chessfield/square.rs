//! One of the 64 positions of the Chessfield. The rules say "position" (rule 12); the code says square, because a
//! [`Position`](crate::Position) is a whole game state here.

use std::fmt;

/// A square, `A1` to `H8`, numbered rank by rank from 0.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square of that number; only the lowest six bits count.
    #[inline]
    #[must_use]
    pub(crate) const fn new(number: u8) -> Self {
        Self(number & 63)
    }

    /// The square on that file and rank, both from 0 to 7.
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Self {
        Self((rank & 7) * 8 + (file & 7))
    }

    /// The number, 0 for `A1` to 63 for `H8`.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file, 0 for A to 7 for H.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 for the first to 7 for the eighth.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        (self.0 >> 3) & 7
    }

    /// Whether the square is dark, as A1 is.
    #[must_use]
    pub const fn is_dark(self) -> bool {
        (self.file() + self.rank()) & 1 == 0
    }

    /// The same file on the rank that the other side counts alike: `mirror(C6)` is C3.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// The square that many files and ranks away, if it is on the Chessfield.
    #[must_use]
    pub(crate) const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self::at(file as u8, rank as u8))
        } else {
            None
        }
    }

    /// Reads `E4`, in any case of letters.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [file, rank @ b'1'..=b'8'] => match file.to_ascii_uppercase() {
                file @ b'A'..=b'H' => Some(Self::at(file - b'A', rank - b'1')),
                _ => None,
            },
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
