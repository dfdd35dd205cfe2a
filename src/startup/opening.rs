//! Opening the database: to serve, to write to one that is there, or only to read.

use std::fs::{self, File};
use std::path::Path;

use anyhow::{Context, ensure};

use super::start_logging;
use crate::config::{DatabaseUrl, StoreConfig, beside};
use crate::db::{Database, DbError};
use crate::{clock, disk};

/// Opens a database for a command that only reads: it must be there, and of this program, for it is left as it is. What is
/// to be known of it is told.
pub fn open_to_read(config: &StoreConfig) -> anyhow::Result<Database> {
    let db = open_there(config)?;
    db.check_is_known()?;
    ensure!(
        db.is_up_to_date()?,
        "the database {} is empty or of an older program: `tiger-arbiter serve` brings it up to date, and keeps a copy of a \
         SQLite file first",
        config.database
    );
    Ok(db)
}

/// Like [`open_database`], for commands that would be surprised by an empty one: the file must be there. What is to be known
/// of it is told.
pub fn open_existing_database(config: &StoreConfig) -> anyhow::Result<Database> {
    bring_up_to_date(open_there(config)?, config)
}

/// Opens the database and brings its tables up to date. Of a SQLite database that an older program wrote, a copy is
/// kept beside it first.
pub fn open_database(config: &StoreConfig) -> anyhow::Result<Database> {
    bring_up_to_date(open(config)?, config)
}

fn open_there(config: &StoreConfig) -> anyhow::Result<Database> {
    start_logging("warn");
    if let DatabaseUrl::Sqlite(file) = &config.database {
        ensure!(
            file.is_file(),
            "there is no database {}: name it with --database; `tiger-arbiter serve` makes a new one",
            file.display()
        );
        let is_begun = config.database.is_there();
        ensure!(is_begun, "{} is empty: `tiger-arbiter serve` makes a database of it", file.display());
    }
    open(config)
}

fn open(config: &StoreConfig) -> anyhow::Result<Database> {
    if let DatabaseUrl::Sqlite(file) = &config.database {
        let last = beside(file, "-wal");
        ensure!(
            file.exists() || !last.exists(),
            "there is no database {}, but {} holds the last entries of one: bring the database back beside it, or take that \
             file away",
            file.display(),
            last.display()
        );
    }
    let db =
        Database::open(config).with_context(|| format!("cannot open the database {}", config.database))?;
    if let DatabaseUrl::Sqlite(file) = &config.database {
        warn_if_others_may_read(file);
    }
    Ok(db)
}

fn bring_up_to_date(db: Database, config: &StoreConfig) -> anyhow::Result<Database> {
    if let (DatabaseUrl::Sqlite(file), Some(version)) = (&config.database, db.behind_since()?) {
        keep_copy(&db, file, &version).context("cannot keep a copy before the upgrade")?;
    }
    for migration in db.migrate().context("cannot prepare the database")? {
        tracing::info!(migration, "the database was migrated");
    }
    Ok(db)
}

/// A database that was there before keeps the rights that it has; whoever runs the program hears of them.
fn warn_if_others_may_read(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(file).map_or(0, |facts| facts.permissions().mode());
    if mode & 0o077 != 0 {
        tracing::warn!(
            database = %file.display(),
            "others on this machine may read or change the database, which holds sessions and password hashes: chmod 600 is better"
        );
    }
}

/// Keeps a copy of a database beside it, such as `hall.sqlite3.before-upgrade-from-0001`, with the time behind it where an
/// earlier upgrade left one. An upgrade that failed and is tried again keeps no second one.
fn keep_copy(db: &Database, file: &Path, version: &str) -> anyhow::Result<()> {
    let changed = |file: &Path| fs::metadata(file).and_then(|facts| facts.modified()).ok();
    let mut copy = beside(file, &format!(".before-upgrade-from-{version}"));
    if copy.exists() {
        let last = [file, &beside(file, "-wal")].into_iter().filter_map(changed).max();
        if changed(&copy) >= last {
            return Ok(());
        }
        copy = beside(&copy, &clock::now().format("-%Y-%m-%dT%H-%M-%S%.3fZ").to_string());
    }
    db.copy_to(&copy, |_| Ok::<_, DbError>(()))?;
    disk::give(&File::open(&copy)?, &fs::metadata(file)?);
    tracing::warn!(copy = %copy.display(), "the database is brought up to date for this program; a copy was kept");
    Ok(())
}
