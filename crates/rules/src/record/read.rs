//! Taking a text of records apart.

use std::collections::BTreeSet;
use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

use super::{MoveNumber, MoveText, Place, Record, Tag, results};
use crate::shown::shown;

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

/// Bytes of the longest word that is looked at as a move; a group move of The Dragon's Dance has about twenty.
pub const LONGEST_MOVE: usize = 100;

/// Why a text could not be taken apart, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// The ply that was due there, from 1; 0 before any move.
    pub ply: u32,
    /// What is wrong, and what would be right.
    pub why: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.why)
    }
}

impl std::error::Error for ReadError {}

/// Reads every record of a text, lazily: each item is a game. After one that cannot be read the next ones are.
///
/// A game begins with a tag where the one before has its result token, or with the first tag after movetext.
pub fn read_records(text: &str, limits: Limits) -> impl Iterator<Item = Result<Record, ReadError>> {
    let mut reader = Reader::new(text, limits);
    std::iter::from_fn(move || reader.next_record().transpose())
}

struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    place: Place,
    limits: Limits,
    /// The plies of the game being read, this one included; 0 in its tags.
    ply: u32,
    /// The comments that were read and belong to no move yet.
    remarks: Vec<String>,
}

/// A place to come back to.
type Mark<'a> = (Peekable<Chars<'a>>, Place);

