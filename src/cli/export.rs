//! `tiger-arbiter export`: an event as one file.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tiger_event::Slug;

use crate::ledger::Ledger;
use crate::services::archive;
use crate::{db, startup};

use super::installation::Installation;
use super::{Exit, Outcome, new_file};

/// Write an event into one file.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The file holds everything that the event rests on: ledger, clocks, records, what people typed about people, secrets of
casts. Keep it as you keep the database. Accounts, registrations that nobody decided on, and scoresheets stay behind.
It goes into any database of this program, SQLite or PostgreSQL: tiger-arbiter import FILE
The same event, as it stands, gives the same digest everywhere.
Exit codes: 0 the file is there, 1 the ledger is not whole and nothing was written, 2 there is no file.
Example: tiger-arbiter export merridon-open-2026 merridon.tiger --database hall.sqlite3")]
pub(super) struct ExportArgs {
    /// The address of the event, the part after /events/.
    event: String,
    /// The file to write, which may not be there yet; its name may end with .tiger.
    #[arg(value_parser = new_file())]
    file: PathBuf,
    #[command(flatten)]
    installation: Installation,
}

impl ExportArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let slug = Slug::parse(&self.event).with_context(|| format!("`{}` is no address", self.event))?;
        let db = startup::open_to_read(&self.installation.store)?;
        let ledger = Ledger::new(db.clone());
        let event = db.read(|db| ledger.event_by_slug(db, &slug)).with_context(|| format!("event {slug}"))?;
        let report = ledger.verify(event.id)?;
        if let Some(fault) = report.faults.first() {
            writeln!(out, "{slug}: BROKEN, nothing was written: {fault}")?;
            return Ok(Exit::Broken);
        }
        let witness = self.installation.known_witness()?;
        let checkpoint = witness.map(|witness| witness.state_of(&db, event.id)).transpose()?;
        let (manifest, bytes) = archive::write(&event, &ledger.archive(event.id)?, checkpoint.as_deref())?;
        write_new(&self.file, &bytes)?;
        writeln!(
            out,
            "{}: {slug}, {} entries, head {}",
            self.file.display(),
            manifest.entries,
            manifest.head
        )?;
        writeln!(out, "digest {}", manifest.digest)?;
        Ok(Exit::Fine)
    }
}

/// Writes a new file that nobody but its owner reads: it holds what people typed about people.
fn write_new(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut new = db::make_private(file).with_context(|| format!("cannot make {}", file.display()))?;
    let written = new.write_all(bytes).and_then(|()| new.sync_all());
    if written.is_err() {
        // Half a file would be taken for a whole one.
        fs::remove_file(file).with_context(|| format!("{} is not whole", file.display()))?;
    }
    written.with_context(|| format!("cannot write {}", file.display()))
}
