//! What people typed about people stands beside the ledgers, and can be erased under them.

use std::sync::Arc;

use tiger_arbiter::clock::new_id;
use tiger_arbiter::config::{DatabaseUrl, StoreConfig};
use tiger_arbiter::db::entries::StoredEntry;
use tiger_arbiter::db::{self, Database, DbError};
use tiger_arbiter::ledger::clocks::{Clocks, Touch, Wish};
use tiger_arbiter::ledger::witness::Witness;
use tiger_arbiter::ledger::{Attachment, Erased, Ledger, Order};
use tiger_arbiter::services::standings::{EventStandings, Line};
use tiger_event::clock::Hand;
use tiger_event::record::Checked;
use tiger_event::{
    Actor, Article, Bytes32, Command, Departure, EntryCommand, EntryId, Event, EventCommand, EventId, Format,
    GameId, IncidentKind, Label, Leaving, Note, NoteCommand, Pairing, Reason, RecordCommand, RecordText,
    ResultCommand, ResultEntry, RoundCommand, Seat, Table, UserId,
};
use tiger_rules::clock::ClockEvent;
use tiger_rules::{ClockSettings, Ending, GameKind};

use crate::rig::{
    Backend, TestApp, TestDatabase, create_event, findings, new_entry, on_both_databases, on_sqlite,
};

on_both_databases!(
    entries_say_names_by_digests_only,
    who_does_the_same_again_keeps_no_new_text,
    a_player_is_erased_and_the_ledger_is_whole,
    what_was_erased_is_bound_by_the_chain,
    another_server_forgets_too_and_an_older_copy_is_erased_again,
    an_old_ledger_is_erased_from_too,
);
on_sqlite!(an_administrator_erases_with_reason_and_number);

pub(crate) fn chief() -> (Actor, UserId) {
    let id = new_id();
    (Actor::User { id, name: "Vesna Reed".to_owned(), is_admin: false }, id)
}

/// Everything that the entries of an event say, as it is stored.
fn entries(ledger: &Ledger, event: EventId) -> Vec<String> {
    let stored = ledger.database().read(|db| db::entries::list_after(db, event, 0, 1_000)).unwrap();
    stored.into_iter().map(|entry| format!("{} {}", entry.actor, entry.command)).collect()
}

fn entries_say_names_by_digests_only(backend: Backend) {
    let database = TestDatabase::new(backend);
    let ledger = Ledger::new(database.open());
    let (event, (chief, id)) = (new_id(), chief());
    ledger.commit(&Order::new(chief.clone(), event, create_event(event, "open", id))).unwrap();
    let add = EntryCommand::AddEntries { entries: vec![new_entry("Moor, Tessa"), new_entry("Reed, Jonah")] };
    let committed = ledger.commit(&Order::new(chief, event, add)).unwrap();
    let told = entries(&ledger, event).join("\n");
    for name in ["Moor", "Jonah", "Vesna"] {
        assert!(!told.contains(name), "{name} stands in {told}");
    }
    let fresh = Ledger::new(database.open());
    assert_eq!(fresh.event(event).unwrap(), committed.event);
    assert_eq!(fresh.verify(event).unwrap().faults, []);
    let entry = fresh.database().read(|db| fresh.entry(db, event, 2)).unwrap();
    assert_eq!((entry.meta.by.name(), entry.command), ("Vesna Reed", committed.command));
}

fn who_does_the_same_again_keeps_no_new_text(backend: Backend) {
    let database = TestDatabase::new(backend);
    let ledger = Ledger::new(database.open());
    let (event, (chief, id)) = (new_id(), chief());
    ledger.commit(&Order::new(chief.clone(), event, create_event(event, "open", id))).unwrap();
    let show = |ledger: &Ledger, is_public| {
        ledger.commit(&Order::new(chief.clone(), event, EventCommand::ShowEvent { is_public })).unwrap();
    };
    let texts = || {
        let told = entries(&ledger, event).join("\n");
        tiger_event::apart::named(&told).collect::<std::collections::BTreeSet<_>>().len()
    };
    show(&ledger, true);
    let before = texts();
    (0..20).for_each(|turn| show(&ledger, turn % 2 == 0));
    // A server that has not seen the name yet looks it up.
    show(&Ledger::new(database.open()), false);
    assert_eq!(texts(), before);
}

