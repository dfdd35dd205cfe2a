//! Several arbiters give commands at once while the program is killed and stopped, the time steps, and PostgreSQL goes
//! away; then the whole history is judged.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tiger_arbiter::config::{DatabaseUrl, StoreConfig};
use tiger_arbiter::db::Database;
use tiger_arbiter::ledger::{Ledger, OnceKey};
use tiger_event::{Command, EventId, GameId, ResultCommand};

use super::disk::shim;
use super::hall::{Program, begin_event, verify};
use super::judge::{Given, complaints};
use super::proxy::Wire;
use super::{Luck, row, times};
use crate::rig::{Backend, Browser, Cluster, TestDatabase};

/// Arbiters who give commands at the same time.
const ARBITERS: u64 = 4;

/// For how long they do, with everything once.
const LASTS: Duration = Duration::from_secs(8);

/// How long somebody tries again after everything is whole, until the command counts as never acknowledged.
const PATIENCE: Duration = Duration::from_secs(30);

/// Servers at fixed addresses, on one database, that can be broken.
struct Hall<'a> {
    url: &'a DatabaseUrl,
    event: EventId,
    games: &'a [GameId],
    step: TempDir,
    ports: Vec<u16>,
    servers: Vec<Mutex<Program>>,
}

impl<'a> Hall<'a> {
    fn open(url: &'a DatabaseUrl, (event, games): (EventId, &'a [GameId]), servers: usize) -> Self {
        let step = TempDir::new().unwrap();
        let ports: Vec<u16> = (0..servers).map(|_| Program::free_port()).collect();
        let start = |port: &u16| Mutex::new(Program::start_with(url, *port, &environment(step.path())));
        let servers = ports.iter().map(start).collect();
        Self { url, event, games, step, ports, servers }
    }

    /// The server is killed and started again.
    fn kill(&self, server: usize) {
        let mut program = self.servers[server].lock().unwrap();
        program.kill();
        *program = Program::start_with(self.url, self.ports[server], &environment(self.step.path()));
    }

    /// The server is stopped for a moment, as by a machine that sleeps.
    fn stop(&self, server: usize) {
        let program = self.servers[server].lock().unwrap();
        program.signal("STOP");
        thread::sleep(Duration::from_millis(400));
        program.signal("CONT");
    }

    /// The system's time is off by so many seconds from now on.
    fn step(&self, seconds: i64) {
        std::fs::write(self.step.path().join("step"), seconds.to_string()).unwrap();
    }

    /// Arbiters give commands while `breaking` goes on; the judge's complaints, and how many were acknowledged.
    fn judge(&self, mut breaking: impl FnMut(&Self)) -> (Vec<String>, usize) {
        let begun = Instant::now();
        let is_over = AtomicBool::new(false);
        let desks: Vec<Browser> = (0..ARBITERS)
            .map(|number| self.servers[number as usize % self.servers.len()].lock().unwrap().sign_in())
            .collect();
        let mut given = Vec::new();
        thread::scope(|scope| {
            let (is_over, hall) = (&is_over, self);
            let at_work: Vec<_> = (0_u64..)
                .zip(&desks)
                .map(|(number, desk)| scope.spawn(move || arbiter(hall, number, desk, begun, is_over)))
                .collect();
            breaking(self);
            is_over.store(true, Ordering::Relaxed);
            for arbiter in at_work {
                given.extend(arbiter.join().unwrap());
            }
        });
        let ledger =
            Ledger::new(Database::open(&StoreConfig { database: self.url.clone(), connections: 2 }).unwrap());
        let stored = ledger.database().read(|db| ledger.entries_after(db, self.event, 0, u32::MAX)).unwrap();
        let mut names = Vec::new();
        let mut last = std::collections::BTreeMap::new();
        for entry in &stored {
            if let Command::Result(ResultCommand::Adjourn { game, reason: Some(reason) }) = &entry.command {
                last.insert(*game, reason.to_string());
                names.push(reason.to_string());
            }
        }
        let mut wrong = complaints(&given, &names);
        let event = ledger.event(self.event).unwrap();
        for (game, reason) in last {
            if event.game(game).unwrap().adjourned.as_ref().map(ToString::to_string) != Some(reason.clone()) {
                wrong.push(format!("{game} does not stand as {reason} left it"));
            }
        }
        (wrong, given.iter().filter(|command| command.acknowledged.is_some()).count())
    }
}

