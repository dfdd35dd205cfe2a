//! What was acknowledged is on the disk: the program is killed in the middle of result entry, time after time.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use tiger_arbiter::auth::account::{self, AccountError, Login, NewAccount};
use tiger_arbiter::auth::password::{Hasher, NewPassword};
use tiger_arbiter::config::DatabaseUrl;
use tiger_arbiter::domain::actor::Actor;
use tiger_arbiter::domain::command::{Command as Change, EntryCommand, RoundCommand};
use tiger_arbiter::domain::ids::{EventId, GameId};
use tiger_arbiter::domain::settings::Format;
use tiger_arbiter::domain::text::PersonName;
use tiger_arbiter::ledger::{Ledger, OnceKey, Order};
use tiger_arbiter::services::pairing::{self, Start};

use crate::rig::{Backend, Browser, PASSWORD, TestDatabase, create_event, new_entry};

/// How often the program is killed.
const TIMES: usize = 20;

/// Arbiters who enter results at the same time.
const ARBITERS: usize = 2;

/// Results that are entered in turn; each differs from the one before.
const PICKS: [&str; 3] = ["1:checkmate", "0:checkmate", "-:agreement"];

#[test]
fn nothing_acknowledged_is_lost_when_the_program_is_killed() {
    let database = TestDatabase::new(Backend::Sqlite);
    let games = begin_event(&database);
    let mut boards: Vec<Board> = (1..).zip(games).map(|(number, game)| Board::new(number, game)).collect();
    let mut entered = 0;
    for time in 0..TIMES {
        let mut program = Program::start(&database);
        check(&program, &mut boards);
        entered += enter_until_killed(&mut program, &mut boards, 1 + time % 7);
        let verify = Program::command(&database, &["ledger", "verify"]).output().unwrap();
        assert!(verify.status.success(), "{}", String::from_utf8_lossy(&verify.stdout));
    }
    check(&Program::start(&database), &mut boards);
    assert!(entered >= TIMES, "only {entered} results were entered");
}

/// A board, with what it may show after the program was killed.
#[derive(Debug)]
struct Board {
    number: u16,
    game: GameId,
    /// The pick that was acknowledged last.
    acknowledged: &'static str,
    /// The pick that was sent after it and not acknowledged.
    in_flight: Option<&'static str>,
    turn: usize,
}

impl Board {
    const fn new(number: u16, game: GameId) -> Self {
        Self { number, game, acknowledged: "", in_flight: None, turn: 0 }
    }

    fn next_pick(&mut self) -> &'static str {
        let pick = PICKS[self.turn % PICKS.len()];
        self.turn += 1;
        self.in_flight = Some(pick);
        pick
    }
}

/// A round robin of eight with its first round published, and an arbiter; the games, board 1 first.
fn begin_event(database: &TestDatabase) -> Vec<GameId> {
    let db = database.open();
    let hash = Hasher::new().unwrap().hash(&NewPassword::parse(PASSWORD, "tessa").unwrap()).unwrap();
    let account = NewAccount {
        login: Login::parse("tessa").unwrap(),
        name: PersonName::parse("Moor, Tessa").unwrap(),
        password_hash: Some(hash),
        is_admin: true,
    };
    let made: Result<_, AccountError> = db.write(|db| account::create(db, &account));
    let ledger = Ledger::new(db);
    let id = EventId::new();
    let give = |command: Change| ledger.commit(&Order::new(Actor::Program, id, command)).unwrap().event;
    give(create_event(id, "kill", made.unwrap()).into());
    let entries = (1..=8).map(|number| new_entry(&format!("Player {number}"))).collect();
    let event = give(EntryCommand::AddEntries { entries }.into());
    let table = pairing::draft(&event, 1, Start::Proposal).unwrap();
    let event = give(RoundCommand::DraftRound { round: 1, system: Format::RoundRobin, table }.into());
    let seen = event.round(1).unwrap().revision;
    let event = give(RoundCommand::PublishRound { round: 1, seen }.into());
    event.games_of(1).iter().map(|game| game.id).collect()
}

/// Every board shows what was acknowledged last, or what was under way when the program was killed.
fn check(program: &Program, boards: &mut [Board]) {
    let grid = program.sign_in().get("/events/kill/rounds/1/results").expect_status(200);
    for (number, board) in (1..).zip(boards) {
        let shown = grid.hidden(&format!("was-{number}")).unwrap();
        let may_show = shown == board.acknowledged || board.in_flight == Some(shown.as_str());
        assert!(may_show, "board {number} shows {shown:?}: {board:?}");
        if let Some(pick) = board.in_flight.take().filter(|pick| *pick == shown) {
            board.acknowledged = pick;
        }
    }
}

/// Enters results until so many are acknowledged, and kills the program while more are under way. Tells how many
/// were acknowledged.
fn enter_until_killed(program: &mut Program, boards: &mut [Board], enough: usize) -> usize {
    let acknowledged = AtomicUsize::new(0);
    let arbiters: Vec<_> = (0..ARBITERS).map(|_| program.sign_in()).collect();
    let arbiters: Vec<_> = arbiters.iter().map(|browser| (browser, browser.csrf())).collect();
    let share = boards.len().div_ceil(ARBITERS);
    thread::scope(|scope| {
        let at_work = arbiters.iter().zip(boards.chunks_mut(share)).map(|((browser, csrf), mine)| {
            let acknowledged = &acknowledged;
            scope.spawn(move || enter(browser, csrf, mine, acknowledged))
        });
        let at_work: Vec<_> = at_work.collect();
        // Where all have stopped too early, the caller sees how few were acknowledged.
        while acknowledged.load(Ordering::Relaxed) < enough
            && !at_work.iter().all(ScopedJoinHandle::is_finished)
        {
            thread::sleep(Duration::from_micros(200));
        }
        program.kill();
    });
    acknowledged.into_inner()
}

/// Enters one result after the other until the program answers no more.
fn enter(browser: &Browser, csrf: &str, boards: &mut [Board], acknowledged: &AtomicUsize) {
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
        assert_eq!(answer.status.as_u16(), 303, "{}", answer.body);
        board.acknowledged = pick;
        board.in_flight = None;
        acknowledged.fetch_add(1, Ordering::Relaxed);
    }
}

/// The real program in a process of its own.
struct Program {
    process: Child,
    base: String,
}

impl Program {
    fn command(database: &TestDatabase, arguments: &[&str]) -> Command {
        let DatabaseUrl::Sqlite(file) = &database.url else { unreachable!("the test runs on SQLite") };
        let mut command = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"));
        command.args(arguments).arg("--database").arg(file).env("RUST_LOG", "error");
        command
    }

    fn start(database: &TestDatabase) -> Self {
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--workers", "2"];
        let mut process = Self::command(database, &arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let base = line.trim().rsplit(' ').next().unwrap().to_owned();
        Self { process, base }
    }

    fn sign_in(&self) -> Browser {
        let browser = Browser::new(&self.base);
        let fields = [("login", "tessa"), ("password", PASSWORD)];
        browser.post_form("/sign-in", &fields).expect_status(303);
        browser
    }

    /// As pulling the plug of the machine's program: SIGKILL.
    fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
