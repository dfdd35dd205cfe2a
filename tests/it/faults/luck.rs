//! Chance that is the same for the same seed.

/// Numbers that differ from run to run of a test, and are the same for the same seed.
pub(super) struct Luck(pub(super) u64);

impl Luck {
    /// A number below a bound.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        // Knuth's multiplier for 64 bits; the upper bits are the good ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}
