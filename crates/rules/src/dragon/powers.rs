//! The table of powers: one row for each pair of counterparts, to be held against the text line by line.
//!
//! A row says where a force may operate, how it moves and captures, and what it becomes on its way. What is
//! not in the table (towering, planting, springing, arrows, maiden flights, interchanges, exchanges) has
//! modules of its own.

use super::direction::Directions;
use super::force::Kind;
use crate::Knights;

/// The powers of one kind of force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Powers {
    /// Where it may operate and how it may cross the coasts (ruling 6).
    pub scope: Scope,
    /// Directions of single steps on to unoccupied positions.
    pub steps: Directions,
    /// Directions of single steps that capture.
    pub takes: Directions,
    /// Leaps, which move and capture alike, whatever lies between (ruling 9).
    pub leaps: Leaps,
    /// Lines along which it moves any number of unoccupied positions.
    pub slides: Directions,
    /// How it captures along the lines of `slides`.
    pub lines: LineCapture,
    /// Lines of its glides to the other kingdom (ruling 16).
    pub glides: Directions,
    /// Lines of its flight within a kingdom, over everything (ruling 17).
    pub flies: Directions,
    /// Whether it captures along its lines of flight.
    pub blazes: bool,
    /// What it becomes on its way, without any choice.
    pub becomes: Becomes,
}

/// Where a force may operate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scope {
    /// The land of its own kingdom.
    pub home: Land,
    /// The land of the other kingdom.
    pub abroad: Land,
    /// From its own kingdom on to Trafalgar Ocean.
    pub embarks_at_home: bool,
    /// From the other kingdom on to Trafalgar Ocean.
    pub embarks_abroad: bool,
    /// From Trafalgar Ocean on to its own kingdom.
    pub lands_at_home: bool,
    /// From Trafalgar Ocean on to the other kingdom.
    pub lands_abroad: bool,
}

/// How much of a kingdom's land a force may operate in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Land {
    /// None of it.
    Nowhere,
    /// The Palace or Citadel only.
    Palace,
    /// All of it.
    Everywhere,
}

/// The families of leaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaps {
    /// None.
    Nothing,
    /// Green and Red Knights.
    Knight,
    /// White and Black Knights, whose leaps follow the variation (note 21).
    Variation,
}

/// How a force captures along its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineCapture {
    /// Not at all.
    Never,
    /// The first force in the way.
    First,
    /// Only the first force beyond exactly one screen (ruling 14).
    OverScreen,
    /// Either (ruling 15).
    FirstOrOverScreen,
}

/// What a force becomes by moving; Forest's kind, then Storm's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Becomes {
    /// It stays what it is.
    Itself,
    /// When it lands in the other kingdom.
    Landing(Kind, Kind),
    /// When it leaves its Palace or Citadel.
    LeavingPalace(Kind, Kind),
    /// When it embarks.
    Embarking(Kind),
}

const NOWHERE: Scope = Scope {
    home: Land::Nowhere,
    abroad: Land::Nowhere,
    embarks_at_home: false,
    embarks_abroad: false,
    lands_at_home: false,
    lands_abroad: false,
};
const PALACE: Scope = Scope { home: Land::Palace, ..NOWHERE };
const HOME: Scope = Scope { home: Land::Everywhere, ..NOWHERE };
const ABROAD: Scope = Scope { abroad: Land::Everywhere, ..NOWHERE };
const BOTH_KINGDOMS: Scope = Scope { home: Land::Everywhere, ..ABROAD };
/// Own land and sea both ways; landing abroad transforms and confines.
const HOME_AND_SEA: Scope = Scope { embarks_at_home: true, lands_at_home: true, lands_abroad: true, ..HOME };
/// Everywhere, back and forth.
const EVERYWHERE: Scope = Scope { abroad: Land::Everywhere, embarks_abroad: true, ..HOME_AND_SEA };
/// Out of the Forest for good, then into Storms for good.
const PRINCE: Scope = Scope { embarks_at_home: true, lands_abroad: true, ..BOTH_KINGDOMS };
/// At home until she embarks, which makes her the Witch.
const STORM_QUEEN: Scope = Scope { embarks_at_home: true, ..HOME };
/// The sea, then the Forest for good.
const WITCH: Scope = Scope { lands_abroad: true, ..ABROAD };

const NONE: Directions = Directions::NONE;
const ANY: Directions = Directions::ALL;
const ROOK: Directions = Directions::ORTHOGONAL;
const BISHOP: Directions = Directions::DIAGONAL;
const QUEEN: Directions = Directions::ALL;
const ELF: Directions = Directions::FORWARD.and(Directions::FORWARD_DIAGONALS).and(Directions::SIDEWAYS);

const BASE: Powers = Powers {
    scope: NOWHERE,
    steps: NONE,
    takes: NONE,
    leaps: Leaps::Nothing,
    slides: NONE,
    lines: LineCapture::Never,
    glides: NONE,
    flies: NONE,
    blazes: false,
    becomes: Becomes::Itself,
};

const fn steps(scope: Scope, steps: Directions, takes: Directions) -> Powers {
    Powers { scope, steps, takes, ..BASE }
}
const fn slides(scope: Scope, slides: Directions, lines: LineCapture) -> Powers {
    Powers { scope, slides, lines, ..BASE }
}
const fn leaps(scope: Scope, leaps: Leaps) -> Powers {
    Powers { scope, leaps, ..BASE }
}
const fn flies(scope: Scope, flies: Directions, blazes: bool) -> Powers {
    Powers { scope, flies, blazes, ..BASE }
}
const fn gliding(powers: Powers) -> Powers {
    Powers { glides: ANY, ..powers }
}

