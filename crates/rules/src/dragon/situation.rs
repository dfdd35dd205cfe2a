//! The situation: who stands where, which vessels float, and what the war has come to.
//!
//! Invariants: `fielded` and `royals` mirror `forces`; a force on the ocean is aboard a vessel; a bird inside is in a tower.

use super::force::{Kind, Side};
use super::position::{LATTICE, PRINCESS_POST, Position, STAIRWELL, WHITE_ROOM};
use super::set::PositionSet;
use super::stage::{Beast, Captive, Rights, Shield, State};
use super::vessel::Vessel;
use crate::Knights;

const OCEAN_START: usize = 6 * 9;
const OCEAN: usize = 5 * 9;

/// A situation of Dragon. One deployed, read from a string or reached by legal
/// moves can arise under the rules, as far as it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Situation {
    forces: [Option<Kind>; LATTICE],
    vessels: [Option<Vessel>; OCEAN],
    fielded: [PositionSet; 2],
    birds: PositionSet,
    royals: [Option<Position>; 2],
    pub(super) turn: Side,
    pub(super) rights: Rights,
    pub(super) state: State,
    pub(super) knights: Knights,
    pub(super) planted: Option<Position>,
    pub(super) quiet: u32,
    pub(super) number: u32,
}

impl Situation {
    /// A board without forces and vessels, Storm to move.
    pub(super) fn bare(knights: Knights) -> Self {
        Self {
            forces: [None; LATTICE],
            vessels: [None; OCEAN],
            fielded: [PositionSet::EMPTY; 2],
            birds: PositionSet::EMPTY,
            royals: [None; 2],
            turn: Side::Storm,
            rights: Rights::NONE,
            state: State::START,
            knights,
            planted: None,
            quiet: 0,
            number: 1,
        }
    }

    /// The force on a position; aboard, if a vessel is there.
    #[must_use]
    pub fn force_at(&self, position: Position) -> Option<Kind> {
        self.forces[position.index()]
    }

    /// The vessel on a position of the ocean.
    #[must_use]
    pub fn vessel_at(&self, position: Position) -> Option<Vessel> {
        position.index().checked_sub(OCEAN_START).and_then(|index| self.vessels.get(index).copied().flatten())
    }

    /// Whether the tower on this position has its bird inside.
    #[must_use]
    pub fn has_bird(&self, position: Position) -> bool {
        self.birds.contains(position)
    }

    /// Where the forces of a side stand.
    #[must_use]
    pub fn fielded(&self, side: Side) -> PositionSet {
        self.fielded[side as usize]
    }

    /// Where a side's royal is, if he has not been captured.
    #[must_use]
    pub fn royal(&self, side: Side) -> Option<Position> {
        self.royals[side as usize]
    }

    /// The first position, from North to South, with a force of this kind.
    #[must_use]
    pub fn find(&self, kind: Kind) -> Option<Position> {
        self.fielded(kind.side()).iter().find(|&position| self.force_at(position) == Some(kind))
    }

    /// How many forces of this kind are on the board.
    #[must_use]
    pub fn count(&self, kind: Kind) -> usize {
        self.fielded(kind.side()).iter().filter(|&position| self.force_at(position) == Some(kind)).count()
    }

    /// All vessels with their positions, from North to South.
    pub fn vessels(&self) -> impl Iterator<Item = (Position, Vessel)> {
        self.vessels.iter().enumerate().filter_map(|(index, vessel)| {
            vessel.map(|vessel| (Position::from_index(index + OCEAN_START), vessel))
        })
    }

    /// Who commands the vessel on a position: the side of her occupant, else her original owner (ruling 11).
    #[must_use]
    pub fn commander(&self, position: Position) -> Option<Side> {
        let vessel = self.vessel_at(position)?;
        Some(self.force_at(position).map_or(vessel.fleet, Kind::side))
    }

    /// The rights to towering and castling.
    #[must_use]
    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// What the war has come to away from the lattice.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The Knight variation that is played.
    #[must_use]
    pub fn knights(&self) -> Knights {
        self.knights
    }

    /// Where a bearer has planted his flag and won.
    #[must_use]
    pub fn planted(&self) -> Option<Position> {
        self.planted
    }

    /// The half-moves that count towards the fifty moves of a Truce.
    #[must_use]
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// The number of the move, from 1; it goes up after Forest's move.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Whether nothing stops a line at this position: no force on land, no vessel at sea.
    pub(super) fn is_clear(&self, position: Position) -> bool {
        self.forces[position.index()].is_none() && self.vessel_at(position).is_none()
    }

    /// Whether the force here stops the beasts of the other side: a shield-bearer On Guard (ruling 17).
    pub(super) fn shields_against(&self, beast: Side, position: Position) -> bool {
        self.force_at(position) == Some(Kind::shield_bearer_of(beast.opponent()))
    }

