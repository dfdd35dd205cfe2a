//! How long the fields take that are hardest to pair; `examples/slow_fields.rs` looks for worse ones.

#![expect(clippy::unwrap_used, reason = "a recipe that cannot be cooked ends the benchmark")]

fn main() {
    divan::main();
}

#[expect(dead_code, reason = "the search for slow fields changes recipes, the benchmark does not")]
mod fields;

use divan::Bencher;
use fields::known::KNOWN;
use tiger_pairing::dutch;

#[divan::bench(args = KNOWN.map(|(name, _)| name), sample_count = 3, sample_size = 1)]
fn field(bencher: Bencher, name: &str) {
    let recipe = KNOWN.iter().find(|(known, _)| *known == name).unwrap().1;
    let (tournament, round) = recipe.cook();
    bencher.bench(|| dutch::draft_round(&tournament, round));
}
