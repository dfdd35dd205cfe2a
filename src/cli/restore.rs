//! `tiger-arbiter restore`: back to a copy.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, ensure};

use crate::config::{DatabaseUrl, beside};
use crate::db::{self, Database};
use crate::ledger::Ledger;
use crate::ledger::witness::Witness;
use crate::services::backups::{check, store_of};
use crate::{clock, disk};

use super::installation::Installation;
use super::{Exit, Outcome};

/// Files that SQLite keeps beside a database.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// How PostgreSQL goes back. In the database that stands, tables would stay that a newer program made: `--clean` drops what
/// the copy knows, and nothing else.
const PG_RESTORE: &str =
    "createdb -O ROLE OTHER && pg_restore --exit-on-error --single-transaction -d OTHER backup.dump";

/// Go back to a copy of a SQLite database.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Stop the program first: as long as it runs on the database, nothing is done. The copy is checked before it takes the
database's place; what was there is kept beside it, and its owner is the new one's. What the copy lacks of what was there,
and of what the witness has seen, is told.
Exit codes: 0 restored, 1 restored, but a ledger is not whole or lacks what was witnessed, 2 nothing was done.
Example: tiger-arbiter restore backup-2026-11-21.sqlite3 --database hall.sqlite3")]
pub(super) struct RestoreArgs {
    /// The copy, which stays as it is.
    backup: PathBuf,
    #[command(flatten)]
    installation: Installation,
}

impl RestoreArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let DatabaseUrl::Sqlite(file) = &self.installation.store.database else {
            anyhow::bail!("this restores SQLite databases; PostgreSQL has its own tool: {PG_RESTORE}");
        };
        let backup = self.backup.display();
        ensure!(!self.backup.is_dir(), "{backup} is a folder: name the copy in it");
        ensure!(self.backup.is_file(), "there is no file {backup}");
        // What a link leads to is the database.
        ensure!(!file.is_symlink() || file.exists(), "{} is a link that leads nowhere", file.display());
        let file = &fs::canonicalize(file).unwrap_or_else(|_| file.clone());
        let folder = disk::folder_of(file);
        ensure!(folder.is_dir(), "there is no folder {} for the database: make it first", folder.display());
        let is_same = fs::canonicalize(&self.backup).is_ok_and(|backup| backup == *file);
        ensure!(!is_same, "{backup} is the database itself: name the copy to go back to");
        // Who was erased since is known before anything is exchanged.
        let witness = self.installation.known_witness().context(
            "nothing was done: it knows who was erased since the copy was made. Mend it, or take its folder away and erase them again by hand",
        )?;
        drop(db::hold(file)?);
        fold(file);
        let held = db::hold(file)?;
        let _unused = db::hold(&self.backup)?;
        let new = beside(file, ".restoring");
        let copied = look_at_copy(&self.backup, &new);
        if copied.is_err() {
            remove(&new)?;
        }
        let copied = copied?;
        let owner = fs::metadata(file).or_else(|_| fs::metadata(folder))?;
        if file.exists() {
            fs::set_permissions(&new, owner.permissions())?;
        }
        let kept = put_aside(file)?;
        if let Some(kept) = &kept {
            writeln!(out, "what was there is kept as {}", kept.display())?;
        }
        let is_given = disk::give(&fs::File::open(&new)?, &owner);
        fs::rename(&new, file).with_context(|| format!("cannot write {}", file.display()))?;
        // From here on something was done: what goes wrong is told beside it.
        let mut lost = Vec::new();
        let synced = disk::sync_folder(folder).map_err(anyhow::Error::from);
        or_told(synced, "it may not be on the disk yet", &mut lost);
        drop(held);
        let lacking = kept.map(|kept| lacking(&kept, file)).transpose();
        let lacking = or_told(lacking, "whether it lacks what was there is not known", &mut lost);
        let mut again = 0;
        if let Some(witness) = witness {
            // Before anybody is erased again, which adds to the ledgers.
            let seen = or_told(unseen(file, &witness), "it was not held against the witness", &mut lost);
            lost.extend(seen);
            let erased = erase_again(file, witness);
            again = or_told(erased, "who was erased since the copy was made stands in it again", &mut lost);
        }
        let broken: Vec<&str> = copied.broken().collect();
        writeln!(
            out,
            "{}: restored, {} events, {} whole",
            file.display(),
            copied.events.len(),
            copied.events.len() - broken.len()
        )?;
        for sentence in lacking.into_iter().flatten() {
            writeln!(out, "  {sentence}")?;
        }
        if !is_given {
            let (file, owner) = (file.display(), owner.uid());
            writeln!(
                out,
                "  {file} is yours now; what was there belonged to user {owner}: chown {owner} {file}"
            )?;
        }
        if again > 0 {
            writeln!(out, "  {again} who were erased since were erased again")?;
        }
        for fault in &lost {
            writeln!(out, "  {fault}")?;
        }
        for slug in &broken {
            writeln!(out, "  {slug}: BROKEN, see: tiger-arbiter ledger verify {slug}")?;
        }
        Ok(if broken.is_empty() && lost.is_empty() { Exit::Fine } else { Exit::Broken })
    }
}

/// What was done; otherwise nothing, and what went wrong among what is told.
fn or_told<T: Default>(done: anyhow::Result<T>, what: &str, told: &mut Vec<String>) -> T {
    done.unwrap_or_else(|error| {
        told.push(format!("{what}: {error:#}"));
        T::default()
    })
}

