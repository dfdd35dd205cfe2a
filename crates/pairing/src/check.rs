//! Judges any round, drafted or made by hand, by the criteria of the Dutch system (C.04.3 article 2).
//!
//! Written apart from the generator, from the text alone: it derives the brackets from the pairs it is shown,
//! counts what each criterion counts, and never looks for a pairing itself.

mod bracket;
mod history;
mod legality;
mod person;
mod sides;

use std::fmt;

use crate::model::{DraftRound, PairingError, PairingNumber, Points, Round, Side, Tournament};

pub use history::{Judgement, judge_rounds};
pub use legality::{Violation, bye_obstacle, obstacles};
pub use sides::first_mover;

/// The criteria of article 2, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[expect(missing_docs, reason = "the names are the text's; `meaning` says what they ask")]
pub enum Criterion {
    C1,
    C2,
    C3,
    C4,
    C5,
    C6,
    C7,
    C8,
    C9,
    C10,
    C11,
    C12,
    C13,
    C14,
    C15,
    C16,
    C17,
    C18,
    C19,
    C20,
    C21,
}

impl Criterion {
    /// All criteria.
    pub const ALL: [Self; 21] = [
        Self::C1,
        Self::C2,
        Self::C3,
        Self::C4,
        Self::C5,
        Self::C6,
        Self::C7,
        Self::C8,
        Self::C9,
        Self::C10,
        Self::C11,
        Self::C12,
        Self::C13,
        Self::C14,
        Self::C15,
        Self::C16,
        Self::C17,
        Self::C18,
        Self::C19,
        Self::C20,
        Self::C21,
    ];

    /// What the criterion asks, in a few words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::C1 => "nobody meets the same opponent twice",
            Self::C2 => "nobody gets a bye who already had one or scored a win without playing",
            Self::C3 => "two players who must both have the same side do not meet",
            Self::C4 => "everybody else can still be paired",
            Self::C5 => "the bye falls on as low a score as possible",
            Self::C6 => "as few players as possible float down",
            Self::C7 => "those who float down have as low scores as possible",
            Self::C8 => "the next bracket is left as well off as possible",
            Self::C9 => "the bye falls on a player with as few unplayed games as possible",
            Self::C10 => {
                "as few topscorers and opponents as possible get one side three times more than the other"
            }
            Self::C11 => "as few topscorers and opponents as possible get the same side three times in a row",
            Self::C12 => "as many players as possible get the side they are due",
            Self::C13 => "as many players as possible get a side that is strongly due",
            Self::C14 => "those who floated down last round do not float down again",
            Self::C15 => "those who floated up last round do not float up again",
            Self::C16 => "those who floated down two rounds ago do not float down again",
            Self::C17 => "those who floated up two rounds ago do not float up again",
            Self::C18 => "a moved-down player who floated down last round meets a score as near as possible",
            Self::C19 => "a player who floated up last round meets a score as near as possible",
            Self::C20 => {
                "a moved-down player who floated down two rounds ago meets a score as near as possible"
            }
            Self::C21 => "a player who floated up two rounds ago meets a score as near as possible",
        }
    }
}

impl fmt::Display for Criterion {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, out)
    }
}

/// How a bracket fares by one criterion.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Finding {
    /// The criterion.
    pub criterion: Criterion,
    /// What it counts, to be compared from left to right; less is better.
    pub measure: Vec<i32>,
    /// The players who fall short of it.
    pub players: Vec<PairingNumber>,
}

/// A bracket as the pairs of the round make it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BracketReport {
    /// The score of its residents.
    pub score: Points,
    /// Its residents, by number.
    pub residents: Vec<PairingNumber>,
    /// Who came from above, by score and number.
    pub moved_down: Vec<PairingNumber>,
    /// Its pairs, the higher-ranked player first, in order of rank.
    pub pairs: Vec<(PairingNumber, PairingNumber)>,
    /// Who leaves it downwards, by score and number.
    pub downfloaters: Vec<PairingNumber>,
    /// The criteria C6 to C21 in order.
    pub findings: Vec<Finding>,
}

