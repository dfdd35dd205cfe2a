//! The positions of the board: a lattice of nine files and fifteen ranks, with a room at either end.

use super::Side;
use super::direction::Direction;
use super::set::PositionSet;
use std::fmt;

/// Files A to I.
pub const FILES: u8 = 9;
/// Ranks 0 (the White Room) to 16 (the Stairwell).
const RANKS: u8 = 17;
/// How many places the lattice has, those of ranks 0 and 16 that do not exist included.
pub(super) const LATTICE: usize = FILES as usize * RANKS as usize;
const NOWHERE: u8 = u8::MAX;

/// A position of the board, the White Room (`E0`) and the Stairwell (`E16`) included.
///
/// Ordered from North to South, in a rank from West to East.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(u8);

/// What a position belongs to: one of the kingdoms or Trafalgar Ocean.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ground {
    /// A kingdom's land or its room at the end of the E file.
    Kingdom(Side),
    /// Trafalgar Ocean.
    Ocean,
}

/// The White Room, which extends the lattice behind the Forest home rank.
pub const WHITE_ROOM: Position = Position::known(4, 0);
/// The Stairwell, which extends the lattice behind the Storm home rank.
pub const STAIRWELL: Position = Position::known(4, 16);
/// The Island of Sirens, now the Kraken's Lair: never occupied, blocks nothing.
pub const ISLAND: Position = Position::known(4, 8);
/// Where the Woodland Princess stands until the Queen takes her place.
pub const PRINCESS_POST: Position = Position::known(4, 2);

static NEXT: [[u8; 8]; LATTICE] = neighbours();
static INFLUENCE: [PositionSet; LATTICE] = influences();

