//! Texts that a spreadsheet would take for formulas: an apostrophe keeps them from being any, and is no part of them.

/// What a formula begins with.
const SIGNS: &str = "=+-@＝＋－＠−﹢﹣﹦﹫";

/// Where in a text a spreadsheet of some country may take a cell to begin: at its beginning, and behind what parts cells.
struct Beginnings(bool);

impl Beginnings {
    const fn new() -> Self {
        Self(true)
    }

    /// Goes on behind a letter.
    fn pass(&mut self, letter: char) {
        let is_blank = letter.is_whitespace() || letter == '"';
        self.0 = matches!(letter, ',' | ';' | '\t' | '|' | '；' | '，') || (self.0 && is_blank);
    }
}

/// The text with an apostrophe before whatever would be a formula.
pub fn guarded(text: &str) -> String {
    let (mut out, mut beginnings) = (String::new(), Beginnings::new());
    for letter in text.chars() {
        if beginnings.0 && SIGNS.contains(letter) {
            out.push('\'');
        }
        beginnings.pass(letter);
        out.push(letter);
    }
    out
}

/// The text without the apostrophes that [`guarded`] puts into it.
#[must_use]
pub fn bared(text: &str) -> String {
    let (mut out, mut beginnings) = (String::new(), Beginnings::new());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if beginnings.0 && letter == '\'' && letters.peek().is_some_and(|next| SIGNS.contains(*next)) {
            continue;
        }
        beginnings.pass(letter);
        out.push(letter);
    }
    out
}
