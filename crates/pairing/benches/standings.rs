//! Standings of large events with eight tie-breaks.
#![expect(clippy::unwrap_used, reason = "a field that cannot be made has nothing to be measured")]

use std::hint::black_box;

use divan::Bencher;
use tiger_pairing::standings::standings;
use tiger_pairing::tiebreak::{TieBreak, parse_list};
use tiger_pairing::trf::{Report, Version, read, write};
use tiger_pairing::{BoardResult, Bye, Cell, PairingNumber, Player, Round, Settings, System, Tournament};

fn main() {
    divan::main();
}

const ROUNDS: u32 = 11;
const RESULTS: [BoardResult; 6] = [
    BoardResult::FirstWins,
    BoardResult::SecondWins,
    BoardResult::Draw,
    BoardResult::FirstWins,
    BoardResult::SecondWins,
    BoardResult::SecondForfeits,
];

/// Eleven rounds in which players of neighbouring strength meet; one in fifty is absent.
fn event(players: u32) -> Tournament {
    let number = |number: u32| PairingNumber::new(number).unwrap();
    let mut tournament = Tournament::new(Settings::new(System::Dutch, ROUNDS));
    for player in 1..=players {
        tournament.enter(Player::new(number(player), Some(2800 - player)));
    }
    let mut state = 20_261_121_u32;
    let mut below = |bound: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % bound
    };
    for round in (1..=ROUNDS).filter_map(Round::new) {
        let mut waiting: Vec<u32> = (1..=players).collect();
        while let Some(player) = waiting.pop() {
            if waiting.is_empty() || below(50) == 0 {
                let bye = if below(2) == 0 { Bye::HalfPoint } else { Bye::ZeroPoint };
                tournament.set_cell(number(player), round, Cell::bye(bye)).unwrap();
                continue;
            }
            let nearest = waiting.len() - 1 - below(40.min(waiting.len() as u32)) as usize;
            let opponent = waiting.remove(nearest);
            let result = RESULTS[below(6) as usize];
            tournament.record(round, number(player), number(opponent), result).unwrap();
        }
    }
    tournament
}

fn eight() -> Vec<TieBreak> {
    parse_list("DE,BH/C1,BH,SB,PS,WON,AOB,TPR").unwrap()
}

#[divan::bench(args = [50, 200, 500, 1_000, 2_000])]
fn eight_tie_breaks(bencher: Bencher<'_, '_>, players: u32) {
    let (tournament, tie_breaks) = (event(players), eight());
    bencher.bench_local(|| standings(black_box(&tournament), black_box(&tie_breaks)));
}

#[divan::bench(args = ["DE", "BH/C1", "SB/C1", "AOB", "TPR", "PTP", "APPO"])]
fn one_tie_break_for_1000(bencher: Bencher<'_, '_>, code: &str) {
    let (tournament, tie_breaks) = (event(1_000), parse_list(code).unwrap());
    bencher.bench_local(|| standings(black_box(&tournament), black_box(&tie_breaks)));
}

#[divan::bench]
fn write_a_report_of_1000(bencher: Bencher<'_, '_>) {
    let report = Report { tournament: event(1_000), ..Report::default() };
    bencher.bench_local(|| write(black_box(&report), Version::Trf26));
}

#[divan::bench]
fn read_a_report_of_1000(bencher: Bencher<'_, '_>) {
    let text = write(&Report { tournament: event(1_000), ..Report::default() }, Version::Trf26);
    bencher.bench_local(|| read(black_box(&text)));
}