impl Position {
    /// The position with this file (0 for A) and rank, if there is one.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        let on_board = file < FILES && (rank >= 1 && rank <= 15 || file == 4 && rank < RANKS);
        if on_board { Some(Self(rank * FILES + file)) } else { None }
    }

    /// A position the code itself names and knows to exist.
    pub(super) const fn known(file: u8, rank: u8) -> Self {
        debug_assert!(Self::new(file, rank).is_some(), "the position exists");
        Self(rank * FILES + file)
    }

    pub(super) const fn from_index(index: usize) -> Self {
        Self(index as u8)
    }

    /// A number below [`LATTICE`], for tables.
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 0 for A to 8 for I.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % FILES
    }

    /// The rank, 0 to 16 from North to South.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / FILES
    }

    /// The kingdom or ocean it belongs to.
    #[must_use]
    pub const fn ground(self) -> Ground {
        match self.rank() {
            0..=5 => Ground::Kingdom(Side::Forest),
            6..=10 => Ground::Ocean,
            _ => Ground::Kingdom(Side::Storm),
        }
    }

    /// Whether it is the White Room or the Stairwell.
    #[must_use]
    pub const fn is_room(self) -> bool {
        self.rank() == 0 || self.rank() == 16
    }

    /// The name that the text gives to this position, if it gives one (notes 23 and 26, Harbours).
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match (self.file(), self.rank()) {
            (4, 0) => Some("White Room"),
            (4, 1) => Some("Forest Square"),
            (4, 6) => Some("Trafalgar Harbour"),
            (4, 8) => Some("Kraken's Lair"),
            (4, 10) => Some("Storm Harbour"),
            (4, 15) => Some("Armoury"),
            (4, 16) => Some("Stairwell"),
            _ => None,
        }
    }

    /// Whether it is on Trafalgar Ocean, the island included.
    #[must_use]
    pub const fn is_ocean(self) -> bool {
        matches!(self.ground(), Ground::Ocean)
    }

    /// Whether it is land of this side's kingdom; its room is not.
    #[must_use]
    pub const fn is_land_of(self, side: Side) -> bool {
        match side {
            Side::Forest => self.rank() >= 1 && self.rank() <= 5,
            Side::Storm => self.rank() >= 11 && self.rank() <= 15,
        }
    }

    /// Whether it is in this side's Palace or Citadel.
    #[must_use]
    pub const fn is_palace_of(self, side: Side) -> bool {
        let (low, high) = match side {
            Side::Forest => (1, 3),
            Side::Storm => (13, 15),
        };
        self.file() >= 3 && self.file() <= 5 && self.rank() >= low && self.rank() <= high
    }

    /// The rank counted from this side's home rank, which is 1.
    #[must_use]
    pub const fn rank_from_home(self, side: Side) -> u8 {
        match side {
            Side::Forest => self.rank(),
            Side::Storm => 16 - self.rank(),
        }
    }

    /// Whether this is a covering position of the banner of `side` (E3 and E4, or E12 and E13).
    #[must_use]
    pub const fn covers_banner_of(self, side: Side) -> bool {
        self.file() == 4 && matches!(self.rank_from_home(side), 3 | 4)
    }

    /// The neighbour in this direction; rooms count as neighbours.
    #[must_use]
    pub fn next(self, direction: Direction) -> Option<Self> {
        let index = NEXT[self.index()][direction as usize];
        (index != NOWHERE).then_some(Self(index))
    }

    /// The position this far away in files and ranks.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 { None } else { Self::new(file as u8, rank as u8) }
    }

    /// How far `other` lies, in files and ranks.
    #[must_use]
    pub const fn delta(self, other: Self) -> (i8, i8) {
        (other.file() as i8 - self.file() as i8, other.rank() as i8 - self.rank() as i8)
    }

    /// Whether `other` is one of the eight neighbours.
    #[must_use]
    pub const fn is_adjacent(self, other: Self) -> bool {
        let (files, ranks) = self.delta(other);
        self.0 != other.0 && files.unsigned_abs() <= 1 && ranks.unsigned_abs() <= 1
    }

    /// The positions beyond this one in a direction, nearest first, rooms included.
    pub fn ray(self, direction: Direction) -> impl Iterator<Item = Self> {
        std::iter::successors(self.next(direction), move |position| position.next(direction))
    }

    /// Every position from which something could bear on this one or lie in the way:
    /// its straight lines and all within three files and ranks.
    pub(super) fn influence(self) -> &'static PositionSet {
        &INFLUENCE[self.index()]
    }

    /// All positions in order, the two rooms included.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..RANKS).flat_map(|rank| (0..FILES).filter_map(move |file| Self::new(file, rank)))
    }

    /// Reads `E4`; either case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let file = bytes.first()?.to_ascii_uppercase().checked_sub(b'A')?;
        let rank = match bytes.get(1..)? {
            [digit @ b'0'..=b'9'] => digit - b'0',
            [b'1', digit @ b'0'..=b'6'] => 10 + digit - b'0',
            _ => return None,
        };
        Self::new(file, rank)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.file()), self.rank())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

const fn neighbours() -> [[u8; 8]; LATTICE] {
    let mut table = [[NOWHERE; 8]; LATTICE];
    let mut index = 0;
    while index < LATTICE {
        let (file, rank) = (index as u8 % FILES, index as u8 / FILES);
        if let Some(position) = Position::new(file, rank) {
            let mut at = 0;
            while at < 8 {
                let (files, ranks) = Direction::ALL[at].delta();
                if let Some(next) = position.offset(files, ranks) {
                    table[index][at] = next.0;
                }
                at += 1;
            }
        }
        index += 1;
    }
    table
}

const fn influences() -> [PositionSet; LATTICE] {
    let mut table = [PositionSet::EMPTY; LATTICE];
    let mut one = 0;
    while one < LATTICE {
        let mut other = 0;
        while other < LATTICE {
            let (files, ranks) = Position(one as u8).delta(Position(other as u8));
            let near = files.unsigned_abs() <= 3 && ranks.unsigned_abs() <= 3;
            if near || Direction::of_line(files, ranks).is_some() {
                table[one] = table[one].with(Position(other as u8));
            }
            other += 1;
        }
        one += 1;
    }
    table
}
