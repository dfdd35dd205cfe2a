//! Why a written move is not legal, in the words of the rules.

use super::batches::Scene;
use super::bits::Bits;
use super::field::Kind;
use super::rights::Wing;
use super::situation::{member, name};
use super::square::Square;
use super::{leaps, lines};
use crate::game::MoveError;

impl<const K: usize> Scene<'_, K> {
    /// Checks that `x` stands for a capture and `-` for a move to a vacant position.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] saying who stands there.
    pub(crate) fn check_sign(
        &self,
        kind: Kind,
        from: Square,
        to: Square,
        captures: bool,
    ) -> Result<(), MoveError> {
        let why = match self.field.at(to) {
            Some((side, own)) if side == self.side => {
                format!("{to} holds {}, of the same side", member((side, own)))
            }
            Some(victim) if !captures => {
                format!("{to} holds {}: the capture is written {from}x{to}", member(victim))
            }
            None if captures && !(kind == Kind::Pikeman && self.ep == Some(to)) => {
                format!("{to} holds no opposing force")
            }
            None if !captures && kind == Kind::Pikeman && self.ep == Some(to) && from.file() != to.file() => {
                format!("en passant is written {from}x{to}")
            }
            _ => return Ok(()),
        };
        Err(MoveError::Illegal(why))
    }

    /// Why the Queen cannot be protected with that Tower.
    pub(crate) fn why_no_protection(&self, wing: Wing) -> String {
        let tower = if wing == Wing::King { "King's" } else { "Queen's" };
        if !self.rights.has(self.side, wing) {
            return format!("the {} Queen or her {tower} Tower has moved", name(self.side));
        }
        let home = 56 * self.side.index() as u8;
        let them = self.side.other();
        let occupied = self.field.occupied();
        let between = Bits(wing.between() << home);
        if let Some(square) = (between & occupied).first() {
            return format!("{square} between the Queen and her {tower} Tower is occupied");
        }
        let path = wing.queen_path();
        for file in [3, path[0], path[1]] {
            let square = Square::new(home + file);
            if let Some(attacker) = self.field.attackers(square, them, occupied).first() {
                return format!("{square} is attacked from {attacker}");
            }
        }
        format!("the Queen cannot be protected with her {tower} Tower")
    }

    /// Why nobody of that kind goes from `from` to `to`: his powers, what stands between, or his own Queen.
    pub(crate) fn why_illegal(&self, kind: Kind, from: Square, to: Square) -> String {
        let occupied = self.field.occupied();
        let reach = match kind {
            Kind::Queen => leaps::steps(from),
            Kind::King => lines::orthogonal(from, occupied) | lines::diagonal(from, occupied),
            Kind::Tower => lines::orthogonal(from, occupied),
            Kind::Baron => lines::diagonal(from, occupied),
            Kind::KingsLancer => leaps::kings_lancer(from),
            Kind::QueensLancer => leaps::queens_lancer(from),
            Kind::Pikeman => self.pikeman_reach(from),
            Kind::Knight => leaps::knight(from),
            Kind::TigerKnight => leaps::tigerknight(self.side, from),
            Kind::Swordsman => leaps::ahead_diagonally(self.side, from) & !occupied,
            Kind::Archer => leaps::diagonal_steps(from) & !occupied,
        };
        if !reach.has(to) {
            let slides = matches!(kind, Kind::King | Kind::Tower | Kind::Baron);
            if let (true, Some(blocker)) = (slides, (lines::between(from, to) & occupied).first()) {
                return format!("the {} on {from} cannot reach {to}: {blocker} is in the way", kind.word());
            }
            return format!("the {} on {from} cannot move to {to}", kind.word());
        }
        if kind == Kind::Queen {
            return format!("the Queen would be attacked on {to}");
        }
        match self.safety.checkers.first() {
            Some(checker) => format!("the Queen on {} would stay attacked from {checker}", self.safety.queen),
            None => format!("the Queen on {} would be attacked", self.safety.queen),
        }
    }

    fn pikeman_reach(&self, from: Square) -> Bits {
        let vacant = !self.field.occupied();
        let third = Bits::rank(if self.side.index() == 0 { 2 } else { 5 });
        let one = Bits::of(from).ahead(self.side) & vacant;
        let two = (one & third).ahead(self.side) & vacant;
        let ep = self.ep.map_or(Bits::NONE, Bits::of);
        one | two | leaps::ahead_diagonally(self.side, from) & (self.field.side(self.side.other()) | ep)
    }
}
