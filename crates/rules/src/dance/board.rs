//! The board as data: which squares are rivers, fortresses and camps, and who stands there at the start.

use super::piece::{Kind, Piece};
use super::square::{SIZE, SQUARES, Square};
use crate::Side;
use std::fmt;
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
    setup: Vec<(Square, Piece)>,
}

/// Why a board file was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardError {
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "board file: {}", self.why),
            line => write!(f, "board file, line {line}: {}", self.why),
        }
    }
}

impl std::error::Error for BoardError {}

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

    const fn blank() -> Self {
        Self {
            terrain: [Terrain::Plain; SQUARES],
            fortresses: Vec::new(),
            camps: Vec::new(),
            setup: Vec::new(),
        }
    }

    /// Reads a board file: eleven lines `RANK` and eleven of `. ~ X C`, then `South` and `North` with pieces such as
    /// `Ka1`; lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// [`BoardError`] with the line and what would be right.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        let mut board = Self::blank();
        let mut ranks = (1..=SIZE).rev();
        for (index, line) in text.lines().enumerate() {
            let wrong = |why: String| BoardError { line: index + 1, why };
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                None => {}
                Some(remark) if remark.starts_with('#') => {}
                Some("South") => board.read_setup(Side::South, words).map_err(wrong)?,
                Some("North") => board.read_setup(Side::North, words).map_err(wrong)?,
                Some(label) => {
                    let rank = ranks.next().ok_or_else(|| wrong("a twelfth rank".to_owned()))?;
                    if label != rank.to_string() {
                        return Err(wrong(format!("`{label}` where rank {rank} is due")));
                    }
                    board.read_rank(rank, words).map_err(wrong)?;
                }
            }
        }
        let whole = |why: &str| BoardError { line: 0, why: why.to_owned() };
        if ranks.next().is_some() {
            return Err(whole("eleven ranks are due, from 11 to 1"));
        }
        board.check().map_err(|why| whole(&why))?;
        Ok(board)
    }

    fn read_rank<'a>(&mut self, rank: u8, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
        let mut file = 0;
        for word in words {
            let square =
                Square::new(file, rank).ok_or_else(|| format!("rank {rank} has more than eleven squares"))?;
            self.terrain[square.index()] = match word {
                "." => Terrain::Plain,
                "~" => Terrain::River,
                "X" => Terrain::Fortress,
                "C" => Terrain::Camp,
                _ => return Err(format!("`{word}` on {square}: a square is `.`, `~`, `X` or `C`")),
            };
            match self.terrain(square) {
                Terrain::Fortress => self.fortresses.push(square),
                Terrain::Camp => self.camps.push(square),
                Terrain::Plain | Terrain::River => {}
            }
            file += 1;
        }
        if file == SIZE {
            Ok(())
        } else {
            Err(format!("rank {rank} has {file} squares where eleven are due"))
        }
    }

    fn read_setup<'a>(&mut self, side: Side, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
        for word in words {
            let mut letters = word.chars();
            let kind = letters.next().and_then(Kind::from_letter);
            let (Some(kind), Some(square)) = (kind, Square::parse(letters.as_str())) else {
                return Err(format!("`{word}` is no piece on a square, such as `Ka1`"));
            };
            if self.setup.iter().any(|&(taken, _)| taken == square) {
                return Err(format!("two pieces stand on {square}"));
            }
            self.setup.push((square, Piece { side, kind }));
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        if self.fortresses.is_empty() || self.camps.is_empty() {
            return Err("a board has at least one fortress `X` and one camp `C`".to_owned());
        }
        for &(square, piece) in &self.setup {
            if !self.admits(piece.kind, square) {
                return Err(format!("a {} cannot stand on {square}", piece.kind.name()));
            }
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
