//! The forces that can stand on the board: sides, kinds, abbreviations, names.

use std::fmt;

/// The two sides; each is played by its Overlord.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The Forest Kingdom: green, in the North.
    Forest,
    /// The Kingdom of Storms: red, in the South.
    Storm,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::Forest, Self::Storm];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Forest => Self::Storm,
            Self::Storm => Self::Forest,
        }
    }

    /// `Forest` or `Storm`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forest => "Forest",
            Self::Storm => "Storm",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Declares the kinds with abbreviation, side and name in one list.
macro_rules! kinds {
    ($($kind:ident $abbreviation:literal $side:ident $name:literal)+) => {
        /// A kind of force that can stand on a position of the board.
        ///
        /// Kinds matter in the rules, names do not: both White Knights are one kind.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Kind { $(#[doc = $name] $kind,)+ }

        impl Kind {
            /// Every kind, the Forest's first, in the order of the text's abbreviations.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)+];

            /// The abbreviation of situation strings and suffixes.
            #[must_use]
            pub const fn abbreviation(self) -> &'static str {
                match self { $(Self::$kind => $abbreviation,)+ }
            }

            /// The full name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)+ }
            }

            /// The side it fights for.
            #[must_use]
            pub const fn side(self) -> Side {
                match self { $(Self::$kind => Side::$side,)+ }
            }

            /// Reads an abbreviation, capitals only.
            #[must_use]
            pub fn from_abbreviation(text: &str) -> Option<Self> {
                match text { $($abbreviation => Some(Self::$kind),)+ _ => None }
            }
        }
    };
}

kinds! {
    Prince "TPC" Forest "TrueBorn Prince"
    Princess "WPS" Forest "Woodland Princess"
    QueenAtWar "TBW" Forest "TrueBorn Queen at War"
    WhiteKnight "WK" Forest "White Knight"
    GreenKnight "GK" Forest "Green Knight"
    Crossbowman "CB" Forest "Crossbowman"
    SiegeDirector "GSD" Forest "Siege Director"
    Watchtower "WR" Forest "Watchtower"
    GreenFortress "GF" Forest "Green Fortress"
    Albatross "AS" Forest "Albatross"
    Guard "GD" Forest "Guard"
    Buccaneer "BR" Forest "Buccaneer"
    Ranger "RG" Forest "Ranger"
    PalaceDefender "PD" Forest "Palace Defender"
    Dwarf "DF" Forest "Dwarf"
    Elf "EF" Forest "Elf"
    GreenSceptre "GSE" Forest "Green Sceptre"
    ForestTalisman "FT" Forest "Forest Talisman"
    IceDragon "DA" Forest "Ice Dragon Afire"
    Wizard "WD" Forest "First Wizard Unchained"
    Librarian "LB" Forest "Librarian"
    Warlord "WL" Storm "Dark Warlord"
    StormQueen "SQN" Storm "Storm Queen"
    Empress "SEP" Storm "Storm Empress"
    Witch "RWH" Storm "Red Witch"
    BlackKnight "BK" Storm "Black Knight"
    RedKnight "RK" Storm "Red Knight"
    Catapult "RCT" Storm "Catapult"
    SiegeMachine "RSM" Storm "Red Siege Machine"
    Castle "CE" Storm "Castle"
    RedFortress "RF" Storm "Red Fortress"
    Raven "RN" Storm "Raven"
    Warder "WS" Storm "Warder"
    Pirate "PE" Storm "Pirate"
    Raider "RR" Storm "Raider"
    CitadelWatcher "CW" Storm "Citadel Watcher"
    Gnome "GNM" Storm "Gnome"
    Troll "TRL" Storm "Troll"
    RedSceptre "RSE" Storm "Red Sceptre"
    StormTalisman "ST" Storm "Storm Talisman"
    ElderSerpent "ESA" Storm "Elder Winged Serpent Afire"
    YoungerSerpent "YSA" Storm "Younger Winged Serpent Afire"
    Magician "IM" Storm "Iron Magician Unchained"
    Jailer "JR" Storm "Jailer"
}

impl Kind {
    /// The Prince or the Warlord, whose safety decides the war (ruling 23).
    #[must_use]
    pub const fn is_royal(self) -> bool {
        matches!(self, Self::Prince | Self::Warlord)
    }

    /// The royal of a side.
    #[must_use]
    pub const fn royal_of(side: Side) -> Self {
        match side {
            Side::Forest => Self::Prince,
            Side::Storm => Self::Warlord,
        }
    }

    /// A Watchtower or a Castle, which may hold a bird.
    #[must_use]
    pub const fn is_tower(self) -> bool {
        matches!(self, Self::Watchtower | Self::Castle)
    }

    /// A dragon or serpent afire.
    #[must_use]
    pub const fn is_beast(self) -> bool {
        matches!(self, Self::IceDragon | Self::ElderSerpent | Self::YoungerSerpent)
    }

    /// Bearers of flags that can be planted (ruling 35).
    #[must_use]
    pub const fn is_flag_bearer(self) -> bool {
        matches!(self, Self::Prince | Self::Warlord | Self::Witch)
    }

    /// Dwarfs, Gnomes, Elves and Trolls, whose moves show that the war goes on (ruling 37).
    #[must_use]
    pub const fn is_foot(self) -> bool {
        matches!(self, Self::Dwarf | Self::Gnome | Self::Elf | Self::Troll)
    }

    /// The bird that lives in a tower of this side.
    #[must_use]
    pub const fn bird_of(side: Side) -> Self {
        match side {
            Side::Forest => Self::Albatross,
            Side::Storm => Self::Raven,
        }
    }

    /// The shield-bearer of a side.
    #[must_use]
    pub const fn shield_bearer_of(side: Side) -> Self {
        match side {
            Side::Forest => Self::Librarian,
            Side::Storm => Self::Jailer,
        }
    }
}
