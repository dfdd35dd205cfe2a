//! Measures the entry of results: fifty arbiters at once on events of many players, the same written as it was before,
//! through the whole program, a grid, an import, a cold load, a thousand events. See `benches/README.md`.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::panic,
    reason = "a measurement that cannot go on stops"
)]

mod arbiters;
mod before;
#[expect(dead_code, reason = "the tests share one cluster; here each run has its own")]
#[path = "../../tests/it/rig/cluster.rs"]
mod cluster;
mod disk;
mod hall;
mod many;
mod report;
#[path = "../public/seed.rs"]
mod seed;
#[expect(dead_code, reason = "what the program takes is measured elsewhere")]
#[path = "../public/server.rs"]
mod server;
mod store;

use std::time::Duration;

use tiger_arbiter::clock::new_id;
use tiger_arbiter::ledger::Ledger;
use tiger_event::{EventId, Format, UserId};
use tiger_rules::GameKind;

use seed::Wanted;
use store::Store;

/// How much is measured.
struct Extent {
    /// Players of the events.
    players: &'static [usize],
    /// Results that are entered in each.
    results: usize,
    /// Results that are entered as it was before.
    before: usize,
    /// Players of the event that is read from a report file.
    imported: usize,
    /// Events of which the results come at random.
    events: usize,
}

const WHOLE: Extent = Extent {
    players: &[200, 1_000, 2_000, 5_000],
    results: 5_000,
    before: 100,
    imported: 5_000,
    events: 1_000,
};

/// Enough to see that it works.
const QUICK: Extent = Extent { players: &[20, 60], results: 200, before: 50, imported: 40, events: 20 };

/// Rounds that are played when the results are entered.
const PLAYED: u16 = 5;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let extent = if arguments.contains(&"quick") { QUICK } else { WHOLE };
    let is_wanted = |part: &str| {
        let parts = arguments.iter().filter(|argument| **argument != "quick").collect::<Vec<_>>();
        parts.is_empty() || parts.contains(&&part)
    };
    let sqlite = Store::sqlite();
    disk::introduce(sqlite.folder());
    for store in std::iter::once(sqlite).chain(Store::postgres()) {
        println!("\n{}", store.title());
        if is_wanted("entry") {
            for &players in extent.players {
                entry(&store, players, &extent);
            }
        }
        if is_wanted("import") {
            report::run(&store, extent.imported, 9);
        }
        if is_wanted("many") {
            many::run(&store, extent.events, extent.results);
        }
    }
}

/// One event: its results are entered by fifty at once, as now and as before, and through the program.
fn entry(store: &Store, players: usize, extent: &Extent) {
    let ledger = store.ledger();
    let slug = format!("hall-{players}");
    let chief = new_id();
    let event = event(&ledger, &slug, players, chief);
    println!("  {players} players, {PLAYED} rounds played, then the next round's results:");
    let measured = store.written_by(|| arbiters::at_once(&ledger, &[event], extent.results));
    tell("fifty arbiters at once", &measured);
    let measured = store.written_by(|| before::at_once(&ledger, event, extent.before));
    tell("the same with the state written whole", &measured);
    hall::run(store, &ledger, event, &slug, extent.results / 5);
}

/// An event in which the next round is published.
fn event(ledger: &Ledger, slug: &str, players: usize, chief: UserId) -> EventId {
    let wanted = Wanted {
        slug,
        name: slug,
        game: GameKind::LancerChess,
        format: Format::Free,
        players,
        rounds: PLAYED + 1,
        open: players / 2,
        tie_breaks: "BH/C1, BH, SB, WIN, DE",
        chief,
    };
    seed::event(ledger, &wanted)
}

/// How long each took, how long all, and what the disk had to take for it.
struct Measured {
    times: Vec<Duration>,
    whole: Duration,
    bytes: Option<u64>,
}

fn tell(what: &str, measured: &Measured) {
    let mut times = measured.times.clone();
    times.sort();
    let at = |part: usize| times[(times.len() - 1) * part / 1000].as_secs_f64() * 1000.0;
    let count = times.len() as f64;
    let bytes = measured
        .bytes
        .map_or_else(String::new, |bytes| format!("{:9.1} KB a result", bytes as f64 / count / 1000.0));
    println!(
        "    {what:<38} p50 {:8.2} ms  p99 {:8.2} ms {:8.0} a second {bytes}",
        at(500),
        at(990),
        count / measured.whole.as_secs_f64()
    );
}
