//! How a tie-break value came about, in a form that a page can lay out and a text can print.

use core::fmt;

use super::value::Value;
use crate::model::{PairingNumber, Round};

/// A tie-break value of one player with its working.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Scored {
    /// The value; `None` if the tie-break says nothing about this player.
    pub value: Option<Value>,
    /// How it came about.
    pub working: Working,
}

/// The terms a value is made of, and how they are put together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Working {
    /// How the terms make the value.
    pub how: How,
    /// The terms, by round.
    pub terms: Vec<Term>,
}

/// How terms make a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum How {
    /// The sum of the contributions that are not left out.
    Sum,
    /// The average of the contributions that are not left out.
    Average {
        /// Whether the average is rounded to the nearest whole number, halves going up.
        rounded: bool,
    },
    /// A number that belongs to the player himself; no terms.
    Own,
    /// Tournament performance (10.2): average plus the difference that belongs to the percentage scored.
    Performance {
        /// The rounded average rating of the opponents.
        average: i64,
        /// The score in hundredths, rounded.
        percentage: u8,
        /// The rating difference of that percentage.
        difference: i64,
    },
    /// Perfect performance (10.3): the lowest rating whose expected score reaches this score.
    PerfectPerformance {
        /// The standard score of the games over the board.
        score: Value,
    },
    /// Direct encounter (art. 6) among players tied until then.
    Encounter {
        /// The tied players, this one included.
        group: Vec<PairingNumber>,
        /// Whether all of them have met (6.2), or the order had to be certain whatever missing games bring (6.3).
        all_met: bool,
        /// The place within the group, from 1; players who stay tied share it.
        place: u32,
        /// How many share the place; 1 where it is the player's alone.
        shared: u32,
    },
    /// The player was not tied when the tie-break's turn came.
    NotTied,
    /// The tie-break does not apply to this event; the column says why.
    NotApplied,
}

/// One round's part in a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Term {
    /// The round.
    pub round: Round,
    /// The (scheduled) opponent.
    pub opponent: Option<PairingNumber>,
    /// What the round counts as.
    pub basis: Basis,
    /// The opponent's part: his score, his rating, his own tie-break value.
    pub opponent_value: Option<Value>,
    /// What it is multiplied by, where there is a product: the points taken from him.
    pub factor: Option<Value>,
    /// What the round contributes.
    pub contribution: Value,
    /// Why it is left out of the value, if it is.
    pub left_out: Option<LeftOut>,
}

/// What a round counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Basis {
    /// A game over the board.
    Game,
    /// A game whose opponent's score was changed, because byes with nothing but absence after them count as draws
    /// (16.3.2).
    GameWithAdjustedScore {
        /// The opponent's score as it stands in the table.
        score: Value,
    },
    /// A forfeited game that counts like any other (15.2, or the modifier P).
    ForfeitAsGame,
    /// A pairing of the final round, taken as drawn (8.3).
    TakenAsDrawn,
    /// A round without a game, counted as one against a dummy (16.4).
    Dummy {
        /// The player's own score, which the dummy has unless it is capped.
        own: Value,
        /// The cap, in the editions that have one.
        cap: Option<Cap>,
    },
    /// A round without a game, counted for the points it brought.
    Unplayed,
}

/// What caps a dummy's score (16.4, from March 2026).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Cap {
    /// After a forfeit: the adjusted score of the scheduled opponent (16.4.1).
    ScheduledOpponent(Value),
    /// After a bye: as many draws as there are rounds (16.4.2).
    Draws(Value),
}

/// Why a term does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum LeftOut {
    /// Cut as the least significant.
    Lowest,
    /// Cut because the player chose not to play that round (16.5).
    Voluntary,
    /// Cut as the most significant.
    Highest,
    /// The opponent stayed below the limit (Koya).
    BelowLimit,
}

impl Working {
    /// A working without terms.
    pub(super) const fn bare(how: How) -> Self {
        Self { how, terms: Vec::new() }
    }
}

impl Scored {
    /// No value.
    pub(super) const fn none(how: How) -> Self {
        Self { value: None, working: Working::bare(how) }
    }

    /// The sum of the terms that count.
    pub(super) fn sum(terms: Vec<Term>) -> Self {
        let value = terms.iter().filter(|term| term.counts()).map(|term| term.contribution).sum();
        Self { value: Some(value), working: Working { how: How::Sum, terms } }
    }
}

impl Term {
    /// A round that counts for itself alone, without an opponent's value.
    pub(super) const fn plain(
        round: Round,
        opponent: Option<PairingNumber>,
        basis: Basis,
        contribution: Value,
    ) -> Self {
        Self { round, opponent, basis, opponent_value: None, factor: None, contribution, left_out: None }
    }

    /// Whether the term is part of the value.
    #[must_use]
    pub const fn counts(&self) -> bool {
        self.left_out.is_none()
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R{}", self.round)?;
        match self.opponent {
            Some(opponent) => write!(f, " #{opponent}")?,
            None => f.write_str(" bye")?,
        }
        f.write_str(": ")?;
        if let (Some(value), Some(factor)) = (self.opponent_value, self.factor) {
            write!(f, "{value} × {factor} = ")?;
        }
        write!(f, "{}", self.contribution)?;
        match self.basis {
            Basis::Game | Basis::Unplayed => {}
            Basis::GameWithAdjustedScore { score } => write!(f, " [adjusted from {score}]")?,
            Basis::ForfeitAsGame => f.write_str(" [forfeit as game]")?,
            Basis::TakenAsDrawn => f.write_str(" [taken as drawn]")?,
            Basis::Dummy { own, cap: None } => write!(f, " [dummy with own {own}]")?,
            Basis::Dummy { own, cap: Some(Cap::ScheduledOpponent(cap)) } => {
                write!(f, " [dummy with own {own}, at most the scheduled opponent's {cap}]")?;
            }
            Basis::Dummy { own, cap: Some(Cap::Draws(cap)) } => {
                write!(f, " [dummy with own {own}, at most {cap} for draws throughout]")?;
            }
        }
        match self.left_out {
            None => Ok(()),
            Some(LeftOut::Lowest) => f.write_str(" (cut: lowest)"),
            Some(LeftOut::Voluntary) => f.write_str(" (cut: voluntarily unplayed)"),
            Some(LeftOut::Highest) => f.write_str(" (cut: highest)"),
            Some(LeftOut::BelowLimit) => f.write_str(" (opponent below the limit)"),
        }
    }
}

impl fmt::Display for Working {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.how {
            How::Sum => f.write_str("sum of ")?,
            How::Average { rounded: false } => f.write_str("average of ")?,
            How::Average { rounded: true } => f.write_str("rounded average of ")?,
            How::Own => return f.write_str("the player's own number"),
            How::NotTied => return f.write_str("not tied"),
            How::NotApplied => return f.write_str("not applied"),
            How::Performance { average, percentage, difference } => {
                write!(f, "average {average}, {percentage} % scored: {difference:+}; ")?;
            }
            How::PerfectPerformance { score } => write!(f, "the rating that expects {score} from ")?,
            How::Encounter { group, all_met, place, .. } => {
                let numbers: Vec<String> = group.iter().map(|number| format!("#{number}")).collect();
                let met = if *all_met { "all have met" } else { "not all have met" };
                write!(f, "place {place} among {} ({met}): ", numbers.join(", "))?;
            }
        }
        if self.terms.is_empty() {
            return f.write_str("nothing");
        }
        for (index, term) in self.terms.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{term}")?;
        }
        Ok(())
    }
}
