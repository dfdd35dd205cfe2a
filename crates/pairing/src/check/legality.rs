//! What must not be: the absolute criteria, the arbiter's forbidden pairs, and players missing or paired twice.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::Criterion;
use super::person::{Lot, Person, Want, is_expected, person_of};
use super::sides::side_of;
use crate::model::{DraftRound, PairingNumber, Round, Side, Tournament};

/// Something that a round must not contain.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Violation {
    /// A player who is there has neither an opponent nor the bye.
    Unpaired {
        /// Who.
        player: PairingNumber,
    },
    /// A player stands in the round more than once.
    Twice {
        /// Who.
        player: PairingNumber,
    },
    /// A player is paired who is absent.
    Absent {
        /// Who.
        player: PairingNumber,
    },
    /// More byes than one, or one though the players could all be paired by number.
    NeedlessBye {
        /// How many byes there are.
        byes: usize,
    },
    /// C1: the two have met.
    MetBefore {
        /// One of them.
        one: PairingNumber,
        /// The other.
        other: PairingNumber,
        /// When.
        round: Round,
    },
    /// The arbiter forbids the pair.
    Forbidden {
        /// One of them.
        one: PairingNumber,
        /// The other.
        other: PairingNumber,
    },
    /// C2: the player cannot get the bye.
    SecondBye {
        /// Who.
        player: PairingNumber,
        /// The round that gave him a bye or a win's points without a game.
        round: Round,
    },
    /// C3: both must have the same side, and neither is a topscorer.
    SameAbsolute {
        /// One of them.
        one: PairingNumber,
        /// The other.
        other: PairingNumber,
        /// The side both must have.
        side: Side,
    },
    /// A side given against an absolute due where no topscorer is concerned: a third time in a row, or three
    /// too many.
    AgainstAbsolute {
        /// Who.
        player: PairingNumber,
        /// The side he was given.
        side: Side,
    },
}

impl Violation {
    /// The criterion violated, where it is one of article 2.
    #[must_use]
    pub const fn criterion(&self) -> Option<Criterion> {
        match self {
            Self::MetBefore { .. } => Some(Criterion::C1),
            Self::SecondBye { .. } => Some(Criterion::C2),
            Self::SameAbsolute { .. } | Self::AgainstAbsolute { .. } => Some(Criterion::C3),
            _ => None,
        }
    }

    /// Whether nothing can be said about the brackets of such a round.
    pub(super) fn leaves_round_unjudged(&self) -> bool {
        matches!(
            self,
            Self::Unpaired { .. } | Self::Twice { .. } | Self::Absent { .. } | Self::NeedlessBye { .. }
        )
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unpaired { player } => write!(out, "player {player} has neither an opponent nor the bye"),
            Self::Twice { player } => write!(out, "player {player} is paired more than once"),
            Self::Absent { player } => write!(out, "player {player} is absent in this round"),
            Self::NeedlessBye { byes } => {
                write!(out, "{byes} byes, where only one player can be left over, and none of an even number")
            }
            Self::MetBefore { one, other, round } => {
                write!(out, "C1: {one} and {other} met in round {round}")
            }
            Self::Forbidden { one, other } => write!(out, "{one} and {other} must not meet in this round"),
            Self::SecondBye { player, round } => {
                write!(
                    out,
                    "C2: player {player} cannot get the bye: round {round} already gave him points without a game"
                )
            }
            Self::SameAbsolute { one, other, side } => {
                write!(out, "C3: {one} and {other} must both move {}", place(*side))
            }
            Self::AgainstAbsolute { player, side } => {
                write!(out, "player {player} must not move {} again", place(*side))
            }
        }
    }
}

const fn place(side: Side) -> &'static str {
    match side {
        Side::First => "first",
        Side::Second => "second",
    }
}

