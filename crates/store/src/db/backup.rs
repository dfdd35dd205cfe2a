//! Copies of a SQLite database while it is in use.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use diesel::RunQueryDsl;
use diesel::sql_types::Text;

use super::connection::sqlite_address;
use super::{Database, Db, DbError};
use crate::config::beside;
use crate::disk;

/// What SQLite says of itself.
#[derive(diesel::QueryableByName)]
struct Finding {
    #[diesel(sql_type = Text)]
    integrity_check: String,
}

impl Database {
    /// Writes a copy of the database as it stands at this moment to a file that is not there yet. Readers and writers
    /// go on meanwhile. `check` looks at the copy, under another name, before it is there in full.
    ///
    /// # Errors
    /// When the file is there already or cannot be written, and for PostgreSQL, which has tools of its own; the
    /// check's own.
    pub fn copy_to<E: From<DbError>>(
        &self,
        file: &Path,
        check: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<(), E> {
        if is_taken(file) {
            return Err(place(format!("{} is there already", file.display())).into());
        }
        let part = beside(file, ".part");
        let outcome = self.write_copy(&part).map_err(E::from).and_then(|()| check(&part));
        let outcome = outcome
            .and_then(|()| wait_until_closed(&part).and_then(|()| finish(&part, file)).map_err(E::from));
        if outcome.is_err() {
            // What is not whole is worse than nothing; when it cannot be removed either, its name tells.
            let _ = fs::remove_file(&part);
        }
        outcome
    }

    /// Whether the database finds no damage in itself.
    pub fn is_sound(&self) -> Result<bool, DbError> {
        self.read(|connection| match connection {
            Db::Postgres(_) => Ok(true),
            Db::Sqlite(sqlite) => {
                let found: Vec<Finding> = diesel::sql_query("PRAGMA integrity_check").load(sqlite)?;
                Ok(found.iter().all(|finding| finding.integrity_check == "ok"))
            }
        })
    }

    fn write_copy(&self, part: &Path) -> Result<(), DbError> {
        if is_taken(part) {
            // Left over from a copy that was killed; it has never had its name.
            fs::remove_file(part)
                .map_err(|error| place(format!("{} cannot be removed: {error}", part.display())))?;
        }
        self.read(|connection| match connection {
            Db::Postgres(_) => Err(place("a PostgreSQL database is copied by pg_dump".to_owned())),
            Db::Sqlite(sqlite) => {
                let address = sqlite_address(part)?;
                // Somebody else may have put a link there meanwhile.
                if !part.symlink_metadata().is_ok_and(|facts| facts.is_file()) {
                    return Err(place(format!("{} is no file", part.display())));
                }
                diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(address).execute(sqlite)?;
                Ok(())
            }
        })
    }
}

/// Whether there is something of this name, be it a link that leads nowhere.
fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn place(sentence: String) -> DbError {
    DbError::Place(sentence)
}

/// Waits until nobody has a file open any more who looked at it: connections are given up by a thread of their own.
/// After five seconds somebody has it still, which is an error.
pub fn wait_until_closed(file: &Path) -> Result<(), DbError> {
    let log = beside(file, "-wal");
    for _ in 0..1_000 {
        if !log.exists() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    Err(place(format!("{} is still open", file.display())))
}

/// Gives the copy its name once it is on the disk.
fn finish(part: &Path, file: &Path) -> Result<(), DbError> {
    let failed = |error: std::io::Error| place(format!("{} cannot be written: {error}", file.display()));
    File::open(part).and_then(|copy| copy.sync_all()).map_err(failed)?;
    // Unlike a rename, a link does not replace a file that came meanwhile.
    fs::hard_link(part, file).or_else(|_| fs::rename(part, file)).map_err(failed)?;
    if part.exists() {
        fs::remove_file(part).map_err(failed)?;
    }
    disk::sync_folder(disk::folder_of(file)).map_err(failed)
}
