//! Tables of the personnel whose reach does not depend on what stands between, computed by the compiler.

use super::bits::Bits;
use super::square::Square;
use crate::side::Side;

type Table = [Bits; 64];

/// The squares at every offset `(a, b)`, in all orientations, that `wanted` holds for (0 <= a <= b).
const fn symmetric(wanted: &[(i8, i8)]) -> Table {
    let mut table = [Bits::NONE; 64];
    let mut number = 0;
    while number < 64 {
        let square = Square::new(number);
        let mut reach = Bits::NONE;
        let mut entry = 0;
        while entry < wanted.len() {
            let (a, b) = wanted[entry];
            let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            let mut sign = 0;
            while sign < 4 {
                let (x, y) = signs[sign];
                reach = reach.with(square.offset(a * x, b * y)).with(square.offset(b * x, a * y));
                sign += 1;
            }
            entry += 1;
        }
        table[number as usize] = reach;
        number += 1;
    }
    table
}

const fn ahead(side: Side) -> Table {
    let forward = match side {
        Side::South => 1,
        Side::North => -1,
    };
    let mut table = [Bits::NONE; 64];
    let mut number = 0;
    while number < 64 {
        let square = Square::new(number);
        table[number as usize] = Bits::NONE.with(square.offset(-1, forward)).with(square.offset(1, forward));
        number += 1;
    }
    table
}

static STEPS: Table = symmetric(&[(0, 1), (1, 1)]);
static DIAGONAL_STEPS: Table = symmetric(&[(1, 1)]);
/// One or two orthogonally (Change 2).
pub(crate) const KINGS_LANCER_LEAPS: [(i8, i8); 2] = [(0, 1), (0, 2)];
/// One or two diagonally (Change 2).
pub(crate) const QUEENS_LANCER_LEAPS: [(i8, i8); 2] = [(1, 1), (2, 2)];
/// The Knight of chess.
pub(crate) const KNIGHT_LEAPS: [(i8, i8); 1] = [(1, 2)];
/// The Bengal TigerKnight (Change 4).
pub(crate) const BENGAL_TIGERKNIGHT_LEAPS: [(i8, i8); 3] = [(1, 2), (1, 3), (2, 3)];
/// The Siberian TigerKnight, who also jumps four orthogonally.
pub(crate) const SIBERIAN_TIGERKNIGHT_LEAPS: [(i8, i8); 4] = [(1, 2), (1, 3), (2, 3), (0, 4)];

static KINGS_LANCER: Table = symmetric(&KINGS_LANCER_LEAPS);
static QUEENS_LANCER: Table = symmetric(&QUEENS_LANCER_LEAPS);
static KNIGHT: Table = symmetric(&KNIGHT_LEAPS);
static BENGAL_TIGERKNIGHT: Table = symmetric(&BENGAL_TIGERKNIGHT_LEAPS);
static SIBERIAN_TIGERKNIGHT: Table = symmetric(&SIBERIAN_TIGERKNIGHT_LEAPS);
static AHEAD: [Table; 2] = [ahead(Side::South), ahead(Side::North)];

/// One step in any direction: the Queen.
#[inline]
pub(crate) fn steps(from: Square) -> Bits {
    STEPS[from.index()]
}

/// One step diagonally: the Archer without capture.
#[inline]
pub(crate) fn diagonal_steps(from: Square) -> Bits {
    DIAGONAL_STEPS[from.index()]
}

/// One or two orthogonally (Change 2).
#[inline]
pub(crate) fn kings_lancer(from: Square) -> Bits {
    KINGS_LANCER[from.index()]
}

/// One or two diagonally (Change 2).
#[inline]
pub(crate) fn queens_lancer(from: Square) -> Bits {
    QUEENS_LANCER[from.index()]
}

/// The Knight of chess.
#[inline]
pub(crate) fn knight(from: Square) -> Bits {
    KNIGHT[from.index()]
}

/// The TigerKnight (Change 4); the Siberian's also jumps four orthogonally.
#[inline]
pub(crate) fn tigerknight(side: Side, from: Square) -> Bits {
    match side {
        Side::South => BENGAL_TIGERKNIGHT[from.index()],
        Side::North => SIBERIAN_TIGERKNIGHT[from.index()],
    }
}

/// The two squares diagonally ahead: what a Pikeman attacks and a Swordsman steps to.
#[inline]
pub(crate) fn ahead_diagonally(side: Side, from: Square) -> Bits {
    AHEAD[side.index()][from.index()]
}