    pub(super) fn place(&mut self, position: Position, kind: Kind) {
        self.lift(position);
        self.forces[position.index()] = Some(kind);
        self.fielded[kind.side() as usize].insert(position);
        if kind.is_royal() {
            self.royals[kind.side() as usize] = Some(position);
        }
    }

    /// Takes the force off a position, without any consequence; a bird inside goes too.
    pub(super) fn lift(&mut self, position: Position) -> Option<Kind> {
        let kind = self.forces[position.index()].take()?;
        self.fielded[kind.side() as usize].remove(position);
        if kind.is_royal() {
            self.royals[kind.side() as usize] = None;
        }
        self.birds.remove(position);
        Some(kind)
    }

    pub(super) fn set_bird(&mut self, position: Position, inside: bool) {
        if inside {
            self.birds.insert(position);
        } else {
            self.birds.remove(position);
        }
    }

    pub(super) fn set_vessel(&mut self, position: Position, vessel: Option<Vessel>) {
        let slot = position.index().checked_sub(OCEAN_START).and_then(|index| self.vessels.get_mut(index));
        if let Some(slot) = slot {
            *slot = vessel;
        }
    }

    /// Moves whoever stands on `from` to `to`, the bird with its tower.
    pub(super) fn carry(&mut self, from: Position, to: Position) {
        let bird = self.has_bird(from);
        if let Some(kind) = self.lift(from) {
            self.place(to, kind);
            self.set_bird(to, bird);
        }
    }

    /// Takes a captured or sunk force off the board, with what follows from its loss.
    pub(super) fn capture(&mut self, position: Position) {
        let Some(kind) = self.lift(position) else { return };
        let state = &mut self.state;
        match kind {
            Kind::WhiteKnight
            | Kind::GreenKnight
            | Kind::Ranger
            | Kind::BlackKnight
            | Kind::RedKnight
            | Kind::Raider => state.exchange.put(kind),
            Kind::Wizard => state.wizard = Captive::Gone,
            Kind::Magician => state.magician = Captive::Gone,
            Kind::QueenAtWar => state.green_arrows = 0,
            Kind::StormQueen => state.red_arrows = 0,
            Kind::Librarian => state.librarian = Shield::Gone,
            Kind::Jailer => state.jailer = Shield::Gone,
            Kind::ElderSerpent => state.elder = Beast::Gone,
            Kind::YoungerSerpent => state.younger = Beast::Gone,
            Kind::IceDragon => {
                state.ice = Beast::Gone;
                self.lose_talisman();
            }
            _ => {}
        }
    }

    /// The Forest Talisman shares the Ice Dragon's fate (ruling 34).
    fn lose_talisman(&mut self) {
        for position in self.fielded(Side::Forest).iter() {
            if self.force_at(position) == Some(Kind::ForestTalisman) {
                self.lift(position);
            }
        }
    }

    /// Sets the Ice Dragon afire where the Prince has landed (ruling 31).
    pub(super) fn set_ice_dragon_afire(&mut self, landing: Position) {
        self.carry(landing, WHITE_ROOM);
        self.place(landing, Kind::IceDragon);
        self.state.ice = Beast::Afire;
        for (sceptre, talisman) in
            [(Kind::GreenSceptre, Kind::ForestTalisman), (Kind::RedSceptre, Kind::StormTalisman)]
        {
            for position in self.fielded(sceptre.side()).iter() {
                if self.force_at(position) == Some(sceptre) {
                    self.place(position, talisman);
                }
            }
        }
        if self.state.jailer == Shield::Lowered {
            self.state.jailer = Shield::Alert;
        }
    }

    /// Sets the Elder Serpent afire where the Warlord has landed (ruling 32).
    pub(super) fn set_elder_afire(&mut self, landing: Position) {
        self.carry(landing, STAIRWELL);
        self.place(landing, Kind::ElderSerpent);
        self.state.elder = Beast::Afire;
        self.call_to_war();
    }

    /// Sets the Younger Serpent afire where the Witch has landed; the Witch ends in the Central Dungeon.
    pub(super) fn set_younger_afire(&mut self, landing: Position) {
        self.lift(landing);
        self.place(landing, Kind::YoungerSerpent);
        self.state.younger = Beast::Afire;
        self.call_to_war();
    }

    /// The first Serpent afire brings the Queen to war and the Librarian to alert (ruling 32).
    fn call_to_war(&mut self) {
        if self.state.librarian == Shield::Lowered {
            self.state.librarian = Shield::Alert;
        }
        if self.state.war {
            return;
        }
        self.state.war = true;
        self.state.green_arrows += self.state.library_arrows;
        self.state.library_arrows = 0;
        if self.force_at(PRINCESS_POST) == Some(Kind::Princess) {
            self.place(PRINCESS_POST, Kind::QueenAtWar);
        }
    }
}
