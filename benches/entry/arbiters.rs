//! Fifty arbiters who enter results at the same time, each the next board as soon as the last is acknowledged.

use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tiger_arbiter::ledger::{Ledger, OnceKey, Order};
use tiger_event::{Actor, Event, EventId, GameId, ResultCommand, ResultEntry, Seat};
use tiger_rules::Ending;

/// How many there are.
pub(crate) const ARBITERS: usize = 50;

/// The games of the round that is open.
pub(crate) fn boards(event: &Event) -> Vec<GameId> {
    let round = event.current_round().map_or(1, |round| round.number);
    event.games_of(round).into_iter().map(|game| game.id).collect()
}

/// A result that differs from the one entered at this board before, as a form brings it.
pub(crate) fn order(event: EventId, boards: &[GameId], number: usize) -> Order {
    let winner = if (number / boards.len()).is_multiple_of(2) { Seat::First } else { Seat::Second };
    let result = ResultEntry::plain(Some(winner), Ending::Checkmate);
    let game = boards[number % boards.len()];
    let command = ResultCommand::EnterResult { game, result, seen: u64::MAX };
    Order::new(Actor::Program, event, command).once(OnceKey::new())
}

/// Runs work `count` times by all of them at once: how long each took, and how long all.
pub(crate) fn race(count: usize, work: impl Fn(usize, usize) + Sync) -> (Vec<Duration>, Duration) {
    let (next, start) = (AtomicUsize::new(0), Barrier::new(ARBITERS + 1));
    std::thread::scope(|scope| {
        let arbiter = |person: usize| {
            let (next, start, work) = (&next, &start, &work);
            scope.spawn(move || {
                start.wait();
                let mut times = Vec::new();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return times;
                    }
                    let begun = Instant::now();
                    work(person, number);
                    times.push(begun.elapsed());
                }
            })
        };
        let arbiters: Vec<_> = (0..ARBITERS).map(arbiter).collect();
        start.wait();
        let begun = Instant::now();
        let times = arbiters.into_iter().flat_map(|arbiter| arbiter.join().unwrap()).collect();
        (times, begun.elapsed())
    })
}

/// Enters results; those of several events in an order that nobody could foresee.
pub(crate) fn at_once(ledger: &Ledger, events: &[EventId], count: usize) -> (Vec<Duration>, Duration) {
    let boards: Vec<Vec<GameId>> =
        events.iter().map(|event| boards(&ledger.event(*event).unwrap())).collect();
    race(count, |_, number| {
        let at = if events.len() == 1 { 0 } else { number.wrapping_mul(2_654_435_761) % events.len() };
        ledger.commit(&order(events[at], &boards[at], number)).unwrap();
    })
}