/// Somebody who plays, is ruled about, hands in a record, is called names by a pairing, and has a clock.
pub(crate) struct House {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) database: TestDatabase,
    pub(crate) ledger: Ledger,
    pub(crate) event: EventId,
    pub(crate) tessa: EntryId,
    game: GameId,
}

const SECRETS: [&str; 8] = [
    "Moor",
    "Tessa",
    "Harbour",
    "1975-04-01",
    "pays in kroner",
    "shares a kettle",
    "touched the king",
    "late from lunch",
];

impl House {
    pub(crate) fn new(backend: Backend) -> Self {
        Self::made(backend, true)
    }

    /// The same; hidden, if it is a trial.
    pub(crate) fn made(backend: Backend, is_public: bool) -> Self {
        let database = TestDatabase::new(backend);
        let folder = tempfile::TempDir::new().unwrap();
        let witness = Witness::open(&folder.path().join("witness")).unwrap();
        let ledger = Ledger::new(database.open()).witnessed_by(Some(Arc::new(witness)));
        let (event, (chief, id)) = (new_id(), chief());
        let give = |command: Command, with: Option<Attachment>| {
            let order = Order::new(chief.clone(), event, command);
            ledger.commit(&with.into_iter().fold(order, Order::with)).unwrap().event
        };
        give(create_event(event, "open", id).into(), None);
        let mut players = [new_entry("Moor, Tessa"), new_entry("Reed, Jonah")];
        players[0].details.club = Label::parse("Harbour Club").ok();
        players[0].details.identity.birth_date = Label::parse("1975-04-01").ok();
        players[0].details.office.note = Note::parse("She pays in kroner.").ok();
        players[1].details.office.note = Note::parse("A friend of Tessa Moor, shares a kettle.").ok();
        players[1].details.club = Label::parse("Friends of Tessa Moor").ok();
        players[0].details.rating = Some(1850);
        let [tessa, jonah] = [players[0].id, players[1].id];
        give(EntryCommand::AddEntries { entries: players.to_vec() }.into(), None);
        give(EventCommand::ShowEvent { is_public }.into(), None);
        let game = new_id();
        let why = "Moor, Tessa (number 1) and Reed, Jonah (number 2) have not met.".to_owned();
        let pairing = Pairing { game, first: tessa, second: jonah, why, is_forced: false };
        let table = Table { boards: vec![pairing], ..Table::default() };
        give(RoundCommand::DraftRound { round: 1, system: Format::Free, table }.into(), None);
        give(RoundCommand::PublishRound { round: 1, seen: u64::MAX }.into(), None);
        let result = ResultEntry::plain(Some(Seat::First), Ending::Time);
        give(ResultCommand::EnterResult { game, result, seen: u64::MAX }.into(), None);
        let words = Reason::parse("She touched the king and moved the queen.").unwrap();
        let (kind, player) = (IncidentKind::TouchMove, Some(Seat::First));
        let article = Article::parse("Rules 9, see Tessa Moor").ok();
        give(NoteCommand::NoteIncident { game, kind, player, words, article, minutes: 0 }.into(), None);
        let text = "[Game \"LancerChess\"]\n[First \"Moor, Tessa\"]\n[Second \"Reed, Jonah\"]\n\n1. e4 {Tessa Moor thought}\n";
        let findings = findings(
            Checked::Broken { ply: 1, text: None, why: "Moor, Tessa has the other army".to_owned() },
            Bytes32([0; 32]),
        );
        let record = RecordText::salted(text.to_owned(), Bytes32([3; 32]));
        assert_ne!(record.digest(), Bytes32::digest(text.as_bytes()), "nobody finds it out by guessing");
        let hand_in = RecordCommand::HandInRecord {
            game,
            record: new_id(),
            player: None,
            digest: record.digest(),
            findings: Box::new(findings),
        };
        give(hand_in.into(), Some(Attachment::Record(record)));
        let clocks = Clocks::new(database.open());
        let settings = ClockSettings::standard(GameKind::LancerChess);
        let hand = Hand::Arbiter { id, name: "Vesna Reed".to_owned() };
        let start = Wish::Start { settings, variation: None, then: Vec::new() };
        clocks.carry_out((event, game), &hand, &Touch::of_form("1", start)).unwrap();
        let reason = Reason::parse("late from lunch").ok();
        let pause = Wish::Event { what: ClockEvent::Pause, reason };
        clocks.carry_out((event, game), &hand, &Touch::of_form("2", pause)).unwrap();
        ledger.rebuild(event).unwrap();
        Self { folder, database, ledger, event, tessa, game }
    }

