//! The witness: what the program has seen of its own ledgers, signed and kept apart from the database.
//!
//! Whoever can write to the database can write a whole chain anew. So the ends of all ledgers and clocks that have changed
//! are stated, signed and kept in a folder of the witness's own whenever something is published, and stand at the foot of
//! prints. What was witnessed can be neither cut nor rewritten unseen. Invariant: the folder's file only grows.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ed25519_dalek::SigningKey;
use thiserror::Error;
use tiger_event::{Bytes32, EntryId, EventId, GameId, Reason, UserId};

use crate::db::{self, Database, DbError};
use crate::{clock, disk};

pub(super) mod check;
pub mod deletion;
pub mod seal;
pub mod statement;

pub use deletion::Deletion;
pub use seal::{ParseSealError, ReadSeal, Seal};
pub use statement::{Ends, Statement, StatementError, WitnessedCast, WitnessedEvent};

const KEY: &str = "key";
const CHECKPOINTS: &str = "checkpoints";
const DELETIONS: &str = "deletions";
const ERASURES: &str = "erasures";
const ERASED_ACCOUNTS: &str = "erased-accounts";
const TAKEN_OVER: &str = "erasures-taken-over";
const ERASING_ENTRIES: &str = "erasing-entries";

/// The key, and what was stated last.
pub struct Witness {
    folder: PathBuf,
    key: SigningKey,
    stated: Mutex<Stated>,
}

/// The ends that were stated last.
#[derive(Debug, Default)]
struct Stated {
    events: HashMap<EventId, Bytes32>,
    clocks: HashMap<GameId, Bytes32>,
}

/// An erasure of which an archive told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenOver {
    pub event: EventId,
    pub entry: EntryId,
    /// The hash of the first entry of the archive's ledger. It counts for copies of this ledger alone.
    pub first: Bytes32,
    pub reason: Reason,
}

