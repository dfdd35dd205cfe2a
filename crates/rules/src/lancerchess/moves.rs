//! Generating and making the moves of LancerChess.

use std::ops::ControlFlow;

use super::LancerChess;
use crate::chessfield::batches::{Batch, Scene, origin};
use crate::chessfield::rights::Wing;
use crate::chessfield::{Bits, Kind, Square};
use crate::side::Side;

/// A move: what goes from where to where. A Queen who goes two files is protected; a Pikeman who goes diagonally to the
/// vacant square passed over by a double step takes en passant.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// What moves.
    pub kind: Kind,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// What a Pikeman on the eighth rank becomes; nothing otherwise.
    pub becomes: Option<Kind>,
}

/// The rank a side's Pikemen are promoted on.
pub(super) const fn last_rank(side: Side) -> Bits {
    match side {
        Side::South => Bits::rank(7),
        Side::North => Bits::rank(0),
    }
}

/// What a Pikeman of `side` may become on that square: King, Tower, Baron, and the Lancer whose first square had its
/// colour. Bengal's King's Lancer began on dark G1, the Siberian's on light G8.
pub(super) const fn promotions(side: Side, to: Square) -> [Kind; 4] {
    let kings_lancer_began_dark = matches!(side, Side::South);
    let lancer = if to.is_dark() == kings_lancer_began_dark { Kind::KingsLancer } else { Kind::QueensLancer };
    [Kind::King, Kind::Tower, Kind::Baron, lancer]
}

impl LancerChess {
    #[inline]
    pub(super) fn scene(&self) -> Scene<'_, { super::KINDS }> {
        Scene {
            field: &self.field,
            side: self.turn,
            rights: self.rights,
            ep: self.ep,
            safety: self.field.safety(self.turn),
        }
    }

    #[inline]
    fn visit_batches<B>(&self, visit: &mut impl FnMut(Batch) -> ControlFlow<B>) -> ControlFlow<B> {
        let scene = self.scene();
        scene.visit_pikemen(visit)?;
        scene.visit_officers(visit)?;
        let to = scene.queen_steps() | scene.protections();
        if to.is_empty() {
            return ControlFlow::Continue(());
        }
        visit(Batch::From { kind: Kind::Queen, from: scene.safety.queen, to })
    }

    #[inline]
    pub(super) fn visit_each<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let last = last_rank(self.turn);
        self.visit_batches(&mut |batch| {
            match batch {
                Batch::From { kind, from, to } if kind != Kind::Pikeman => {
                    for to in to {
                        visit(Move { kind, from, to, becomes: None })?;
                    }
                }
                Batch::From { from, to, .. } => {
                    for to in to {
                        self.visit_pikeman(from, to, last, &mut visit)?;
                    }
                }
                Batch::Together { back, to, .. } => {
                    for to in to {
                        self.visit_pikeman(origin(to, back), to, last, &mut visit)?;
                    }
                }
            }
            ControlFlow::Continue(())
        })
    }

    #[inline]
    fn visit_pikeman<B>(
        &self,
        from: Square,
        to: Square,
        last: Bits,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let kind = Kind::Pikeman;
        if !last.has(to) {
            return visit(Move { kind, from, to, becomes: None });
        }
        for becomes in promotions(self.turn, to) {
            visit(Move { kind, from, to, becomes: Some(becomes) })?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    pub(super) fn count(&self) -> u64 {
        let last = last_rank(self.turn);
        let mut count = 0;
        let _ = self.visit_batches(&mut |batch| {
            count += match batch {
                Batch::From { kind: Kind::Pikeman, to, .. } | Batch::Together { to, .. } => {
                    u64::from(to.len() + 3 * (to & last).len())
                }
                Batch::From { to, .. } => u64::from(to.len()),
            };
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// The square whose member the move takes, if it takes any.
    pub(super) fn victim(&self, mv: Move) -> Option<Square> {
        if self.field.side(self.turn.other()).has(mv.to) {
            return Some(mv.to);
        }
        let is_en_passant =
            mv.kind == Kind::Pikeman && self.ep == Some(mv.to) && mv.from.file() != mv.to.file();
        if is_en_passant { Bits::of(mv.to).ahead(self.turn.other()).first() } else { None }
    }

    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        let Move { kind, from, to, becomes } = mv;
        let us = self.turn;
        let takes = self.field.side(us.other()).has(to);
        let passed = self.ep.take();
        self.half = if takes || kind == Kind::Pikeman { 0 } else { self.half.saturating_add(1) };
        self.field.relocate(us, kind, from, to);
        self.rights = self.rights.after(from, to);
        if kind == Kind::Pikeman {
            self.finish_pikeman(from, to, passed, becomes);
        } else if kind == Kind::Queen && from.file().abs_diff(to.file()) == 2 {
            let wing = Wing::of_target(to.file());
            let tower = Square::at(wing.tower_origin(), from.rank());
            self.field.relocate(us, Kind::Tower, tower, Square::at(wing.tower_target(), from.rank()));
        }
        if us == Side::North {
            self.full = self.full.saturating_add(1);
        }
        self.turn = us.other();
    }

    #[inline]
    fn finish_pikeman(&mut self, from: Square, to: Square, passed: Option<Square>, becomes: Option<Kind>) {
        if from.rank().abs_diff(to.rank()) == 2 {
            self.ep = Some(Square::at(from.file(), (from.rank() + to.rank()) / 2));
        } else if passed == Some(to) && from.file() != to.file() {
            self.field.clear(Bits::of(to).ahead(self.turn.other()));
        } else if let Some(becomes) = becomes {
            self.field.change(to, Kind::Pikeman, becomes);
        }
    }
}
