//! One player's round: whom he met, or why he met nobody, and what came of it.

use super::player::PairingNumber;
use super::points::Points;

/// Who moves first. FIDE files write first as White and second as Black.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// Moves first (White).
    First,
    /// Moves second (Black).
    Second,
}

impl Side {
    /// The opponent's side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// The state of a game over the board, seen from one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GameResult {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
    /// Broken off, to be played to its end later: the next round is paired as if it were drawn.
    Adjourned,
    /// Paired, and nothing reported yet: the next round cannot be paired.
    Open,
}

/// How a pairing that never became a game ended for one player. Both players may have lost (a double forfeit).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ForfeitResult {
    /// The opponent did not appear.
    Win,
    /// This player did not appear.
    Loss,
}

/// Why a player has no opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Bye {
    /// PAB: the pairing left him over.
    PairingAllocated,
    /// HPB: asked for, worth a draw.
    HalfPoint,
    /// FPB: granted, worth a win.
    FullPoint,
    /// ZPB: absent or withdrawn.
    ZeroPoint,
}

/// What happened in one round to one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Entry {
    /// A game, or a pairing still to be played.
    Game {
        /// The other player.
        opponent: PairingNumber,
        /// This player's side.
        side: Side,
        /// How it stands.
        result: GameResult,
        /// False for a game of less than one move (TRF `W`, `D`, `L`), which counts but is not rated.
        rated: bool,
    },
    /// A pairing decided by absence: it has an opponent but no side that counts, and the two may be paired again.
    Forfeit {
        /// The other player.
        opponent: PairingNumber,
        /// The side that had been allotted, for the files; no rule looks at it.
        side: Option<Side>,
        /// How it ended for this player.
        result: ForfeitResult,
    },
    /// No opponent.
    Bye(Bye),
    /// Not in the tournament in this round (a late entry's past), worth as much as a zero-point bye.
    Unplayed,
}

/// Points that one game gave and that the table does not know: victories of these games differ in worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Award {
    /// The points, without the nominal part.
    pub points: Points,
    /// The nominal part (the ½ of "5 + ½ nominal"), counted if the event counts it.
    pub nominal: Points,
    /// How great a victory: 0 is an ordinary one (or none), a greater number a greater victory.
    pub grade: u8,
}

/// One player's round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// What happened.
    pub entry: Entry,
    /// Points of its own, instead of the table's.
    pub award: Option<Award>,
}

impl From<Entry> for Cell {
    fn from(entry: Entry) -> Self {
        Self { entry, award: None }
    }
}

impl Cell {
    /// A rated game.
    #[must_use]
    pub const fn game(opponent: PairingNumber, side: Side, result: GameResult) -> Self {
        Self { entry: Entry::Game { opponent, side, result, rated: true }, award: None }
    }

    /// A bye.
    #[must_use]
    pub const fn bye(bye: Bye) -> Self {
        Self { entry: Entry::Bye(bye), award: None }
    }

    /// The opponent, whether the game was played or not.
    #[must_use]
    pub const fn opponent(&self) -> Option<PairingNumber> {
        match self.entry {
            Entry::Game { opponent, .. } | Entry::Forfeit { opponent, .. } => Some(opponent),
            Entry::Bye(_) | Entry::Unplayed => None,
        }
    }

    /// The opponent of a game over the board.
    #[must_use]
    pub const fn opponent_met(&self) -> Option<PairingNumber> {
        match self.entry {
            Entry::Game { opponent, .. } => Some(opponent),
            _ => None,
        }
    }

    /// The side of a game over the board.
    #[must_use]
    pub const fn side_played(&self) -> Option<Side> {
        match self.entry {
            Entry::Game { side, .. } => Some(side),
            _ => None,
        }
    }

    /// Whether the player took part in the round's pairing: he had an opponent or the pairing-allocated bye.
    #[must_use]
    pub const fn was_paired(&self) -> bool {
        matches!(self.entry, Entry::Game { .. } | Entry::Forfeit { .. } | Entry::Bye(Bye::PairingAllocated))
    }
}

/// The result of a board, for both players at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BoardResult {
    /// First won.
    FirstWins,
    /// Drawn.
    Draw,
    /// Second won.
    SecondWins,
    /// Played, and the Arbiter gave both a loss.
    BothLose,
    /// Second did not appear.
    SecondForfeits,
    /// First did not appear.
    FirstForfeits,
    /// Neither appeared.
    BothForfeit,
    /// Adjourned.
    Adjourned,
    /// Not reported yet.
    Open,
}

impl BoardResult {
    /// The two cells of a board, first player's first.
    #[must_use]
    pub const fn cells(self, first: PairingNumber, second: PairingNumber) -> (Cell, Cell) {
        use ForfeitResult as F;
        use GameResult as G;
        match self {
            Self::FirstWins => played(first, second, G::Win, G::Loss),
            Self::Draw => played(first, second, G::Draw, G::Draw),
            Self::SecondWins => played(first, second, G::Loss, G::Win),
            Self::BothLose => played(first, second, G::Loss, G::Loss),
            Self::SecondForfeits => forfeited(first, second, F::Win, F::Loss),
            Self::FirstForfeits => forfeited(first, second, F::Loss, F::Win),
            Self::BothForfeit => forfeited(first, second, F::Loss, F::Loss),
            Self::Adjourned => played(first, second, G::Adjourned, G::Adjourned),
            Self::Open => played(first, second, G::Open, G::Open),
        }
    }
}

const fn played(
    first: PairingNumber,
    second: PairingNumber,
    ours: GameResult,
    theirs: GameResult,
) -> (Cell, Cell) {
    (Cell::game(second, Side::First, ours), Cell::game(first, Side::Second, theirs))
}

const fn forfeited(
    first: PairingNumber,
    second: PairingNumber,
    ours: ForfeitResult,
    theirs: ForfeitResult,
) -> (Cell, Cell) {
    (
        Cell {
            entry: Entry::Forfeit { opponent: second, side: Some(Side::First), result: ours },
            award: None,
        },
        Cell {
            entry: Entry::Forfeit { opponent: first, side: Some(Side::Second), result: theirs },
            award: None,
        },
    )
}
