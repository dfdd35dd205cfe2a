//! Copies: scheduled ones, going back to one, and a database whose file is taken away.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use tiger_arbiter::config::{DatabaseUrl, StoreConfig};
use tiger_arbiter::db::Database;
use tiger_arbiter::ledger::Ledger;
use tiger_arbiter::services::backups::{Backups, Schedule};
use tiger_event::EventCommand;

use crate::rig::{Backend, TestApp};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tiger-arbiter")).args(arguments).output().unwrap()
}

#[track_caller]
fn expect(output: &Output, code: i32, text: &str) {
    let told = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let told = String::from_utf8_lossy(&told);
    assert_eq!(output.status.code(), Some(code), "{told}");
    assert!(told.contains(text), "no `{text}` in: {told}");
}

fn file_of(app: &TestApp) -> PathBuf {
    let DatabaseUrl::Sqlite(file) = &app.state().config.store.database else { unreachable!("it is a file") };
    file.clone()
}

fn names_in(folder: &Path) -> Vec<String> {
    let names =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn wait_for_a_copy(app: &TestApp) {
    let begun = Instant::now();
    while app.state().backups.last().1.is_none() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no copy: {:?}", app.state().backups.last());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn copies_are_made_by_a_schedule_and_the_oldest_go() {
    let folder = tempfile::TempDir::new().unwrap();
    let to = folder.path().join("copies");
    let app = TestApp::start_with(Backend::Sqlite, |config| config.backup.to = Some(to.clone()));
    let (_, admin) = app.sign_in_admin();
    wait_for_a_copy(&app);
    admin
        .get("/users")
        .expect_status(200)
        .expect_text("A copy every 10 min")
        .expect_text("The last good copy is")
        .expect_text("They lie on the disk of the database");
    // What others put there, and what a clock that went wrong has dated, stays.
    let others = ["backup-2026-11-21.sqlite3", "backup-2099-01-01T00-00-00.000Z.sqlite3", "backup-notes.txt"];
    for other in others {
        std::fs::write(to.join(other), "not ours").unwrap();
    }
    // What a copy left that was cut off goes; one under way stays.
    let parts =
        ["backup-2020-01-01T00-00-00.000Z.sqlite3.part", "backup-2020-01-01T00-00-00.000Z.sqlite3.part-wal"];
    let under_way = "backup-2020-01-02T00-00-00.000Z.sqlite3.part";
    for part in parts.iter().chain([&under_way]) {
        std::fs::write(to.join(part), "torn").unwrap();
    }
    let earlier = std::time::SystemTime::now() - Duration::from_secs(7_200);
    for part in parts {
        std::fs::File::options().append(true).open(to.join(part)).unwrap().set_modified(earlier).unwrap();
    }
    let schedule = Schedule { keep: 2, ..app.state().backups.schedule().unwrap().clone() };
    let backups = Backups::new(Some(schedule.clone()));
    for _ in 0..3 {
        backups.make_one(&schedule, &app.state().db, None);
        std::thread::sleep(Duration::from_millis(2));
    }
    let made = backups.last().0.unwrap().outcome.unwrap();
    let mut names = names_in(&to);
    assert!(names.contains(&made.file_name().unwrap().to_str().unwrap().to_owned()), "the newest: {names:?}");
    assert!(!parts.iter().any(|part| names.contains(&(*part).to_owned())), "{names:?}");
    std::fs::remove_file(to.join(under_way)).unwrap();
    names.retain(|name| !others.contains(&name.as_str()) && name != under_way);
    assert_eq!((names.len(), names_in(&to).len()), (2, 5), "{names:?}");
    // A copy that cannot be made is told.
    std::fs::remove_dir_all(&to).unwrap();
    app.state().backups.make_one(&schedule, &app.state().db, None);
    admin.get("/users").expect_status(200).expect_text("The last attempt failed");
}

#[test]
fn halls_that_copy_to_one_folder_leave_each_other_s_copies_alone() {
    let folder = tempfile::TempDir::new().unwrap();
    // Both databases are called `test.sqlite3`.
    let start = |()| {
        let app =
            TestApp::start_with(Backend::Sqlite, |config| config.backup.to = Some(folder.path().into()));
        wait_for_a_copy(&app);
        app
    };
    // What an earlier program left without a name is anybody's.
    std::fs::write(folder.path().join("backup-2020-01-01T00-00-00.000Z.sqlite3"), "").unwrap();
    let halls = [(), ()].map(start);
    for _ in 0..3 {
        for app in &halls {
            let backups = &app.state().backups;
            let schedule = Schedule { keep: 2, ..backups.schedule().unwrap().clone() };
            backups.make_one(&schedule, &app.state().db, None);
        }
    }
    let made = halls.each_ref().map(|app| app.state().backups.last().0.unwrap().outcome.unwrap());
    let names = names_in(folder.path());
    assert_eq!(names.iter().filter(|name| name.ends_with(".sqlite3")).count(), 4, "{names:?}");
    assert!(
        made.iter().all(|copy| copy.exists() && copy.display().to_string().contains("Z-test-")),
        "{made:?}"
    );
    assert_ne!(made[0].file_name(), made[1].file_name());
}

/// A stick that was pulled out leaves an empty folder where it was.
#[test]
fn copies_do_not_go_where_their_disk_was() {
    use std::os::unix::fs::{MetadataExt, symlink};
    let Ok(stick) = tempfile::TempDir::new_in("/dev/shm") else { return };
    let folder = tempfile::TempDir::new().unwrap();
    let disk = |folder: &tempfile::TempDir| folder.path().metadata().unwrap().dev();
    if disk(&stick) == disk(&folder) {
        return;
    }
    let (to, empty) = (folder.path().join("stick"), folder.path().join("empty"));
    std::fs::create_dir(&empty).unwrap();
    let mount = |there: &Path| {
        let _ = std::fs::remove_file(&to);
        symlink(there, &to).unwrap();
    };
    mount(stick.path());
    let app = TestApp::start_with(Backend::Sqlite, |config| config.backup.to = Some(to.clone()));
    let (_, admin) = app.sign_in_admin();
    wait_for_a_copy(&app);
    admin.get("/users").expect_status(200).expect_no_text("They lie on the disk of the database");
    mount(&empty);
    let backups = &app.state().backups;
    let schedule = backups.schedule().unwrap();
    backups.make_one(schedule, &app.state().db, None);
    assert!(backups.last().0.unwrap().outcome.unwrap_err().contains("is it mounted?"));
    assert_eq!(names_in(&empty), Vec::<String>::new());
    admin.get("/users").expect_status(200).expect_text("is it mounted?");
    mount(stick.path());
    backups.make_one(schedule, &app.state().db, None);
    backups.last().0.unwrap().outcome.unwrap();
}

/// One sentence says how PostgreSQL goes back, wherever it stands.
#[test]
fn postgresql_goes_back_as_the_handbook_says() {
    let way = "pg_restore --exit-on-error --single-transaction -d";
    expect(&run(&["restore", "backup.dump", "--database", "postgres://127.0.0.1:1/none"]), 2, way);
    expect(&run(&["backup", "--help"]), 0, way);
    for page in [include_str!("../../README.md"), include_str!("../../docs/handbook/administrator.md")] {
        assert!(page.split_whitespace().collect::<Vec<_>>().join(" ").contains(way));
    }
}

#[test]
fn without_a_schedule_the_administrator_is_told() {
    let app = TestApp::start(Backend::Sqlite);
    let (_, admin) = app.sign_in_admin();
    admin.get("/users").expect_status(200).expect_text("Nothing copies the database by itself");
}

#[test]
fn a_copy_is_restored_when_nobody_uses_the_database() {
    let app = TestApp::start(Backend::Sqlite);
    let (chief, _) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    app.add_entries(event, &["Ash, Rowan"]);
    let file = file_of(&app);
    let folder = tempfile::TempDir::new().unwrap();
    let copy = folder.path().join("copy.sqlite3");
    let (database, backup) = (file.to_str().unwrap(), copy.to_str().unwrap());
    expect(&run(&["backup", backup, "--database", database]), 0, "1 event, 1 whole");
    assert_eq!(names_in(folder.path()), ["copy.sqlite3", "copy.sqlite3.checkpoint"]);
    let then = app.state().ledger.event(event).unwrap();
    app.add_entries(event, &["Elm, Wych"]);
    app.state().ledger.rebuild(event).unwrap();
    // The app runs.
    expect(&run(&["restore", backup, "--database", database]), 2, "is in use: stop the program");
    let elsewhere = folder.path().join("hall.sqlite3");
    std::fs::copy(&file, &elsewhere).unwrap();
    std::fs::write(folder.path().join("hall.sqlite3-wal"), "of another time").unwrap();
    let hall = elsewhere.to_str().unwrap();
    expect(&run(&["restore", backup, "--database", hall]), 0, "1 events, 1 whole");
    let names = names_in(folder.path());
    assert!(!names.contains(&"hall.sqlite3-wal".to_owned()), "{names:?}");
    assert!(names.iter().any(|name| name.starts_with("hall.sqlite3.before-restore-")), "{names:?}");
    let store = StoreConfig { database: DatabaseUrl::Sqlite(elsewhere.clone()), connections: 1 };
    let ledger = Ledger::new(Database::open(&store).unwrap());
    assert_eq!(ledger.event(event).unwrap(), then);
    assert_eq!(ledger.verify(event).unwrap().faults, vec![]);
    drop(ledger);
    // A copy on a stick that everybody may read makes no database that everybody may read; a link stays one.
    let mode = |path: &Path, mode: Option<u32>| {
        if let Some(mode) = mode {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
        }
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    };
    mode(&copy, Some(0o644));
    let (fresh, link) = (folder.path().join("fresh.sqlite3"), folder.path().join("link.sqlite3"));
    expect(&run(&["restore", backup, "--database", fresh.to_str().unwrap()]), 0, "1 whole");
    assert_eq!(mode(&fresh, None), 0o600);
    mode(&fresh, Some(0o640));
    std::os::unix::fs::symlink(&fresh, &link).unwrap();
    expect(&run(&["restore", backup, "--database", link.to_str().unwrap()]), 0, "1 whole");
    assert!(link.is_symlink() && mode(&fresh, None) == 0o640);
    // What cannot be is told by what is wrong with it.
    let nowhere = folder.path().join("nowhere/hall.sqlite3");
    expect(&run(&["restore", backup, "--database", nowhere.to_str().unwrap()]), 2, "there is no folder");
    expect(&run(&["restore", hall, "--database", hall]), 2, "is the database itself");
    expect(&run(&["restore", folder.path().to_str().unwrap(), "--database", hall]), 2, "is a folder");
    // What is no copy changes nothing.
    std::fs::write(folder.path().join("torn"), "SQLite format 3").unwrap();
    let torn = folder.path().join("torn");
    expect(&run(&["restore", torn.to_str().unwrap(), "--database", hall]), 2, "backup");
    assert_eq!(Ledger::new(Database::open(&store).unwrap()).event(event).unwrap(), then);
    // The copy's checkpoint holds for the copy, and for what goes on from it.
    let checkpoint = format!("{backup}.checkpoint");
    expect(
        &run(&["ledger", "verify", "--since", &checkpoint, "--database", database]),
        0,
        "nothing witnessed there",
    );
}

/// Whoever may write to the folder of the copies puts a link where the next one begins: nothing goes where it leads.
#[test]
fn a_copy_follows_no_link() {
    let app = TestApp::start(Backend::Sqlite);
    let file = file_of(&app);
    let database = file.to_str().unwrap();
    let folder = tempfile::TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (copy, elsewhere) = (at("copy.sqlite3"), at("elsewhere"));
    std::fs::write(at("precious"), "mine").unwrap();
    std::os::unix::fs::symlink(&elsewhere, format!("{copy}.part")).unwrap();
    std::os::unix::fs::symlink(at("precious"), format!("{copy}.checkpoint")).unwrap();
    let witness = at("witness");
    expect(&run(&["backup", &copy, "--database", database, "--witness", &witness]), 0, "0 whole");
    assert!(!Path::new(&elsewhere).exists() && std::fs::read(at("precious")).unwrap() == b"mine");
    for made in [&copy, &format!("{copy}.checkpoint")] {
        let facts = Path::new(made).symlink_metadata().unwrap();
        assert!(facts.is_file() && facts.permissions().mode() & 0o077 == 0, "{made}: {facts:?}");
    }
    std::os::unix::fs::symlink(&elsewhere, at("other.sqlite3")).unwrap();
    expect(&run(&["backup", &at("other.sqlite3"), "--database", database]), 2, "is there already");
}

/// Without its database, what SQLite keeps beside one is no reason to begin an empty hall over it.
#[test]
fn the_last_entries_of_a_database_that_is_gone_are_not_written_over() {
    let folder = tempfile::TempDir::new().unwrap();
    let hall = folder.path().join("hall.sqlite3").to_str().unwrap().to_owned();
    std::fs::write(format!("{hall}-wal"), "acknowledged").unwrap();
    let told = run(&["serve", "--listen", "127.0.0.1:0", "--database", &hall]);
    expect(&told, 2, "holds the last entries of one");
    assert_eq!(std::fs::read(format!("{hall}-wal")).unwrap(), b"acknowledged");
}

/// A power cut leaves what was acknowledged beside the file: `restore` tells what a copy lacks of it, keeps it, and goes
/// back to it whole.
#[test]
fn what_a_power_cut_left_beside_the_database_is_kept_and_comes_back() {
    use std::os::unix::fs::{MetadataExt, chown};
    let app = TestApp::start(Backend::Sqlite);
    let (chief, _) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    let file = file_of(&app);
    let folder = tempfile::TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (copy, hall, other) = (at("copy.sqlite3"), at("hall.sqlite3"), at("other.sqlite3"));
    expect(&run(&["backup", &copy, "--database", file.to_str().unwrap()]), 0, "1 whole");
    app.add_entries(event, &["Elm, Wych"]);
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    let then = app.state().ledger.event(event).unwrap();
    for (ending, to) in [("", &hall), ("-wal", &format!("{hall}-wal"))] {
        std::fs::copy(format!("{}{ending}", file.display()), to).unwrap();
    }
    let stands = |file: &str| {
        let store = StoreConfig { database: DatabaseUrl::Sqlite(file.into()), connections: 1 };
        let event = Ledger::new(Database::open(&store).unwrap()).event(event).unwrap();
        tiger_arbiter::db::wait_until_closed(file.as_ref()).unwrap();
        event
    };
    // As it was left, it is a copy like others.
    expect(&run(&["restore", &hall, "--database", &other]), 0, "1 events, 1 whole");
    assert_eq!(stands(&other), then);
    let is_root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
    if is_root {
        chown(&hall, Some(54_321), Some(54_321)).unwrap();
    }
    let told = run(&["restore", &copy, "--database", &hall]);
    expect(&told, 0, "open: the copy lacks 2 entries that were there, the last of 20");
    assert!(!is_root || std::fs::metadata(&hall).unwrap().uid() == 54_321, "its owner is the old one's");
    assert_ne!(stands(&hall), then);
    let kept = names_in(folder.path()).into_iter().find(|name| name.contains(".before-restore-")).unwrap();
    expect(&run(&["restore", &at(&kept), "--database", &hall]), 0, "1 events, 1 whole");
    assert_eq!(stands(&hall), then);
    // A copy of a newer program is refused before anything is moved.
    let newer =
        Database::open(&StoreConfig { database: DatabaseUrl::Sqlite(copy.clone().into()), connections: 1 });
    let migration = "INSERT INTO __diesel_schema_migrations (version) VALUES ('9999')";
    let add = |db: &mut tiger_arbiter::db::Db| {
        diesel::RunQueryDsl::execute(diesel::sql_query(migration), db)?;
        Ok::<_, tiger_arbiter::db::DbError>(())
    };
    newer.unwrap().write(add).unwrap();
    expect(&run(&["restore", &copy, "--database", &hall]), 2, "migration 9999");
    expect(&run(&["doctor", "--database", &copy, "--listen", "127.0.0.1:0"]), 1, "migration 9999");
    assert_eq!(stands(&hall), then);
}

#[test]
fn what_the_witness_saw_and_a_restored_copy_lacks_is_told() {
    let app = TestApp::start(Backend::Sqlite);
    let (chief, _) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    let file = file_of(&app);
    let folder = tempfile::TempDir::new().unwrap();
    let copy = folder.path().join("copy.sqlite3");
    let (database, backup) = (file.to_str().unwrap(), copy.to_str().unwrap());
    expect(&run(&["backup", backup, "--database", database]), 0, "1 whole");
    app.add_entries(event, &["Elm, Wych"]);
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    let evening = folder.path().join("evening.checkpoint");
    let evening = evening.to_str().unwrap();
    expect(&run(&["ledger", "checkpoint", evening, "--database", database]), 0, "keep it away");
    let printed = run(&["ledger", "checkpoint", "-", "--database", database]);
    assert_eq!(printed.stdout.len(), std::fs::read(evening).unwrap().len());
    // Who was erased since is read before anything is exchanged: a witness that cannot be read keeps what is there.
    let witness = folder.path().join("witness");
    expect(&run(&["backup", &format!("{backup}.2"), "--database", database]), 0, "1 whole");
    std::fs::create_dir(&witness).unwrap();
    std::fs::write(witness.join("key"), "no key").unwrap();
    let hall = folder.path().join("hall.sqlite3");
    std::fs::write(&hall, "what is there").unwrap();
    let restored = run(&[
        "restore",
        backup,
        "--database",
        hall.to_str().unwrap(),
        "--witness",
        witness.to_str().unwrap(),
    ]);
    expect(&restored, 2, "nothing was done");
    assert_eq!(std::fs::read(&hall).unwrap(), b"what is there");
    expect(&run(&["ledger", "verify", "--since", evening, "--database", backup]), 1, "entry 3 is missing");
    expect(&run(&["ledger", "verify", "--since", evening, "--database", database]), 0, "witness: ");
    let forged = std::fs::read_to_string(evening).unwrap().replace(" 3 ", " 2 ");
    std::fs::write(evening, forged).unwrap();
    expect(
        &run(&["ledger", "verify", "--since", evening, "--database", database]),
        1,
        "signature does not fit",
    );
}

#[test]
fn nothing_is_acknowledged_into_a_file_that_is_gone() {
    let app = TestApp::start(Backend::Sqlite);
    let (_, admin) = app.sign_in_admin();
    let file = file_of(&app);
    let add = |login: &str| {
        let key = tiger_arbiter::ledger::OnceKey::new();
        let fields = [("name", login), ("login", login), ("idempotency_key", key.as_str())];
        admin.post_form("/users", &fields)
    };
    add("jonah").expect_status(201);
    admin.get("/ready").expect_status(200);
    let aside = file.with_extension("aside");
    std::fs::rename(&file, &aside).unwrap();
    let refused = add("rowan").expect_status(503);
    assert_eq!(refused.header("retry-after"), "5");
    admin.get("/ready").expect_status(503);
    admin.get("/health").expect_status(200);
    // Another file in its place is not it either.
    std::fs::copy(&aside, &file).unwrap();
    add("rowan").expect_status(503);
    std::fs::rename(&aside, &file).unwrap();
    add("rowan").expect_status(201);
}

/// Writes nonsense over the pages in which a table and its indexes begin; nobody has the file open.
fn spoil(file: &Path, table: &str) {
    use diesel::{Connection, RunQueryDsl, SqliteConnection, dsl::sql, sql_types::Text};
    use std::os::unix::fs::FileExt;
    let mut sqlite = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    let mut ask =
        |what: String| -> String { diesel::select(sql::<Text>(&what)).get_result(&mut sqlite).unwrap() };
    let size: u64 = ask("(SELECT page_size || '' FROM pragma_page_size)".to_owned()).parse().unwrap();
    let pages = ask(format!("(SELECT group_concat(rootpage) FROM sqlite_master WHERE tbl_name = '{table}')"));
    let file = std::fs::File::options().write(true).open(file).unwrap();
    for page in pages.split(',').map(|page| page.parse::<u64>().unwrap()) {
        file.write_all_at(&vec![0xAA; usize::try_from(size).unwrap()], (page - 1) * size).unwrap();
    }
}

#[test]
fn a_database_that_turns_out_to_be_damaged_is_named() {
    let app = TestApp::start(Backend::Sqlite);
    app.sign_in_admin();
    let file = file_of(&app);
    let app = app.again(|_| spoil(&file, "api_tokens"));
    let (_, admin) = app.sign_in("again");
    admin.get("/ready").expect_status(200);
    let told = admin.get("/account/tokens").expect_status(503);
    told.expect_text("database is damaged. Nothing was changed").expect_text("under the number");
    // Whoever watches the program hears of it too, until it runs on a whole one.
    admin.get("/ready").expect_status(503);
    admin.get("/health").expect_status(200);
    expect(&run(&["doctor", "--listen", "127.0.0.1:0", "--database", file.to_str().unwrap()]), 1, "damaged");
}

#[test]
fn what_is_no_copy_and_no_list_is_named() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (empty, junk, hall) = (path("empty"), path("junk"), path("hall.sqlite3"));
    std::fs::write(&empty, "").unwrap();
    std::fs::write(&junk, "no list and no copy").unwrap();
    for (file, why) in [(&empty, "it is empty"), (&junk, "file is not a database")] {
        let told = run(&["restore", file, "--database", &hall]);
        expect(&told, 2, &format!("the backup {file} is no copy of a database of this program"));
        expect(&told, 2, why);
        let told = run(&["ratings", "find", "moor", "--ratings", file]);
        expect(
            &told,
            2,
            &format!("{file} is no list of ratings: `tiger-arbiter ratings load LIST` makes one"),
        );
    }
    assert_eq!(names_in(folder.path()), ["empty", "junk"], "nothing is left behind");
}

