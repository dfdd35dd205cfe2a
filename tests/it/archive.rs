//! An event as one file: out of one database and into another, and what is not taken.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use tiger_arbiter::auth::password::Hasher;
use tiger_arbiter::clock;
use tiger_arbiter::config::{DatabaseUrl, StoreConfig};
use tiger_arbiter::db::{self, Database, DbError};
use tiger_arbiter::demo;
use tiger_arbiter::ledger::witness::{TakenOver, Witness};
use tiger_arbiter::ledger::{Heard, Ledger, OnceKey, Order};
use tiger_arbiter::services::archive::{self, Manifest};
use tiger_event::{Actor, Bytes32, EventCommand, EventId, Reason};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::erasure::{House, tells};
use crate::rig::{Backend, Browser, TestDatabase, on_both_databases};

on_both_databases!(who_was_erased_stays_erased);

/// The file of an event.
fn file_of(ledger: &Ledger, event: EventId) -> (Manifest, Vec<u8>) {
    let archive = ledger.archive(event).unwrap();
    archive::write(&ledger.event(event).unwrap(), &archive, None).unwrap()
}

/// Takes a file into a database.
fn take_in(ledger: &Ledger, file: &[u8]) -> Result<EventId, String> {
    let opened = archive::read(Cursor::new(file)).map_err(|error| error.to_string())?;
    let event = ledger.take_in(&opened.archive).map_err(|error| error.to_string())?;
    Ok(event.id)
}

#[test]
fn events_go_to_the_other_database_and_back() {
    let databases = [Backend::Sqlite, Backend::Postgres, Backend::Sqlite].map(TestDatabase::new);
    let [home, abroad, back] = databases.each_ref().map(|database| Ledger::new(database.open()));
    demo::fill(&home, &Hasher::new().unwrap(), 2026, clock::now()).unwrap();
    let listed: Result<_, DbError> = home.database().read(db::events::list);
    let events = listed.unwrap();
    let show = EventCommand::ShowEvent { is_public: true };
    let key = OnceKey::new();
    home.commit(&Order::new(Actor::Program, events[0].id, show.clone()).once(key.clone())).unwrap();
    let mut carried = [0; 6];
    for line in &events {
        let (manifest, file) = file_of(&home, line.id);
        assert_eq!(take_in(&abroad, &file), Ok(line.id), "{}", line.slug);
        let (there, file_there) = file_of(&abroad, line.id);
        assert_eq!((there.digest, there.head), (manifest.digest, manifest.head), "{}", line.slug);
        assert_eq!(take_in(&back, &file_there), Ok(line.id), "{}", line.slug);
        assert_eq!(file_of(&back, line.id).1, file, "{}", line.slug);
        for (number, part) in manifest.parts.iter().enumerate() {
            carried[number] += part.lines;
        }
        let state = home.event(line.id).unwrap();
        for database in &databases[1..] {
            // Another server reads what stands there, and nothing from memory.
            let ledger = Ledger::new(database.open());
            assert_eq!(ledger.event(line.id).unwrap(), state, "{}", line.slug);
            assert_eq!(ledger.verify(line.id).unwrap().faults, [], "{}", line.slug);
        }
    }
    // Entries, texts, presses, records, secrets, forms; the demo plays without clocks.
    assert!([0, 1, 3, 4, 5].into_iter().all(|part| carried[part] > 0), "{carried:?}");
    // What was done there is not done again here, and life goes on.
    let again = back.commit(&Order::new(Actor::Program, events[0].id, show.clone()).once(key)).unwrap();
    assert!(again.is_repeat);
    back.commit(&Order::new(Actor::Program, events[0].id, show)).unwrap();
    assert_eq!(back.verify(events[0].id).unwrap().faults, []);
}

