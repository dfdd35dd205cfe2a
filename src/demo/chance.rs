//! Seeded chance: the same seed tells the same story.

use tiger_event::Bytes32;

/// A stream of numbers that only look like chance. The demo's story needs no better.
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number, by Vigna's SplitMix64.
    pub(super) const fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `limit` - 1; 0 when the limit is 0.
    pub(super) const fn below(&mut self, limit: u64) -> u64 {
        if limit == 0 { 0 } else { self.number() % limit }
    }

    /// True once in so many times.
    pub(super) const fn one_in(&mut self, times: u64) -> bool {
        self.below(times) == 0
    }

    /// One of several things, the heavier the more often; none when there are none.
    pub(super) fn pick<T: Copy>(&mut self, weighted: &[(u64, T)]) -> Option<T> {
        let mut lot = self.below(weighted.iter().map(|(weight, _)| weight).sum());
        for (weight, thing) in weighted {
            if lot < *weight {
                return Some(*thing);
            }
            lot -= weight;
        }
        None
    }

    /// A die's face.
    pub(super) fn face(&mut self) -> u8 {
        u8::try_from(self.below(6)).unwrap_or(0) + 1
    }

    /// Thirty-two bytes.
    pub(super) fn bytes(&mut self) -> Bytes32 {
        Bytes32::digest(&self.number().to_be_bytes())
    }
}
