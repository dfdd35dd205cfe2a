//! Measures the public pages of a 200-player event: how long a publication takes, requests per second against nginx
//! serving the same precompressed bytes, and the memory of 2,000 idle watchers. See `benches/README.md`.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::panic,
    reason = "a measurement that cannot go on stops"
)]

mod race;
mod seed;
mod server;
mod stall;
mod watchers;

use tiger_arbiter::config::{BaseUrl, DatabaseUrl, StoreConfig};
use tiger_arbiter::exports;
use tiger_arbiter::ledger::Ledger;
use tiger_arbiter::pages::public;
use tiger_arbiter::publish::{Issue, Printed, View};
use tiger_arbiter::startup::open_database;
use tiger_event::{Format, UserId};
use tiger_rules::GameKind;

use seed::Wanted;

/// The event that is measured.
const HALL: Wanted<'_> = Wanted {
    slug: "hall-open",
    name: "Hall Open 2026",
    game: GameKind::LancerChess,
    format: Format::Free,
    players: 200,
    rounds: 9,
    open: 0,
    tie_breaks: "BH/C1, BH, SB, WIN, DE",
    chief: NOBODY,
};

/// The chief arbiter of events that nobody works at.
const NOBODY: UserId = UserId::from_uuid(uuid::Uuid::nil());

/// Events to look at.
const OTHERS: [Wanted<'_>; 3] = [
    Wanted {
        slug: "great-forest-open-2026",
        name: "Great Forest Open 2026",
        game: GameKind::TigerChess,
        format: Format::RoundRobin,
        players: 8,
        rounds: 4,
        open: 2,
        tie_breaks: "DE, WIN, WON, SB, PS, GV",
        chief: NOBODY,
    },
    Wanted {
        slug: "storm-and-forest",
        name: "Storm and Forest",
        game: GameKind::Dragon,
        format: Format::Free,
        players: 13,
        rounds: 3,
        open: 0,
        tie_breaks: "DE, SB, GV, NOM",
        chief: NOBODY,
    },
    Wanted {
        slug: "winter-lancers",
        name: "Winter Lancers",
        game: GameKind::LancerChess,
        format: Format::RoundRobin,
        players: 6,
        rounds: 0,
        open: 0,
        tie_breaks: "DE, SB",
        chief: NOBODY,
    },
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["seed", file] => {
            let ledger = ledger(file);
            for wanted in OTHERS.iter().chain([&HALL]) {
                seed::event(&ledger, wanted);
            }
            println!("{file} holds four public events");
        }
        [] => measure(&["publication", "stall", "race", "watchers"]),
        [one] => measure(&[one]),
        _ => println!("say nothing, or one of: publication, stall, race, watchers, seed FILE"),
    }
}

fn ledger(file: &str) -> Ledger {
    let config = StoreConfig { database: DatabaseUrl::Sqlite(file.into()), connections: 4 };
    Ledger::new(open_database(&config).unwrap())
}

fn measure(what: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.sqlite3");
    let ledger = ledger(file.to_str().unwrap());
    let event = seed::event(&ledger, &HALL);
    for part in what {
        match *part {
            "publication" => publication(&ledger, event),
            "stall" => stall::run(&file, HALL.slug, &ledger, event),
            "race" => race::run(&file, folder.path(), HALL.slug),
            "watchers" => watchers::run(&file, HALL.slug, &ledger, event),
            other => panic!("there is no measurement called {other}"),
        }
    }
}

/// How long each step takes from a new version to bytes that can be sent.
fn publication(ledger: &Ledger, id: tiger_event::ids::EventId) {
    let event = ledger.event(id).unwrap();
    println!("\nA publication of {} players after {} rounds, in ms:", HALL.players, HALL.rounds);
    let timed = |what: &str, work: &mut dyn FnMut()| {
        let best = (0..5)
            .map(|_| {
                let begun = std::time::Instant::now();
                work();
                begun.elapsed()
            })
            .min()
            .unwrap();
        println!("  {what:<34}{:8.2}", best.as_secs_f64() * 1000.0);
    };
    timed("published part of the event", &mut || drop(Issue::preview(&event)));
    timed("standings with five tie-breaks", &mut || drop(Issue::preview(&event).standings(None).unwrap()));
    for view in [
        View::Standings(None),
        View::CrossTable(1),
        View::Round(9),
        View::Player(1),
        View::Games,
        View::EventJson,
        View::StandingsJson,
    ] {
        let base_url: BaseUrl = "http://hall.example".parse().unwrap();
        let issue = Issue::preview(&event);
        issue.standings(None).unwrap();
        let body = || {
            if view.is_file() {
                exports::write(view, &issue, &|_| Ok(None)).unwrap()
            } else {
                public::render(view, &issue, public::public_frame(&issue.event, view), &base_url, |_| {
                    Ok(None)
                })
                .unwrap()
            }
        };
        timed(&format!("{:<14} rendered", view.path()), &mut || drop(body()));
        let text = body();
        timed(&format!("{:<14} printed, gzip and br", view.path()), &mut || {
            drop(Printed::new(view.media_type(), text.clone()).unwrap());
        });
        let [plain, gzip, brotli] = Printed::new(view.media_type(), text.clone()).unwrap().sizes();
        println!("    {plain} bytes, gzip {gzip}, brotli {brotli}");
        if view == View::Standings(None) {
            for quality in [4, 5, 6, 7, 9, 11] {
                compress(&text, quality);
            }
        }
    }
}

/// What a brotli quality costs and gives.
fn compress(text: &str, quality: u32) {
    use std::io::Write;
    let begun = std::time::Instant::now();
    let mut encoder = brotli::CompressorWriter::new(Vec::new(), 1 << 16, quality, 20);
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.flush().unwrap();
    let bytes = encoder.into_inner().len();
    println!("    brotli {quality:>2}: {bytes} bytes in {:.1} ms", begun.elapsed().as_secs_f64() * 1000.0);
}
