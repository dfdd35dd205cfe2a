//! The times of a clock, of every kind that the games use: standard ones, and a text form that reads back.

use std::fmt;
use std::str::FromStr;

use crate::game::GameKind;
use crate::variation::Variation;

/// A span of time in whole seconds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Seconds(pub u32);

impl Seconds {
    /// Whole minutes.
    #[must_use]
    pub const fn minutes(minutes: u32) -> Self {
        Self(minutes * 60)
    }

    const fn doubled(self) -> Self {
        Self(self.0.saturating_mul(2))
    }
}

impl fmt::Display for Seconds {
    /// `30m`, `90s`, `0s`: minutes where they are whole.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 > 0 && self.0.is_multiple_of(60) {
            write!(f, "{}m", self.0 / 60)
        } else {
            write!(f, "{}s", self.0)
        }
    }
}

impl FromStr for Seconds {
    type Err = ParseClockError;

    /// Reads a number with `h`, `m` or `s`.
    ///
    /// # Errors
    /// [`ParseClockError`] for another shape or more than a hundred hours.
    fn from_str(text: &str) -> Result<Self, ParseClockError> {
        const MOST: u32 = 100 * 3600;
        let refuse =
            || ParseClockError(format!("`{text}` is no span of time: write 2h, 90m or 30s, at most 100h"));
        let unit = match text.bytes().last() {
            Some(b'h' | b'H') => 3600,
            Some(b'm' | b'M') => 60,
            Some(b's' | b'S') => 1,
            _ => return Err(refuse()),
        };
        let number = &text[..text.len() - 1];
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(refuse());
        }
        let count: u32 = number.parse().map_err(|_| refuse())?;
        count.checked_mul(unit).filter(|&total| total <= MOST).map(Self).ok_or_else(refuse)
    }
}

/// The times of a clock, the same for both players.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "kebab-case")
)]
pub enum ClockSettings {
    /// TigerChess rule 11: an allowance for the deployment, the engagement's time added to what is left of it, and a
    /// reserve that grows by every engagement move and is used when the main clock has run out.
    TripleCountdown {
        /// Allowance for the deployment.
        deployment: Seconds,
        /// Added when the engagement starts.
        engagement: Seconds,
        /// What an engagement move adds to the reserve.
        per_move: Seconds,
    },
    /// The same without a deployment.
    DoubleCountdown {
        /// Time for the engagement.
        engagement: Seconds,
        /// What a move adds to the reserve.
        per_move: Seconds,
    },
    /// Dragon rule 25: a reserve, an increment a move up to the cut-off, then a last increment.
    TigerIncrement {
        /// The reserve at the start.
        reserve: Seconds,
        /// What a move adds.
        increment: Seconds,
        /// The number of the move after which nothing is added a move.
        cut_off: u16,
        /// What the cut-off adds once.
        final_increment: Seconds,
    },
    /// A base time and an increment a move.
    Fischer {
        /// The time at the start.
        base: Seconds,
        /// What a move adds.
        increment: Seconds,
    },
    /// One time for all moves.
    Countdown {
        /// The time at the start.
        base: Seconds,
    },
}

impl ClockSettings {
    /// TigerChess's example of rule 11: 30 and 150 minutes, 60 seconds a move.
    pub const TIGERCHESS: Self = Self::TripleCountdown {
        deployment: Seconds::minutes(30),
        engagement: Seconds::minutes(150),
        per_move: Seconds(60),
    };
    /// The Random exhibition form of TigerChess: 120 minutes, 60 seconds a move.
    pub const RANDOM_EXHIBITION: Self =
        Self::DoubleCountdown { engagement: Seconds::minutes(120), per_move: Seconds(60) };
    /// Dragon's example of rule 25: 100 minutes, 2 minutes a move up to move 100, then 120 minutes.
    pub const DRAGON: Self = Self::TigerIncrement {
        reserve: Seconds::minutes(100),
        increment: Seconds::minutes(2),
        cut_off: 100,
        final_increment: Seconds::minutes(120),
    };
    /// A standard over-the-board time for the games whose text names none: 90 minutes, 30 seconds a move.
    pub const OVER_THE_BOARD: Self = Self::Fischer { base: Seconds::minutes(90), increment: Seconds(30) };

    /// The settings an event of that game starts from.
    #[must_use]
    pub const fn standard(game: GameKind) -> Self {
        match game {
            GameKind::TigerChess => Self::TIGERCHESS,
            GameKind::Dragon => Self::DRAGON,
            GameKind::LancerChess | GameKind::Dance => Self::OVER_THE_BOARD,
        }
    }

