//! How long everybody else waits while a publication is taken in and its pages are made.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tiger_arbiter::ledger::{Ledger, Order};
use tiger_event::{Actor, Command, EventId, Reason, RoundCommand};

use crate::server::Server;

/// Publications in the measured time, one a second and a half.
const PUBLICATIONS: u32 = 8;

/// What everybody in the hall asks for right after a publication.
const PAGES: [&str; 6] = ["/standings", "/rounds/9", "/crosstable", "/games", "/players", "/standings.json"];

pub(crate) fn run(database: &Path, slug: &str, ledger: &Ledger, event: EventId) {
    let server = Server::start(database);
    let base = format!("/events/{slug}");
    fetch(&server.address, &base);
    println!("\nA reader who asks for /events time after time, in ms:");
    let quiet = watch(&server.address, Duration::from_secs(4), || ());
    tell("while nothing happens", quiet);
    let mut slowest = vec![Duration::ZERO; PAGES.len()];
    let busy = watch(&server.address, Duration::from_millis(1500) * PUBLICATIONS, || {
        for number in 0..PUBLICATIONS {
            let command = if number % 2 == 0 {
                Command::Round(RoundCommand::CloseRound { round: 9 })
            } else {
                Command::Round(RoundCommand::ReopenRound {
                    round: 9,
                    reason: Reason::parse("to measure").unwrap(),
                })
            };
            let begun = Instant::now();
            ledger.commit(&Order::new(Actor::Program, event, command)).unwrap();
            // The server looks for what other processes wrote every two seconds; a reader who comes first waits for
            // nothing but the pages.
            std::thread::sleep(Duration::from_millis(1100));
            for (page, slowest) in PAGES.iter().zip(&mut slowest) {
                *slowest = fetch(&server.address, &format!("{base}{page}")).max(*slowest);
            }
            std::thread::sleep(Duration::from_millis(1500).saturating_sub(begun.elapsed()));
        }
    });
    tell("while pages are made anew", busy);
    for (page, slowest) in PAGES.iter().zip(slowest) {
        println!("  slowest answer of {page:<16}{:8.1}", slowest.as_secs_f64() * 1000.0);
    }
}

/// How long answers take while something else is done.
fn watch(address: &str, least: Duration, work: impl FnOnce()) -> Vec<Duration> {
    let is_over = Arc::new(AtomicBool::new(false));
    let reader = {
        let (address, is_over) = (address.to_owned(), is_over.clone());
        std::thread::spawn(move || {
            let mut times = Vec::new();
            while !is_over.load(Ordering::Relaxed) {
                times.push(fetch(&address, "/events"));
                std::thread::sleep(Duration::from_millis(2));
            }
            times
        })
    };
    let begun = Instant::now();
    work();
    std::thread::sleep(least.saturating_sub(begun.elapsed()));
    is_over.store(true, Ordering::Relaxed);
    reader.join().unwrap()
}

fn tell(when: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |part: usize| times[(times.len() - 1) * part / 1000].as_secs_f64() * 1000.0;
    println!(
        "  {when:<28} median {:.2}, 99 of 100 within {:.2}, longest {:.2} ({} answers)",
        at(500),
        at(990),
        at(1000),
        times.len()
    );
}

/// Gets a page on a connection of its own, and says how long that took.
fn fetch(address: &str, path: &str) -> Duration {
    let begun = Instant::now();
    let mut stream = TcpStream::connect(address).unwrap();
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    assert!(answer.starts_with(b"HTTP/1.1 200"), "{path}: {}", String::from_utf8_lossy(&answer));
    begun.elapsed()
}
