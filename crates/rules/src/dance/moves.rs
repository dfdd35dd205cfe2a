//! Moves of single pieces, recruitment, decisions and the pass.

use super::board::Terrain;
use super::group::Group;
use super::piece::Kind;
use super::situation::{Pending, Situation};
use super::square::{DIRECTIONS, STRAIGHT, Square};
use crate::Side;
use std::ops::ControlFlow;

/// A piece's own way from one square to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Walk {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// Whether somebody stands there.
    pub captures: bool,
}

/// A ply of The Dragon's Dance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// One piece moves.
    Walk(Walk),
    /// A Musketeer shoots, or the Dragon breathes, without moving.
    Fire {
        /// Who fires.
        from: Square,
        /// The victim.
        at: Square,
    },
    /// A piece is recruited into a camp (ruling 13).
    Recruit {
        /// The kind.
        kind: Kind,
        /// The camp.
        at: Square,
    },
    /// Two or three pieces move, led by Captains (ruling 7).
    Group(Group),
    /// A piece is given up for the King (ruling 11).
    GiveUp(Square),
    /// The King is lost (ruling 11).
    LoseKing,
    /// There is no legal move (ruling 16).
    Pass,
}

/// The Dragoon's leaps (ruling 5).
pub(crate) const DRAGOON: [(i8, i8); 12] = [
    (0, 3),
    (3, 0),
    (0, -3),
    (-3, 0),
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

impl Situation {
    /// Visits every legal ply but group moves. A finished game has none.
    pub(super) fn visit_plies<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.find_verdict().is_some() {
            return ControlFlow::Continue(());
        }
        if let Pending::Decision(side) = self.pending {
            for ransom in self.ransoms(side) {
                visit(Move::GiveUp(ransom))?;
            }
            return visit(Move::LoseKing);
        }
        let mut none = true;
        self.visit_moves_of(self.turn, &mut |mv| {
            none = false;
            visit(mv)
        })?;
        if none { visit(Move::Pass) } else { ControlFlow::Continue(()) }
    }

    fn visit_moves_of<B>(
        &self,
        side: Side,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (from, kind) in self.pieces(side) {
            self.visit_walks(from, kind, side, &mut |walk| visit(Move::Walk(walk)))?;
            self.visit_fire(from, kind, side, visit)?;
        }
        self.visit_recruits(side, visit)
    }

    /// Visits the walks of one piece by its own powers.
    pub(super) fn visit_walks<B>(
        &self,
        from: Square,
        kind: Kind,
        side: Side,
        visit: &mut impl FnMut(Walk) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match kind {
            Kind::King => self.slide(from, side, &DIRECTIONS, 1, visit),
            Kind::Captain => self.slide(from, side, &DIRECTIONS, 3, visit),
            Kind::Lancer => self.slide(from, side, &DIRECTIONS[..STRAIGHT], usize::MAX, visit),
            Kind::Hero => self.slide(from, side, &DIRECTIONS, usize::MAX, visit),
            Kind::Dragon => self.fly(from, visit),
            Kind::Footman | Kind::Musketeer | Kind::Sage => {
                for (index, direction) in DIRECTIONS.into_iter().enumerate() {
                    let Some(to) = from.offset(direction) else { continue };
                    let takes = kind == Kind::Footman && index >= STRAIGHT && self.is_victim(side, to);
                    if self.is_vacant(to) || takes {
                        visit(Walk { from, to, captures: takes })?;
                    }
                }
                ControlFlow::Continue(())
            }
            Kind::Dragoon => {
                for to in DRAGOON.into_iter().filter_map(|offset| from.offset(offset)) {
                    let takes = self.is_victim(side, to);
                    if self.is_vacant(to) || takes {
                        visit(Walk { from, to, captures: takes })?;
                    }
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// Whether an enemy stands there who can be captured: anybody but the Dragon (ruling 9).
    fn is_victim(&self, side: Side, square: Square) -> bool {
        self.enemy_at(side, square).is_some_and(|kind| kind != Kind::Dragon)
    }

    fn slide<B>(
        &self,
        from: Square,
        side: Side,
        directions: &[(i8, i8)],
        most: usize,
        visit: &mut impl FnMut(Walk) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for &direction in directions {
            for to in from.ray(direction).take(most) {
                let takes = self.is_victim(side, to);
                let open = self.is_vacant(to);
                if open || takes {
                    visit(Walk { from, to, captures: takes })?;
                }
                if !open {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Ruling 8: along a clear queen line to an empty camp or any fortress; entering an occupied one is a capture.
    fn fly<B>(&self, from: Square, visit: &mut impl FnMut(Walk) -> ControlFlow<B>) -> ControlFlow<B> {
        for direction in DIRECTIONS {
            for to in from.ray(direction) {
                let open = self.is_vacant(to);
                match self.board.terrain(to) {
                    Terrain::Fortress => visit(Walk { from, to, captures: !open })?,
                    Terrain::Camp if open => visit(Walk { from, to, captures: false })?,
                    _ => {}
                }
                if !open {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Rulings 4 and 8: shots beside a Musketeer, breath within two squares of the Dragon.
    fn visit_fire<B>(
        &self,
        from: Square,
        kind: Kind,
        side: Side,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let reach: i8 = match kind {
            Kind::Musketeer => 1,
            Kind::Dragon => 2,
            _ => return ControlFlow::Continue(()),
        };
        for ranks in -reach..=reach {
            for at in (-reach..=reach).filter_map(|files| from.offset((files, ranks))) {
                let spared = kind == Kind::Dragon && self.enemy_at(side, at) == Some(Kind::Hero);
                if self.is_victim(side, at) && !spared {
                    visit(Move::Fire { from, at })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Ruling 13: what the fortresses held can pay, into the camps nearest to them.
    fn visit_recruits<B>(
        &self,
        side: Side,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let value = self.fortress_value(side);
        if value == 0 {
            return ControlFlow::Continue(());
        }
        for &camp in self.board.camps() {
            let near = || {
                self.held_fortresses(side)
                    .any(|(held, _)| self.board.nearest_camps(held).any(|near| near == camp))
            };
            if self.piece_at(camp).is_some() || !near() {
                continue;
            }
            for (kind, count) in Kind::RECRUITS.into_iter().zip(self.reserve[side]) {
                if count > 0 && kind.cost() <= value {
                    visit(Move::Recruit { kind, at: camp })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}
