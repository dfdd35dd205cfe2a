//! The folder of scheduled copies: their names, and which of them go.
//!
//! Invariant: nothing goes but copies that a schedule of this hall made, and of these the newest stays. A name tells the hall,
//! for several may keep their copies in one folder.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use chrono::{DateTime, NaiveDateTime, Utc};

use crate::config::beside;

/// What comes before the time in the names of copies.
const PREFIX: &str = "backup-";
const ENDING: &str = ".sqlite3";

/// How the names of scheduled copies write the time.
const TIME: &str = "%Y-%m-%dT%H-%M-%S%.3fZ";

/// How long a copy may take: what is older and has no name yet was cut off.
const TORN: Duration = Duration::from_secs(3_600);

/// What stands behind the name of a copy for its checkpoint.
pub(super) const CHECKPOINT: &str = ".checkpoint";

/// Characters of a database's name that stand in the names of its copies.
const LONGEST: usize = 40;

/// The copies of one hall in a folder.
#[derive(Debug, Clone, Copy)]
pub struct Shelf<'a> {
    pub folder: &'a Path,
    pub hall: &'a str,
}

impl Shelf<'_> {
    /// The file for a copy of this moment.
    pub fn file(self, at: DateTime<Utc>) -> PathBuf {
        self.folder.join(format!("{PREFIX}{}-{}{ENDING}", at.format(TIME), self.hall))
    }

    /// The scheduled copies of the hall, the oldest first; those of earlier programs, which named no hall, are anybody's.
    pub fn copies(self) -> io::Result<Vec<PathBuf>> {
        let mut copies = copies_in(self.folder)?;
        let is_ours =
            |name: &OsStr| name.to_str().and_then(hall_of).is_some_and(|it| it.is_empty() || it == self.hall);
        copies.retain(|copy| copy.file_name().is_some_and(is_ours));
        Ok(copies)
    }

    /// Removes what is left of scheduled copies that were cut off, whosever they were.
    pub(super) fn clear(self) -> io::Result<()> {
        for entry in fs::read_dir(self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let rest = name.to_str().and_then(|name| name.split_once(".part"));
            let rest = rest.filter(|(copy, _)| hall_of(copy).is_some());
            let is_old =
                || Ok::<_, io::Error>(entry.metadata()?.modified()?.elapsed().unwrap_or_default() > TORN);
            if rest.is_some_and(|(_, rest)| matches!(rest, "" | "-wal" | "-shm" | "-journal")) && is_old()? {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Removes the oldest copies that are too many; where the clock was set back, not the copy just made because others seem
    /// to be younger.
    pub(super) fn rotate(self, keep: usize, made: &Path) -> io::Result<()> {
        let (copies, later): (Vec<_>, Vec<_>) =
            self.copies()?.into_iter().partition(|copy| copy.as_path() <= made);
        if let Some(later) = later.last() {
            tracing::warn!(copy = %later.display(), "a copy is dated later than now: it stays until its time has come");
        }
        let too_many = copies.len().saturating_sub(keep);
        copies.iter().take(too_many).try_for_each(|copy| remove(copy))
    }

    /// Removes the oldest copies for one that needs so many bytes, where only so many are free; how many went. None does where
    /// it would not be enough.
    pub fn make_room(self, needed: u64, free: u64) -> io::Result<usize> {
        let mut copies = self.copies()?;
        // The newest stays.
        copies.pop();
        let sized = copies.into_iter().map(|copy| fs::metadata(&copy).map(|facts| (facts.len(), copy)));
        let sized: Vec<_> = sized.collect::<io::Result<_>>()?;
        let mut lacking = needed.saturating_sub(free);
        if sized.iter().map(|(size, _)| size).sum::<u64>() < lacking {
            return Ok(0);
        }
        let mut removed = 0;
        for (size, copy) in sized {
            if lacking == 0 {
                break;
            }
            remove(&copy)?;
            lacking = lacking.saturating_sub(size);
            removed += 1;
        }
        Ok(removed)
    }
}

/// What calls a hall in the names of its copies: the name of its file, and by what its database is told from others.
pub fn hall(database: &Path, own: &str) -> String {
    let name = database.file_stem().unwrap_or_default().to_string_lossy();
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    let name: String = name.chars().filter(is_plain).take(LONGEST).collect();
    format!("{name}-{own}")
}

/// When the newest copy of a database in a folder was made, by hand or by a schedule, as far as names tell.
pub fn newest(folder: &Path, database: &Path) -> io::Result<Option<SystemTime>> {
    let hall = hall(database, "");
    let is_other = |name: &str| hall_of(name).is_some_and(|it| !it.is_empty() && !it.starts_with(&hall));
    let mut copies = copies_in(folder)?;
    copies.retain(|copy| !copy.file_name().and_then(OsStr::to_str).is_some_and(is_other));
    copies.last().map(|copy| fs::metadata(copy)?.modified()).transpose()
}

/// The copies in a folder, the oldest first.
pub fn copies_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut copies = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if name.starts_with(PREFIX) && name.ends_with(ENDING) {
            copies.push(path);
        }
    }
    // Their names begin with the time.
    copies.sort();
    Ok(copies)
}

/// The hall of which the name of a scheduled copy tells, an empty one for those of earlier programs; none if no schedule
/// gives such names.
pub fn hall_of(name: &str) -> Option<&str> {
    let rest = name.strip_prefix(PREFIX)?.strip_suffix(ENDING)?;
    let (time, hall) = rest.split_at(rest.find('Z')? + 1);
    NaiveDateTime::parse_from_str(time, TIME).ok()?;
    if hall.is_empty() { Some(hall) } else { hall.strip_prefix('-') }
}

/// Removes a copy, and the checkpoint beside it.
fn remove(copy: &Path) -> io::Result<()> {
    fs::remove_file(copy)?;
    match fs::remove_file(beside(copy, CHECKPOINT)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
