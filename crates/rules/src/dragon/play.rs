//! Making a move: what changes on the board, and what follows from it.

use super::action::{Action, Move, Taken};
use super::direction::Directions;
use super::force::{Kind, Side};
use super::position::Position;
use super::situation::Situation;
use super::stage::{Beast, Captive, Shield, Wing, royal_post};

impl Situation {
    /// Makes a legal move.
    pub(super) fn make(&mut self, mv: Move) {
        let mover = self.turn;
        let quiet = self.is_quiet(mv.action);
        let before = self.direct_captor(mover);
        let passed = self.passed_by(mv.action);
        self.perform(mv.action);
        if mv.empress {
            self.crown_empress();
        }
        self.state.passed = passed;
        self.state.empress_offered =
            matches!(mv.action, Action::March { becomes: Some(Kind::IceDragon), .. })
                && self.find(Kind::StormQueen).is_some();
        let captured = self.capture_directly(mover, before);
        self.quiet = if quiet && !captured { self.quiet.saturating_add(1) } else { 0 };
        self.turn = mover.opponent();
        if mover == Side::Forest {
            self.number = self.number.saturating_add(1);
        }
    }

    /// What a move changes on the board and in the stages of the war, without passing the turn.
    pub(super) fn perform(&mut self, action: Action) {
        match action {
            Action::March { from, to, taken, becomes } => self.march(from, to, taken, becomes),
            Action::Release { tower, to } => self.release(tower, to),
            Action::Sail { from, to } | Action::Ram { from, to } => self.sail(from, to),
            Action::Turn { at, bow } => {
                let turned = self.vessel_at(at).map(|vessel| vessel.turned(bow));
                self.set_vessel(at, turned);
            }
            Action::Fire { from, target } => {
                self.sink(target);
                let fired = self.vessel_at(from).map(super::vessel::Vessel::after_firing);
                self.set_vessel(from, fired);
            }
            Action::Shoot { target, .. } => self.shoot(target),
            Action::Tower { wing, recruits } => self.tower(wing, recruits),
            Action::Plant { at } => self.planted = Some(at),
            Action::Spring { to } => {
                self.place(to, Kind::shield_bearer_of(self.turn));
                self.state.set_shield(self.turn, Shield::Guard);
            }
        }
    }

    fn march(&mut self, from: Position, to: Position, taken: Taken, becomes: Option<Kind>) {
        match taken {
            Taken::Nothing => {}
            Taken::There => self.capture(to),
            Taken::Passing => {
                if let Some(victim) = self.double_stepped(to) {
                    self.capture(victim);
                }
            }
        }
        self.rights.disturb(from);
        self.rights.disturb(to);
        self.carry(from, to);
        if !to.is_land_of(self.turn) {
            self.set_bird(to, false);
        }
        if self.force_at(to) == Some(Kind::Warlord) && from.is_ocean() && to.is_land_of(Side::Forest) {
            self.state.warlord_has_landed = true;
        }
        if let Some(kind) = becomes {
            self.transform(to, kind);
        }
    }

    /// Ruling 36: changes take effect as the move completes.
    fn transform(&mut self, at: Position, kind: Kind) {
        match kind {
            Kind::IceDragon => self.set_ice_dragon_afire(at),
            Kind::ElderSerpent => self.set_elder_afire(at),
            Kind::YoungerSerpent => self.set_younger_afire(at),
            _ => {
                let exchanged = matches!(self.force_at(at), Some(Kind::Elf | Kind::Troll));
                self.place(at, kind);
                match kind {
                    Kind::Wizard => self.state.wizard = Captive::Free,
                    Kind::Magician => self.state.magician = Captive::Free,
                    Kind::Witch => self.state.red_arrows = 0,
                    _ if exchanged => self.state.exchange.take(kind),
                    _ => {}
                }
            }
        }
    }

    fn release(&mut self, tower: Position, to: Position) {
        self.set_bird(tower, false);
        self.place(to, Kind::bird_of(self.turn));
    }

