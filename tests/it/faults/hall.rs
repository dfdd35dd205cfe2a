//! A round whose results are entered in the real program, in a process of its own, and what may be found after it died.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use tiger_arbiter::auth::account::{self, AccountError, Login, NewAccount};
use tiger_arbiter::auth::password::{Hasher, NewPassword};
use tiger_arbiter::clock::new_id;
use tiger_arbiter::config::DatabaseUrl;
use tiger_arbiter::db::Database;
use tiger_arbiter::ledger::{Ledger, OnceKey, Order};
use tiger_arbiter::services::pairing::{self, Start};
use tiger_event::command::Command as Change;
use tiger_event::{Actor, EntryCommand, EventId, Format, GameId, PersonName, RoundCommand};

use crate::rig::{Browser, PASSWORD, create_event, new_entry};

/// Results that are entered in turn; each differs from the one before.
const PICKS: [&str; 3] = ["1:checkmate", "0:checkmate", "-:agreement"];

/// A board, with what it may show after the program was killed.
#[derive(Debug)]
pub(crate) struct Board {
    number: u16,
    game: GameId,
    /// The pick that was acknowledged last.
    acknowledged: &'static str,
    /// The pick that was sent after it and not acknowledged.
    in_flight: Option<&'static str>,
    turn: usize,
}

impl Board {
    /// The boards of games, board 1 first.
    pub(crate) fn all(games: &[GameId]) -> Vec<Self> {
        let board = |(number, game): (u16, &GameId)| Self {
            number,
            game: *game,
            acknowledged: "",
            in_flight: None,
            turn: 0,
        };
        (1..).zip(games).map(board).collect()
    }

    fn next_pick(&mut self) -> &'static str {
        let pick = PICKS[self.turn % PICKS.len()];
        self.turn += 1;
        self.in_flight = Some(pick);
        pick
    }
}

/// A round robin of eight with its first round published, and an arbiter; the event and its games, board 1 first.
pub(crate) fn begin_event(db: Database) -> (EventId, Vec<GameId>) {
    let hash = Hasher::new().unwrap().hash(&NewPassword::parse(PASSWORD, "tessa").unwrap()).unwrap();
    let account = NewAccount {
        login: Login::parse("tessa").unwrap(),
        name: PersonName::parse("Moor, Tessa").unwrap(),
        password_hash: Some(hash),
        is_admin: true,
    };
    let made: Result<_, AccountError> = db.write(|db| account::create(db, &account));
    let ledger = Ledger::new(db);
    let id = new_id();
    let give = |command: Change| ledger.commit(&Order::new(Actor::Program, id, command)).unwrap().event;
    give(create_event(id, "kill", made.unwrap()).into());
    let entries = (1..=8).map(|number| new_entry(&format!("Player {number}"))).collect();
    let event = give(EntryCommand::AddEntries { entries }.into());
    let table = pairing::draft(&event, 1, Start::Proposal).unwrap();
    let event = give(RoundCommand::DraftRound { round: 1, system: Format::RoundRobin, table }.into());
    let seen = event.round(1).unwrap().revision;
    let event = give(RoundCommand::PublishRound { round: 1, seen }.into());
    (id, event.games_of(1).iter().map(|game| game.id).collect())
}

/// The boards that show neither what was acknowledged last nor what was under way when the program was killed.
pub(crate) fn lost(program: &Program, boards: &mut [Board]) -> Vec<String> {
    let grid = program.sign_in().get("/events/kill/rounds/1/results").expect_status(200);
    let mut lost = Vec::new();
    for (number, board) in (1..).zip(boards) {
        let shown = grid.hidden(&format!("was-{number}")).unwrap();
        if shown != board.acknowledged && board.in_flight != Some(shown.as_str()) {
            lost.push(format!("board {number} shows {shown:?}: {board:?}"));
        }
        if let Some(pick) = board.in_flight.take().filter(|pick| *pick == shown) {
            board.acknowledged = pick;
        }
    }
    lost
}