impl BracketReport {
    /// What a criterion counts in the bracket.
    #[must_use]
    pub fn measure(&self, criterion: Criterion) -> &[i32] {
        let finding = self.findings.iter().find(|finding| finding.criterion == criterion);
        finding.map_or(&[], |finding| &finding.measure)
    }
}

/// What the checker has to say about a round.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RoundReport {
    /// Which round.
    pub round: Round,
    /// What must not be; nothing else is judged where players are missing or paired twice.
    pub violations: Vec<Violation>,
    /// Boards, by their first players, whose sides article 5 would turn round.
    pub turned: Vec<PairingNumber>,
    /// The score of whoever gets the bye (C5).
    pub bye_score: Option<Points>,
    /// The brackets from the top.
    pub brackets: Vec<BracketReport>,
}

impl RoundReport {
    /// Whether no absolute criterion is violated.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.violations.is_empty()
    }

    /// The findings that are not as good as could be thought, with the bracket's score: a reader's list of
    /// blemishes. C6 to C9 are left out, which count what may be unavoidable.
    pub fn blemishes(&self) -> impl Iterator<Item = (Points, &Finding)> {
        self.brackets.iter().flat_map(|bracket| {
            let faults = bracket.findings.iter().filter(|finding| finding.criterion > Criterion::C9);
            faults.filter(|finding| !finding.players.is_empty()).map(|finding| (bracket.score, finding))
        })
    }

    /// The first criterion, from the top bracket down, by which one of two legal rounds is better, and which
    /// one is.
    #[must_use]
    pub fn first_difference(&self, other: &Self) -> Option<Difference> {
        let byes = self.bye_score.cmp(&other.bye_score);
        if byes.is_ne() {
            return Some(Difference {
                criterion: Criterion::C5,
                bracket: self.bye_score,
                is_better: byes.is_lt(),
            });
        }
        for (ours, theirs) in self.brackets.iter().zip(&other.brackets) {
            // C8 judges the choice of downfloaters; between rounds that choose the same it is the next
            // bracket's affair.
            let same_floaters = ours.downfloaters == theirs.downfloaters;
            for (one, another) in ours.findings.iter().zip(&theirs.findings) {
                if one.measure != another.measure && !(same_floaters && one.criterion == Criterion::C8) {
                    let is_better = one.measure < another.measure;
                    return Some(Difference {
                        criterion: one.criterion,
                        bracket: Some(ours.score),
                        is_better,
                    });
                }
            }
            if ours.pairs != theirs.pairs || ours.downfloaters != theirs.downfloaters {
                // The rest of the two rounds cannot be compared: they differ here by the order of generation
                // only.
                return None;
            }
        }
        None
    }
}

/// By what one round is better than another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Difference {
    /// The criterion that differs.
    pub criterion: Criterion,
    /// The bracket in which it differs (for C5 the better round's bye score).
    pub bracket: Option<Points>,
    /// Whether the round asked is the better one.
    pub is_better: bool,
}

/// Judges a round against the rounds before it.
///
/// # Errors
/// [`PairingError::UnknownPlayer`] if the round pairs somebody who is not in the tournament.
pub fn check_round(tournament: &Tournament, draft: &DraftRound) -> Result<RoundReport, PairingError> {
    let boards = draft.boards.iter().flat_map(|board| [board.first, board.second]);
    for number in boards.chain(draft.byes.iter().map(|bye| bye.player)) {
        tournament.player(number).ok_or(PairingError::UnknownPlayer { number })?;
    }
    let people = person::people(tournament, draft);
    let violations = legality::violations(tournament, draft, &people);
    let whole = !violations.iter().any(Violation::leaves_round_unjudged);
    let brackets = if whole { bracket::reports(&people) } else { Vec::new() };
    let bye_score = draft.byes.first().and_then(|bye| people.get(&bye.player)).map(|person| person.score);
    let turned = draft.boards.iter().filter(|board| {
        let (Some(first), Some(second)) = (people.get(&board.first), people.get(&board.second)) else {
            return false;
        };
        sides::side_of(tournament, draft.round, first, second) == Some(Side::Second)
    });
    let turned = turned.map(|board| board.first).collect();
    Ok(RoundReport { round: draft.round, violations, turned, bye_score, brackets })
}
