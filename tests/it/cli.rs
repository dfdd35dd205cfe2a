//! The command line: accounts, ledgers, and the server's first start.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

use tiger_arbiter::clock::new_id;
use tiger_arbiter::config::DatabaseUrl;
use tiger_arbiter::ledger::{Ledger, Order};
use tiger_event::Actor;

use crate::rig::{Backend, Browser, PASSWORD, TestDatabase, create_event, on_both_databases};

fn program(database: &TestDatabase) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"));
    let url = match &database.url {
        DatabaseUrl::Sqlite(file) => file.to_str().unwrap().to_owned(),
        DatabaseUrl::Postgres(url) => url.clone(),
    };
    command.env("TIGER_DATABASE", url).env("RUST_LOG", "warn").stdin(Stdio::null());
    command
}

fn run(database: &TestDatabase, arguments: &[&str]) -> Output {
    program(database).args(arguments).output().unwrap()
}

#[track_caller]
fn expect(output: &Output, code: i32, text: &str) {
    let told =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert!(told.contains(text), "no `{text}` in: {told}");
}

#[test]
fn a_machine_is_looked_at_before_people_come() {
    let database = TestDatabase::new(Backend::Sqlite);
    let told = run(&database, &["doctor", "--listen", "127.0.0.1:0"]);
    expect(&told, 0, "No copies are made: give --backup-to FOLDER");
    expect(&told, 0, "The disk takes ");
    expect(&told, 0, " is sound, and its ledgers are whole.");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    expect(&run(&database, &["doctor", "--listen", &address]), 1, "STOPS   Something listens on");
    let folder = tempfile::tempdir().unwrap();
    let demo = folder.path().join("demo");
    let begun = run(&database, &["demo", "--listen", &address, "--folder", demo.to_str().unwrap()]);
    expect(&begun, 2, "cannot listen on");
    assert!(!demo.exists(), "nothing is in the way of the next try");
    // All that would keep `serve` from starting.
    let doctor = |more: &[&str]| run(&database, &[&["doctor", "--listen", "127.0.0.1:0"], more].concat());
    expect(&doctor(&["--metrics", &address]), 1, "choose another port with --metrics");
    let mail = ["--mail-server", "smtp://localhost", "--mail-from", "a@b.example", "--mail-user", "a"];
    let unreadable = [&mail[..], &["--mail-password-file", "/nowhere"]].concat();
    expect(&doctor(&unreadable), 1, "STOPS   The settings of e-mail cannot be used");
    let DatabaseUrl::Sqlite(file) = &database.url else { unreachable!("it is a file") };
    std::fs::write(file, "not a database, whatever its name says").unwrap();
    expect(&run(&database, &["doctor", "--listen", "127.0.0.1:0"]), 1, "file is not a database");
    // What is set to no, in a file of settings, asks for nothing.
    let set = |value| program(&database).env("TIGER_BEHIND_PROXY", value).arg("doctor").output().unwrap();
    expect(&set("false"), 1, "file is not a database");
    expect(&set("true"), 2, "--base-url");
    // What is set to nothing is not set.
    let empty = program(&database).env("TIGER_BASE_URL", "").env("TIGER_LISTEN", "").arg("doctor").output();
    expect(&empty.unwrap(), 1, "file is not a database");
}

fn a_database_of_another_program_stays_as_it_is(backend: Backend) {
    use diesel::connection::SimpleConnection;
    use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection};
    let database = TestDatabase::bare(backend);
    let other = "CREATE TABLE places (name TEXT); INSERT INTO places VALUES ('Merridon');";
    let tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'places'";
    let state = || match &database.url {
        DatabaseUrl::Sqlite(file) => std::fs::read(file).unwrap(),
        DatabaseUrl::Postgres(url) => {
            let mut server = PgConnection::establish(url).unwrap();
            vec![u8::try_from(diesel::sql_query(tables).execute(&mut server).unwrap()).unwrap()]
        }
    };
    match &database.url {
        DatabaseUrl::Sqlite(file) => {
            SqliteConnection::establish(file.to_str().unwrap()).unwrap().batch_execute(other).unwrap();
        }
        DatabaseUrl::Postgres(url) => PgConnection::establish(url).unwrap().batch_execute(other).unwrap(),
    }
    let before = state();
    for (arguments, code) in [
        (&["doctor", "--listen", "127.0.0.1:0"][..], 1),
        (&["user", "list"], 2),
        (&["user", "add", "hans"], 2),
        (&["ledger", "verify"], 2),
        (&["serve", "--listen", "127.0.0.1:0"], 2),
    ] {
        expect(&run(&database, arguments), code, "is another program's database");
        assert_eq!(state(), before, "{arguments:?}");
    }
}

