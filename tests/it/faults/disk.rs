//! A disk that breaks under SQLite: at every sync and at random ones the program is killed or the power cut, syncs fail,
//! and the disk is full. What breaks it is `shim.c`, which is loaded before the C library.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tiger_arbiter::config::{DatabaseUrl, StoreConfig};
use tiger_arbiter::db::Database;
use tiger_event::GameId;

use super::hall::{Board, Program, begin_event, enter, lost, verify};
use super::{Luck, row, times};
use crate::rig::{Backend, Browser, Cluster, TestDatabase};

/// Arbiters who enter results at the same time.
const ARBITERS: usize = 2;

/// The shim, built once.
pub(super) fn shim() -> &'static Path {
    static SHIM: OnceLock<(TempDir, PathBuf)> = OnceLock::new();
    let (_, file) = SHIM.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("shim.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/faults/shim.c");
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o"])
            .args([&file, &source])
            .args(["-ldl", "-lpthread"])
            .status();
        assert!(built.expect("a C compiler is there, `cc`").success());
        (folder, file)
    });
    file
}

/// What breaks, and when.
#[derive(Debug, Clone, Copy)]
struct Fault {
    kind: &'static str,
    at: u64,
    seed: u64,
    lies: bool,
}

impl Fault {
    const fn at(kind: &'static str, at: u64) -> Self {
        Self { kind, at, seed: at, lies: false }
    }
}

/// What came of it.
struct Seen {
    acknowledged: usize,
    /// Boards that lost what was acknowledged.
    lost: Vec<String>,
}

/// An event of which each run takes a copy.
struct Hall {
    file: PathBuf,
    games: Vec<GameId>,
    _database: TestDatabase,
}

impl Hall {
    fn open() -> Self {
        let database = TestDatabase::new(Backend::Sqlite);
        let (_, games) = begin_event(database.open());
        let DatabaseUrl::Sqlite(file) = &database.url else { unreachable!("it is a file") };
        Self { file: file.clone(), games, _database: database }
    }

    /// Enters results while the disk breaks, and looks what is left of them.
    fn run(&self, fault: Fault) -> Seen {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("hall.sqlite3");
        fs::copy(&self.file, &file).unwrap();
        fs::copy(&self.file, beside(&file, ".durable")).unwrap();
        let url = DatabaseUrl::Sqlite(file.clone());
        let armed = folder.path().join("armed");
        let mut environment = vec![
            ("LD_PRELOAD", shim().display().to_string()),
            ("FAULT_FILE", file.display().to_string()),
            ("FAULT_ARM", armed.display().to_string()),
            ("FAULT_KIND", fault.kind.to_owned()),
            ("FAULT_AT", fault.at.to_string()),
            ("FAULT_SEED", fault.seed.to_string()),
        ];
        if fault.lies {
            environment.push(("FAULT_LIES", "1".to_owned()));
        }
        let mut boards = Board::all(&self.games);
        let mut program = Program::start_with(&url, 0, &environment);
        let desks: Vec<Browser> = (0..ARBITERS).map(|_| program.sign_in()).collect();
        fs::write(&armed, "").unwrap();
        let acknowledged = enter(&mut program, &desks, &mut boards, |program, _| program.has_ended());
        drop(program);
        if fault.kind == "cut" {
            // The power is back: only what was on the disk is there.
            for end in ["", "-wal"] {
                let there = beside(&file, end);
                let _ = fs::remove_file(&there);
                let durable = beside(&there, ".durable");
                if durable.exists() {
                    fs::rename(durable, there).unwrap();
                }
            }
            let _ = fs::remove_file(beside(&file, "-shm"));
        }
        let lost = lost(&Program::start(&url), &mut boards);
        if !fault.lies {
            verify(&url);
        }
        Seen { acknowledged, lost }
    }

    /// Runs that must lose nothing.
    fn row(&self, what: &str, faults: &[Fault]) {
        let mut acknowledged = 0;
        for fault in faults {
            let seen = self.run(*fault);
            assert!(seen.lost.is_empty(), "{what}, {fault:?}: {:?}", seen.lost);
            acknowledged += seen.acknowledged;
        }
        row(what, faults.len(), acknowledged, "none lost, ledger whole");
    }
}

fn beside(file: &Path, end: &str) -> PathBuf {
    PathBuf::from(format!("{}{end}", file.display()))
}

