//! The two halves of a clock.

/// Whose half of the clock: named by who makes the first move of the engagement, which both players know before the
/// first press whatever army they will command.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum ClockSide {
    /// Makes the first move.
    First,
    /// Makes the second move; in TigerChess the first posting (rules of the deployment phase).
    Second,
}

impl ClockSide {
    /// Both, the first mover's first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first mover, 1 for the other: the place in an array of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The name in forms and files.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// The side of that name.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.key() == key)
    }
}
