//! A report file with many players and rounds: read, tried out, made; then the event read by a program that has just
//! started.

use std::time::Instant;

use tiger_arbiter::clock;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::db;
use tiger_arbiter::exports;
use tiger_arbiter::ledger::{Ledger, Order};
use tiger_arbiter::publish::{Issue, View};
use tiger_arbiter::services::import::{Choices, Story};
use tiger_event::{Actor, EventId, Format, PersonName, Slug};
use tiger_rules::GameKind;

use crate::seed::{self, Wanted};
use crate::store::Store;

pub(crate) fn run(store: &Store, players: usize, rounds: u16) {
    let text = file(store, players, rounds);
    let ledger = store.ledger();
    let choices =
        Choices { game: Some(GameKind::LancerChess), format: None, today: clock::now().date_naive() };
    let ms = |begun: Instant| begun.elapsed().as_secs_f64() * 1000.0;

    let begun = Instant::now();
    let mut story = Story::read(&text, &choices).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
    let read = ms(begun);
    let begun = Instant::now();
    story.try_out(clock::now()).unwrap();
    let tried = ms(begun);
    let begun = Instant::now();
    let event = new_id();
    let slug = Slug::parse("imported").unwrap();
    let commands = story.commands(event, slug, new_id(), PersonName::parse("Moor, Tessa").unwrap());
    let orders: Vec<Order> =
        commands.into_iter().map(|command| Order::new(Actor::Program, event, command)).collect();
    let made = ledger.begin(&orders).unwrap();
    println!(
        "  a report of {players} players and {rounds} rounds ({} entries): read {read:.0} ms, tried out {tried:.0} ms, made {:.0} ms",
        made.event.version,
        ms(begun)
    );
    if orders.len() >= 1_000 {
        wait_for_snapshot(&ledger, event);
    }
    for _ in 0..3 {
        let fresh = store.ledger();
        let begun = Instant::now();
        let loaded = fresh.event(event).unwrap();
        println!("  that event read by a program that has just started: {:.0} ms", ms(begun));
        assert_eq!(loaded, made.event);
    }
}

/// The file of an event that was told without one.
fn file(store: &Store, players: usize, rounds: u16) -> String {
    let ledger = store.ledger();
    let wanted = Wanted {
        slug: "to-be-exported",
        name: "To be exported",
        game: GameKind::LancerChess,
        format: Format::Free,
        players,
        rounds,
        open: 0,
        tie_breaks: "BH/C1, BH, SB, WIN, DE",
        chief: new_id(),
    };
    let event = seed::event(&ledger, &wanted);
    let issue = Issue::preview(&ledger.event(event).unwrap());
    exports::write(View::EventTrf, &issue, &|_| Ok(None)).unwrap()
}

fn wait_for_snapshot(ledger: &Ledger, event: EventId) {
    let begun = Instant::now();
    let has_one =
        || ledger.database().read(|db| db::snapshots::newest(db, event, u64::MAX >> 1)).unwrap().is_some();
    while !has_one() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    println!("  its snapshot stood {:.0} ms later", begun.elapsed().as_secs_f64() * 1000.0);
}
