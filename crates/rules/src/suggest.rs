//! What somebody may have meant who typed a move that is refused.

use crate::game::Replayed;
use crate::record::LONGEST_MOVE;
use crate::typed::{FAR, clean, distance};

/// How many moves a refusal names.
const MOST: usize = 3;

/// How much farther than the nearest a move may be to be named beside it.
const BESIDE: u32 = 4;

/// A legal move in canonical notation, and how far the typed text is from it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Near {
    pub(crate) distance: u32,
    pub(crate) written: String,
}

/// The legal moves that the text is near to, the nearest first.
pub(crate) fn near<P: Replayed>(position: &P, typed: &str) -> Vec<Near> {
    // No move is that long, and it takes its time to compare.
    if typed.len() > LONGEST_MOVE {
        return Vec::new();
    }
    let typed = clean(typed);
    let moves = position.moves_like(&typed).into_iter();
    let mut near: Vec<Near> = moves
        .map(|written| Near { distance: distance(&typed, &written), written })
        .filter(|it| it.distance <= FAR)
        .collect();
    near.sort();
    near.dedup();
    let best = near.first().map_or(0, |it| it.distance);
    near.retain(|it| it.distance <= best + BESIDE);
    near
}

/// The moves to name of those that are near, the likeliest first: no others than the nearest if they are nearer by far.
pub(crate) fn few(near: impl IntoIterator<Item = Near>) -> Vec<String> {
    let near: Vec<Near> = near.into_iter().collect();
    let nearest = near.iter().map(|it| it.distance).min().unwrap_or_default();
    let likely = near.into_iter().enumerate().filter(|(place, it)| *place == 0 || it.distance <= nearest + 1);
    likely.take(MOST).map(|(_, it)| it.written).collect()
}

/// The reason with the moves that may have been meant, unless it names the first of them already.
#[must_use]
pub(crate) fn with_suggestions(why: String, suggestions: &[String]) -> String {
    match suggestions {
        [first, ..] if !names(&why, first) => format!("{why}; perhaps {} was meant", listed(suggestions)),
        _ => why,
    }
}

/// Whether a sentence has this move in it, not merely a longer one that begins so.
fn names(why: &str, written: &str) -> bool {
    why.match_indices(written).any(|(at, _)| {
        let rest = why[at + written.len()..].chars().next();
        !rest.is_some_and(|next| next.is_ascii_alphanumeric() || "=&x-".contains(next))
    })
}

/// `A`, `A or B`, `A, B or C`.
pub(crate) fn listed(words: &[impl AsRef<str>]) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [some @ .., last] => {
            let some: Vec<&str> = some.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", some.join(", "), last.as_ref())
        }
    }
}
