//! Who is erased takes nobody else along: neither namesakes nor words that are names too.

use std::sync::Arc;

use tiger_arbiter::auth::journal::What;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::db::registrations::Stored;
use tiger_arbiter::db::tablets::{self, Tablet};
use tiger_arbiter::db::{self, Database, DbError, registrations, users};
use tiger_arbiter::ledger::witness::Witness;
use tiger_arbiter::ledger::{Attachment, Ledger, Order};
use tiger_event::record::Checked;
use tiger_event::{
    Actor, Application, Bytes32, Command, EntryCommand, EntryId, Event, EventCommand, EventId, Format,
    GameId, IncidentKind, Label, NewEntry, Note, NoteCommand, Pairing, Reason, RecordCommand, RecordText,
    Registration, RegistrationState, RoundCommand, Table, UserId,
};

use crate::erasure::chief;
use crate::rig::{
    Backend, TestApp, TestDatabase, create_event, findings, new_entry, on_both_databases, on_sqlite,
};

on_both_databases!(
    only_the_entry_is_erased_that_is_meant,
    an_account_that_cannot_be_erased_from_one_event_stays_in_all,
    words_that_are_names_too_stay_in_what_is_about_others,
    registrations_and_links_of_namesakes_stay,
);
on_sqlite!(an_erasure_that_fails_stops_no_start, the_journal_keeps_the_lines_of_others);

fn reason(text: &str) -> Reason {
    Reason::parse(text).unwrap()
}

struct House {
    database: TestDatabase,
    folder: tempfile::TempDir,
    ledger: Ledger,
    chief: Actor,
    event: EventId,
    entries: Vec<EntryId>,
}

fn witnessed(database: Database, folder: &tempfile::TempDir) -> Ledger {
    let witness = Witness::open(&folder.path().join("witness")).unwrap();
    Ledger::new(database).witnessed_by(Some(Arc::new(witness)))
}

impl House {
    fn new(backend: Backend, players: &[NewEntry]) -> Self {
        let database = TestDatabase::new(backend);
        let folder = tempfile::TempDir::new().unwrap();
        let ledger = witnessed(database.open(), &folder);
        let (event, (chief, id)) = (new_id(), chief());
        let entries = players.iter().map(|player| player.id).collect();
        let house = Self { database, folder, ledger, chief, event, entries };
        let mut create = create_event(event, "open", id);
        if let EventCommand::CreateEvent { settings, .. } = &mut create {
            settings.format = Format::Free;
        }
        house.give(create);
        house.give(EntryCommand::AddEntries { entries: players.to_vec() });
        house
    }

    fn named(backend: Backend, names: &[&str]) -> Self {
        Self::new(backend, &names.iter().map(|name| new_entry(name)).collect::<Vec<_>>())
    }

    fn give(&self, command: impl Into<Command>) -> Arc<Event> {
        self.ledger.commit(&Order::new(self.chief.clone(), self.event, command)).unwrap().event
    }

    fn rename(&self, place: usize, name: &str) {
        let details = new_entry(name).details;
        self.give(EntryCommand::ChangeEntry { entry: self.entries[place], details, seen: u64::MAX });
    }

    fn note(&self, game: GameId, words: &str) {
        let (kind, words) = (IncidentKind::TouchMove, reason(words));
        self.give(NoteCommand::NoteIncident { game, kind, player: None, words, article: None, minutes: 0 });
    }

    /// Publishes round 1: the first against the second, and so on, each pairing with why.
    fn publish(&self, why: &str) -> Vec<GameId> {
        let board = |pair: &[EntryId]| Pairing {
            game: new_id(),
            first: pair[0],
            second: pair[1],
            why: why.to_owned(),
            is_forced: false,
        };
        let boards: Vec<Pairing> = self.entries.chunks_exact(2).map(board).collect();
        let games = boards.iter().map(|board| board.game).collect();
        let table = Table { boards, ..Table::default() };
        self.give(RoundCommand::DraftRound { round: 1, system: Format::Free, table });
        self.give(RoundCommand::PublishRound { round: 1, seen: u64::MAX });
        games
    }

