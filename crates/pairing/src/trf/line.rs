//! A line of a report file, read by columns.

use std::borrow::Cow;

use super::error::{Problem, ReadError};
use crate::model::{PairingNumber, Points};

/// A line with its number. Columns count characters from 1.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) number: usize,
    pub(super) text: &'a str,
}

/// A piece of a line and the column it starts in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    pub(super) column: usize,
    pub(super) text: &'a str,
}

impl<'a> Line<'a> {
    /// The text from one column to another, both included, without the spaces around it. The column of the field is
    /// that of its first character, or `from` if it is empty.
    pub(super) fn columns(&self, from: usize, to: usize) -> Field<'a> {
        let start = self.offset(from);
        let end = self.offset(to + 1);
        let raw = &self.text[start..end];
        let spaces = raw.chars().take_while(|character| character.is_whitespace()).count();
        let text = raw.trim();
        Field { column: if text.is_empty() { from } else { from + spaces }, text }
    }

    /// The text from a column to the end.
    pub(super) fn rest(&self, from: usize) -> Field<'a> {
        self.columns(from, usize::MAX - 1)
    }

    /// The byte offset of a column, at most the line's length.
    fn offset(&self, column: usize) -> usize {
        self.text.char_indices().nth(column - 1).map_or(self.text.len(), |(offset, _)| offset)
    }

    /// The words from a column on.
    pub(super) fn words(&self, from: usize) -> Vec<Field<'a>> {
        let mut words = Vec::new();
        let mut column = from;
        let mut rest = &self.text[self.offset(from)..];
        loop {
            let trimmed = rest.trim_start();
            column += rest[..rest.len() - trimmed.len()].chars().count();
            if trimmed.is_empty() {
                return words;
            }
            let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
            words.push(Field { column, text: &trimmed[..end] });
            column += trimmed[..end].chars().count();
            rest = &trimmed[end..];
        }
    }

    /// The length in characters.
    pub(super) fn length(&self) -> usize {
        self.text.trim_end().chars().count()
    }

    /// An error at a column of this line.
    pub(super) const fn error(&self, column: usize, problem: Problem) -> ReadError {
        ReadError { line: self.number, column, problem }
    }

    /// A whole number.
    pub(super) fn number(&self, field: Field<'_>, name: &'static str) -> Result<u32, ReadError> {
        field.text.parse().map_err(|_| {
            self.error(field.column, Problem::NotANumber { field: name, text: field.text.to_owned() })
        })
    }

    /// A player's number.
    pub(super) fn player(&self, field: Field<'_>) -> Result<PairingNumber, ReadError> {
        let number = self.number(field, "player")?;
        PairingNumber::new(number).ok_or_else(|| self.error(field.column, Problem::UnknownPlayer { number }))
    }

    /// A number of points.
    pub(super) fn points(&self, field: Field<'_>) -> Result<Points, ReadError> {
        parse_points(field.text)
            .ok_or_else(|| self.error(field.column, Problem::NotPoints { text: field.text.to_owned() }))
    }
}

/// The columns between the fields of a player's line, which stay blank.
const GAPS: [usize; 4] = [48, 53, 57, 69];

/// A player's line by columns of characters. Some programs fill names up by bytes: letters beyond ASCII push what follows into
/// the blanks between the fields, which tells such a line. Every other line stays as it is.
#[must_use]
pub fn aligned(line: &str) -> Cow<'_, str> {
    let is_blank = |at: &usize| line.as_bytes().get(at - 1).is_none_or(|byte| *byte == b' ');
    if line.is_ascii() || filled_gap(line).is_none() || !GAPS.iter().all(is_blank) {
        return Cow::Borrowed(line);
    }
    match (line.get(..14), line.get(14..47), line.get(47..)) {
        (Some(before), Some(name), Some(after)) => Cow::Owned(format!("{before}{name:<33}{after}")),
        _ => Cow::Borrowed(line),
    }
}

/// The first column of a player's line that has something where two fields meet: what stands before it is too long, or the
/// line is shifted.
#[must_use]
pub fn filled_gap(line: &str) -> Option<usize> {
    if !line.starts_with("001") {
        return None;
    }
    let characters: Vec<char> = line.chars().take(GAPS[GAPS.len() - 1]).collect();
    GAPS.into_iter().find(|at| characters.get(at - 1).is_some_and(|it| *it != ' '))
}

/// Reads `3`, `0.5`, `.5`, `11.50`, `-1.0`: decimals in steps of a half.
#[must_use]
pub fn parse_points(text: &str) -> Option<Points> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let (whole, part) = digits.split_once(['.', ',']).unwrap_or((digits, "0"));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !all_digits(whole) || !all_digits(part) || (whole.is_empty() && part.is_empty()) {
        return None;
    }
    let half = match part.trim_end_matches('0') {
        "" => 0,
        "5" => 1,
        _ => return None,
    };
    let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    Some(Points::from_halves(sign * (whole.checked_mul(2)? + half)))
}
