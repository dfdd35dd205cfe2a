//! The text of a move, read without looking at the board.

use super::field::Kind;
use super::rights::Wing;
use super::square::Square;
use crate::game::MoveError;
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

fn unreadable(text: &str) -> MoveError {
    MoveError::Unreadable(format!("`{text}` does not read as a move, such as E2-E4, E4xD5, E7-E8=K or O-K"))
}

/// Reads a move. Letters may be of either case; `+`, `#`, `!`, `?` at the end are ignored.
///
/// # Errors
/// [`MoveError::Unreadable`] when the text has no form of the notation.
pub(crate) fn read(text: &str) -> Result<Written, MoveError> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    if !bare.is_ascii() || bare.len() > 80 {
        return Err(unreadable(text));
    }
    let bytes = bare.as_bytes();
    match bytes {
        [b'O' | b'o', b'-', wing] => match wing.to_ascii_uppercase() {
            b'K' => Ok(Written::Protect(Wing::King)),
            b'Q' => Ok(Written::Protect(Wing::Queen)),
            _ => Err(unreadable(text)),
        },
        [b'S' | b's', b'@', ..] => {
            Square::parse(&bare[2..]).map(Written::Post).ok_or_else(|| unreadable(text))
        }
        [b'G' | b'g', b'@', wing] => read_file(*wing).map(Written::PostGuard).ok_or_else(|| unreadable(text)),
        [b'F' | b'f', b'@', side] => match side.to_ascii_uppercase() {
            b'S' => Ok(Written::Flag(Side::North)),
            b'B' => Ok(Written::Flag(Side::South)),
            _ => Err(unreadable(text)),
        },
        [_, _, b'x' | b'X', b'P' | b'p', wing] => match (Square::parse(&bare[..2]), read_file(*wing)) {
            (Some(from), Some(wing)) => Ok(Written::Occupy(from, wing)),
            _ => Err(unreadable(text)),
        },
        _ => read_path(bare).map(Written::Path).ok_or_else(|| unreadable(text)),
    }
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
