//! What a person types: one move or many, in the notation or nearly so.

use tiger_rules::{AnyPosition, Limits, MoveError, Played, Touched, read_records};

/// Where the reading of typed moves stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    pub ply: u32,
    /// What was typed.
    pub text: String,
    pub why: String,
    /// Legal moves that could have been meant, or all if they are few.
    pub legal: Vec<String>,
    /// What was typed from there on.
    pub rest: String,
    /// The moves that two touches can mean, where they can mean several.
    pub meant: Vec<Touched>,
}

/// Why a word is not one legal move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotOne {
    Refused(MoveError),
    /// It can mean each of these.
    Several(Vec<Touched>),
    /// It is no turn for it; why, in words.
    Barred(String),
}

/// What stands between the positions of a move that was made by touching them: no sign of any notation.
pub const TOUCH: char = '/';

/// What takes back the word before it, of those that are written without a connection and sent together.
pub(super) const BACK: &str = "<";

/// The words of a typed text without numbers and comments: of its first game, if it is a record with tags.
pub fn words(text: &str) -> Result<Vec<String>, String> {
    let text = text.trim();
    let whole = if text.starts_with('[') { text.to_owned() } else { format!("[Game \"\"]\n{text}") };
    match read_records(&whole, Limits::WEB).next() {
        Some(Ok(record)) => Ok(record.moves.into_iter().map(|word| word.text).collect()),
        Some(Err(error)) => Err(format!("{}.", error.why)),
        None => Ok(Vec::new()),
    }
}

/// Makes the move that a word means: in the notation, or by the positions it names if that leaves one move alone.
pub fn play(position: &mut AnyPosition, word: &str) -> Result<Played, NotOne> {
    if let Some((from, to)) = word.split_once(TOUCH) {
        let meant = touched(position, from, to);
        let typed = if to.is_empty() { String::new() } else { format!("{from}-{to}") };
        let nobody = if to.is_empty() { format!("at {from}") } else { format!("from {from} to {to}") };
        // What is typed so is refused with a reason.
        let refusal = match position.clone().play_text(&typed) {
            Err(error @ MoveError::Illegal(_)) => error,
            _ => MoveError::Illegal(format!("no legal move is made {nobody}")),
        };
        return play_one(position, meant, || refusal);
    }
    if let Some(whole) = group(position, word) {
        return position.play_text(&whole).map_err(NotOne::Refused);
    }
    let word = word.strip_prefix("0-").map_or_else(|| word.to_owned(), |wing| format!("O-{wing}"));
    let refusal = match position.play_text(&word) {
        Ok(played) => return Ok(played),
        Err(refusal) => refusal,
    };
    // Any sign may be left out; a wrong one may mean something else. Who writes a capture has seen one on the board.
    let mut meant = if has_sign(&word) { Vec::new() } else { meant(position, &word) };
    meant.retain(|it| !says_capture(&word) || it.written.contains('x'));
    // Signs may be left out: what is wrong is said of the move, not of the sign.
    let refusal = signed(&word).and_then(|word| position.clone().play_text(&word).err()).unwrap_or(refusal);
    play_one(position, meant, || refusal)
}

fn play_one(
    position: &mut AnyPosition,
    meant: Vec<Touched>,
    refusal: impl FnOnce() -> MoveError,
) -> Result<Played, NotOne> {
    match meant.as_slice() {
        [] => Err(NotOne::Refused(refusal())),
        [only] => position.play_text(&only.written).map_err(NotOne::Refused),
        _ => Err(NotOne::Several(meant)),
    }
}

/// The legal moves that are made by touching these two positions, or one alone.
fn touched(position: &AnyPosition, from: &str, to: &str) -> Vec<Touched> {
    let is = |place: &Option<String>, named: &str| {
        place.as_deref().is_some_and(|place| place.eq_ignore_ascii_case(named))
    };
    let is_made = |it: &Touched| match to {
        "" => {
            let (one, other) = (&it.touch.from, &it.touch.to);
            (one.is_none() && is(other, from)) || (other.is_none() && is(one, from))
        }
        to => is(&it.touch.from, from) && is(&it.touch.to, to),
    };
    position.list_touches().into_iter().filter(is_made).collect()
}

/// Who may be posted where a word touches a vacant position and nothing but that, on a turn on which forces move, too: it
/// may be a slip. In a deployment everybody who is touched is posted.
pub(super) fn posted(position: &AnyPosition, word: &str) -> Vec<Touched> {
    let Some((place, "")) = word.split_once(TOUCH) else { return Vec::new() };
    if position.list_touches().iter().all(|it| it.touch.from.is_none()) {
        return Vec::new();
    }
    let all = touched(position, place, "").into_iter();
    all.filter(|it| it.touch.from.is_none()).collect()
}

/// A group move of The Dragon's Dance of which the walks were touched one after the other, as it is written.
fn group(position: &AnyPosition, word: &str) -> Option<String> {
    let mut written: Vec<String> = Vec::new();
    for walk in word.split('&').filter(|_| word.contains('&')) {
        let (from, to) = walk.split_once(['-', 'x'])?;
        let parts: Vec<&str> = written.iter().map(String::as_str).collect();
        let is_it = |it: &Touched| {
            let touch = (it.touch.from.as_deref(), it.touch.to.as_deref());
            matches!(touch, (Some(one), Some(other)) if one.eq_ignore_ascii_case(from) && other.eq_ignore_ascii_case(to))
        };
        let next = position.next_in_group(&parts).into_iter().find(is_it)?;
        written = next.written.split('&').map(str::to_owned).collect();
    }
    (!written.is_empty()).then(|| written.join("&"))
}

/// The legal moves between the positions of a word such as `e2e4`, `e7e8=k` or, for a posting, `c6`.
pub fn meant(position: &AnyPosition, word: &str) -> Vec<Touched> {
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

/// Whether a word says by a sign that something else is done than to move or to capture.
fn has_sign(word: &str) -> bool {
    word.contains(['~', '^', '*'])
}

/// Whether a word says that something is captured, by the notation's sign or by the colon of other books.
fn says_capture(word: &str) -> bool {
    let places = word.split('=').next().unwrap_or(word);
    places.contains(['x', 'X', ':'])
}

/// A word of two positions and no sign, with the sign of a move.
fn signed(word: &str) -> Option<String> {
    let (places, end) = word.split_at(word.find('=').unwrap_or(word.len()));
    let [from, to] = &*places_of(&places.to_ascii_uppercase())? else { return None };
    let is_bare = places.bytes().all(|letter| letter.is_ascii_alphanumeric()) && !places.contains(['x', 'X']);
    is_bare.then(|| format!("{from}-{to}{end}"))
}

/// Positions written one after the other, joined by any of the notation's signs or by none.
pub fn places_of(text: &str) -> Option<Vec<String>> {
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
pub fn suggestions(position: &AnyPosition, word: &str) -> Vec<String> {
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
