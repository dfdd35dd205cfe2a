//! Disk, process, time and database break while results are entered, and nothing acknowledged is lost: the stage
//! `faults` of `tests/run`, which prints a table. `FAULTS=20 tests/run faults` is the long form: everything so many times.

pub(crate) mod hall;

mod disk;
mod history;
mod judge;
mod proxy;
mod time;

/// How often everything is done: once, or as often as the environment says.
fn times() -> u64 {
    std::env::var("FAULTS").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// One line of the table.
#[expect(clippy::print_stdout, reason = "the stage prints a table")]
fn row(fault: &str, runs: usize, acknowledged: usize, found: &str) {
    println!("{fault:<58}{runs:>6} runs{acknowledged:>8} acknowledged   {found}");
}

/// Numbers that differ from run to run of a test, and are the same for the same seed.
struct Luck(u64);

impl Luck {
    /// A number below a bound.
    fn below(&mut self, bound: u64) -> u64 {
        // Knuth's multiplier for 64 bits; the upper bits are the good ones.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}
