//! Pairing, standings and report files, from outside: one binary, a module for each subject.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot be set up, or a round that cannot be read, fails"
)]

mod annulled;
mod by_hand;
mod checker;
mod dutch_enumeration;
mod dutch_laws;
mod enumeration;
mod explain;
#[expect(dead_code, reason = "shared with the benchmark")]
#[path = "../../benches/fields/mod.rs"]
mod fields;
mod judged_rounds;
mod knockout;
#[expect(dead_code, reason = "the library uses the rest")]
#[path = "../../src/matching/mod.rs"]
mod matching;
mod matching_laws;
mod random;
mod report_files;
mod round_robin;
mod scopes;
mod second_byes;
mod support;
mod systems;
mod tie_break_laws;
mod tie_breaks;
mod vectors;
