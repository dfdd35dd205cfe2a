//! Any text may be read as a situation: what is accepted reads back from what is written, and its moves are legal and
//! lead to situations that are accepted, too.
#![no_main]

use std::ops::ControlFlow;

use libfuzzer_sys::fuzz_target;
use tiger_rules::{LancerChess, Position, TigerChess, dance, dragon};

/// At most this many moves of a situation are looked at.
const MOVES: usize = 300;

fn try_out<P: Position + PartialEq>(text: &str, picks: &[u8]) {
    let Ok(mut position) = P::from_situation(text) else { return };
    for &pick in picks.iter().take(12) {
        let situation = position.situation();
        assert_eq!(P::from_situation(&situation).as_ref(), Ok(&position), "{situation}");
        let mut moves = Vec::new();
        let _ = position.visit_moves(|mv| {
            moves.push(mv);
            if moves.len() < MOVES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        for mv in &moves {
            let written = position.write_move(mv);
            assert_eq!(position.read_move(&written).as_ref(), Ok(mv), "{written} in {situation}");
        }
        assert_eq!(position.has_move(), !moves.is_empty());
        let _ = (position.verdict(), position.repetition_key(), position.royal_attacked());
        let Some(mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { return };
        position.play_unchecked(mv);
    }
}

// A line with the situation, then a byte a move that picks it.
fuzz_target!(|input: &[u8]| {
    let (line, picks) = input.split_at(input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len()));
    let Ok(text) = std::str::from_utf8(line) else { return };
    try_out::<LancerChess>(text, picks);
    try_out::<TigerChess>(text, picks);
    try_out::<dragon::Situation>(text, picks);
    try_out::<dance::Situation>(text, picks);
});
