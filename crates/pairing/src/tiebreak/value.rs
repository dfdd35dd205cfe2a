//! Exact numbers for tie-breaks: sums of half points, products of them, and averages.

use core::cmp::Ordering;
use core::fmt;
use core::ops::Add;

use crate::model::Points;

/// A tie-break value: an exact fraction in lowest terms, so that equal values are equal and no rounding breaks a tie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    numerator: i64,
    denominator: i64,
}

impl Value {
    /// Nothing.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };

    /// A whole number.
    #[must_use]
    pub const fn whole(number: i64) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// A number of halves.
    #[must_use]
    pub const fn halves(halves: i64) -> Self {
        if halves % 2 == 0 {
            Self { numerator: halves / 2, denominator: 1 }
        } else {
            Self { numerator: halves, denominator: 2 }
        }
    }

    /// `numerator / denominator`; `None` for a denominator of zero.
    #[must_use]
    pub fn fraction(numerator: i64, denominator: i64) -> Option<Self> {
        let divisor = greatest_common_divisor(numerator, denominator);
        if denominator == 0 {
            return None;
        }
        let divisor = if denominator < 0 { -divisor } else { divisor };
        Some(Self { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// A number of quarters: what a product of two half-point numbers is counted in.
    #[must_use]
    pub(super) const fn quarters(quarters: i64) -> Self {
        if quarters % 4 == 0 {
            Self { numerator: quarters / 4, denominator: 1 }
        } else if quarters % 2 == 0 {
            Self { numerator: quarters / 2, denominator: 2 }
        } else {
            Self { numerator: quarters, denominator: 4 }
        }
    }

    /// This value divided by a count; `None` if nothing was counted.
    #[must_use]
    pub(super) fn divided_by(self, count: usize) -> Option<Self> {
        let count = i64::try_from(count).ok()?;
        Self::fraction(self.numerator, self.denominator.checked_mul(count)?)
    }

    /// The nearest whole number, halves going up.
    #[must_use]
    pub(super) const fn rounded(self) -> i64 {
        (2 * self.numerator + self.denominator).div_euclid(2 * self.denominator)
    }
}

/// The greatest common divisor, positive unless both numbers are 0.
const fn greatest_common_divisor(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a < 0 { -a } else { a }
}

impl Default for Value {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<Points> for Value {
    fn from(points: Points) -> Self {
        Self::halves(i64::from(points.halves()))
    }
}

impl Add for Value {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if self.denominator == other.denominator && self.denominator == 1 {
            return Self::whole(self.numerator + other.numerator);
        }
        let numerator = self.numerator * other.denominator + other.numerator * self.denominator;
        Self::fraction(numerator, self.denominator * other.denominator).unwrap_or_default()
    }
}

impl core::iter::Sum for Value {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ZERO, Add::add)
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = i128::from(self.numerator) * i128::from(other.denominator);
        let right = i128::from(other.numerator) * i128::from(self.denominator);
        left.cmp(&right)
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    /// Decimals: `3`, `5.5`, `8.25`; other fractions to two places, halves going away from zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.numerator < 0 { "-" } else { "" };
        // Of a file that somebody else wrote a point may be worth whatever a number holds.
        let [numerator, denominator] =
            [self.numerator, self.denominator].map(|it| u128::from(it.unsigned_abs()));
        let hundredths = (200 * numerator + denominator) / (2 * denominator);
        let (whole, part) = (hundredths / 100, hundredths % 100);
        f.pad(&match part {
            0 => format!("{sign}{whole}"),
            _ if part % 10 == 0 => format!("{sign}{whole}.{}", part / 10),
            _ => format!("{sign}{whole}.{part:02}"),
        })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Value {
    /// The decimal string of [`Display`](fmt::Display).
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
