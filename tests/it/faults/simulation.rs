//! Histories of commands that several give at once to two servers on one database, each made from a seed: which of them
//! comes when, who leads, when a server is killed, and at which statement of a transaction. Nothing waits and nothing runs
//! beside: a step is taken after the other, and the same seed gives the same history.
//!
//! What is simulated is the ledger itself: its line of commands that wait, its transactions on a file, its keys of forms.
//! A kill is a panic at a statement; what the connection had not committed goes with it, and so does all that the server
//! had in memory. The judge is that of the stage `faults`.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use tiger_arbiter::clock;
use tiger_arbiter::config::{DatabaseUrl, StoreConfig};
use tiger_arbiter::db::Database;
use tiger_arbiter::ledger::queue::{Line, Outcome};
use tiger_arbiter::ledger::{Ledger, LedgerError, OnceKey, Order};
use tiger_event::{
    Actor, Command, EntryCommand, EntryDetails, EventCommand, EventId, EventName, Format, GameId, NewEntry,
    Pairing, PersonName, Reason, ResultCommand, RoundCommand, Settings, Slug, StaffRole, Table,
};
use tiger_rules::GameKind;

use super::judge::{Given, complaints};
use super::luck::Luck;

/// Histories of one run, unless the environment says another number (`SEEDS`).
const SEEDS: u64 = 100;

/// Commands of one history.
const COMMANDS: usize = 24;

/// People who give commands.
const PEOPLE: usize = 5;

/// A kill comes at one of so many moments of a transaction: two for each statement, and some after its end.
const MOMENTS: u64 = 40;

/// Steps after which a history should long have come to its end.
const MOST_STEPS: u64 = 20_000;

/// What unwinds when a server is killed.
struct Killed;

thread_local! {
    /// How many moments the server on this thread still has to live; none while nobody is after it.
    static TO_LIVE: Cell<Option<u64>> = const { Cell::new(None) };
}

fn moments() -> Option<Box<dyn Instrumentation>> {
    Some(Box::new(|event: InstrumentationEvent<'_>| {
        let (InstrumentationEvent::StartQuery { query, .. }
        | InstrumentationEvent::FinishQuery { query, .. }) = event
        else {
            return;
        };
        // The pool looks whether a connection is alive before it lends it: that is no moment of a transaction.
        match TO_LIVE.get() {
            Some(_) if query.to_string().starts_with("SELECT 1") => {}
            Some(0) => {
                TO_LIVE.set(None);
                resume_unwind(Box::new(Killed));
            }
            Some(left) => TO_LIVE.set(Some(left - 1)),
            None => {}
        }
    }))
}

/// Something that the servers do wrong: the judge must find it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mistake {
    None,
    /// Acknowledges before the transaction.
    AcknowledgesFirst,
    /// Forgets one of the commands that are written together, and acknowledges it.
    LosesOne,
    /// Does not know a form again.
    ForgetsForms,
}

/// A command that somebody gives.
struct Sent {
    name: String,
    order: Order,
    begun: Duration,
    acknowledged: Option<Duration>,
    place: Option<u64>,
    is_refused: bool,
    /// How many servers have it at the moment.
    flights: usize,
}

impl Sent {
    const fn is_open(&self) -> bool {
        self.acknowledged.is_none() && !self.is_refused
    }
}

/// A server. What it holds beside the database goes when it is killed.
struct Server {
    db: Database,
    ledger: Ledger,
    /// Commands that wait, by their places in the history.
    line: Line<usize>,
    /// Whether somebody is to write for all who wait.
    is_due: bool,
    /// What is written together now.
    group: Vec<usize>,
    /// What was not told yet.
    answers: VecDeque<(usize, Outcome)>,
}

impl Server {
    fn new(db: Database) -> Self {
        let ledger = Ledger::new(db.clone());
        let (group, answers) = (Vec::new(), VecDeque::new());
        Self { db, ledger, line: Line::default(), is_due: false, group, answers }
    }
}

/// Two servers on one file, and one event.
struct World {
    luck: Luck,
    mistake: Mistake,
    servers: [Server; 2],
    event: EventId,
    games: Vec<GameId>,
    arbiters: Vec<Actor>,
    sent: Vec<Sent>,
    /// Real time.
    now: Duration,
    /// How far the system's time is off, in seconds.
    off: i64,
    counts: Counts,
    wrong: Vec<String>,
}

/// What happened in histories, and how often, so that one sees that it did.
type Counts = BTreeMap<&'static str, u64>;

