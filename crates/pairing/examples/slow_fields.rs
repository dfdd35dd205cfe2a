//! Looks for fields that take long to pair: changes recipes at random and keeps what is slower.
//!
//! `cargo run --release -p tiger-pairing --example slow_fields -- SEED SECONDS PLAYERS` prints every recipe that
//! is slower than all before it, those of `benches/fields/known.rs` being tried first; the worst belong there.

#![expect(clippy::print_stdout, reason = "a tool that talks to whoever runs it")]
#![expect(clippy::unwrap_used, reason = "a recipe that cannot be cooked ends the search")]

#[path = "../benches/fields/mod.rs"]
mod fields;

use std::time::{Duration, Instant};

use fields::Recipe;
use fields::known::KNOWN;
use tiger_pairing::dutch;
use tiger_pairing::simulate::Dice;

/// How long this thread has been at work: on Linux on a processor, so that a busy machine does not pass for a hard field.
fn at_work(begun: Instant) -> Duration {
    let of_thread = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = of_thread.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// The quicker of two tries.
fn time(recipe: &Recipe) -> Duration {
    let (tournament, round) = recipe.cook();
    let begun = Instant::now();
    let tries = (0..2).map(|_| {
        let start = at_work(begun);
        let _draft = std::hint::black_box(dutch::draft_round(&tournament, round));
        at_work(begun) - start
    });
    tries.min().unwrap_or_default()
}

fn main() {
    let given: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [seed, seconds, players] =
        [(0, 1), (1, 60), (2, 300)].map(|(at, usual)| given.get(at).copied().unwrap_or(usual));
    let mut dice = Dice::new(seed);
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut worst = Duration::ZERO;
    // Several lines at once: one that is stuck begins anew.
    let mut lines: Vec<(Recipe, Duration, u32)> = Vec::new();
    let mut known =
        KNOWN.iter().map(|(_, recipe)| Recipe { players: recipe.players.min(players as u32), ..*recipe });
    while Instant::now() < until {
        if lines.len() < 16 {
            let recipe = known.next().unwrap_or_else(|| Recipe::any(&mut dice, players as u32));
            lines.push((recipe, time(&recipe), 0));
            continue;
        }
        let at = dice.below(lines.len() as u32) as usize;
        let (parent, before, failures) = lines[at];
        let mut child = parent;
        for _ in 0..=dice.below(3) {
            child.mutate(&mut dice, players as u32);
        }
        let took = time(&child);
        lines[at] = if took > before { (child, took, 0) } else { (parent, before, failures + 1) };
        if took > worst {
            worst = took;
            println!("{:8.1} ms {child:?}", took.as_secs_f64() * 1000.0);
        }
        if failures > 60 {
            lines.remove(at);
        }
    }
}
