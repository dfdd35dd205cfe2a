//! Short texts that people type: trimmed, of bounded length, without control characters.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

use crate::rated::words;

/// What stands in the place of a text that arbiters or players wrote about somebody who was erased.
pub const ERASED: &str = "(erased)";

/// Why a typed text is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ParseTextError {
    /// Nothing but white space.
    #[error("Please fill this in.")]
    Empty,
    #[error("This has {length} characters; at most {limit} fit.")]
    TooLong { length: usize, limit: usize },
    /// A control character, such as one pasted from a terminal.
    #[error("Character {position} cannot be printed. Please type it again without it.")]
    Control {
        /// Place of the character, from 1.
        position: usize,
    },
    /// A sign of the range that files of DOS have letters in, and that nothing else writes.
    #[error(
        "Character {position} cannot be read: the text seems to come from a file in an old DOS code page. Save that file as UTF-8 first."
    )]
    Dos {
        /// Place of the character, from 1.
        position: usize,
    },
    /// More marks on one letter than any script sets, which are drawn over the lines above and below.
    #[error(
        "Character {position} is one accent or sign too many on its letter: at most {MOST_MARKS} are read. Please type it with fewer."
    )]
    Stacked {
        /// Place of the first mark too many, from 1.
        position: usize,
    },
}

/// The most marks that a letter bears: Burmese sets five, Hebrew and Vietnamese fewer.
const MOST_MARKS: usize = 5;

/// Reads what was typed.
fn parse(text: &str, limit: usize) -> Result<String, ParseTextError> {
    let text = parse_stored(text, limit)?;
    let mut before = std::iter::once(' ').chain(text.chars());
    match text.chars().position(|c| before.next().is_some_and(|before| is_unseen(before, c))) {
        Some(at) => Err(ParseTextError::Control { position: at + 1 }),
        None => match stacked(&text) {
            Some(at) => Err(ParseTextError::Stacked { position: at + 1 }),
            None => Ok(text),
        },
    }
}

/// The first mark too many on a letter. Joiners end no stack.
fn stacked(text: &str) -> Option<usize> {
    let mut marks = 0;
    text.chars().position(|c| {
        let is_mark = is_combining_mark(c) || matches!(c, '\u{200C}' | '\u{200D}');
        marks = if is_mark { marks + 1 } else { 0 };
        marks > MOST_MARKS
    })
}

/// Holds a text that comes stored, such as from another program, to what people may type.
pub fn check(text: &str) -> Result<(), ParseTextError> {
    parse(text, usize::MAX).map(|_| ())
}

/// Reads what is stored: what was accepted once stays readable, whatever is refused since.
fn parse_stored(text: &str, limit: usize) -> Result<String, ParseTextError> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(ParseTextError::Empty);
    }
    let length = text.chars().count();
    if length > limit {
        return Err(ParseTextError::TooLong { length, limit });
    }
    let is_unprintable = |c: char| {
        c.is_control()
            || matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    match text.chars().enumerate().find(|(_, c)| is_unprintable(*c)) {
        Some((at, '\u{80}'..='\u{9F}')) => Err(ParseTextError::Dos { position: at + 1 }),
        Some((at, _)) => Err(ParseTextError::Control { position: at + 1 }),
        None => Ok(text),
    }
}

/// Whether a text was written in a code page of DOS and read in one of Windows: its letters are signs there that stand in no
/// word, or nothing at all.
pub fn is_dos(text: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphabetic);
    let after = text.chars().skip(1).map(Some).chain([None]);
    let before = [None].into_iter().chain(text.chars().map(Some));
    before.zip(text.chars()).zip(after).any(|((before, c), after)| match c {
        '\u{80}'..='\u{9F}' => true,
        '‚' | '„' | '†' | '‡' | 'ˆ' | '‰' | '‹' | '•' | '˜' | '™' | '›' => letter(before),
        '“' | '”' | '…' => letter(before) && letter(after),
        _ => false,
    })
}

/// Whether a character leaves no mark of its own, so that two texts look the same and are not: Unicode's default
/// ignorable code points and the braille blank. Joiners belong into Persian and Indian words and emoji, selectors
/// behind the characters that they select.
fn is_unseen(before: char, c: char) -> bool {
    match c {
        '\u{200C}' | '\u{200D}' => before < '\u{600}',
        '\u{FE0E}' | '\u{FE0F}' => before < '\u{2000}',
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' => true,
        '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' => true,
        '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0D}' | '\u{FEFF}' => true,
        '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}' => true,
        '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}' => true,
        _ => false,
    }
}