/// Enters results from several desks at once until the program answers no more or refuses one, and tells how many were
/// acknowledged. `until` looks on meanwhile with that number, and may do something to the program; true ends it.
pub(crate) fn enter(
    program: &mut Program,
    desks: &[Browser],
    boards: &mut [Board],
    mut until: impl FnMut(&mut Program, usize) -> bool,
) -> usize {
    let acknowledged = AtomicUsize::new(0);
    let desks: Vec<_> = desks.iter().map(|browser| (browser, browser.csrf())).collect();
    let share = boards.len().div_ceil(desks.len());
    thread::scope(|scope| {
        let at_work = desks.iter().zip(boards.chunks_mut(share)).map(|((browser, csrf), mine)| {
            let acknowledged = &acknowledged;
            scope.spawn(move || enter_at(browser, csrf, mine, acknowledged))
        });
        let at_work: Vec<_> = at_work.collect();
        // Where all have stopped too early, the caller sees how few were acknowledged.
        while !until(program, acknowledged.load(Ordering::Relaxed))
            && !at_work.iter().all(thread::ScopedJoinHandle::is_finished)
        {
            thread::sleep(Duration::from_micros(200));
        }
        program.kill();
    });
    acknowledged.into_inner()
}

/// Enters one result after the other until the program answers no more, or cannot write.
fn enter_at(browser: &Browser, csrf: &str, boards: &mut [Board], acknowledged: &AtomicUsize) {
    for board in (0..boards.len()).cycle() {
        let board = &mut boards[board];
        let pick = board.next_pick();
        let (key, game) = (OnceKey::new(), board.game.to_string());
        let [game_name, was, seen, pick_name] =
            ["game", "was", "seen", "pick"].map(|name| format!("{name}-{}", board.number));
        let fields = [
            ("csrf", csrf),
            ("idempotency_key", key.as_str()),
            (game_name.as_str(), game.as_str()),
            (was.as_str(), ""),
            (seen.as_str(), "999999"),
            (pick_name.as_str(), pick),
        ];
        let path = "/events/kill/rounds/1/results";
        let Ok(answer) = browser.try_post_bare(path, &fields) else { return };
        if answer.status.as_u16() >= 500 {
            return;
        }
        assert_eq!(answer.status.as_u16(), 303, "{}", answer.body);
        board.acknowledged = pick;
        board.in_flight = None;
        acknowledged.fetch_add(1, Ordering::Relaxed);
    }
}

/// The real program in a process of its own.
pub(crate) struct Program {
    process: Child,
    base: String,
}

impl Program {
    /// A run of the program on a database.
    pub(crate) fn command(database: &DatabaseUrl, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"));
        match database {
            DatabaseUrl::Sqlite(file) => command.args(arguments).arg("--database").arg(file),
            DatabaseUrl::Postgres(url) => command.args(arguments).arg("--database").arg(url),
        };
        command.env("RUST_LOG", "error").stderr(Stdio::null());
        command
    }

    /// Serves it.
    pub(crate) fn start(database: &DatabaseUrl) -> Self {
        Self::start_with(database, 0, &[])
    }

    /// Serves it at a port, 0 for any, with variables in its environment.
    pub(crate) fn start_with(database: &DatabaseUrl, port: u16, environment: &[(&str, String)]) -> Self {
        let listen = format!("127.0.0.1:{port}");
        let arguments = ["serve", "--listen", &listen, "--workers", "2"];
        let mut command = Self::command(database, &arguments);
        command.envs(environment.iter().map(|(name, value)| (*name, value.as_str())));
        Self::spawn(&mut command)
    }

    /// Runs a command that serves.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let base = line.trim().rsplit(' ').next().unwrap().to_owned();
        Self { process, base }
    }

    /// A port that is free now.
    pub(crate) fn free_port() -> u16 {
        TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
    }

    /// The arbiter's browser, signed in.
    pub(crate) fn sign_in(&self) -> Browser {
        let browser = Browser::new(&self.base);
        let fields = [("login", "tessa"), ("password", PASSWORD)];
        browser.post_form("/sign-in", &fields).expect_status(303);
        browser
    }

    /// Whether it has ended by itself.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.process.try_wait().unwrap().is_some()
    }

    /// As pulling the plug of the machine's program: SIGKILL.
    pub(crate) fn kill(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        self.process.wait().unwrap();
    }

    /// Sends it a signal by name, such as `STOP`.
    pub(crate) fn signal(&self, name: &str) {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The ledgers of a database are whole.
pub(crate) fn verify(database: &DatabaseUrl) {
    let verify = Program::command(database, &["ledger", "verify"]).output().unwrap();
    assert!(verify.status.success(), "{}", String::from_utf8_lossy(&verify.stdout));
}
