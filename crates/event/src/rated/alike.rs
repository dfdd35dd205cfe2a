//! Names as they are looked up: by words that are easily mistaken for each other.

use unicode_normalization::UnicodeNormalization;

/// The words of a name as they are looked up: small letters without marks.
pub fn words(name: &str) -> Vec<String> {
    let plain: String = name
        .nfkd()
        .filter(|letter| !unicode_normalization::char::is_combining_mark(*letter))
        .flat_map(char::to_lowercase)
        .collect();
    plain
        .replace('ø', "o")
        .replace('ł', "l")
        .replace('ß', "ss")
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What words share that are easily taken for each other: the first letter and the consonants, alike ones as one.
pub fn key(word: &str) -> String {
    let word =
        word.replace("ph", "f").replace("sch", "s").replace("ch", "k").replace("sh", "s").replace("th", "t");
    let mut key = String::new();
    for (place, letter) in word.chars().enumerate() {
        let alike = match letter {
            'c' | 'q' | 'g' => 'k',
            'z' | 'x' => 's',
            'w' | 'f' => 'v',
            'd' => 't',
            'b' => 'p',
            'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'j' | 'h' if place > 0 => continue,
            'y' | 'j' | 'i' => 'i',
            other => other,
        };
        if !key.ends_with(alike) {
            key.push(alike);
        }
    }
    key
}

/// How far a name is from what was asked for, by their words: the smaller, the nearer.
pub fn distance(asked: &[String], name: &str) -> usize {
    let words = words(name);
    let of_word = |asked: &String| {
        let one = |word: &String| match word {
            word if word == asked => 0,
            word if word.starts_with(asked.as_str()) => 1,
            word => 2 * strsim::levenshtein(asked, word),
        };
        words.iter().map(one).min().unwrap_or(usize::MAX / 100)
    };
    asked.iter().map(of_word).sum()
}
