//! How fast Dragon is: legal moves, a record of two hundred moves, perft.
#![expect(clippy::unwrap_used, reason = "a benchmark may stop at the first surprise")]

use divan::{Bencher, black_box};
use tiger_rules::dragon::Situation;
use tiger_rules::{DragonOptions, Position as _, perft};

fn main() {
    divan::main();
}

fn start() -> Situation {
    Situation::start(DragonOptions::default())
}

/// The written moves of a game of two hundred moves by each side, chosen evenly from the legal ones.
fn long_game() -> Vec<String> {
    let mut now = start();
    let mut written = Vec::new();
    let mut seed = 7usize;
    while written.len() < 400 {
        let legal = now.legal_moves();
        let Some(mv) = legal.get(seed % legal.len().max(1)) else { break };
        written.push(now.write_move(mv));
        now.play_unchecked(mv);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 3;
    }
    assert_eq!(written.len(), 400, "the game lasts");
    written
}

#[divan::bench]
fn legal_moves_from_the_start(bencher: Bencher<'_, '_>) {
    let start = start();
    bencher.bench(|| black_box(&start).legal_moves());
}

#[divan::bench]
fn replay_two_hundred_moves_by_each_side(bencher: Bencher<'_, '_>) {
    let game = long_game();
    bencher.bench(|| {
        let mut now = start();
        for text in &game {
            let mv = now.read_move(text).unwrap();
            now.play_unchecked(&mv);
        }
        now
    });
}

#[divan::bench]
fn replay_with_verdicts_and_repetition_keys(bencher: Bencher<'_, '_>) {
    let game = long_game();
    bencher.bench(|| {
        let mut now = start();
        let mut keys = std::collections::BTreeMap::new();
        for text in &game {
            let mv = now.read_move(text).unwrap();
            now.play_unchecked(&mv);
            *keys.entry(now.repetition_key()).or_insert(0) += 1;
            black_box(now.verdict());
        }
        keys.len()
    });
}

#[divan::bench]
fn perft_of_depth_two(bencher: Bencher<'_, '_>) {
    let start = start();
    bencher.bench(|| perft(black_box(&start), 2));
}
