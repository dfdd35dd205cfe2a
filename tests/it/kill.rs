//! What was acknowledged is on the disk: the program is killed in the middle of result entry, time after time. The stage
//! `faults` breaks more than that.

use std::thread;
use std::time::{Duration, Instant};

use tiger_arbiter::config::DatabaseUrl;

use crate::faults::hall::{Board, Program, begin_event, enter, lost, verify};
use crate::rig::{Backend, Browser, TestDatabase};

/// How long a program may take that is to end.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often the program is killed.
const TIMES: usize = 20;

/// Arbiters who enter results at the same time.
const ARBITERS: usize = 2;

#[test]
fn who_ends_the_program_finds_everything_in_one_file() {
    for signal in ["TERM", "HUP"] {
        let database = TestDatabase::new(Backend::Sqlite);
        let (_, games) = begin_event(database.open());
        let mut boards = Board::all(&games);
        let copies = tempfile::tempdir().unwrap();
        let to = copies.path().to_str().unwrap();
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--workers", "2", "--backup-to", to];
        let mut program = Program::spawn(&mut Program::command(&database.url, &arguments));
        let desk = program.sign_in();
        enter(&mut program, &[desk], &mut boards, |program, acknowledged| {
            if acknowledged >= 10 {
                program.signal(signal);
                let asked = Instant::now();
                while !program.has_ended() && asked.elapsed() < PATIENCE {
                    thread::sleep(Duration::from_millis(20));
                }
                assert!(program.has_ended(), "it goes on after SIG{signal}");
            }
            acknowledged >= 10
        });
        let DatabaseUrl::Sqlite(file) = &database.url else { panic!("{:?}", database.url) };
        let alone = copies.path().join("alone.sqlite3");
        std::fs::copy(file, &alone).unwrap();
        let alone = Program::start(&DatabaseUrl::Sqlite(alone));
        assert_eq!(lost(&alone, &mut boards), Vec::<String>::new(), "after SIG{signal}");
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_program_is_killed() {
    let database = TestDatabase::new(Backend::Sqlite);
    let (_, games) = begin_event(database.open());
    let mut boards = Board::all(&games);
    let mut entered = 0;
    for time in 0..TIMES {
        let mut program = Program::start(&database.url);
        assert_eq!(lost(&program, &mut boards), Vec::<String>::new());
        let desks: Vec<Browser> = (0..ARBITERS).map(|_| program.sign_in()).collect();
        let enough = 1 + time % 7;
        entered += enter(&mut program, &desks, &mut boards, |_, acknowledged| acknowledged >= enough);
        verify(&database.url);
    }
    assert_eq!(lost(&Program::start(&database.url), &mut boards), Vec::<String>::new());
    assert!(entered >= TIMES, "only {entered} results were entered");
}