    pub(crate) fn erase(&self) -> Erased {
        let reason = Reason::parse("asked for by letter").unwrap();
        self.ledger.erase(&Actor::Program, (self.event, self.tessa), &reason).unwrap()
    }

    fn bytes(&self, backend: Backend) -> String {
        stored(&self.database, &self.ledger, backend)
    }
}

/// Everything that is stored, as text.
pub(crate) fn stored(database: &TestDatabase, ledger: &Ledger, backend: Backend) -> String {
    match backend {
        Backend::Sqlite => {
            let DatabaseUrl::Sqlite(file) = database.store(1).database else { unreachable!() };
            let log = std::fs::read(format!("{}-wal", file.display())).unwrap_or_default();
            String::from_utf8_lossy(&[std::fs::read(&file).unwrap(), log].concat()).into_owned()
        }
        Backend::Postgres => {
            #[derive(diesel::QueryableByName)]
            struct Row {
                #[diesel(sql_type = diesel::sql_types::Text)]
                row: String,
            }
            let rows = |sql: String| {
                let rows = ledger.database().read(|db| -> Result<Vec<Row>, DbError> {
                    Ok(diesel::RunQueryDsl::load(diesel::sql_query(sql), db)?)
                });
                rows.unwrap().into_iter().map(|row| row.row)
            };
            let tables = "SELECT tablename::text AS row FROM pg_tables WHERE schemaname = 'public'";
            rows(tables.to_owned())
                .flat_map(|table| rows(format!("SELECT {table}::text AS row FROM {table}")))
                .collect()
        }
    }
}

pub(crate) fn tells(text: &str) -> Vec<&'static str> {
    SECRETS.into_iter().filter(|secret| text.contains(secret)).collect()
}

fn a_player_is_erased_and_the_ledger_is_whole(backend: Backend) {
    let house = House::new(backend);
    assert_eq!(tells(&house.bytes(backend)), SECRETS);
    let points = |event: &Event| {
        let standings = EventStandings::of(event, None).unwrap();
        let line = |line: &Line| (line.row.rank, line.entry, line.tally.decimal());
        standings.lines.iter().map(line).collect::<Vec<_>>()
    };
    let before = house.ledger.event(house.event).unwrap();
    let salts = || {
        let record = before.game(house.game).unwrap().records[0].digest;
        let record = house.ledger.database().read(|db| db::records::find(db, record)).unwrap().unwrap();
        record.salt
    };
    assert_eq!(salts(), Some(Bytes32([3; 32])));
    let erased = house.erase();
    assert_eq!((erased.called.as_str(), erased.left), ("Player 1", None));
    assert_eq!(salts(), None, "without it the old digest says nothing");
    assert_eq!(tells(&house.bytes(backend)), Vec::<&str>::new());
    for ledger in [house.ledger.clone(), Ledger::new(house.database.open())] {
        let event = ledger.event(house.event).unwrap();
        assert_eq!(event.name_of(house.tessa), "Player 1");
        assert!(event.entry(house.tessa).unwrap().is_erased);
        assert_eq!(points(&event), points(&before));
        let told = serde_json::to_string(&*event).unwrap();
        assert_eq!(tells(&told), Vec::<&str>::new(), "{told}");
        for seq in 1..=event.version {
            let past = ledger.database().read(|db| ledger.event_as_of(db, event.id, seq)).unwrap();
            assert_eq!(tells(&serde_json::to_string(&*past).unwrap()), Vec::<&str>::new());
        }
        let report = ledger.verify(house.event).unwrap();
        assert_eq!(report.faults, []);
        let [told] = report.erased.try_into().unwrap();
        let told = told.told;
        assert!(told.contains("Player 1 was erased") && told.contains("asked for by letter"), "{told}");
    }
    let presses = Clocks::new(house.database.open()).presses(house.game).unwrap();
    assert!(presses.iter().all(|press| !format!("{press:?}").contains("lunch")), "{presses:?}");
    // Nobody writes about them again, and who is not an administrator erases nobody.
    let details = before.entry(house.tessa).unwrap().details.clone();
    let change = EntryCommand::ChangeEntry { entry: house.tessa, details, seen: u64::MAX };
    assert!(house.ledger.commit(&Order::new(Actor::Program, house.event, change)).is_err());
    let reason = Reason::parse("a whim").unwrap();
    let stranger = Actor::User { id: new_id(), name: "Stranger".to_owned(), is_admin: false };
    assert!(house.ledger.erase(&stranger, (house.event, house.tessa), &reason).is_err());
}

