//! Any text may be read as a board file of The Dragon's Dance, or as one on one line: what is accepted is written so that
//! it reads back, and a game can be begun on it and played for a while.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use tiger_rules::dance::{Board, Situation};
use tiger_rules::{Position, Regicide};

fuzz_target!(|input: &[u8]| {
    let (picks, text) = input.split_at(input.len().min(16));
    let Ok(text) = std::str::from_utf8(text) else { return };
    for board in [Board::parse(text), Board::from_code(text)].into_iter().flatten() {
        assert_eq!(Board::parse(&board.to_string()).as_ref(), Ok(&board));
        assert_eq!(Board::from_code(&board.code()).as_ref(), Ok(&board));
        let board = Arc::new(board);
        let mut now = Situation::start_on(&board, Regicide::None);
        for &pick in picks {
            assert_eq!(Situation::read_on(Arc::clone(&board), &now.situation()).as_ref(), Ok(&now));
            let moves = now.legal_moves();
            assert_eq!(moves.is_empty(), now.verdict().is_some(), "{}", now.situation());
            let Some(mv) = moves.get(usize::from(pick) % moves.len().max(1)) else { break };
            now.play_unchecked(mv);
        }
    }
});
