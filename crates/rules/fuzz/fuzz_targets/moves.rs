//! Games that the input plays: every legal move is written so that it reads back, is legal, says what it does, and leads
//! to a situation that reads back; moves that the input makes up are refused or legal. Nothing changes what it was
//! looked at from.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tiger_rules::{
    DragonOptions, Formation, Knights, LancerChess, Position, Regicide, TigerChess, TigerOptions, dance,
    dragon,
};

/// At most this many plies are played.
const PLIES: usize = 120;

fn play_game<P: Position + PartialEq>(mut position: P, picks: &[u8]) {
    let mut picks = picks.iter().copied();
    for _ in 0..PLIES {
        let Some(pick) = picks.next() else { return };
        let situation = position.situation();
        let moves = position.legal_moves();
        assert_eq!(position.has_move(), !moves.is_empty(), "{situation}");
        assert_eq!(position.count_moves(), moves.len() as u64, "{situation}");
        let mut written: Vec<String> = moves.iter().map(|mv| position.write_move(mv)).collect();
        let Some(chosen) = choose(&written, pick, picks.next().unwrap_or_default()) else { return };
        let (mv, text) = (moves[chosen].clone(), written[chosen].clone());
        assert_eq!(position.read_move(&text.to_ascii_lowercase()).as_ref(), Ok(&mv), "{text} in {situation}");
        assert!(position.is_legal(&mv), "{text} in {situation}");
        assert!(!position.effect(&mv).kind.is_empty());
        make_up(&position, &text, pick);
        let after = position.after(&mv);
        assert_eq!(position.situation(), situation, "{text}: looking at a move changes nothing");
        let reached = after.situation();
        assert_eq!(P::from_situation(&reached).as_ref(), Ok(&after), "{text} in {situation} to {reached}");
        let _ = (after.verdict(), after.royal_attacked(), after.quiet_half_moves(), after.move_number());
        written.sort();
        written.dedup();
        assert_eq!(written.len(), moves.len(), "two moves are written alike in {situation}");
        position.play_unchecked(&mv);
        assert!(position == after && position.repetition_key() == after.repetition_key());
    }
}

/// Any move, or by an odd second byte one that brings the war on.
fn choose(written: &[String], pick: u8, mode: u8) -> Option<usize> {
    let lively = |mv: &&String| mv.contains(['x', '=', '*', '^', '@', '!', 'O']);
    let lively: Vec<usize> = (0..written.len()).filter(|&at| lively(&&written[at])).collect();
    match (mode % 2, lively.len()) {
        (1, 1..) => Some(lively[usize::from(pick) % lively.len()]),
        _ if written.is_empty() => None,
        _ => Some((usize::from(pick) * 7 + usize::from(mode)) % written.len()),
    }
}

/// A move with one byte changed is refused, or it is a legal move.
fn make_up<P: Position>(position: &P, text: &str, pick: u8) {
    let mut changed = text.as_bytes().to_vec();
    let at = usize::from(pick) % changed.len();
    changed[at] = b' ' + (changed[at].wrapping_mul(31).wrapping_add(pick)) % 95;
    let changed = String::from_utf8_lossy(&changed).into_owned();
    if let Ok(mv) = position.read_move(&changed) {
        assert!(position.is_legal(&mv), "{changed} in {}", position.situation());
    }
}

fn one_of<T: Copy>(all: &[T], pick: u8) -> T {
    all[usize::from(pick) % all.len()]
}

// The first byte chooses the game, the second its options, the others the moves.
fuzz_target!(|input: &[u8]| {
    let [game, options, picks @ ..] = input else { return };
    match game % 8 {
        0 => play_game(LancerChess::start(()), picks),
        1 => {
            let deployment = one_of(tiger_rules::Deployment::ALL, *options);
            play_game(TigerChess::start(TigerOptions { deployment, tiger: options & 64 > 0 }), picks);
        }
        2..5 => {
            let (knights, formation) = (one_of(Knights::ALL, *options), one_of(Formation::ALL, options >> 4));
            play_game(dragon::Situation::start(DragonOptions { knights, formation }), picks);
        }
        _ => play_game(dance::Situation::start(one_of(Regicide::ALL, *options)), picks),
    }
});
