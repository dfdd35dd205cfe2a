//! The text of a move, read without looking at the board.

use super::field::Kind;
use super::rights::Wing;
use super::square::Square;
use crate::side::Side;

/// The most positions a draughts capture can name: its start, and a landing for each of the twenty opponents.
pub(crate) const MOST_SQUARES: usize = 24;

/// Positions joined by `-` or `x`.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Path {
    squares: [Square; MOST_SQUARES],
    len: usize,
    /// Joined by `x`.
    pub(crate) captures: bool,
    /// The suffix `=N`.
    pub(crate) becomes: Option<Kind>,
}

impl Path {
    /// The positions: two at least.
    pub(crate) fn squares(&self) -> &[Square] {
        &self.squares[..self.len.min(MOST_SQUARES)]
    }
}

/// A move as it is written.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Written {
    /// `E2-E4`, `E4xD5`, `C3xE5xG7`, with or without suffix.
    Path(Path),
    /// `O-K`, `O-Q`.
    Protect(Wing),
    /// `E8xPE`: from, and the wing's file.
    Occupy(Square, u8),
    /// `S@C6`.
    Post(Square),
    /// `G@E`: the wing's file.
    PostGuard(u8),
    /// `F@S`, `F@B`.
    Flag(Side),
}

/// Reads a move that has been cleaned of marks. Letters may be of either case.
pub(crate) fn read(bare: &str) -> Option<Written> {
    if !bare.is_ascii() || bare.len() > 80 {
        return None;
    }
    match bare.as_bytes() {
        [b'O' | b'o', b'-', wing] => match wing.to_ascii_uppercase() {
            b'K' => Some(Written::Protect(Wing::King)),
            b'Q' => Some(Written::Protect(Wing::Queen)),
            _ => None,
        },
        [b'S' | b's', b'@', ..] => Square::parse(&bare[2..]).map(Written::Post),
        [b'G' | b'g', b'@', wing] => read_file(*wing).map(Written::PostGuard),
        [b'F' | b'f', b'@', side] => match side.to_ascii_uppercase() {
            b'S' => Some(Written::Flag(Side::North)),
            b'B' => Some(Written::Flag(Side::South)),
            _ => None,
        },
        [_, _, b'x' | b'X', b'P' | b'p', wing] => {
            Some(Written::Occupy(Square::parse(&bare[..2])?, read_file(*wing)?))
        }
        _ => read_path(bare).map(Written::Path),
    }
}

/// Whether the text is one of the 64 positions.
pub(crate) fn is_position(text: &str) -> bool {
    Square::parse(text).is_some()
}

fn read_file(letter: u8) -> Option<u8> {
    let letter = letter.to_ascii_uppercase();
    (b'A'..=b'H').contains(&letter).then(|| letter - b'A')
}

fn read_path(text: &str) -> Option<Path> {
    let (squares, becomes) = match text.split_once('=') {
        None => (text, None),
        Some((squares, letter)) => {
            let mut letters = letter.chars();
            let kind = Kind::from_letter(letters.next()?)?;
            if letters.next().is_some() {
                return None;
            }
            (squares, Some(kind))
        }
    };
    let first = Square::parse(squares.get(..2)?)?;
    let captures = match squares.as_bytes().get(2)? {
        b'x' | b'X' => true,
        b'-' => false,
        _ => return None,
    };
    let mut path = Path { squares: [first; MOST_SQUARES], len: 1, captures, becomes };
    for part in squares.as_bytes()[2..].chunks(3) {
        let [sign, file, rank] = part else { return None };
        if sign.eq_ignore_ascii_case(&b'x') != captures || (!captures && *sign != b'-') {
            return None;
        }
        let square = [*file, *rank];
        *path.squares.get_mut(path.len)? = Square::parse(std::str::from_utf8(&square).ok()?)?;
        path.len += 1;
    }
    (captures || path.len == 2).then_some(path)
}
