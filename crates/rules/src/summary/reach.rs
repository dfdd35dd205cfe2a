//! How a force reaches a position.

use std::fmt;

/// A set of directions as a side sees them: its forwards is towards the opponent.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Headings(u8);

impl Headings {
    /// Straight forwards.
    pub const FORWARD: Self = Self(1);
    /// Straight backwards.
    pub const BACKWARD: Self = Self(1 << 1);
    /// To both sides.
    pub const SIDEWAYS: Self = Self(1 << 2);
    /// Both diagonals forwards.
    pub const FORWARD_DIAGONALS: Self = Self(1 << 3);
    /// Both diagonals backwards.
    pub const BACKWARD_DIAGONALS: Self = Self(1 << 4);
    /// Forwards and backwards.
    pub const VERTICAL: Self = Self::FORWARD.and(Self::BACKWARD);
    /// Vertically and horizontally.
    pub const STRAIGHT: Self = Self::VERTICAL.and(Self::SIDEWAYS);
    /// The four diagonals.
    pub const DIAGONAL: Self = Self::FORWARD_DIAGONALS.and(Self::BACKWARD_DIAGONALS);
    /// Every direction.
    pub const ANY: Self = Self::STRAIGHT.and(Self::DIAGONAL);
    /// None.
    pub const NONE: Self = Self(0);

    /// Both sets together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the direction of so many files and ranks forwards, each -1, 0 or 1, is in the set.
    #[must_use]
    pub const fn has(self, files: i8, forwards: i8) -> bool {
        let bit = match (files, forwards) {
            (0, 1) => Self::FORWARD,
            (0, -1) => Self::BACKWARD,
            (-1 | 1, 0) => Self::SIDEWAYS,
            (-1 | 1, 1) => Self::FORWARD_DIAGONALS,
            (-1 | 1, -1) => Self::BACKWARD_DIAGONALS,
            _ => Self::NONE,
        };
        self.0 & bit.0 != 0
    }
}

impl fmt::Display for Headings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WORDS: [(Headings, &str); 9] = [
            (Headings::ANY, "in any direction"),
            (Headings::STRAIGHT, "straight in four directions"),
            (Headings::DIAGONAL, "diagonally"),
            (Headings::VERTICAL, "vertically"),
            (Headings::SIDEWAYS, "sideways"),
            (Headings::FORWARD, "straight forwards"),
            (Headings::BACKWARD, "straight backwards"),
            (Headings::FORWARD_DIAGONALS, "diagonally forwards"),
            (Headings::BACKWARD_DIAGONALS, "diagonally backwards"),
        ];
        let (mut rest, mut separator) = (self.0, "");
        for (set, words) in WORDS {
            if rest & set.0 == set.0 {
                write!(f, "{separator}{words}")?;
                rest &= !set.0;
                separator = " or ";
            }
        }
        Ok(())
    }
}

/// A way to reach a position, to move there or to capture who is there.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reach {
    /// Along a line until something stands in the way.
    Line {
        /// Which lines.
        headings: Headings,
        /// The most positions; none for any number.
        most: Option<u8>,
    },
    /// To positions so many files and ranks away, in every orientation, whatever lies between.
    Leap(&'static [(i8, i8)]),
    /// Along a line over exactly one force, on to the first one beyond it.
    OverScreen(Headings),
    /// Along a line within the kingdom, over everything.
    Flight(Headings),
    /// From land to vacant land of the other kingdom, in a line, over everything.
    Glide(Headings),
    /// Over an opponent beside, on to the vacant position behind; as often as there is one.
    ShortJump(Headings),
    /// Over vacant positions and one opponent, on to the vacant position behind; as often as there is one.
    LongJump(Headings),
    /// One position, where the bow points, whichever way that is.
    Ahead,
    /// The opponents' vessel there, occupied or not, with whoever is aboard.
    Ram,
    /// Without moving, anybody within so many positions, whatever lies between.
    Fire(u8),
}

impl Reach {
    /// One position.
    #[must_use]
    pub const fn step(headings: Headings) -> Self {
        Self::Line { headings, most: Some(1) }
    }

    /// Any number of positions.
    #[must_use]
    pub const fn line(headings: Headings) -> Self {
        Self::Line { headings, most: None }
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { headings, most: None } => write!(f, "any number of positions {headings}"),
            Self::Line { headings, most: Some(1) } => write!(f, "one position {headings}"),
            Self::Line { headings, most: Some(most) } => write!(f, "up to {most} positions {headings}"),
            Self::Leap(offsets) => write_leaps(f, offsets),
            Self::OverScreen(headings) => {
                write!(f, "{headings} over exactly one force, the first one beyond it")
            }
            Self::Flight(headings) => write!(f, "{headings} within the kingdom, over everything"),
            Self::Glide(headings) => {
                write!(f, "glides {headings} to vacant land of the other kingdom")
            }
            Self::ShortJump(headings) => {
                write!(
                    f,
                    "jumps {headings} over an opponent beside on to the vacant position just behind, as often as he likes"
                )
            }
            Self::LongJump(headings) => {
                write!(
                    f,
                    "jumps {headings} over vacant positions and an opponent on to the vacant position just behind, as often as he likes"
                )
            }
            Self::Ahead => f.write_str("one position the way her bow points, occupied or not"),
            Self::Ram => f.write_str("sinks an opposing vessel just ahead, and whoever is aboard"),
            Self::Fire(1) => f.write_str("shoots one position in any direction, without moving"),
            Self::Fire(most) => write!(f, "anybody within {most} positions, without moving"),
        }
    }
}

fn write_leaps(f: &mut fmt::Formatter<'_>, offsets: &[(i8, i8)]) -> fmt::Result {
    let mut distances: Vec<(u8, u8)> = offsets
        .iter()
        .map(|(files, ranks)| (files.unsigned_abs(), ranks.unsigned_abs()))
        .map(|(one, other)| (one.min(other), one.max(other)))
        .collect();
    distances.sort_unstable();
    distances.dedup();
    f.write_str("leaps over everything ")?;
    for (at, (short, long)) in distances.iter().enumerate() {
        f.write_str(if at == 0 { "" } else { ", " })?;
        match (short, long) {
            (0, long) => write!(f, "{long} straight")?,
            (short, long) if short == long => write!(f, "{long} diagonally")?,
            (short, long) => write!(f, "{short} by {long}")?,
        }
    }
    Ok(())
}
