//! The machine on which the program serves: what `root` does beside the service, what stands in its log, and its numbers.

use std::os::unix::fs::{MetadataExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tiger_arbiter::clock::new_id;
use tiger_arbiter::config::DatabaseUrl;
use tiger_arbiter::ledger::{Ledger, Order};
use tiger_event::actor::Actor;
use tiger_event::command::{Command as Change, EntryCommand};

use crate::rig::{Backend, TestDatabase, create_event, new_entry};

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