fn who_was_erased_stays_erased(backend: Backend) {
    let house = House::new(backend);
    let (_, before) = file_of(&house.ledger, house.event);
    house.erase();
    let (manifest, after) = file_of(&house.ledger, house.event);
    let told: String = parts(&after).into_values().collect();
    assert!(!told.is_empty() && tells(&told).is_empty(), "{:?}", tells(&told));
    assert_eq!(manifest.parts.iter().find(|part| part.name == "clocks.jsonl").unwrap().lines, 2);
    let other = if backend == Backend::Sqlite { Backend::Postgres } else { Backend::Sqlite };
    let witness = || Some(Arc::new(Witness::open(&house.folder.path().join("another witness")).unwrap()));
    let databases = [other, backend].map(TestDatabase::new);
    let there = Ledger::new(databases[0].open()).witnessed_by(witness());
    take_in(&there, &after).unwrap();
    let is_forgotten = |ledger: &Ledger| {
        let event = ledger.event(house.event).unwrap();
        assert_eq!(event.name_of(house.tessa), "Player 1");
        assert_eq!(ledger.verify(house.event).unwrap().faults, []);
        let (_, file) = file_of(ledger, house.event);
        assert_eq!(tells(&parts(&file).into_values().collect::<String>()), Vec::<&str>::new());
    };
    is_forgotten(&there);
    // Whoever has seen the name go does not bring it back with an older file.
    let later = Ledger::new(databases[1].open()).witnessed_by(witness());
    take_in(&later, &before).unwrap();
    is_forgotten(&later);
    let heard = Heard::of(&witness().unwrap()).unwrap();
    let erased = [&there, &later].map(|ledger| ledger.verify(house.event).unwrap().erased);
    assert!(erased.iter().flatten().all(|erased| heard.knows(house.event, erased)), "{erased:?}");
    assert!(erased.iter().all(|erased| erased.len() == 1));
}

/// Anybody can write an archive with the name of an event, and an erasure in it.
#[test]
fn an_archive_erases_nobody_from_another_ledger() {
    let house = House::new(Backend::Sqlite);
    let witness = Arc::new(Witness::open(&house.folder.path().join("third witness")).unwrap());
    let ledger = Ledger::new(house.database.open()).witnessed_by(Some(witness.clone()));
    let entries: Result<_, DbError> =
        ledger.database().read(|db| db::entries::list_after(db, house.event, 0, 1));
    let reason = Reason::parse("made up").unwrap();
    let forged =
        TakenOver { event: house.event, entry: house.tessa, first: Bytes32::digest(b"another"), reason };
    witness.note_taken_over(&forged).unwrap();
    assert_eq!(witness.taken_over().unwrap(), std::slice::from_ref(&forged));
    assert_eq!(ledger.erase_again().unwrap(), 0);
    let true_one = TakenOver { first: entries.unwrap()[0].hash, ..forged };
    witness.note_taken_over(&true_one).unwrap();
    assert_eq!(ledger.erase_again().unwrap(), 1);
    assert_eq!(ledger.event(house.event).unwrap().name_of(house.tessa), "Player 1");
}

