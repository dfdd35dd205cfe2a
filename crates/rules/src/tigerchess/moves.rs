//! The moves of TigerChess and which of them are legal.

use std::fmt;
use std::ops::ControlFlow;

use super::{Guard, KINDS, TigerChess, draughts};
use crate::chessfield::batches::{Batch, Scene, origin};
use crate::chessfield::field::Field;
use crate::chessfield::{Bits, Kind, Square, leaps, lines};
use crate::side::Side;

/// The landing squares of a draughts capture, in order.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jumps {
    squares: [Square; Self::MOST],
    len: u8,
}

impl Jumps {
    /// The most landings: nobody can capture more than the twenty opponents.
    pub const MOST: usize = 20;
    pub(super) const NONE: Self = Self { squares: [Square::at(0, 0); Self::MOST], len: 0 };

    /// The squares.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        self.squares.get(..usize::from(self.len)).unwrap_or(&self.squares)
    }

    pub(super) fn with(mut self, square: Square) -> Self {
        if let Some(place) = self.squares.get_mut(usize::from(self.len)) {
            *place = square;
            self.len += 1;
        }
        self
    }

    /// The last landing; the start when there is none.
    pub(super) fn end(&self, start: Square) -> Square {
        self.squares().last().copied().unwrap_or(start)
    }

    /// The squares of those captured: the one right before each landing.
    #[must_use]
    pub fn captured(&self, start: Square) -> Vec<Square> {
        let mut at = start;
        let jumped = self.squares().iter().map(|&to| draughts::jumped(std::mem::replace(&mut at, to), to));
        jumped.flatten().collect()
    }
}

impl fmt::Debug for Jumps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.squares()).finish()
    }
}

/// A move of TigerChess.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Somebody goes from one square to another and takes who stands there; as in LancerChess a Queen who goes two files
    /// is protected, and a Pikeman may take en passant.
    Plain {
        /// What moves.
        kind: Kind,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// What it is exchanged for.
        becomes: Option<Kind>,
    },
    /// A Swordsman or an Archer captures by jumping.
    Jump {
        /// Which of the two.
        kind: Kind,
        /// From where.
        from: Square,
        /// The landings.
        jumps: Jumps,
    },
    /// The Standard Bearer on that square captures the Royal Guard beyond it.
    Occupy(Square),
    /// A Swordsman is posted.
    Post(Square),
    /// The Royal Guard is posted to the wing of that file, 2 for C to 5 for F.
    PostGuard(u8),
    /// That side's flag falls during the deployment: no ply, and not in the list of moves.
    Flag(Side),
}

/// The seventh rank of a side, where a Pikeman is exchanged for a Knight.
pub(super) const fn seventh(side: Side) -> Bits {
    match side {
        Side::South => Bits::rank(6),
        Side::North => Bits::rank(1),
    }
}

/// The eighth rank of a side.
pub(super) const fn eighth(side: Side) -> Bits {
    match side {
        Side::South => Bits::rank(7),
        Side::North => Bits::rank(0),
    }
}

/// The forms a Pikeman's move to a square can take: what he becomes, once or twice (Change 3, ruling 7).
pub(super) fn exchanges(
    side: Side,
    awaits_tigerknight: bool,
    to: Square,
) -> (Option<Kind>, Option<Option<Kind>>) {
    if seventh(side).has(to) {
        // Without the choice the exchange for the Knight is compulsory.
        (Some(Kind::Knight), awaits_tigerknight.then_some(None))
    } else if eighth(side).has(to) && awaits_tigerknight {
        (Some(Kind::TigerKnight), None)
    } else {
        (None, None)
    }
}

