//! An event as it leaves a database and comes into another: everything that its ledger and its clocks rest on, and no more.
//! Accounts, registrations and scoresheets stay behind.
//!
//! Invariant: what comes in is proved first, in the transaction that brings it in, as [`Ledger::verify`] does: it has the
//! same heads there, or nothing of it is there.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tiger_event::command::ErasureCommand;
use tiger_event::{
    Bytes32, Command, EntryId, Event, EventId, GameId, Reason, RecordCommand, RecordText, Refusal,
};

use super::group::Written;
use super::snapshot::{self, Tail};
use super::verify::verify_on;
use super::witness::{TakenOver, Witness, WitnessError};
use super::{Cached, Entry, Ledger, LedgerError, Newcomers};
use crate::db::clocks::{ClockHead, StoredPress};
use crate::db::entries::StoredEntry;
use crate::db::events::Head;
use crate::db::once::{KeptForm, NewOnceKey};
use crate::db::secrets::KeptSecret;
use crate::db::texts::{KeptText, NewText, Texts};
use crate::db::{self, Db, DbError};

/// The text of a game record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptRecord {
    /// Its digest when it was handed in.
    pub digest: Bytes32,
    /// What it says, with its salt.
    #[serde(flatten)]
    pub record: RecordText,
}

/// Everything that an event's ledger and clocks rest on; each list in an order of its own, always the same.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Archive {
    /// The entries, the first first.
    pub entries: Vec<StoredEntry>,
    /// What is kept apart from them.
    pub texts: Vec<KeptText>,
    /// The entries of the clocks, clock by clock.
    pub presses: Vec<StoredPress>,
    pub records: Vec<KeptRecord>,
    pub secrets: Vec<KeptSecret>,
    pub forms: Vec<KeptForm>,
}

/// What an archive tells.
struct Told {
    head: Head,
    event: Event,
    /// Its records, each with the time at which it was first handed in.
    handed_in: BTreeMap<Bytes32, DateTime<Utc>>,
    /// Who was erased, and why.
    erased: Vec<(EntryId, Reason)>,
}

fn refused(sentence: impl Into<String>) -> LedgerError {
    Refusal::invalid(sentence).into()
}

impl Archive {
    /// Tells the event from its first entry on.
    fn tell(&self) -> Result<Told, LedgerError> {
        let (Some(first), Some(last)) = (self.entries.first(), self.entries.last()) else {
            return Err(refused("There is no entry in it."));
        };
        let id = first.event;
        let is_foreign = self.entries.iter().any(|entry| entry.event != id)
            || self.presses.iter().any(|press| press.event != id);
        if is_foreign {
            return Err(refused("It has entries of more than one event."));
        }
        let texts: Texts = self.texts.iter().map(|text| (text.digest, text.clone())).collect();
        let (mut state, mut handed_in, mut erased) = (None, BTreeMap::new(), Vec::new());
        for stored in &self.entries {
            let Entry { meta, command, .. } = Entry::read(stored, &texts)?;
            super::entry::step(&mut state, &meta, &command)?;
            match command {
                Command::Record(RecordCommand::HandInRecord { digest, .. }) => {
                    handed_in.entry(digest).or_insert(meta.at);
                }
                Command::Erasure(ErasureCommand::ErasePlayer { entry, reason, .. }) => {
                    erased.push((entry, reason));
                }
                _ => {}
            }
        }
        let event = state.ok_or(LedgerError::NoEvent)?;
        let head = Head { id, version: last.seq, hash: last.hash };
        Ok(Told { head, event, handed_in, erased })
    }

    fn store(&self, db: &mut Db, told: &Told) -> Result<(), LedgerError> {
        let id = told.head.id;
        let taken = |error| match error {
            DbError::Taken(_) => refused("Something of it is in this database already, under another event."),
            other => other.into(),
        };
        db::entries::insert_all(db, &self.entries)?;
        let texts: Vec<NewText> = self.texts.iter().map(|text| NewText::new(id, text.clone())).collect();
        db::texts::insert_all(db, &texts).map_err(taken)?;
        let mut ends: BTreeMap<GameId, ClockHead> = BTreeMap::new();
        for press in &self.presses {
            let end = ClockHead { game: press.game, event: id, seq: press.seq, hash: press.hash };
            ends.insert(press.game, end);
        }
        for end in ends.values() {
            db::clocks::insert_head(db, end).map_err(taken)?;
        }
        for press in &self.presses {
            db::clocks::insert(db, press).map_err(taken)?;
        }
        for KeptRecord { digest, record } in &self.records {
            let at = told.handed_in.get(digest).copied().unwrap_or(told.event.changed_at);
            match db::records::find(db, *digest)? {
                None => db::records::insert(db, *digest, record, at)?,
                Some(known) if known == *record => {}
                Some(_) => return Err(refused("A record of it is here already, and says something else.")),
            }
        }
        for KeptSecret { cast, secret } in &self.secrets {
            db::secrets::insert(db, id, *cast, *secret).map_err(taken)?;
        }
        let times: HashMap<u64, DateTime<Utc>> =
            self.entries.iter().map(|entry| (entry.seq, entry.at)).collect();
        let form = |KeptForm { seq, author, key }: &KeptForm| {
            let seq = u64::try_from(*seq).map_err(|error| DbError::corrupt("place in a ledger", error))?;
            let at = times.get(&seq).copied().unwrap_or(told.event.changed_at);
            NewOnceKey::new((author.clone(), key.clone()), (id, seq), at)
        };
        let forms = self.forms.iter().map(form).collect::<Result<Vec<_>, _>>()?;
        db::once::insert_all(db, &forms).map_err(taken)
    }
}