    fn hand_in(&self, game: GameId, text: &str) -> Bytes32 {
        let findings = findings(Checked::Legal, Bytes32([0; 32]));
        let record = RecordText::salted(text.to_owned(), Bytes32::digest(game.to_string().as_bytes()));
        let digest = record.digest();
        let hand_in = RecordCommand::HandInRecord {
            game,
            record: new_id(),
            player: None,
            digest,
            findings: findings.into(),
        };
        let order = Order::new(self.chief.clone(), self.event, hand_in).with(Attachment::Record(record));
        self.ledger.commit(&order).unwrap();
        digest
    }

    fn record(&self, digest: Bytes32) -> String {
        self.ledger.database().read(|db| db::records::find_text(db, digest)).unwrap().unwrap()
    }

    fn claim(&self, place: usize, user: UserId) {
        let (entry, token) = (self.entries[place], Bytes32([1; 32]));
        self.give(EntryCommand::InviteSpeaker { entry, token, stays: true });
        let speak = EntryCommand::BecomeSpeaker { entry, user, token };
        self.ledger.commit(&Order::new(Actor::Program, self.event, speak)).unwrap();
    }

    fn erase(&self, place: usize) -> String {
        let whom = (self.event, self.entries[place]);
        self.ledger.erase(&Actor::Program, whom, &reason("asked for by letter")).unwrap().called
    }

    /// The event as a server reads it that has seen nothing of it yet, and that proves itself.
    fn now(&self) -> Arc<Event> {
        assert_eq!(self.ledger.verify(self.event).unwrap().faults, []);
        let told = Ledger::new(self.database.open()).event(self.event).unwrap();
        assert_eq!(told, self.ledger.event(self.event).unwrap());
        told
    }

    fn words(&self, game: GameId) -> Vec<String> {
        let protocol = self.now().game(game).unwrap().protocol.clone();
        protocol.incidents.iter().map(|incident| incident.words.to_string()).collect()
    }
}

fn account(ledger: &Ledger, login: Option<&str>, name: &str) -> UserId {
    let id = new_id();
    let at = tiger_arbiter::clock::now();
    let new =
        users::NewUser { id, login, name, password_hash: login.map(|_| "$argon2id$"), is_admin: false, at };
    ledger.database().write(|db| users::insert(db, &new)).unwrap();
    id
}

fn is_erased(ledger: &Ledger, user: UserId) -> bool {
    let user = ledger.database().read(|db| users::find(db, user)).unwrap().unwrap();
    assert_eq!(user.is_erased, user.login.is_none());
    user.is_erased
}

/// Ann is renamed, and another Ann comes.
fn only_the_entry_is_erased_that_is_meant(backend: Backend) {
    let house = House::named(backend, &["Ash, Ann", "Elm, Wych", "Oak, Robin", "Yew, Pat"]);
    house.rename(0, "Birch, Bea");
    let games = house.publish("Ash, Ann is not paired in this round.");
    let mut other = NewEntry { first_round: 2, ..new_entry("Ash, Ann") };
    other.details.club = Label::parse("Harbour Club").ok();
    house.give(EntryCommand::AddEntries { entries: vec![other.clone()] });
    house.note(games[1], "Ann Ash looked on.");
    house.note(games[1], "Bea Birch looked on.");
    let user = account(&house.ledger, Some("bea"), "Birch, Bea");
    house.claim(0, user);
    let erased = house.ledger.erase_account(&Actor::Program, user, &reason("asked for by letter")).unwrap();
    assert_eq!(erased.events, 1);
    assert!(is_erased(&house.ledger, user));
    let now = house.now();
    assert_eq!(
        (now.name_of(house.entries[0]), &now.entry(other.id).unwrap().details),
        ("Player 1", &other.details)
    );
    assert_eq!(house.words(games[1]), ["Ann Ash looked on.", "(erased)"]);
    let why = |board: usize| now.round(1).unwrap().table.boards[board].why.clone();
    assert_eq!((why(0).as_str(), why(1).as_str()), ("(erased)", "Ash, Ann is not paired in this round."));
    let first = house.ledger.database().read(|db| house.ledger.entry(db, house.event, 2)).unwrap();
    let Command::Entry(EntryCommand::AddEntries { entries }) = first.command else { panic!("{first:?}") };
    assert_eq!(entries[0].details.name.as_str(), "Player 1", "what Birch was called before");
    assert_eq!(house.ledger.erase_again().unwrap(), 0);
}