/// Whoever only looks makes no tables, nor a database of a file with nothing in it.
fn an_empty_database_stays_empty_for_who_only_looks(backend: Backend) {
    let database = TestDatabase::bare(backend);
    if let DatabaseUrl::Sqlite(file) = &database.url {
        std::fs::write(file, "").unwrap();
        expect(&run(&database, &["user", "add", "hans"]), 2, " is empty");
    }
    expect(&run(&database, &["user", "list"]), 2, " is empty");
    expect(&run(&database, &["doctor", "--listen", "127.0.0.1:0"]), 0, ": `serve` makes it");
    match &database.url {
        DatabaseUrl::Sqlite(file) => {
            assert_eq!(std::fs::metadata(file).unwrap().len(), 0);
        }
        DatabaseUrl::Postgres(url) => {
            use diesel::{Connection, RunQueryDsl};
            let mut server = diesel::PgConnection::establish(url).unwrap();
            let tables = diesel::sql_query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
            assert_eq!(tables.execute(&mut server).unwrap(), 0);
        }
    }
}

#[test]
fn a_package_finds_its_manual_and_completions() {
    let folder = tempfile::TempDir::new().unwrap();
    let database = TestDatabase::bare(Backend::Sqlite);
    expect(&run(&database, &["manual", folder.path().to_str().unwrap()]), 0, "");
    let page = std::fs::read_to_string(folder.path().join("man/tiger-arbiter-ledger-verify.1")).unwrap();
    assert!(page.contains("hash chain"), "{page}");
    let page = std::fs::read_to_string(folder.path().join("man/tiger-arbiter-serve.1")).unwrap();
    assert!(page.contains("TIGER_BACKUP_TO"), "variables are named: {page}");
    for name in ["tiger-arbiter.bash", "_tiger-arbiter", "tiger-arbiter.fish"] {
        let text = std::fs::read_to_string(folder.path().join("completions").join(name)).unwrap();
        assert!(text.contains("doctor"), "{name}");
    }
}

/// A server of this program; it is killed when dropped.
struct Server {
    process: Child,
    lines: Vec<String>,
}

