//! What was acknowledged is on the disk: the program is killed in the middle of result entry, time after time. The stage
//! `faults` breaks more than that.

use crate::faults::hall::{Board, Program, begin_event, enter, lost, verify};
use crate::rig::{Backend, Browser, TestDatabase};

/// How often the program is killed.
const TIMES: usize = 20;

/// Arbiters who enter results at the same time.
const ARBITERS: usize = 2;

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
