//! Nobody stalls the hall: one address does what it can against the running program while an arbiter enters results
//! and a reader reads. `tests/run flood` prints the table; each attack is bounded, and all run on the loopback.
//!
//! The program is the one of the tests, not optimised, and it begins with the soft limit of files that most machines
//! set. What is asked of it holds for the optimised one all the more.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and this one prints a table"
)]

mod attacks;
mod client;
mod hall;
#[path = "../../../benches/public/seed.rs"]
mod seed;

use std::time::Duration;

use attacks::{ATTACKS, Named};
use hall::{Attack, Hall, Seen};

/// Within how long 99 of 100 results are entered, whatever others do.
const ARBITER: Duration = Duration::from_millis(300);

/// Within how long 99 of 100 public pages come.
const READER: Duration = Duration::from_millis(200);

/// MiB of memory that an attack may take beyond those of an idle program.
const MEMORY: u64 = 150;

/// What both are where nobody attacks, on the machine for which the figures were set. Where an attack is not borne and
/// other programs make both slower than this, what it may cost grows alike, up to [`MOST_SLOWNESS`] times: it is the
/// attack that is judged.
const USUAL: [Duration; 2] = [Duration::from_millis(30), Duration::from_millis(50)];

/// See [`USUAL`].
const MOST_SLOWNESS: f64 = 3.0;

/// How long nobody attacks, and then somebody does.
const CALM: Duration = Duration::from_millis(1_200);
const ATTACKED: Duration = Duration::from_millis(3_500);

/// How often the hall may be watched under one attack.
const TRIES: usize = 3;

#[test]
#[ignore = "it wants the machine for itself: the stage `flood`"]
fn nobody_stalls_the_hall() {
    client::raise_own_limit();
    let wanted = std::env::var("FLOOD").unwrap_or_default();
    println!(
        "{:<44}{:>9}{:>9}{:>9}{:>10}",
        "p99 in ms, memory beyond idle in MiB", "arbiter", "reader", "memory", "failures"
    );
    let broken: Vec<_> = ATTACKS
        .iter()
        .filter(|attack| attack.name.contains(&wanted))
        .filter(|attack| !is_borne(attack))
        .map(|attack| attack.name)
        .collect();
    assert!(broken.is_empty(), "the hall stalls under: {broken:?}");
}

/// Whether people hardly notice the attack. What else a machine does only ever makes it slower: of three times the calm
/// one counts, and after the first the hall is watched without an attack as well.
fn is_borne(attack: &Named) -> bool {
    let watched = |name, long, hall: &Hall, run: fn(&Hall) -> Box<dyn Attack>| {
        let seen = hall.watch(long, || run(hall));
        let Seen { arbiter, reader, memory, failures } = &seen;
        println!("{name:<44}{:>9}{:>9}{memory:>9}{failures:>10}", arbiter.as_millis(), reader.as_millis());
        seen
    };
    watched(attack.name, ATTACKED, &Hall::open(), attack.run).is_within([1.0, 1.0])
        || (1..TRIES).any(|_| {
            let hall = Hall::open();
            let calm = watched("  again: nobody", CALM, &hall, attacks::nobody);
            watched("  again", ATTACKED, &hall, attack.run).is_within(calm.slowness())
        })
}

impl Seen {
    /// How many times slower than usual the arbiter and the reader are, as far as that counts.
    fn slowness(&self) -> [f64; 2] {
        let times = |seen: Duration, usual: Duration| seen.div_duration_f64(usual).clamp(1.0, MOST_SLOWNESS);
        [times(self.arbiter, USUAL[0]), times(self.reader, USUAL[1])]
    }

    /// Whether all is within its limits on a machine that is so much slower than usual.
    fn is_within(&self, [arbiter, reader]: [f64; 2]) -> bool {
        self.arbiter < ARBITER.mul_f64(arbiter)
            && self.reader < READER.mul_f64(reader)
            && self.memory <= MEMORY
            && self.failures == 0
    }
}
