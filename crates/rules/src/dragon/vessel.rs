//! Ships and Flagships: fleet, bow, cannonballs.

use super::direction::Direction;
use super::force::Side;
use super::position::Position;

/// Where each Flagship is anchored at first: Trafalgar Harbour and Storm Harbour.
#[must_use]
pub const fn harbour_of(fleet: Side) -> Position {
    match fleet {
        Side::Forest => Position::known(4, 6),
        Side::Storm => Position::known(4, 10),
    }
}

/// The cannonballs a Flagship starts with.
pub const CANNONBALLS: u8 = 3;

/// A vessel on Trafalgar Ocean; who is aboard is not part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Vessel {
    /// Her original colour.
    pub fleet: Side,
    /// Where her bow points.
    pub bow: Direction,
    /// Ship or Flagship.
    pub class: Class,
}

/// The two classes of vessels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// A ship with a battering ram.
    Ship,
    /// A Flagship, with cannons besides.
    Flagship {
        /// Cannonballs left, 0 to 3.
        balls: u8,
        /// Whether she has never left her harbour (ruling 10).
        moored: bool,
    },
}

impl Vessel {
    /// Whether she can still not be boarded by her enemies (ruling 10).
    #[must_use]
    pub const fn is_moored(self) -> bool {
        matches!(self.class, Class::Flagship { moored: true, .. })
    }

    /// Whether she is a Flagship.
    #[must_use]
    pub const fn is_flagship(self) -> bool {
        matches!(self.class, Class::Flagship { .. })
    }

    /// Cannonballs left; a Ship has none.
    #[must_use]
    pub const fn balls(self) -> u8 {
        match self.class {
            Class::Ship => 0,
            Class::Flagship { balls, .. } => balls,
        }
    }

    /// The same vessel under way: a Flagship has left her harbour.
    #[must_use]
    pub(super) const fn under_way(mut self) -> Self {
        if let Class::Flagship { balls, .. } = self.class {
            self.class = Class::Flagship { balls, moored: false };
        }
        self
    }

    /// The same vessel with a cannonball spent.
    #[must_use]
    pub(super) const fn after_firing(mut self) -> Self {
        if let Class::Flagship { balls, moored } = self.class {
            self.class = Class::Flagship { balls: balls.saturating_sub(1), moored };
        }
        self
    }

    /// The same vessel with another bow.
    #[must_use]
    pub(super) const fn turned(mut self, bow: Direction) -> Self {
        self.bow = bow;
        self
    }
}
