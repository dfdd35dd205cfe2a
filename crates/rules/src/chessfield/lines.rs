//! Sliding along lines. The occupied squares of a line are gathered into six bits by one multiplication ("kindergarten
//! bitboards"), which find the reach in a table small enough to stay in the first-level cache.

use super::bits::Bits;
use super::square::Square;

const DIAGONALS: [(i8, i8); 2] = [(1, 1), (-1, -1)];
const ANTIDIAGONALS: [(i8, i8); 2] = [(1, -1), (-1, 1)];
const RANKS: [(i8, i8); 2] = [(1, 0), (-1, 0)];
const ALL: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)];

const fn ray(from: Square, (files, ranks): (i8, i8), occupied: u64) -> Bits {
    let mut reach = Bits::NONE;
    let mut at = from.offset(files, ranks);
    while let Some(square) = at {
        reach = reach.with(at);
        if occupied & (1 << square.index()) != 0 {
            break;
        }
        at = square.offset(files, ranks);
    }
    reach
}

const fn whole_lines(directions: [(i8, i8); 2]) -> [Bits; 64] {
    let mut table = [Bits::NONE; 64];
    let mut number = 0;
    while number < 64 {
        let square = Square::new(number);
        table[number as usize] = ray(square, directions[0], 0).or(ray(square, directions[1], 0));
        number += 1;
    }
    table
}

/// For each file of the slider and each occupation of the six inner files, the reached files, on every rank.
const fn reach_by_file() -> [[Bits; 64]; 8] {
    let mut table = [[Bits::NONE; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let from = Square::at(file, 0);
            let occupied = (inner as u64) << 1;
            let reach = ray(from, RANKS[0], occupied).or(ray(from, RANKS[1], occupied));
            table[file as usize][inner] = Bits(reach.0 * Bits::FILE_A.0);
            inner += 1;
        }
        file += 1;
    }
    table
}

/// For each rank of the slider and each occupation of the six inner ranks, the reached squares of the A file. The
/// multiplication by the long diagonal leaves the second rank in the highest of the six bits.
const fn reach_by_rank() -> [[Bits; 64]; 8] {
    let mut table = [[Bits::NONE; 64]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut inner = 0;
        while inner < 64 {
            let mut occupied = 0;
            let mut bit = 0;
            while bit < 6 {
                if inner & (1 << bit) != 0 {
                    occupied |= 1 << (8 * (6 - bit));
                }
                bit += 1;
            }
            let from = Square::at(0, rank);
            table[rank as usize][inner] = ray(from, (0, 1), occupied).or(ray(from, (0, -1), occupied));
            inner += 1;
        }
        rank += 1;
    }
    table
}

static DIAGONAL: [Bits; 64] = whole_lines(DIAGONALS);
static ANTIDIAGONAL: [Bits; 64] = whole_lines(ANTIDIAGONALS);
static BY_FILE: [[Bits; 64]; 8] = reach_by_file();
static BY_RANK: [[Bits; 64]; 8] = reach_by_rank();
const LONG_DIAGONAL: u64 = 0x0080_4020_1008_0400;

#[inline]
fn along(line: Bits, from: Square, occupied: Bits) -> Bits {
    let inner = (occupied.0 & line.0).wrapping_mul(Bits::FILE_A.0 << 1) >> 58;
    line & BY_FILE[usize::from(from.file())][inner as usize]
}

/// The reach of a Baron: diagonals up to and including the first occupied square.
#[inline]
pub(crate) fn diagonal(from: Square, occupied: Bits) -> Bits {
    along(DIAGONAL[from.index()], from, occupied) | along(ANTIDIAGONAL[from.index()], from, occupied)
}

/// The reach of a Tower.
#[inline]
pub(crate) fn orthogonal(from: Square, occupied: Bits) -> Bits {
    let file = from.file();
    let rank = from.rank();
    let in_rank = (occupied.0 >> (8 * rank + 1)) & 63;
    let sideways = BY_FILE[usize::from(file)][in_rank as usize] & Bits::rank(rank);
    let in_file = ((occupied.0 >> file) & Bits::FILE_A.0).wrapping_mul(LONG_DIAGONAL) >> 58;
    let upright = Bits(BY_RANK[usize::from(rank)][in_file as usize].0 << file);
    sideways | upright
}

const fn between_table() -> [[Bits; 64]; 64] {
    let mut table = [[Bits::NONE; 64]; 64];
    let mut number = 0;
    while number < 64 {
        let from = Square::new(number);
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = ALL[direction];
            let mut passed = Bits::NONE;
            let mut at = from.offset(files, ranks);
            while let Some(square) = at {
                table[number as usize][square.index()] = passed;
                passed = passed.with(at);
                at = square.offset(files, ranks);
            }
            direction += 1;
        }
        number += 1;
    }
    table
}

const fn line_table() -> [[Bits; 64]; 64] {
    let mut table = [[Bits::NONE; 64]; 64];
    let mut number = 0;
    while number < 64 {
        let from = Square::new(number);
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = ALL[direction];
            let whole = ray(from, (files, ranks), 0).or(ray(from, (-files, -ranks), 0)).with(Some(from));
            let mut at = from.offset(files, ranks);
            while let Some(square) = at {
                table[number as usize][square.index()] = whole;
                at = square.offset(files, ranks);
            }
            direction += 1;
        }
        number += 1;
    }
    table
}

static BETWEEN: [[Bits; 64]; 64] = between_table();
static LINE: [[Bits; 64]; 64] = line_table();

/// The squares strictly between two squares of one line; none if they share no line.
#[inline]
pub(crate) fn between(from: Square, to: Square) -> Bits {
    BETWEEN[from.index()][to.index()]
}

/// The whole line through two squares, edge to edge; none if they share no line.
#[inline]
pub(crate) fn line(from: Square, to: Square) -> Bits {
    LINE[from.index()][to.index()]
}
