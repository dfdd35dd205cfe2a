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
use hall::{Hall, Seen};

/// Within how long 99 of 100 results are entered, whatever others do.
const ARBITER: Duration = Duration::from_millis(300);

/// Within how long 99 of 100 public pages come.
const READER: Duration = Duration::from_millis(200);

/// MiB of memory that an attack may take beyond those of an idle program.
const MEMORY: u64 = 150;

/// What both are where nobody attacks, on the machine for which the figures were set. Where other programs make them
/// slower than this, what the attack may cost grows alike, up to [`MOST_SLOWNESS`] times: it is the attack that is judged.
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
        "{:<44}{:>9}{:>9}{:>9}{:>9}{:>9}{:>10}",
        "p99 in ms, memory beyond idle in MiB",
        "arbiter",
        "of idle",
        "reader",
        "of idle",
        "memory",
        "failures"
    );
    let mut broken = Vec::new();
    for attack in ATTACKS.iter().filter(|attack| attack.name.contains(&wanted)) {
        let watched = watch(attack);
        let Watched { calm, seen } = &watched;
        println!(
            "{:<44}{:>9}{:>9}{:>9}{:>9}{:>9}{:>10}",
            attack.name,
            seen.arbiter.as_millis(),
            calm.arbiter.as_millis(),
            seen.reader.as_millis(),
            calm.reader.as_millis(),
            seen.memory,
            seen.failures
        );
        if !watched.is_borne() {
            broken.push(attack.name);
        }
    }
    assert!(broken.is_empty(), "the hall stalls under: {broken:?}");
}

/// The hall before an attack and under it.
struct Watched {
    calm: Seen,
    seen: Seen,
}

impl Watched {
    /// Whether people hardly notice.
    fn is_borne(&self) -> bool {
        let Self { calm, seen } = self;
        let within = |seen: Duration, limit: Duration, calm: Duration, usual: Duration| {
            seen < limit.mul_f64(calm.div_duration_f64(usual).clamp(1.0, MOST_SLOWNESS))
        };
        within(seen.arbiter, ARBITER, calm.arbiter, USUAL[0])
            && within(seen.reader, READER, calm.reader, USUAL[1])
            && seen.memory <= MEMORY
            && seen.failures == 0
    }
}

/// The hall under an attack. What else a machine does only ever makes it slower: of three times the calm one counts.
fn watch(attack: &Named) -> Watched {
    let once = || {
        let hall = Hall::open();
        let calm = hall.watch(CALM, || attacks::nobody(&hall));
        Watched { calm, seen: hall.watch(ATTACKED, || (attack.run)(&hall)) }
    };
    let mut watched = once();
    for _ in 1..TRIES {
        if watched.is_borne() {
            break;
        }
        watched = once();
    }
    watched
}
