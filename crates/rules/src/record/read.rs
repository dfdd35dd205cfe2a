//! Taking a text of records apart.

use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

use super::{MoveText, Place, Record, Tag};

/// How much a reader takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the whole text.
    pub bytes: usize,
    /// Moves of one game.
    pub plies: usize,
}

impl Limits {
    /// What comes from the web: 1 MiB, 4,096 plies a game.
    pub const WEB: Self = Self { bytes: 1 << 20, plies: 4096 };
    /// Files of one's own machine: any size, 4,096 plies a game.
    pub const FILES: Self = Self { bytes: usize::MAX, plies: 4096 };
}

/// Why a text could not be taken apart, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.why)
    }
}

impl std::error::Error for ReadError {}

/// Reads every record of a text, lazily: each item is a game. After an error there are no more.
///
/// A game begins with a tag where the one before has its result token, or with the first tag after movetext.
pub fn read_records(text: &str, limits: Limits) -> impl Iterator<Item = Result<Record, ReadError>> {
    let mut reader = Reader::new(text, limits);
    let mut failed = false;
    std::iter::from_fn(move || {
        if failed {
            return None;
        }
        let record = reader.next_record().transpose();
        failed = matches!(record, Some(Err(_)));
        record
    })
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    place: Place,
    limits: Limits,
    bytes: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, limits: Limits) -> Self {
        let bytes = text.len();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self { chars: text.chars().peekable(), place: Place { line: 1, column: 1 }, limits, bytes }
    }

    fn refuse<T>(&self, why: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError { place: self.place, why: why.into() })
    }

    fn take(&mut self) -> Option<char> {
        let next = self.chars.next()?;
        if next == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(next)
    }

    /// Skips white space, comments, and lines that begin with `%` as PGN has them.
    fn skip_blank(&mut self) -> Result<(), ReadError> {
        while let Some(&next) = self.chars.peek() {
            match next {
                '{' => self.skip_comment()?,
                ';' => self.skip_line(),
                '%' if self.place.column == 1 => self.skip_line(),
                _ if next.is_whitespace() => {
                    self.take();
                }
                _ => break,
            }
        }
        Ok(())
    }

    fn skip_line(&mut self) {
        while self.take().is_some_and(|next| next != '\n') {}
    }

    fn skip_comment(&mut self) -> Result<(), ReadError> {
        let began = self.place;
        while let Some(next) = self.take() {
            if next == '}' {
                return Ok(());
            }
        }
        Err(ReadError { place: began, why: "this comment has no closing `}`".into() })
    }

    fn next_record(&mut self) -> Result<Option<Record>, ReadError> {
        if self.bytes > self.limits.bytes {
            return self.refuse(format!("{} bytes: at most {} are taken", self.bytes, self.limits.bytes));
        }
        self.skip_blank()?;
        if self.chars.peek().is_none() {
            return Ok(None);
        }
        let mut record = Record::default();
        while self.chars.peek() == Some(&'[') {
            let tag = self.read_tag()?;
            if record.tag(&tag.name).is_some() {
                return Err(ReadError {
                    place: tag.place,
                    why: format!("the tag `{}` stands twice", tag.name),
                });
            }
            record.tags.push(tag);
            self.skip_blank()?;
        }
        if record.tags.is_empty() {
            return self.refuse("a game begins with its tags, such as [Game \"TigerChess\"]");
        }
        self.read_movetext(&mut record)?;
        Ok(Some(record))
    }

    fn read_tag(&mut self) -> Result<Tag, ReadError> {
        let place = self.place;
        self.take();
        self.skip_spaces();
        let mut name = String::new();
        while let Some(next) = self.chars.next_if(|next| next.is_ascii_alphanumeric() || *next == '_') {
            self.place.column += 1;
            name.push(next);
        }
        if name.is_empty() {
            return self.refuse("a tag is a name and a value in quotation marks: [Round \"3\"]");
        }
        self.skip_spaces();
        let value = self.read_value(&name)?;
        self.skip_spaces();
        match self.take() {
            Some(']') => Ok(Tag { name, value, place }),
            _ => {
                Err(ReadError { place, why: format!("the tag `{name}` has no closing `]` after its value") })
            }
        }
    }

    fn skip_spaces(&mut self) {
        while self.chars.next_if(|next| matches!(next, ' ' | '\t')).is_some() {
            self.place.column += 1;
        }
    }

    fn read_value(&mut self, name: &str) -> Result<String, ReadError> {
        if self.chars.peek() != Some(&'"') {
            return self.refuse(format!("the value of the tag `{name}` must stand in quotation marks"));
        }
        self.take();
        let mut value = String::new();
        loop {
            match self.chars.peek() {
                None | Some('\n') => {
                    return self
                        .refuse(format!("the value of the tag `{name}` has no closing quotation mark"));
                }
                _ => {}
            }
            match self.take() {
                Some('"') => return Ok(value),
                Some('\\') => match self.take() {
                    Some(escaped @ ('"' | '\\')) => value.push(escaped),
                    _ => {
                        return self
                            .refuse(format!("in the tag `{name}` a `\\` must stand before `\"` or `\\`"));
                    }
                },
                Some(next) => value.push(next),
                None => {}
            }
        }
    }

    fn read_movetext(&mut self, record: &mut Record) -> Result<(), ReadError> {
        loop {
            self.skip_blank()?;
            let place = self.place;
            match self.chars.peek().copied() {
                None | Some('[') => return Ok(()),
                Some('(' | ')') => return self.refuse("variations in brackets are not part of a record"),
                Some('}') => return self.refuse("a `}` without its `{`"),
                Some(letter @ (']' | '%')) => {
                    return self.refuse(format!("a `{letter}` where a move should stand"));
                }
                _ => {}
            }
            let word = self.read_word();
            let text = without_move_number(&word);
            if text.is_empty() || is_annotation(text) {
                continue;
            }
            let text = MoveText { text: text.to_owned(), place };
            if is_result(&text.text) {
                record.result = Some(text);
                return Ok(());
            }
            if record.moves.len() == self.limits.plies {
                return self
                    .refuse(format!("more than {} plies: no game is taken that long", self.limits.plies));
            }
            record.moves.push(text);
        }
    }

    fn read_word(&mut self) -> String {
        let mut word = String::new();
        while let Some(next) = self.chars.next_if(|next| !next.is_whitespace() && !"{};()[]%".contains(*next))
        {
            self.place.column += 1;
            word.push(next);
        }
        word
    }
}

/// Takes away `12.`, `12...` or `...` at the front; a bare number is a move number, too.
fn without_move_number(mut word: &str) -> &str {
    loop {
        let after_digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let after_dots = after_digits.trim_start_matches('.');
        let has_dots = after_dots.len() < after_digits.len();
        if !has_dots && !after_digits.is_empty() {
            return word;
        }
        if after_dots.is_empty() {
            return after_dots;
        }
        word = after_dots;
    }
}

/// PGN's numbered annotations (`$1`) and its marks apart from the move (`!?`).
fn is_annotation(word: &str) -> bool {
    word.strip_prefix('$').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        || word.bytes().all(|byte| matches!(byte, b'!' | b'?'))
}

/// Whether the word is a result token of any of the games.
fn is_result(word: &str) -> bool {
    word == "*"
        || ["Draw", "Bengal", "Siberian", "Forest", "Storm", "First", "Second"]
            .iter()
            .any(|result| word.eq_ignore_ascii_case(result))
}
