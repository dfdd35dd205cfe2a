//! The rulings: what the rule texts leave open, numbered game by game, and how it is settled.
//!
//! Each is said once, in the Markdown of `src/rulings/`. Code, messages and tests name it by its number; a test holds that
//! every number that is named exists.

use std::ops::Range;

use crate::game::GameKind;

/// The rulings of a game with what stands around them (board, set-up, points, notation), as Markdown: one heading of the
/// first level, parts under headings of the second, the rulings as numbered lists. TigerChess and LancerChess share one
/// text.
///
/// ```
/// use tiger_rules::{GameKind, rulings};
///
/// assert!(rulings(GameKind::Dragon).contains("reconstruction"));
/// ```
#[must_use]
pub const fn rulings(game: GameKind) -> &'static str {
    match game {
        GameKind::LancerChess | GameKind::TigerChess => include_str!("rulings/tigerchess.md"),
        GameKind::Dragon => include_str!("rulings/dragon.md"),
        GameKind::Dance => include_str!("rulings/dance.md"),
    }
}

/// One ruling of a game as it is written, without its number; none if there is no such number.
///
/// ```
/// use tiger_rules::{GameKind, ruling};
///
/// assert!(ruling(GameKind::Dance, 12).is_some_and(|text| text.starts_with("**Sage**")));
/// assert_eq!(ruling(GameKind::Dance, 99), None);
/// ```
#[must_use]
pub fn ruling(game: GameKind, number: u8) -> Option<String> {
    let head = format!("{number}. ");
    let mut lines = rulings(game).lines().skip_while(|line| !line.starts_with(&head));
    let mut text = lines.next()?.strip_prefix(&head)?.to_owned();
    for line in lines.take_while(|line| line.starts_with(' ')) {
        text.push(' ');
        text.push_str(line.trim());
    }
    Some(text)
}

/// Where a sentence names rulings by their numbers, and which: `ruling 14`, `rulings 8 and 9`, `rulings 3-5`. The range of
/// the first number takes in the word before it.
///
/// ```
/// use tiger_rules::named_rulings;
///
/// let sentence = "a glide never captures (ruling 16)";
/// let [(range, 16)] = &named_rulings(sentence)[..] else { panic!() };
/// assert_eq!(&sentence[range.clone()], "ruling 16");
/// ```
#[must_use]
pub fn named_rulings(sentence: &str) -> Vec<(Range<usize>, u8)> {
    const WORD: &str = "ruling";
    const SEPARATORS: [&str; 4] = [", ", " and ", "-", "–"];
    // Lower case of ASCII alone: every index stays where it is.
    let lower = sentence.to_ascii_lowercase();
    let mut named = Vec::new();
    for (start, _) in lower.match_indices(WORD) {
        if lower[..start].ends_with(|letter: char| letter.is_alphanumeric()) {
            continue;
        }
        let mut at = start + WORD.len();
        let is_many = lower[at..].starts_with('s');
        at += usize::from(is_many);
        let Some(number) = lower[at..].strip_prefix(' ').and_then(leading_number) else { continue };
        at += 1 + number.1;
        named.push((start..at, number.0));
        if !is_many {
            continue;
        }
        while let Some(separator) = SEPARATORS.into_iter().find(|it| lower[at..].starts_with(it)) {
            let from = at + separator.len();
            let Some(number) = leading_number(&lower[from..]) else { break };
            at = from + number.1;
            named.push((from..at, number.0));
        }
    }
    named
}

/// The number that a text begins with, and how many letters it takes; `27b` is the number of a rule, of no ruling.
fn leading_number(text: &str) -> Option<(u8, usize)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    if text[length..].starts_with(|letter: char| letter.is_alphanumeric()) {
        return None;
    }
    Some((text[..length].parse().ok()?, length))
}
