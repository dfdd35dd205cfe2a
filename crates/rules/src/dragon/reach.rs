//! Entering a position: who may come from where, by embarking, boarding, disembarking or on land (rulings 2 to 7).

use super::force::Kind;
use super::position::{Ground, Position};
use super::powers::{Land, Scope};
use super::situation::Situation;

/// What a force finds on a position that its powers of movement lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// It may not go there.
    Barred,
    /// It may move there.
    Open,
    /// It may capture there.
    Victim,
}

impl Scope {
    /// Whether a force of this scope may pass from the ground of `from` to that of `to`, by land or over a coast.
    pub(super) fn admits(&self, kind: Kind, from: Position, to: Position) -> bool {
        let home = Ground::Kingdom(kind.side());
        match (from.ground(), to.ground()) {
            (Ground::Ocean, Ground::Ocean) => true,
            (Ground::Ocean, land) if land == home => self.lands_at_home,
            (Ground::Ocean, Ground::Kingdom(_)) => self.lands_abroad,
            (land, Ground::Ocean) if land == home => self.embarks_at_home,
            (Ground::Kingdom(_), Ground::Ocean) => self.embarks_abroad,
            (one, other) if one != other => false,
            (land, _) if land == home => match self.home {
                Land::Nowhere => false,
                Land::Palace => to.is_palace_of(kind.side()),
                Land::Everywhere => true,
            },
            _ => self.abroad == Land::Everywhere,
        }
    }
}

impl Situation {
    /// What `kind`, standing on `from`, finds on `to` by a move that is no glide.
    pub(super) fn entry(&self, kind: Kind, from: Position, to: Position) -> Entry {
        if to.is_room() || !kind.powers().scope.admits(kind, from, to) {
            return Entry::Barred;
        }
        let force = self.force_at(to);
        if !to.is_ocean() {
            return match force {
                None => Entry::Open,
                Some(other) => self.victim_entry(kind, other),
            };
        }
        match (self.vessel_at(to), force) {
            (None, _) => Entry::Barred,
            // Ruling 3: embarking is on to an unoccupied vessel of one's own colour.
            (Some(vessel), force) if !from.is_ocean() => {
                if force.is_none() && vessel.fleet == kind.side() {
                    Entry::Open
                } else {
                    Entry::Barred
                }
            }
            // Ruling 10: a Flagship that has never left her harbour.
            (Some(vessel), _) if vessel.is_moored() && vessel.fleet != kind.side() => Entry::Barred,
            (Some(_), None) => Entry::Open,
            (Some(_), Some(other)) => self.victim_entry(kind, other),
        }
    }

    fn victim_entry(&self, kind: Kind, other: Kind) -> Entry {
        if other.side() != kind.side() && !other.is_royal() && can_take(kind, other) {
            Entry::Victim
        } else {
            Entry::Barred
        }
    }
}

/// Whether this kind of force can ever capture that one, wherever they stand.
pub(super) const fn can_take(kind: Kind, victim: Kind) -> bool {
    match (kind, victim) {
        // Ruling 20: the Northern Light protects her.
        (_, Kind::Princess) => false,
        // Ruling 25: Sword and Crystal.
        (Kind::Warlord, Kind::Prince) | (Kind::Prince, Kind::Witch) => false,
        // Ruling 17: shields.
        (Kind::IceDragon, Kind::Jailer) | (Kind::ElderSerpent | Kind::YoungerSerpent, Kind::Librarian) => {
            false
        }
        _ => true,
    }
}
