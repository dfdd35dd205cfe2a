//! Money: whole cents, in whatever currency the event says.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An amount of money that is nowhere below nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cents(pub u64);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("Write an amount such as 12 or 12.50, at most {}.", Cents::MOST)]
pub struct ParseCentsError;

impl Cents {
    pub const NONE: Self = Self(0);

    /// The greatest amount that can be typed: sums of thousands of them still fit.
    pub const MOST: Self = Self(99_999_999_999);

    pub const fn is_none(&self) -> bool {
        self.0 == 0
    }

    /// Reads `12`, `12.5` or `12,50`.
    pub fn parse(text: &str) -> Result<Self, ParseCentsError> {
        let text = text.trim();
        let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_amount = !whole.is_empty() && is_number(whole) && is_number(part) && part.len() <= 2;
        let number = || format!("{whole}{part:0<2}").parse().ok().map(Self);
        let amount = is_amount.then(number).flatten().filter(|amount| *amount <= Self::MOST);
        amount.ok_or(ParseCentsError)
    }

    /// The same of a field that may stay empty.
    pub fn parse_optional(text: &str) -> Result<Option<Self>, ParseCentsError> {
        if text.trim().is_empty() { Ok(None) } else { Self::parse(text).map(Some) }
    }

    /// What is left when another amount is taken away; nothing where that is more.
    #[must_use]
    pub const fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 / 100, self.0 % 100)
    }
}

impl Add for Cents {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::NONE, Add::add)
    }
}
