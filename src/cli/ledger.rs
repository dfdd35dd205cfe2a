//! `tiger-arbiter ledger`: checking and showing what happened to events.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tiger_event::{Bytes32, EventId, Slug};

use crate::config::{DatabaseUrl, StoreConfig};
use crate::db::{self, DbError};
use crate::ledger::witness::{Deletion, ReadSeal, Statement, StatementError, Witness, WitnessError};
use crate::ledger::{FoundErasure, Heard, Ledger};
use crate::startup;

use super::installation::Installation;
use super::{Exit, Outcome};

const VERIFY_EXAMPLE: &str = "\
What the witness beside the database has stated is held against it too, and every checkpoint that is named.
Exit codes: 0 all is well, 1 a ledger is not whole.
Examples:
  tiger-arbiter ledger verify merridon-open-2026 --database hall.sqlite3
  tiger-arbiter ledger verify --since backup.sqlite3.checkpoint --database hall.sqlite3
  tiger-arbiter ledger verify --since merridon-open-2026:1234:9f3c11ab22de4455 --database hall.sqlite3";

const CHECKPOINT_EXAMPLE: &str = "\
Keep it where nobody who can write to the database can write: then nothing before it can be cut or rewritten unseen.
Example: tiger-arbiter ledger checkpoint evening.checkpoint --database hall.sqlite3";

const REBUILD_EXAMPLE: &str = "\
The entries are checked first: a broken chain is refused, and one whose end is missing. Stop the server before.
Example: tiger-arbiter ledger rebuild merridon-open-2026 --database hall.sqlite3";

const SHOW_EXAMPLE: &str = "\
One JSON object a line: place, time, author, command and hashes.
Example: tiger-arbiter ledger show merridon-open-2026 --database hall.sqlite3";

/// Check or show the ledger of an event.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tiger-arbiter ledger verify --database hall.sqlite3
  tiger-arbiter ledger show merridon-open-2026 --database hall.sqlite3")]
pub(super) struct LedgerArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Check the hash chain and that replaying the entries gives the stored state; the clocks' chains too.
    #[command(after_help = VERIFY_EXAMPLE)]
    Verify {
        /// The address of one event; default: all events.
        event: Option<String>,
        /// What was witnessed: the file of a checkpoint, or what stands at the foot of a print.
        #[arg(long, value_name = "CHECKPOINT")]
        since: Vec<String>,
        #[command(flatten)]
        installation: Installation,
    },
    /// State, signed, where all ledgers and clocks end at this moment.
    #[command(after_help = CHECKPOINT_EXAMPLE)]
    Checkpoint {
        /// The file to write, which may not be there yet; default, and by `-`: standard output.
        file: Option<PathBuf>,
        #[command(flatten)]
        installation: Installation,
    },
    /// Make the state of an event again from its entries alone, in the place of what is stored beside them.
    #[command(after_help = REBUILD_EXAMPLE)]
    Rebuild {
        /// The address of the event, the part after /events/, or its identifier.
        event: String,
        #[command(flatten)]
        store: StoreConfig,
    },
    /// Print the entries of an event.
    #[command(after_help = SHOW_EXAMPLE)]
    Show {
        /// The address of the event, the part after /events/.
        event: String,
        #[command(flatten)]
        store: StoreConfig,
    },
}

impl LedgerArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        match self.task {
            Task::Verify { event, since, installation } => {
                verify(event.as_deref(), &since, &installation, out)
            }
            Task::Checkpoint { file, installation } => checkpoint(file.as_deref(), &installation, out),
            Task::Rebuild { event, store } => rebuild(&event, &store, out),
            Task::Show { event, store } => show(&event, &store, out),
        }
    }
}

fn verify(
    event: Option<&str>,
    since: &[String],
    installation: &Installation,
    out: &mut dyn Write,
) -> Outcome {
    let ledger = Ledger::new(startup::open_to_read(&installation.store)?);
    let events = match event {
        Some(slug) => vec![(slug.to_owned(), find(&ledger, slug)?)],
        None => {
            let lines = ledger.database().read(db::events::list)?;
            lines.into_iter().map(|line| (line.slug, line.id)).collect()
        }
    };
    let mut exit = Exit::Fine;
    // Where its statements cannot be read, that is told below.
    let heard = match installation.witness_folder().as_deref().map(Witness::find) {
        Some(Ok(Some(witness))) => Some(Heard::of(&witness)?),
        _ => None,
    };
    for (slug, id) in events {
        let report = match ledger.verify(id) {
            Ok(report) => report,
            Err(error) => {
                exit = Exit::Broken;
                writeln!(out, "{slug}: BROKEN, it cannot be read: {:#}", anyhow::Error::from(error))?;
                continue;
            }
        };
        let verdict = if report.faults.is_empty() { "whole" } else { "BROKEN" };
        writeln!(out, "{slug}: {verdict}, {} entries, head {}", report.entries, report.head)?;
        if report.clocks > 0 {
            writeln!(out, "  clocks: {}, with {} entries", report.clocks, report.presses)?;
        }
        for erased in &report.erased {
            writeln!(out, "  {}", erased.told)?;
        }
        for fault in unheard(&heard, id, &report.erased) {
            exit = Exit::Broken;
            writeln!(out, "  {fault}")?;
        }
        for fault in &report.faults {
            exit = Exit::Broken;
            writeln!(out, "  {fault}")?;
        }
    }
    let mut faults = match event.is_none().then(|| ledger.verify_tables()) {
        Some(Ok(faults)) => faults,
        Some(Err(error)) => vec![format!("the tables cannot be read: {:#}", anyhow::Error::from(error))],
        None => Vec::new(),
    };
    faults.extend(held_against(&ledger, since, installation.witness_folder().as_deref(), out)?);
    for fault in &faults {
        exit = Exit::Broken;
        writeln!(out, "BROKEN: {fault}")?;
    }
    Ok(exit)
}

