//! Several servers on one PostgreSQL database.

use std::time::{Duration, Instant};

use tiger_event::EventCommand;

use crate::rig::{Backend, TestApp};
use tiger_arbiter::clock::new_id;

/// Less than the two seconds after which a server looks at the database by itself, and far more than a notice takes.
const BY_NOTICE: Duration = Duration::from_secs(1);

#[test]
fn an_event_that_one_server_hides_is_hidden_by_the_other_at_once() {
    let one = TestApp::start(Backend::Postgres);
    let database = one.state().config.store.database.clone();
    let other = TestApp::start_with(Backend::Postgres, |config| config.store.database = database);
    let event = one.add_event("open", new_id());
    let readers = other.visitor();
    // The first ones may come before the other server listens, and a busy machine may hold one up. Where nobody listens, a
    // look by itself may tell one in passing, but the next look comes two seconds later.
    let delays: Vec<Duration> = (0..7)
        .map(|time| {
            let is_public = time % 2 == 0;
            one.commit(event, EventCommand::ShowEvent { is_public });
            let begun = Instant::now();
            let status = if is_public { 200 } else { 404 };
            while readers.get("/events/open").status.as_u16() != status {
                assert!(begun.elapsed() < Duration::from_secs(60), "the other server never hears of it");
                std::thread::sleep(Duration::from_millis(2));
            }
            begun.elapsed()
        })
        .collect();
    let told = delays.iter().filter(|delay| **delay < BY_NOTICE).count();
    assert!(told >= 5, "{delays:?}");
}