/// What was there and the copy lacks, in sentences. What was there is whole in one file afterwards: what SQLite kept beside
/// it is written into it as it is closed.
fn lacking(kept: &Path, file: &Path) -> anyhow::Result<Vec<String>> {
    let events = |file: &Path| {
        let list = Database::open(&store_of(file)).and_then(|db| db.read(db::events::list));
        db::wait_until_closed(file).and(list)
    };
    // A database that was damaged may be what is gone back from.
    let Ok(before) = events(kept) else {
        return Ok(vec!["what was there cannot be read: whether it held more is not known".to_owned()]);
    };
    let now: BTreeMap<_, _> = events(file)?.into_iter().map(|event| (event.id, event.version)).collect();
    let more = before.into_iter().filter_map(|event| {
        let (slug, last) = (event.slug, event.changed_at.format("%Y-%m-%d %H:%M:%S"));
        match now.get(&event.id).map(|now| event.version.saturating_sub(*now)) {
            Some(0) => None,
            Some(1) => Some(format!("{slug}: the copy lacks an entry that was there, of {last} UTC")),
            Some(more) => {
                Some(format!("{slug}: the copy lacks {more} entries that were there, the last of {last} UTC"))
            }
            None => Some(format!("{slug}: was there, last changed {last} UTC, and is not in the copy")),
        }
    });
    Ok(more.collect())
}

/// Erases who was erased since the copy was made.
fn erase_again(file: &Path, witness: Witness) -> anyhow::Result<usize> {
    if witness.has_erased_nobody()? {
        return Ok(0);
    }
    let again = {
        let database = Database::open(&store_of(file))?;
        database.migrate()?;
        Ledger::new(database).witnessed_by(Some(Arc::new(witness))).erase_again()?
    };
    db::wait_until_closed(file)?;
    Ok(again)
}

/// What the witness has seen and the copy lacks.
fn unseen(file: &Path, witness: &Witness) -> anyhow::Result<Vec<String>> {
    let ledger = Ledger::new(Database::open(&store_of(file))?);
    Ok(ledger.hold_against(&witness.statements()?, &witness.deletions()?)?)
}

/// Copies the copy to where it will stand, on the same disk, and checks it there: the copy itself is not touched. What
/// SQLite has not written into it yet, after a power cut, stands beside it and belongs to it.
fn look_at_copy(backup: &Path, new: &Path) -> anyhow::Result<crate::services::backups::Copied> {
    remove(new)?;
    let copy = |from: &Path, to: &Path| -> anyhow::Result<()> {
        // Whatever rights the copy has, on a stick that knows none: nobody else reads the database.
        let mut made = db::make_private(to).with_context(|| format!("cannot write {}", to.display()))?;
        let mut read = fs::File::open(from).with_context(|| format!("cannot read {}", from.display()))?;
        std::io::copy(&mut read, &mut made)
            .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
        Ok(())
    };
    copy(backup, new)?;
    let log = beside(backup, "-wal");
    if log.exists() {
        copy(&log, &beside(new, "-wal"))?;
    }
    let copied = {
        let no_copy = || format!("the backup {} is no copy of a database of this program", backup.display());
        ensure!(fs::metadata(new)?.len() > 0, "{}: it is empty", no_copy());
        let copy = Database::open(&store_of(new)).with_context(no_copy)?;
        copy.check_is_known().context("the backup is of a newer program: go back to it with that one")?;
        check(&copy).context("the backup is not used")?
    };
    db::wait_until_closed(new)?;
    fs::File::open(new)?.sync_all()?;
    Ok(copied)
}

/// Has SQLite write what it keeps beside a database into it, so that all of it is one file. A damaged one stays as it is.
fn fold(file: &Path) {
    if beside(file, "-wal").exists() && Database::open(&store_of(file)).is_ok() {
        // Where it does not come about both are kept as they are.
        let _ = db::wait_until_closed(file);
    }
}

/// Gives the database that is there one more name, with what SQLite keeps beside it; none if there is none. Under its own it
/// stays until the copy takes its place, in one step: whenever the power fails, one of the two is there.
fn put_aside(file: &Path) -> anyhow::Result<Option<PathBuf>> {
    if !file.exists() {
        for what in BESIDE {
            remove_one(&beside(file, what))?;
        }
        return Ok(None);
    }
    let kept = beside(file, &format!(".before-restore-{}", clock::now().format("%Y-%m-%dT%H-%M-%S%.3fZ")));
    let name = |from: &Path, to: &Path| {
        // Some disks know no second name.
        let named = fs::hard_link(from, to).or_else(|_| fs::rename(from, to));
        named.with_context(|| format!("cannot give {} another name", from.display()))
    };
    let others = || BESIDE.map(|what| (beside(file, what), beside(&kept, what))).into_iter();
    others().filter(|(from, _)| from.exists()).try_for_each(|(from, to)| name(&from, &to))?;
    name(file, &kept)?;
    others().try_for_each(|(from, _)| remove_one(&from))?;
    Ok(Some(kept))
}

fn remove(file: &Path) -> anyhow::Result<()> {
    remove_one(file)?;
    BESIDE.iter().try_for_each(|what| remove_one(&beside(file, what)))
}

fn remove_one(file: &Path) -> anyhow::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", file.display()))
        }
        _ => Ok(()),
    }
}