/// Takes away a text, so that an event cannot be told any more.
fn break_event(ledger: &Ledger, event: EventId) {
    use diesel::connection::SimpleConnection;
    let broken: Result<(), DbError> = ledger.database().write(|db| {
        Ok(db.batch_execute(&format!("UPDATE personal_texts SET body = '7' WHERE event_id = '{event}'"))?)
    });
    broken.unwrap();
}

/// A second event in which somebody arbitrates, and which cannot be told any more.
fn broken_event(house: &House, user: UserId) -> EventId {
    let event = new_id();
    house.ledger.commit(&Order::new(Actor::Program, event, create_event(event, "broken", user))).unwrap();
    break_event(&house.ledger, event);
    event
}

fn an_account_that_cannot_be_erased_from_one_event_stays_in_all(backend: Backend) {
    let house = House::named(backend, &["Birch, Bea", "Elm, Wych"]);
    let user = account(&house.ledger, Some("bea"), "Birch, Bea");
    house.claim(0, user);
    broken_event(&house, user);
    let ledger = witnessed(house.database.open(), &house.folder);
    assert!(ledger.erase_account(&Actor::Program, user, &reason("asked for by letter")).is_err());
    assert!(!is_erased(&ledger, user));
    assert_eq!(house.now().name_of(house.entries[0]), "Birch, Bea");
    let witness = Witness::open(&house.folder.path().join("witness")).unwrap();
    assert_eq!((witness.erasures().unwrap(), witness.erased_accounts().unwrap()), (vec![], vec![]));
    // Somebody who was erased before, and is back, is erased wherever it can be done.
    witness.note_erased_account(user, 1, &reason("asked for by letter")).unwrap();
    assert!(ledger.erase_again().is_err());
    assert_eq!(ledger.event(house.event).unwrap().name_of(house.entries[0]), "Player 1");
}

fn an_erasure_that_fails_stops_no_start(backend: Backend) {
    let app = TestApp::start(backend);
    let user = app.add_user("bea", false);
    let event = app.add_event("open", user);
    let witness = app.state().ledger.witness().unwrap();
    witness.note_erased_account(user, 1, &reason("asked for by letter")).unwrap();
    break_event(&app.state().ledger, event);
    app.again(|_| ()).visitor().get("/help").expect_status(200);
}

fn words_that_are_names_too_stay_in_what_is_about_others(backend: Backend) {
    let mut players =
        ["King, Carol", "a", "Oak, Robin", "Yew, Pat", "e4 e5", "Tessa", "Carol King-Post", "Elm, Wych"]
            .map(new_entry);
    let notes = [(2, "Has a bad knee: sits by the door."), (3, "Drives with Carol King.")];
    for (place, note) in notes {
        players[place].details.office.note = Note::parse(note).ok();
    }
    let house = House::new(backend, &players);
    let games =
        house.publish("Carol King-Post has a seat, King, Carol is number 1, a number 2, Tessa number 6.");
    house.note(games[0], "Touched a horse.");
    for words in ["Touched the King, then moved another force.", "King, Carol looked on.", "Carol King too."]
    {
        house.note(games[1], words);
    }
    let text = "[First \"King, Carol\"]\n[Second \"a\"]\n\n1. e4 e5 {King Carol thought a while} 2. a4\n";
    let [own, others] = [games[0], games[2]].map(|game| house.hand_in(game, text));
    for place in [0, 1, 4, 5] {
        house.erase(place);
    }
    let now = house.now();
    let note = |place: usize| now.entry(house.entries[place]).unwrap().details.office.note.clone();
    assert_eq!(note(2).unwrap().as_str(), "Has a bad knee: sits by the door.");
    // Carol King-Post may be meant.
    assert_eq!(note(3).unwrap().as_str(), "Drives with Carol King.");
    let words = ["Touched the King, then moved another force.", "(erased)", "Carol King too."];
    assert_eq!(house.words(games[1]), words);
    assert_eq!(house.words(games[0]), ["(erased)"]);
    let boards = &now.round(1).unwrap().table.boards;
    assert_eq!(boards[0].why, "(erased)");
    let why = "Carol King-Post has a seat, Player 1 is number 1, a number 2, Player 6 number 6.";
    assert_eq!(boards[1].why, why);
    let record = house.record(own);
    assert!(record.contains("[First \"Player 1\"]\n[Second \"Player 2\"]"), "{record}");
    assert!(record.contains("1. e4 e5 {Player 1 thought a while} 2. a4"), "{record}");
    assert!(house.record(others).contains("1. e4 e5 {King Carol thought a while} 2. a4"));
}

