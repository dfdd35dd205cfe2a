//! The hall: the real program with a round under way, an arbiter who enters results, a reader of the standings.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tiger_arbiter::auth::account::{self, AccountError, Login, NewAccount};
use tiger_arbiter::auth::password::{Hasher, NewPassword};
use tiger_arbiter::auth::sessions;
use tiger_arbiter::auth::token::Token;
use tiger_arbiter::config::{Config, DatabaseUrl};
use tiger_arbiter::db::{Database, DbError};
use tiger_arbiter::ledger::{Ledger, OnceKey};
use tiger_arbiter::services::programs::{self, Scope};
use tiger_arbiter::startup::open_database;
use tiger_event::{EventId, Format, GameId, Label, PersonName, UserId};
use tiger_rules::GameKind;

use super::client::{Client, neighbour};
use super::seed::{self, Wanted};

/// The event.
pub(crate) const SLUG: &str = "hall";

/// The arbiter's password.
pub(crate) const PASSWORD: &str = "lancers at the gate";

/// Readers at the same time: so many that the slowest hundredth of what they ask for is more than one page.
const READERS: usize = 4;

const EVENT: Wanted = Wanted {
    slug: SLUG,
    name: "Hall Open",
    game: GameKind::LancerChess,
    format: Format::Free,
    players: 64,
    rounds: 5,
    open: 32,
    tie_breaks: "BH/C1, BH, SB, WIN, DE",
    chief: UserId::from_uuid(uuid::Uuid::nil()),
};

/// The event before anybody came, made once and copied for each hall.
struct Morning {
    file: PathBuf,
    games: Vec<GameId>,
    arbiter: Token,
    member: Token,
    program: Token,
    _folder: TempDir,
}

impl Morning {
    fn get() -> &'static Self {
        static MORNING: OnceLock<Morning> = OnceLock::new();
        MORNING.get_or_init(Self::make)
    }

    fn make() -> Self {
        let folder = TempDir::new().unwrap();
        let [made, file] = ["made.sqlite3", "morning.sqlite3"].map(|name| folder.path().join(name));
        let config = Config::plain(DatabaseUrl::Sqlite(made.clone()), ([127, 0, 0, 1], 0).into());
        let db = open_database(&config.store).unwrap();
        let ledger = Ledger::new(db.clone());
        let event = seed::event(&ledger, &EVENT);
        let games = games(&ledger, event);
        let [(arbiter, _), (member, orin)] = [("tessa", true), ("orin", false)].map(|(login, is_admin)| {
            let token = Token::new().unwrap();
            let user = add_user(&db, login, is_admin);
            db.write(|db| -> Result<(), DbError> { sessions::begin(db, &config, user, &token, "flood") })
                .unwrap();
            (token, user)
        });
        let until = chrono::Utc::now() + chrono::TimeDelta::days(7);
        let name = Label::parse("Club site").unwrap();
        let program = programs::make(&db, orin, &name, &[Scope::Entries], until).unwrap();
        db.copy_to::<DbError>(&file, |_| Ok(())).unwrap();
        Self { file, games, arbiter, member, program, _folder: folder }
    }
}

/// The running program with its people.
pub(crate) struct Hall {
    process: Child,
    pub(crate) address: SocketAddr,
    pub(crate) games: &'static [GameId],
    arbiter: &'static Token,
    /// Somebody who is signed in and has nothing to decide.
    pub(crate) member: &'static Token,
    /// A program of theirs.
    pub(crate) program: &'static Token,
    _folder: TempDir,
}

/// What was seen under an attack.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) arbiter: Duration,
    pub(crate) reader: Duration,
    /// MiB beyond those of the idle program, at most.
    pub(crate) memory: u64,
    pub(crate) failures: usize,
}

impl Hall {
    /// Starts the program on the event.
    pub(crate) fn open() -> Self {
        let Morning { file: morning, games, arbiter, member, program, .. } = Morning::get();
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("hall.sqlite3");
        std::fs::copy(morning, &file).unwrap();
        let (process, address) = start(&file);
        Self { process, address, games, arbiter, member, program, _folder: folder }
    }

