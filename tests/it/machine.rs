//! The machine on which the program serves: what `root` does beside the service, what stands in its log, and its numbers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tiger_arbiter::clock::new_id;
use tiger_arbiter::config::DatabaseUrl;
use tiger_arbiter::ledger::{Ledger, Order};
use tiger_event::command::Command as Change;
use tiger_event::{Actor, EntryCommand};

use crate::rig::{Backend, Browser, TestApp, TestDatabase, create_event, new_entry};

/// Whom the service runs as.
const SERVICE: u32 = 54_321;

fn file_of(database: &TestDatabase) -> &Path {
    let DatabaseUrl::Sqlite(file) = &database.url else { unreachable!("it is a file") };
    file
}

fn program(database: &TestDatabase, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"));
    command.args(arguments).arg("--database").arg(file_of(database)).stdin(Stdio::null());
    command
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let there = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    there
        .flat_map(|path| if path.is_dir() { [vec![path.clone()], below(&path)].concat() } else { vec![path] })
        .collect()
}

/// Only `root` can give something away.
#[test]
fn what_root_makes_beside_the_database_is_the_service_s() {
    if std::fs::metadata("/proc/self").unwrap().uid() != 0 {
        return;
    }
    let database = TestDatabase::new(Backend::Sqlite);
    let event = new_id();
    let ledger = Ledger::new(database.open());
    let entries = vec![new_entry("Vale, Ondine")];
    for command in
        [Change::from(create_event(event, "open", new_id())), EntryCommand::AddEntries { entries }.into()]
    {
        ledger.commit(&Order::new(Actor::Program, event, command)).unwrap();
    }
    drop(ledger);
    let (file, folder) = (file_of(&database), file_of(&database).parent().unwrap());
    let list = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(list.path(), "id,name\n1,\"Moor, Tamsin\"\n").unwrap();
    tiger_arbiter::db::wait_until_closed(file).unwrap();
    for path in [folder, file] {
        chown(path, Some(SERVICE), Some(SERVICE)).unwrap();
    }
    let ratings = folder.join("ratings.sqlite3");
    let mut load = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"));
    load.args(["ratings", "load"]).arg(list.path()).arg("--ratings").arg(&ratings);
    let witness = folder.join("kept/witness");
    let witness = witness.to_str().unwrap();
    for mut command in [
        load,
        program(&database, &["ledger", "checkpoint"]),
        program(&database, &["ledger", "checkpoint", "--witness", witness]),
        program(&database, &["erase", "open", "1", "--reason", "asked for"]),
    ] {
        assert!(command.stdout(Stdio::null()).status().unwrap().success(), "{command:?}");
    }
    let made = below(folder);
    assert!(made.iter().any(|path| path.ends_with("test.sqlite3.witness/erasures")), "{made:?}");
    assert!(
        made.iter().any(|path| path.ends_with("kept/witness/key")) && made.contains(&ratings),
        "{made:?}"
    );
    for path in made {
        let owner = std::fs::metadata(&path).unwrap();
        assert_eq!((owner.uid(), owner.gid()), (SERVICE, SERVICE), "{}", path.display());
    }
}

/// What stands in the log of a program to which something unreadable was sent.
fn log_of_what_is_unreadable(level: &str) -> String {
    let database = TestDatabase::new(Backend::Sqlite);
    let mut serve = program(&database, &["serve", "--listen", "127.0.0.1:0"]);
    let mut serve =
        serve.env("RUST_LOG", level).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    // It is not let go of: more is said, and who cannot say it ends.
    let mut said = BufReader::new(serve.stdout.take().unwrap());
    said.read_line(&mut line).unwrap();
    let address = line.trim().rsplit_once('/').unwrap().1;
    let long = [b"GET / HTTP/1.1\r\nX: ".as_slice(), &[b'x'; 200_000]].concat();
    for bytes in [b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n".as_slice(), b"GET / HTTP/9.9\r\n\r\n", &long] {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        // It may be refused before it was sent whole.
        let _ = stream.write_all(bytes);
        let _ = stream.read_to_end(&mut Vec::new());
    }
    Browser::new(&format!("http://{address}")).get("/health").expect_status(200);
    serve.kill().unwrap();
    String::from_utf8(serve.wait_with_output().unwrap().stderr).unwrap()
}

#[test]
fn what_is_unreadable_is_no_failure_in_the_log() {
    let log = log_of_what_is_unreadable("info");
    assert!(log.contains("listening") && !log.contains("ERROR"), "{log}");
    assert!(!log.contains('\x1b'), "colours are for terminals: {log}");
    let log = log_of_what_is_unreadable("debug");
    assert!(!log.contains("ERROR") && log.contains("a connection ended"), "{log}");
}

#[test]
fn a_hall_stays_open_whose_words_nobody_reads() {
    let database = TestDatabase::new(Backend::Sqlite);
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut serve = program(&database, &["serve", "--listen", &address]);
    let mut serve = serve.stdout(writer).stderr(Stdio::null()).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(30);
    while TcpStream::connect(&address).is_err() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    // By then it has said all that it has to say, or tried to.
    Browser::new(&format!("http://{address}")).get("/health").expect_status(200);
    assert_eq!(serve.try_wait().unwrap(), None);
    serve.kill().unwrap();
    serve.wait().unwrap();
}

#[test]
fn the_age_of_the_last_copy_is_among_the_numbers() {
    let folder = tempfile::TempDir::new().unwrap();
    let numbers = |to: Option<PathBuf>| {
        let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let _app = TestApp::start_with(Backend::Sqlite, |config| {
            config.metrics = Some(address);
            config.backup.to = to;
        });
        Browser::new(&format!("http://{address}")).get("/metrics").expect_status(200)
    };
    numbers(None).expect_text("tiger_watchers 0").expect_no_text("tiger_copy_age_seconds");
    let told = numbers(Some(folder.path().join("copies")));
    told.expect_text("# TYPE tiger_copy_age_seconds gauge\ntiger_copy_age_seconds ");
}

/// The handbook's command line beside the service is the unit's.
#[test]
fn commands_beside_the_service_run_as_it_does() {
    let unit = include_str!("../../deploy/tiger-arbiter.service");
    let handbook = include_str!("../../docs/handbook/administrator.md");
    let shared = ["DynamicUser=", "UMask=", "StateDirectory=", "StateDirectoryMode=", "EnvironmentFile="];
    let settings = unit.lines().filter(|line| shared.iter().any(|name| line.starts_with(name)));
    let settings: Vec<String> = settings.map(|line| format!("-p {line}")).collect();
    assert_eq!(settings.len(), shared.len(), "{settings:?}");
    let variables = unit.lines().filter_map(|line| line.strip_prefix("Environment="));
    let variables = variables.flat_map(str::split_whitespace).filter(|it| !it.starts_with("TIGER_LISTEN="));
    for wanted in settings.into_iter().chain(variables.map(|it| format!("-E {it}"))) {
        assert!(handbook.contains(&wanted), "{wanted}");
    }
}