impl<'a> Reader<'a> {
    fn new(text: &'a str, limits: Limits) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        Self {
            chars: text.chars().peekable(),
            place: Place { line: 1, column: 1 },
            limits,
            ply: 0,
            remarks: Vec::new(),
        }
    }

    fn refuse<T>(&self, why: impl Into<String>) -> Result<T, ReadError> {
        self.refuse_at(self.place, why)
    }

    fn refuse_at<T>(&self, place: Place, why: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError { place, ply: self.ply, why: why.into() })
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

    fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let next = self.chars.peek().copied().filter(|&next| wanted(next))?;
        self.take();
        Some(next)
    }

    fn mark(&self) -> Mark<'a> {
        (self.chars.clone(), self.place)
    }

    fn return_to(&mut self, (chars, place): Mark<'a>) {
        (self.chars, self.place) = (chars, place);
    }

    /// Skips white space, comments, and lines that begin with `%` as PGN has them.
    fn skip_blank(&mut self) -> Result<(), ReadError> {
        while let Some(&next) = self.chars.peek() {
            match next {
                '{' => self.skip_comment('{', '}')?,
                '(' => self.skip_comment('(', ')')?,
                ';' => {
                    let line: String = self.chars.clone().skip(1).take_while(|&next| next != '\n').collect();
                    self.remark(&line);
                    self.skip_line();
                }
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

    fn remark(&mut self, text: &str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            self.remarks.push(text);
        }
    }

    /// Passes over a comment; one in round brackets may hold others, and is a variation.
    fn skip_comment(&mut self, open: char, close: char) -> Result<(), ReadError> {
        let began = self.mark();
        let (mut depth, mut text) = (0, String::new());
        while let Some(next) = self.take() {
            if next == open && (open == '(' || depth == 0) {
                depth += 1;
            } else if next == close {
                depth -= 1;
            }
            if depth == 0 {
                if open == '{' {
                    self.remark(text.get(1..).unwrap_or_default());
                }
                return Ok(());
            }
            text.push(next);
        }
        // The games after it are not part of the comment.
        self.return_to(began);
        self.refuse(format!("this comment has no closing `{close}`"))
    }

    /// The next game. After a refusal the reader stands where the game after it seems to begin.
    fn next_record(&mut self) -> Result<Option<Record>, ReadError> {
        let left = self.chars.clone().map(char::len_utf8);
        if self.place == (Place { line: 1, column: 1 }) && self.limits.bytes < usize::MAX {
            let bytes: usize = left.sum();
            if bytes > self.limits.bytes {
                self.chars = "".chars().peekable();
                return self.refuse(format!("{bytes} bytes: at most {} are taken", self.limits.bytes));
            }
        }
        self.ply = 0;
        self.remarks.clear();
        let mut has_tags = false;
        let read = self.read_record(&mut has_tags);
        if read.is_err() {
            self.skip_to_next_game(has_tags && self.ply == 0);
        }
        read
    }

    /// Skips what is left of a game that cannot be read: of its tags, if the fault is in them, and of its movetext.
    fn skip_to_next_game(&mut self, in_tags: bool) {
        let mut in_tags = in_tags;
        self.skip_line();
        while let Some(&next) = self.chars.peek() {
            if next == '[' && !in_tags {
                return;
            }
            in_tags &= next == '[' || next.is_whitespace();
            self.skip_line();
        }
    }

    fn read_record(&mut self, has_tags: &mut bool) -> Result<Option<Record>, ReadError> {
        self.skip_blank()?;
        if self.chars.peek().is_none() {
            return Ok(None);
        }
        let (mut record, mut names) = (Record::default(), BTreeSet::new());
        while self.chars.peek() == Some(&'[') {
            *has_tags = true;
            let tag = self.read_tag()?;
            if !names.insert(tag.name.to_ascii_lowercase()) {
                return self.refuse_at(tag.place, format!("the tag `{}` stands twice", shown(&tag.name)));
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
        while let Some(next) = self.take_if(|next| next.is_ascii_alphanumeric() || next == '_') {
            name.push(next);
        }
        if name.is_empty() {
            return self.refuse("a tag is a name and a value in quotation marks: [Round \"3\"]");
        }
        self.skip_spaces();
        let value = self.read_value(&shown(&name))?;
        self.skip_spaces();
        match self.take_if(|next| next == ']') {
            Some(_) => Ok(Tag { name, value, place }),
            None => self
                .refuse_at(place, format!("the tag `{}` has no closing `]` after its value", shown(&name))),
        }
    }

    fn skip_spaces(&mut self) {
        while self.take_if(|next| matches!(next, ' ' | '\t')).is_some() {}
    }

    /// A value between quotation marks; telephones write typographic ones.
    fn read_value(&mut self, name: &str) -> Result<String, ReadError> {
        let Some(opening) = self.take_if(is_quotation_mark) else {
            return self.refuse(format!("the value of the tag `{name}` must stand in quotation marks"));
        };
        let began = self.mark();
        let strict =
            self.read_until(name, |next| if opening == '"' { next == '"' } else { is_quotation_mark(next) })?;
        if let Some(value) = strict {
            return Ok(value);
        }
        let end = self.mark();
        self.return_to(began);
        if let Some(value) = self.read_until(name, is_quotation_mark)? {
            return Ok(value);
        }
        self.return_to(end);
        self.refuse(format!("the value of the tag `{name}` has no closing quotation mark"))
    }

    /// The value up to its closing mark, if that stands on this line.
    fn read_until(&mut self, name: &str, closes: impl Fn(char) -> bool) -> Result<Option<String>, ReadError> {
        let mut value = String::new();
        while let Some(next) = self.take_if(|next| next != '\n') {
            match next {
                _ if closes(next) => return Ok(Some(value)),
                '\\' => match self.take_if(|next| matches!(next, '"' | '\\')) {
                    Some(escaped) => value.push(escaped),
                    None => {
                        return self
                            .refuse(format!("in the tag `{name}` a `\\` must stand before `\"` or `\\`"));
                    }
                },
                _ => value.push(next),
            }
        }
        Ok(None)
    }

    fn read_movetext(&mut self, record: &mut Record) -> Result<(), ReadError> {
        let mut number = None;
        loop {
            self.skip_blank()?;
            let remarks = std::mem::take(&mut self.remarks);
            if let Some(last) = record.moves.last_mut() {
                last.remarks.extend(remarks);
            }
            let place = self.place;
            self.ply = u32::try_from(record.moves.len()).unwrap_or(u32::MAX).saturating_add(1);
            match self.chars.peek().copied() {
                None | Some('[') => return Ok(()),
                Some('}') => return self.refuse("a `}` without its `{`"),
                Some(')') => return self.refuse("a `)` without its `(`"),
                Some(letter @ (']' | '%')) => {
                    return self.refuse(format!("a `{letter}` where a move should stand"));
                }
                _ => {}
            }
            let word = self.read_word();
            let text = take_number(&word, &mut number);
            if text.is_empty() {
                continue;
            }
            if is_annotation(text) {
                if let Some((last, glyph)) = record.moves.last_mut().zip(glyph(text)) {
                    last.glyph = glyph.to_owned();
                }
                continue;
            }
            let text = MoveText { number: number.take(), place, ..MoveText::new(text) };
            if results::is_token(&text.text) {
                record.result = Some(MoveText { number: None, ..text });
                self.skip_victory();
                return Ok(());
            }
            if text.text.len() > LONGEST_MOVE {
                return self.refuse_at(place, "a word of more than 100 letters is no move");
            }
            if record.moves.len() == self.limits.plies {
                return self
                    .refuse(format!("more than {} plies: no game is taken that long", self.limits.plies));
            }
            record.moves.push(text);
        }
    }

    /// A word of the movetext; a few letters in round brackets that follow without a blank belong to it: `E7-E8(K)`.
    fn read_word(&mut self) -> String {
        let mut word = String::new();
        loop {
            while let Some(next) = self.take_if(|next| !next.is_whitespace() && !"{};()[]%".contains(next)) {
                word.push(next);
            }
            let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            if is_number && self.take_if(|next| next == ')').is_some() {
                word.push('.');
                continue;
            }
            let mut ahead = self.chars.clone();
            let inside: String =
                ahead.by_ref().skip(1).take_while(char::is_ascii_alphabetic).take(4).collect();
            let is_kind =
                matches!(inside.len(), 1..=3) && self.chars.clone().nth(inside.len() + 1) == Some(')');
            if word.is_empty() || self.chars.peek() != Some(&'(') || !is_kind {
                return word;
            }
            for _ in 0..inside.len() + 2 {
                word.extend(self.take());
            }
        }
    }

    /// The second word of `Bengal wins`.
    fn skip_victory(&mut self) {
        let before = self.mark();
        self.skip_spaces();
        if !results::is_victory(&self.read_word()) {
            self.return_to(before);
        }
    }
}

/// The marks that people and their telephones put round a value.
const fn is_quotation_mark(letter: char) -> bool {
    matches!(letter, '"' | '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '\u{ff02}')
}

/// Takes `12.`, `12...` or `...` from the front of a word; a bare number is a move number, too.
fn take_number<'w>(mut word: &'w str, number: &mut Option<MoveNumber>) -> &'w str {
    loop {
        let after_digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let after_dots = after_digits.trim_start_matches(['.', '\u{2026}']);
        let digits = &word[..word.len() - after_digits.len()];
        let dots = &after_digits[..after_digits.len() - after_dots.len()];
        if dots.is_empty() && !after_digits.is_empty() {
            return word;
        }
        let is_second = dots.chars().count() > 1 || dots.contains('\u{2026}') || digits.is_empty();
        match digits.parse() {
            Ok(value) => *number = Some(MoveNumber { value, is_second }),
            // Digits that are too many count for nothing.
            Err(_) => *number = number.map(|it| MoveNumber { is_second: is_second || it.is_second, ..it }),
        }
        if after_dots.is_empty() {
            return after_dots;
        }
        word = after_dots;
    }
}

/// What an annotation says of a move, if it praises or blames it: PGN's numbers 1 to 6 are these marks.
fn glyph(annotation: &str) -> Option<&str> {
    match annotation {
        "$1" => Some("!"),
        "$2" => Some("?"),
        "$3" => Some("!!"),
        "$4" => Some("??"),
        "$5" => Some("!?"),
        "$6" => Some("?!"),
        mark => mark.bytes().all(|byte| matches!(byte, b'!' | b'?')).then_some(mark),
    }
}

/// PGN's numbered annotations (`$1`), and marks and words apart from the move: `!?`, `+`, `e.p.`, `check`, `=`.
fn is_annotation(word: &str) -> bool {
    let is_word = |known: &&str| word.trim_end_matches(['!', '.', ',']).eq_ignore_ascii_case(known);
    word.strip_prefix('$').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        || word.bytes().all(|byte| matches!(byte, b'!' | b'?' | b'+' | b'#' | b'='))
        || ["e.p", "ep", "check", "checkmate", "mate"].iter().any(is_word)
}