    /// The settings for one game: "all clock times are doubled" in the TigerVariation (rule 3).
    #[must_use]
    pub const fn for_game(self, variation: Variation) -> Self {
        if variation.is_tiger() { self.doubled() } else { self }
    }

    /// Every time doubled; the number of the cut-off move is no time and stays.
    #[must_use]
    pub const fn doubled(self) -> Self {
        match self {
            Self::TripleCountdown { deployment, engagement, per_move } => Self::TripleCountdown {
                deployment: deployment.doubled(),
                engagement: engagement.doubled(),
                per_move: per_move.doubled(),
            },
            Self::DoubleCountdown { engagement, per_move } => {
                Self::DoubleCountdown { engagement: engagement.doubled(), per_move: per_move.doubled() }
            }
            Self::TigerIncrement { reserve, increment, cut_off, final_increment } => Self::TigerIncrement {
                reserve: reserve.doubled(),
                increment: increment.doubled(),
                cut_off,
                final_increment: final_increment.doubled(),
            },
            Self::Fischer { base, increment } => {
                Self::Fischer { base: base.doubled(), increment: increment.doubled() }
            }
            Self::Countdown { base } => Self::Countdown { base: base.doubled() },
        }
    }

    /// The name of the kind.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::TripleCountdown { .. } => "Triple Countdown",
            Self::DoubleCountdown { .. } => "Double Countdown",
            Self::TigerIncrement { .. } => "TigerIncrement",
            Self::Fischer { .. } => "Fischer",
            Self::Countdown { .. } => "Countdown",
        }
    }
}

impl fmt::Display for ClockSettings {
    /// The text form: `triple 30m+150m+1m`, `double 120m+1m`, `tiger 100m+2m/100+120m`, `fischer 90m+30s`,
    /// `countdown 60m`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TripleCountdown { deployment, engagement, per_move } => {
                write!(f, "triple {deployment}+{engagement}+{per_move}")
            }
            Self::DoubleCountdown { engagement, per_move } => write!(f, "double {engagement}+{per_move}"),
            Self::TigerIncrement { reserve, increment, cut_off, final_increment } => {
                write!(f, "tiger {reserve}+{increment}/{cut_off}+{final_increment}")
            }
            Self::Fischer { base, increment } => write!(f, "fischer {base}+{increment}"),
            Self::Countdown { base } => write!(f, "countdown {base}"),
        }
    }
}

/// Why a text is no clock setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseClockError(String);

impl fmt::Display for ParseClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ParseClockError {}

impl FromStr for ClockSettings {
    type Err = ParseClockError;

    /// Reads the text form.
    ///
    /// # Errors
    /// [`ParseClockError`] saying what is wrong and what would be right.
    fn from_str(text: &str) -> Result<Self, ParseClockError> {
        let refuse = || {
            ParseClockError(format!(
                "`{text}` is no clock: write `triple 30m+150m+60s`, `double 120m+60s`, `tiger 100m+2m/100+120m`, \
                 `fischer 90m+30s` or `countdown 60m`"
            ))
        };
        let (kind, times) = text.trim().split_once(' ').ok_or_else(refuse)?;
        let times: Vec<&str> = times.split('+').map(str::trim).collect();
        match (kind.to_ascii_lowercase().as_str(), &times[..]) {
            ("triple", [deployment, engagement, per_move]) => Ok(Self::TripleCountdown {
                deployment: deployment.parse()?,
                engagement: engagement.parse()?,
                per_move: per_move.parse()?,
            }),
            ("double", [engagement, per_move]) => {
                Ok(Self::DoubleCountdown { engagement: engagement.parse()?, per_move: per_move.parse()? })
            }
            ("tiger", [reserve, increment, final_increment]) => {
                let (increment, cut_off) = increment.split_once('/').ok_or_else(refuse)?;
                Ok(Self::TigerIncrement {
                    reserve: reserve.parse()?,
                    increment: increment.parse()?,
                    cut_off: cut_off.parse().ok().filter(|&moves| moves > 0).ok_or_else(refuse)?,
                    final_increment: final_increment.parse()?,
                })
            }
            ("fischer", [base, increment]) => {
                Ok(Self::Fischer { base: base.parse()?, increment: increment.parse()? })
            }
            ("countdown", [base]) => Ok(Self::Countdown { base: base.parse()? }),
            _ => Err(refuse()),
        }
    }
}
