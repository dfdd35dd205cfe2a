//! Board files: reading them with the place of every mistake, writing them, and the same on one line for the tag of a
//! record.

use std::fmt;
use std::iter::Peekable;
use std::sync::Arc;

use super::board::{Board, Terrain};
use super::piece::{Kind, Piece};
use super::situation::Situation;
use super::square::{SIZE, Square};
use crate::record::Place;
use crate::{Position as _, Regicide, Side};

/// Why a board file was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardError {
    /// Where; none for the file as a whole.
    pub place: Option<Place>,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            None => write!(f, "board file: {}", self.why),
            Some(place) => write!(f, "board file, {place}: {}", self.why),
        }
    }
}

impl std::error::Error for BoardError {}

/// A word of a line, with the column of its first letter.
type Word<'a> = (u32, &'a str);

/// A mistake in a line: the column and what is wrong.
type Wrong = (u32, String);

impl Board {
    /// Reads a board file: eleven lines `RANK` and eleven of `. ~ X C`, then `South` and `North` with pieces such as
    /// `Ka1`; lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// [`BoardError`] with line, column and what would be right.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        let mut board = Self::blank();
        let mut ranks = (1..=SIZE).rev().peekable();
        for (line, number) in text.lines().zip(1..) {
            board
                .read_line(line, &mut ranks)
                .map_err(|(column, why)| BoardError { place: Some(Place { line: number, column }), why })?;
        }
        if let Some(rank) = ranks.next() {
            return Err(whole(format!("eleven ranks are due, from 11 to 1: rank {rank} is missing")));
        }
        board.finish()
    }

    fn read_line(&mut self, line: &str, ranks: &mut Peekable<impl Iterator<Item = u8>>) -> Result<(), Wrong> {
        let words = words_of(line);
        let Some((&(column, label), rest)) = words.split_first() else { return Ok(()) };
        match (label, ranks.peek()) {
            (remark, _) if remark.starts_with('#') => return Ok(()),
            ("South" | "North", Some(rank)) => {
                return Err((column, format!("`{label}` where rank {rank} is due: the ranks come first")));
            }
            _ => {}
        }
        match label {
            "South" => rest.iter().try_for_each(|&word| self.read_piece(Side::South, word)),
            "North" => rest.iter().try_for_each(|&word| self.read_piece(Side::North, word)),
            label => {
                let Some(rank) = ranks.next() else {
                    return Err((column, format!("`{label}` after rank 1: only South and North are due")));
                };
                if label != rank.to_string() {
                    return Err((column, format!("`{label}` where rank {rank} is due")));
                }
                let end =
                    u32::try_from(line.trim_end().chars().count()).unwrap_or(u32::MAX).saturating_add(1);
                self.read_rank(rank, rest, end)
            }
        }
    }

    /// Reads the squares of a rank; `end` is the column behind the last of them.
    fn read_rank(&mut self, rank: u8, words: &[Word<'_>], end: u32) -> Result<(), Wrong> {
        for (file, &(column, word)) in (0..).zip(words) {
            let square = Square::new(file, rank)
                .ok_or_else(|| (column, format!("rank {rank} has more than eleven squares")))?;
            let terrain = terrain_of(word)
                .ok_or_else(|| (column, format!("`{word}` on {square}: a square is `.`, `~`, `X` or `C`")))?;
            self.set_terrain(square, terrain);
        }
        match words.len() {
            count if count == usize::from(SIZE) => Ok(()),
            count => Err((end, format!("rank {rank} has {count} squares where eleven are due"))),
        }
    }

    fn read_piece(&mut self, side: Side, (column, word): Word<'_>) -> Result<(), Wrong> {
        let mut letters = word.chars();
        let kind = letters.next().and_then(Kind::from_letter);
        let (Some(kind), Some(square)) = (kind, Square::parse(letters.as_str())) else {
            return Err((column, format!("`{word}` is no piece on a square, such as `Ka1`")));
        };
        self.put(square, Piece { side, kind }).map_err(|why| (column, why))
    }

    /// The board on one line, for the tag `BoardFile` of a record: the ranks from 11 to 1 between slashes, then South's and
    /// North's pieces, as [`Board::from_code`] reads it.
    #[must_use]
    pub fn code(&self) -> String {
        let ranks = (1..=SIZE).rev().map(|rank| self.rank(rank).map(letter_of).collect::<String>());
        let pieces = Side::BOTH.map(|side| self.pieces_of(side).join(","));
        format!("{} {}", ranks.collect::<Vec<_>>().join("/"), pieces.join(" "))
    }

    /// Reads what [`Board::code`] writes.
    ///
    /// # Errors
    /// [`BoardError`] with the column and what would be right.
    pub fn from_code(code: &str) -> Result<Self, BoardError> {
        let words = words_of(code);
        let [(begin, ranks), pieces @ ..] = words.as_slice() else {
            return Err(whole(
                "eleven ranks between slashes are due, then the pieces of both sides".to_owned(),
            ));
        };
        let wrong = |(column, why)| BoardError { place: Some(Place { line: 1, column }), why };
        let mut board = Self::blank();
        let mut due = (1..=SIZE).rev();
        let mut column = *begin;
        for squares in ranks.split('/') {
            let rank = due.next().ok_or_else(|| wrong((column, "a twelfth rank".to_owned())))?;
            let squares: Vec<Word<'_>> = (column..).zip(squares.split_inclusive(|_| true)).collect();
            column = column.saturating_add(u32::try_from(squares.len()).unwrap_or(u32::MAX));
            board.read_rank(rank, &squares, column).map_err(wrong)?;
            column = column.saturating_add(1);
        }
        if let Some(rank) = due.next() {
            return Err(whole(format!("eleven ranks are due, from 11 to 1: rank {rank} is missing")));
        }
        let [south, north] = pieces else {
            return Err(whole(
                "South's and North's pieces are due behind the ranks, such as `Ka1,Fa2 Kk11`".to_owned(),
            ));
        };
        for (side, &(mut column, pieces)) in [(Side::South, south), (Side::North, north)] {
            for piece in pieces.split(',') {
                board.read_piece(side, (column, piece)).map_err(wrong)?;
                column = column
                    .saturating_add(u32::try_from(piece.chars().count()).unwrap_or(0))
                    .saturating_add(1);
            }
        }
        board.finish()
    }

    /// Checks the board as a whole, a first move included.
    fn finish(self) -> Result<Self, BoardError> {
        self.check().map_err(whole)?;
        let board = Arc::new(self);
        for &regicide in Regicide::ALL {
            if let Some(end) = Situation::start_on(&board, regicide).verdict() {
                let kings = if regicide == Regicide::None {
                    String::new()
                } else {
                    format!(" with Regicide {regicide}")
                };
                return Err(whole(format!(
                    "the game would be over before the first move{kings}: {}",
                    end.by
                )));
            }
        }
        Ok(Arc::unwrap_or_clone(board))
    }

    fn pieces_of(&self, side: Side) -> Vec<String> {
        let own = self.setup().iter().filter(|(_, piece)| piece.side == side);
        own.map(|(square, piece)| format!("{}{square}", piece.kind.letter())).collect()
    }

    fn rank(&self, rank: u8) -> impl Iterator<Item = Terrain> {
        (0..SIZE).filter_map(move |file| Square::new(file, rank)).map(|square| self.terrain(square))
    }
}