fn environment(folder: &Path) -> Vec<(&'static str, String)> {
    vec![
        ("LD_PRELOAD", shim().display().to_string()),
        ("FAULT_STEP", folder.join("step").display().to_string()),
    ]
}

/// Gives one command after the other; each is sent again, with its key, until it is acknowledged, and some are sent twice
/// at once.
fn arbiter(hall: &Hall<'_>, number: u64, desk: &Browser, begun: Instant, is_over: &AtomicBool) -> Vec<Given> {
    let mut luck = Luck(number + 7);
    let csrf = desk.csrf();
    let mut given = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let name = format!("arbiter {number}, command {}", given.len());
        let game = hall.games[luck.below(hall.games.len() as u64) as usize];
        let (path, key) = (format!("/events/kill/games/{game}/adjourn"), OnceKey::new());
        let fields = [("csrf", csrf.as_str()), ("idempotency_key", key.as_str()), ("reason", name.as_str())];
        let send = || {
            let answer = desk.try_post_bare(&path, &fields).ok()?;
            (answer.status.as_u16() == 303 && answer.location().contains("/results")).then_some(())
        };
        let at = begun.elapsed();
        let mut acknowledged = None;
        let patience =
            || !is_over.load(Ordering::Relaxed) || begun.elapsed() < LASTS * times() as u32 + PATIENCE;
        while acknowledged.is_none() && patience() {
            let is_done = if luck.below(4) == 0 {
                thread::scope(|scope| {
                    let other = scope.spawn(send);
                    let own = send();
                    other.join().unwrap().or(own)
                })
            } else {
                send()
            };
            match is_done {
                Some(()) => acknowledged = Some(begun.elapsed()),
                None => thread::sleep(Duration::from_millis(20)),
            }
        }
        given.push(Given { name, begun: at, acknowledged });
    }
    given
}

fn report(what: &str, (wrong, acknowledged): (Vec<String>, usize), broken: usize) {
    assert!(wrong.is_empty(), "{what}: {wrong:#?}");
    assert!(acknowledged > 20, "{what}: only {acknowledged} were acknowledged");
    row(what, broken, acknowledged, "each once, in an order that time allows");
}

#[test]
#[ignore = "a stage of its own: tests/run faults"]
fn a_history_is_true_while_the_program_is_killed_and_stopped_and_the_time_steps() {
    let database = TestDatabase::new(Backend::Sqlite);
    let (event, games) = begin_event(database.open());
    let hall = Hall::open(&database.url, (event, &games), 1);
    let mut luck = Luck(3);
    let mut broken = 0;
    let judged = hall.judge(|hall| {
        let begun = Instant::now();
        while begun.elapsed() < LASTS * times() as u32 {
            thread::sleep(Duration::from_millis(100 + luck.below(500)));
            broken += 1;
            match luck.below(4) {
                0 | 1 => hall.kill(0),
                2 => hall.stop(0),
                _ => hall.step([3600, -3600, 0, 5][luck.below(4) as usize]),
            }
        }
        hall.step(0);
    });
    report("SQLite: killed, stopped, time stepped; histories", judged, broken);
    verify(&database.url);
}

#[test]
#[ignore = "a stage of its own: tests/run faults"]
fn a_history_of_two_servers_is_true_while_postgresql_crashes_and_is_cut_off() {
    let cluster = Cluster::start("on");
    let wire = Wire::to(cluster.folder());
    let url =
        DatabaseUrl::Postgres(format!("postgres:///postgres?host={}&user=tiger", wire.folder().display()));
    let db = Database::open(&StoreConfig { database: url.clone(), connections: 2 }).unwrap();
    db.migrate().unwrap();
    let (event, games) = begin_event(db);
    let hall = Hall::open(&url, (event, &games), 2);
    let mut luck = Luck(11);
    let mut broken = 0;
    let judged = hall.judge(|hall| {
        let begun = Instant::now();
        while begun.elapsed() < LASTS * times() as u32 {
            thread::sleep(Duration::from_millis(300 + luck.below(700)));
            broken += 1;
            match luck.below(4) {
                0 => cluster.crash(),
                1 => hall.kill(luck.below(2) as usize),
                2 => hall.stop(luck.below(2) as usize),
                _ => {
                    wire.cut(true);
                    thread::sleep(Duration::from_millis(luck.below(600)));
                    wire.cut(false);
                }
            }
        }
    });
    report("PostgreSQL, two servers: crashed, cut off, killed; histories", judged, broken);
    verify(&url);
}
