//! Points in integer halves, and the table that says what a result is worth.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// A number of points, counted in halves: 5.5 points are 11 halves. May be negative (a penalty).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Points(i32);

impl Points {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// Points given in halves.
    #[must_use]
    pub const fn from_halves(halves: i32) -> Self {
        Self(halves)
    }

    /// A whole number of points.
    #[must_use]
    pub const fn whole(points: i32) -> Self {
        Self(points * 2)
    }

    /// The number of halves.
    #[must_use]
    pub const fn halves(self) -> i32 {
        self.0
    }
}

impl Add for Points {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Points {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Points {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Points {
    /// Writes decimals the way files and commands do: `3`, `5.5`, `-0.5`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let halves = self.0.unsigned_abs();
        let decimals = if halves.is_multiple_of(2) { "" } else { ".5" };
        out.pad(&format!("{sign}{}{decimals}", halves / 2))
    }
}

/// What each result is worth when its cell carries no points of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PointTable {
    /// A game won over the board; the highest of them where victories differ in worth.
    pub win: Points,
    /// A drawn game.
    pub draw: Points,
    /// A game played and lost.
    pub loss: Points,
    /// A win because the opponent did not appear.
    pub forfeit_win: Points,
    /// The absence itself.
    pub forfeit_loss: Points,
    /// The pairing-allocated bye (TRF `U`).
    pub pairing_allocated_bye: Points,
    /// The requested half-point bye (TRF `H`).
    pub half_point_bye: Points,
    /// The full-point bye (TRF `F`).
    pub full_point_bye: Points,
    /// The zero-point bye (TRF `Z`), and a round before a late entry.
    pub zero_point_bye: Points,
    /// An adjourned game, until it is finished.
    pub adjourned: Points,
}

impl PointTable {
    /// The table that follows from win, draw and loss: forfeits and byes count as the results they stand for,
    /// absence as nothing, and an adjourned game as a draw.
    #[must_use]
    pub const fn new(win: Points, draw: Points, loss: Points) -> Self {
        Self {
            win,
            draw,
            loss,
            forfeit_win: win,
            forfeit_loss: Points::ZERO,
            pairing_allocated_bye: win,
            half_point_bye: draw,
            full_point_bye: win,
            zero_point_bye: Points::ZERO,
            adjourned: draw,
        }
    }
}

impl Default for PointTable {
    /// 1, ½, 0.
    fn default() -> Self {
        Self::new(Points::whole(1), Points::from_halves(1), Points::ZERO)
    }
}