/// What must have happened.
const HAPPENS: [&str; 7] = [
    "acknowledged",
    "refused",
    "known again",
    "written together",
    "killed in a transaction",
    "killed elsewhere",
    "time stepped",
];

/// A file with the tables, opened as by two servers.
struct House {
    _folder: tempfile::TempDir,
    databases: [Database; 2],
}

impl House {
    fn new() -> Self {
        set_default_instrumentation(moments).unwrap();
        // What a disk does is not simulated: one in memory is quicker, where there is one.
        let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let file = DatabaseUrl::Sqlite(folder.path().join("simulated.sqlite3"));
        let open = || Database::open(&StoreConfig { database: file.clone(), connections: 2 }).unwrap();
        let databases = [open(), open()];
        databases[0].migrate().unwrap();
        Self { _folder: folder, databases }
    }

    /// The history of a seed: what cannot be true of it, and what happened.
    fn tell(&self, seed: u64, mistake: Mistake) -> (Vec<String>, Counts) {
        let mut world = World::new(&self.databases, seed, mistake);
        for _ in 0..MOST_STEPS {
            if world.is_over() {
                return world.judge();
            }
            world.step();
        }
        (vec!["it comes to no end".to_owned()], world.counts)
    }
}

fn day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap()
}

fn noon() -> DateTime<Utc> {
    day().and_hms_opt(12, 0, 0).unwrap().and_utc()
}

impl World {
    fn new(databases: &[Database; 2], seed: u64, mistake: Mistake) -> Self {
        let servers = databases.each_ref().map(|db| Server::new(db.clone()));
        let event = clock::new_id();
        let mut world = Self {
            luck: Luck(seed),
            mistake,
            servers,
            event,
            games: (0..3).map(|_| clock::new_id()).collect(),
            arbiters: Vec::new(),
            sent: Vec::new(),
            now: Duration::ZERO,
            off: 0,
            counts: Counts::new(),
            wrong: Vec::new(),
        };
        let name = EventName::parse("Simulated").unwrap();
        let settings = Box::new(Settings::usual(name, GameKind::LancerChess, Format::Free, day()));
        let person = |number: usize| PersonName::parse(&format!("Arbiter {number}")).unwrap();
        let chief = clock::new_id();
        let slug = Slug::parse(&format!("s-{event}")).unwrap();
        world.give(EventCommand::CreateEvent { event, slug, settings, chief, chief_name: person(0) });
        for number in 1..=2 {
            let (user, name) = (clock::new_id(), person(number));
            world.arbiters.push(Actor::User { id: user, name: name.to_string(), is_admin: false });
            world.give(EventCommand::AppointStaff { user, name, role: StaffRole::Arbiter });
        }
        let entry = |number: usize| NewEntry {
            id: clock::new_id(),
            details: EntryDetails::named(PersonName::parse(&format!("Player {number}")).unwrap()),
            first_round: 1,
        };
        let entries: Vec<NewEntry> = (1..=6).map(entry).collect();
        let boards = world.games.iter().zip(entries.chunks(2)).map(|(game, pair)| Pairing {
            game: *game,
            first: pair[0].id,
            second: pair[1].id,
            why: String::new(),
            is_forced: false,
        });
        let table = Table { boards: boards.collect(), ..Table::default() };
        world.give(EntryCommand::AddEntries { entries });
        world.give(RoundCommand::DraftRound { round: 1, system: Format::Free, table });
        world.give(RoundCommand::PublishRound { round: 1, seen: u64::MAX });
        world
    }

    fn give(&self, command: impl Into<Command>) {
        let order = Order::new(Actor::Program, self.event, command).at(noon());
        self.servers[0].ledger.commit(&order).unwrap();
    }

    /// Whether everything that was to be given is answered, and nobody has anything in hand.
    fn is_over(&self) -> bool {
        self.sent.len() == COMMANDS && self.sent.iter().all(|sent| !sent.is_open() && sent.flights == 0)
    }

    fn count(&mut self, what: &'static str, times: usize) {
        *self.counts.entry(what).or_default() += u64::try_from(times).unwrap();
    }

    fn one_of(&mut self, count: usize) -> usize {
        usize::try_from(self.luck.below(u64::try_from(count).unwrap())).unwrap()
    }

    /// One thing happens.
    fn step(&mut self) {
        self.now += Duration::from_millis(1);
        let server = self.one_of(2);
        match self.luck.below(32) {
            0 => {
                self.count("killed elsewhere", 1);
                self.kill(server);
            }
            1 => {
                self.off = i64::try_from(self.luck.below(7_200)).unwrap() - 3_600;
                self.count("time stepped", 1);
            }
            2..10 => self.send(server),
            _ => self.serve(server),
        }
    }

