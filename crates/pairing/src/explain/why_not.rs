//! What speaks against a pair, or against a bye.

use std::fmt;

use crate::check::{Criterion, Difference, Violation, bye_obstacle, check_round, obstacles};
use crate::dutch::field::Field;
use crate::dutch::{draft_of, draft_round};
use crate::model::{DraftRound, PairingError, PairingNumber, Points, Round, Tournament};

/// What speaks against something that the draft does not do.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum WhyNot {
    /// Nothing: the draft does it.
    Done,
    /// It must not be.
    Never(Violation),
    /// C4: the others could not all be paired any more.
    OthersStuck,
    /// The round would be worse by a criterion.
    Worse {
        /// The criterion.
        criterion: Criterion,
        /// The score of the bracket in which it shows (for C5 the score that the bye falls on now).
        bracket: Points,
    },
    /// The round would be better by a criterion: it was changed by hand.
    Better {
        /// The criterion.
        criterion: Criterion,
        /// The score of the bracket in which it shows (for C5 the score that the bye falls on now).
        bracket: Points,
    },
    /// The round would be no worse by any criterion, but the procedure of article 4 comes to it later.
    Later,
}

impl WhyNot {
    /// The criterion that speaks against it, if it is one of article 2.
    #[must_use]
    pub const fn criterion(&self) -> Option<Criterion> {
        match self {
            Self::Never(violation) => violation.criterion(),
            Self::OthersStuck => Some(Criterion::C4),
            Self::Worse { criterion, .. } | Self::Better { criterion, .. } => Some(*criterion),
            Self::Done | Self::Later => None,
        }
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => out.write_str("the round does so"),
            Self::Never(violation) => write!(out, "{violation}"),
            Self::OthersStuck => out.write_str("C4: the others could not all be paired"),
            Self::Worse { criterion, bracket } => {
                write!(out, "{criterion} would be worse in the bracket of {bracket}: {}", criterion.meaning())
            }
            Self::Better { criterion, bracket } => {
                write!(
                    out,
                    "{criterion} would be better in the bracket of {bracket}: {}",
                    criterion.meaning()
                )
            }
            Self::Later => {
                out.write_str("just as good, but the rules come to the pairing chosen first (article 4)")
            }
        }
    }
}

/// Why two players do not meet in a round.
///
/// # Errors
/// If one of the two is not in the tournament, or the round cannot be drafted at all.
pub fn why_not(
    tournament: &Tournament,
    round: Round,
    a: PairingNumber,
    b: PairingNumber,
) -> Result<WhyNot, PairingError> {
    let draft = draft_round(tournament, round)?;
    against_pair(tournament, &draft, a, b)
}

/// Why a player does not get the bye in a round.
///
/// # Errors
/// If he is not in the tournament, or the round cannot be drafted at all.
pub fn why_not_bye(
    tournament: &Tournament,
    round: Round,
    player: PairingNumber,
) -> Result<WhyNot, PairingError> {
    let draft = draft_round(tournament, round)?;
    tournament.player(player).ok_or(PairingError::UnknownPlayer { number: player })?;
    if draft.byes.iter().any(|bye| bye.player == player) {
        return Ok(WhyNot::Done);
    }
    if let Some(violation) = bye_obstacle(tournament, round, player) {
        return Ok(WhyNot::Never(violation));
    }
    if draft.byes.is_empty() {
        return Ok(WhyNot::Never(Violation::NeedlessBye { byes: 1 }));
    }
    let mut field = Field::new(tournament, round)?;
    if let Some(index) = field.index_of(player) {
        field.force_bye(index);
    }
    compare(tournament, &draft, &field)
}

/// What speaks against a pair, given the draft.
pub(super) fn against_pair(
    tournament: &Tournament,
    draft: &DraftRound,
    a: PairingNumber,
    b: PairingNumber,
) -> Result<WhyNot, PairingError> {
    for number in [a, b] {
        tournament.player(number).ok_or(PairingError::UnknownPlayer { number })?;
    }
    if a == b {
        return Err(PairingError::Unsuitable {
            why: format!("player {a} cannot meet himself: name two players"),
        });
    }
    let is_pair = |first, second| [(a, b), (b, a)].contains(&(first, second));
    if draft.boards.iter().any(|board| is_pair(board.first, board.second)) {
        return Ok(WhyNot::Done);
    }
    if let Some(violation) = obstacles(tournament, draft.round, a, b).into_iter().next() {
        return Ok(WhyNot::Never(violation));
    }
    let mut field = Field::new(tournament, draft.round)?;
    if let (Some(one), Some(other)) = (field.index_of(a), field.index_of(b)) {
        field.force_pair(one, other);
    }
    compare(tournament, draft, &field)
}

/// Drafts a field in which something is forced, and compares.
fn compare(tournament: &Tournament, draft: &DraftRound, forced: &Field) -> Result<WhyNot, PairingError> {
    let other = match draft_of(forced) {
        Ok(other) => other,
        Err(PairingError::NoValidPairing { .. }) => return Ok(WhyNot::OthersStuck),
        Err(error) => return Err(error),
    };
    let (ours, theirs) = (check_round(tournament, draft)?, check_round(tournament, &other)?);
    Ok(match ours.first_difference(&theirs) {
        Some(Difference { criterion, bracket, is_better }) => {
            let bracket = bracket.unwrap_or(Points::ZERO);
            if is_better {
                WhyNot::Worse { criterion, bracket }
            } else {
                WhyNot::Better { criterion, bracket }
            }
        }
        None => WhyNot::Later,
    })
}
