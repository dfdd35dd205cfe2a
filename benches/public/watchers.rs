//! Two thousand idle watchers: what they take in memory, how fast they hear of a change, how soon the gone are noticed.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use tiger_arbiter::ledger::{Ledger, Order};
use tiger_event::{Actor, Command, EventId, RoundCommand};

use crate::server::Server;

const WATCHERS: usize = 2000;

pub(crate) fn run(database: &Path, slug: &str, ledger: &Ledger, event: EventId) {
    let server = Server::start(database);
    ureq::get(format!("http://{}/events/{slug}/standings", server.address)).call().unwrap();
    std::thread::sleep(Duration::from_secs(3));
    let before = server.resident();
    let mut watchers: Vec<TcpStream> = (0..WATCHERS).map(|_| join(&server.address, slug)).collect();
    let joined = server.resident();
    // Two heartbeats on, nothing is new any more.
    std::thread::sleep(Duration::from_secs(32));
    let idle = server.resident();
    println!(
        "\n{WATCHERS} idle watchers: {before} KiB before, {joined} KiB joined, {idle} KiB after two heartbeats:"
    );
    println!("  {:.1} KiB each", (idle - before) as f64 / WATCHERS as f64);
    for watcher in &mut watchers {
        watcher.set_nonblocking(true).unwrap();
        while watcher.read(&mut [0; 4096]).is_ok_and(|bytes| bytes > 0) {}
    }
    let begun = Instant::now();
    ledger
        .commit(&Order::new(Actor::Program, event, Command::Round(RoundCommand::CloseRound { round: 9 })))
        .unwrap();
    let mut first = None;
    for watcher in &mut watchers {
        watcher.set_nonblocking(false).unwrap();
        watcher.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let mut heard = String::new();
        while !heard.contains("event: version") {
            let mut bytes = [0; 512];
            let count = watcher.read(&mut bytes).unwrap();
            heard.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
        first.get_or_insert_with(|| begun.elapsed());
    }
    println!(
        "  another process changed the event: the first heard after {} ms, the last {} ms later",
        first.unwrap_or_default().as_millis(),
        (begun.elapsed() - first.unwrap_or_default()).as_millis()
    );
    drop(watchers);
    let left = Instant::now();
    let mut sockets = open_sockets(&server.address);
    while sockets > 20 && left.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_secs(1));
        sockets = open_sockets(&server.address);
    }
    println!("  all left: {sockets} sockets held after {} s", left.elapsed().as_secs());
}

fn join(address: &str, slug: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    let request =
        format!("GET /events/{slug}/live HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = [0; 2048];
    let count = stream.read(&mut answer).unwrap();
    assert!(answer[..count].starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer[..count]));
    stream
}

/// Connections that the server has not let go of.
fn open_sockets(address: &str) -> usize {
    let port: u16 = address.rsplit_once(':').unwrap().1.parse().unwrap();
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    let local = format!(":{port:04X}");
    // 0A is the listening socket itself.
    table
        .lines()
        .filter(|line| {
            let mut cells = line.split_whitespace().skip(1);
            let is_ours = cells.next().is_some_and(|place| place.ends_with(&local));
            is_ours && cells.nth(1).is_some_and(|state| matches!(state, "01" | "08"))
        })
        .count()
}
