//! Group moves (ruling 7): up to three pieces beside the Captains, one after another.

use super::moves::{Move, Walk};
use super::piece::Kind;
use super::refusal::why_other_sign;
use super::situation::{Pending, Situation};
use super::square::Square;
use std::ops::ControlFlow;

/// The walks of a group in order: two or three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group {
    walks: [Walk; 3],
    length: u8,
}

impl Group {
    pub(super) const MOST: usize = 3;

    /// A group of these walks; `None` unless there are two or three.
    #[must_use]
    pub fn new(walks: &[Walk]) -> Option<Self> {
        match *walks {
            [first, second] => Some(Self { walks: [first, second, second], length: 2 }),
            [first, second, third] => Some(Self { walks: [first, second, third], length: 3 }),
            _ => None,
        }
    }

    /// The walks in order.
    #[must_use]
    pub fn walks(&self) -> &[Walk] {
        &self.walks[..usize::from(self.length)]
    }
}

impl Situation {
    /// The pieces that the Captains of the side to move can lead: adjacent to either at the start of the turn, not the
    /// Dragon.
    #[must_use]
    pub fn led_pieces(&self) -> Vec<Square> {
        let captains: Vec<Square> = self
            .pieces(self.turn)
            .filter(|&(_, kind)| kind == Kind::Captain)
            .map(|(square, _)| square)
            .collect();
        self.pieces(self.turn)
            .filter(|&(square, kind)| {
                kind != Kind::Dragon && captains.iter().any(|captain| captain.distance(square) == 1)
            })
            .map(|(square, _)| square)
            .collect()
    }

    /// Visits every legal group move of two or three pieces.
    pub fn visit_groups<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.find_verdict().is_some() || self.pending != Pending::Nothing {
            return ControlFlow::Continue(());
        }
        self.extend_group(&self.led_pieces(), &mut Vec::new(), &mut visit)
    }

    fn extend_group<B>(
        &self,
        waiting: &[Square],
        walks: &mut Vec<Walk>,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for &from in waiting {
            let Some(piece) = self.piece_at(from) else { continue };
            let rest: Vec<Square> = waiting.iter().copied().filter(|&square| square != from).collect();
            self.visit_walks(from, piece.kind, piece.side, &mut |walk| {
                walks.push(walk);
                if let Some(group) = Group::new(walks) {
                    visit(Move::Group(group))?;
                }
                if walks.len() < Group::MOST {
                    let mut after = self.clone();
                    after.walk(walk);
                    // A King's capture ends the group.
                    if after.pending == Pending::Nothing {
                        after.extend_group(&rest, walks, visit)?;
                    }
                }
                walks.pop();
                ControlFlow::Continue(())
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Whether this is a legal group move here; says the first walk that is wrong.
    pub(super) fn check_group(&self, group: &Group) -> Result<(), String> {
        if self.find_verdict().is_some() || self.pending != Pending::Nothing {
            return Err("no group can move now (ruling 7)".to_owned());
        }
        let mut waiting = self.led_pieces();
        let mut now = self.clone();
        for walk in group.walks() {
            let Some(at) = waiting.iter().position(|square| *square == walk.from) else {
                return Err(format!(
                    "{} is not one of the group's own pieces still to move: those beside a Captain at the start of the turn, \
                     the Dragon excepted (ruling 7)",
                    walk.from
                ));
            };
            waiting.remove(at);
            if now.pending != Pending::Nothing {
                return Err("a King's capture ends the group (ruling 7)".to_owned());
            }
            now.check_walk(walk)?;
            now.walk(*walk);
        }
        Ok(())
    }

    /// Whether the piece on a square has this walk; says why not.
    pub(super) fn check_walk(&self, walk: &Walk) -> Result<(), String> {
        let (from, to) = (walk.from, walk.to);
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side == self.turn) else {
            return Err(self.why_nobody(from));
        };
        let mut found = None;
        let _ = self.visit_walks(from, piece.kind, piece.side, &mut |own| {
            if own.to == to {
                found = Some(own);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        match found {
            None => Err(self.why_no_walk(piece, from, to)),
            Some(own) if own == *walk => Ok(()),
            Some(own) => Err(why_other_sign(piece.kind, own)),
        }
    }
}
