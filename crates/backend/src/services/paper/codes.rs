//! Bytes as codes on sheets of paper, and back from whatever was read of them.
//!
//! A code says `TIGER1:MARK:LENGTH:PLACE:DATA:` in letters that the densest form of text in QR codes has. MARK is the
//! beginning of the SHA-256 of all bytes, LENGTH their number, PLACE the number of the code from 1, DATA its part of the
//! bytes in base 45 (RFC 9285), which may end with a space: hence the colon behind it. Behind at most five such codes one more, PLACE `P1`, `P2` and so on, carries the sum of
//! their bits, so that each sheet may lose one of its codes.

use std::collections::{BTreeMap, HashSet};

use thiserror::Error;
use tiger_event::Bytes32;

/// What every code begins with; the figure is the version of the form.
const BEGIN: &str = "TIGER1";

/// Bytes of a code: at a width of 85 mm its smallest square has 0.6 mm, which telephones and office scanners read.
const PART: usize = 1_200;

/// Codes of a sheet that one more makes good.
const GROUP: usize = 5;

/// The most bytes: a thousand sheets.
const MOST: usize = 1_000 * GROUP * PART;

/// The most codes, with those that make others good.
const MOST_CODES: usize = 1_000 * (GROUP + 1);

/// Digits of the mark.
const DIGITS: usize = 8;

/// The codes of one sheet, as texts.
pub type Sheet = Vec<String>;

/// Why what was read is not everything.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unread {
    #[error("There is no code of an event in it yet.")]
    Nothing,
    #[error(
        "These codes are of two different prints, {0} and {1}. Take the sheets of one print; its mark stands on each."
    )]
    TwoPrints(String, String),
    #[error("{}", missing(.0))]
    Missing(Vec<Hole>),
    #[error("The codes do not belong together: one was changed after it was printed.")]
    Changed,
}

/// Codes that a sheet lacks; one of those that it has would do for each but one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hole {
    /// The sheet, from 1.
    pub sheet: usize,
    /// How many codes more it takes.
    pub lacks: usize,
}

fn missing(holes: &[Hole]) -> String {
    let hole = |hole: &Hole| match hole.lacks {
        1 => format!("one code of sheet {}", hole.sheet),
        lacks => format!("{lacks} codes of sheet {}", hole.sheet),
    };
    let all: Vec<String> = holes.iter().map(hole).collect();
    format!("Still missing: {}.", all.join(", "))
}

/// The beginning of the digest of some bytes, which stands on each sheet.
pub fn mark(bytes: &[u8]) -> String {
    Bytes32::digest(bytes).to_string().to_ascii_uppercase().chars().take(DIGITS).collect()
}

/// Writes bytes as codes, sheet by sheet; none when they are too many.
pub fn write(bytes: &[u8]) -> Option<Vec<Sheet>> {
    if bytes.is_empty() || bytes.len() > MOST {
        return None;
    }
    let (mark, length) = (mark(bytes), bytes.len());
    let code =
        |place: String, part: &[u8]| format!("{BEGIN}:{mark}:{length}:{place}:{}:", base45::encode(part));
    let parts: Vec<&[u8]> = bytes.chunks(PART).collect();
    let sheet = |(sheet, group): (usize, &[&[u8]])| {
        let numbers = sheet * GROUP + 1..;
        let codes = numbers.zip(group).map(|(number, part)| code(number.to_string(), part));
        codes.chain([code(format!("P{}", sheet + 1), &sum(group))]).collect()
    };
    Some(parts.chunks(GROUP).enumerate().map(sheet).collect())
}

/// The sum of the bits of some parts, as long as the longest.
fn sum(parts: &[&[u8]]) -> Vec<u8> {
    let mut sum = vec![0; parts.iter().map(|part| part.len()).max().unwrap_or(0)];
    for part in parts {
        sum.iter_mut().zip(*part).for_each(|(sum, byte)| *sum ^= byte);
    }
    sum
}

struct Code {
    mark: String,
    length: usize,
    is_sum: bool,
    /// From 0.
    place: usize,
    part: Vec<u8>,
}

impl Code {
    fn read(text: &str) -> Option<Self> {
        let mut fields = text.splitn(5, ':');
        if fields.next()? != BEGIN {
            return None;
        }
        let mark = fields.next().filter(|mark| mark.len() == DIGITS)?.to_owned();
        let length = fields.next()?.parse().ok().filter(|length| (1..=MOST).contains(length))?;
        let place = fields.next()?;
        let (is_sum, number) = match place.strip_prefix('P') {
            Some(number) => (true, number),
            None => (false, place),
        };
        let place = number.parse::<usize>().ok()?.checked_sub(1)?;
        let part = base45::decode(fields.next()?.strip_suffix(':')?).ok()?;
        let code = Self { mark, length, is_sum, place, part };
        (code.part.len() == code.wanted()).then_some(code)
    }

    /// How many bytes it has to have.
    fn wanted(&self) -> usize {
        let first = if self.is_sum { self.place.saturating_mul(GROUP) } else { self.place };
        PART.min(self.length.saturating_sub(first.saturating_mul(PART)))
    }
}

/// The codes in a text, one a line, each once, in the order in which they came; what is none is passed over, and so is
/// what comes after as many as a print can have.
pub fn lines(text: &str) -> Vec<&str> {
    let mut seen = HashSet::new();
    let codes = text.lines().map(str::trim).filter(|line| line.starts_with(BEGIN));
    codes.filter(|line| seen.insert(*line)).take(MOST_CODES).collect()
}

/// Puts the bytes together again.
pub fn read(texts: &[&str]) -> Result<Vec<u8>, Unread> {
    let codes: Vec<Code> = texts.iter().filter_map(|text| Code::read(text)).collect();
    let first = codes.first().ok_or(Unread::Nothing)?;
    let is_same = |code: &&Code| (&code.mark, code.length) == (&first.mark, first.length);
    if let Some(other) = codes.iter().find(|code| !is_same(code)) {
        return Err(Unread::TwoPrints(first.mark.clone(), other.mark.clone()));
    }
    let (mut parts, mut sums) = (BTreeMap::<usize, &[u8]>::new(), BTreeMap::<usize, &[u8]>::new());
    for code in &codes {
        let places = if code.is_sum { &mut sums } else { &mut parts };
        places.insert(code.place, &code.part);
    }
    let count = first.length.div_ceil(PART);
    let (mut bytes, mut holes) = (Vec::with_capacity(first.length), Vec::new());
    for sheet in 0..count.div_ceil(GROUP) {
        let places = sheet * GROUP..count.min((sheet + 1) * GROUP);
        let here: Vec<&[u8]> = places.clone().filter_map(|place| parts.get(&place).copied()).collect();
        let lacks = places.len() - here.len();
        match (lacks, sums.get(&sheet)) {
            (0, _) => here.iter().for_each(|part| bytes.extend(*part)),
            (1, Some(all)) => {
                let lost = sum(&[here.as_slice(), &[*all]].concat());
                for place in places {
                    let length = PART.min(first.length - place * PART);
                    match parts.get(&place) {
                        Some(part) => bytes.extend(*part),
                        None => bytes.extend(lost.iter().take(length)),
                    }
                }
            }
            (_, all) => {
                holes.push(Hole { sheet: sheet + 1, lacks: lacks - usize::from(all.is_some()) });
            }
        }
    }
    if !holes.is_empty() {
        return Err(Unread::Missing(holes));
    }
    if mark(&bytes) == first.mark { Ok(bytes) } else { Err(Unread::Changed) }
}