macro_rules! text_types {
    ($($(#[$doc:meta])* $name:ident($(#[$apart:meta])? $limit:literal)),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name($(#[$apart])? String);

        impl $name {
            /// The most characters it holds.
            pub const LIMIT: usize = $limit;

            /// Reads what was typed; runs of white space become one blank.
            pub fn parse(text: &str) -> Result<Self, ParseTextError> {
                parse(text, $limit).map(Self)
            }

            /// Reads what was typed in a field that may stay empty.
            pub fn parse_optional(text: &str) -> Result<Option<Self>, ParseTextError> {
                match Self::parse(text) {
                    Err(ParseTextError::Empty) => Ok(None),
                    other => other.map(Some),
                }
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                parse_stored(&text, $limit).map(Self).map_err(serde::de::Error::custom)
            }
        }
    )*};
}

text_types! {
    /// A person's name as standings show it, such as `Moor, Tessa`.
    PersonName(#[serde(serialize_with = "super::apart::serialize")] 80),
    EventName(120),
    /// A place, a club, a federation.
    Label(80),
    /// A reason, a note, a ruling's text.
    Reason(#[serde(serialize_with = "super::apart::serialize")] 1000),
    /// What a player tells the arbiters.
    Note(#[serde(serialize_with = "super::apart::serialize")] 400),
    /// Moves that were tried after a game, in the notation, with a blank between them.
    TriedMoves(2000),
    /// A ruling's article, such as `Rules 14`.
    Article(#[serde(serialize_with = "super::apart::serialize")] 80),
    /// A player's word for the dice.
    Word(60),
}

/// The text with a capital letter at its head.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The text with a small letter at its head.
pub fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The singular or the plural of something, after its number.
pub fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// What stands between backticks, between the quotation marks that people read.
pub fn quoted(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { format!("“{part}”") } else { part.to_owned() }).collect()
}

/// The text as a sentence: with a full stop, unless it has its end already.
pub fn sentence(text: &str) -> String {
    let end = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{text}{end}")
}

/// A place or a time in words: 1st, 2nd, 11th.
pub fn ordinal(number: impl fmt::Display) -> String {
    let digits = number.to_string();
    let ending = match digits.as_bytes() {
        [.., b'1', _] => "th",
        [.., b'1'] => "st",
        [.., b'2'] => "nd",
        [.., b'3'] => "rd",
        _ => "th",
    };
    digits + ending
}

/// What two names share that are the same in the ledger: capitals make no difference. Entries were judged by this, so it
/// stays as it is.
pub fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// What two names share that people take for the same: neither capitals nor the forms that Unicode has for compatibility,
/// such as full-width letters, make a difference.
pub fn same(name: &str) -> String {
    name.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

/// A text as it is searched: neither capitals nor accents make a difference, nor letters that many keyboards lack.
pub fn sought(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase) {
        match letter {
            'ø' => plain.push('o'),
            'ł' => plain.push('l'),
            'đ' | 'ð' => plain.push('d'),
            'ı' => plain.push('i'),
            'ß' => plain.push_str("ss"),
            'æ' => plain.push_str("ae"),
            'œ' => plain.push_str("oe"),
            'þ' => plain.push_str("th"),
            '\u{2018}' | '\u{2019}' | '\u{2bc}' => plain.push('\''),
            other => plain.push(other),
        }
    }
    plain
}

/// What two names share that look alike, such as with a Cyrillic letter for a Latin one. Names of different people may
/// look alike, so it is told and never refused.
pub fn look(name: &str) -> String {
    skeleton(&same(name)).collect()
}

/// The part of an event's address: lower-case letters, digits and hyphens.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Slug(String);

#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("Use 2 to 60 lower-case letters, digits and single hyphens, such as merridon-open-2026.")]
pub struct ParseSlugError;

impl Slug {
    pub fn parse(text: &str) -> Result<Self, ParseSlugError> {
        let text = text.trim();
        let is_plain = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let is_well_cut = !text.starts_with('-') && !text.ends_with('-') && !text.contains("--");
        let is_reserved = matches!(text, "new" | "all");
        if is_plain && is_well_cut && !is_reserved && (2..=60).contains(&text.len()) {
            Ok(Self(text.to_owned()))
        } else {
            Err(ParseSlugError)
        }
    }

    /// A proposal made from a name; letters lose their marks, and what is none of the alphabet then becomes a hyphen.
    pub fn propose(name: &str) -> Option<Self> {
        let words = words(name);
        let parts = words.iter().flat_map(|word| word.split(|c: char| !c.is_ascii()));
        let mut slug = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
        slug.truncate(60);
        Self::parse(slug.trim_end_matches('-')).ok()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Slug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Slug {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(serde::de::Error::custom)
    }
}
