//! What a person types: one move or many, in the notation or nearly so.

use tiger_rules::{AnyPosition, Limits, MoveError, Played, Touched, read_records};

/// Where the reading of typed moves stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The ply that was refused.
    pub ply: u32,
    /// What was typed.
    pub text: String,
    /// Why it is refused.
    pub why: String,
    /// Legal moves that could have been meant, or all if they are few.
    pub legal: Vec<String>,
    /// What was typed from there on.
    pub rest: String,
}

/// The words of a typed text without numbers and comments: of its first game, if it is a record with tags.
pub(super) fn words(text: &str) -> Result<Vec<String>, String> {
    let text = text.trim();
    let whole = if text.starts_with('[') { text.to_owned() } else { format!("[Game \"\"]\n{text}") };
    match read_records(&whole, Limits::WEB).next() {
        Some(Ok(record)) => Ok(record.moves.into_iter().map(|word| word.text).collect()),
        Some(Err(error)) => Err(format!("{}.", error.why)),
        None => Ok(Vec::new()),
    }
}

/// Makes the move that a word means: in the notation, or by the positions it names if that leaves one move alone.
///
/// # Errors
/// Why there is none, in the words of the rules.
pub fn play(position: &mut AnyPosition, word: &str) -> Result<Played, MoveError> {
    let word = word.strip_prefix("0-").map_or_else(|| word.to_owned(), |wing| format!("O-{wing}"));
    let refusal = match position.play_text(&word) {
        Ok(played) => return Ok(played),
        Err(refusal) => refusal,
    };
    let meant = meant(position, &word);
    match meant.as_slice() {
        [] => Err(refusal),
        [only] => position.play_text(&only.written),
        several => {
            let list: Vec<_> = several.iter().map(|it| it.written.as_str()).collect();
            Err(MoveError::Illegal(format!("that can mean {}", list.join(", "))))
        }
    }
}

/// The legal moves between the positions of a word such as `e2e4`, `e7e8=k` or, for a posting, `c6`.
fn meant(position: &AnyPosition, word: &str) -> Vec<Touched> {
    let word = word.trim_end_matches(['+', '#', '!', '?']).to_ascii_uppercase();
    let (places, suffix) =
        word.split_once('=').map_or((word.as_str(), ""), |(places, suffix)| (places, suffix));
    let Some(places) = places_of(places) else { return Vec::new() };
    let is_at = |place: &Option<String>, named: Option<&String>| match (place, named) {
        (Some(place), Some(named)) => place.eq_ignore_ascii_case(named),
        (None, None) => true,
        _ => false,
    };
    let (from, to) = match places.as_slice() {
        [to] => (None, Some(to)),
        [from, to] => (Some(from), Some(to)),
        _ => return Vec::new(),
    };
    let has_suffix = |written: &str| {
        suffix.is_empty() || written.to_ascii_uppercase().split('=').skip(1).any(|part| part == suffix)
    };
    let touches = position.list_touches().into_iter();
    touches
        .filter(|it| is_at(&it.touch.from, from) && is_at(&it.touch.to, to) && has_suffix(&it.written))
        .collect()
}

/// Positions written one after the other, joined by any of the notation's signs or by none.
fn places_of(text: &str) -> Option<Vec<String>> {
    let mut places: Vec<String> = Vec::new();
    for part in text.split(['-', 'X', '~', '^', '*', ':']).filter(|part| !part.is_empty()) {
        for letter in part.chars() {
            match (letter.is_ascii_alphabetic(), letter.is_ascii_digit(), places.last_mut()) {
                (true, ..) => places.push(letter.to_string()),
                (_, true, Some(place)) => place.push(letter),
                _ => return None,
            }
        }
    }
    places.iter().all(|place| place.len() >= 2).then_some(places)
}

/// The legal moves that somebody who typed this may look for: those of the force he names first, else all if few.
pub(super) fn suggestions(position: &AnyPosition, word: &str) -> Vec<String> {
    const FEW: usize = 24;
    let touches = position.list_touches();
    let named = word.trim_start_matches('~').to_ascii_uppercase();
    let is_named = |it: &&Touched| {
        it.touch.from.as_ref().is_some_and(|from| {
            let rest = named.strip_prefix(&from.to_ascii_uppercase());
            rest.is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_ascii_digit()))
        })
    };
    let of_force: Vec<String> = touches.iter().filter(is_named).map(|it| it.written.clone()).collect();
    match (of_force.is_empty(), touches.len() <= FEW) {
        (false, _) => of_force,
        (true, true) => touches.into_iter().map(|it| it.written).collect(),
        (true, false) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{meant, places_of, play, suggestions, words};
    use tiger_rules::{AnyPosition, GameKind, MoveError, SituationError, Variation};

    fn after(mut position: AnyPosition, typed: &str) -> Result<String, MoveError> {
        play(&mut position, typed).map(|played| played.written)
    }

    #[test]
    fn a_move_is_understood_as_people_type_it() {
        let start = AnyPosition::start(Variation::standard(GameKind::LancerChess));
        for typed in ["E2-E4", "e2-e4", "e2e4", "E2xE4", "e2-e4!"] {
            assert_eq!(after(start.clone(), typed).as_deref(), Ok("E2-E4"), "{typed}");
        }
        for typed in ["e2e5", "e4", "e2", "nonsense", "e2e4e6", "e2-e4=k"] {
            assert!(after(start.clone(), typed).is_err(), "{typed}");
        }
        assert_eq!(suggestions(&start, "e2-e5"), ["E2-E3", "E2-E4"]);
        assert_eq!(suggestions(&start, "nonsense").len(), start.legal_moves().len(), "they are few");
        let posting = AnyPosition::start(Variation::standard(GameKind::TigerChess));
        assert_eq!(after(posting, "c6").as_deref(), Ok("S@C6"));
    }

    #[test]
    fn a_word_that_can_mean_several_moves_names_them() -> Result<(), SituationError> {
        let situation = "4q3/P7/8/8/8/8/8/4Q3 b - - 0 1";
        let position = AnyPosition::from_situation(GameKind::LancerChess, situation)?;
        assert!(meant(&position, "A7A8").len() > 1);
        let why = after(position.clone(), "a7a8").map_err(|error| error.to_string());
        assert!(why.is_err_and(|why| why.contains("A7-A8=")));
        assert_eq!(after(position, "a7a8=t").as_deref(), Ok("A7-A8=T"));
        Ok(())
    }

    #[test]
    fn numbers_comments_and_tags_are_passed_over() {
        let moves = ["E2-E4", "E7-E5", "D2-D4"].map(str::to_owned).to_vec();
        assert_eq!(words("1. E2-E4 E7-E5 {so far} 2. D2-D4"), Ok(moves.clone()));
        assert_eq!(words("[Game \"LancerChess\"]\n[Result \"*\"]\n\n1. E2-E4 E7-E5 2. D2-D4 *"), Ok(moves));
        assert_eq!(words("  "), Ok(Vec::new()));
        assert!(words("{never closed").is_err());
    }

    #[test]
    fn places_are_taken_apart() {
        assert_eq!(places_of("E2E4"), Some(vec!["E2".to_owned(), "E4".to_owned()]));
        assert_eq!(places_of("~B10XC9"), Some(vec!["B10".to_owned(), "C9".to_owned()]));
        assert_eq!(places_of("PE"), None);
        assert_eq!(places_of("12"), None);
    }
}
