//! Texts of other people as sentences about them repeat them.

use std::borrow::Cow;

/// The most letters of one that are repeated.
const MOST: usize = 40;

/// The text, cut where it is far too long to be read in a sentence.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A sentence that repeats such a text somewhere, cut within it: what is wrong stands before and behind.
pub(crate) fn shown_within(sentence: String) -> String {
    const LONG: usize = 300;
    let letters = sentence.chars().count();
    if letters <= LONG {
        return sentence;
    }
    let begin: String = sentence.chars().take(MOST).collect();
    let end: String = sentence.chars().skip(letters - (LONG - 2 * MOST)).collect();
    format!("{begin}…{end}")
}
