//! Copies of a database that restore: checked like `ledger verify` before they get their name, with a checkpoint beside
//! them; made by hand, or time after time while the program serves.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use anyhow::{Context, ensure};
use chrono::{DateTime, NaiveDateTime, Utc};

use crate::clock;
use crate::config::{BackupConfig, DatabaseUrl, StoreConfig, beside};
use crate::db::{self, Database};
use crate::ledger::Ledger;
use crate::ledger::witness::Witness;

/// What comes before the time in the names of copies.
const PREFIX: &str = "backup-";
const ENDING: &str = ".sqlite3";
/// How the names of scheduled copies write the time.
const TIME: &str = "%Y-%m-%dT%H-%M-%S%.3fZ";
/// How long a copy may take: what is older and has no name yet was cut off.
const TORN: Duration = Duration::from_secs(3_600);
/// What stands behind the name of a copy for its checkpoint.
const CHECKPOINT: &str = ".checkpoint";

/// The events of a copy, each with whether its ledger is whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    pub events: Vec<(String, bool)>,
}

impl Copied {
    /// The addresses of those that are not whole.
    pub fn broken(&self) -> impl Iterator<Item = &str> {
        self.events.iter().filter(|(_, is_whole)| !is_whole).map(|(slug, _)| slug.as_str())
    }
}

/// Copies the database to a file that is not there yet, checks the copy, and puts a checkpoint beside it.
pub fn copy(db: &Database, file: &Path, witness: Option<&Witness>) -> anyhow::Result<Copied> {
    let mut found = None;
    let made = db.copy_to(file, |part| -> anyhow::Result<()> {
        let copy = Database::open(&store_of(part))?;
        found = Some((check(&copy)?, witness.map(|witness| witness.state(&copy)).transpose()?));
        Ok(())
    });
    made.with_context(|| format!("the copy {}", file.display()))?;
    let (copied, statement) = found.context("the copy was not looked at")?;
    if let Some(statement) = statement {
        let checkpoint = beside(file, CHECKPOINT);
        fs::write(&checkpoint, statement)
            .with_context(|| format!("cannot write {}", checkpoint.display()))?;
    }
    Ok(copied)
}

/// The settings under which a file is looked at.
#[must_use]
pub fn store_of(file: &Path) -> StoreConfig {
    StoreConfig { database: DatabaseUrl::Sqlite(file.to_owned()), connections: 1 }
}

/// Checks a copy.
///
/// # Errors
/// When it is damaged, or cannot be read.
pub fn check(copy: &Database) -> anyhow::Result<Copied> {
    ensure!(copy.is_sound()?, "the copy is damaged; is the disk full, or broken?");
    let ledger = Ledger::new(copy.clone());
    let lines = copy.read(db::events::list)?;
    let is_whole = |line: db::events::EventLine| Ok((line.slug, ledger.verify(line.id)?.faults.is_empty()));
    Ok(Copied { events: lines.into_iter().map(is_whole).collect::<anyhow::Result<_>>()? })
}

/// When and where copies are made, and how many are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    pub folder: PathBuf,
    /// The time between two.
    pub every: Duration,
    /// How many are kept; the oldest go.
    pub keep: usize,
}

impl BackupConfig {
    /// The schedule, if copies are wanted.
    ///
    /// # Errors
    /// For PostgreSQL, which has tools of its own.
    pub fn schedule(&self, database: &DatabaseUrl) -> anyhow::Result<Option<Schedule>> {
        let Some(folder) = self.to.clone() else { return Ok(None) };
        ensure!(
            matches!(database, DatabaseUrl::Sqlite(_)),
            "--backup-to copies SQLite databases; PostgreSQL has its own tool, pg_dump"
        );
        Ok(Some(Schedule { folder, every: self.every.0, keep: usize::from(self.keep) }))
    }
}

/// What became of the last attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    pub at: DateTime<Utc>,
    /// The copy, or why there is none.
    pub outcome: Result<PathBuf, String>,
}

/// The copies that are made while the program serves.
#[derive(Debug, Default)]
pub struct Backups {
    schedule: Option<Schedule>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last: Option<Attempt>,
    last_good: Option<DateTime<Utc>>,
}

impl Backups {
    #[must_use]
    pub fn new(schedule: Option<Schedule>) -> Arc<Self> {
        Arc::new(Self { schedule, state: Mutex::default() })
    }

    #[must_use]
    pub const fn schedule(&self) -> Option<&Schedule> {
        self.schedule.as_ref()
    }

