//! How long a Dutch round takes: the fifth and the last of an event, by the number of players.

#![expect(clippy::unwrap_used, reason = "a simulation that fails ends the benchmark")]

fn main() {
    divan::main();
}

use divan::Bencher;
use tiger_pairing::simulate::{Dice, Plan};
use tiger_pairing::{Round, Tournament, check, dutch, explain};

const SIZES: [u32; 5] = [50, 200, 500, 1000, 2000];

/// An event with absences, late entries and forfeits, up to before a round; round 0 is the last.
fn event(players: u32, round: u32) -> (Tournament, Round) {
    let rounds = if players < 500 { 9 } else { 11 };
    let event = Plan { absences: 3, forfeits: 1, late: 4, ..Plan::quiet(players, rounds) };
    let wanted = Round::new(if round == 0 { rounds } else { round }).unwrap();
    let mut before = None;
    event.play(&mut Dice::new(u64::from(players)), |tournament, round, _| {
        if round == wanted {
            before = Some(tournament.clone());
        }
    });
    (before.unwrap(), wanted)
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn fifth_round(bencher: Bencher, players: u32) {
    let (tournament, round) = event(players, 5);
    bencher.bench(|| dutch::draft_round(&tournament, round));
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn last_round(bencher: Bencher, players: u32) {
    let (tournament, round) = event(players, 0);
    bencher.bench(|| dutch::draft_round(&tournament, round));
}

#[divan::bench(args = SIZES, sample_count = 10)]
fn check_fifth_round(bencher: Bencher, players: u32) {
    let (tournament, round) = event(players, 5);
    let draft = dutch::draft_round(&tournament, round).unwrap();
    bencher.bench(|| check::check_round(&tournament, &draft));
}

#[divan::bench(args = [50, 200], sample_count = 3)]
fn explain_fifth_round(bencher: Bencher, players: u32) {
    let (tournament, round) = event(players, 5);
    let draft = dutch::draft_round(&tournament, round).unwrap();
    bencher.bench(|| explain::explain_round(&tournament, &draft));
}