#[test]
#[ignore = "a stage of its own: tests/run faults"]
fn a_disk_that_breaks_loses_nothing_that_was_acknowledged() {
    let hall = Hall::open();
    let mut luck = Luck(19);
    let first = |kind, count| (1..=count).map(move |at| Fault::at(kind, at));
    hall.row("killed at each of the first syncs", &first("kill", 8).collect::<Vec<_>>());
    let killed: Vec<_> = (0..4 * times()).map(|_| Fault::at("kill", 1 + luck.below(60))).collect();
    hall.row("killed at a random sync", &killed);
    hall.row("power cut at each of the first syncs, writes torn", &first("cut", 8).collect::<Vec<_>>());
    // After a thousand pages the log is brought into the database: hundreds of syncs reach that.
    let mut cut: Vec<_> = (0..6 * times()).map(|_| Fault::at("cut", 1 + luck.below(60))).collect();
    cut.extend((0..2 * times()).map(|_| Fault::at("cut", 150 + luck.below(150))));
    hall.row("power cut at a random sync, writes torn", &cut);
    hall.row("syncs fail from one on", &first("fsync", 3).collect::<Vec<_>>());
    hall.row("the disk is full from a write on", &[1, 2, 5, 9, 30].map(|at| Fault::at("full", at)));
}

/// Whoever watches the program hears of it, before somebody enters a result.
#[test]
#[ignore = "a stage of its own: tests/run faults"]
fn a_full_disk_is_not_ready() {
    let hall = Hall::open();
    let folder = TempDir::new().unwrap();
    let (file, armed) = (folder.path().join("hall.sqlite3"), folder.path().join("armed"));
    fs::copy(&hall.file, &file).unwrap();
    let environment = [
        ("LD_PRELOAD", shim().display().to_string()),
        ("FAULT_TREE", folder.path().display().to_string()),
        ("FAULT_ARM", armed.display().to_string()),
        ("FAULT_KIND", "full".to_owned()),
        ("FAULT_AT", "1".to_owned()),
    ];
    let program = Program::start_with(&DatabaseUrl::Sqlite(file), 0, &environment);
    let browser = program.sign_in();
    browser.get("/ready").expect_status(200);
    fs::write(&armed, "").unwrap();
    let begun = Instant::now();
    while browser.get("/ready").status.as_u16() != 503 {
        assert!(begun.elapsed() < Duration::from_secs(30), "it says that it is ready");
        thread::sleep(Duration::from_millis(200));
    }
    browser.get("/health").expect_status(200);
    drop(program);
    row("the disk is full: /ready", 1, 0, "says so");
}

/// PostgreSQL's server dies of what its disk does to the log of what is committed, and comes back on a whole one.
#[test]
#[ignore = "a stage of its own: tests/run faults"]
fn a_disk_that_breaks_under_postgresql_loses_nothing_that_was_acknowledged() {
    let mut luck = Luck(29);
    let rows: [(&str, &'static str, Vec<u64>); 3] = [
        ("PostgreSQL: a process of its killed at a sync", "kill", vec![6 + luck.below(20)]),
        ("PostgreSQL: syncs fail from one on", "fsync", vec![6 + luck.below(20)]),
        ("PostgreSQL: the disk is full from a write on", "full", vec![6 + luck.below(30)]),
    ];
    for (what, kind, mut moments) in rows {
        moments.extend((1..times()).map(|_| 1 + luck.below(60)));
        let mut acknowledged = 0;
        for at in &moments {
            let cluster = Cluster::start_on_a_disk_that_breaks(shim(), kind, *at);
            let url = DatabaseUrl::Postgres(cluster.url("postgres"));
            let db = Database::open(&StoreConfig { database: url.clone(), connections: 2 }).unwrap();
            db.migrate().unwrap();
            let (_, games) = begin_event(db);
            let mut boards = Board::all(&games);
            let mut program = Program::start(&url);
            let desks: Vec<Browser> = (0..ARBITERS).map(|_| program.sign_in()).collect();
            cluster.arm(true);
            acknowledged += enter(&mut program, &desks, &mut boards, |program, _| program.has_ended());
            cluster.arm(false);
            cluster.crash();
            let lost = lost(&Program::start(&url), &mut boards);
            assert!(lost.is_empty(), "{what}, at {at}: {lost:?}");
            verify(&url);
        }
        row(what, moments.len(), acknowledged, "none lost, ledger whole");
    }
}

/// The control: a disk whose sync does nothing loses what was acknowledged, and that is found.
#[test]
#[ignore = "a stage of its own: tests/run faults"]
fn a_disk_that_lies_is_found_out() {
    let hall = Hall::open();
    let mut found = (0, 0);
    for at in [6, 13, 20] {
        let seen = hall.run(Fault { lies: true, ..Fault::at("cut", at) });
        assert!(seen.acknowledged > 0 && !seen.lost.is_empty(), "nothing was lost at sync {at}");
        found = (found.0 + seen.acknowledged, found.1 + seen.lost.len());
    }
    row(
        "control: a disk whose sync does nothing, power cut",
        3,
        found.0,
        &format!("LOST, as it must: {} boards", found.1),
    );
}