fn what_was_erased_is_bound_by_the_chain(backend: Backend) {
    use diesel::connection::SimpleConnection;
    let house = House::new(backend);
    house.erase();
    for (change, fault) in [
        (
            "UPDATE personal_texts SET body = replace(body, 'Player 1', 'Player 9')",
            "a text that it names was changed",
        ),
        (
            "UPDATE record_texts SET body = replace(body, 'Player 1', 'Player 9')",
            "the text of its record was changed",
        ),
    ] {
        let done: Result<(), DbError> = house.ledger.database().write(|db| Ok(db.batch_execute(change)?));
        done.unwrap();
        let faults = house.ledger.verify(house.event).unwrap().faults;
        assert!(faults.iter().any(|found| found.what == fault), "{fault}: {faults:?}");
    }
}

fn another_server_forgets_too_and_an_older_copy_is_erased_again(backend: Backend) {
    let house = House::new(backend);
    let other = Ledger::new(house.database.open());
    assert_eq!(other.event(house.event).unwrap().name_of(house.tessa), "Moor, Tessa");
    let copy = house.folder.path().join("copy.sqlite3");
    if backend == Backend::Sqlite {
        house.ledger.database().copy_to(&copy, |_| Ok::<_, DbError>(())).unwrap();
    }
    house.erase();
    let event = other.event(house.event).unwrap();
    assert_eq!(tells(&serde_json::to_string(&*event).unwrap()), Vec::<&str>::new());
    assert_eq!(house.ledger.erase_again().unwrap(), 0);
    if backend == Backend::Sqlite {
        let store = StoreConfig { database: DatabaseUrl::Sqlite(copy.clone()), connections: 2 };
        let witness = Witness::open(&house.folder.path().join("witness")).unwrap();
        let back = Ledger::new(Database::open(&store).unwrap()).witnessed_by(Some(Arc::new(witness)));
        assert_eq!(back.event(house.event).unwrap().name_of(house.tessa), "Moor, Tessa");
        assert_eq!(back.erase_again().unwrap(), 1);
        assert_eq!(back.event(house.event).unwrap().name_of(house.tessa), "Player 1");
        assert_eq!(back.verify(house.event).unwrap().faults, []);
        assert_eq!(tells(&String::from_utf8_lossy(&std::fs::read(&copy).unwrap())), Vec::<&str>::new());
    }
}

/// Entries from before texts were kept apart are written anew; their old hashes stay and bind the chain.
fn an_old_ledger_is_erased_from_too(backend: Backend) {
    let database = TestDatabase::new(backend);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ledgers/0.1.0/swiss");
    let state: Event =
        serde_json::from_str(&std::fs::read_to_string(folder.join("state.json")).unwrap()).unwrap();
    let told = std::fs::read_to_string(folder.join("entries.tsv")).unwrap();
    let stored: Vec<StoredEntry> = told.lines().map(stored_entry).collect();
    let texts = (1..=9)
        .filter_map(|number| std::fs::read_to_string(folder.join(format!("record-{number:02}.tgr"))).ok());
    let ledger = Ledger::new(database.open());
    let put_in = ledger.database().write(|db| -> Result<(), DbError> {
        db::events::insert(db, &state, stored.last().unwrap().hash)?;
        db::entries::insert_all(db, &stored)?;
        texts.clone().try_for_each(|text| {
            let record = RecordText { text, salt: None };
            db::records::insert(db, record.digest(), &record, state.created_at)
        })
    });
    put_in.unwrap();
    assert_eq!(ledger.verify(state.id).unwrap().faults, []);
    let player = state.entries.values().next().unwrap();
    let name = player.details.name.to_string();
    assert!(entries(&ledger, state.id).join("\n").contains(&name));
    let reason = Reason::parse("asked for by letter").unwrap();
    let erased = ledger.erase(&Actor::Program, (state.id, player.id), &reason).unwrap();
    let after = entries(&ledger, state.id).join("\n");
    assert!(!after.contains(&name), "{name}");
    let report = ledger.verify(state.id).unwrap();
    assert_eq!((report.faults, report.erased.len()), (vec![], 1));
    let now: Vec<_> = ledger.database().read(|db| db::entries::list_after(db, state.id, 0, 10_000)).unwrap();
    for (before, now) in stored.iter().zip(&now) {
        assert_eq!((before.hash, before.prev_hash), (now.hash, now.prev_hash), "old hashes are witnesses");
    }
    assert_eq!(ledger.event(state.id).unwrap().name_of(player.id), erased.called);
    assert_eq!(ledger.verify_tables().unwrap(), Vec::<String>::new(), "the guards are back");
}