    /// Measures the arbiter and the reader while the attack runs; it is to hold on until the time is over.
    pub(crate) fn watch(&self, long: Duration, attack: impl FnOnce() -> Box<dyn Attack> + Send) -> Seen {
        let mut desk =
            Client::new(neighbour(1), self.address, &format!("tiger_session={}", self.arbiter.reveal()));
        Client::new(neighbour(2), self.address, "").get(&standings()).unwrap();
        self.enter(&mut desk, 0).unwrap();
        let idle = self.resident();
        let (is_over, most, failures) = (AtomicBool::new(false), AtomicU64::new(0), AtomicUsize::new(0));
        let times = [Mutex::new(Vec::new()), Mutex::new(Vec::new())];
        thread::scope(|scope| {
            let running = attack();
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    most.fetch_max(self.resident().saturating_sub(idle), Ordering::Relaxed);
                    thread::sleep(Duration::from_millis(50));
                }
            });
            let reading = [(); READERS].map(|()| {
                scope.spawn(|| {
                    let mut reader = Client::new(neighbour(2), self.address, "");
                    repeat(&times[1], &failures, (long, Duration::from_millis(20)), |turn| {
                        // Half of them come anew, as people do.
                        if turn % 2 == 0 {
                            reader = Client::new(neighbour(2), self.address, "");
                        }
                        reader.get(&standings()).is_ok_and(|status| status == 200)
                    });
                })
            });
            repeat(&times[0], &failures, (long, Duration::from_millis(60)), |turn| {
                if turn % 4 == 0 {
                    desk = Client::new(
                        neighbour(1),
                        self.address,
                        &format!("tiger_session={}", self.arbiter.reveal()),
                    );
                }
                self.enter(&mut desk, turn).is_ok_and(|status| status == 200)
            });
            for reader in reading {
                reader.join().unwrap();
            }
            running.end();
            is_over.store(true, Ordering::Relaxed);
        });
        let [arbiter, reader] = times.map(|times| p99(times.into_inner().unwrap()));
        Seen { arbiter, reader, memory: most.into_inner() / 1024, failures: failures.into_inner() }
    }

    /// Enters a result of a board, another one each turn.
    fn enter(&self, desk: &mut Client, turn: usize) -> std::io::Result<u16> {
        let board = turn % self.games.len();
        let pick = ["1%3Acheckmate", "0%3Acheckmate", "-%3Aagreement"][turn / self.games.len() % 3];
        let number = board + 1;
        let body = format!(
            "csrf={}&idempotency_key={}&game-{number}={}&was-{number}=&seen-{number}=999999&pick-{number}={pick}",
            self.arbiter.csrf(),
            OnceKey::new().as_str(),
            self.games[board]
        );
        desk.post(&format!("/events/{SLUG}/rounds/{}/results", EVENT.rounds), &body)
    }

    /// KiB of memory that the program holds; pages of its own file are the system's to keep or to drop.
    fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("RssAnon:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Does something again and again for a while, with pauses, and notes how long it takes and whether it fails.
fn repeat(
    times: &Mutex<Vec<Duration>>,
    failures: &AtomicUsize,
    (long, pause): (Duration, Duration),
    mut work: impl FnMut(usize) -> bool,
) {
    let begun = Instant::now();
    let mut turn = 1;
    while begun.elapsed() < long {
        let before = Instant::now();
        if !work(turn) {
            failures.fetch_add(1, Ordering::Relaxed);
        }
        times.lock().unwrap().push(before.elapsed());
        turn += 1;
        thread::sleep(pause);
    }
}

/// Something that goes on until it is ended.
pub(crate) trait Attack {
    fn end(self: Box<Self>);
}

/// The address of the page that everybody reads.
pub(crate) fn standings() -> String {
    format!("/events/{SLUG}/standings")
}

fn games(ledger: &Ledger, event: EventId) -> Vec<GameId> {
    let event = ledger.event(event).unwrap();
    let mut games = event.games_of(EVENT.rounds);
    games.sort_by_key(|game| game.board);
    games.into_iter().map(|game| game.id).collect()
}

fn add_user(db: &Database, login: &str, is_admin: bool) -> UserId {
    let hash = Hasher::new().unwrap().hash(&NewPassword::parse(PASSWORD, login).unwrap()).unwrap();
    let account = NewAccount {
        login: Login::parse(login).unwrap(),
        name: PersonName::parse(login).unwrap(),
        password_hash: Some(hash),
        is_admin,
    };
    let made: Result<_, AccountError> = db.write(|db| account::create(db, &account));
    made.unwrap()
}

/// Starts the program with the limit of files that most machines set; it may raise it.
fn start(database: &Path) -> (Child, SocketAddr) {
    let mut process = Command::new("sh")
        .args(["-c", "ulimit -Sn 1024; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_tiger-arbiter"), "serve"])
        .args(["--listen", "127.0.0.1:0", "--workers", "2", "--database"])
        .arg(database)
        .env("RUST_LOG", "off")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    // What else it says is read too: a program whose output nobody reads would end.
    thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    let address = line.trim().rsplit_once("http://").expect("it says its address").1.parse().unwrap();
    (process, address)
}

fn p99(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get((times.len() * 99).div_ceil(100).saturating_sub(1)).copied().unwrap_or(Duration::MAX)
}
