//! What moves lead to: the situation, how often it has stood, and whether a draw can be claimed in it.

use std::sync::Arc;

use super::replay::Course;
use crate::any::AnyPosition;
use crate::dance::Board;
use crate::game::{MoveError, Replayed, SituationError};
use crate::outcome::{Ending, Outcome};
use crate::side::{BySide, Side};
use crate::variation::Variation;

/// How often a situation has to stand for a claim (TigerChess ruling 8, Dragon rule 23.2, Dance ruling 16).
const TIMES_TO_CLAIM: u32 = 3;

/// How many quiet half-moves make fifty moves of each side.
const QUIET_TO_CLAIM: u32 = 100;

/// Where a line of moves has led, with what only its history can tell.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reached {
    /// The position.
    pub position: AnyPosition,
    /// How many plies led here, postings included.
    pub plies: u32,
    /// How often this situation has stood with the same player to move, this time included.
    pub times: u32,
    /// Half-moves since whatever the fifty-move rule counts from.
    pub quiet_half_moves: u32,
    /// How the board itself has ended the game.
    pub verdict: Option<Outcome>,
}

/// Why moves lead nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReachError {
    /// The situation to start from is none of this variation.
    Start(SituationError),
    /// A move is not legal where it stands.
    Move {
        /// The ply, from 1.
        ply: u32,
        /// Why.
        error: MoveError,
    },
}

impl std::fmt::Display for ReachError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Start(error) => error.fmt(f),
            Self::Move { ply, error } => write!(f, "ply {ply}: {error}"),
        }
    }
}

impl std::error::Error for ReachError {}

impl Reached {
    /// Plays moves from the start of a variation, or from a situation of it; The Dragon's Dance on the standard board.
    ///
    /// # Errors
    /// [`ReachError`] when the situation is none of the variation, or a move is not legal.
    pub fn after<'a>(
        variation: Variation,
        situation: Option<&str>,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, ReachError> {
        Self::after_on(&Board::standard(), variation, situation, moves)
    }

    /// The same, The Dragon's Dance on that board; the other games have one board.
    ///
    /// # Errors
    /// [`ReachError`] when the situation is none of the variation, or a move is not legal.
    pub fn after_on<'a>(
        board: &Arc<Board>,
        variation: Variation,
        situation: Option<&str>,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, ReachError> {
        let start = match situation {
            None => AnyPosition::start_on(variation, board),
            Some(text) => {
                AnyPosition::from_situation_of(variation, text, board).map_err(ReachError::Start)?
            }
        };
        match start {
            AnyPosition::LancerChess(start) => reach(start, moves, AnyPosition::LancerChess),
            AnyPosition::TigerChess(start) => reach(start, moves, AnyPosition::TigerChess),
            AnyPosition::Dragon(start) => reach(*start, moves, |it| AnyPosition::Dragon(Box::new(it))),
            AnyPosition::Dance(start) => reach(*start, moves, |it| AnyPosition::Dance(Box::new(it))),
        }
    }

    /// What a claim of repetition or of fifty moves rests on here, and whether it holds; none for any other ending.
    #[must_use]
    pub const fn claim(&self, ending: Ending) -> Option<ClaimCount> {
        let (count, needed) = match ending {
            Ending::Repetition => (self.times, TIMES_TO_CLAIM),
            Ending::FiftyMoves => (self.quiet_half_moves, QUIET_TO_CLAIM),
            _ => return None,
        };
        Some(ClaimCount { count, needed })
    }

    /// Whether each side's Standard Bearer has been captured (TigerVariation).
    #[must_use]
    pub fn bearers_captured(&self) -> BySide<bool> {
        BySide {
            south: self.position.bearer_captured(Side::South),
            north: self.position.bearer_captured(Side::North),
        }
    }
}

/// What a claim counts: how often a situation has stood, or quiet half-moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClaimCount {
    /// What was counted.
    pub count: u32,
    /// What the claim needs.
    pub needed: u32,
}

impl ClaimCount {
    /// Whether the claim holds.
    #[must_use]
    pub const fn holds(self) -> bool {
        self.count >= self.needed
    }
}

fn reach<'a, P: Replayed>(
    start: P,
    moves: impl IntoIterator<Item = &'a str>,
    any: impl FnOnce(P) -> AnyPosition,
) -> Result<Reached, ReachError> {
    let mut course = Course::new(start);
    for text in moves {
        let ply = course.plies + 1;
        course.play(text).map_err(|error| ReachError::Move { ply, error })?;
    }
    Ok(Reached {
        plies: course.plies,
        times: course.times(),
        quiet_half_moves: course.position.quiet_half_moves(),
        verdict: course.verdict(),
        position: any(course.position),
    })
}
