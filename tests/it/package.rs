//! The package for Debian, from its installation into a clean root to its removal: made of the program that the tests' build
//! has made. The stage `package` runs it; it wants to be root, as who installs packages is.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use diesel::connection::SimpleConnection;
use tempfile::TempDir;
use tiger_arbiter::config::DatabaseUrl;
use tiger_arbiter::db::DbError;

use crate::faults::hall::{Board, Program, begin_event, enter, lost};
use crate::rig::{Backend, TestDatabase};

/// Where the unit has the database.
const DATABASE: &str = "var/lib/tiger-arbiter/hall.sqlite3";

/// Migrations that the older database has not seen.
const NEWER: usize = 6;

/// A root in which nothing is installed.
struct Root(TempDir);

impl Root {
    fn clean() -> Self {
        let root = Self(TempDir::new().unwrap());
        fs::create_dir_all(root.path("var/lib/dpkg/info")).unwrap();
        fs::create_dir_all(root.path("var/lib/dpkg/updates")).unwrap();
        fs::write(root.path("var/lib/dpkg/status"), "").unwrap();
        root
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    /// Its libraries are those of this machine, which it does not know to be there.
    fn dpkg(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("dpkg");
        command.arg(format!("--root={}", self.0.path().display()));
        command.args(["--log=/dev/null", "--force-script-chrootless", "--force-depends"]);
        said(command.args(arguments))
    }

    /// The installed program on the database of the unit, as the unit starts it.
    fn serve(&self) -> Program {
        let unit = fs::read_to_string(self.path("usr/lib/systemd/system/tiger-arbiter.service")).unwrap();
        assert!(unit.contains(&format!("TIGER_DATABASE=/{DATABASE}")), "{unit}");
        let started = unit.lines().find_map(|line| line.strip_prefix("ExecStart=")).unwrap();
        let mut words = started.split(' ');
        let mut command = Command::new(self.path("usr/bin").join(words.next().unwrap()));
        command.args(words).env_clear().env("RUST_LOG", "error").current_dir("/");
        command.env("TIGER_DATABASE", self.path(DATABASE)).env("TIGER_LISTEN", "127.0.0.1:0");
        Program::spawn(&mut command)
    }

    fn ask(&self, arguments: &[&str]) -> String {
        let mut command = Command::new(self.path("usr/bin/tiger-arbiter"));
        said(command.args(arguments).arg("--database").arg(self.path(DATABASE)))
    }
}

/// What a command says; it has to succeed.
fn said(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{command:?}: {}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// The package, made anew.
fn package(folder: &Path) -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/package");
    let mut command = Command::new(script);
    // What is packed for a test is not packed tightly.
    command.env("DPKG_DEB_COMPRESSOR_TYPE", "gzip").env("DPKG_DEB_COMPRESSOR_LEVEL", "1");
    said(command.arg(env!("CARGO_BIN_EXE_tiger-arbiter")).arg(folder));
    let made = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).next();
    made.expect("a package was made")
}

/// Takes the newest migrations back, so that the database is one of an earlier program.
fn age(database: &TestDatabase) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
    let mut all: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.sort();
    for migration in all.iter().rev().take(NEWER) {
        let version = migration.file_name().unwrap().to_str().unwrap().split_once('_').unwrap().0.to_owned();
        let down = fs::read_to_string(migration.join("down.sql")).unwrap();
        let forget = format!("DELETE FROM __diesel_schema_migrations WHERE version = '{version}'");
        let down = format!("{down};{forget}");
        database.open().read(|db| Ok::<_, DbError>(db.batch_execute(&down)?)).unwrap();
    }
}

/// Copies a database to where nobody else may look.
fn move_in(database: &TestDatabase, to: &Path) {
    let DatabaseUrl::Sqlite(file) = &database.url else { unreachable!("it is a file") };
    let folder = to.parent().unwrap();
    fs::create_dir_all(folder).unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).unwrap();
    for ending in ["", "-wal", "-shm"] {
        let from = PathBuf::from(format!("{}{ending}", file.display()));
        if from.exists() {
            fs::copy(from, format!("{}{ending}", to.display())).unwrap();
        }
    }
}

