//! Making a ply: captures, the Dragon's ways, the King's ransom, the end of the turn.

use super::moves::{Move, Walk};
use super::piece::{Kind, Piece};
use super::situation::{Pending, Situation};
use super::square::Square;
use crate::Side;

impl Situation {
    /// Makes a legal ply.
    pub(super) fn make(&mut self, mv: &Move) {
        let mover = self.turn;
        match *mv {
            Move::GiveUp(ransom) => {
                self.squares[ransom.index()] = None;
                return self.decide(Pending::Nothing);
            }
            Move::LoseKing => {
                self.lose_king(mover);
                return self.decide(Pending::Lost(mover));
            }
            _ => {}
        }
        let surrounded = self.surrounded_dragon(mover);
        let mut progress = self.act(mv);
        if let Some(dragon) = surrounded
            && self.piece_at(dragon) == Some(Piece { side: mover, kind: Kind::Dragon })
        {
            // Ruling 10: he has not moved.
            self.squares[dragon.index()] = None;
            progress = true;
        }
        self.passes = if matches!(mv, Move::Pass) { self.passes.saturating_add(1) } else { 0 };
        self.half = if progress { 0 } else { self.half.saturating_add(1) };
        if mover == Side::North {
            self.full = self.full.saturating_add(1);
        }
        self.turn = mover.other();
    }

    /// Ruling 11: deciding keeps the side to move and the number of the move.
    fn decide(&mut self, pending: Pending) {
        self.pending = pending;
        self.half = 0;
    }

    fn lose_king(&mut self, side: Side) {
        if let Some(king) = self.find(side, Kind::King) {
            self.squares[king.index()] = None;
        }
    }

    /// What the ply does on the board; whether it captured or recruited.
    fn act(&mut self, mv: &Move) -> bool {
        match mv {
            Move::Walk(walk) => self.walk(*walk),
            Move::Group(group) => group.walks().iter().filter(|walk| self.walk(**walk)).count() > 0,
            Move::Fire { from, at } => match self.piece_at(*from) {
                Some(Piece { kind: Kind::Dragon, .. }) => self.burn(*at),
                _ => self.capture(*at),
            },
            Move::Recruit { kind, at } => {
                self.squares[at.index()] = Some(Piece { side: self.turn, kind: *kind });
                for (count, known) in self.reserve[self.turn].iter_mut().zip(Kind::RECRUITS) {
                    if known == *kind {
                        *count = count.saturating_sub(1);
                    }
                }
                true
            }
            Move::GiveUp(_) | Move::LoseKing | Move::Pass => false,
        }
    }

    /// Moves one piece; whether anything was captured or lost.
    pub(super) fn walk(&mut self, walk: Walk) -> bool {
        let Some(piece) = self.squares[walk.from.index()].take() else { return false };
        let captured = if piece.kind == Kind::Dragon && self.enemy_at(piece.side, walk.to).is_some() {
            // Ruling 9: the Dragon himself is captured on an enemy's fortress; a Hero there survives.
            if self.enemy_at(piece.side, walk.to) != Some(Kind::Hero) {
                self.burn(walk.to);
            }
            return true;
        } else {
            walk.captures && self.capture(walk.to)
        };
        self.squares[walk.to.index()] = Some(piece);
        captured
    }

    /// Takes a piece off the board; with a King the game is over.
    fn capture(&mut self, at: Square) -> bool {
        let taken = self.squares[at.index()].take();
        if let Some(Piece { side, kind: Kind::King }) = taken {
            self.pending = Pending::Lost(side);
        }
        taken.is_some()
    }

    /// A Dragon takes what stands there; a King's owner may give up another piece instead (ruling 11).
    fn burn(&mut self, at: Square) -> bool {
        match self.piece_at(at) {
            Some(Piece { side, kind: Kind::King }) if self.ransoms(side).next().is_some() => {
                self.pending = Pending::Decision(side);
                // He was taken, whatever is given up for him.
                true
            }
            _ => self.capture(at),
        }
    }
}
