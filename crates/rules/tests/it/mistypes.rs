//! What people mistype is found again: single slips of the keyboard in records of random games of all four games.
//!
//! `cargo test -p tiger-rules --test rules mistypes -- --nocapture` prints how often the first suggestion is the original move.
#![expect(clippy::print_stdout, reason = "the figures are what it is run for")]

use tiger_rules::{
    AnyPosition, Deployment, DragonOptions, Formation, GameKind, Knights, Limits, Record, RecordError,
    Regicide, TigerOptions, Variation, check, read_records,
};

/// A stream of numbers that look like chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % limit.max(1) as u64).unwrap_or_default()
    }

    fn pick<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    DigitOffByOne,
    NeighbouringLetter,
    LettersSwapped,
    HyphenLost,
    SignWrong,
}

const SLIPS: [Slip; 5] =
    [Slip::DigitOffByOne, Slip::NeighbouringLetter, Slip::LettersSwapped, Slip::HyphenLost, Slip::SignWrong];

impl Slip {
    /// The move as it is mistyped so, if it can be.
    fn of(self, mv: &str, chance: &mut Chance) -> Option<String> {
        let mut bytes = mv.as_bytes().to_vec();
        let mut choose = |wanted: &dyn Fn(usize) -> bool| {
            let places: Vec<usize> = (0..mv.len()).filter(|&at| wanted(at)).collect();
            if places.is_empty() { None } else { Some(*chance.pick(&places)) }
        };
        let text = mv.as_bytes();
        match self {
            Self::DigitOffByOne => {
                let at = choose(&|at| text[at].is_ascii_digit())?;
                bytes[at] = match bytes[at] {
                    b'0' => b'1',
                    b'9' => b'8',
                    digit if chance.below(2) == 0 => digit + 1,
                    digit => digit - 1,
                };
            }
            Self::NeighbouringLetter => {
                let is_file = |at: usize| {
                    text[at].is_ascii_alphabetic() && text.get(at + 1).is_some_and(u8::is_ascii_digit)
                };
                let at = choose(&is_file)?;
                let is_first = bytes[at].eq_ignore_ascii_case(&b'A');
                bytes[at] = if is_first || chance.below(2) == 0 { bytes[at] + 1 } else { bytes[at] - 1 };
            }
            Self::LettersSwapped => {
                let at = choose(&|at| text.get(at + 1).is_some_and(|&next| next != text[at]))?;
                bytes.swap(at, at + 1);
            }
            Self::HyphenLost => {
                bytes.remove(choose(&|at| text[at] == b'-')?);
            }
            Self::SignWrong => {
                let at = choose(&|at| matches!(text[at], b'-' | b'x'))?;
                bytes[at] = if bytes[at] == b'-' { b'x' } else { b'-' };
            }
        }
        String::from_utf8(bytes).ok().filter(|mistyped| !mistyped.is_empty() && mistyped != mv)
    }
}

fn variation(game: GameKind, chance: &mut Chance) -> Variation {
    match game {
        GameKind::LancerChess => Variation::LancerChess,
        GameKind::TigerChess => Variation::TigerChess(TigerOptions {
            deployment: *chance.pick(Deployment::ALL),
            tiger: chance.below(2) == 0,
        }),
        GameKind::Dragon => Variation::Dragon(DragonOptions {
            knights: *chance.pick(Knights::ALL),
            formation: *chance.pick(Formation::ALL),
        }),
        GameKind::Dance => Variation::Dance { regicide: *chance.pick(Regicide::ALL) },
    }
}

/// A legal record of random moves.
fn random_game(variation: Variation, plies: usize, chance: &mut Chance) -> Record {
    let mut position = AnyPosition::start(variation);
    let mut record = Record::default();
    record.set_tag("Game", variation.game().name());
    for side in tiger_rules::Side::BOTH {
        record.set_tag(variation.game().side_name(side), "?");
    }
    for (tag, value) in variation.tags() {
        record.set_tag(tag, value);
    }
    for _ in 0..plies {
        let moves = position.legal_moves();
        if position.verdict().is_some() || moves.is_empty() {
            break;
        }
        // Captures are rarer than they are in games of people.
        let captures: Vec<String> = moves.iter().filter(|mv| mv.contains('x')).cloned().collect();
        let from = if captures.is_empty() || chance.below(3) > 0 { &moves } else { &captures };
        let chosen: &String = chance.pick(from);
        let played = position.play_text(chosen).unwrap();
        record.push_move(played.written);
    }
    record.set_result("*");
    record
}

fn refusal(record: &Record) -> Option<RecordError> {
    let read = read_records(&record.to_string(), Limits::WEB).next().unwrap().unwrap();
    check(&read).error
}

#[derive(Default)]
struct Count {
    refused: usize,
    found: usize,
    found_alone: usize,
}

impl Count {
    fn add(&mut self, other: &Self) {
        self.refused += other.refused;
        self.found += other.found;
        self.found_alone += other.found_alone;
    }

