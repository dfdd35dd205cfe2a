//! The captures of Swordsmen and Archers (Changes 5 and 6, rulings 1 to 4).
//!
//! A capture goes along a diagonal over one opponent to the vacant square right behind him, who leaves at once. So no
//! victim stands on the edge, and a member captures only on the colour of his own square.

use std::ops::ControlFlow;

use super::KINDS;
use super::moves::Jumps;
use crate::chessfield::field::Field;
use crate::chessfield::{Bits, Kind, Square};
use crate::side::Side;

const DIRECTIONS: [(i8, i8); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

const fn ray_tables() -> [[Bits; 64]; 4] {
    let mut tables = [[Bits::NONE; 64]; 4];
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut number = 0;
        while number < 64 {
            let mut at = Square::new(number).offset(files, ranks);
            while let Some(square) = at {
                tables[direction][number as usize] = tables[direction][number as usize].with(at);
                at = square.offset(files, ranks);
            }
            number += 1;
        }
        direction += 1;
    }
    tables
}

static RAYS: [[Bits; 64]; 4] = ray_tables();

/// The dark squares, and the light ones.
const COLOURS: [Bits; 2] = [Bits(0x55aa_55aa_55aa_55aa), Bits(0xaa55_aa55_aa55_aa55)];

/// The squares of the same colour.
pub(super) const fn colour_of(square: Square) -> Bits {
    COLOURS[square.is_dark() as usize]
}

/// One jump: over whom, to where.
#[derive(Copy, Clone)]
struct Jump {
    over: Square,
    to: Square,
}

/// The jump of an Archer in the direction, if the first one there is a victim who can be jumped.
fn far_jump(from: Square, direction: usize, occupied: Bits, victims: Bits) -> Option<Jump> {
    let ray = RAYS[direction & 3][from.index()];
    let met = ray & occupied;
    let (files, ranks) = DIRECTIONS[direction & 3];
    let over = if ranks > 0 { met.first() } else { met.last() }?;
    if !(victims & Bits::INTERIOR).has(over) {
        return None;
    }
    let to = over.offset(files, ranks)?;
    (!occupied.has(to)).then_some(Jump { over, to })
}

/// The jump of a Swordsman in the direction: one square over an adjacent victim.
fn short_jump(from: Square, direction: usize, occupied: Bits, victims: Bits) -> Option<Jump> {
    let (files, ranks) = DIRECTIONS[direction & 3];
    let over = from.offset(files, ranks)?;
    if !victims.has(over) {
        return None;
    }
    let to = over.offset(files, ranks)?;
    (!occupied.has(to)).then_some(Jump { over, to })
}

/// The jumps that one member of `by` can make from a square.
fn each_jump(kind: Kind, by: Side, from: Square, occupied: Bits, victims: Bits) -> [Option<Jump>; 4] {
    match kind {
        Kind::Archer => [0, 1, 2, 3].map(|direction| far_jump(from, direction, occupied, victims)),
        _ => {
            let first = if by == Side::South { 0 } else { 2 };
            let [one, other] =
                [first, first + 1].map(|direction| short_jump(from, direction, occupied, victims));
            [one, other, None, None]
        }
    }
}

/// Whether the member can capture on `target` at any point of a sequence. He has left his first square already.
fn reaches(kind: Kind, by: Side, from: Square, occupied: Bits, victims: Bits, target: Square) -> bool {
    each_jump(kind, by, from, occupied, victims).into_iter().flatten().any(|Jump { over, to }| {
        over == target || reaches(kind, by, to, occupied ^ Bits::of(over), victims ^ Bits::of(over), target)
    })
}

/// Whether Swordsmen or Archers of `by` could capture on the square next move.
pub(super) fn hits(field: &Field<KINDS>, square: Square, by: Side) -> bool {
    if !Bits::INTERIOR.has(square) {
        return false;
    }
    let (occupied, victims) = (field.occupied(), field.side(by.other()));
    let alike = colour_of(square);
    [Kind::Swordsman, Kind::Archer].into_iter().any(|kind| {
        (field.of(by, kind) & alike)
            .into_iter()
            .any(|from| reaches(kind, by, from, occupied ^ Bits::of(from), victims, square))
    })
}

/// Whether anybody of `by` could capture on the square next move, draughts captures included (ruling 4).
pub(super) fn is_attacked(field: &Field<KINDS>, square: Square, by: Side) -> bool {
    !field.attackers(square, by, field.occupied()).is_empty() || hits(field, square, by)
}

/// Whether the member has any capture: the quick question before [`visit_sequences`].
fn has_jump(kind: Kind, by: Side, from: Square, occupied: Bits, victims: Bits) -> bool {
    each_jump(kind, by, from, occupied, victims).iter().any(Option::is_some)
}

/// Hands every capture sequence of the side to `visit`, each prefix as one of its own (ruling 1), with those captured.
/// Whether the own Queen is safe afterwards is not looked at.
pub(super) fn visit_sequences<B>(
    field: &Field<KINDS>,
    by: Side,
    visit: &mut impl FnMut(Kind, Square, &Jumps, Bits) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (occupied, victims) = (field.occupied(), field.side(by.other()));
    for kind in [Kind::Swordsman, Kind::Archer] {
        for from in field.of(by, kind) {
            let vacated = occupied ^ Bits::of(from);
            if has_jump(kind, by, from, vacated, victims) {
                let start =
                    Sequence { kind, by, from, at: from, occupied: vacated, victims, jumps: Jumps::NONE };
                start.extend(Bits::NONE, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A capture under way.
#[derive(Copy, Clone)]
struct Sequence {
    kind: Kind,
    by: Side,
    from: Square,
    at: Square,
    occupied: Bits,
    victims: Bits,
    jumps: Jumps,
}

impl Sequence {
    fn extend<B>(
        self,
        taken: Bits,
        visit: &mut impl FnMut(Kind, Square, &Jumps, Bits) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for Jump { over, to } in
            each_jump(self.kind, self.by, self.at, self.occupied, self.victims).into_iter().flatten()
        {
            let gone = Bits::of(over);
            let taken = taken | gone;
            let next = Self {
                at: to,
                occupied: self.occupied ^ gone,
                victims: self.victims ^ gone,
                jumps: self.jumps.with(to),
                ..self
            };
            visit(self.kind, self.from, &next.jumps, taken)?;
            // A Swordsman on the eighth rank becomes an Archer and his move ends; he has no jump ahead of him anyway.
            next.extend(taken, visit)?;
        }
        ControlFlow::Continue(())
    }
}

/// The square of the one who is jumped when somebody lands on `to` coming from `from` along a diagonal.
pub(super) fn jumped(from: Square, to: Square) -> Option<Square> {
    let files = from.file() as i8 - to.file() as i8;
    let ranks = from.rank() as i8 - to.rank() as i8;
    (files.abs() == ranks.abs() && files.abs() >= 2)
        .then(|| to.offset(files.signum(), ranks.signum()))
        .flatten()
}
