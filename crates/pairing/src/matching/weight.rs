//! The numbers that weights and dual variables are counted in.

use std::ops::{Add, Sub};

/// A signed integer. Arithmetic must not overflow: whoever packs weights leaves [`HEADROOM`] bits free.
pub(crate) trait Weight: Copy + Ord + Add<Output = Self> + Sub<Output = Self> {
    /// Nothing.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// More than any slack.
    const FAR: Self;

    /// This number, which must fit.
    fn of(value: u128) -> Self;
    /// The number halved; exact for even numbers.
    fn half(self) -> Self;
    /// Whether the number is odd.
    fn is_odd(self) -> bool;
}

/// How many bits packed weights leave free beside those of their greatest sum: two for the scale, the rest for
/// sums of dual variables and the sign.
pub(crate) const HEADROOM: u32 = 14;

macro_rules! primitive_weight {
    ($($int:ty),*) => {$(
        impl Weight for $int {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const FAR: Self = Self::MAX;
            fn of(value: u128) -> Self {
                value as Self
            }
            fn half(self) -> Self {
                self >> 1
            }
            fn is_odd(self) -> bool {
                self & 1 == 1
            }
        }
    )*};
}
primitive_weight!(i64, i128);
