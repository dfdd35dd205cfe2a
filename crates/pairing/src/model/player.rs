//! Who is paired, and under which number.

use std::fmt;
use std::num::NonZeroU32;

use super::cell::Cell;

/// A player's pairing number (starting number, TPN), from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct PairingNumber(NonZeroU32);

impl PairingNumber {
    /// The number, unless it is 0, which files use for "nobody".
    #[must_use]
    pub const fn new(number: u32) -> Option<Self> {
        match NonZeroU32::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// The number of whoever stands at this index of a list that begins with number 1.
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(index as u32))
    }

    /// The number as such.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Display for PairingNumber {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, out)
    }
}

/// A round, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Round(NonZeroU32);

impl Round {
    /// The first round.
    pub const FIRST: Self = Self(NonZeroU32::MIN);

    /// The round of this number, unless it is 0.
    #[must_use]
    pub const fn new(number: u32) -> Option<Self> {
        match NonZeroU32::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// The round whose cell stands at this index of [`Player::cells`].
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(index as u32))
    }

    /// The number as such.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0.get()
    }

    /// Where the round's cell stands in [`Player::cells`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The round after this.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl fmt::Display for Round {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, out)
    }
}

/// One who is paired, with what happened to him so far.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Player {
    /// His number, by which ties in score are ordered.
    pub number: PairingNumber,
    /// His rating, if he has one: only rating tie-breaks look at it.
    pub rating: Option<u32>,
    /// One cell a round, from the first. A cell for the round about to be paired means that he is not to be
    /// paired in it; missing cells before it mean that he was not there.
    pub cells: Vec<Cell>,
}

impl Player {
    /// A player before his first round.
    #[must_use]
    pub const fn new(number: PairingNumber, rating: Option<u32>) -> Self {
        Self { number, rating, cells: Vec::new() }
    }

    /// What happened in a round, if anything is recorded.
    #[must_use]
    pub fn cell(&self, round: Round) -> Option<&Cell> {
        self.cells.get(round.index())
    }
}
