//! What one address can do.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tiger_arbiter::auth::token::Token;

use super::client::{Client, connect_from, neighbour, post_head};
use super::hall::{Attack, Hall, SLUG, standings};

/// An attack with its name in the table.
pub(crate) struct Named {
    pub(crate) name: &'static str,
    pub(crate) run: fn(&Hall) -> Box<dyn Attack>,
}

pub(crate) const ATTACKS: [Named; 18] = [
    Named { name: "nobody", run: nobody },
    Named { name: "1,060 forms of one byte", run: unfinished_forms },
    Named { name: "1,060 forms of one byte with a token", run: unfinished_forms_with_token },
    Named { name: "300 forms of 512 KiB that do not end", run: large_forms },
    Named { name: "100 forms of 250,000 fields", run: many_fields },
    Named { name: "100 forms of 4,500 fields", run: wide_forms },
    Named { name: "100 forms of 15,000 parts", run: many_parts },
    Named { name: "40 commands of 200,000 objects", run: many_objects },
    Named { name: "40 commands of 25,000 objects", run: fewer_objects },
    Named { name: "1,060 heads that do not end", run: unfinished_heads },
    Named { name: "1,100 live pages", run: live_pages },
    Named { name: "300 readers of large pages that do not read", run: slow_readers },
    Named { name: "200 connections with a sentence to be told", run: flashes },
    Named { name: "200 connections with made-up sessions", run: made_up_sessions },
    Named { name: "200 connections to pages that nobody reads", run: rare_pages },
    Named { name: "100 connections of a person to heavy pages", run: heavy_pages },
    Named { name: "100 connections that guess a password", run: guesses },
    Named { name: "1,000 connections a second", run: reconnecting },
];

/// The one address that attacks.
const ATTACKER: u8 = 66;

fn attacker() -> Ipv4Addr {
    neighbour(ATTACKER)
}

/// Connections that are held open.
struct Held(Vec<TcpStream>);

impl Attack for Held {
    fn end(self: Box<Self>) {
        drop(self.0);
    }
}

pub(crate) fn nobody(_: &Hall) -> Box<dyn Attack> {
    Box::new(Held(Vec::new()))
}

/// Opens connections and sends each the same bytes; those that are refused are not tried again.
fn hold(hall: &Hall, count: usize, bytes: &[u8]) -> Box<dyn Attack> {
    let open = |_| {
        let mut stream = connect_from(attacker(), hall.address).ok()?;
        stream.set_write_timeout(Some(Duration::from_millis(200))).ok()?;
        // Whoever is cut off in the middle has tried.
        let _ = stream.write_all(bytes);
        Some(stream)
    };
    Box::new(Held((0..count).filter_map(open).collect()))
}

fn unfinished_forms(hall: &Hall) -> Box<dyn Attack> {
    hold(hall, 1_060, format!("{}x", post_head("/sign-in", "", 10)).as_bytes())
}

fn guest() -> (String, String) {
    let token = Token::new().unwrap();
    (format!("tiger_guest={}", token.reveal()), token.csrf())
}

fn unfinished_forms_with_token(hall: &Hall) -> Box<dyn Attack> {
    let (cookie, csrf) = guest();
    let head = post_head("/sign-in", &cookie, 200);
    hold(hall, 1_060, format!("{head}csrf={csrf}&x=").as_bytes())
}

fn large_forms(hall: &Hall) -> Box<dyn Attack> {
    let (cookie, csrf) = guest();
    let length = 512 * 1024;
    let begun = format!("csrf={csrf}&x=");
    let head = post_head("/sign-in", &cookie, length);
    let rest = "x".repeat(length - begun.len() - 1);
    hold(hall, 300, format!("{head}{begun}{rest}").as_bytes())
}

