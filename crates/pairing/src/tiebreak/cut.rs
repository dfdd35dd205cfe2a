//! The cut and median modifiers (article 14) with the exception for voluntarily unplayed rounds (16.5).

use super::code::TieBreak;
use super::field::Contribution;
use super::working::{LeftOut, Term};

/// What decides which term is cut, beside the term itself.
pub(super) struct Significance {
    /// The least significant term has the smallest number here: the opponent's score or rating (14.1.1).
    pub(super) weight: i64,
    /// Among equal weights the smallest contribution is cut first.
    pub(super) contribution: i64,
    /// Whether the round was voluntarily unplayed.
    pub(super) voluntary: bool,
}

impl Significance {
    /// Of a term that is the opponent's score itself.
    pub(super) const fn of_score(part: &Contribution) -> Self {
        Self { weight: part.opponent_score, contribution: part.opponent_score, voluntary: part.voluntary }
    }

    /// Of a term that is the product of the opponent's score and the points taken from him.
    pub(super) const fn of_product(part: &Contribution) -> Self {
        Self {
            weight: part.opponent_score,
            contribution: part.opponent_score * part.points,
            voluntary: part.voluntary,
        }
    }

    const fn order(&self) -> (i64, i64) {
        (self.weight, self.contribution)
    }
}

/// Marks the terms that the modifier leaves out; `significance` runs parallel to `terms`.
///
/// Each low cut takes the least significant value, or the lowest contribution of a voluntarily unplayed round if that
/// is not lower than it (16.5.1), anew for every cut (16.5.2). High cuts follow (14.3: in that order).
pub(super) fn cut(terms: &mut [Term], significance: &[Significance], tie_break: &TieBreak) {
    for _ in 0..tie_break.cut_lowest() {
        let remaining = || remaining(terms, significance);
        let Some((lowest, least)) = remaining().min_by_key(|(_, weight)| weight.order()) else {
            return;
        };
        let voluntary = remaining()
            .filter(|(_, weight)| weight.voluntary)
            .min_by_key(|(_, weight)| (weight.contribution, weight.weight))
            .filter(|(_, weight)| weight.contribution >= least.contribution);
        let (index, reason) = match voluntary {
            Some((index, _)) => (index, LeftOut::Voluntary),
            None => (lowest, LeftOut::Lowest),
        };
        terms[index].left_out = Some(reason);
    }
    for _ in 0..tie_break.cut_highest() {
        let Some((highest, _)) = remaining(terms, significance).max_by_key(|(_, weight)| weight.order())
        else {
            return;
        };
        terms[highest].left_out = Some(LeftOut::Highest);
    }
}

fn remaining<'a>(
    terms: &'a [Term],
    significance: &'a [Significance],
) -> impl Iterator<Item = (usize, &'a Significance)> {
    terms
        .iter()
        .zip(significance)
        .enumerate()
        .filter(|(_, (term, _))| term.counts())
        .map(|(index, (_, weight))| (index, weight))
}

/// Marks the first terms as cut lowest and the last as cut highest: where significance grows with the rounds (PS).
pub(super) fn cut_in_order(terms: &mut [Term], tie_break: &TieBreak) {
    let lowest = usize::from(tie_break.cut_lowest());
    let highest = usize::from(tie_break.cut_highest());
    for term in terms.iter_mut().take(lowest) {
        term.left_out = Some(LeftOut::Lowest);
    }
    for term in terms.iter_mut().skip(lowest).rev().take(highest) {
        term.left_out = Some(LeftOut::Highest);
    }
}