    /// Somebody gives a command, or gives again what was not answered; sometimes what is under way elsewhere, too.
    fn send(&mut self, server: usize) {
        let open: Vec<usize> = (0..self.sent.len()).filter(|at| self.sent[*at].is_open()).collect();
        let at = if open.len() < PEOPLE && self.sent.len() < COMMANDS {
            self.begin();
            self.sent.len() - 1
        } else {
            let one = self.one_of(open.len().max(1));
            let Some(at) = open.get(one) else { return };
            *at
        };
        let sent = &mut self.sent[at];
        if sent.flights < 2 {
            sent.flights += 1;
            let server = &mut self.servers[server];
            server.is_due |= server.line.bring([at]);
        }
    }

    fn begin(&mut self) {
        let number = self.sent.len();
        let (game, by) = (self.one_of(self.games.len()), self.one_of(self.arbiters.len()));
        let (game, mut actor) = (self.games[game], self.arbiters[by].clone());
        let mut name = format!("command {number}");
        let reason = |name: &str| Reason::parse(name).unwrap();
        let command = match self.luck.below(6) {
            0 => {
                name = format!("stranger {number}");
                actor = Actor::User { id: clock::new_id(), name: "Stranger".to_owned(), is_admin: false };
                ResultCommand::Adjourn { game, reason: Some(reason(&name)) }
            }
            1 => {
                name = format!("nothing {number}");
                ResultCommand::ClearResult { game, reason: reason(&name), seen: u64::MAX }
            }
            _ => ResultCommand::Adjourn { game, reason: Some(reason(&name)) },
        };
        let mut order = Order::new(actor, self.event, command);
        if self.mistake != Mistake::ForgetsForms {
            order = order.once(format!("form-{number}-of-the-simulation").parse::<OnceKey>().unwrap());
        }
        let (begun, acknowledged, place) = (self.now, None, None);
        self.sent.push(Sent { name, order, begun, acknowledged, place, is_refused: false, flights: 0 });
    }

    /// The server does the next thing that is to be done: tells an answer, writes a group, or takes one.
    fn serve(&mut self, at: usize) {
        let server = &mut self.servers[at];
        if let Some((command, outcome)) = server.answers.pop_front() {
            if server.answers.is_empty() {
                server.is_due = server.line.hand_on(|_| true);
            }
            self.tell(command, outcome);
        } else if !server.group.is_empty() {
            self.write(at);
        } else if std::mem::take(&mut server.is_due) {
            server.group = server.line.take();
        }
    }

    fn write(&mut self, at: usize) {
        let system = noon() + TimeDelta::seconds(self.off) + TimeDelta::from_std(self.now).unwrap();
        let is_hunted = self.luck.below(5) == 0;
        let to_live = is_hunted.then(|| self.luck.below(MOMENTS));
        let group = std::mem::take(&mut self.servers[at].group);
        let orders = group.iter().map(|command| self.sent[*command].order.clone().at(system));
        let mut orders: Vec<Order> = orders.collect();
        self.count("written together", usize::from(group.len() > 1));
        let server = &mut self.servers[at];
        if self.mistake == Mistake::AcknowledgesFirst {
            // Nobody knows a place yet; the state is that of before.
            let event = server.ledger.event(self.event).unwrap();
            let told = |order: &Order| tiger_arbiter::ledger::Committed {
                seq: 0,
                event: event.clone(),
                command: order.command.clone(),
                is_repeat: false,
            };
            let told: Vec<Outcome> = orders.iter().map(|order| Ok(told(order))).collect();
            group.iter().zip(told).for_each(|(command, outcome)| self.tell(*command, outcome));
        }
        let server = &mut self.servers[at];
        let is_lost = self.mistake == Mistake::LosesOne && orders.len() > 1;
        let lost = is_lost.then(|| orders.pop());
        TO_LIVE.set(to_live);
        let written = catch_unwind(AssertUnwindSafe(|| server.ledger.write_together(&orders)));
        TO_LIVE.set(None);
        match written {
            Ok(mut outcomes) => {
                if lost.is_some()
                    && let Some(Ok(done)) = outcomes.last()
                {
                    outcomes.push(Ok(done.clone()));
                }
                if self.mistake == Mistake::AcknowledgesFirst {
                    group.iter().for_each(|command| self.sent[*command].flights += 1);
                }
                server.answers = group.into_iter().zip(outcomes).collect();
            }
            Err(panic) => {
                assert!(panic.is::<Killed>(), "the ledger panicked by itself");
                self.count("killed in a transaction", 1);
                if self.mistake != Mistake::AcknowledgesFirst {
                    group.iter().for_each(|command| self.sent[*command].flights -= 1);
                }
                self.kill(at);
            }
        }
    }

