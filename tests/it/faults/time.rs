//! The system's time is set while a player's clock runs: no second is lost, and the clock's book tells of it.

use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use tiger_event::GameId;

use super::disk::shim;
use super::hall::{Program, begin_event, verify};
use super::row;
use crate::rig::{Backend, Browser, TestDatabase, key};

/// What the machine may need to answer.
const SLOW: u64 = 1_500;

/// How long the clock has run, in milliseconds.
fn moment(desk: &Browser, game: GameId) -> u64 {
    let answer = desk.get(&format!("/events/kill/games/{game}/clock.json")).expect_status(200);
    let state: Value = serde_json::from_str(&answer.body).unwrap();
    state["now"].as_u64().unwrap()
}

fn a_step_costs_nobody_a_second(backend: Backend) {
    let database = TestDatabase::new(backend);
    let (_, games) = begin_event(database.open());
    let folder = TempDir::new().unwrap();
    let step = folder.path().join("step");
    let environment =
        [("LD_PRELOAD", shim().display().to_string()), ("FAULT_STEP", step.display().to_string())];
    let port = Program::free_port();
    let mut program = Program::start_with(&database.url, port, &environment);
    let desk = program.sign_in();
    let (game, once) = (games[0], key(1));
    let form = [("do", "start"), ("idempotency_key", once.as_str())];
    desk.post_form(&format!("/events/kill/games/{game}/clock/press"), &form).expect_status(303);
    let (begun, first) = (Instant::now(), moment(&desk, game));
    let check = |what: &str| {
        let passed = u64::try_from(begun.elapsed().as_millis()).unwrap();
        let (shown, now) = (moment(&desk, game) - first, u64::try_from(begun.elapsed().as_millis()).unwrap());
        assert!((passed..=now + SLOW).contains(&(shown + SLOW / 2)), "{what}: {shown} ms after {passed}");
    };
    check("nothing was set");
    for (seconds, words) in [(3600, "set forwards by 1:00:00"), (-1800, "set back by 1:30:00")] {
        std::fs::write(&step, seconds.to_string()).unwrap();
        check("at once");
        std::thread::sleep(Duration::from_millis(2_500));
        check("when the server has noticed");
        let book = desk.get(&format!("/events/kill/games/{game}/clock/book")).expect_status(200);
        book.expect_text(words);
        // Another program on this machine goes on with the same time.
        program.kill();
        program = Program::start_with(&database.url, port, &environment);
        check("after a start");
    }
    drop(program);
    verify(&database.url);
    row(
        &format!("{backend:?}: the system's time is set while a clock runs"),
        2,
        1,
        "no second lost, told in its book",
    );
}

#[test]
#[ignore = "a stage of its own: tests/run faults"]
fn a_step_of_the_time_costs_no_player_a_second() {
    a_step_costs_nobody_a_second(Backend::Sqlite);
    a_step_costs_nobody_a_second(Backend::Postgres);
}