    /// The last attempt, and when one went well.
    #[must_use]
    pub fn last(&self) -> (Option<Attempt>, Option<DateTime<Utc>>) {
        let state = self.state();
        (state.last.clone(), state.last_good)
    }

    /// Begins to make copies, by a thread of its own, for as long as somebody else keeps this.
    ///
    /// # Errors
    /// When the folder cannot be made, or there is no thread.
    pub fn begin(self: &Arc<Self>, db: &Database, witness: Option<Arc<Witness>>) -> anyhow::Result<()> {
        let Some(schedule) = self.schedule.clone() else { return Ok(()) };
        fs::create_dir_all(&schedule.folder)
            .with_context(|| format!("cannot make {}", schedule.folder.display()))?;
        let (weak, db) = (Arc::downgrade(self), db.clone());
        let work = move || {
            while let Some(backups) = weak.upgrade() {
                backups.make_one(&schedule, &db, witness.as_deref());
                drop(backups);
                std::thread::sleep(schedule.every);
            }
        };
        std::thread::Builder::new()
            .name("backups".to_owned())
            .spawn(work)
            .context("no thread for backups")?;
        Ok(())
    }

    /// Makes a copy now and lets the oldest go.
    pub fn make_one(&self, schedule: &Schedule, db: &Database, witness: Option<&Witness>) {
        if let Err(error) = clear(&schedule.folder) {
            tracing::warn!(%error, "copies that were never finished cannot be removed");
        }
        let at = clock::now();
        let file = schedule.folder.join(format!("{PREFIX}{}{ENDING}", at.format(TIME)));
        let made = copy(db, &file, witness).and_then(|copied| {
            let broken: Vec<&str> = copied.broken().collect();
            ensure!(broken.is_empty(), "the copy was made, but ledgers are not whole: {}", broken.join(", "));
            Ok(())
        });
        if let Err(error) = &made {
            tracing::error!(error = format!("{error:#}"), "the scheduled backup failed");
        } else if let Err(error) = rotate(schedule, &file) {
            tracing::warn!(%error, "old backups cannot be removed");
        }
        let mut state = self.state();
        if made.is_ok() {
            state.last_good = Some(at);
        }
        state.last = Some(Attempt { at, outcome: made.map(|()| file).map_err(|error| format!("{error:#}")) });
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// When the newest copy in a folder was made.
pub fn newest(folder: &Path) -> std::io::Result<Option<SystemTime>> {
    copies_in(folder)?.last().map(|copy| fs::metadata(copy)?.modified()).transpose()
}

/// The copies in a folder, the oldest first.
fn copies_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut copies = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.starts_with(PREFIX) && name.ends_with(ENDING) {
            copies.push(path);
        }
    }
    // Their names begin with the time.
    copies.sort();
    Ok(copies)
}

/// Removes what is left of scheduled copies that were cut off.
fn clear(folder: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let rest =
            name.to_str().and_then(|name| name.split_once(".part")).filter(|(copy, _)| is_scheduled(copy));
        let is_old =
            || Ok::<_, std::io::Error>(entry.metadata()?.modified()?.elapsed().unwrap_or_default() > TORN);
        if rest.is_some_and(|(_, rest)| matches!(rest, "" | "-wal" | "-shm" | "-journal")) && is_old()? {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Whether a name is one that a schedule gives.
fn is_scheduled(name: &str) -> bool {
    let time = name.strip_prefix(PREFIX).and_then(|name| name.strip_suffix(ENDING)).unwrap_or_default();
    NaiveDateTime::parse_from_str(time, TIME).is_ok()
}

/// Removes the oldest scheduled copies, and nothing else that lies in the folder: neither what somebody copied there by
/// hand, nor, where the clock was set back, the copy just made because others seem to be younger.
fn rotate(schedule: &Schedule, made: &Path) -> std::io::Result<()> {
    let is_ours = |copy: &PathBuf| copy.file_name().and_then(|name| name.to_str()).is_some_and(is_scheduled);
    let copies = copies_in(&schedule.folder)?.into_iter().filter(is_ours);
    let (copies, later): (Vec<_>, Vec<_>) = copies.partition(|copy| copy.as_path() <= made);
    if let Some(later) = later.last() {
        tracing::warn!(copy = %later.display(), "a copy is dated later than now: it stays until its time has come");
    }
    let too_many = copies.len().saturating_sub(schedule.keep);
    for copy in copies.iter().take(too_many) {
        fs::remove_file(copy)?;
        match fs::remove_file(beside(copy, CHECKPOINT)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
