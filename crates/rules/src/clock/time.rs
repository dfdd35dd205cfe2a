//! Moments and spans of a clock, to the millisecond.

use std::fmt;
use std::str::FromStr;

use super::settings::Seconds;

/// Milliseconds: a moment, counted from the clock's beginning, or a span.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Millis(pub u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// The most that one account of a clock may hold: a thousand hours.
    pub const MOST: Self = Self(1000 * 3600 * 1000);

    /// The sum; it stays at the end of the scale, which lies half a thousand million years off.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// What is left when `other` is taken away; nothing if it is more.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// Whether it is no time at all.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl From<Seconds> for Millis {
    fn from(seconds: Seconds) -> Self {
        Self(u64::from(seconds.0) * 1000)
    }
}

impl fmt::Display for Millis {
    /// `1:02:03`, or `2:03` within the hour. Begun seconds count whole, so that `0:00` is shown when nothing is left and
    /// not before.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.div_ceil(1000);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        if hours > 0 {
            write!(f, "{hours}:{minutes:02}:{seconds:02}")
        } else {
            write!(f, "{minutes}:{seconds:02}")
        }
    }
}

/// A text that is no time of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTimeError(String);

impl fmt::Display for ParseTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no time: write 1:30:00, 5:00 or 0:30, at most 1000 hours", self.0)
    }
}

impl std::error::Error for ParseTimeError {}

impl FromStr for Millis {
    type Err = ParseTimeError;

    /// Reads `hours:minutes:seconds` or `minutes:seconds`.
    ///
    /// # Errors
    /// [`ParseTimeError`] for another shape, sixty seconds or minutes where there are bigger units, or too much.
    fn from_str(text: &str) -> Result<Self, ParseTimeError> {
        let refuse = || ParseTimeError(text.to_owned());
        let number = |part: &str| {
            let is_number = (1..=6).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
            if is_number { part.parse::<u64>().ok() } else { None }
        };
        let parts: Option<Vec<u64>> = text.trim().split(':').map(number).collect();
        let (hours, minutes, seconds) = match parts.as_deref() {
            Some(&[minutes, seconds]) if seconds < 60 => (0, minutes, seconds),
            Some(&[hours, minutes, seconds]) if minutes < 60 && seconds < 60 => (hours, minutes, seconds),
            _ => return Err(refuse()),
        };
        let time = Self((hours * 3600 + minutes * 60 + seconds) * 1000);
        if time <= Self::MOST { Ok(time) } else { Err(refuse()) }
    }
}
