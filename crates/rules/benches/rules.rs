//! How fast the rules are: move generation in nodes a second beside a well-known generator of chess in the same run,
//! and replaying a file of games.
#![expect(clippy::unwrap_used, reason = "a benchmark may panic")]

use std::fmt::Write;

use cozy_chess::Board;
use divan::Bencher;
use divan::counter::ItemsCount;
use tiger_rules::{
    Deployment, LancerChess, Limits, Position, TigerChess, TigerOptions, Variation, check, perft,
    perft_played, read_records,
};

/// TigerChess at the start of an engagement, as the rulings show it.
const ENGAGEMENT: &str = "tmbqkblt/pppppppp/2s5/1s2s2s/5S2/1SSS4/PPPPPPPP/TMBQKBLT b KQkq - 0 1 Xx";
/// A TigerChess position of the middle game with open lines, Swordsmen in contact and the Queens off the edge.
const MELEE: &str = "t1bqkbBt/ppp1p3/2sp1pp1/Ss5p/1m1SM2P/2P1P1S1/PP1P1PP1/T1BQK1LT b KQkq - 1 11 Xx";

fn main() {
    divan::main();
}

fn chess_perft(board: &Board, depth: u32, is_bulk: bool) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 && is_bulk {
            nodes += moves.len() as u64;
            return false;
        }
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += if depth == 1 { 1 } else { chess_perft(&next, depth - 1, is_bulk) };
        }
        false
    });
    nodes
}

fn measure(bencher: Bencher, count: impl Fn() -> u64 + Sync) {
    bencher.counter(ItemsCount::new(count())).bench(count);
}

#[divan::bench(sample_count = 9, sample_size = 1)]
fn chess_bulk_5(bencher: Bencher) {
    let board = Board::default();
    measure(bencher, || chess_perft(&board, 5, true));
}

#[divan::bench(sample_count = 9, sample_size = 1)]
fn chess_played_5(bencher: Bencher) {
    let board = Board::default();
    measure(bencher, || chess_perft(&board, 5, false));
}

#[divan::bench(sample_count = 9, sample_size = 1)]
fn lancerchess_bulk_5(bencher: Bencher) {
    let start = LancerChess::start(());
    measure(bencher, || perft(&start, 5));
}

#[divan::bench(sample_count = 9, sample_size = 1)]
fn lancerchess_played_5(bencher: Bencher) {
    let start = LancerChess::start(());
    measure(bencher, || perft_played(&start, 5));
}

#[divan::bench(sample_count = 9, sample_size = 1)]
fn tigerchess_bulk_5(bencher: Bencher) {
    let position = TigerChess::from_situation(ENGAGEMENT).unwrap();
    measure(bencher, || perft(&position, 5));
}

#[divan::bench(sample_count = 9, sample_size = 1)]
fn tigerchess_played_5(bencher: Bencher) {
    let position = TigerChess::from_situation(ENGAGEMENT).unwrap();
    measure(bencher, || perft_played(&position, 5));
}

#[divan::bench(sample_count = 9, sample_size = 1)]
fn tigerchess_melee_bulk_4(bencher: Bencher) {
    let position = TigerChess::from_situation(MELEE).unwrap();
    measure(bencher, || perft(&position, 4));
}

/// A file of games whose moves a simple generator of numbers chooses: a hundred plies at most.
fn file<P: Position>(start: impl Fn() -> P, variation: Variation, games: u32) -> String {
    let mut text = String::new();
    let mut number: u64 = 0x2545_f491_4f6c_dd1d;
    for _ in 0..games {
        let mut position = start();
        let game = P::GAME;
        write!(text, "[Game \"{game}\"]\n[Bengal \"Ash\"]\n[Siberian \"Moor\"]\n[Result \"*\"]\n").unwrap();
        for (tag, value) in variation.tags() {
            writeln!(text, "[{tag} \"{value}\"]").unwrap();
        }
        text.push('\n');
        for _ in 0..100 {
            number ^= number << 13;
            number ^= number >> 7;
            number ^= number << 17;
            let moves = position.legal_moves();
            let mv = &moves[(number % moves.len() as u64) as usize];
            let next = position.after(mv);
            if next.verdict().is_some() {
                break;
            }
            write!(text, "{} ", position.write_move(mv)).unwrap();
            position = next;
        }
        text.push_str("*\n\n");
    }
    text
}

fn check_file(text: &str) -> usize {
    let reports = read_records(text, Limits::FILES).map(|record| check(&record.unwrap()));
    reports.map(|report| assert_eq!(report.error, None)).count()
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn check_10000_games_of_lancerchess(bencher: Bencher) {
    let text = file(|| LancerChess::start(()), Variation::LancerChess, 10_000);
    bencher.counter(ItemsCount::new(10_000_u64)).bench(|| check_file(&text));
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn check_10000_games_of_tigerchess(bencher: Bencher) {
    let options = TigerOptions { deployment: Deployment::Countdown, tiger: true };
    let text = file(|| TigerChess::start(options), Variation::TigerChess(options), 10_000);
    bencher.counter(ItemsCount::new(10_000_u64)).bench(|| check_file(&text));
}
