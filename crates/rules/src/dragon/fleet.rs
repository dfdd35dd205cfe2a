//! The moves of vessels: sailing, turning, ramming, firing (rulings 11 to 13).

use super::action::Action;
use super::direction::Direction;
use super::force::Side;
use super::position::{ISLAND, Position};
use super::situation::Situation;
use super::vessel::Vessel;
use std::ops::ControlFlow;

impl Situation {
    /// Visits every move of the vessels that `side` commands.
    pub(super) fn visit_fleet<B>(
        &self,
        side: Side,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (at, vessel) in self.vessels() {
            if self.commander(at) == Some(side) {
                self.visit_vessel(side, at, vessel, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits every move of one vessel commanded by `side`.
    pub(super) fn visit_vessel<B>(
        &self,
        side: Side,
        at: Position,
        vessel: Vessel,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let Some(ahead) = at.next(vessel.bow).filter(|ahead| ahead.is_ocean()) {
            if self.vessel_at(ahead).is_none() && ahead != ISLAND {
                visit(Action::Sail { from: at, to: ahead })?;
            } else if self.commander(ahead) == Some(side.opponent()) {
                visit(Action::Ram { from: at, to: ahead })?;
            }
        }
        // "She can re-align her bow in the direction of any adjacent position": land and the island too.
        for bow in Direction::ALL {
            if bow != vessel.bow && at.next(bow).is_some() {
                visit(Action::Turn { at, bow })?;
            }
        }
        if vessel.balls() > 0 && self.force_at(at).is_some() {
            for line in [vessel.bow.right_angle(), vessel.bow.right_angle().opposite()] {
                if let Some(target) = self.cannon_target(side, at, line) {
                    visit(Action::Fire { from: at, target })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The opposing vessel that a cannonball along this line would sink: the next one beyond one occupied vessel.
    fn cannon_target(&self, side: Side, at: Position, line: Direction) -> Option<Position> {
        let mut vessels = self.vessels_along(at, line);
        let (screen, _) = vessels.next()?;
        let (target, _) = vessels.next()?;
        let hit = self.force_at(screen).is_some() && self.commander(target) == Some(side.opponent());
        hit.then_some(target)
    }
}
