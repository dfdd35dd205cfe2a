//! Making the moves of TigerChess.

use super::moves::{Jumps, Move, eighth};
use super::{Guard, TigerChess};
use crate::chessfield::rights::Wing;
use crate::chessfield::{Bits, Kind, Square};
use crate::side::Side;

impl TigerChess {
    #[inline]
    pub(super) fn make(&mut self, mv: &Move) {
        match *mv {
            Move::Plain { kind, from, to, becomes } => self.make_plain(kind, from, to, becomes),
            Move::Jump { kind, from, ref jumps } => self.make_jump(kind, from, jumps),
            Move::Occupy(bearer) => self.make_occupation(bearer),
            Move::Post(square) => self.post(square),
            Move::PostGuard(wing) => self.post_guard(wing),
            Move::Flag(side) => self.drop_flag(side),
        }
    }

    #[inline]
    fn make_plain(&mut self, kind: Kind, from: Square, to: Square, becomes: Option<Kind>) {
        let us = self.turn;
        let takes = self.field.side(us.other()).has(to);
        let passed = self.ep.take();
        self.half = if takes || kind == Kind::Pikeman { 0 } else { self.half.saturating_add(1) };
        self.field.relocate(us, kind, from, to);
        self.rights = self.rights.after(from, to);
        if let Some(becomes) = becomes {
            self.field.change(to, kind, becomes);
            if becomes == Kind::TigerKnight {
                self.awaits_tigerknight[us] = false;
            }
        }
        if kind == Kind::Pikeman {
            if from.rank().abs_diff(to.rank()) == 2 {
                self.ep = Some(Square::at(from.file(), (from.rank() + to.rank()) / 2));
            } else if passed == Some(to) && from.file() != to.file() {
                self.field.clear(Bits::of(to).ahead(us.other()));
            }
        } else if kind == Kind::Queen && from.file().abs_diff(to.file()) == 2 {
            let wing = Wing::of_target(to.file());
            let tower = Square::at(wing.tower_origin(), from.rank());
            self.field.relocate(us, Kind::Tower, tower, Square::at(wing.tower_target(), from.rank()));
        }
        if takes {
            self.secure_guard(us);
        }
        self.pass_turn();
    }

    fn make_jump(&mut self, kind: Kind, from: Square, jumps: &Jumps) {
        let us = self.turn;
        self.ep = None;
        self.half = 0;
        let mut at = from;
        for &to in jumps.squares() {
            if let Some(over) = super::draughts::jumped(at, to) {
                self.field.clear(Bits::of(over));
            }
            at = to;
        }
        if at != from {
            self.field.relocate(us, kind, from, at);
        }
        // The eighth rank's towers may have been at home; nobody on the edge is jumped, so rights do not change.
        if kind == Kind::Swordsman && eighth(us).has(at) {
            self.field.change(at, Kind::Swordsman, Kind::Archer);
        }
        self.secure_guard(us);
        self.pass_turn();
    }

    fn make_occupation(&mut self, bearer: Square) {
        let us = self.turn;
        self.ep = None;
        self.half = 0;
        self.field.clear(Bits::of(bearer));
        if let Some(guards) = &mut self.guards {
            guards[us.other()] = Guard::Captured;
        }
        self.pass_turn();
    }

    /// Once the opposing Standard Bearer is gone nobody can take the side's Royal Guard any more.
    fn secure_guard(&mut self, side: Side) {
        if let Some(guards) = &mut self.guards
            && self.field.of(side.other(), Kind::KingsLancer).is_empty()
        {
            guards[side] = Guard::Safe;
        }
    }

    fn pass_turn(&mut self) {
        if self.turn == Side::North {
            self.full = self.full.saturating_add(1);
        }
        self.turn = self.turn.other();
    }
}
