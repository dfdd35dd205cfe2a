//! Numbers for whoever watches the program, in the text format of Prometheus. They tell of nobody.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that only grows.
#[derive(Debug)]
pub struct Counter {
    name: &'static str,
    help: &'static str,
    value: AtomicU64,
}

impl Counter {
    const fn new(name: &'static str, help: &'static str) -> Self {
        Self { name, help, value: AtomicU64::new(0) }
    }

    /// Counts so many more.
    pub fn add(&self, more: u64) {
        self.value.fetch_add(more, Ordering::Relaxed);
    }
}

pub static REQUESTS: Counter = Counter::new("tiger_requests_total", "Requests answered.");
pub static REFUSED: Counter = Counter::new("tiger_refused_total", "Requests refused: statuses 400 to 499.");
pub static FAILED: Counter = Counter::new("tiger_failed_total", "Requests that failed: statuses 500 to 599.");
pub static TURNED_AWAY: Counter =
    Counter::new("tiger_turned_away_total", "Connections for which there was no place.");
pub static PRINTED: Counter = Counter::new("tiger_printed_total", "Public pages and files made anew.");
pub static WRITES: Counter = Counter::new("tiger_writes_total", "Transactions that write.");
pub static WRITE_MICROSECONDS: Counter =
    Counter::new("tiger_write_microseconds_total", "Time of these transactions, until all was on the disk.");

static ALL: [&Counter; 7] =
    [&REQUESTS, &REFUSED, &FAILED, &TURNED_AWAY, &PRINTED, &WRITES, &WRITE_MICROSECONDS];

/// All counters, and the numbers of this moment: name, meaning, value.
pub fn text(now: &[(&str, &str, usize)]) -> String {
    let counters = ALL.iter().map(|counter| {
        let Counter { name, help, value } = counter;
        let value = value.load(Ordering::Relaxed);
        format!("# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}\n")
    });
    let gauges = now
        .iter()
        .map(|(name, help, value)| format!("# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}\n"));
    counters.chain(gauges).collect()
}