/// What keeps two players from meeting in a round, whatever the others do; unknown players are kept apart by
/// nothing.
#[must_use]
pub fn obstacles(
    tournament: &Tournament,
    round: Round,
    a: PairingNumber,
    b: PairingNumber,
) -> Vec<Violation> {
    let mut found = Vec::new();
    for player in [a, b] {
        if tournament.player(player).is_some_and(|record| !is_expected(record, round)) {
            found.push(Violation::Absent { player });
        }
    }
    if let (Some(one), Some(other)) = (person_of(tournament, a, round), person_of(tournament, b, round)) {
        let is_first = side_of(tournament, round, &one, &other) != Some(Side::Second);
        let (first, second) = if is_first { (&one, &other) } else { (&other, &one) };
        pair_violations(tournament, round, first, second, &mut found);
    }
    found
}

/// What keeps a player from the bye in a round.
#[must_use]
pub fn bye_obstacle(tournament: &Tournament, round: Round, player: PairingNumber) -> Option<Violation> {
    let person = person_of(tournament, player, round)?;
    if tournament.player(player).is_some_and(|record| !is_expected(record, round)) {
        return Some(Violation::Absent { player });
    }
    person.barred_by.map(|round| Violation::SecondBye { player, round })
}

/// Everything that must not be in the round.
pub(super) fn violations(
    tournament: &Tournament,
    draft: &DraftRound,
    people: &BTreeMap<PairingNumber, Person>,
) -> Vec<Violation> {
    let mut found = attendance(tournament, draft, people);
    for bye in &draft.byes {
        if let Some(round) = people.get(&bye.player).and_then(|person| person.barred_by) {
            found.push(Violation::SecondBye { player: bye.player, round });
        }
    }
    for board in &draft.boards {
        let (Some(one), Some(other)) = (people.get(&board.first), people.get(&board.second)) else {
            continue;
        };
        pair_violations(tournament, draft.round, one, other, &mut found);
    }
    found
}

fn attendance(
    tournament: &Tournament,
    draft: &DraftRound,
    people: &BTreeMap<PairingNumber, Person>,
) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let boards = draft.boards.iter().flat_map(|board| [board.first, board.second]);
    for player in boards.chain(draft.byes.iter().map(|bye| bye.player)) {
        if !seen.insert(player) {
            found.push(Violation::Twice { player });
        } else if tournament.player(player).is_some_and(|record| !is_expected(record, draft.round)) {
            found.push(Violation::Absent { player });
        }
    }
    found.extend(
        people
            .values()
            .filter(|person| person.lot == Lot::Nothing)
            .map(|person| Violation::Unpaired { player: person.number }),
    );
    if draft.byes.len() > seen.len() % 2 {
        found.push(Violation::NeedlessBye { byes: draft.byes.len() });
    }
    found
}

fn pair_violations(
    tournament: &Tournament,
    round: Round,
    first: &Person,
    second: &Person,
    found: &mut Vec<Violation>,
) {
    let (one, other) = (first.number, second.number);
    if let Some(&round) = first.met.get(&other) {
        found.push(Violation::MetBefore { one, other, round });
    }
    let forbids = |group: &crate::model::ForbiddenGroup| {
        group.holds_in(round) && group.players.contains(&one) && group.players.contains(&other)
    };
    if tournament.settings.forbidden.iter().any(forbids) {
        found.push(Violation::Forbidden { one, other });
    }
    if first.topscorer || second.topscorer {
        return;
    }
    let must =
        |person: &Person| person.wanted.filter(|(_, want)| *want == Want::Absolutely).map(|(side, _)| side);
    match (must(first), must(second)) {
        (Some(side), Some(same)) if side == same => found.push(Violation::SameAbsolute { one, other, side }),
        (ours, theirs) => {
            if ours == Some(Side::Second) {
                found.push(Violation::AgainstAbsolute { player: one, side: Side::First });
            }
            if theirs == Some(Side::First) {
                found.push(Violation::AgainstAbsolute { player: other, side: Side::Second });
            }
        }
    }
}
