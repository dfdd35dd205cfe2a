//! `tiger-arbiter backup`: a copy that restores.

use std::io::Write;
use std::path::PathBuf;

use crate::config::DatabaseUrl;
use crate::services::backups;
use crate::startup;

use super::installation::Installation;
use super::{Exit, Outcome, new_file};

/// Copy a SQLite database while it is in use.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The program may run meanwhile. The copy is checked like `ledger verify` does before it gets its name; a checkpoint
stands beside it, FILE.checkpoint. To go back, stop the program: tiger-arbiter restore FILE
`serve --backup-to FOLDER` makes copies time after time.
PostgreSQL has tools of its own: pg_dump --format=custom NAME > backup.dump, and to go back, into a new database,
createdb -O ROLE OTHER && pg_restore --exit-on-error --single-transaction -d OTHER backup.dump
Exit codes: 0 the copy is whole, 1 a ledger is not, neither in the database nor in the copy, 2 there is no copy.
Example: tiger-arbiter backup backup-2026-11-21.sqlite3 --database hall.sqlite3")]
pub(super) struct BackupArgs {
    /// The file to write, which may not be there yet.
    #[arg(value_parser = new_file())]
    file: PathBuf,
    #[command(flatten)]
    installation: Installation,
}

impl BackupArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let DatabaseUrl::Sqlite(_) = &self.installation.store.database else {
            anyhow::bail!(
                "this copies SQLite databases; PostgreSQL has its own tool: pg_dump --format=custom NAME > backup.dump"
            );
        };
        let db = startup::open_to_read(&self.installation.store)?;
        let copied = backups::copy(&db, &self.file, self.installation.witness()?.as_ref())?;
        let broken: Vec<&str> = copied.broken().collect();
        let found = &copied.events;
        let events = match found.len() {
            1 => "1 event".to_owned(),
            count => format!("{count} events"),
        };
        writeln!(out, "{}: {events}, {} whole", self.file.display(), found.len() - broken.len())?;
        for slug in &broken {
            writeln!(out, "  {slug}: BROKEN, see: tiger-arbiter ledger verify {slug}")?;
        }
        Ok(if broken.is_empty() { Exit::Fine } else { Exit::Broken })
    }
}
