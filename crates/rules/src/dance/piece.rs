//! The pieces: nine kinds, twenty-five a side.

use crate::Side;

/// A kind of piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Steps one, captures; the game is lost with him.
    King,
    /// Steps one, captures diagonally only.
    Footman,
    /// Steps one without capture, or shoots beside it.
    Musketeer,
    /// Leaps (0,3) or (1,2).
    Dragoon,
    /// Moves as a chess rook.
    Lancer,
    /// Moves up to three squares in a line, and leads groups.
    Captain,
    /// Stands on fortresses and camps, breathes fire.
    Dragon,
    /// Moves as a chess queen; no Dragon captures him.
    Hero,
    /// Steps one, never captures; worth ten on a fortress.
    Sage,
}

impl Kind {
    /// Every kind, in the order of the text's table.
    pub const ALL: [Self; 9] = [
        Self::King,
        Self::Footman,
        Self::Musketeer,
        Self::Dragoon,
        Self::Lancer,
        Self::Captain,
        Self::Dragon,
        Self::Hero,
        Self::Sage,
    ];

    /// The kinds that can be recruited, in the order of the reserve (ruling 13: the King never is).
    pub const RECRUITS: [Self; 8] = [
        Self::Footman,
        Self::Musketeer,
        Self::Dragoon,
        Self::Lancer,
        Self::Captain,
        Self::Dragon,
        Self::Hero,
        Self::Sage,
    ];

    /// The capital of situation strings and of recruitment.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Footman => 'F',
            Self::Musketeer => 'M',
            Self::Dragoon => 'O',
            Self::Lancer => 'L',
            Self::Captain => 'C',
            Self::Dragon => 'D',
            Self::Hero => 'H',
            Self::Sage => 'S',
        }
    }

    /// Reads a letter in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// The name in the text.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "King",
            Self::Footman => "Footman",
            Self::Musketeer => "Musketeer",
            Self::Dragoon => "Dragoon",
            Self::Lancer => "Lancer",
            Self::Captain => "Captain",
            Self::Dragon => "Dragon",
            Self::Hero => "Hero",
            Self::Sage => "Sage",
        }
    }

    /// How many a side has in all: twenty-five.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::King | Self::Dragon | Self::Hero | Self::Sage => 1,
            Self::Footman | Self::Musketeer => 6,
            Self::Dragoon => 4,
            Self::Lancer => 3,
            Self::Captain => 2,
        }
    }

    /// What it costs to recruit.
    #[must_use]
    pub const fn cost(self) -> u8 {
        match self {
            Self::Footman => 1,
            Self::King | Self::Musketeer | Self::Dragoon => 3,
            Self::Lancer | Self::Sage => 6,
            Self::Captain => 9,
            Self::Hero => 12,
            Self::Dragon => 16,
        }
    }

    /// What it is worth on a fortress; only the Sage is worth more there than it costs.
    #[must_use]
    pub const fn worth_on_fortress(self) -> u8 {
        match self {
            Self::Sage => 10,
            other => other.cost(),
        }
    }
}

/// A piece of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// The letter of situation strings: South in capitals.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.side {
            Side::South => self.kind.letter(),
            Side::North => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Reads the letter of a situation string.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() { Side::South } else { Side::North };
        Kind::from_letter(letter).map(|kind| Self { side, kind })
    }
}
