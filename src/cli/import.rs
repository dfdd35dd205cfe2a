//! `tiger-arbiter import`: an event from a file.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;

use crate::ledger::Ledger;
use crate::services::archive::{self, Opened};
use crate::startup;

use super::installation::Installation;
use super::{Exit, Outcome};

/// Take an event from a file.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The event is proved before it is there: it has the same entries and the same head as where it came from, or nothing of
it is taken. A server may run on the database meanwhile. Accounts do not come along: an administrator appoints arbiters.
Who was erased from the event stays erased; who was erased here since the file was made is erased again.
Exit codes: 0 it is there, 2 nothing was taken.
Example: tiger-arbiter import merridon.tiger --database hall.sqlite3")]
pub(super) struct ImportArgs {
    /// The file, made by `tiger-arbiter export`.
    file: PathBuf,
    #[command(flatten)]
    installation: Installation,
}

impl ImportArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let opened = open(&self.file)?;
        let db = startup::open_existing_database(&self.installation.store)?;
        let ledger = Ledger::new(db).witnessed_by(self.installation.witness()?.map(Arc::new));
        let event = ledger.take_in(&opened.archive).with_context(|| self.file.display().to_string())?;
        // The program ends before the thread has written that states what came.
        if let Some(witness) = ledger.witness() {
            witness.keep(ledger.database()).context("the event is there, but it is not witnessed")?;
        }
        let manifest = &opened.manifest;
        writeln!(out, "{}: {} entries, head {}", event.slug, manifest.entries, manifest.head)?;
        writeln!(out, "digest {}", manifest.digest)?;
        match &opened.checkpoint {
            Some(statement) => writeln!(
                out,
                "its end is signed with the key {}, on {}",
                statement.key,
                statement.at.format("%Y-%m-%d %H:%M UTC")
            )?,
            None => writeln!(out, "its end is not signed")?,
        }
        if event.version > manifest.entries {
            writeln!(out, "  {} who were erased since were erased again", event.version - manifest.entries)?;
        }
        Ok(Exit::Fine)
    }
}

/// Reads an archive.
pub(super) fn open(file: &Path) -> anyhow::Result<Opened> {
    let named = || file.display().to_string();
    let opened = File::open(file).with_context(|| format!("cannot read {}", named()))?;
    archive::read(BufReader::new(opened)).with_context(named)
}