fn stored_entry(line: &str) -> StoredEntry {
    let parts: Vec<&str> = line.split('\t').collect();
    StoredEntry {
        event: parts[0].parse().unwrap(),
        seq: parts[1].parse().unwrap(),
        at: parts[2].parse().unwrap(),
        prev_hash: parts[3].parse().unwrap(),
        hash: parts[4].parse().unwrap(),
        actor: parts[5].to_owned(),
        command: parts[6].to_owned(),
    }
}

fn an_administrator_erases_with_reason_and_number(app: &TestApp) {
    let (chief, arbiter) = app.sign_in("chief");
    let (_, admin) = app.sign_in_admin();
    let event = app.add_event("open", chief);
    let [ondine, jonah] = app.add_entries(event, &["Vale, Ondine", "Reed, Jonah"]).try_into().unwrap();
    app.publish_pairs(event, &[ondine, jonah]);
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    let page = format!("/events/open/entries/{ondine}");
    arbiter.get(&page).expect_status(200).expect_no_text("Erase this person");
    let erase = format!("{page}/erase");
    let fields = [("reason", "asked for by letter"), ("number", "1")];
    arbiter.get(&page).expect_status(200);
    arbiter.post_form(&erase, &fields).expect_status(403);
    admin.get(&page).expect_status(200).expect_text("Erase this person");
    admin.post_form(&erase, &[("reason", "asked by Vale, Ondine"), ("number", "1")]).expect_status(422);
    admin
        .post_form(&erase, &[("reason", "asked for"), ("number", "2")])
        .expect_status(422)
        .expect_text("Type 1");
    let visitor = app.visitor();
    visitor.get("/events/open").expect_status(200);
    admin.post_form(&erase, &fields).expect_redirect(&page);
    admin.get(&page).expect_status(200).expect_text("This person was erased").expect_no_text("Vale");
    let pages = [
        "",
        "/standings",
        "/rounds/1",
        "/crosstable",
        "/event.json",
        "/event.trf",
        "/players.csv",
        "/games.tgr",
    ];
    for page in pages {
        visitor.get(&format!("/events/open{page}")).expect_no_text("Vale");
    }
    for page in ["/ledger", "/entries", "/rounds/1/desk", "/entries/report.trf"] {
        admin.get(&format!("/events/open{page}")).expect_no_text("Ondine");
    }
    // What somebody writes afterwards goes by the name that the player had.
    let reason = Reason::parse("Ondine Vale left angrily.").unwrap();
    let leaving = Some(Leaving { games: Departure::default(), reason: Some(reason) });
    app.commit(event, EntryCommand::Withdraw { entry: ondine, from_round: 2, leaving });
    admin.get("/events/open/ledger").expect_text("Ondine Vale left angrily.");
    admin.get(&page).expect_text("Erase what was written since");
    admin.post_form(&erase, &fields).expect_redirect(&page);
    admin.post_form(&erase, &[&fields[..], &[("name", "")]].concat()).expect_status(422);
    admin.post_form(&erase, &[&fields[..], &[("name", "Vale, Ondine")]].concat()).expect_redirect(&page);
    admin.get("/events/open/ledger").expect_no_text("Ondine").expect_text("(erased)");
    assert!(app.state().ledger.verify(event).unwrap().faults.is_empty());
    admin.get("/journal").expect_status(200).expect_text("Person erased").expect_no_text("Vale, O");
}

pub(crate) fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let output =
        std::process::Command::new(env!("CARGO_BIN_EXE_tiger-arbiter")).args(arguments).output().unwrap();
    let told = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    (output.status.code(), String::from_utf8_lossy(&told).into_owned())
}

