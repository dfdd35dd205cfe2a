//! Why a text does not read as a move, in words that help: what is written where something else is due.

use crate::shown::shown;

/// How a game's notation looks.
pub(crate) struct Notation {
    /// The game's name.
    pub(crate) game: &'static str,
    /// Which positions there are: `A1 to H8`.
    pub(crate) positions: &'static str,
    /// Whether there is this position.
    pub(crate) is_position: fn(&str) -> bool,
    /// Moves as they are written.
    pub(crate) forms: &'static str,
}

impl Notation {
    /// Why the text, without its marks, is no move.
    pub(crate) fn why(&self, text: &str) -> String {
        let game = self.game;
        if text.is_empty() {
            return format!("no move is written: {} are moves of {game}", self.forms);
        }
        let (text, written) = (shown(text), text);
        let body = written.split('=').next().unwrap_or_default();
        if let Some(place) = places_in(body).into_iter().find(|place| !(self.is_position)(place)) {
            let place = shown(place);
            return format!("there is no position {place}: the positions of {game} are {}", self.positions);
        }
        let is_sign = |letter: char| !letter.is_ascii_alphanumeric() || matches!(letter, 'x' | 'X');
        if let Some(word) = body.split(is_sign).find(|word| is_turned(word)) {
            let word = shown(word);
            return format!(
                "`{word}` is no position: the letter of the file stands before the number of the rank"
            );
        }
        if body.starts_with(['0', 'Q']) && body.get(1..2) == Some("-") {
            return format!("`{text}` begins with `{}`, where the letter `O` is due", &body[..1]);
        }
        let unknown =
            body.chars().find(|&letter| !letter.is_ascii_alphanumeric() && !"-*^>@&~!".contains(letter));
        if let Some(sign) = unknown {
            return format!("`{sign}` is no sign of the notation: {} are moves of {game}", self.forms);
        }
        match (self.places(body).as_slice(), body.contains(|letter: char| !letter.is_ascii_alphanumeric())) {
            ([_], false) => {
                format!("`{text}` names one position only; moves of {game} are written like {}", self.forms)
            }
            ([from, to], false) => {
                format!("no sign stands between {from} and {to}: `-` is due for a move, `x` for a capture")
            }
            _ => format!("`{text}` does not read as a move of {game}, such as {}", self.forms),
        }
    }

    /// The positions that the text is made of, if it is made of nothing else.
    fn places(&self, text: &str) -> Vec<String> {
        let mut places: Vec<String> = Vec::new();
        for letter in text.chars() {
            match places.last_mut() {
                Some(place) if letter.is_ascii_digit() => place.push(letter),
                _ => places.push(letter.to_ascii_uppercase().to_string()),
            }
        }
        let are_all = places.iter().all(|place| (self.is_position)(place));
        if are_all { places } else { Vec::new() }
    }
}

/// What looks like positions: a letter with digits after it that is not the end of a longer word.
fn places_in(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let is_start = |at: &usize| {
        bytes[*at].is_ascii_alphabetic()
            && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
            && at
                .checked_sub(1)
                .is_none_or(|before| !bytes[before].is_ascii_alphabetic() || bytes[before] | 32 == b'x')
    };
    let length = |at: usize| 1 + bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    (0..bytes.len()).filter(is_start).filter_map(|at| text.get(at..at + length(at))).collect()
}

/// One or two digits with a letter after them.
fn is_turned(word: &str) -> bool {
    let letters = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    letters.len() == 1
        && matches!(word.len(), 2..=3)
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
}