    fn sail(&mut self, from: Position, to: Position) {
        self.sink(to);
        let vessel = self.vessel_at(from).map(super::vessel::Vessel::under_way);
        self.set_vessel(from, None);
        self.set_vessel(to, vessel);
        self.carry(from, to);
    }

    fn sink(&mut self, position: Position) {
        self.capture(position);
        self.set_vessel(position, None);
    }

    fn shoot(&mut self, target: Position) {
        self.capture(target);
        let arrows = match self.turn {
            Side::Forest => &mut self.state.green_arrows,
            Side::Storm => &mut self.state.red_arrows,
        };
        *arrows = arrows.saturating_sub(1);
    }

    fn tower(&mut self, wing: Wing, recruits: [Option<Position>; 2]) {
        let side = self.turn;
        let (from, post) = (royal_post(side), wing.tower_post(side));
        self.rights.disturb(from);
        self.carry(from, wing.royal_landing(side));
        self.lift(post);
        let (sceptre, recruit) = match side {
            Side::Forest => (Kind::GreenSceptre, Kind::Buccaneer),
            Side::Storm if self.state.ice == Beast::Waiting => (Kind::RedSceptre, Kind::Pirate),
            Side::Storm => (Kind::StormTalisman, Kind::Pirate),
        };
        self.place(wing.tower_landing(side), sceptre);
        for guard in recruits.into_iter().flatten() {
            self.place(guard, recruit);
        }
    }

    fn crown_empress(&mut self) {
        if let Some(at) = self.find(Kind::StormQueen) {
            self.place(at, Kind::Empress);
        }
        self.state.red_arrows = 0;
    }

    /// The position on to which the Gnome or Dwarf stepped that passed this one.
    pub(super) fn double_stepped(&self, passed: Position) -> Option<Position> {
        let stepper = self.turn.opponent();
        Directions::FORWARD.seen_by(stepper).iter().find_map(|forward| passed.next(forward))
    }

    /// The position passed, if the move is a double step (ruling 21).
    fn passed_by(&self, action: Action) -> Option<Position> {
        match action {
            Action::March { from, to, .. }
                if matches!(self.force_at(from), Some(Kind::Dwarf | Kind::Gnome)) =>
            {
                let (_, ranks) = from.delta(to);
                if ranks.unsigned_abs() == 2 { from.offset(0, ranks / 2) } else { None }
            }
            _ => None,
        }
    }

    /// Whether the move leaves the count towards fifty moves running (ruling 37).
    fn is_quiet(&self, action: Action) -> bool {
        match action {
            Action::March { from, taken, .. } => {
                taken == Taken::Nothing && !self.force_at(from).is_some_and(Kind::is_foot)
            }
            Action::Release { .. } | Action::Tower { .. } | Action::Plant { .. } | Action::Spring { .. } => {
                true
            }
            Action::Sail { .. }
            | Action::Turn { .. }
            | Action::Ram { .. }
            | Action::Fire { .. }
            | Action::Shoot { .. } => false,
        }
    }

    /// Where the force is that captures directly: the Prince, or the Witch.
    fn direct_captor(&self, side: Side) -> Option<Position> {
        match side {
            Side::Forest => self.royal(side),
            Side::Storm => self.find(Kind::Witch),
        }
    }

    /// Rulings 26 to 28: the Prince or Witch has moved beside the enemy's royal, who is captured. A Storm Queen who
    /// has only now become the Witch has not moved as the Witch.
    fn capture_directly(&mut self, mover: Side, before: Option<Position>) -> bool {
        let after = self.direct_captor(mover);
        let (Some(_), Some(captor), Some(royal)) = (before, after, self.royal(mover.opponent())) else {
            return false;
        };
        let captured = before != after && captor.is_adjacent(royal);
        if captured {
            self.lift(royal);
            // Who is captured on his own post leaves no right behind.
            self.rights.disturb(royal);
        }
        captured
    }
}