/// Why the witness cannot do its work.
#[derive(Debug, Error)]
pub enum WitnessError {
    #[error("the witness's folder {}: {source}", .folder.display())]
    Folder { folder: PathBuf, source: std::io::Error },
    #[error("the witness's key in {} cannot be read", .0.display())]
    Key(PathBuf),
    #[error("the system gives no random numbers for a key")]
    Randomness,
    #[error("what the witness has stated in {}: {source}", .folder.display())]
    Statement { folder: PathBuf, source: StatementError },
    #[error(transparent)]
    Database(#[from] DbError),
}

impl std::fmt::Debug for Witness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Witness").field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl Witness {
    /// The witness in a folder; its key is made when there is none. What the program has not written there is refused.
    pub fn open(folder: &Path) -> Result<Self, WitnessError> {
        if let Some(witness) = Self::find(folder)? {
            return Ok(witness);
        }
        let failed = |source| WitnessError::Folder { folder: folder.to_owned(), source };
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|_| WitnessError::Randomness)?;
        make_folder(folder).map_err(failed)?;
        match db::make_private(&folder.join(KEY)) {
            Ok(mut file) => {
                disk::give(&file, &fs::metadata(folder).map_err(failed)?);
                let written = writeln!(file, "{}", Bytes32(bytes)).and_then(|()| file.sync_all());
                written.and_then(|()| disk::sync_folder(folder)).map_err(failed)?;
            }
            // Another program was faster: its key counts.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed(error)),
        }
        Self::find(folder)?.ok_or_else(|| WitnessError::Key(folder.to_owned()))
    }

    pub fn find(folder: &Path) -> Result<Option<Self>, WitnessError> {
        let Some(text) = read(folder, KEY)? else { return Ok(None) };
        let secret: Bytes32 = text.trim().parse().map_err(|_| WitnessError::Key(folder.to_owned()))?;
        let key = SigningKey::from_bytes(&secret.0);
        let witness = Self { folder: folder.to_owned(), key, stated: Mutex::default() };
        for statement in witness.statements()? {
            witness.stated().take_in(&statement.ends);
        }
        Ok(Some(witness))
    }

    /// The public key, with which statements are checked.
    pub fn public_key(&self) -> Bytes32 {
        Bytes32(self.key.verifying_key().to_bytes())
    }

    /// Signs some words, which begin with what they are.
    pub fn sign(&self, words: &str) -> String {
        statement::sign(&self.key, words.as_bytes())
    }

    /// Everything that was stated, the oldest first.
    pub fn statements(&self) -> Result<Vec<Statement>, WitnessError> {
        let text = self.kept(CHECKPOINTS)?;
        let unreadable = |source| WitnessError::Statement { folder: self.folder.clone(), source };
        Statement::read(&text).map_err(unreadable)
    }

    /// States all ends as they are now.
    pub fn state(&self, db: &Database) -> Result<String, WitnessError> {
        Ok(Statement::sign(clock::now(), &ends(db, &Stated::default())?, &self.key))
    }

    /// States the ends of one event's ledger and clocks as they are now.
    pub fn state_of(&self, db: &Database, event: EventId) -> Result<String, WitnessError> {
        let mut ends = ends(db, &Stated::default())?;
        ends.events.retain(|witnessed| witnessed.head.id == event);
        ends.clocks.retain(|clock| clock.event == event);
        ends.casts.retain(|cast| cast.event == event);
        Ok(Statement::sign(clock::now(), &ends, &self.key))
    }

    /// States, and keeps, the ends that have changed since they were stated last.
    pub fn keep(&self, db: &Database) -> Result<(), WitnessError> {
        let mut stated = self.stated();
        let ends = ends(db, &stated)?;
        if ends.events.is_empty() && ends.clocks.is_empty() {
            return Ok(());
        }
        let text = Statement::sign(clock::now(), &ends, &self.key);
        self.note(CHECKPOINTS, &text)?;
        stated.take_in(&ends);
        Ok(())
    }

    /// Notes that a player was erased, and why, so that they stay erased when somebody goes back to an older copy of the
    /// database.
    pub fn note_erasure(&self, event: EventId, entry: EntryId, reason: &Reason) -> Result<(), WitnessError> {
        self.note(ERASURES, &format!("{event} {entry} {reason}\n"))
    }

    /// Notes the same of somebody with an account, who is called by a number from then on.
    pub fn note_erased_account(
        &self,
        user: UserId,
        number: i64,
        reason: &Reason,
    ) -> Result<(), WitnessError> {
        self.note(ERASED_ACCOUNTS, &format!("{user} {number} {reason}\n"))
    }

    /// Whether nobody was erased, so that nobody can be back.
    pub fn has_erased_nobody(&self) -> Result<bool, WitnessError> {
        Ok([ERASURES, TAKEN_OVER, ERASED_ACCOUNTS]
            .into_iter()
            .map(|file| self.kept(file))
            .collect::<Result<Vec<_>, _>>()?
            .iter()
            .all(|text| text.trim().is_empty()))
    }

    /// Notes that a player was erased of an event that came from an archive.
    pub fn note_taken_over(&self, erasure: &TakenOver) -> Result<(), WitnessError> {
        let TakenOver { event, entry, first, reason } = erasure;
        self.note(TAKEN_OVER, &format!("{event} {entry} {first} {reason}\n"))
    }

    /// Who was erased from events that came from archives. What was not written to its end is passed over.
    pub fn taken_over(&self) -> Result<Vec<TakenOver>, WitnessError> {
        let text = self.kept(TAKEN_OVER)?;
        let noted = |line: &str| {
            let mut words = line.splitn(4, ' ');
            let event = words.next()?.parse().ok()?;
            let entry = words.next()?.parse().ok()?;
            let first = words.next()?.parse().ok()?;
            Some(TakenOver { event, entry, first, reason: as_stored(words.next()?)? })
        };
        Ok(text.lines().filter_map(noted).collect())
    }

    /// Lists entries that erase somebody, by their hashes; without any, that the list is complete.
    pub fn note_erasing_entries(
        &self,
        entries: impl IntoIterator<Item = Bytes32>,
    ) -> Result<(), WitnessError> {
        let lines: String = entries.into_iter().map(|hash| format!("{hash}\n")).collect();
        self.note(ERASING_ENTRIES, &lines)
    }

    /// The entries that erase somebody, by their hashes; none where they were never listed.
    pub fn erasing_entries(&self) -> Result<Option<HashSet<Bytes32>>, WitnessError> {
        let text = read(&self.folder, ERASING_ENTRIES)?;
        Ok(text.map(|text| text.lines().filter_map(|line| line.parse().ok()).collect()))
    }

    /// Notes, signed, that an event was deleted which nobody but its arbiters and players ever saw.
    pub fn note_deletion(&self, deletion: &Deletion) -> Result<(), WitnessError> {
        self.note(DELETIONS, &deletion.sign(&self.key))
    }

    /// The events that were deleted. What was not written to its end, or by somebody else, is passed over.
    pub fn deletions(&self) -> Result<Vec<Deletion>, WitnessError> {
        let (text, key) = (self.kept(DELETIONS)?, self.public_key());
        Ok(text.lines().filter_map(|line| Deletion::read(line, &key)).collect())
    }

    fn note(&self, file: &str, line: &str) -> Result<(), WitnessError> {
        self.append(file, line).map_err(|source| WitnessError::Folder { folder: self.folder.clone(), source })
    }

    /// Who was erased, in which event, and why. What was not written to its end is passed over.
    pub fn erasures(&self) -> Result<Vec<(EventId, EntryId, Reason)>, WitnessError> {
        self.noted(ERASURES)
    }

    /// Who was erased with the account, by which number they are called, and why.
    pub fn erased_accounts(&self) -> Result<Vec<(UserId, i64, Reason)>, WitnessError> {
        self.noted(ERASED_ACCOUNTS)
    }

    fn noted<A: FromStr, B: FromStr>(&self, file: &str) -> Result<Vec<(A, B, Reason)>, WitnessError> {
        let text = self.kept(file)?;
        let noted = |line: &str| {
            let (first, rest) = line.split_once(' ')?;
            let (second, reason) = rest.split_once(' ')?;
            Some((first.parse().ok()?, second.parse().ok()?, as_stored(reason)?))
        };
        Ok(text.lines().filter_map(noted).collect())
    }

    /// What a file of the folder says; nothing if it is not there yet.
    fn kept(&self, file: &str) -> Result<String, WitnessError> {
        Ok(read(&self.folder, file)?.unwrap_or_default())
    }

    fn append(&self, name: &str, text: &str) -> std::io::Result<()> {
        let path = self.folder.join(name);
        let is_new = !path.exists();
        let mut file = OpenOptions::new().append(true).create(true).open(&path)?;
        // Before anything is written: a command that ends meanwhile leaves nothing that the service cannot write to.
        disk::give(&file, &fs::metadata(&self.folder)?);
        // Begins on a line of its own, should the program have been killed while it wrote the last one.
        file.write_all(format!("\n{text}").as_bytes())?;
        file.sync_all()?;
        if is_new {
            disk::sync_folder(&self.folder)?;
        }
        Ok(())
    }

    fn stated(&self) -> MutexGuard<'_, Stated> {
        self.stated.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stated {
    fn take_in(&mut self, ends: &Ends) {
        self.events.extend(ends.events.iter().map(|event| (event.head.id, event.head.hash)));
        self.clocks.extend(ends.clocks.iter().map(|head| (head.game, head.hash)));
    }
}