fn register(ledger: &Ledger, event: EventId, (name, user): (&str, Option<UserId>)) -> Registration {
    let mut details = new_entry(name).details;
    details.club = Label::parse("Harbour Club").ok();
    let (contact, remark) = (Label::parse("555 0199").ok(), Note::parse("vegetarian").ok());
    let application = Application { details, rounds_off: Vec::new(), contact, remark };
    let (id, at, state) = (new_id(), tiger_arbiter::clock::now(), RegistrationState::Waiting);
    let registration = Registration { id, event, user, application, at, state };
    let token_hash = Bytes32::digest(id.to_string().as_bytes());
    let stored = Stored { registration: registration.clone(), token_hash };
    ledger.database().write(|db| registrations::insert(db, &stored)).unwrap();
    registration
}

fn registrations_and_links_of_namesakes_stay(backend: Backend) {
    let house = House::named(backend, &["Twin, Anna", "Elm, Wych"]);
    let (ledger, event) = (&house.ledger, house.event);
    let game = house.publish("")[0];
    let [first, second] = ["first", "second"].map(|login| account(ledger, Some(login), "Reed, Vesna"));
    let guest = account(ledger, None, "Twin, Anna");
    house.claim(0, guest);
    let own = register(ledger, event, ("Twin, Anna", None));
    let of_account = register(ledger, event, ("Anna Twin", Some(guest)));
    let others = ["Twin, Anna", "Twin, Anna"].map(|name| register(ledger, event, (name, None)));
    let now = tiger_arbiter::clock::now();
    let made_by = "Reed, Vesna".to_owned();
    let (created_at, expires_at, joined_at, ended_at) = (now, now, None, None);
    let tablet = Tablet { id: new_id(), event, game, made_by, created_at, expires_at, joined_at, ended_at };
    let put: Result<(), DbError> = ledger.database().write(|db| {
        tablets::insert(db, &tablet, Bytes32([5; 32]))?;
        assert!(registrations::accept(db, own.id, house.entries[0], "Reed, Vesna")?);
        assert!(registrations::refuse(db, event, others[1].id, &reason("Full."), "Reed, Vesna")?);
        Ok(())
    });
    put.unwrap();
    house.erase(0);
    let registration = |of: &Registration| {
        let all = ledger.database().read(|db| registrations::list(db, event)).unwrap();
        all.into_iter().find(|stored| stored.registration.id == of.id).unwrap().registration
    };
    for gone in [&own, &of_account] {
        let left = registration(gone).application;
        assert_eq!((left.details.name.as_str(), left.contact, left.remark), ("Player 1", None, None));
    }
    for stays in &others {
        assert_eq!(registration(stays).application, stays.application);
    }
    let signed = || {
        let RegistrationState::Refused { by, .. } = registration(&others[1]).state else { panic!("refused") };
        let tablets = ledger.database().read(|db| tablets::list(db, game)).unwrap();
        (by, tablets[0].made_by.clone())
    };
    let by = |name: &str| (name.to_owned(), name.to_owned());
    ledger.erase_account(&Actor::Program, first, &reason("asked for")).unwrap();
    assert_eq!(signed(), by("Reed, Vesna"), "it may be the other one");
    let erased = ledger.erase_account(&Actor::Program, second, &reason("asked for")).unwrap();
    assert_eq!(signed(), by(&erased.called));
}

