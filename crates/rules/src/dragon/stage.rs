//! What the war has come to away from the lattice: beasts, shields, captives, arrows, rights.

use super::force::{Kind, Side};
use super::position::Position;

/// A dragon or serpent's progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Beast {
    /// Watching in the White Room, or waiting in the Stairwell or the Central Dungeon.
    Waiting,
    /// Set afire, on the board.
    Afire,
    /// Captured.
    Gone,
}

/// A shield-bearer's progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shield {
    /// Shield lowered, in the Library or the Jailer's office.
    Lowered,
    /// On Alert: he may spring.
    Alert,
    /// On Guard, on the board.
    Guard,
    /// Captured.
    Gone,
}

/// The progress of the Wizard and the Magician.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Captive {
    /// In chains.
    Chained,
    /// On the board.
    Free,
    /// Captured after unchaining; never returns (ruling 22).
    Gone,
}

/// A side's towers, by the wing they started on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wing {
    /// From the A file.
    West,
    /// From the I file.
    East,
}

impl Wing {
    /// Both wings.
    pub const BOTH: [Self; 2] = [Self::West, Self::East];

    /// `W` or `E`, as in `O-W`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::West => 'W',
            Self::East => 'E',
        }
    }

    /// Where the side's tower of this wing starts.
    #[must_use]
    pub const fn tower_post(self, side: Side) -> Position {
        let file = match self {
            Self::West => 0,
            Self::East => 8,
        };
        Position::known(file, home_rank(side))
    }
}

/// The rank on which a side's royal starts.
#[must_use]
pub const fn home_rank(side: Side) -> u8 {
    match side {
        Side::Forest => 1,
        Side::Storm => 15,
    }
}

/// Where a side's royal starts.
#[must_use]
pub const fn royal_post(side: Side) -> Position {
    Position::known(4, home_rank(side))
}

/// The rights to towering and castling that are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rights(u8);

impl Rights {
    /// None left.
    pub const NONE: Self = Self(0);
    /// All four.
    pub const ALL: Self = Self(0b1111);

    const fn bit(side: Side, wing: Wing) -> u8 {
        1 << (side as u8 * 2 + wing as u8)
    }

    /// Whether the right is left.
    #[must_use]
    pub const fn has(self, side: Side, wing: Wing) -> bool {
        self.0 & Self::bit(side, wing) != 0
    }

    /// The rights with one more.
    #[must_use]
    pub const fn with(self, side: Side, wing: Wing) -> Self {
        Self(self.0 | Self::bit(side, wing))
    }

    /// Takes away what depends on a force having stayed where it started.
    pub(super) fn disturb(&mut self, position: Position) {
        if self.0 == 0 {
            return;
        }
        for side in Side::BOTH {
            for wing in Wing::BOTH {
                if position == royal_post(side) || position == wing.tower_post(side) {
                    self.0 &= !Self::bit(side, wing);
                }
            }
        }
    }
}

/// Captured forces that an exchange may bring back (ruling 22): three kinds a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ExchangeBox([u8; 6]);

impl ExchangeBox {
    /// The kinds it can hold, in the order of situation strings.
    pub const KINDS: [Kind; 6] = [
        Kind::WhiteKnight,
        Kind::GreenKnight,
        Kind::Ranger,
        Kind::BlackKnight,
        Kind::RedKnight,
        Kind::Raider,
    ];

    const fn slot(kind: Kind) -> Option<usize> {
        match kind {
            Kind::WhiteKnight => Some(0),
            Kind::GreenKnight => Some(1),
            Kind::Ranger => Some(2),
            Kind::BlackKnight => Some(3),
            Kind::RedKnight => Some(4),
            Kind::Raider => Some(5),
            _ => None,
        }
    }

    /// How many of a kind are there.
    #[must_use]
    pub fn count(&self, kind: Kind) -> u8 {
        Self::slot(kind).map_or(0, |slot| self.0[slot])
    }

    pub(super) fn set(&mut self, kind: Kind, count: u8) {
        if let Some(slot) = Self::slot(kind) {
            self.0[slot] = count;
        }
    }

    pub(super) fn put(&mut self, kind: Kind) {
        self.set(kind, self.count(kind).saturating_add(1));
    }

    pub(super) fn take(&mut self, kind: Kind) {
        self.set(kind, self.count(kind).saturating_sub(1));
    }
}

/// Everything of a situation that is not on the lattice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// The Ice Dragon.
    pub ice: Beast,
    /// The Elder Winged Serpent.
    pub elder: Beast,
    /// The Younger Winged Serpent; waiting also when her option is forfeited.
    pub younger: Beast,
    /// Whether the Queen has gone to war.
    pub war: bool,
    /// Green arrows with the Princess, or with the Queen at war.
    pub green_arrows: u8,
    /// Green arrows in the Library.
    pub library_arrows: u8,
    /// Red arrows left.
    pub red_arrows: u8,
    /// The Librarian.
    pub librarian: Shield,
    /// The Jailer.
    pub jailer: Shield,
    /// The First Wizard.
    pub wizard: Captive,
    /// The Iron Magician.
    pub magician: Captive,
    /// Whether the Warlord has landed in the Forest before (ruling 32).
    pub warlord_has_landed: bool,
    /// Whether Storm may declare the Empress with this move (ruling 31).
    pub empress_offered: bool,
    /// The position a Gnome or Dwarf has just passed by a double step.
    pub passed: Option<Position>,
    /// What exchanges may bring back.
    pub exchange: ExchangeBox,
}

impl State {
    /// The state before the first move.
    pub const START: Self = Self {
        ice: Beast::Waiting,
        elder: Beast::Waiting,
        younger: Beast::Waiting,
        war: false,
        green_arrows: 2,
        library_arrows: 2,
        red_arrows: 3,
        librarian: Shield::Lowered,
        jailer: Shield::Lowered,
        wizard: Captive::Chained,
        magician: Captive::Chained,
        warlord_has_landed: false,
        empress_offered: false,
        passed: None,
        exchange: ExchangeBox([0; 6]),
    };

    /// The shield of a side's bearer.
    #[must_use]
    pub const fn shield(&self, side: Side) -> Shield {
        match side {
            Side::Forest => self.librarian,
            Side::Storm => self.jailer,
        }
    }

    pub(super) fn set_shield(&mut self, side: Side, shield: Shield) {
        match side {
            Side::Forest => self.librarian = shield,
            Side::Storm => self.jailer = shield,
        }
    }
}