#[test]
fn the_command_line_erases_and_what_is_restored_is_erased_again() {
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("hall.sqlite3");
    let (hall, copy) = (file.to_str().unwrap(), folder.path().join("copy.sqlite3"));
    {
        let store = StoreConfig { database: DatabaseUrl::Sqlite(file.clone()), connections: 1 };
        let database = Database::open(&store).unwrap();
        database.migrate().unwrap();
        let (ledger, event, (chief, id)) = (Ledger::new(database), new_id(), chief());
        ledger.commit(&Order::new(chief.clone(), event, create_event(event, "open", id))).unwrap();
        let add = EntryCommand::AddEntries { entries: vec![new_entry("Moor, Tessa")] };
        ledger.commit(&Order::new(chief, event, add)).unwrap();
    }
    let is_named = || String::from_utf8_lossy(&std::fs::read(&file).unwrap()).contains("Moor");
    let (code, told) = run(&["backup", copy.to_str().unwrap(), "--database", hall]);
    assert_eq!(code, Some(0), "{told}");
    let erase =
        |player: &str, reason: &str| run(&["erase", "open", player, "--reason", reason, "--database", hall]);
    let (code, told) = erase("Moor, Tessa", "tessa moor wishes it");
    assert!(code == Some(2) && told.contains("Do not name the person"), "{told}");
    let (code, told) = erase("17", "asked for");
    assert!(code == Some(2) && told.contains("no player `17`") && is_named(), "{told}");
    let (code, told) = erase("moor, tessa", "asked for");
    assert!(code == Some(0) && told.contains("open: Player 1 now") && !is_named(), "{told}");
    let (_, told) = run(&["ledger", "verify", "open", "--database", hall]);
    assert!(told.contains("open: whole, 3 entries") && told.contains("Player 1 was erased"), "{told}");
    let (_, told) = run(&["restore", copy.to_str().unwrap(), "--database", hall]);
    assert!(told.contains("1 who were erased since were erased again") && !is_named(), "{told}");
}

/// Whoever has the database alone can write an erasure into a ledger, which lets older entries say something else: the witness
/// knows whom it heard of.
#[test]
fn an_erasure_that_no_witness_heard_of_is_told() {
    let app = TestApp::start(Backend::Sqlite);
    let (chief, _) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    let entries = app.add_entries(event, &["Elm, Wych", "Ash, Rowan", "Oak, Holm"]);
    let DatabaseUrl::Sqlite(file) = &app.state().config.store.database else { unreachable!("it is a file") };
    let folder = tempfile::TempDir::new().unwrap();
    let witness = Witness::open(folder.path()).unwrap();
    let ledger = Ledger::new(app.state().db.clone());
    let erase = |ledger: &Ledger, entry| {
        ledger.erase(&Actor::Program, (event, entry), &Reason::parse("by letter").unwrap()).unwrap();
    };
    let arguments = ["ledger", "verify", "--database", file.to_str().unwrap(), "--witness"];
    let verify = || run(&[&arguments[..], &[folder.path().to_str().unwrap()]].concat());
    erase(&ledger.clone().witnessed_by(Some(Arc::new(witness))), entries[0]);
    let (code, told) = verify();
    assert!(code == Some(0) && told.contains("Player 1 was erased"), "{told}");
    erase(&ledger, entries[1]);
    let (code, told) = verify();
    assert!(code == Some(1) && told.contains("the witness knows of no such erasure"), "{told}");
    // Nor does it help that the person is somebody who was erased: the entry is another one.
    let witness = Witness::open(folder.path()).unwrap();
    witness.note_erasure(event, entries[1], &Reason::parse("by letter").unwrap()).unwrap();
    assert_eq!(verify(), (code, told));
    // Programs from before noted names alone: before another entry is added, those that are known are listed.
    std::fs::remove_file(folder.path().join("erasing-entries")).unwrap();
    let (code, told) = verify();
    assert!(code == Some(0), "{told}");
    let ledger = ledger.witnessed_by(Some(Arc::new(witness)));
    erase(&ledger, entries[2]);
    let (code, told) = verify();
    assert!(code == Some(0) && told.contains("Player 3 was erased"), "{told}");
    assert_eq!(ledger.erase_again().unwrap(), 0);
    assert_eq!(verify(), (code, told));
}