/// Erasures of which the witness has not heard: whoever has the database alone can make them up.
fn unheard(heard: &Option<Heard>, event: EventId, erased: &[FoundErasure]) -> Vec<String> {
    let Some(heard) = heard else { return Vec::new() };
    let told = |erased: &FoundErasure| {
        format!(
            "entry {}: the witness knows of no such erasure; what the entries say that it names may be made up",
            erased.seq
        )
    };
    erased.iter().filter(|erased| !heard.knows(event, erased)).map(told).collect()
}

/// Holds against the database what the witness has stated, and what somebody has kept.
fn held_against(
    ledger: &Ledger,
    since: &[String],
    folder: Option<&Path>,
    out: &mut dyn Write,
) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    let (mut key, mut deletions) = (None, Vec::new());
    match folder.map(Witness::find) {
        None | Some(Ok(None)) => {
            let held = match since {
                [] => "nothing from outside the database was held against it",
                _ => "what is named by --since is held against the ledgers",
            };
            writeln!(out, "no witness is here; {held}")?;
        }
        Some(Err(error @ WitnessError::Statement { .. })) => faults.push(error.to_string()),
        Some(Err(error)) => return Err(error.into()),
        Some(Ok(Some(witness))) => {
            let statements = witness.statements()?;
            key = Some(witness.public_key());
            deletions = witness.deletions()?;
            faults.extend(ledger.hold_against(&statements, &deletions)?);
            writeln!(out, "witness: {} checkpoints, key {}", statements.len(), witness.public_key())?;
        }
    }
    for text in since {
        let found = match fs::read_to_string(text) {
            Ok(file) => held_file(ledger, &file, (key.as_ref(), &deletions)).with_context(|| text.clone())?,
            Err(_) => {
                let seal: ReadSeal =
                    text.parse().with_context(|| format!("`{text}` is neither a file nor a print's foot"))?;
                ledger.hold_seal_against(&seal, key.as_ref(), &deletions)?.into_iter().collect()
            }
        };
        let verdict =
            if found.is_empty() { "nothing witnessed there was cut or rewritten" } else { "BROKEN" };
        writeln!(out, "since {text}: {verdict}")?;
        faults.extend(found);
    }
    Ok(faults)
}

fn held_file(
    ledger: &Ledger,
    text: &str,
    (key, deletions): (Option<&Bytes32>, &[Deletion]),
) -> anyhow::Result<Vec<String>> {
    let statements = match Statement::read(text) {
        Ok(statements) if statements.is_empty() => return Err(StatementError::Nothing.into()),
        Ok(statements) => statements,
        Err(StatementError::Forged) => return Ok(vec![StatementError::Forged.to_string()]),
        Err(error) => return Err(error.into()),
    };
    let mut faults = ledger.hold_against(&statements, deletions)?;
    for statement in statements.iter().filter(|statement| key.is_some_and(|key| *key != statement.key)) {
        faults.push(format!("the checkpoint is signed with another key, {}", statement.key));
    }
    Ok(faults)
}

fn checkpoint(file: Option<&Path>, installation: &Installation, out: &mut dyn Write) -> Outcome {
    let db = startup::open_to_read(&installation.store)?;
    let witness = installation.witness()?.context("name the folder of the witness: --witness FOLDER")?;
    let text = witness.state(&db)?;
    match file.filter(|file| *file != Path::new("-")) {
        None => out.write_all(text.as_bytes())?,
        Some(file) => {
            let mut new =
                fs::File::create_new(file).with_context(|| format!("cannot make {}", file.display()))?;
            let written = new.write_all(text.as_bytes()).and_then(|()| new.sync_all());
            if written.is_err() {
                // Half a statement proves nothing, and would be in the way of the next one.
                fs::remove_file(file).ok();
            }
            written.with_context(|| format!("cannot write {}", file.display()))?;
            writeln!(out, "{}: keep it away from this machine", file.display())?;
        }
    }
    Ok(Exit::Fine)
}

fn rebuild(event: &str, store: &StoreConfig, out: &mut dyn Write) -> Outcome {
    if let DatabaseUrl::Sqlite(file) = &store.database {
        drop(db::hold(file)?);
    }
    let ledger = Ledger::new(startup::open_existing_database(store)?);
    // What lists say may be what is wrong, the address too.
    let id = event.parse().or_else(|_| find(&ledger, event))?;
    let rebuilt = ledger.rebuild(id)?;
    writeln!(out, "{}: rebuilt from {} entries", rebuilt.slug, rebuilt.version)?;
    Ok(Exit::Fine)
}

fn show(event: &str, store: &StoreConfig, out: &mut dyn Write) -> Outcome {
    let ledger = Ledger::new(startup::open_to_read(store)?);
    let id = find(&ledger, event)?;
    ledger.each_entry(id, |entry| anyhow::Ok(writeln!(out, "{}", serde_json::to_string(&entry)?)?))?;
    Ok(Exit::Fine)
}

fn find(ledger: &Ledger, slug: &str) -> anyhow::Result<EventId> {
    let parsed = Slug::parse(slug).with_context(|| format!("`{slug}` is no address of an event"))?;
    let head: Result<_, DbError> = ledger.database().read(|db| db::events::find_head_by_slug(db, &parsed));
    Ok(head?.with_context(|| format!("there is no event `{slug}`"))?.id)
}
