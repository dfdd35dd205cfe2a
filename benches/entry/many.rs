//! Many events of fifty players, whose results come in an order that nobody could foresee.

use tiger_event::EventId;

use crate::store::Store;
use crate::{PLAYED, arbiters, event, tell};
use tiger_arbiter::clock::new_id;

pub(crate) fn run(store: &Store, events: usize, results: usize) {
    let ledger = store.ledger();
    let ids: Vec<EventId> =
        (0..events).map(|number| event(&ledger, &format!("small-{number}"), 50, new_id())).collect();
    println!("  {events} events of 50 players, {PLAYED} rounds played, results at random:");
    let measured = store.written_by(|| arbiters::at_once(&ledger, &ids, results));
    tell("fifty arbiters at once", &measured);
}