impl Server {
    /// Starts it and reads `count` lines of what it prints.
    fn start(database: &TestDatabase, count: usize) -> Self {
        let mut process = program(database)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let lines = output.lines().take(count).map(|line| line.unwrap().trim().to_owned()).collect();
        Self { process, lines }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

on_both_databases!(
    a_database_of_another_program_stays_as_it_is,
    an_empty_database_stays_empty_for_who_only_looks,
    accounts_are_added_listed_and_get_passwords,
    a_lost_second_factor_is_reset,
    ledgers_are_shown_and_checked,
    the_first_start_prints_a_setup_link
);

fn accounts_are_added_listed_and_get_passwords(backend: Backend) {
    let database = TestDatabase::new(backend);
    let added = run(&database, &["user", "add", "Tessa", "--name", "Moor, Tessa", "--admin"]);
    expect(&added, 0, "http://127.0.0.1:8080/password/");
    expect(&run(&database, &["user", "list"]), 0, "tessa\tMoor, Tessa\tadministrator, no password yet");
    expect(&run(&database, &["user", "add", "tessa"]), 2, "there is an account `tessa` already");
    expect(&run(&database, &["user", "add", "two words"]), 2, "without blanks");
    let with_password = |password: &str| {
        let mut command = program(&database);
        command.args(["user", "passwd", "tessa", "--password-stdin"]);
        let mut process =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        writeln!(process.stdin.take().unwrap(), "{password}").unwrap();
        process.wait_with_output().unwrap()
    };
    expect(&with_password("short"), 2, "at least 12 characters");
    expect(&with_password(PASSWORD), 0, "changed the password of tessa");
    expect(&run(&database, &["user", "list"]), 0, "tessa\tMoor, Tessa\tadministrator");
    expect(&run(&database, &["user", "passwd", "nobody"]), 2, "there is no account `nobody`");
    expect(&run(&database, &["user", "add", "robin", "--arbiter"]), 0, "added robin");
    let db = database.open();
    let (robin, _) = db.read(|db| tiger_arbiter::db::users::find_by_login(db, "robin")).unwrap().unwrap();
    assert!(robin.is_arbiter && !robin.is_admin);
}

fn a_lost_second_factor_is_reset(backend: Backend) {
    use tiger_arbiter::auth::factor::{self, Proposed};
    use tiger_arbiter::db;
    let database = TestDatabase::new(backend);
    run(&database, &["user", "add", "tessa", "--admin"]);
    let reset = |reason| run(&database, &["user", "reset-factor", "tessa", "--reason", reason]);
    expect(&reset("lost"), 2, "has no second factor");
    {
        let db = database.open();
        let (tessa, _) = db.read(|db| db::users::find_by_login(db, "tessa")).unwrap().unwrap();
        let proposed = Proposed::new().unwrap();
        db.write(|db| factor::begin(db, tessa.id, &proposed)).unwrap();
    }
    expect(&reset(" "), 2, "the reason cannot be taken");
    expect(&reset("telephone and codes lost"), 0, "took the second factor of tessa away");
    let db = database.open();
    let (tessa, _) = db.read(|db| db::users::find_by_login(db, "tessa")).unwrap().unwrap();
    assert!(db.read(|db| db::factors::find(db, tessa.id)).unwrap().is_none());
    let lines = db.read(|db| db::journal::newest(db, 9)).unwrap();
    assert_eq!(lines[0].who, "tessa (telephone and codes lost)");
}

fn ledgers_are_shown_and_checked(backend: Backend) {
    use diesel::connection::SimpleConnection;
    let database = TestDatabase::new(backend);
    let ledger = Ledger::new(database.open());
    let event = new_id();
    let create = create_event(event, "open", new_id());
    ledger.commit(&Order::new(Actor::Program, event, create)).unwrap();
    expect(&run(&database, &["ledger", "verify"]), 0, "open: whole, 1 entries");
    expect(&run(&database, &["ledger", "show", "open"]), 0, "\"do\":\"create_event\"");
    expect(&run(&database, &["ledger", "show", "none"]), 2, "there is no event `none`");
    let sql = "UPDATE events SET version = 7";
    ledger.database().read(|db| Ok::<_, tiger_arbiter::db::DbError>(db.batch_execute(sql)?)).unwrap();
    expect(&run(&database, &["ledger", "verify", "open"]), 1, "open: BROKEN");
}

fn the_first_start_prints_a_setup_link(backend: Backend) {
    let database = TestDatabase::bare(backend);
    let server = Server::start(&database, 3);
    let base = server.lines[0].strip_prefix("Tiger Arbiter is open at ").unwrap();
    let link = &server.lines[2];
    assert!(link.starts_with(&format!("{base}/setup/")), "{:?}", server.lines);
    let browser = Browser::new(base);
    let fields = [("name", "Reed, Jonah"), ("login", "jonah"), ("password", PASSWORD)];
    browser.post_form(link.strip_prefix(base).unwrap(), &fields).expect_redirect("/");
    drop(server);
    let again = Server::start(&database, 1);
    let base = again.lines[0].strip_prefix("Tiger Arbiter is open at ").unwrap();
    let browser = Browser::new(base);
    let fields = [("login", "jonah"), ("password", PASSWORD)];
    browser.post_form("/sign-in", &fields).expect_redirect("/");
}

#[test]
fn what_is_not_there_is_not_made_by_looking() {
    let database = TestDatabase::bare(Backend::Sqlite);
    expect(&run(&database, &["ledger", "verify"]), 2, "there is no database");
    expect(&run(&database, &["user", "list"]), 2, "there is no database");
    expect(&run(&database, &["user", "add", "tessa"]), 2, "`tiger-arbiter serve` makes a new one");
    let DatabaseUrl::Sqlite(file) = &database.url else { unreachable!("it is a file") };
    assert_eq!(std::fs::read_dir(file.parent().unwrap()).unwrap().count(), 0);
}

#[test]
fn behind_a_proxy_the_address_that_people_type_is_asked_for() {
    let database = TestDatabase::bare(Backend::Sqlite);
    expect(&run(&database, &["serve", "--behind-proxy"]), 2, "--base-url");
}

#[test]
fn whoever_starts_it_hears_that_others_may_read_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let database = TestDatabase::new(Backend::Sqlite);
    let DatabaseUrl::Sqlite(file) = &database.url else { unreachable!("it is a file") };
    let said = |mode| {
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(mode)).unwrap();
        let mut serve = program(&database);
        serve.args(["serve", "--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut serve = serve.spawn().unwrap();
        // What it warns of stands in the log before it says where it is open.
        BufReader::new(serve.stdout.take().unwrap()).lines().next().unwrap().unwrap();
        serve.kill().unwrap();
        String::from_utf8(serve.wait_with_output().unwrap().stderr).unwrap()
    };
    for mode in [0o644, 0o660, 0o602] {
        assert!(said(mode).contains("others on this machine may read or change the database"), "{mode:o}");
    }
    assert_eq!(said(0o600), "");
}

#[test]
fn a_new_database_file_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let database = TestDatabase::bare(Backend::Sqlite);
    drop(database.open());
    let DatabaseUrl::Sqlite(file) = &database.url else { unreachable!("it is a file") };
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn an_address_that_leads_nowhere_is_told_without_its_password() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"));
    let url = "postgres://tiger:s3cret@127.0.0.1:1/none";
    let output = command.args(["user", "add", "tessa", "--database", url]).output().unwrap();
    expect(&output, 2, "postgres://…@127.0.0.1:1/none");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!told.contains("s3cret"), "{told}");
}

