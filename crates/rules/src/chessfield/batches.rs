//! The moves of the personnel that LancerChess and TigerChess share, in batches: one origin and the set of its targets.
//! Batches are legal already, so that counting needs no move to be made.

use std::ops::ControlFlow;

use super::bits::Bits;
use super::field::{Field, Kind};
use super::rights::Rights;
use super::safety::Safety;
use super::square::Square;
use super::{leaps, lines};
use crate::side::Side;

/// Moves of one member, or of all Pikemen or Swordsmen who move alike.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Batch {
    /// One member and his targets. A Queen who goes two files is protected.
    From {
        /// What moves.
        kind: Kind,
        /// From where.
        from: Square,
        /// To where.
        to: Bits,
    },
    /// Members who all come from the square `back` numbers before their target.
    Together {
        /// What moves.
        kind: Kind,
        /// Subtracted from the target's number.
        back: i8,
        /// To where.
        to: Bits,
    },
}

/// The square a member of a batch comes from.
#[inline]
pub(crate) fn origin(to: Square, back: i8) -> Square {
    Square::new((to.index() as u8).wrapping_sub(back as u8))
}

/// A situation as far as these moves depend on it.
pub(crate) struct Scene<'a, const K: usize> {
    /// Who stands where.
    pub(crate) field: &'a Field<K>,
    /// Who moves.
    pub(crate) side: Side,
    /// The rights to Protect the Queen.
    pub(crate) rights: Rights,
    /// The square a Pikeman has just passed over.
    pub(crate) ep: Option<Square>,
    /// What threatens the mover's Queen.
    pub(crate) safety: Safety,
}