use LineCapture::{First, FirstOrOverScreen, OverScreen};

impl Kind {
    /// The row of this kind in the table of powers.
    #[must_use]
    pub fn powers(self) -> &'static Powers {
        &TABLE[self as usize]
    }

    #[rustfmt::skip]
    const fn row(self) -> Powers {
        match self {
            // royals, queens, witch                      scope          steps            takes
            Self::Prince                       => steps(PRINCE,        ANY,             ANY),
            Self::Warlord                      => steps(EVERYWHERE,    ANY,             ANY),
            Self::Witch                        => steps(WITCH,         ANY,             ANY),
            Self::Princess                     => BASE,
            Self::QueenAtWar                   => slides(HOME,         QUEEN,           First),
            Self::StormQueen                   => Powers { becomes: Becomes::Embarking(Self::Witch),
                                                ..slides(STORM_QUEEN,  QUEEN,           First) },
            Self::Empress                      => gliding(slides(BOTH_KINGDOMS, QUEEN,  First)),
            // foot
            Self::Dwarf | Self::Gnome          => Powers { becomes: Becomes::Landing(Self::Elf, Self::Troll),
                                                ..steps(HOME_AND_SEA,  Directions::FORWARD, Directions::FORWARD_DIAGONALS) },
            Self::Elf | Self::Troll            => steps(ABROAD,        ELF,             ELF),
            Self::PalaceDefender | Self::CitadelWatcher => Powers { becomes: Becomes::LeavingPalace(Self::Dwarf, Self::Gnome),
                                                ..steps(HOME,          ELF,             ELF) },
            Self::Guard | Self::Warder         => steps(PALACE,        ANY,             ANY),
            Self::Librarian | Self::Jailer     => steps(HOME,          ANY,             NONE),
            // knights
            Self::GreenKnight | Self::RedKnight   => leaps(EVERYWHERE, Leaps::Knight),
            Self::WhiteKnight | Self::BlackKnight => leaps(EVERYWHERE, Leaps::Variation),
            // engines of war
            Self::Crossbowman | Self::Catapult => Powers { becomes: Becomes::Landing(Self::SiegeDirector, Self::SiegeMachine),
                                                ..slides(HOME_AND_SEA, ROOK,            OverScreen) },
            Self::SiegeDirector | Self::SiegeMachine => slides(ABROAD, ROOK,            FirstOrOverScreen),
            Self::Buccaneer | Self::Pirate     => Powers { becomes: Becomes::Landing(Self::Ranger, Self::Raider),
                                                ..slides(HOME_AND_SEA, BISHOP,          First) },
            Self::Ranger | Self::Raider        => slides(ABROAD,       BISHOP,          FirstOrOverScreen),
            Self::Watchtower | Self::Castle    => Powers { becomes: Becomes::Landing(Self::GreenFortress, Self::RedFortress),
                                                ..slides(HOME_AND_SEA, ROOK,            First) },
            Self::GreenFortress | Self::RedFortress   => slides(ABROAD, QUEEN,          First),
            Self::GreenSceptre | Self::RedSceptre     => slides(HOME,   QUEEN,          First),
            Self::ForestTalisman | Self::StormTalisman => gliding(slides(BOTH_KINGDOMS, QUEEN, First)),
            Self::Wizard | Self::Magician      => gliding(slides(BOTH_KINGDOMS, QUEEN,  FirstOrOverScreen)),
            // birds and beasts: the birds glide vertically and capture only beside them
            Self::Albatross | Self::Raven      => Powers { takes: ANY, glides: Directions::VERTICAL,
                                                ..flies(BOTH_KINGDOMS, ROOK,            false) },
            Self::IceDragon                    => flies(ABROAD,        QUEEN,           true),
            Self::ElderSerpent                 => flies(ABROAD,        ROOK,            true),
            Self::YoungerSerpent               => flies(ABROAD,        BISHOP,          true),
        }
    }
}

static TABLE: [Powers; Kind::ALL.len()] = {
    let mut table = [BASE; Kind::ALL.len()];
    let mut at = 0;
    while at < table.len() {
        table[at] = Kind::ALL[at].row();
        at += 1;
    }
    table
};

type Offset = (i8, i8);

const KNIGHT: [Offset; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
#[rustfmt::skip]
const LANCE: [Offset; 16] = [
    (1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3),
    (2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3),
];
#[rustfmt::skip]
const SWORD: [Offset; 16] = [
    (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2),
    (1, 1), (1, -1), (-1, -1), (-1, 1), (2, 2), (2, -2), (-2, -2), (-2, 2),
];
#[rustfmt::skip]
const PIKE: [Offset; 16] = [
    (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2),
    (0, 1), (1, 0), (0, -1), (-1, 0), (0, 2), (2, 0), (0, -2), (-2, 0),
];

/// The offsets in files and ranks to which forces of this family leap in this variation.
pub(crate) const fn offsets(knights: Knights, leaps: Leaps) -> &'static [Offset] {
    match (leaps, knights) {
        (Leaps::Nothing, _) => &[],
        (Leaps::Knight, _) => &KNIGHT,
        (Leaps::Variation, Knights::Lance) => &LANCE,
        (Leaps::Variation, Knights::Sword) => &SWORD,
        (Leaps::Variation, Knights::Pike) => &PIKE,
    }
}
