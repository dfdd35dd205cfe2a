//! The file of a SQLite database as the program found it: held, so that nobody restores another one over it unseen, and
//! looked at before every write, so that nothing is acknowledged into a file that is gone.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::DbError;
use crate::disk;

/// How long it counts that a disk took something, or did not.
const PAUSE: Duration = Duration::from_secs(5);

/// The file that is open.
#[derive(Debug)]
pub struct Place {
    path: PathBuf,
    file: File,
    /// When it was last tried whether its disk takes something, and why not.
    tried: Mutex<Option<(Instant, Option<ErrorKind>)>>,
}

impl Place {
    /// Holds the file together with other programs that use it.
    pub fn hold(path: &Path) -> Result<Self, DbError> {
        let failed = |error: &dyn std::fmt::Display| DbError::Place(format!("{}: {error}", path.display()));
        let path_held = std::path::absolute(path).map_err(|error| failed(&error))?;
        let file = File::open(path).map_err(|error| failed(&error))?;
        match file.try_lock_shared() {
            // A file system without locks cannot tell who else is there.
            Ok(()) | Err(TryLockError::Error(_)) => {
                Ok(Self { path: path_held, file, tried: Mutex::default() })
            }
            Err(TryLockError::WouldBlock) => Err(failed(&"a backup is being restored over it")),
        }
    }

    /// Whether the path still leads to this file.
    pub(super) fn check(&self) -> Result<(), DbError> {
        if is_same(&self.path, &self.file).unwrap_or(false) { Ok(()) } else { Err(DbError::Gone) }
    }

    /// Whether the disk takes something: a small file is tried beside this one, not more often than every few seconds.
    pub(super) fn check_room(&self) -> Result<(), DbError> {
        self.check_room_after(PAUSE)
    }

    /// The same, not more often than after such a pause.
    pub fn check_room_after(&self, pause: Duration) -> Result<(), DbError> {
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, why) = tried.filter(|(at, _)| at.elapsed() < pause).unwrap_or_else(|| {
            let tried = disk::try_to_write(disk::folder_of(&self.path));
            (Instant::now(), tried.err().map(|error| error.kind()))
        });
        *tried = Some((at, why));
        why.map_or(Ok(()), |why| Err(DbError::Full(why.into())))
    }
}

fn is_same(path: &Path, file: &File) -> std::io::Result<bool> {
    let (there, ours) = (std::fs::metadata(path)?, file.metadata()?);
    Ok((there.dev(), there.ino()) == (ours.dev(), ours.ino()))
}

/// Makes a file that is not there yet and that nobody but its owner shall read.
pub fn make_private(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

/// The right to put another file in the place of a database: nobody uses it as long as this is kept.
pub struct Hold(#[expect(dead_code, reason = "its lock is what it is kept for")] Option<File>);

/// Holds the file of a database; one that is not there belongs to nobody.
///
/// # Errors
/// When a program uses it.
pub fn hold(path: &Path) -> Result<Hold, DbError> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Hold(None)),
        Err(error) => return Err(DbError::Place(format!("{}: {error}", path.display()))),
    };
    match file.try_lock() {
        Ok(()) | Err(TryLockError::Error(_)) => Ok(Hold(Some(file))),
        Err(TryLockError::WouldBlock) => Err(DbError::Place(format!(
            "{} is in use: stop the program that serves it first",
            path.display()
        ))),
    }
}