impl<const K: usize> Scene<'_, K> {
    /// Where anybody but the Queen may go, pins aside: anywhere, or where he ends the one attack on her.
    #[inline]
    pub(crate) fn answer_mask(&self) -> Bits {
        let Safety { queen, checkers, .. } = self.safety;
        match checkers.first() {
            None => !self.field.side(self.side),
            Some(_) if checkers.is_many() => Bits::NONE,
            Some(checker) if self.field.sliders().has(checker) => lines::between(queen, checker) | checkers,
            // Nobody steps between the Queen and one who jumps.
            Some(_) => checkers,
        }
    }

    /// Where a pinned member may go: along the line, between the Queen and the one who pins him, who may be taken.
    #[inline]
    pub(crate) fn pin_mask(&self, from: Square) -> Bits {
        let occupied = self.field.occupied();
        lines::line(self.safety.queen, from)
            & (lines::orthogonal(from, occupied) | lines::diagonal(from, occupied))
    }

    /// The squares a Queen may step to.
    #[inline]
    pub(crate) fn queen_steps(&self) -> Bits {
        let Scene { field, side, safety: Safety { queen, .. }, .. } = *self;
        let without_her = field.occupied() ^ Bits::of(queen);
        let mut safe = Bits::NONE;
        for to in leaps::steps(queen) & !field.side(side) {
            if field.attackers(to, side.other(), without_her).is_empty() {
                safe |= Bits::of(to);
            }
        }
        safe
    }

    /// The squares the Queen is protected on (Change 1): the ones between empty, she not attacked before, on the way or
    /// there. Passed squares lie on the home rank, which no draughts capture reaches.
    #[inline]
    pub(crate) fn protections(&self) -> Bits {
        let mut to = Bits::NONE;
        if self.rights.is_none_of(self.side) || !self.safety.checkers.is_empty() {
            return to;
        }
        let occupied = self.field.occupied();
        let home = 56 * self.side.index() as u8;
        for wing in self.rights.wings(self.side) {
            let safe = |file: u8| {
                self.field.attackers(Square::new(home + file), self.side.other(), occupied).is_empty()
            };
            if (occupied.0 >> home) & wing.between() == 0 && wing.queen_path().into_iter().all(safe) {
                to |= Bits::of(Square::new(home + wing.queen_target()));
            }
        }
        to
    }

    /// Queen, King, Towers, Barons and Lancers, and with `K` above seven Knights and TigerKnights.
    #[inline]
    pub(crate) fn visit_officers<B>(
        &self,
        visit: &mut impl FnMut(Batch) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mask = self.answer_mask();
        let occupied = self.field.occupied();
        macro_rules! each {
            ($($kind:ident: $reach:expr),+ $(,)?) => {$(
                let reach = $reach;
                for from in self.field.of(self.side, Kind::$kind) {
                    let mut to = reach(from) & mask;
                    if self.safety.pinned.has(from) {
                        to &= self.pin_mask(from);
                    }
                    if !to.is_empty() {
                        visit(Batch::From { kind: Kind::$kind, from, to })?;
                    }
                }
            )+};
        }
        if !mask.is_empty() {
            each! {
                King: |from| lines::orthogonal(from, occupied) | lines::diagonal(from, occupied),
                Tower: |from| lines::orthogonal(from, occupied),
                Baron: |from| lines::diagonal(from, occupied),
                KingsLancer: leaps::kings_lancer,
                QueensLancer: leaps::queens_lancer,
                Knight: leaps::knight,
                TigerKnight: |from| leaps::tigerknight(self.side, from),
            }
        }
        ControlFlow::Continue(())
    }

    /// Pikemen: one ahead, two from the start, captures diagonally ahead, en passant.
    #[inline]
    pub(crate) fn visit_pikemen<B>(&self, visit: &mut impl FnMut(Batch) -> ControlFlow<B>) -> ControlFlow<B> {
        let Scene { field, side, safety, .. } = *self;
        let all = field.of(side, Kind::Pikeman);
        let mask = self.answer_mask();
        if !mask.is_empty() {
            let vacant = !field.occupied();
            let forward: i8 = if side == Side::South { 8 } else { -8 };
            let third = Bits::rank(if side == Side::South { 2 } else { 5 });
            let free = all & !safety.pinned;
            let one = free.ahead(side) & vacant;
            let two = (one & third).ahead(side) & vacant & mask;
            let targets = field.side(side.other()) & mask;
            let west = free.ahead(side).west() & targets;
            let east = free.ahead(side).east() & targets;
            for (back, to) in
                [(forward, one & mask), (2 * forward, two), (forward - 1, west), (forward + 1, east)]
            {
                if !to.is_empty() {
                    visit(Batch::Together { kind: Kind::Pikeman, back, to })?;
                }
            }
            for from in all & safety.pinned {
                let one = Bits::of(from).ahead(side) & vacant;
                let two = (one & third).ahead(side) & vacant;
                let to = (one | two) & mask | leaps::ahead_diagonally(side, from) & targets;
                let to = to & self.pin_mask(from);
                if !to.is_empty() {
                    visit(Batch::From { kind: Kind::Pikeman, from, to })?;
                }
            }
        }
        if let Some(ep) = self.ep {
            for from in leaps::ahead_diagonally(side.other(), ep) & all {
                if self.is_en_passant_safe(from, ep) {
                    visit(Batch::From { kind: Kind::Pikeman, from, to: Bits::of(ep) })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Two members leave their squares at once, so pins do not tell; the whole attack is looked at.
    fn is_en_passant_safe(&self, from: Square, ep: Square) -> bool {
        let taken = Bits::of(ep).ahead(self.side.other());
        let after = (self.field.occupied() ^ Bits::of(from) ^ taken) | Bits::of(ep);
        self.field.attackers(self.safety.queen, self.side.other(), after).is_empty()
    }

    /// Whether an en passant capture is legal: only then does the square count for repetition.
    pub(crate) fn can_take_en_passant(&self) -> bool {
        self.ep.is_some_and(|ep| {
            (leaps::ahead_diagonally(self.side.other(), ep) & self.field.of(self.side, Kind::Pikeman))
                .into_iter()
                .any(|from| self.is_en_passant_safe(from, ep))
        })
    }
}
