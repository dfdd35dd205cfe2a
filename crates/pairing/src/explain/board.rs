//! What made a board: bracket, scores, floats, sides, and what spoke against the opponent who stood first in
//! line.

use std::fmt;

use super::why_not::{WhyNot, against_pair};
use crate::check::{BracketReport, Criterion, check_round};
use crate::dutch::field::Field;
use crate::dutch::{ColourDue, Float, SideRule};
use crate::model::{Board, DraftRound, PairingError, PairingNumber, Points, Round, Side, Tournament};

/// One player of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayerReason {
    /// Who.
    pub number: PairingNumber,
    /// The place by number among all who were ever paired or are present, from 1: its parity decides under article
    /// 5.2.5.
    pub place: usize,
    /// The score he is paired by, virtual points included.
    pub score: Points,
    /// What of it is virtual, in an accelerated round.
    pub virtual_points: Points,
    /// The float that this board gives him.
    pub float: Option<Float>,
    /// His floats in the previous round and in the one before.
    pub earlier_floats: [Option<Float>; 2],
    /// The side he was due.
    pub due: ColourDue,
    /// Whether he gets it.
    pub is_granted: bool,
}

/// What decided that these two meet.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Decision {
    /// They stand opposite each other in the bracket's first candidate: nothing spoke against it.
    FirstInOrder,
    /// Somebody else stood opposite the higher-ranked player.
    Instead {
        /// Who stood there.
        opponent: PairingNumber,
        /// What speaks against that pair.
        because: WhyNot,
    },
}

impl Decision {
    /// The criterion that decided, if one of article 2 did.
    #[must_use]
    pub const fn criterion(&self) -> Option<Criterion> {
        match self {
            Self::FirstInOrder => None,
            Self::Instead { because, .. } => because.criterion(),
        }
    }
}

/// Why a board is as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoardReason {
    /// The score of the bracket in which the two were paired.
    pub bracket: Points,
    /// The one who moves first, then the other.
    pub players: [PlayerReason; 2],
    /// What gave them their sides.
    pub sides: SideRule,
    /// What brought them together.
    pub decision: Decision,
}

impl fmt::Display for BoardReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.players;
        write!(out, "bracket {}: {} ({})", self.bracket, first.number, first.score)?;
        write!(
            out,
            " moves first against {} ({}) by {}; ",
            second.number,
            second.score,
            self.sides.article()
        )?;
        match &self.decision {
            Decision::FirstInOrder => out.write_str("first in order"),
            Decision::Instead { opponent, because } => write!(out, "not {opponent}: {because}"),
        }
    }
}

/// Why each board of a draft is as it is, in the order of the boards; of a round changed by hand, what speaks
/// for and against the boards as they stand now. Every board that is not first in order costs one more draft;
/// for large fields ask board by board ([`explain_board`]).
///
/// # Errors
/// If the round leaves players out or pairs them twice, or the tournament's records cannot be paired from.
pub fn explain_round(tournament: &Tournament, draft: &DraftRound) -> Result<Vec<BoardReason>, PairingError> {
    let grounds = Grounds::new(tournament, draft)?;
    draft.boards.iter().map(|board| grounds.explain(board)).collect()
}

/// Why one board of a draft is as it is.
///
/// # Errors
/// As [`explain_round`], or if the round has no such board.
pub fn explain_board(
    tournament: &Tournament,
    draft: &DraftRound,
    board: &Board,
) -> Result<BoardReason, PairingError> {
    Grounds::new(tournament, draft)?.explain(board)
}

/// A draft with what is needed to explain it.
struct Grounds<'a> {
    tournament: &'a Tournament,
    draft: &'a DraftRound,
    field: Field,
    brackets: Vec<BracketReport>,
}

impl<'a> Grounds<'a> {
    fn new(tournament: &'a Tournament, draft: &'a DraftRound) -> Result<Self, PairingError> {
        let field = Field::new(tournament, draft.round)?;
        let brackets = check_round(tournament, draft)?.brackets;
        Ok(Self { tournament, draft, field, brackets })
    }

    fn explain(&self, board: &Board) -> Result<BoardReason, PairingError> {
        let place = |number| self.field.index_of(number).ok_or(PairingError::UnknownPlayer { number });
        let (first, second) = (place(board.first)?, place(board.second)?);
        let (higher, lower) =
            if first < second { (board.first, board.second) } else { (board.second, board.first) };
        let bracket = self.brackets.iter().find(|bracket| bracket.pairs.contains(&(higher, lower)));
        let bracket = bracket.ok_or_else(|| not_in(board, self.draft.round))?;
        Ok(BoardReason {
            bracket: bracket.score,
            players: [self.player(first, second, Side::First), self.player(second, first, Side::Second)],
            sides: self.field.side_of(first, second)?.1,
            decision: self.decision(bracket, higher, lower)?,
        })
    }

    fn player(&self, index: usize, opponent: usize, side: Side) -> PlayerReason {
        let contestant = &self.field.contestants[index];
        PlayerReason {
            number: contestant.number,
            place: contestant.rank + 1,
            score: contestant.score,
            virtual_points: self.tournament.virtual_points(contestant.number, self.draft.round),
            float: Float::between(contestant.score, self.field.score(opponent)),
            earlier_floats: contestant.floats,
            due: contestant.colour.clone(),
            is_granted: contestant.colour.preference.is_none_or(|preference| preference == side),
        }
    }

    fn decision(
        &self,
        bracket: &BracketReport,
        higher: PairingNumber,
        lower: PairingNumber,
    ) -> Result<Decision, PairingError> {
        match opposite(bracket, higher) {
            Some(opponent) if opponent != lower => {
                let because = against_pair(self.tournament, self.draft, higher, opponent)?;
                Ok(Decision::Instead { opponent, because })
            }
            _ => Ok(Decision::FirstInOrder),
        }
    }
}

fn not_in(board: &Board, round: Round) -> PairingError {
    let (first, second) = (board.first, board.second);
    PairingError::Unsuitable {
        why: format!("round {round} has no board {first} - {second}; ask for one of its boards"),
    }
}

/// Who stands opposite the higher-ranked player of a pair in the bracket's first candidate (article 3.3):
/// moved-down players opposite the first residents, the upper half of the others opposite the lower half.
fn opposite(bracket: &BracketReport, player: PairingNumber) -> Option<PairingNumber> {
    let is_moved = |number: &PairingNumber| bracket.moved_down.contains(number);
    let (moved, inner): (Vec<_>, Vec<_>) = bracket.pairs.iter().partition(|(higher, _)| is_moved(higher));
    if is_moved(&player) {
        let place = moved.iter().position(|(higher, _)| *higher == player)?;
        return bracket.residents.get(place).copied();
    }
    let taken = |number: &PairingNumber| moved.iter().any(|(_, lower)| lower == number);
    let remainder: Vec<PairingNumber> =
        bracket.residents.iter().copied().filter(|number| !taken(number)).collect();
    let place = remainder.iter().position(|&number| number == player)?;
    let half = inner.len();
    let opposite = if place < half { place + half } else { place - half };
    remainder.get(opposite).copied()
}
