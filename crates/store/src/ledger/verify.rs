//! The proof that a ledger is whole: its chain, and that its entries give the stored state.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use tiger_event::command::ErasureCommand;
use tiger_event::erasure::Place;
use tiger_event::{Bytes32, ChoiceCommand, Command, EntryId, Event, EventId, RecordCommand, UserId};

use super::entry::{PAGE, step, texts_of};
use super::{Entry, Ledger, LedgerError, chain, clocks, pen, snapshot};
use crate::db::entries::StoredEntry;
use crate::db::snapshots::StoredSnapshot;
use crate::db::texts::Texts;
use crate::db::{self, Db};

/// Something that is wrong with a ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The entry, or none if it is about the event as a whole.
    pub seq: Option<u64>,
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seq {
            Some(seq) => write!(f, "entry {seq}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

/// What a check of one ledger found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub entries: u64,
    pub head: Bytes32,
    /// Clocks of the event's games that were checked too.
    pub clocks: u64,
    pub presses: u64,
    pub erased: Vec<FoundErasure>,
    /// What is wrong; empty when all is well.
    pub faults: Vec<Fault>,
}

/// Somebody who was erased: of whom a witness can say whether it heard of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundErasure {
    /// The entry by which it was done.
    pub seq: u64,
    /// Its hash in the chain.
    pub hash: Bytes32,
    pub whom: Whom,
    /// By whom, when and why.
    pub told: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whom {
    Player(EntryId),
    Account(UserId),
}

impl FoundErasure {
    fn of(entry: &Entry) -> Option<Self> {
        let Command::Erasure(command) = &entry.command else { return None };
        let (called, reason, instead) = command.parts();
        let (day, by) = (entry.meta.at.format("%Y-%m-%d"), entry.meta.by.name());
        let seq = entry.meta.seq;
        let told = format!(
            "entry {seq}: {called} was erased on {day} by {by}, {} places say something else since: {reason}",
            instead.len()
        );
        let whom = match command {
            ErasureCommand::ErasePlayer { entry, .. } => Whom::Player(*entry),
            ErasureCommand::ErasePerson { user, .. } => Whom::Account(*user),
        };
        Some(Self { seq, hash: entry.hash, whom, told })
    }
}

/// A check under way.
struct Check {
    report: Report,
    state: Option<Event>,
    /// After an entry that does not apply there is nothing to apply the next one to.
    is_replaying: bool,
    /// What says something else since somebody was erased.
    instead: BTreeMap<Place, Bytes32>,
    /// States that are stored, to be held against the telling when it comes to their entries, the oldest first.
    snapshots: VecDeque<StoredSnapshot>,
}

impl Ledger {
    /// Checks the chain of an event's ledger, replays it, and holds snapshots, head and list against it; then the
    /// chains of its clocks.
    pub fn verify(&self, event: EventId) -> Result<Report, LedgerError> {
        self.db.snapshot(|db| verify_on(db, event))
    }
}

/// The same on a connection at hand.
pub(super) fn verify_on(db: &mut Db, event: EventId) -> Result<Report, LedgerError> {
    let report = Report {
        entries: 0,
        head: chain::BEGINNING,
        clocks: 0,
        presses: 0,
        erased: Vec::new(),
        faults: Vec::new(),
    };
    let instead = instead(db, event)?;
    let snapshots = db::snapshots::list(db, event)?.into();
    let mut check = Check { report, state: None, is_replaying: true, instead, snapshots };
    loop {
        let page = db::entries::list_after(db, event, check.report.entries, PAGE)?;
        let Some(last) = page.last() else { break };
        let read_to = last.seq;
        let texts = texts_of(db, &page)?;
        for stored in &page {
            check.entry(db, event, stored, &texts)?;
        }
        check.report.entries = read_to;
    }
    let clocks = clocks::check(db, event, check.state.as_ref(), &check.instead)?;
    let mut report = check.end(db, event)?;
    (report.clocks, report.presses) = (clocks.clocks, clocks.presses);
    report.faults.extend(clocks.faults.into_iter().map(|what| Fault { seq: None, what }));
    Ok(report)
}

/// The entries of an event that erase somebody. What cannot be read is a fault of its own.
fn erasing(db: &mut Db, event: EventId) -> Result<Vec<Entry>, LedgerError> {
    let stored = db::entries::erasures(db, event)?;
    let texts = texts_of(db, &stored)?;
    Ok(stored.iter().filter_map(|stored| Entry::read(stored, &texts).ok()).collect())
}

/// Who was erased from an event, as its ledger tells it.
pub(super) fn erasures(db: &mut Db, event: EventId) -> Result<Vec<FoundErasure>, LedgerError> {
    Ok(erasing(db, event)?.iter().filter_map(FoundErasure::of).collect())
}

/// What says something else since somebody was erased, as the ledger tells it; the last word counts.
fn instead(db: &mut Db, event: EventId) -> Result<BTreeMap<Place, Bytes32>, LedgerError> {
    let mut found = BTreeMap::new();
    for entry in erasing(db, event)? {
        if let Command::Erasure(command) = &entry.command {
            found.extend(command.parts().2.iter().map(|instead| (instead.place, instead.now)));
        }
    }
    Ok(found)
}

impl Check {
    fn fault(&mut self, seq: Option<u64>, what: impl Into<String>) {
        self.report.faults.push(Fault { seq, what: what.into() });
    }

    fn entry(
        &mut self,
        db: &mut Db,
        event: EventId,
        stored: &StoredEntry,
        texts: &Texts,
    ) -> Result<(), LedgerError> {
        let seq = Some(stored.seq);
        if stored.seq != self.report.entries + 1 {
            self.fault(seq, format!("entry {} is missing before it", self.report.entries + 1));
        }
        if stored.prev_hash != self.report.head {
            self.fault(seq, "it does not follow the entry before: the previous hash differs");
        }
        let hash = chain::hash(stored);
        if hash != stored.hash && !self.is_instead(Place::Entry { seq: stored.seq }, hash) {
            self.fault(seq, "its hash does not fit what it says");
        }
        self.report.entries = stored.seq;
        self.report.head = stored.hash;
        for text in [&stored.actor, &stored.command] {
            for (place, now) in pen::changed(text, texts) {
                if !self.is_instead(place, now) {
                    self.fault(seq, "a text that it names was changed");
                }
            }
        }
        match Entry::read(stored, texts) {
            Ok(entry) => {
                self.replay(&entry);
                self.attachments(db, event, &entry)?;
                self.report.erased.extend(FoundErasure::of(&entry));
            }
            Err(error) => {
                self.fault(seq, error.to_string());
                self.is_replaying = false;
            }
        }
        Ok(())
    }

    fn is_instead(&self, place: Place, now: Bytes32) -> bool {
        self.instead.get(&place) == Some(&now)
    }

    fn replay(&mut self, entry: &Entry) {
        if !self.is_replaying {
            return;
        }
        if let Err(error) = step(&mut self.state, &entry.meta, &entry.command) {
            self.fault(Some(entry.meta.seq), format!("it cannot be carried out again: {error}"));
            self.is_replaying = false;
        }
        while let Some(stored) = self.snapshots.pop_front_if(|stored| stored.version <= entry.meta.seq) {
            self.snapshot(entry, &stored);
        }
    }

    /// A stored state must be the one that the entries tell.
    fn snapshot(&mut self, entry: &Entry, stored: &StoredSnapshot) {
        let seq = Some(stored.version);
        if (stored.version, stored.hash) != (entry.meta.seq, entry.hash) {
            self.fault(seq, "a snapshot stands after it that belongs to no entry");
            return;
        }
        match snapshot::read(stored) {
            Ok(event) if self.is_replaying && self.state.as_ref() != Some(&event) => {
                self.fault(seq, "replaying the ledger gives another state than the stored one");
            }
            Ok(_) => {}
            Err(error) => self.fault(seq, error.to_string()),
        }
    }

    /// What the entry names by its hash must be there.
    fn attachments(&mut self, db: &mut Db, event: EventId, entry: &Entry) -> Result<(), LedgerError> {
        let seq = Some(entry.meta.seq);
        match &entry.command {
            Command::Choice(ChoiceCommand::CommitDice { cast, commitment, .. }) => {
                match db::secrets::find(db, event, *cast)? {
                    None => self.fault(seq, "the secret of its cast is missing"),
                    Some(secret) if Bytes32::digest(&secret.0) != *commitment => {
                        self.fault(seq, "the secret of its cast does not fit the commitment");
                    }
                    Some(_) => {}
                }
            }
            Command::Record(RecordCommand::HandInRecord { digest, .. }) => {
                match db::records::find(db, *digest)? {
                    None => self.fault(seq, "the text of its record is missing"),
                    Some(record) => {
                        let now = record.digest();
                        if now != *digest && !self.is_instead(Place::Record { digest: *digest }, now) {
                            self.fault(seq, "the text of its record was changed");
                        }
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// What stands beside the entries: the head, and what lists say of the event.
    fn end(mut self, db: &mut Db, event: EventId) -> Result<Report, LedgerError> {
        let Some(line) = db::events::find_line(db, event)? else { return Err(LedgerError::NoEvent) };
        if (line.version, line.head) != (self.report.entries, self.report.head) {
            self.fault(
                None,
                format!("the event stands at entry {}, the ledger ends elsewhere", line.version),
            );
        }
        if let Some(left) = self.snapshots.pop_front() {
            self.fault(Some(left.version), "a snapshot stands after it, but the ledger ends before");
        }
        if let Some(told) = self.state.take().filter(|_| self.is_replaying) {
            let said = [
                ("address", line.slug == told.slug.as_str()),
                ("name", line.name == told.settings.name.as_str()),
                ("visibility", line.is_public == told.is_public),
                ("end", line.is_finished == told.is_finished),
                ("time of its last change", line.changed_at == told.changed_at),
            ];
            for (what, _) in said.into_iter().filter(|(_, is_told)| !is_told) {
                self.fault(
                    None,
                    format!("the list of events says something else of its {what} than the ledger"),
                );
            }
        }
        Ok(self.report)
    }
}
