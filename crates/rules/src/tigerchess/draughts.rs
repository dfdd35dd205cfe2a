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

/// The next square in the direction, where there is one.
const fn next_tables() -> [[Option<Square>; 64]; 4] {
    let mut tables = [[None; 64]; 4];
    let mut direction = 0;
    while direction < 4 {
        let (files, ranks) = DIRECTIONS[direction];
        let mut number = 0;
        while number < 64 {
            tables[direction][number as usize] = Square::new(number).offset(files, ranks);
            number += 1;
        }
        direction += 1;
    }
    tables
}

static NEXT: [[Option<Square>; 64]; 4] = next_tables();

/// The first somebody that an Archer meets in the direction.
#[inline]
fn far_neighbour(from: Square, direction: usize, occupied: Bits) -> Option<Square> {
    let met = RAYS[direction & 3][from.index()] & occupied;
    if direction < 2 { met.first() } else { met.last() }
}

/// The directions that a member of the kind jumps in, as a range of [`DIRECTIONS`].
#[inline]
const fn directions(kind: Kind, by: Side) -> (usize, usize) {
    match (kind, by) {
        (Kind::Archer, _) => (0, 4),
        (_, Side::South) => (0, 2),
        (_, Side::North) => (2, 4),
    }
}

/// The jump of a member in the direction: over the first one there if he is a victim with a vacant square behind him.
#[inline]
fn jump(kind: Kind, from: Square, direction: usize, occupied: Bits, victims: Bits) -> Option<Jump> {
    let next = &NEXT[direction & 3];
    let over = match kind {
        Kind::Archer => far_neighbour(from, direction, occupied)?,
        _ => next[from.index()]?,
    };
    if !victims.has(over) {
        return None;
    }
    let to = next[over.index()]?;
    (!occupied.has(to)).then_some(Jump { over, to })
}

/// The jumps that one member of `by` can make from a square.
#[inline]
fn each_jump(
    kind: Kind,
    by: Side,
    from: Square,
    occupied: Bits,
    victims: Bits,
) -> impl Iterator<Item = Jump> {
    let (first, end) = directions(kind, by);
    (first..end).filter_map(move |direction| jump(kind, from, direction, occupied, victims))
}

/// Whether the member can capture on `target` at any point of a sequence. He has left his first square already.
fn reaches(kind: Kind, by: Side, from: Square, occupied: Bits, victims: Bits, target: Square) -> bool {
    each_jump(kind, by, from, occupied, victims).any(|Jump { over, to }| {
        over == target || reaches(kind, by, to, occupied ^ Bits::of(over), victims ^ Bits::of(over), target)
    })
}

/// Whether the square could be jumped at all: on one of its diagonals both neighbours are vacant, or can become so in
/// the course of a capture because a jumper or somebody who can be jumped stands there.
#[inline]
pub(super) fn is_exposed(square: Square, occupied: Bits, victims: Bits, jumpers: Bits) -> bool {
    let open = !occupied | (victims & Bits::INTERIOR) | jumpers;
    let file_pair = |bits: Bits| (bits.west(), bits.east());
    let (north, south) = (Bits::of(square).ahead(Side::South), Bits::of(square).ahead(Side::North));
    let ((north_west, north_east), (south_west, south_east)) = (file_pair(north), file_pair(south));
    let is_open = |one: Bits, other: Bits| ((one | other) & !open).is_empty();
    Bits::INTERIOR.has(square) && (is_open(north_west, south_east) || is_open(north_east, south_west))
}

/// Whether Swordsmen or Archers of `by` could capture on the square next move.
pub(super) fn hits(field: &Field<KINDS>, square: Square, by: Side) -> bool {
    let (occupied, victims) = (field.occupied(), field.side(by.other()));
    let alike = colour_of(square);
    let jumpers = (field.kind(Kind::Swordsman) | field.kind(Kind::Archer)) & field.side(by) & alike;
    if jumpers.is_empty() || !is_exposed(square, occupied, victims, jumpers) {
        return false;
    }
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

/// The Swordsmen who can jump: an opponent diagonally ahead and nobody behind him.
#[inline]
fn jumping_swordsmen(by: Side, swordsmen: Bits, victims: Bits, vacant: Bits) -> Bits {
    let back = by.other();
    let west = (swordsmen.ahead(by).west() & victims).ahead(by).west() & vacant;
    let east = (swordsmen.ahead(by).east() & victims).ahead(by).east() & vacant;
    west.ahead(back).east().ahead(back).east() | east.ahead(back).west().ahead(back).west()
}

/// Hands every capture sequence of the side to `visit`, each prefix as one of its own (ruling 1), with those captured.
/// Whether the own Queen is safe afterwards is not looked at.
#[inline]
pub(super) fn visit_sequences<B>(
    field: &Field<KINDS>,
    by: Side,
    visit: &mut impl FnMut(Kind, Square, &Jumps, Bits) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (occupied, victims) = (field.occupied(), field.side(by.other()));
    let swordsmen = jumping_swordsmen(by, field.of(by, Kind::Swordsman), victims, !occupied);
    for (kind, all) in [(Kind::Swordsman, swordsmen), (Kind::Archer, field.of(by, Kind::Archer))] {
        for from in all {
            let vacated = occupied ^ Bits::of(from);
            let start = Sequence { kind, by, from, at: from, occupied: vacated, victims, jumps: Jumps::NONE };
            start.extend(Bits::NONE, visit)?;
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
        for Jump { over, to } in each_jump(self.kind, self.by, self.at, self.occupied, self.victims) {
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
