//! Why a written move is not legal, in the words of the rules.

use super::batches::Scene;
use super::bits::Bits;
use super::field::Kind;
use super::rights::Wing;
use super::situation::{member, name};
use super::square::Square;
use super::{leaps, lines};
use crate::game::MoveError;
use crate::side::Side;

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
                format!("{to} holds {}, of the same side", member((side, own), to))
            }
            Some(victim) if kind == Kind::Pikeman && from.file() == to.file() => {
                format!("{to} holds {}, and Pikemen capture diagonally ahead only", member(victim, to))
            }
            Some(victim) if matches!(kind, Kind::Swordsman | Kind::Archer) => {
                format!("{to} holds {}, and a {} captures by jumping over", member(victim, to), kind.word())
            }
            Some(victim) if !captures && self.is_in_reach(kind, from, to) => {
                format!("{to} holds {}: the capture is written {from}x{to}", member(victim, to))
            }
            None if captures && !(kind == Kind::Pikeman && self.ep == Some(to)) => {
                format!("{to} holds no opposing force")
            }
            None if !captures
                && kind == Kind::Pikeman
                && self.ep == Some(to)
                && self.is_in_reach(kind, from, to) =>
            {
                format!("en passant is written {from}x{to}")
            }
            _ => return Ok(()),
        };
        Err(MoveError::Illegal(why))
    }

    /// Whether a kind could capture from one position to the other if nothing stood between.
    fn is_in_reach(&self, kind: Kind, from: Square, to: Square) -> bool {
        match kind {
            Kind::Pikeman => leaps::ahead_diagonally(self.side, from).has(to),
            kind => reach(kind, self.side, from, Bits::NONE).has(to),
        }
    }

    /// Why the Queen cannot be protected with that Tower.
    pub(crate) fn why_no_protection(&self, wing: Wing) -> String {
        let tower = if wing == Wing::King { "King's" } else { "Queen's" };
        if !self.rights.has(self.side, wing) {
            return format!(
                "the {} Queen or her {tower} Tower has moved or was captured (ruling 6)",
                name(self.side)
            );
        }
        let home = 56 * self.side.index() as u8;
        let them = self.side.other();
        let occupied = self.field.occupied();
        let between = Bits(wing.between() << home);
        if let Some(square) = (between & occupied).first() {
            return format!("{square} between the Queen and her {tower} Tower is occupied (ruling 6)");
        }
        let path = wing.queen_path();
        for file in [3, path[0], path[1]] {
            let square = Square::new(home + file);
            if let Some(attacker) = self.field.attackers(square, them, occupied).first() {
                return format!("{square} is attacked from {attacker} (ruling 6)");
            }
        }
        format!("the Queen cannot be protected with her {tower} Tower (ruling 6)")
    }

    /// Why nobody of that kind goes from `from` to `to`: his powers, what stands between, or his own Queen.
    pub(crate) fn why_illegal(&self, kind: Kind, from: Square, to: Square) -> String {
        let occupied = self.field.occupied();
        let word = kind.word_on(self.side, from);
        if !reach(kind, self.side, from, Bits::NONE).has(to) && !self.pikeman_reach(from).has(to) {
            return format!("the {word} on {from} cannot move to {to}: {}", powers(kind));
        }
        if let Some(blocker) = (lines::between(from, to) & occupied).first()
            && matches!(kind, Kind::King | Kind::Tower | Kind::Baron | Kind::Pikeman)
        {
            return format!("the {word} on {from} cannot reach {to}: {blocker} is in the way");
        }
        if kind == Kind::Pikeman && !self.pikeman_reach(from).has(to) {
            return format!("the {word} on {from} cannot move to {to}: {}", powers(kind));
        }
        if kind == Kind::Queen {
            return format!("the Queen would be attacked on {to} (ruling 4)");
        }
        match self.safety.checkers.first() {
            Some(checker) => {
                format!("the Queen on {} would stay attacked from {checker} (ruling 4)", self.safety.queen)
            }
            None => format!("the Queen on {} would be attacked (ruling 4)", self.safety.queen),
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

/// Where a kind can go if `occupied` is all that stands about; a Pikeman straight ahead only.
fn reach(kind: Kind, side: Side, from: Square, occupied: Bits) -> Bits {
    match kind {
        Kind::Queen => leaps::steps(from),
        Kind::King => lines::orthogonal(from, occupied) | lines::diagonal(from, occupied),
        Kind::Tower => lines::orthogonal(from, occupied),
        Kind::Baron => lines::diagonal(from, occupied),
        Kind::KingsLancer => leaps::kings_lancer(from),
        Kind::QueensLancer => leaps::queens_lancer(from),
        Kind::Pikeman => {
            let one = Bits::of(from).ahead(side);
            let third = Bits::rank(if side.index() == 0 { 2 } else { 5 });
            one | (one & third).ahead(side)
        }
        Kind::Knight => leaps::knight(from),
        Kind::TigerKnight => leaps::tigerknight(side, from),
        Kind::Swordsman => leaps::ahead_diagonally(side, from),
        Kind::Archer => leaps::diagonal_steps(from),
    }
}

/// What all of a kind do.
const fn powers(kind: Kind) -> &'static str {
    match kind {
        Kind::Queen => "Queens step to an adjacent position",
        Kind::King => "Kings move along ranks, files and diagonals",
        Kind::Tower => "Towers move along ranks and files",
        Kind::Baron => "Barons and Baronesses move along diagonals",
        Kind::KingsLancer => "King's Lancers move one or two positions along a rank or file",
        Kind::QueensLancer => "Queen's Lancers move one or two positions along a diagonal",
        Kind::Pikeman => "Pikemen move straight ahead, two positions at first, and capture diagonally ahead",
        Kind::Knight => "Knights leap two positions along a rank or file and one to the side",
        Kind::TigerKnight => {
            "TigerKnights leap two or three positions one way and fewer the other, the Siberian's four straight too"
        }
        Kind::Swordsman => "Swordsmen move one position diagonally ahead, and capture by jumping",
        Kind::Archer => "Archers move one position diagonally, and capture by jumping",
    }
}
