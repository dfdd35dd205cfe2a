//! `tiger-arbiter backup`: a copy that restores.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::ensure;

use crate::config::{DatabaseUrl, StoreConfig};
use crate::db::{self, Database};
use crate::ledger::Ledger;
use crate::startup;

use super::{Exit, Outcome};

/// Shown under `--help`.
pub(super) const EXAMPLES: &str = "\
The program may run meanwhile. The copy is checked like `ledger verify` does before it gets its name.
To go back, stop the program and start it with the copy: tiger-arbiter serve --database backup.sqlite3
PostgreSQL has tools of its own: pg_dump --format=custom NAME > backup.dump, and pg_restore.
Exit codes: 0 the copy is whole, 1 a ledger is not, neither in the database nor in the copy, 2 there is no copy.
Example: tiger-arbiter backup backup-2026-11-21.sqlite3 --database hall.sqlite3";

/// Arguments of `backup`.
#[derive(Debug, clap::Args)]
pub(super) struct BackupArgs {
    /// The file to write, which may not be there yet.
    file: PathBuf,
    #[command(flatten)]
    store: StoreConfig,
}

impl BackupArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let DatabaseUrl::Sqlite(_) = &self.store.database else {
            anyhow::bail!(
                "this copies SQLite databases; PostgreSQL has its own tool: pg_dump --format=custom NAME > backup.dump"
            );
        };
        let db = startup::open_existing_database(&self.store)?;
        let mut found = Vec::new();
        db.copy_to(&self.file, |copy| -> anyhow::Result<()> {
            found = check(copy)?;
            Ok(())
        })?;
        let broken: Vec<_> = found.iter().filter(|(_, is_whole)| !is_whole).collect();
        let events = match found.len() {
            1 => "1 event".to_owned(),
            count => format!("{count} events"),
        };
        writeln!(out, "{}: {events}, {} whole", self.file.display(), found.len() - broken.len())?;
        for (slug, _) in &broken {
            writeln!(out, "  {slug}: BROKEN, see: tiger-arbiter ledger verify {slug}")?;
        }
        Ok(if broken.is_empty() { Exit::Fine } else { Exit::Broken })
    }
}

/// The events of a copy, each with whether its ledger is whole.
fn check(copy: &Path) -> anyhow::Result<Vec<(String, bool)>> {
    let config = StoreConfig { database: DatabaseUrl::Sqlite(copy.to_owned()), connections: 1 };
    let db = Database::open(&config)?;
    ensure!(db.is_sound()?, "the copy is damaged; is the disk full, or broken?");
    let ledger = Ledger::new(db);
    let lines = ledger.database().read(db::events::list)?;
    let check = |line: db::events::EventLine| Ok((line.slug, ledger.verify(line.id)?.faults.is_empty()));
    lines.into_iter().map(check).collect()
}
