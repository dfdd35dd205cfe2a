//! Moves as values: small, copied freely, meaningful only together with the situation they were made for.

use super::direction::Direction;
use super::force::Kind;
use super::position::Position;
use super::stage::Wing;

/// A move: what is done, and whether Storm declares the Empress with it (ruling 31).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// What is done.
    pub action: Action,
    /// Whether the Storm Queen becomes the Empress.
    pub empress: bool,
}

/// What a move does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A step, slide, leap, embarking, boarding, disembarking, glide or flight, with or without a capture.
    March {
        /// Where the force stands.
        from: Position,
        /// Where it goes.
        to: Position,
        /// What it captures.
        taken: Taken,
        /// What it becomes, or what takes its place, when the move is complete.
        becomes: Option<Kind>,
    },
    /// The maiden flight of a bird from its tower (ruling 18).
    Release {
        /// The tower.
        tower: Position,
        /// Where the bird alights.
        to: Position,
    },
    /// A vessel sails one position ahead (ruling 11).
    Sail {
        /// Where she is.
        from: Position,
        /// The position her bow points at.
        to: Position,
    },
    /// A vessel turns her bow (ruling 11).
    Turn {
        /// Where she is.
        at: Position,
        /// Where her bow will point.
        bow: Direction,
    },
    /// A vessel rams the opposing vessel ahead and takes her position (ruling 12).
    Ram {
        /// Where she is.
        from: Position,
        /// The vessel that is sunk.
        to: Position,
    },
    /// A Flagship fires a cannon (ruling 13).
    Fire {
        /// The Flagship.
        from: Position,
        /// The vessel that is sunk.
        target: Position,
    },
    /// An archer looses an arrow (ruling 19).
    Shoot {
        /// The archer.
        archer: Position,
        /// The bird or beast brought down.
        target: Position,
    },
    /// Towering or castling (ruling 30).
    Tower {
        /// The tower's wing.
        wing: Wing,
        /// The Guards or Warders who become Buccaneers or Pirates, by file, then rank.
        recruits: [Option<Position>; 2],
    },
    /// A bearer plants his flag where he stands (ruling 35).
    Plant {
        /// The covering position.
        at: Position,
    },
    /// The shield-bearer on alert springs on to the board (ruling 33).
    Spring {
        /// Where he goes.
        to: Position,
    },
}

/// What a march captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Taken {
    /// Nothing.
    Nothing,
    /// The force on the position moved to.
    There,
    /// The Gnome or Dwarf that has just passed the position moved to (ruling 21).
    Passing,
}

impl From<Action> for Move {
    fn from(action: Action) -> Self {
        Self { action, empress: false }
    }
}

impl Action {
    /// The position whose force or vessel acts; a springing or towering names none.
    #[must_use]
    pub const fn origin(self) -> Option<Position> {
        match self {
            Self::March { from, .. }
            | Self::Sail { from, .. }
            | Self::Ram { from, .. }
            | Self::Fire { from, .. } => Some(from),
            Self::Release { tower, .. } => Some(tower),
            Self::Turn { at, .. } | Self::Plant { at } => Some(at),
            Self::Shoot { archer, .. } => Some(archer),
            Self::Tower { .. } | Self::Spring { .. } => None,
        }
    }
}