impl TigerChess {
    #[inline]
    pub(super) fn scene(&self) -> Scene<'_, KINDS> {
        Scene {
            field: &self.field,
            side: self.turn,
            rights: self.rights,
            ep: self.ep,
            safety: self.field.safety(self.turn),
        }
    }

    /// Who stands where after a move without draughts capture; enough to see whether the Queen is attacked.
    fn field_after(&self, kind: Kind, from: Square, to: Square) -> Field<KINDS> {
        let mut field = self.field;
        field.relocate(self.turn, kind, from, to);
        if kind == Kind::Pikeman && self.ep == Some(to) && from.file() != to.file() {
            field.clear(Bits::of(to).ahead(self.turn.other()));
        }
        field
    }

    /// The targets after which no draughts capture hits the own Queen.
    #[cold]
    #[inline(never)]
    fn keep_from_draughts(&self, kind: Kind, from: Square, to: Bits) -> Bits {
        let mut safe = to;
        for target in to {
            let field = self.field_after(kind, from, target);
            if draughts::hits(&field, field.queen(self.turn), self.turn.other()) {
                safe ^= Bits::of(target);
            }
        }
        safe
    }

    /// Everything but draughts captures and occupation, legal.
    #[inline]
    pub(super) fn visit_plain<B>(&self, visit: &mut impl FnMut(Batch) -> ControlFlow<B>) -> ControlFlow<B> {
        let scene = self.scene();
        let them = self.turn.other();
        let jumpers =
            (self.field.kind(Kind::Swordsman) | self.field.kind(Kind::Archer)) & self.field.side(them);
        let queen = scene.safety.queen;
        let steps = scene.queen_steps();
        // Nobody on the edge is jumped: only her steps off it are looked at.
        let (inner, outer) = (steps & Bits::INTERIOR, steps & !Bits::INTERIOR);
        let (left, own) = (self.field.occupied() ^ Bits::of(queen), self.field.side(self.turn));
        let mut to = outer | scene.protections();
        for step in inner {
            let alike = jumpers & draughts::colour_of(step);
            let is_safe = alike.is_empty()
                || !draughts::is_exposed(step, left, own, alike)
                || !self.keep_from_draughts(Kind::Queen, queen, Bits::of(step)).is_empty();
            if is_safe {
                to |= Bits::of(step);
            }
        }
        if !to.is_empty() {
            visit(Batch::From { kind: Kind::Queen, from: queen, to })?;
        }
        if Bits::INTERIOR.has(queen) && jumpers.meets(draughts::colour_of(queen)) {
            return self.visit_shared(&scene, &mut |batch| match self.filter(batch) {
                Some(batch) => visit(batch),
                None => ControlFlow::Continue(()),
            });
        }
        self.visit_shared(&scene, visit)
    }

    /// What is left of a batch when draughts captures are looked at, one member after the other.
    #[cold]
    #[inline(never)]
    fn filter(&self, batch: Batch) -> Option<Batch> {
        let batch = match batch {
            Batch::From { kind, from, to } => {
                Batch::From { kind, from, to: self.keep_from_draughts(kind, from, to) }
            }
            Batch::Together { kind, back, to } => {
                let mut safe = Bits::NONE;
                for target in to {
                    safe |= self.keep_from_draughts(kind, origin(target, back), Bits::of(target));
                }
                Batch::Together { kind, back, to: safe }
            }
        };
        let (Batch::From { to, .. } | Batch::Together { to, .. }) = batch;
        (!to.is_empty()).then_some(batch)
    }

    #[inline]
    fn visit_shared<B>(
        &self,
        scene: &Scene<'_, KINDS>,
        visit: &mut impl FnMut(Batch) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        scene.visit_pikemen(visit)?;
        scene.visit_officers(visit)?;
        let vacant = scene.answer_mask() & !self.field.occupied();
        if vacant.is_empty() {
            return ControlFlow::Continue(());
        }
        let swordsmen = self.field.of(self.turn, Kind::Swordsman);
        let free = (swordsmen & !scene.safety.pinned).ahead(self.turn);
        let forward: i8 = if self.turn == Side::South { 8 } else { -8 };
        for (back, to) in [(forward - 1, free.west() & vacant), (forward + 1, free.east() & vacant)] {
            if !to.is_empty() {
                visit(Batch::Together { kind: Kind::Swordsman, back, to })?;
            }
        }
        for from in swordsmen & scene.safety.pinned {
            let to = leaps::ahead_diagonally(self.turn, from) & vacant & scene.pin_mask(from);
            if !to.is_empty() {
                visit(Batch::From { kind: Kind::Swordsman, from, to })?;
            }
        }
        for from in self.field.of(self.turn, Kind::Archer) {
            let mut to = leaps::diagonal_steps(from) & vacant;
            if scene.safety.pinned.has(from) {
                to &= scene.pin_mask(from);
            }
            if !to.is_empty() {
                visit(Batch::From { kind: Kind::Archer, from, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The legal draughts captures.
    pub(super) fn visit_jumps<B>(
        &self,
        visit: &mut impl FnMut(Kind, Square, &Jumps) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut calm_lines = None;
        draughts::visit_sequences(&self.field, self.turn, &mut |kind, from, jumps, taken| {
            let lines = *calm_lines.get_or_insert_with(|| self.calm_lines());
            let is_safe = match lines {
                Some(lines) if !lines.meets(taken | Bits::of(from)) => true,
                _ => self.is_jump_safe(kind, from, jumps.end(from), taken),
            };
            if is_safe { visit(kind, from, jumps) } else { ControlFlow::Continue(()) }
        })
    }

    /// The lines through the own Queen, if she is not attacked and stands on the edge, where nobody is jumped: then only
    /// who leaves one of these lines can open an attack on her.
    fn calm_lines(&self) -> Option<Bits> {
        let queen = self.field.queen(self.turn);
        let attackers = self.field.attackers(queen, self.turn.other(), self.field.occupied());
        let is_calm = !Bits::INTERIOR.has(queen) && attackers.is_empty();
        is_calm.then(|| lines::orthogonal(queen, Bits::NONE) | lines::diagonal(queen, Bits::NONE))
    }

    /// Whether the own Queen is safe after a draughts capture.
    pub(super) fn is_jump_safe(&self, kind: Kind, from: Square, end: Square, taken: Bits) -> bool {
        let mut field = self.field;
        field.clear(taken);
        if from != end {
            field.relocate(self.turn, kind, from, end);
        }
        !draughts::is_attacked(&field, field.queen(self.turn), self.turn.other())
    }

    /// The Standard Bearer who may occupy the Palace now (ruling 9).
    pub(super) fn occupation(&self) -> Option<Square> {
        let Guard::Wing(file) = self.guard(self.turn.other())? else { return None };
        let gate = Square::at(file, if self.turn == Side::South { 7 } else { 0 });
        let stands = self.field.of(self.turn, Kind::KingsLancer).has(gate);
        (stands && !self.is_queen_attacked(self.turn)).then_some(gate)
    }

    #[inline]
    pub(super) fn visit_each<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if let Some(deploying) = self.deploying {
            return self.visit_postings(deploying, &mut visit);
        }
        if self.occupier().is_some() {
            return ControlFlow::Continue(());
        }
        self.visit_plain(&mut |batch| self.expand(batch, &mut visit))?;
        self.visit_jumps(&mut |kind, from, jumps| visit(Move::Jump { kind, from, jumps: *jumps }))?;
        match self.occupation() {
            Some(bearer) => visit(Move::Occupy(bearer)),
            None => ControlFlow::Continue(()),
        }
    }

    /// The moves of a batch.
    #[inline]
    pub(super) fn expand<B>(
        &self,
        batch: Batch,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (kind, to) = match batch {
            Batch::From { kind, to, .. } | Batch::Together { kind, to, .. } => (kind, to),
        };
        for to in to {
            let from = match batch {
                Batch::From { from, .. } => from,
                Batch::Together { back, .. } => origin(to, back),
            };
            if kind == Kind::Pikeman {
                self.visit_pikeman(from, to, visit)?;
            } else {
                let ends = kind == Kind::Swordsman && eighth(self.turn).has(to);
                visit(Move::Plain { kind, from, to, becomes: ends.then_some(Kind::Archer) })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn visit_pikeman<B>(
        &self,
        from: Square,
        to: Square,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let kind = Kind::Pikeman;
        let (becomes, choice) = exchanges(self.turn, self.awaits_tigerknight[self.turn], to);
        visit(Move::Plain { kind, from, to, becomes })?;
        match choice {
            Some(becomes) => visit(Move::Plain { kind, from, to, becomes }),
            None => ControlFlow::Continue(()),
        }
    }

    #[inline]
    pub(super) fn count(&self) -> u64 {
        let mut count = 0;
        if let Some(deploying) = self.deploying {
            let _ = self.visit_postings(deploying, &mut |_| {
                count += 1;
                ControlFlow::<()>::Continue(())
            });
            return count;
        }
        if self.occupier().is_some() {
            return 0;
        }
        let choice = if self.awaits_tigerknight[self.turn] { seventh(self.turn) } else { Bits::NONE };
        let _ = self.visit_plain(&mut |batch| {
            count += match batch {
                Batch::From { kind: Kind::Pikeman, to, .. }
                | Batch::Together { kind: Kind::Pikeman, to, .. } => {
                    u64::from(to.len() + (to & choice).len())
                }
                Batch::From { to, .. } | Batch::Together { to, .. } => u64::from(to.len()),
            };
            ControlFlow::<()>::Continue(())
        });
        let _ = self.visit_jumps(&mut |_, _, _| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count + u64::from(self.occupation().is_some())
    }

    /// Whether an en passant capture on the square is legal.
    pub(super) fn can_take_en_passant(&self, ep: Square) -> bool {
        let takers = leaps::ahead_diagonally(self.turn.other(), ep) & self.field.of(self.turn, Kind::Pikeman);
        !takers.is_empty()
            && self
                .visit_plain(&mut |batch| match batch {
                    Batch::From { kind: Kind::Pikeman, from, to } if to.has(ep) && takers.has(from) => {
                        ControlFlow::Break(())
                    }
                    _ => ControlFlow::Continue(()),
                })
                .is_break()
    }
}