#[test]
#[ignore = "the stage `package` runs it"]
#[expect(clippy::print_stdout, reason = "the stage prints its times")]
fn a_package_lives_from_its_installation_to_its_removal() {
    let mut since = Instant::now();
    let mut done = |what: &str| {
        println!("{what:56} {:6} ms", since.elapsed().as_millis());
        since = Instant::now();
    };
    let folder = TempDir::new().unwrap();
    let deb = package(folder.path());
    let deb = deb.to_str().unwrap();
    done("made");

    let root = Root::clean();
    root.dpkg(&["--install", deb]);
    for file in [
        "usr/share/man/man1/tiger-arbiter.1.gz",
        "usr/share/man/man1/tiger-arbiter-serve.1.gz",
        "usr/share/bash-completion/completions/tiger-arbiter",
        "usr/share/doc/tiger-arbiter/copyright",
    ] {
        assert!(root.path(file).is_file(), "{file}");
    }
    done("installed into a clean root");

    // The hall was there before, with an earlier program.
    let earlier = TestDatabase::new(Backend::Sqlite);
    let (_, games) = begin_event(earlier.open());
    age(&earlier);
    move_in(&earlier, &root.path(DATABASE));
    let mut boards = Board::all(&games);
    let mut program = root.serve();
    let kept = fs::read_dir(root.path("var/lib/tiger-arbiter"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap());
    assert!(kept.into_iter().any(|name| name.contains(".before-upgrade-from-")), "a copy is kept");
    done("started over an older database");

    let desk = [program.sign_in()];
    let entered = enter(&mut program, &desk, &mut boards, |_, acknowledged| acknowledged >= 12);
    assert!(entered >= 12, "{entered}");
    done("a round of results entered, then killed");

    // The same package again is an upgrade, too.
    root.dpkg(&["--install", deb]);
    let mut program = root.serve();
    assert_eq!(lost(&program, &mut boards), Vec::<String>::new());
    program.kill();
    assert!(root.ask(&["ledger", "verify"]).contains("whole"));
    done("upgraded: nothing lost, the ledger whole");

    root.dpkg(&["--remove", "tiger-arbiter"]);
    assert!(!root.path("usr/bin/tiger-arbiter").exists());
    assert!(root.path(DATABASE).is_file());
    assert!(root.dpkg(&["--purge", "tiger-arbiter"]).contains("/var/lib/tiger-arbiter"));
    assert!(root.path(DATABASE).is_file(), "results belong to those who played");
    done("removed and purged, its data kept");
}

/// Who runs the program in its image.
const NOBODY: u32 = 65_532;

/// What the image holds, and any Linux: the C library, and neither a shell nor a list of users.
#[test]
#[ignore = "the stage `package` runs it"]
#[expect(clippy::print_stdout, reason = "the stage prints its times")]
fn the_program_needs_the_c_library_alone() {
    let since = Instant::now();
    let root = TempDir::new().unwrap();
    let path = |file: &str| root.path().join(file);
    let program = Path::new(env!("CARGO_BIN_EXE_tiger-arbiter"));
    let needed = said(Command::new("ldd").arg(program));
    let libraries = needed.split_whitespace().filter(|word| word.starts_with('/')).map(Path::new);
    for (from, to) in
        libraries.map(|it| (it, path(&it.display().to_string()[1..]))).chain([(program, path("program"))])
    {
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from, to).unwrap();
    }
    let hall = TestDatabase::new(Backend::Sqlite);
    let (_, games) = begin_event(hall.open());
    move_in(&hall, &path("data/hall.sqlite3"));
    let data = fs::read_dir(path("data")).unwrap().map(|file| file.unwrap().path());
    data.chain([path("data")]).for_each(|file| chown(file, Some(NOBODY), Some(NOBODY)).unwrap());
    fs::set_permissions(root.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new("chroot");
        command.arg(format!("--userspec={NOBODY}:{NOBODY}")).arg(root.path()).arg("/program").args(arguments);
        command.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("RUST_LOG", "error");
        command.env("TIGER_DATABASE", "/data/hall.sqlite3").env("TIGER_LISTEN", "127.0.0.1:0");
        command
    };
    let mut boards = Board::all(&games);
    let mut program =
        Program::spawn(&mut run(&["serve", "--backup-to", "/data/copies", "--backup-every", "1m"]));
    let desk = [program.sign_in()];
    let entered = enter(&mut program, &desk, &mut boards, |_, acknowledged| acknowledged >= 12);
    assert!(entered >= 12, "{entered}");
    let mut program = Program::spawn(&mut run(&["serve"]));
    assert_eq!(lost(&program, &mut boards), Vec::<String>::new());
    program.kill();
    assert!(said(&mut run(&["ledger", "verify"])).contains("whole"));
    assert!(said(&mut run(&["export", "kill", "/data/kill.tiger"])).contains("kill.tiger"));
    println!("{:56} {:6} ms", "in a root with nothing but the C library", since.elapsed().as_millis());
}