/// The parts of a file, as texts.
fn parts(file: &[u8]) -> BTreeMap<String, String> {
    let mut zip = ZipArchive::new(Cursor::new(file)).unwrap();
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    let mut part = |name: &str| {
        let mut text = String::new();
        zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    names.into_iter().map(|name| (name.clone(), part(&name))).collect()
}

fn zipped(parts: &BTreeMap<String, String>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(name.as_str(), SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn a_changed_file_is_refused() {
    let house = House::new(Backend::Sqlite);
    let (manifest, file) = file_of(&house.ledger, house.event);
    let mut changed = parts(&file);
    let late = |text: &str| text.replace("late from lunch", "away for lunch");
    changed.entry("texts.jsonl".to_owned()).and_modify(|text| *text = late(text));
    let database = TestDatabase::new(Backend::Sqlite);
    let ledger = Ledger::new(database.open());
    assert_eq!(
        take_in(&ledger, &zipped(&changed)),
        Err("the archive was changed after it was made: texts.jsonl is not what the manifest says".to_owned())
    );
    // Whoever makes the manifest fit has the chain against them.
    let mut told: Manifest = manifest.clone();
    let body = changed["texts.jsonl"].clone();
    let part = told.parts.iter_mut().find(|part| part.name == "texts.jsonl").unwrap();
    (part.bytes, part.sha256) = (body.len() as u64, Bytes32::digest(body.as_bytes()));
    let lines: String = told.parts.iter().map(|part| format!("{} {}\n", part.name, part.sha256)).collect();
    told.digest = Bytes32::digest(lines.as_bytes());
    changed.insert("manifest.json".to_owned(), serde_json::to_string(&told).unwrap());
    let refused = take_in(&ledger, &zipped(&changed)).unwrap_err();
    assert!(
        refused.starts_with("It does not prove itself: ") && refused.contains("was changed"),
        "{refused}"
    );
    // Cut at its end, with a manifest that fits.
    let mut cut = parts(&file);
    let kept: Vec<&str> = cut["entries.jsonl"].lines().collect();
    let kept = kept[..kept.len() - 1].join("\n") + "\n";
    cut.insert("entries.jsonl".to_owned(), kept);
    assert!(
        take_in(&ledger, &zipped(&cut)).unwrap_err().contains("entries.jsonl is not what the manifest says")
    );
    // Nothing of all this is there; the file as it was is taken, once.
    assert_eq!(take_in(&ledger, &file), Ok(house.event));
    assert_eq!(
        take_in(&ledger, &file),
        Err("This event is here already, and stands as it does in the file.".to_owned())
    );
    let hide = EventCommand::ShowEvent { is_public: false };
    ledger.commit(&Order::new(Actor::Program, house.event, hide)).unwrap();
    assert_eq!(
        take_in(&ledger, &file),
        Err("This event is here already, and does not stand as it does in the file.".to_owned())
    );
}

fn run(database: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"));
    command.env("RUST_LOG", "warn").env("TIGER_DATABASE", database).args(arguments).output().unwrap()
}

#[track_caller]
fn expect(output: &Output, code: i32, text: &str) -> String {
    let told = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let told = String::from_utf8_lossy(&told).into_owned();
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert!(told.contains(text), "no `{text}` in: {told}");
    told
}

#[test]
fn the_command_line_carries_an_event_and_its_signed_end() {
    let house = House::new(Backend::Sqlite);
    let DatabaseUrl::Sqlite(database) = &house.database.url else { unreachable!("it is a file") };
    let file = house.folder.path().join("open.tiger");
    let name = file.to_str().unwrap();
    let witness = house.folder.path().join("witness");
    let export = ["export", "open", name, "--witness", witness.to_str().unwrap()];
    let told = expect(&run(database, &export), 0, "open.tiger: open, 8 entries");
    let digest = told.lines().find(|line| line.starts_with("digest ")).unwrap();
    expect(&run(database, &export), 2, "cannot make");
    expect(&run(database, &["export", "nobody", name]), 2, "event nobody: there is no such event");
    for to_nowhere in [["export", "open", "-"].as_slice(), &["backup", "-"]] {
        expect(&run(database, to_nowhere), 2, "written into a file, not to standard output: name one");
    }
    use std::os::unix::fs::PermissionsExt;
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o077, 0);
    let there = house.folder.path().join("there.sqlite3");
    let key = Witness::open(&witness).unwrap().public_key().to_string();
    expect(&run(&there, &["import", name]), 2, "`tiger-arbiter serve` makes a new one");
    assert!(!there.exists(), "no database is made at a mistyped path");
    let store = StoreConfig { database: DatabaseUrl::Sqlite(there.clone()), connections: 1 };
    Database::open(&store).unwrap().migrate().unwrap();
    let told = expect(&run(&there, &["import", name]), 0, digest);
    assert!(told.contains(&key), "{told}");
    expect(&run(&there, &["import", name]), 2, "This event is here already");
    expect(&run(&there, &["ledger", "verify"]), 0, "open: whole");
    std::fs::write(&file, "not a zip").unwrap();
    expect(&run(&there, &["import", name]), 2, "this is no archive of an event");
}

#[test]
fn a_file_is_shown_to_be_read_and_nothing_is_left_of_it() {
    let house = House::new(Backend::Sqlite);
    let hide = EventCommand::ShowEvent { is_public: false };
    house.ledger.commit(&Order::new(Actor::Program, house.event, hide)).unwrap();
    let (_, bytes) = file_of(&house.ledger, house.event);
    let file = house.folder.path().join("open.tiger");
    std::fs::write(&file, bytes).unwrap();
    let temporary = house.folder.path().join("temporary");
    std::fs::create_dir(&temporary).unwrap();
    let mut process = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"))
        .env("TMPDIR", &temporary)
        .args(["show", file.to_str().unwrap(), "--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    let told = lines.next().unwrap().unwrap();
    let (_, address) = told.split_once(" is open at ").unwrap();
    let base = address.strip_suffix("/events/open").unwrap();
    let visitor = Browser::new(base);
    visitor.get("/events/open/standings").expect_status(200).expect_text("Moor, Tessa");
    visitor.get("/events").expect_status(200).expect_text("Merridon Open");
    visitor
        .post_bare("/sign-in", &[("login", "x"), ("password", "y")])
        .expect_status(403)
        .expect_text("nothing can be changed here");
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 1);
    let ended = Command::new("kill").args(["-TERM", &process.id().to_string()]).status().unwrap();
    assert!(ended.success() && process.wait().unwrap().success());
    assert_eq!(std::fs::read_dir(&temporary).unwrap().count(), 0);
}
