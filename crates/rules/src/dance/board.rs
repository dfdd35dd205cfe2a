//! The board as data: which squares are rivers, fortresses and camps, and who stands there at the start.

use super::piece::{Kind, Piece};
use super::square::{SQUARES, Square};
use crate::Side;
use std::sync::{Arc, LazyLock};

/// The board file of the crate.
const STANDARD: &str = include_str!("board.txt");

/// What a square is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Terrain {
    /// A regular square.
    Plain,
    /// A river: never entered, blocks lines (ruling 1).
    River,
    /// A fortress.
    Fortress,
    /// A camp, where recruits arrive.
    Camp,
}

/// A board with its set-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    terrain: [Terrain; SQUARES],
    fortresses: Vec<Square>,
    camps: Vec<Square>,
    /// By square.
    setup: Vec<(Square, Piece)>,
}

impl Board {
    /// The reconstructed board that games are played on unless an event brings its own.
    #[must_use]
    pub fn standard() -> Arc<Self> {
        // A test holds the crate's own file to being readable.
        static BOARD: LazyLock<Arc<Board>> =
            LazyLock::new(|| Arc::new(Board::parse(STANDARD).unwrap_or_else(|_| Board::blank())));
        Arc::clone(&BOARD)
    }

    /// The text of the standard board file, as a pattern for others.
    #[must_use]
    pub const fn standard_text() -> &'static str {
        STANDARD
    }

    pub(super) const fn blank() -> Self {
        Self {
            terrain: [Terrain::Plain; SQUARES],
            fortresses: Vec::new(),
            camps: Vec::new(),
            setup: Vec::new(),
        }
    }

    /// Says what a square is; each square once.
    pub(super) fn set_terrain(&mut self, square: Square, terrain: Terrain) {
        self.terrain[square.index()] = terrain;
        match terrain {
            Terrain::Fortress => self.fortresses.push(square),
            Terrain::Camp => self.camps.push(square),
            Terrain::Plain | Terrain::River => {}
        }
    }

    /// Puts a piece where it stands at the start.
    pub(super) fn put(&mut self, square: Square, piece: Piece) -> Result<(), String> {
        if !self.admits(piece.kind, square) {
            return Err(format!("a {} cannot stand on {square}", piece.kind.name()));
        }
        match self.setup.binary_search_by_key(&square, |&(taken, _)| taken) {
            Ok(_) => Err(format!("two pieces stand on {square}")),
            Err(at) => {
                self.setup.insert(at, (square, piece));
                Ok(())
            }
        }
    }

    pub(super) fn check(&self) -> Result<(), String> {
        if self.fortresses.is_empty() || self.camps.is_empty() {
            return Err("a board has at least one fortress `X` and one camp `C`".to_owned());
        }
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let count = self.setup.iter().filter(|(_, piece)| *piece == Piece { side, kind }).count();
                if count > usize::from(kind.number()) || kind == Kind::King && count != 1 {
                    let name = kind.name();
                    return Err(format!(
                        "a side starts with one King and at most {} {name}: here {count}",
                        kind.number()
                    ));
                }
            }
        }
        Ok(())
    }

    /// What a square is.
    #[must_use]
    pub const fn terrain(&self, square: Square) -> Terrain {
        self.terrain[square.index()]
    }

    /// The fortresses.
    #[must_use]
    pub fn fortresses(&self) -> &[Square] {
        &self.fortresses
    }

    /// The camps.
    #[must_use]
    pub fn camps(&self) -> &[Square] {
        &self.camps
    }

    /// Who stands where at the start, Kings included.
    #[must_use]
    pub fn setup(&self) -> &[(Square, Piece)] {
        &self.setup
    }

    /// Whether a piece of this kind can stand on a square (rulings 1 and 8).
    #[must_use]
    pub fn admits(&self, kind: Kind, square: Square) -> bool {
        match self.terrain(square) {
            Terrain::River => false,
            Terrain::Plain => kind != Kind::Dragon,
            Terrain::Fortress | Terrain::Camp => true,
        }
    }

    /// The camps nearest to a fortress in king steps, rivers not counted; several when they are equally near.
    pub fn nearest_camps(&self, fortress: Square) -> impl Iterator<Item = Square> {
        let nearest = self.camps.iter().map(|camp| camp.distance(fortress)).min();
        self.camps.iter().copied().filter(move |camp| Some(camp.distance(fortress)) == nearest)
    }
}