/// Forms that look like an event's own, so that what is in them would be kept for whoever is signed out.
fn filled(hall: &Hall, count: usize, fields: usize) -> Box<dyn Attack> {
    let (cookie, csrf) = guest();
    let form = format!("csrf={csrf}{}", "&a".repeat(fields));
    let head = post_head(&format!("/events/{SLUG}/draft"), &cookie, form.len());
    let head = head.replace("application/json", "text/html\r\nSec-Fetch-Site: same-origin");
    hold(hall, count, format!("{head}{form}").as_bytes())
}

fn many_fields(hall: &Hall) -> Box<dyn Attack> {
    filled(hall, 100, 250_000)
}

fn wide_forms(hall: &Hall) -> Box<dyn Attack> {
    filled(hall, 100, 4_500)
}

/// The same with a part for each field, as forms with files have.
fn many_parts(hall: &Hall) -> Box<dyn Attack> {
    let (cookie, csrf) = guest();
    let part = |name: &str, value: &str| {
        format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let form = format!("{}{}--x--\r\n", part("csrf", &csrf), part("a", "").repeat(15_000));
    let head = post_head(&format!("/events/{SLUG}/draft"), &cookie, form.len());
    let head = head.replace("application/x-www-form-urlencoded", "multipart/form-data; boundary=x");
    hold(hall, 100, format!("{head}{form}").as_bytes())
}

/// Commands of a program whose person is nobody here; each object is hardly more than its braces.
fn commands(hall: &Hall, count: usize, objects: usize) -> Box<dyn Attack> {
    const DEEP: usize = 100;
    let [begun, ended] = ["{\"\":".repeat(DEEP), "}".repeat(DEEP)];
    let towers = (0..objects / DEEP).map(|tower| format!("\"{tower}\":{begun}0{ended}"));
    let towers = towers.collect::<Vec<_>>().join(",");
    let entry = uuid::Uuid::nil();
    let sent = format!("{{\"do\":\"withdraw\",\"entry\":\"{entry}\",\"from_round\":1,\"x\":{{{towers}}}}}");
    let head = format!(
        "POST /api/v1/events/{SLUG}/commands HTTP/1.1\r\nHost: hall\r\nAuthorization: Bearer {}\r\n\
         Idempotency-Key: one-key-for-all-of-them\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        hall.program.reveal(),
        sent.len()
    );
    hold(hall, count, format!("{head}{sent}").as_bytes())
}

fn many_objects(hall: &Hall) -> Box<dyn Attack> {
    commands(hall, 40, 200_000)
}

fn fewer_objects(hall: &Hall) -> Box<dyn Attack> {
    commands(hall, 40, 25_000)
}

fn unfinished_heads(hall: &Hall) -> Box<dyn Attack> {
    hold(hall, 1_060, b"GET / HTTP/1.1\r\nHost: hall\r\nX: y")
}

fn live_pages(hall: &Hall) -> Box<dyn Attack> {
    hold(hall, 1_100, format!("GET /events/{SLUG}/live HTTP/1.1\r\nHost: hall\r\n\r\n").as_bytes())
}

/// Each asks for sixteen large files on one connection and reads nothing.
fn slow_readers(hall: &Hall) -> Box<dyn Attack> {
    let one = format!("GET /events/{SLUG}/event.json HTTP/1.1\r\nHost: hall\r\n\r\n");
    hold(hall, 300, one.repeat(16).as_bytes())
}

/// An attacker has a machine of their own; here they shall not have the hall's processors.
fn yield_to_others() {
    rustix::process::nice(10).unwrap();
}

/// Threads that ask again and again.
struct Asking {
    is_over: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Attack for Asking {
    fn end(self: Box<Self>) {
        self.is_over.store(true, Ordering::Relaxed);
        for thread in self.threads {
            thread.join().unwrap();
        }
    }
}

fn ask(
    hall: &Hall,
    connections: usize,
    cookie: &str,
    path: fn(&[String], usize) -> String,
) -> Box<dyn Attack> {
    let games: Arc<[String]> = hall.games.iter().map(ToString::to_string).collect();
    let cookie = cookie.to_owned();
    repeat(
        hall.address,
        connections,
        move |client, turn| client.get(&path(&games, turn)).is_ok(),
        move || cookie.clone(),
    )
}

/// Lets so many threads do something again and again, each on a connection of its own.
fn repeat(
    to: SocketAddr,
    connections: usize,
    work: impl Fn(&mut Client, usize) -> bool + Clone + Send + 'static,
    cookie: impl Fn() -> String,
) -> Box<dyn Attack> {
    let is_over = Arc::new(AtomicBool::new(false));
    let begin = |number: usize| {
        let (is_over, work, cookie) = (is_over.clone(), work.clone(), cookie());
        let run = move || {
            yield_to_others();
            let mut client = Client::new(attacker(), to, &cookie);
            let mut turn = number * 1_000;
            while !is_over.load(Ordering::Relaxed) {
                turn += 1;
                if !work(&mut client, turn) {
                    // Whoever is refused tries again, but not in circles.
                    thread::sleep(Duration::from_millis(20));
                    client = Client::new(attacker(), to, &cookie);
                }
            }
        };
        thread::Builder::new().stack_size(128 * 1024).spawn(run).unwrap()
    };
    let threads = (0..connections).map(begin).collect();
    Box::new(Asking { is_over, threads })
}

fn flashes(hall: &Hall) -> Box<dyn Attack> {
    ask(hall, 200, "tiger_flash=good%20Saved.", |_, _| standings())
}

fn made_up_sessions(hall: &Hall) -> Box<dyn Attack> {
    let cookie = || format!("tiger_session={}", Token::new().unwrap().reveal());
    repeat(hall.address, 200, |client, _| client.get(&standings()).is_ok(), cookie)
}

/// Each page once: players, rounds and games in all colours.
fn rare_pages(hall: &Hall) -> Box<dyn Attack> {
    ask(hall, 200, "", |games, turn| match turn % 4 {
        0 => format!("/events/{SLUG}/players/{}", turn / 4 % 64 + 1),
        1 => format!("/events/{SLUG}/standings/{}", turn / 4 % 4 + 1),
        2 => format!("/events/{SLUG}/games/{}", games[turn / 4 % games.len()]),
        _ => format!("/events/{SLUG}/nothing/{turn}"),
    })
}

fn heavy_pages(hall: &Hall) -> Box<dyn Attack> {
    let cookie = format!("tiger_session={}", hall.member.reveal());
    ask(hall, 100, &cookie, |_, turn| format!("/events/{SLUG}/{}", ["standings", "crosstable"][turn % 2]))
}

fn guesses(hall: &Hall) -> Box<dyn Attack> {
    let (cookie, csrf) = guest();
    let body = move |turn: usize| format!("csrf={csrf}&login=nobody-{turn}&password=wrong-{turn}-wrong");
    repeat(
        hall.address,
        100,
        move |client, turn| client.post("/sign-in", &body(turn)).is_ok(),
        move || cookie.clone(),
    )
}

/// Comes and goes without a word, a thousand times a second.
fn reconnecting(hall: &Hall) -> Box<dyn Attack> {
    let to = hall.address;
    let is_over = Arc::new(AtomicBool::new(false));
    let ended = is_over.clone();
    let run = move || {
        yield_to_others();
        let begun = Instant::now();
        let mut count = 0;
        while !ended.load(Ordering::Relaxed) {
            count += 1;
            if let Ok(mut stream) = connect_from(attacker(), to) {
                let _ = stream.write_all(b"GET /health HTTP/1.1\r\nHost: hall\r\n\r\n");
                let _ = stream.read(&mut [0; 64]);
            }
            let due = begun + Duration::from_millis(count);
            thread::sleep(due.saturating_duration_since(Instant::now()));
        }
    };
    Box::new(Asking { is_over, threads: vec![thread::spawn(run)] })
}
