//! Disk, process, time and database break while results are entered, and nothing acknowledged is lost: the stage
//! `faults` of `tests/run`, which prints a table. `FAULTS=20 tests/run faults` is the long form: everything so many times.

pub(crate) mod hall;

mod disk;
mod history;
mod judge;
mod luck;
mod proxy;
mod simulation;
mod time;

use luck::Luck;

/// How often everything is done: once, or as often as the environment says.
fn times() -> u64 {
    std::env::var("FAULTS").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// One line of the table.
#[expect(clippy::print_stdout, reason = "the stage prints a table")]
fn row(fault: &str, runs: usize, acknowledged: usize, found: &str) {
    println!("{fault:<58}{runs:>6} runs{acknowledged:>8} acknowledged   {found}");
}
