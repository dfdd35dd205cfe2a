//! What makes a password easy to guess although it is long: words that everybody takes, rows of keys, repetition.
//!
//! Guessers try common words, with figures and signs behind them, with letters replaced by figures that look like them,
//! doubled, and with the login. What is left of a password when all that is taken away has to be enough by itself.

/// Characters that must be left, each of which does not merely go on from the one before.
const LEAST_LEFT: usize = 7;

/// Different characters that must be left.
const LEAST_DIFFERENT: usize = 5;

/// Words that stand in the common passwords of every published list, longer ones first where one holds another.
const WORDS: &str = "administrator basketball butterfly liverpool manchester superman starwars baseball football jonathan \
    michelle computer internet passwort motdepasse contrasena password iloveyou sunshine princess whatever trustno \
    welcome willkommen bienvenue letmein monkey dragon master shadow killer jordan hunter harley ranger soccer hockey \
    batman george michael jennifer jessica ashley amanda nicole daniel andrew joshua matthew robert thomas charlie \
    summer winter spring autumn january february march april june july august september october november december \
    monday tuesday wednesday thursday friday saturday sunday secret access login admin user guest root test demo hello \
    flower cheese coffee cookie banana orange purple yellow silver golden freedom pepper ginger tigger buster maggie \
    tigerchess lancerchess tigerarbiter tiger arbiter lancer chess change changeme default qwertz azerty qwerty asdf \
    zxcv yxcv love baby angel money lucky happy pass word abc";

/// Rows of keys that fingers run along.
const ROWS: [&str; 6] = ["qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm"];

/// Why a password is easy to guess for somebody who knows the login; none if it is not.
pub fn weakness(text: &str, login: &str) -> Option<&'static str> {
    let plain = unmasked(text);
    let mut left = plain.clone();
    let names = login.split(|c: char| !c.is_alphanumeric()).filter(|name| name.chars().count() > 2);
    for name in names.map(unmasked) {
        left = left.replace(&name, " ");
    }
    let is_named = left != plain;
    let unnamed = left.clone();
    for word in WORDS.split_whitespace() {
        left = left.replace(word, " ");
    }
    let is_common = left != unnamed;
    let own = without_rows(&left);
    let mut different = own.clone();
    different.sort_unstable();
    different.dedup();
    match own.len() < LEAST_LEFT || different.len() < LEAST_DIFFERENT {
        false => None,
        true if is_named => Some("most of it is the login"),
        true if is_common => Some("most of it are words that everybody takes"),
        true => Some("most of it are repetitions, or rows of keys or figures"),
    }
}

/// In small letters, with letters for the figures and signs that are taken in their place.
fn unmasked(text: &str) -> String {
    let letter = |c: char| match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    };
    // Figures that stand together are a number, not letters.
    let characters: Vec<char> = text.to_lowercase().chars().collect();
    let is_figure =
        |at: Option<usize>| at.and_then(|at| characters.get(at)).is_some_and(char::is_ascii_digit);
    let unmask = |(at, c): (usize, &char)| {
        if is_figure(at.checked_sub(1)) || is_figure(Some(at + 1)) { *c } else { letter(*c) }
    };
    characters.iter().enumerate().map(unmask).collect()
}

/// The characters that neither repeat the one before nor follow it in the alphabet, among the figures, or on the keyboard,
/// forwards or backwards; blanks are none.
fn without_rows(text: &str) -> Vec<char> {
    let mut own = Vec::new();
    let mut before = ' ';
    for c in text.chars() {
        if c != ' ' && !goes_on(before, c) {
            own.push(c);
        }
        before = c;
    }
    own
}

fn goes_on(before: char, c: char) -> bool {
    let is_near = u32::from(before).abs_diff(u32::from(c)) <= 1;
    let on_row = |row: &str| {
        let place = |wanted: char| row.chars().position(|key| key == wanted);
        place(before).zip(place(c)).is_some_and(|(one, other)| one.abs_diff(other) == 1)
    };
    is_near || ROWS.iter().any(|row| on_row(row))
}
