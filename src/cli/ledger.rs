//! `tiger-arbiter ledger`: checking and showing what happened to events.

use std::io::Write;

use anyhow::Context;

use crate::config::StoreConfig;
use crate::db::{self, DbError};
use crate::domain::ids::EventId;
use crate::domain::text::Slug;
use crate::ledger::Ledger;
use crate::startup;

use super::{Exit, Outcome};

/// Shown under `--help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  tiger-arbiter ledger verify --database hall.sqlite3
  tiger-arbiter ledger show merridon-open-2026 --database hall.sqlite3";

const VERIFY_EXAMPLE: &str = "\
Exit codes: 0 all is well, 1 a ledger is not whole.
Example: tiger-arbiter ledger verify merridon-open-2026 --database hall.sqlite3";

const REBUILD_EXAMPLE: &str = "\
The entries are checked first: a broken chain is refused. Stop the server before.
Example: tiger-arbiter ledger rebuild merridon-open-2026 --database hall.sqlite3";

const SHOW_EXAMPLE: &str = "\
One JSON object a line: place, time, author, command and hashes.
Example: tiger-arbiter ledger show merridon-open-2026 --database hall.sqlite3";

/// Entries that are read at a time.
const PAGE: u32 = 500;

/// Arguments of `ledger`.
#[derive(Debug, clap::Args)]
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
        #[command(flatten)]
        store: StoreConfig,
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
            Task::Verify { event, store } => verify(event.as_deref(), &store, out),
            Task::Rebuild { event, store } => rebuild(&event, &store, out),
            Task::Show { event, store } => show(&event, &store, out),
        }
    }
}

fn verify(event: Option<&str>, store: &StoreConfig, out: &mut dyn Write) -> Outcome {
    let ledger = Ledger::new(startup::open_existing_database(store)?);
    let events = match event {
        Some(slug) => vec![(slug.to_owned(), find(&ledger, slug)?)],
        None => {
            let lines = ledger.database().read(db::events::list)?;
            lines.into_iter().map(|line| (line.slug, line.id)).collect()
        }
    };
    let mut exit = Exit::Fine;
    for (slug, id) in events {
        let report = ledger.verify(id).with_context(|| format!("cannot check {slug}"))?;
        let verdict = if report.faults.is_empty() { "whole" } else { "BROKEN" };
        writeln!(out, "{slug}: {verdict}, {} entries, head {}", report.entries, report.head)?;
        if report.clocks > 0 {
            writeln!(out, "  clocks: {}, with {} entries", report.clocks, report.presses)?;
        }
        for fault in &report.faults {
            exit = Exit::Broken;
            writeln!(out, "  {fault}")?;
        }
    }
    Ok(exit)
}

fn rebuild(event: &str, store: &StoreConfig, out: &mut dyn Write) -> Outcome {
    let ledger = Ledger::new(startup::open_existing_database(store)?);
    // What lists say may be what is wrong, the address too.
    let id = event.parse().or_else(|_| find(&ledger, event))?;
    let rebuilt = ledger.rebuild(id)?;
    writeln!(out, "{}: rebuilt from {} entries", rebuilt.slug, rebuilt.version)?;
    Ok(Exit::Fine)
}

fn show(event: &str, store: &StoreConfig, out: &mut dyn Write) -> Outcome {
    let ledger = Ledger::new(startup::open_existing_database(store)?);
    let id = find(&ledger, event)?;
    let mut after = 0;
    loop {
        let entries = ledger.database().read(|db| ledger.entries_after(db, id, after, PAGE))?;
        let Some(last) = entries.last() else { return Ok(Exit::Fine) };
        after = last.meta.seq;
        for entry in &entries {
            writeln!(out, "{}", serde_json::to_string(entry)?)?;
        }
    }
}

fn find(ledger: &Ledger, slug: &str) -> anyhow::Result<EventId> {
    let parsed = Slug::parse(slug).with_context(|| format!("`{slug}` is no address of an event"))?;
    let head: Result<_, DbError> = ledger.database().read(|db| db::events::find_head_by_slug(db, &parsed));
    Ok(head?.with_context(|| format!("there is no event `{slug}`"))?.id)
}
