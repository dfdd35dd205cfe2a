//! Copies of a database that restore: checked like `ledger verify` before they get their name, with a checkpoint beside
//! them; made by hand, or time after time while the program serves.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use tiger_event::Bytes32;

use crate::config::{BackupConfig, DatabaseUrl, StoreConfig, beside};
use crate::db::{self, Database};
use crate::ledger::Ledger;
use crate::ledger::witness::Witness;
use crate::{clock, disk};

pub mod shelf;

pub use shelf::newest;
use shelf::{CHECKPOINT, Shelf};

/// The key by which a database is told from others that copy to the same folder.
const KEY: &str = "copies";

/// What a copy needs beyond the size of the database: its log while it is checked, its checkpoint.
const BESIDES: u64 = 1024 * 1024;

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
        disk::write_anew(&checkpoint, statement.as_bytes())
            .with_context(|| format!("cannot write {}", checkpoint.display()))?;
    }
    Ok(copied)
}

/// The settings under which a file is looked at.
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
    /// The file that is copied.
    pub database: PathBuf,
    /// What calls it in the names of copies.
    pub hall: String,
    pub folder: PathBuf,
    /// The time between two.
    pub every: Duration,
    /// How many are kept; the oldest go.
    pub keep: usize,
}

impl Schedule {
    /// The schedule that the settings ask for, if they want copies.
    ///
    /// # Errors
    /// As [`BackupConfig::ends`], and when the database cannot be written to.
    pub fn of(config: &BackupConfig, url: &DatabaseUrl, db: &Database) -> anyhow::Result<Option<Self>> {
        let Some((database, folder)) = config.ends(url)? else { return Ok(None) };
        let mut proposed = [0; 32];
        getrandom::fill(&mut proposed)?;
        let own = db.write(|db| db::keys::find_or_insert(db, KEY, Bytes32(proposed)))?;
        let own: String = own.to_string().chars().take(8).collect();
        let hall = shelf::hall(&database, &own);
        Ok(Some(Self { database, hall, folder, every: config.every.0, keep: usize::from(config.keep) }))
    }

    fn shelf(&self) -> Shelf<'_> {
        Shelf { folder: &self.folder, hall: &self.hall }
    }

    /// Whether copies lie on the disk of the database, as far as it can be told.
    pub fn is_on_same_disk(&self) -> bool {
        disk::is_same(&self.folder, &self.database)
    }

    /// Lets the oldest copies go where the disk is too full for the next one.
    fn make_room(&self) {
        let size = |file: &Path| fs::metadata(file).map_or(0, |facts| facts.len());
        let needed = size(&self.database) + size(&beside(&self.database, "-wal")) + BESIDES;
        match disk::free(&self.folder).and_then(|free| self.shelf().make_room(needed, free)) {
            Ok(0) => {}
            Ok(removed) => tracing::warn!(removed, "the disk of the copies is full: the oldest made room"),
            Err(error) => tracing::warn!(%error, "no room can be made for copies"),
        }
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
#[derive(Debug)]
pub struct Backups {
    schedule: Option<Schedule>,
    began: DateTime<Utc>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    last: Option<Attempt>,
    last_good: Option<DateTime<Utc>>,
    /// Whether the last copy lies on another disk than the database.
    is_apart: bool,
    /// Whether the last copy has ledgers that are not whole: no older one makes room for such.
    is_broken: bool,
}

impl Backups {
    pub fn new(schedule: Option<Schedule>) -> Arc<Self> {
        Arc::new(Self { schedule, began: clock::now(), state: Mutex::default() })
    }

    pub const fn schedule(&self) -> Option<&Schedule> {
        self.schedule.as_ref()
    }

    /// The last attempt, and when one went well.
    pub fn last(&self) -> (Option<Attempt>, Option<DateTime<Utc>>) {
        let state = self.state();
        (state.last.clone(), state.last_good)
    }

    /// How long ago one went well, or the program started while none has; none where none is to be made.
    pub fn age(&self) -> Option<Duration> {
        self.schedule.as_ref()?;
        let since = self.state().last_good.unwrap_or(self.began);
        Some((clock::now() - since).to_std().unwrap_or_default())
    }

    /// Begins to make copies, by a thread of its own, for as long as somebody else keeps this.
    ///
    /// # Errors
    /// When the folder cannot be made, or there is no thread.
    pub fn begin(self: &Arc<Self>, db: &Database, witness: Option<Arc<Witness>>) -> anyhow::Result<()> {
        let Some(schedule) = self.schedule.clone() else { return Ok(()) };
        fs::create_dir_all(&schedule.folder)
            .with_context(|| format!("cannot make {}", schedule.folder.display()))?;
        if schedule.is_on_same_disk() {
            tracing::warn!(
                folder = %schedule.folder.display(),
                "copies go to the disk of the database: another one survives it; if one is to be there, it is not mounted"
            );
        }
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
        let at = clock::now();
        let file = schedule.shelf().file(at);
        let made = self.try_one(schedule, db, witness, &file);
        if let Err(error) = &made {
            tracing::error!(error = format!("{error:#}"), "the scheduled backup failed");
        } else if let Err(error) = schedule.shelf().rotate(schedule.keep, &file) {
            tracing::warn!(%error, "old backups cannot be removed");
        }
        let mut state = self.state();
        if made.is_ok() {
            state.last_good = Some(at);
        }
        state.last = Some(Attempt { at, outcome: made.map(|()| file).map_err(|error| format!("{error:#}")) });
    }

    fn try_one(
        &self,
        schedule: &Schedule,
        db: &Database,
        witness: Option<&Witness>,
        file: &Path,
    ) -> anyhow::Result<()> {
        let is_apart = !schedule.is_on_same_disk();
        ensure!(
            is_apart || !self.state().is_apart,
            "{} is on the disk of the database, and was on another one before: is it mounted?",
            schedule.folder.display()
        );
        if let Err(error) = schedule.shelf().clear() {
            tracing::warn!(%error, "copies that were never finished cannot be removed");
        }
        if !self.state().is_broken {
            schedule.make_room();
        }
        let copied = copy(db, file, witness)?;
        let broken: Vec<&str> = copied.broken().collect();
        let mut state = self.state();
        (state.is_apart, state.is_broken) = (is_apart, !broken.is_empty());
        ensure!(broken.is_empty(), "the copy was made, but ledgers are not whole: {}", broken.join(", "));
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
