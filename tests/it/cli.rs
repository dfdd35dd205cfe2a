//! The command line: accounts, ledgers, and the server's first start.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

use tiger_arbiter::config::DatabaseUrl;
use tiger_arbiter::domain::actor::Actor;
use tiger_arbiter::domain::ids::{EventId, UserId};
use tiger_arbiter::ledger::{Ledger, Order};

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

on_both_databases! {
    fn accounts_are_added_listed_and_get_passwords(backend: Backend) {
        let database = TestDatabase::new(backend);
        let added = run(&database, &["user", "add", "Tessa", "--name", "Moor, Tessa", "--admin"]);
        expect(&added, 0, "http://127.0.0.1:8080/password/");
        expect(&run(&database, &["user", "list"]), 0, "tessa\tMoor, Tessa\tno password yet");
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
        expect(&with_password("short"), 2, "at least 10 characters");
        expect(&with_password(PASSWORD), 0, "changed the password of tessa");
        expect(&run(&database, &["user", "list"]), 0, "tessa\tMoor, Tessa\tadministrator");
        expect(&run(&database, &["user", "passwd", "nobody"]), 2, "there is no account `nobody`");
    }

    fn ledgers_are_shown_and_checked(backend: Backend) {
        use diesel::connection::SimpleConnection;
        let database = TestDatabase::new(backend);
        let ledger = Ledger::new(database.open());
        let event = EventId::new();
        let create = create_event(event, "open", UserId::new());
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
}

#[test]
fn what_is_not_there_is_not_made_by_looking() {
    let database = TestDatabase::bare(Backend::Sqlite);
    expect(&run(&database, &["ledger", "verify"]), 2, "there is no database");
    expect(&run(&database, &["user", "list"]), 2, "there is no database");
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