#[test]
fn a_backup_restores_what_was_there_when_it_was_made() {
    let app = crate::rig::TestApp::start(Backend::Sqlite);
    let (chief, _) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    app.add_entries(event, &["Ash, Rowan"]);
    app.commit(event, tiger_event::command::EventCommand::ShowEvent { is_public: true });
    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("backup.sqlite3");
    let DatabaseUrl::Sqlite(original) = app.state().config.store.database.clone() else {
        unreachable!("it is a file")
    };
    let backup = |from: &std::path::Path| {
        let arguments = ["backup", file.to_str().unwrap(), "--database", from.to_str().unwrap()];
        Command::new(env!("CARGO_BIN_EXE_tiger-arbiter")).args(arguments).output().unwrap()
    };
    // The app runs and goes on.
    expect(&backup(&original), 0, "1 event, 1 whole");
    let then = app.state().ledger.event(event).unwrap();
    app.add_entries(event, &["Elm, Wych"]);
    expect(&backup(&original), 2, "is there already");
    let names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let mut names = names;
    names.sort();
    assert_eq!(
        names,
        ["backup.sqlite3", "backup.sqlite3.checkpoint"],
        "nothing else is left beside the copy"
    );

    let mut process = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"))
        .args(["serve", "--listen", "127.0.0.1:0", "--database", file.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let address = line.trim().split_once("http://").unwrap().1.trim_end_matches('/');
    let restored = Browser::new(&format!("http://{address}"));
    restored
        .get("/events/open/players")
        .expect_status(200)
        .expect_text("Ash, Rowan")
        .expect_no_text("Elm, Wych");
    process.kill().unwrap();
    process.wait().unwrap();
    drop(output);
    let store =
        tiger_arbiter::config::StoreConfig { database: DatabaseUrl::Sqlite(file.clone()), connections: 1 };
    let ledger = Ledger::new(tiger_arbiter::db::Database::open(&store).unwrap());
    assert_eq!(ledger.event(event).unwrap(), then);
    assert_eq!(ledger.verify(event).unwrap().faults, vec![]);
}

#[test]
fn only_sqlite_databases_are_backed_up_by_the_program() {
    let database = TestDatabase::new(Backend::Postgres);
    expect(&run(&database, &["backup", "/nowhere/x.sqlite3"]), 2, "pg_dump");
    let sqlite = TestDatabase::new(Backend::Sqlite);
    expect(&run(&sqlite, &["backup", "/nowhere/x.sqlite3"]), 2, "no folder");
}

#[test]
fn a_copy_is_kept_before_an_upgrade() {
    use diesel::connection::SimpleConnection;
    use diesel::{Connection, SqliteConnection};
    use std::os::unix::fs::{MetadataExt, chown};
    let database = TestDatabase::bare(Backend::Sqlite);
    let DatabaseUrl::Sqlite(file) = &database.url else { unreachable!("it is a file") };
    // A database as the first version of the program left it.
    let mut old = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    old.batch_execute(include_str!("../../migrations/sqlite/0001_accounts_and_ledger/up.sql")).unwrap();
    old.batch_execute(
        "CREATE TABLE __diesel_schema_migrations (version VARCHAR(50) PRIMARY KEY NOT NULL, run_on TIMESTAMP NOT NULL \
         DEFAULT CURRENT_TIMESTAMP); INSERT INTO __diesel_schema_migrations (version) VALUES ('0001');",
    )
    .unwrap();
    drop(old);
    // What an upgrade of another day left says nothing of this one.
    let copy = file.with_file_name("test.sqlite3.before-upgrade-from-0001");
    std::fs::write(&copy, "of another day").unwrap();
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(86_400);
    std::fs::File::options().append(true).open(&copy).unwrap().set_modified(long_ago).unwrap();
    // What only reads leaves it as it is.
    for reading in [
        ["user", "list"].as_slice(),
        &["ledger", "verify"],
        &["ledger", "show", "open"],
        &["ledger", "checkpoint"],
        &["export", "open", "/nowhere/open.tiger"],
        &["publish", "open", "/nowhere/site"],
        &["backup", "/nowhere/copy.sqlite3"],
    ] {
        expect(&run(&database, reading), 2, "`tiger-arbiter serve` brings it up to date");
    }
    let names = std::fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| !name.ends_with("-wal") && !name.ends_with("-shm"));
    names.sort();
    assert_eq!(names, ["test.sqlite3", "test.sqlite3.before-upgrade-from-0001"]);
    let is_root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
    if is_root {
        chown(file, Some(54_321), Some(54_321)).unwrap();
    }
    expect(&run(&database, &["user", "add", "tessa"]), 0, "a copy was kept");
    let is_kept = |name: &str| name.starts_with("test.sqlite3.before-upgrade-from-0001-");
    let names = std::fs::read_dir(file.parent().unwrap()).unwrap();
    let mut names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let kept = file.with_file_name(names.find(|name| is_kept(name)).unwrap());
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), "of another day");
    let copy = kept;
    assert!(!is_root || copy.metadata().unwrap().uid() == 54_321, "its owner is the database's");
    let has_table = |file: &std::path::Path| {
        let mut connection = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
        connection.batch_execute("SELECT * FROM registrations").is_ok()
    };
    assert!(copy.is_file() && !has_table(&copy), "the copy is as it was before");
    assert!(has_table(file), "the database is up to date");
    // Started again, nothing is copied any more; a new database has nothing to be kept.
    std::fs::remove_file(&copy).unwrap();
    expect(&run(&database, &["user", "list"]), 0, "");
    assert!(!copy.exists());
}

