//! What a pairing system answers: a draft of a round, or why there is none.

use std::fmt;

use super::player::{PairingNumber, Round};

/// One board of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Board {
    /// Moves first (White).
    pub first: PairingNumber,
    /// Moves second (Black).
    pub second: PairingNumber,
}

/// A player without an opponent in a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByeAward {
    /// Who sits out.
    pub player: PairingNumber,
}

/// A round as a pairing system proposes it: boards in the order of their numbers, then who is left over.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DraftRound {
    /// Which round.
    pub round: Round,
    /// The boards, the first being board 1.
    pub boards: Vec<Board>,
    /// Players who get the pairing-allocated bye (a Swiss round has at most one, a knockout may have several).
    pub byes: Vec<ByeAward>,
}

/// Why a round could not be drafted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairingError {
    /// A cell or a setting names a player who is not in the tournament.
    UnknownPlayer {
        /// The number named.
        number: PairingNumber,
    },
    /// The two cells of a game do not mirror each other.
    Contradiction {
        /// The player whose cell was read.
        player: PairingNumber,
        /// The round.
        round: Round,
    },
    /// A game of an earlier round has no result.
    OpenResult {
        /// The player whose game is open.
        player: PairingNumber,
        /// The round.
        round: Round,
    },
    /// The event has fewer rounds than this.
    BeyondLastRound {
        /// The round asked for.
        round: Round,
        /// How many the event has.
        rounds: u32,
    },
    /// The side of the first round is neither set nor can be inferred.
    NoInitialSide,
    /// No pairing of the present players meets the absolute criteria.
    NoValidPairing {
        /// How many players were to be paired.
        players: usize,
    },
    /// The pairing system does not fit what was asked (for example a match of three players).
    Unsuitable {
        /// What does not fit, and what would.
        why: String,
    },
}

impl fmt::Display for PairingError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownPlayer { number } => write!(out, "no player has the number {number}"),
            Self::Contradiction { player, round } => write!(
                out,
                "round {round}: the record of player {player} and that of the opponent contradict each other; \
                 both must name each other, with opposite sides"
            ),
            Self::OpenResult { player, round } => write!(
                out,
                "round {round}: the game of player {player} has no result; enter it, or mark the game adjourned"
            ),
            Self::BeyondLastRound { round, rounds } => {
                write!(out, "round {round} was asked for, but the event has {rounds} rounds")
            }
            Self::NoInitialSide => {
                out.write_str("the side of the first round is not set: draw lots and enter the initial side")
            }
            Self::NoValidPairing { players } => write!(
                out,
                "the {players} players present cannot all be paired: too many have met or are forbidden to meet; \
                 lift a forbidden pair, or end the event here"
            ),
            Self::Unsuitable { why } => out.write_str(why),
        }
    }
}

impl std::error::Error for PairingError {}