impl Ledger {
    /// Everything that an event rests on, as of one moment.
    pub fn archive(&self, event: EventId) -> Result<Archive, LedgerError> {
        self.db.snapshot(|db| {
            let entries = db::entries::list_after(db, event, 0, u32::MAX)?;
            let texts = db::texts::list_of(db, event)?;
            let mut presses = Vec::new();
            for head in db::clocks::heads_of(db, event)? {
                presses.extend(db::clocks::list_after(db, head.game, 0, u32::MAX)?);
            }
            presses.sort_by_key(|press| (press.game, press.seq));
            let mut archive = Archive { entries, texts, presses, ..Archive::default() };
            for digest in archive.tell()?.handed_in.into_keys() {
                let record = db::records::find(db, digest)?;
                let record = record.ok_or_else(|| DbError::corrupt("record", "its text is missing"))?;
                archive.records.push(KeptRecord { digest, record });
            }
            archive.secrets = db::secrets::list_of(db, event)?;
            archive.forms = db::once::list_of(db, event, u64::from(u32::MAX))?;
            Ok(archive)
        })
    }

    /// Brings an event in that is not here yet, and proves it: in the end it stands here as it stood there. Who was erased
    /// from it is noted by the witness, and who was erased here since the archive was made is erased from it again.
    ///
    /// # Errors
    /// When the event, or its address, is here already, or the archive does not prove itself: nothing has changed then. When
    /// somebody who was erased here cannot be erased from it, it is there, and each start of the server tries again.
    pub fn take_in(&self, archive: &Archive) -> Result<Arc<Event>, LedgerError> {
        let told = archive.tell()?;
        let Head { id, hash, .. } = told.head;
        self.check_own(id, &Newcomers::of(&told.event))?;
        self.list_erasing_entries()?;
        self.db.write(|db| {
            if let Some(here) = db::events::lock_head(db, id)? {
                return Err(refused(match here.hash == hash {
                    true => "This event is here already, and stands as it does in the file.",
                    false => "This event is here already, and does not stand as it does in the file.",
                }));
            }
            db::events::insert(db, &told.event, hash).map_err(|error| match error {
                DbError::Taken(what) if !what.contains("slug") => {
                    refused("Another command has just taken this event in: look at what is here.")
                }
                other => super::group::slug_taken(other),
            })?;
            archive.store(db, &told)?;
            db::snapshots::replace(db, id, &snapshot::write(&told.event, hash)?)?;
            db::notices::tell(db, id, told.head.version)?;
            let report = verify_on(db, id)?;
            if let Some(fault) = report.faults.first() {
                return Err(refused(format!("It does not prove itself: {fault}.")));
            }
            if let Some(witness) = &self.witness {
                witness.note_erasing_entries(report.erased.iter().map(|erased| erased.hash))?;
                note_taken_over(witness, archive, &told)?;
            }
            Ok(())
        })?;
        let came = Cached { hash, event: Arc::new(told.event), tail: Tail::default() };
        self.publish(&Written { changed: vec![came], is_publication: true, ..Written::default() });
        if let Some(witness) = &self.witness {
            let again = self.erase_again();
            self.erase_accounts_from(witness, id)?;
            again?;
        }
        self.event(id)
    }
}

/// Has the witness note whom an archive says to have been erased. Anybody can write one with this event's name: it counts for
/// copies that begin as it does.
fn note_taken_over(witness: &Witness, archive: &Archive, told: &Told) -> Result<(), WitnessError> {
    let first = archive.entries.first().map_or(told.head.hash, |entry| entry.hash);
    let noted = witness.taken_over()?;
    let taken_over = told.erased.iter().map(|(entry, reason)| TakenOver {
        event: told.head.id,
        entry: *entry,
        first,
        reason: reason.clone(),
    });
    taken_over.filter(|it| !noted.contains(it)).try_for_each(|it| witness.note_taken_over(&it))
}
