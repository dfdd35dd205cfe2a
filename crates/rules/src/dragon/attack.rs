//! Attack on a royal: could an enemy capture on his position next move (rulings 23 to 25, 28, 29)?

use super::direction::Direction;
use super::force::{Kind, Side};
use super::position::Position;
use super::powers::{LineCapture, Powers, offsets};
use super::reach::can_take;
use super::situation::Situation;
use super::vessel::Vessel;

impl Situation {
    /// Whether this side's royal is attacked; never, when he has been captured.
    #[must_use]
    pub fn is_attacked(&self, side: Side) -> bool {
        self.royal(side).is_some_and(|royal| self.is_royal_attacked_on(side, royal))
    }

    /// Whether the royal of `side`, who stands on `at`, is attacked there.
    pub(super) fn is_royal_attacked_on(&self, side: Side, at: Position) -> bool {
        let enemies = self.fielded(side.opponent()).intersection(at.influence());
        let royal = Kind::royal_of(side);
        enemies
            .iter()
            .any(|from| self.force_at(from).is_some_and(|kind| self.bears_on(from, kind, royal, at)))
            || at.is_ocean() && (self.is_rammed(side, at) || self.is_under_fire(side, at))
    }

    /// Whether the force on `from` attacks the royal on `at`.
    fn bears_on(&self, from: Position, kind: Kind, royal: Kind, at: Position) -> bool {
        let powers = kind.powers();
        if !can_take(kind, royal) || !powers.scope.admits(kind, from, at) {
            return false;
        }
        if at.is_ocean() {
            // Ruling 3: nobody captures by embarking. Ruling 10: nor aboard a moored Flagship.
            let moored =
                self.vessel_at(at).is_some_and(|vessel| vessel.is_moored() && vessel.fleet != kind.side());
            if !from.is_ocean() || moored {
                return false;
            }
        }
        let (files, ranks) = from.delta(at);
        if offsets(self.knights, powers.leaps).contains(&(files, ranks)) {
            return true;
        }
        Direction::of_line(files, ranks).is_some_and(|line| {
            from.is_adjacent(at) && powers.takes.seen_by(kind.side()).contains(line)
                || powers.slides.contains(line) && self.slides_on_to(from, line, at, powers)
                || powers.blazes && powers.flies.contains(line) && self.blazes_on(from, kind, line, at)
        })
    }

    fn slides_on_to(&self, from: Position, line: Direction, at: Position, powers: &Powers) -> bool {
        let mut blockers = between(from, line, at).filter(|&position| !self.is_clear(position));
        let Some(screen) = blockers.next() else {
            return matches!(powers.lines, LineCapture::First | LineCapture::FirstOrOverScreen);
        };
        matches!(powers.lines, LineCapture::OverScreen | LineCapture::FirstOrOverScreen)
            && blockers.next().is_none()
            && self.force_at(screen).is_some()
            && screen.ground() == from.ground()
    }

    fn blazes_on(&self, from: Position, kind: Kind, line: Direction, at: Position) -> bool {
        from.ground() == at.ground()
            && !between(from, line, at).any(|position| self.shields_against(kind.side(), position))
    }

    /// Whether an enemy vessel points her ram at this position (ruling 12).
    fn is_rammed(&self, side: Side, at: Position) -> bool {
        Direction::ALL.into_iter().any(|away| {
            at.next(away).is_some_and(|from| {
                self.vessel_at(from).is_some_and(|vessel| vessel.bow == away.opposite())
                    && self.commander(from) == Some(side.opponent())
            })
        })
    }

    /// Whether an enemy Flagship could sink the vessel at this position (ruling 13).
    fn is_under_fire(&self, side: Side, at: Position) -> bool {
        Direction::ALL.into_iter().any(|away| {
            let mut vessels = self.vessels_along(at, away);
            let screened = vessels.next().is_some_and(|(position, _)| self.force_at(position).is_some());
            screened
                && vessels.next().is_some_and(|(position, vessel)| {
                    vessel.balls() > 0
                        && fires_along(vessel, away)
                        && self.force_at(position).is_some_and(|gunner| gunner.side() != side)
                })
        })
    }

    /// The vessels on the ocean beyond a position in a direction, nearest first; land ends the line.
    pub(super) fn vessels_along(
        &self,
        at: Position,
        direction: Direction,
    ) -> impl Iterator<Item = (Position, Vessel)> {
        at.ray(direction)
            .take_while(|position| position.is_ocean())
            .filter_map(|position| self.vessel_at(position).map(|vessel| (position, vessel)))
    }
}

/// Whether the cannons of this vessel point along this line, one way or the other.
pub(super) const fn fires_along(vessel: Vessel, line: Direction) -> bool {
    let right = vessel.bow.right_angle();
    right as u8 == line as u8 || right.opposite() as u8 == line as u8
}

fn between(from: Position, line: Direction, to: Position) -> impl Iterator<Item = Position> {
    from.ray(line).take_while(move |&position| position != to)
}