fn the_journal_keeps_the_lines_of_others(app: &TestApp) {
    let (chief, _) = app.sign_in("chief");
    let event = app.add_event("open", chief);
    let names = ["a", "arbiter", "Guest, Gil", "everybody"];
    let entries = app.add_entries(event, &names);
    let (state, ledger) = (app.state(), &app.state().ledger);
    let guest = account(ledger, None, "Guest, Gil");
    app.speak_for(event, entries[2], guest);
    let arbiter = app.add_user("arbiter", false);
    let lines = [
        (What::StaleForm, "a visitor", Some("a visitor")),
        (What::ClockLinkMade, "a device in open, by arbiter", Some("a device in open, by Person 3")),
        (What::SignedIn, "arbiter", None),
        (What::ProgramRead, "arbiter, program “Site”", None),
        (What::Forbidden, "arbiter", Some("Person 3")),
        (What::StaffAppointed, "arbiter in open, by chief", Some("Person 3 in open, by chief")),
        (What::EntryLinkMade, "arbiter in open, by chief", Some("Player 2 in open, by chief")),
        (What::EntryLinkMade, "arbiter in other, by chief", Some("arbiter in other, by chief")),
        (What::Forbidden, "Guest, Gil", Some("Player 3")),
        (What::Forbidden, "Guest, Gil Sr", Some("Guest, Gil Sr")),
        (What::FactorDemanded, "everybody, by chief", Some("everybody, by chief")),
    ];
    for (what, who, _) in lines {
        state.journal.note(what, who, "192.0.2.1");
    }
    let told = || {
        let lines = state.journal.newest(&state.db, 99).unwrap();
        let mut told: Vec<_> = lines.into_iter().map(|line| (line.what, line.who)).collect();
        told.sort();
        told
    };
    let sorted = |lines: Vec<(What, &str)>| {
        let mut lines: Vec<_> =
            lines.into_iter().map(|(what, who)| (what.key().to_owned(), who.to_owned())).collect();
        lines.sort();
        lines
    };
    assert_eq!(told(), sorted(lines.iter().map(|line| (line.0, line.1)).collect()));
    for entry in entries {
        ledger.erase(&Actor::Program, (event, entry), &reason("asked for by letter")).unwrap();
    }
    let before = |line: &(What, &'static str, Option<&'static str>)| match line.2 {
        Some(now) if now.starts_with("Player") => (line.0, now),
        _ => (line.0, line.1),
    };
    assert_eq!(told(), sorted(lines.iter().map(before).collect()));
    let erased = ledger.erase_account(&Actor::Program, arbiter, &reason("asked for by letter")).unwrap();
    assert_eq!(erased.called, "Person 3");
    let after = lines.iter().filter_map(|line| Some((line.0, line.2?)));
    assert_eq!(told(), sorted(after.collect()));
}

#[test]
fn a_reason_may_hold_words_in_which_a_name_is_a_part() {
    let house = House::named(Backend::Sqlite, &["a", "Ann", "Wu, Li", "Will, Tom"]);
    let erase = |place: usize, text: &str| {
        house.ledger.erase(&Actor::Program, (house.event, house.entries[place]), &reason(text))
    };
    for (place, named) in
        [(1, "ann asked for it"), (2, "Li Wu asks"), (2, "asked by wu, li"), (3, "Will asked")]
    {
        assert!(erase(place, named).unwrap_err().to_string().contains("Do not name the person"), "{named}");
    }
    for (place, text) in [(0, "Asked for it"), (1, "Cannot come, annoyed"), (2, "Asked for it: illness")] {
        erase(place, text).unwrap();
    }
    erase(3, "So it will be.").unwrap();
}
