//! Moves outside the table of powers: maiden flights, arrows, towering and castling, planting, springing.

use super::action::Action;
use super::direction::{Direction, Directions};
use super::force::{Kind, Side};
use super::position::Position;
use super::situation::Situation;
use super::stage::{Shield, Wing, home_rank};
use std::ops::ControlFlow;

impl Situation {
    /// Ruling 18: the bird inside a tower glides vertically forwards from where the tower stands on its own land.
    pub(super) fn visit_maiden_flights<B>(
        &self,
        tower: Position,
        kind: Kind,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if !self.has_bird(tower) {
            return ControlFlow::Continue(());
        }
        for forward in Directions::FORWARD.seen_by(kind.side()).iter() {
            for to in self.glides(tower, forward) {
                visit(Action::Release { tower, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Ruling 19: an archer chooses any target on a queen line within her kingdom, over everything.
    pub(super) fn visit_arrows<B>(
        &self,
        archer: Position,
        kind: Kind,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let targets = self.arrow_targets(kind);
        if targets.is_empty() {
            return ControlFlow::Continue(());
        }
        for direction in Direction::ALL {
            let line = archer.ray(direction).take_while(|target| target.is_land_of(kind.side()));
            for target in
                line.filter(|&target| self.force_at(target).is_some_and(|force| targets.contains(&force)))
            {
                visit(Action::Shoot { archer, target })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What an archer of this kind can bring down with the arrows she has left.
    fn arrow_targets(&self, kind: Kind) -> &'static [Kind] {
        match kind {
            Kind::Princess if self.state.green_arrows > 0 => &[Kind::Raven],
            Kind::QueenAtWar if self.state.green_arrows > 0 => {
                &[Kind::Raven, Kind::ElderSerpent, Kind::YoungerSerpent]
            }
            Kind::StormQueen if self.state.red_arrows > 0 => &[Kind::Albatross, Kind::IceDragon],
            _ => &[],
        }
    }

    /// Ruling 30: towering and castling on a wing where the right is left and the way is empty.
    pub(super) fn visit_towering<B>(
        &self,
        side: Side,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for wing in Wing::BOTH {
            if !self.rights.has(side, wing) || !wing.way(side).iter().all(|&position| self.is_clear(position))
            {
                continue;
            }
            let mut guards = self.guards(side);
            guards.sort_by_key(|position| position.map(|at| (at.file(), at.rank())));
            let choices = match guards {
                [Some(one), Some(other)] => {
                    &[[None, None], [Some(one), None], [Some(other), None], [Some(one), Some(other)]][..]
                }
                [None, Some(one)] => &[[None, None], [Some(one), None]][..],
                _ => &[[None, None]][..],
            };
            for &recruits in choices {
                visit(Action::Tower { wing, recruits })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The Guards or Warders left in the palace.
    fn guards(&self, side: Side) -> [Option<Position>; 2] {
        let guard = match side {
            Side::Forest => Kind::Guard,
            Side::Storm => Kind::Warder,
        };
        let mut found = self.fielded(side).iter().filter(|&position| self.force_at(position) == Some(guard));
        [found.next(), found.next()]
    }

    /// Ruling 35: a bearer on a covering position of the enemy's banner plants his flag.
    pub(super) fn visit_planting<B>(
        &self,
        at: Position,
        kind: Kind,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if kind.is_flag_bearer() && at.covers_banner_of(kind.side().opponent()) {
            visit(Action::Plant { at })?;
        }
        ControlFlow::Continue(())
    }

    /// Ruling 33: a shield-bearer on alert goes to any vacant position of his own kingdom's land.
    pub(super) fn visit_springing<B>(
        &self,
        side: Side,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.state.shield(side) != Shield::Alert {
            return ControlFlow::Continue(());
        }
        for to in Position::all().filter(|to| to.is_land_of(side)) {
            if self.force_at(to).is_none() {
                visit(Action::Spring { to })?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Wing {
    /// The positions between the royal and the tower of this wing.
    pub(super) const fn way(self, side: Side) -> [Position; 3] {
        let rank = home_rank(side);
        match self {
            Self::West => [Position::known(3, rank), Position::known(2, rank), Position::known(1, rank)],
            Self::East => [Position::known(5, rank), Position::known(6, rank), Position::known(7, rank)],
        }
    }

    /// The positions the royal passes, in order.
    pub(super) const fn passed(self, side: Side) -> [Position; 2] {
        let [first, second, _] = self.way(side);
        [first, second]
    }

    /// Where the royal lands: three positions towards the tower.
    pub(super) const fn royal_landing(self, side: Side) -> Position {
        let [_, _, third] = self.way(side);
        third
    }

    /// Where the tower lands: two positions the other way.
    pub(super) const fn tower_landing(self, side: Side) -> Position {
        let [_, second, _] = self.way(side);
        second
    }
}