impl fmt::Display for Board {
    /// The board file, without remarks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (1..=SIZE).rev() {
            write!(f, "{rank:>2} ")?;
            for terrain in self.rank(rank) {
                write!(f, " {}", letter_of(terrain))?;
            }
            writeln!(f)?;
        }
        for (name, side) in [("South", Side::South), ("North", Side::North)] {
            writeln!(f, "{name} {}", self.pieces_of(side).join(" "))?;
        }
        Ok(())
    }
}

const fn whole(why: String) -> BoardError {
    BoardError { place: None, why }
}

/// The words of a line with their columns, which count characters from 1.
fn words_of(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut column = 1;
    for part in line.split_inclusive(char::is_whitespace) {
        let word = part.trim_end();
        if !word.is_empty() {
            words.push((column, word));
        }
        column += u32::try_from(part.chars().count()).unwrap_or(0);
    }
    words
}

fn terrain_of(word: &str) -> Option<Terrain> {
    match word {
        "." => Some(Terrain::Plain),
        "~" => Some(Terrain::River),
        "X" => Some(Terrain::Fortress),
        "C" => Some(Terrain::Camp),
        _ => None,
    }
}

const fn letter_of(terrain: Terrain) -> char {
    match terrain {
        Terrain::Plain => '.',
        Terrain::River => '~',
        Terrain::Fortress => 'X',
        Terrain::Camp => 'C',
    }
}
