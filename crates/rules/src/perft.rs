//! Counting the leaves of the tree of legal moves, the usual proof and measure of a generator.

use std::ops::ControlFlow;

use crate::game::Position;

/// The number of move sequences of `depth` plies. The last ply is counted without being played.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => sum_over_moves(position, |next| perft(next, depth - 1)),
    }
}

/// As [`perft`], but plays the last ply too.
pub fn perft_played<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => sum_over_moves(position, |next| perft_played(next, depth - 1)),
    }
}

/// The leaves below each move of the position, in canonical notation, sorted bytewise. Empty at depth 0.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(String, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let mut counts: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|mv| (position.write_move(mv), perft(&position.after(mv), below)))
        .collect();
    counts.sort();
    counts
}

fn sum_over_moves<P: Position>(position: &P, mut count: impl FnMut(&P) -> u64) -> u64 {
    let mut total = 0;
    let _ = position.visit_moves(|mv| {
        total += count(&position.after(&mv));
        ControlFlow::<()>::Continue(())
    });
    total
}