/// A copy on a stick that is locked, or on a disk that was taken away in time.
#[test]
fn a_copy_is_read_from_a_medium_that_takes_no_writes() {
    let folder = tempfile::TempDir::new().unwrap();
    let app = TestApp::start(Backend::Sqlite);
    let (chief, _) = app.sign_in_arbiter("tessa");
    app.add_event("open", chief);
    let copy = folder.path().join("copy 100%.sqlite3");
    let (from, to) = (file_of(&app), copy.to_string_lossy().into_owned());
    expect(&run(&["backup", &to, "--database", &from.to_string_lossy()]), 0, "whole");
    let script =
        "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\" && echo bound && shift && exec \"$@\"";
    let verify = |file: &str| {
        Command::new("unshare")
            .args(["--mount", "sh", "-c", script, "sh", &folder.path().to_string_lossy()])
            .args([env!("CARGO_BIN_EXE_tiger-arbiter"), "ledger", "verify", "--database", file])
            .output()
            .unwrap()
    };
    let told = verify(&to);
    if !told.stdout.starts_with(b"bound") {
        // Only root, and not everywhere, binds a folder so.
        return;
    }
    expect(&told, 0, "whole");
    std::fs::write(folder.path().join("copy 100%.sqlite3-wal"), "entries").unwrap();
    expect(&verify(&to), 2, "has its last entries in the file -wal beside it");
}
