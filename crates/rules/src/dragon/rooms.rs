//! The twelve rooms without geometry, for displays beside the board: who and what is in them now.
//!
//! Nothing here bears on the rules. With the lattice and its two rooms they make the 149 positions of rule 15.

use super::force::Side;
use super::situation::Situation;
use super::stage::{Beast, Captive, Shield};

/// A room beside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the text's")]
pub enum Room {
    GreatLibrary,
    MusicLibrary,
    GamesRoom,
    LibrariansOffice,
    ScholarsTower,
    TopOfScholarsTower,
    CentralDungeon,
    WestDungeon,
    EastDungeon,
    JailersOffice,
    StormTower,
    TopOfStormTower,
}

impl Room {
    /// All twelve, the Forest's first.
    pub const ALL: [Self; 12] = [
        Self::GreatLibrary,
        Self::MusicLibrary,
        Self::GamesRoom,
        Self::LibrariansOffice,
        Self::ScholarsTower,
        Self::TopOfScholarsTower,
        Self::CentralDungeon,
        Self::WestDungeon,
        Self::EastDungeon,
        Self::JailersOffice,
        Self::StormTower,
        Self::TopOfStormTower,
    ];

    /// The room's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GreatLibrary => "Great Library",
            Self::MusicLibrary => "Music Library",
            Self::GamesRoom => "Games Room",
            Self::LibrariansOffice => "Librarian's Office",
            Self::ScholarsTower => "Scholars' Tower",
            Self::TopOfScholarsTower => "Top of Scholars' Tower",
            Self::CentralDungeon => "Central Dungeon",
            Self::WestDungeon => "West Dungeon",
            Self::EastDungeon => "East Dungeon",
            Self::JailersOffice => "Jailer's Office",
            Self::StormTower => "Storm Tower",
            Self::TopOfStormTower => "Top of Storm Tower",
        }
    }

    /// Whose kingdom it is in.
    #[must_use]
    pub const fn kingdom(self) -> Side {
        match self {
            Self::GreatLibrary
            | Self::MusicLibrary
            | Self::GamesRoom
            | Self::LibrariansOffice
            | Self::ScholarsTower
            | Self::TopOfScholarsTower => Side::Forest,
            _ => Side::Storm,
        }
    }
}

impl Situation {
    /// Who and what is in a room, by the names and abbreviations of the text.
    #[must_use]
    pub fn contents(&self, room: Room) -> Vec<String> {
        let state = &self.state;
        let mut inside: Vec<String> = Vec::new();
        let mut put = |there: bool, what: &str| {
            if there {
                inside.push(what.to_owned());
            }
        };
        match room {
            Room::GreatLibrary => {
                put(!state.war, "TrueBorn Queen at Work (TBQ)");
                put(state.war, "Woodland Princess (WPS)");
                put(true, "Library Books (TSB)");
                put(true, "Forest Flag of Truce (FFT)");
                put(state.library_arrows > 0, &format!("Green Arrows (GA): {}", state.library_arrows));
            }
            Room::MusicLibrary => put(true, "Music Library (ML)"),
            Room::GamesRoom => put(true, "Games Equipment (GEQ)"),
            Room::LibrariansOffice => {
                put(state.librarian == Shield::Lowered, "Librarian (LB)");
                put(state.librarian == Shield::Alert, "Librarian (LB), On Alert");
            }
            Room::ScholarsTower => put(true, "Scholars (SCH)"),
            // Check lists, freeing the captives, 3: captive and Elf or Troll interchange places.
            Room::TopOfScholarsTower => {
                put(state.magician == Captive::Chained, "Captive Magician (CIM)");
                put(state.magician != Captive::Chained, "Captive Troll (CTRL)");
            }
            Room::CentralDungeon => {
                put(state.younger == Beast::Waiting, "Waiting Younger Winged Serpent (WYS)");
                put(state.younger != Beast::Waiting, "Red Witch (RWH)");
                put(true, "Chain and Manacle (CH)");
            }
            Room::WestDungeon | Room::EastDungeon => {}
            Room::JailersOffice => {
                put(state.jailer == Shield::Lowered, "Jailer (JR)");
                put(state.jailer == Shield::Alert, "Jailer (JR), On Alert");
                put(true, "Pouch (PH) with Padlock (PDL) and Keys (KS)");
                put(true, "Storm Flag of Truce (SFT)");
            }
            Room::StormTower => put(true, "Storm Dragon (SD)"),
            Room::TopOfStormTower => {
                put(state.wizard == Captive::Chained, "Captive Wizard (CWD)");
                put(state.wizard != Captive::Chained, "Captive Elf (CEF)");
            }
        }
        inside
    }
}