    /// The server is killed and started again: whoever waited for it hears nothing.
    fn kill(&mut self, at: usize) {
        let fresh = Server::new(self.servers[at].db.clone());
        let mut killed = std::mem::replace(&mut self.servers[at], fresh);
        let told = killed.answers.iter().map(|(command, _)| *command);
        let waited = killed.line.take();
        for command in told.chain(killed.group.iter().copied()).chain(waited) {
            self.sent[command].flights -= 1;
        }
    }

    fn tell(&mut self, command: usize, outcome: Outcome) {
        let sent = &mut self.sent[command];
        sent.flights -= 1;
        match outcome {
            Ok(done) => {
                if sent.place.is_some_and(|place| place != done.seq) && self.mistake == Mistake::None {
                    self.wrong.push(format!("{} was acknowledged at two places", sent.name));
                }
                if sent.is_refused {
                    self.wrong.push(format!("{} was refused, then acknowledged", sent.name));
                }
                let is_repeat = usize::from(done.is_repeat);
                sent.place = Some(done.seq);
                sent.acknowledged.get_or_insert(self.now);
                self.count("known again", is_repeat);
            }
            Err(LedgerError::Refused(_)) if sent.acknowledged.is_some() => {
                self.wrong.push(format!("{} was acknowledged, then refused", sent.name));
            }
            Err(LedgerError::Refused(_)) => sent.is_refused = true,
            // Whoever gave it gives it again.
            Err(_) => {}
        }
    }

    fn judge(mut self) -> (Vec<String>, Counts) {
        let ledger = Ledger::new(self.servers[0].db.clone());
        let entries = ledger.database().read(|db| ledger.entries_after(db, self.event, 0, u32::MAX)).unwrap();
        let names = entries.iter().filter_map(|entry| match &entry.command {
            Command::Result(ResultCommand::Adjourn { reason: Some(reason), .. }) => Some(reason.to_string()),
            Command::Result(ResultCommand::ClearResult { reason, .. }) => Some(reason.to_string()),
            _ => None,
        });
        let names: Vec<String> = names.collect();
        let refused: BTreeSet<&str> =
            self.sent.iter().filter(|sent| sent.is_refused).map(|sent| sent.name.as_str()).collect();
        let there = names.iter().filter(|name| refused.contains(name.as_str()));
        self.wrong.extend(there.map(|name| format!("{name} was refused and is there")));
        let refused = refused.len();
        let given = self.sent.iter().map(|sent| Given {
            name: sent.name.clone(),
            begun: sent.begun,
            acknowledged: sent.acknowledged,
        });
        self.wrong.extend(complaints(&given.collect::<Vec<_>>(), &names));
        self.wrong.extend(ledger.verify(self.event).unwrap().faults.iter().map(ToString::to_string));
        let acknowledged = self.sent.iter().filter(|sent| sent.acknowledged.is_some()).count();
        self.count("refused", refused);
        self.count("acknowledged", acknowledged);
        (self.wrong, self.counts)
    }
}

/// `SEEDS=5000 cargo test --test it simulation` is the long form.
#[test]
fn what_was_acknowledged_is_there_once_in_every_history_of_a_seed() {
    let seeds = std::env::var("SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(SEEDS);
    let house = House::new();
    let mut all = Counts::new();
    for seed in 0..seeds {
        let (wrong, counts) = house.tell(seed, Mistake::None);
        assert_eq!(wrong, Vec::<String>::new(), "seed {seed}");
        counts.into_iter().for_each(|(what, times)| *all.entry(what).or_default() += times);
    }
    let happened = |what: &str| all.get(what).is_some_and(|times| *times >= seeds / 4);
    assert!(HAPPENS.into_iter().all(happened), "too little happened: {all:?}");
}

/// The control: servers that do something wrong are found out.
#[test]
fn servers_that_lie_are_found_by_some_seed() {
    let house = House::new();
    for mistake in [Mistake::AcknowledgesFirst, Mistake::LosesOne, Mistake::ForgetsForms] {
        let found = (0..SEEDS).find_map(|seed| house.tell(seed, mistake).0.pop());
        assert!(found.is_some(), "nobody finds out that a server {mistake:?}");
    }
}

#[test]
fn a_seed_gives_the_same_history_again() {
    let house = House::new();
    let told = |seed| format!("{:?}", house.tell(seed, Mistake::None));
    assert!((0..10).all(|seed| told(seed) == told(seed)));
}