    /// Whether so many of a hundred are found, by what follows and without it.
    const fn reaches(&self, (found, alone): (usize, usize)) -> bool {
        self.found * 100 >= self.refused * found && self.found_alone * 100 >= self.refused * alone
    }

    fn told(&self, what: &str) -> String {
        let percent = |found: usize| 100.0 * found as f64 / self.refused.max(1) as f64;
        format!(
            "{what:<42}{:>6} refused {:>6.1} % first in the record {:>6.1} % first without what follows",
            self.refused,
            percent(self.found),
            percent(self.found_alone)
        )
    }
}

/// Mistypes one move and counts what the answer is worth, if the move is refused.
fn try_slip(record: &Record, at: usize, slip: Slip, chance: &mut Chance) -> Count {
    let original = record.moves[at].text.clone();
    let Some(mistyped) = slip.of(&original, chance) else { return Count::default() };
    let mut wrong = record.clone();
    wrong.moves[at].text.clone_from(&mistyped);
    let Some(error) = refusal(&wrong) else { return Count::default() };
    let (refused, mistyped_at) = (usize::try_from(error.ply).unwrap(), at + 1);
    assert!(refused >= mistyped_at, "{mistyped} for {original}: {error}");
    if refused > mistyped_at {
        // It is another legal move: what is refused comes later, and may be written the same.
        return Count::default();
    }
    assert_eq!(error.mv.as_deref(), Some(mistyped.as_str()), "{error}");
    assert!(!error.suggestions.is_empty(), "{mistyped} for {original}: {error}");
    let mut position = AnyPosition::start(record.variation().unwrap());
    for mv in &record.moves[..at] {
        position.play_text(&mv.text).unwrap();
    }
    let alone = position.suggestions(&mistyped);
    let is_first = |all: &[String]| usize::from(all.first() == Some(&original));
    Count { refused: 1, found: is_first(&error.suggestions), found_alone: is_first(&alone) }
}

/// The whole per cent below what was measured: first in the record, first without what follows.
const fn floor(game: GameKind) -> (usize, usize) {
    match game {
        GameKind::LancerChess => (99, 96),
        GameKind::TigerChess => (99, 93),
        GameKind::Dragon => (92, 87),
        GameKind::Dance => (99, 94),
    }
}

#[test]
fn nine_mistyped_moves_in_ten_are_found_again() {
    let mut chance = Chance(11);
    let mut all = Count::default();
    for game in GameKind::ALL {
        let mut of_game = Count::default();
        for slip in SLIPS {
            let mut count = Count::default();
            for _ in 0..80 {
                let variation = variation(game, &mut chance);
                let record = random_game(variation, 60, &mut chance);
                // Seldom the last moves: a record of a game goes on.
                let at = chance.below(record.moves.len());
                count.add(&try_slip(&record, at, slip, &mut chance));
            }
            println!("{}", count.told(&format!("{game}, {slip:?}")));
            // Two forces of Dragon beside each other often do the same for the rest of a game.
            let least = if game == GameKind::Dragon { 76 } else { 96 };
            assert!(count.reaches((least, 0)), "{}", count.told(&format!("{game}, {slip:?}")));
            of_game.add(&count);
        }
        println!("{}", of_game.told(game.name()));
        assert!(of_game.reaches(floor(game)), "{}", of_game.told(game.name()));
        all.add(&of_game);
    }
    println!("{}", all.told("all games"));
    assert!(all.refused > 1300, "{}", all.refused);
    assert!(all.reaches((97, 93)), "{}", all.told("all games"));
}

#[test]
fn a_ply_left_out_or_doubled_is_named() {
    let mut chance = Chance(12);
    for game in GameKind::ALL {
        let (mut left_out, mut doubled, mut named) = (0, 0, [0, 0]);
        for _ in 0..40 {
            let variation = variation(game, &mut chance);
            let record = random_game(variation, 50, &mut chance);
            let at = chance.below(record.moves.len().saturating_sub(4));
            let mut without = record.clone();
            without.moves.remove(at);
            if let Some(error) = refusal(&without) {
                assert!(error.mv.is_some() && !error.suggestions.is_empty(), "{error}");
                left_out += 1;
                named[0] += usize::from(error.why.contains("is missing before it"));
            }
            let mut twice = record.clone();
            twice.moves.insert(at, record.moves[at].clone());
            if let Some(error) = refusal(&twice) {
                assert!(error.mv.is_some() && !error.suggestions.is_empty(), "{error}");
                doubled += 1;
                named[1] += usize::from(error.why.contains("written twice"));
            }
        }
        println!(
            "{game}: {}/{left_out} plies left out and {}/{doubled} doubled ones are named so",
            named[0], named[1]
        );
        assert!(left_out.min(doubled) >= 36, "{game}: {left_out} and {doubled} are refused");
        assert!(named[0] + 1 >= left_out && named[1] + 1 >= doubled, "{game}: {named:?}");
    }
}