#[test]
fn the_rules_answer_a_mistyped_move_with_what_may_have_been_meant() {
    let rules = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"));
        command.arg("rules").args(arguments).stdin(Stdio::null()).output().unwrap()
    };
    let start = |game: &str| String::from_utf8(rules(&["start", game]).stdout).unwrap().trim().to_owned();
    let lancer = start("lancerchess");
    let play = |typed: &str| rules(&["play", "lancerchess", "--situation", &lancer, typed]);
    expect(
        &play("E2E4"),
        1,
        "no sign stands between E2 and E4: `-` is due for a move, `x` for a capture; perhaps E2-E4",
    );
    expect(&play("0-K"), 1, "where the letter `O` is due\n");
    let clear = "3q4/8/8/8/8/8/7P/T2Q3T b KQ - 0 1";
    let protection = rules(&["play", "lancerchess", "--situation", clear, "0-K"]);
    expect(&protection, 1, "where the letter `O` is due; perhaps O-K was meant");
    expect(&play("E2-E9"), 1, "there is no position E9");
    expect(&rules(&["play", "lancerchess", "--situation", &lancer]), 2, "no move is given");
    // The pass looks like the end of the options.
    let dance = start("dance");
    for pass in ["--", "pass"] {
        expect(&rules(&["play", "dance", "--situation", &dance, pass]), 1, "a pass is for who has none");
    }
    expect(&rules(&["play", "dance", "--situation", &dance, "a2-a3", "--"]), 1, "--: there is a legal move");

    let folder = tempfile::TempDir::new().unwrap();
    let file = folder.path().join("wide.tgr");
    let wide: Vec<u8> = "[Game \"Dance\"]".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(&file, wide).unwrap();
    expect(&rules(&["check", file.to_str().unwrap()]), 2, "UTF-16");
    let game = "[Game \"LancerChess\"]\n[Bengal \"A\"]\n[Siberian \"B\"]\n[Result \"*\"]\n\n1. E2-E4 *\n\n";
    std::fs::write(&file, game.replace("E4 *", "E4} *") + game).unwrap();
    let checked = rules(&["check", file.to_str().unwrap()]);
    expect(&checked, 1, "\"index\":2,\"game\":\"lancerchess\",\"plies\":1,\"ok\":true");
}
