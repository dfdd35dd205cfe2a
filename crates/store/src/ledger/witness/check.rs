//! What was witnessed, held against what is stored. Together with the proof of each chain from its first entry on, it shows
//! that nothing that was witnessed has been cut, put back or rewritten.

use tiger_event::{Bytes32, EventId};

use super::{Deletion, ReadSeal, Statement, WitnessedEvent};
use crate::db::clocks::ClockHead;
use crate::db::{self, Db, DbError};
use crate::ledger::{Ledger, LedgerError};

impl Ledger {
    /// Holds statements against the database; what is wrong, in sentences. Events that were deleted before anybody saw them
    /// are missed no further than they had come then.
    pub fn hold_against(
        &self,
        statements: &[Statement],
        deletions: &[Deletion],
    ) -> Result<Vec<String>, LedgerError> {
        self.database().snapshot(|db| {
            let mut faults = Vec::new();
            for statement in statements {
                let when = statement.at.format("%Y-%m-%d %H:%M:%S UTC");
                let mut found = Vec::new();
                for event in &statement.ends.events {
                    found.extend(event_fault(db, event, deletions)?);
                }
                for clock in &statement.ends.clocks {
                    found.extend(clock_fault(db, clock, deletions)?);
                }
                faults.extend(found.into_iter().map(|fault| format!("witnessed at {when}: {fault}")));
            }
            Ok(faults)
        })
    }

    /// Holds a seal from a print against the database, with the key of the witness that may have signed it; what is
    /// wrong, in a sentence.
    pub fn hold_seal_against(
        &self,
        seal: &ReadSeal,
        key: Option<&Bytes32>,
        deletions: &[Deletion],
    ) -> Result<Option<String>, LedgerError> {
        let (slug, version) = (&seal.slug, seal.version);
        self.database().snapshot(|db| {
            let Some(head) = db::events::find_head_by_slug(db, slug)? else {
                let gone = deletions
                    .iter()
                    .filter(|gone| gone.slug == slug.as_str() && gone.head.version >= version);
                let is_own = |gone: &&Deletion| key.and_then(|key| seal.is_signed_by(key, gone.head.id));
                return Ok(match gone.filter(|gone| is_own(gone) != Some(false)).count() {
                    0 => Some(format!("there is no event {slug}, of which a print shows entry {version}")),
                    _ => None,
                });
            };
            if key.and_then(|key| seal.is_signed_by(key, head.id)) == Some(false) {
                return Ok(Some("the seal is not signed by this installation".to_owned()));
            }
            Ok(match at(db, head.id, version)? {
                Some(hash) if hash.to_string().starts_with(&seal.hash) => None,
                Some(_) => Some(format!("{slug}: entry {version} is another one than the print shows")),
                None => Some(format!("{slug}: the print shows entry {version}, which is missing")),
            })
        })
    }

    /// Checks what concerns no single event: that the tables still refuse changes, and that nothing belongs to an event
    /// that is gone. What is wrong, in sentences.
    pub fn verify_tables(&self) -> Result<Vec<String>, LedgerError> {
        self.database().snapshot(|db| {
            let guards = db::guards::missing(db)?.into_iter().map(|guard| {
                format!(
                    "the database no longer refuses to change what was written: {guard} is missing or changed"
                )
            });
            let orphans = db::guards::orphans(db)?.into_iter().map(|(table, event)| {
                format!("{table} has rows of event {event}, which is not in the list of events")
            });
            Ok(guards.chain(orphans).collect())
        })
    }
}

/// The hash of an entry, if it is there.
fn at(db: &mut Db, event: EventId, seq: u64) -> Result<Option<Bytes32>, DbError> {
    Ok(db::entries::find(db, event, seq)?.map(|entry| entry.hash))
}

pub(in crate::ledger) fn event_fault(
    db: &mut Db,
    witnessed: &WitnessedEvent,
    deletions: &[Deletion],
) -> Result<Option<String>, DbError> {
    let WitnessedEvent { head, forms, digest } = witnessed;
    let Some(line) = db::events::find_line(db, head.id)? else {
        if deletions.iter().any(|gone| gone.explains(head)) {
            return Ok(None);
        }
        return Ok(Some(format!("event {} with {} entries is gone", head.id, head.version)));
    };
    let slug = &line.slug;
    Ok(match at(db, head.id, head.version)? {
        None => Some(format!("{slug}: entry {} is missing: the ledger was cut or put back", head.version)),
        Some(hash) if hash != head.hash => {
            Some(format!("{slug}: entry {} is another one: the ledger was rewritten", head.version))
        }
        Some(_) if line.version < head.version => {
            Some(format!("{slug}: it stands at entry {}, but had come to {}", line.version, head.version))
        }
        Some(_) if db::once::digest(db, head.id, head.version)? != (*forms, *digest) => {
            Some(format!("{slug}: the list of forms that were carried out was changed"))
        }
        Some(_) => None,
    })
}

fn clock_fault(
    db: &mut Db,
    witnessed: &ClockHead,
    deletions: &[Deletion],
) -> Result<Option<String>, DbError> {
    // Earlier programs stated clocks of which nothing had been kept.
    if witnessed.seq == 0 {
        return Ok(None);
    }
    let name = format!("clock of game {}", witnessed.game);
    let Some(head) = db::clocks::find_head(db, witnessed.game)? else {
        let is_explained = deletions.iter().any(|gone| gone.head.id == witnessed.event);
        if is_explained && db::events::find_head(db, witnessed.event)?.is_none() {
            return Ok(None);
        }
        return Ok(Some(format!("{name} with {} entries is gone", witnessed.seq)));
    };
    let after = witnessed.seq.saturating_sub(1);
    let entry = db::clocks::list_after(db, witnessed.game, after, 1)?.into_iter().next();
    Ok(match entry {
        _ if head.seq < witnessed.seq => {
            Some(format!("{name}: it stands at entry {}, but had come to {}", head.seq, witnessed.seq))
        }
        Some(entry) if (entry.seq, entry.hash) == (witnessed.seq, witnessed.hash) => None,
        Some(_) => Some(format!("{name}: entry {} is another one: its chain was rewritten", witnessed.seq)),
        None => Some(format!("{name}: entry {} is missing: its chain was cut", witnessed.seq)),
    })
}
