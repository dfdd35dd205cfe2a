//! Numbers wide enough to hold a whole ladder of criteria, one below the other.

use std::ops::{Add, Sub};

/// A signed integer that weights and dual variables are counted in. Arithmetic must not overflow: whoever
/// packs the weights leaves [`HEADROOM`] bits free.
pub(crate) trait Weight: Copy + Ord + Add<Output = Self> + Sub<Output = Self> {
    /// Nothing.
    const ZERO: Self;
    /// One.
    const ONE: Self;

    /// `value` moved up by `shift` bits.
    fn shifted(value: u32, shift: u32) -> Self;
    /// The number halved; exact for even numbers.
    fn half(self) -> Self;
    /// Whether the number is odd.
    fn is_odd(self) -> bool;
    /// The number taken `times` times.
    fn times(self, times: usize) -> Self {
        let mut sum = Self::ZERO;
        let mut power = self;
        let mut left = times;
        while left > 0 {
            if left & 1 == 1 {
                sum = sum + power;
            }
            power = power + power;
            left >>= 1;
        }
        sum
    }
}

/// How many bits a packed weight leaves free: two for the scale, the rest for sums and the sign.
pub(crate) const HEADROOM: u32 = 20;

macro_rules! primitive_weight {
    ($($int:ty),*) => {$(
        impl Weight for $int {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            fn shifted(value: u32, shift: u32) -> Self {
                <$int>::from(value) << shift
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

/// A two's complement integer of `N` words, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    fn is_negative(&self) -> bool {
        self.0[N - 1] >> 63 == 1
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other
            .is_negative()
            .cmp(&self.is_negative())
            .then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Add for Wide<N> {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        let mut carry = false;
        for (word, &with) in self.0.iter_mut().zip(&other.0) {
            let (sum, first) = word.overflowing_add(with);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *word = sum;
            carry = first || second;
        }
        self
    }
}

impl<const N: usize> Sub for Wide<N> {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (word, &with) in self.0.iter_mut().zip(&other.0) {
            let (rest, first) = word.overflowing_sub(with);
            let (rest, second) = rest.overflowing_sub(u64::from(borrow));
            *word = rest;
            borrow = first || second;
        }
        self
    }
}

impl<const N: usize> Weight for Wide<N> {
    const ZERO: Self = Self([0; N]);
    const ONE: Self = {
        let mut words = [0; N];
        words[0] = 1;
        Self(words)
    };

    fn shifted(value: u32, shift: u32) -> Self {
        let mut words = [0; N];
        let (at, by) = ((shift / 64) as usize, shift % 64);
        let placed = u128::from(value) << by;
        words[at] = placed as u64;
        if let Some(next) = words.get_mut(at + 1) {
            *next = (placed >> 64) as u64;
        }
        Self(words)
    }

    fn half(self) -> Self {
        let mut words = self.0;
        let mut from_above = u64::from(self.is_negative()) << 63;
        for word in words.iter_mut().rev() {
            let low = *word & 1;
            *word = (*word >> 1) | from_above;
            from_above = low << 63;
        }
        Self(words)
    }

    fn is_odd(self) -> bool {
        self.0[0] & 1 == 1
    }
}

/// Calls a function with the narrowest [`Weight`] that holds so many bits beside the headroom.
macro_rules! with_width {
    ($bits:expr, $function:ident($($argument:expr),*)) => {
        match $bits + $crate::matching::weight::HEADROOM {
            0..=64 => $function::<i64>($($argument),*),
            65..=128 => $function::<i128>($($argument),*),
            129..=256 => $function::<$crate::matching::weight::Wide<4>>($($argument),*),
            257..=1024 => $function::<$crate::matching::weight::Wide<16>>($($argument),*),
            1025..=4096 => $function::<$crate::matching::weight::Wide<64>>($($argument),*),
            _ => $function::<$crate::matching::weight::Wide<512>>($($argument),*),
        }
    };
}
pub(crate) use with_width;
