//! The situation before the first move, from the deployment file. The compiler refuses a file it cannot read.

use super::direction::Direction;
use super::force::{Kind, Side};
use super::position::{FILES, LATTICE, Position};
use super::situation::Situation;
use super::stage::Rights;
use super::vessel::{Class, Vessel};
use crate::{DragonOptions, Formation};

/// What the deployment file puts on a position.
#[derive(Clone, Copy)]
enum Cell {
    Vacant,
    Force { kind: Kind, bird: bool },
    Afloat(Vessel),
}

static DEPLOYMENT: [Cell; LATTICE] = read_deployment(include_bytes!("deployment.txt"));

/// The two Red Ships alongside the Red Flagship (note 17).
const TRIDENT_SHIPS: [Position; 2] = [Position::known(3, 10), Position::known(5, 10)];

impl Situation {
    /// The situation before the first move. In the Trident formation Storm has re-aligned its two ships and Forest
    /// makes the first move (note 17).
    pub(super) fn deployed(options: DragonOptions) -> Self {
        let mut start = Self::bare(options.knights);
        for position in Position::all() {
            match DEPLOYMENT[position.index()] {
                Cell::Vacant => {}
                Cell::Force { kind, bird } => {
                    start.place(position, kind);
                    start.set_bird(position, bird);
                }
                Cell::Afloat(vessel) => start.set_vessel(position, Some(vessel)),
            }
        }
        start.rights = Rights::ALL;
        if options.formation == Formation::Trident {
            for ship in TRIDENT_SHIPS {
                let aligned = start.vessel_at(ship).map(|vessel| vessel.turned(Direction::North));
                start.set_vessel(ship, aligned);
            }
            start.turn = Side::Forest;
        }
        start
    }
}

const fn read_deployment(text: &[u8]) -> [Cell; LATTICE] {
    let mut cells = [Cell::Vacant; LATTICE];
    let (mut at, mut column, mut rank) = (0, 0, 0);
    while at < text.len() {
        if text[at] == b'\n' {
            assert!(column == 0 || column == FILES + 1, "a line of the deployment has nine positions");
            column = 0;
            at += 1;
        } else if text[at] == b' ' {
            at += 1;
        } else if text[at] == b'#' && column == 0 {
            at = end_of(text, at, b'\n');
        } else {
            let end = token_end(text, at);
            if column == 0 {
                rank += 1;
                assert!(number(text, at, end) == rank, "the ranks of the deployment run from 1 to 15");
            } else {
                assert!(column <= FILES, "a line of the deployment has nine positions");
                cells[Position::known(column - 1, rank).index()] = read_cell(text, at, end);
            }
            column += 1;
            at = end;
        }
    }
    assert!(rank == 15, "the deployment has fifteen ranks");
    cells
}

const fn end_of(text: &[u8], mut at: usize, mark: u8) -> usize {
    while at < text.len() && text[at] != mark {
        at += 1;
    }
    at
}

const fn token_end(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && text[at] != b' ' && text[at] != b'\n' {
        at += 1;
    }
    at
}

const fn number(text: &[u8], mut at: usize, end: usize) -> u8 {
    let mut value = 0;
    while at < end {
        value = value * 10 + (text[at] - b'0');
        at += 1;
    }
    value
}

const fn read_cell(text: &[u8], start: usize, end: usize) -> Cell {
    match text[start] {
        b'.' | b'#' => Cell::Vacant,
        b'g' => Cell::Afloat(read_vessel(text, start, end, Side::Forest)),
        b'r' => Cell::Afloat(read_vessel(text, start, end, Side::Storm)),
        _ => {
            let bird = text[end - 1] == b'*';
            let mut at = 0;
            let end = if bird { end - 1 } else { end };
            while !is_word(text, start, end, Kind::ALL[at].abbreviation()) {
                at += 1;
            }
            Cell::Force { kind: Kind::ALL[at], bird }
        }
    }
}

const fn read_vessel(text: &[u8], start: usize, end: usize, fleet: Side) -> Vessel {
    let stop = end_of(text, start, b'.');
    let bow_end = if stop < end { stop } else { end };
    let mut at = 0;
    while !is_word(text, start + 2, bow_end, Direction::ALL[at].letters()) {
        at += 1;
    }
    let class = match text[start + 1] {
        b's' => Class::Ship,
        _ => Class::Flagship { balls: text[stop + 1] - b'0', moored: text[end - 1] == b'h' },
    };
    Vessel { fleet, bow: Direction::ALL[at], class }
}

const fn is_word(text: &[u8], start: usize, end: usize, word: &str) -> bool {
    let word = word.as_bytes();
    if end - start != word.len() {
        return false;
    }
    let mut at = 0;
    while at < word.len() {
        if text[start + at] != word[at] {
            return false;
        }
        at += 1;
    }
    true
}