/// The ends of ledgers and clocks that are others than were stated, as of one moment, and the casts that wait in these
/// events.
fn ends(db: &Database, stated: &Stated) -> Result<Ends, DbError> {
    db.snapshot(|db| {
        let mut heads = db::events::heads(db)?;
        heads.retain(|head| stated.events.get(&head.id) != Some(&head.hash));
        let (mut events, mut casts) = (Vec::with_capacity(heads.len()), Vec::new());
        for head in heads {
            let (forms, digest) = db::once::digest(db, head.id, head.version)?;
            let waiting = db::secrets::commitments_that_wait(db, head.id)?.into_iter();
            casts.extend(waiting.map(|(cast, commitment)| WitnessedCast {
                event: head.id,
                cast,
                commitment,
            }));
            events.push(WitnessedEvent { head, forms, digest });
        }
        let mut clocks = db::clocks::heads(db)?;
        clocks.retain(|head| head.seq > 0 && stated.clocks.get(&head.game) != Some(&head.hash));
        Ok(Ends { events, clocks, casts })
    })
}

pub fn is_signed(key: &Bytes32, words: &str, signature: &str) -> bool {
    statement::verify(key, words.as_bytes(), signature)
}

/// Makes a folder that nobody but its owner enters, in those above it where these are not there either.
fn make_folder(folder: &Path) -> std::io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let above = disk::folder_of(folder);
    make_folder(above)?;
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Ok(()) => {
            disk::give(&File::open(folder)?, &fs::metadata(above)?);
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
    }
}

/// Read as what is stored: what was accepted once stays readable, whatever is refused since.
fn as_stored(reason: &str) -> Option<Reason> {
    serde_json::from_value(reason.into()).ok()
}

/// What a file says, if it is there. What broke off may have broken off within a letter.
fn read(folder: &Path, file: &str) -> Result<Option<String>, WitnessError> {
    match fs::read(folder.join(file)) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(WitnessError::Folder { folder: folder.to_owned(), source }),
    }
}
