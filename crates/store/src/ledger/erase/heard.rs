//! Of which erasures the witness has heard.
//!
//! An erasure lets older entries say something else than they did, and whoever has the database alone can make one up, of
//! somebody who was erased before too. So the hash of each entry that erases is listed beside the witness's key.

use std::collections::HashSet;

use tiger_event::{Bytes32, EntryId, EventId, UserId};

use super::super::witness::{Witness, WitnessError};
use super::super::{FoundErasure, Ledger, LedgerError, verify};
use crate::db;

/// What a witness has heard.
#[derive(Debug)]
pub struct Heard {
    /// The hashes of the entries that erase; none where programs from before they were listed have noted names alone.
    entries: Option<HashSet<Bytes32>>,
    players: HashSet<(EventId, EntryId)>,
    accounts: HashSet<UserId>,
}

impl Heard {
    pub fn of(witness: &Witness) -> Result<Self, WitnessError> {
        Ok(Self {
            entries: witness.erasing_entries()?,
            players: witness.erasures()?.into_iter().map(|(event, entry, _)| (event, entry)).collect(),
            accounts: witness.erased_accounts()?.into_iter().map(|(user, ..)| user).collect(),
        })
    }

    /// Whether an erasure that an event's ledger tells is one of them.
    pub fn knows(&self, event: EventId, erased: &FoundErasure) -> bool {
        match (&self.entries, erased.whom) {
            (Some(entries), _) => entries.contains(&erased.hash),
            (None, verify::Whom::Player(entry)) => self.players.contains(&(event, entry)),
            (None, verify::Whom::Account(user)) => self.accounts.contains(&user),
        }
    }
}

impl Ledger {
    /// Has a witness that knows names alone list the entries by which they were erased. Before another one is added: from
    /// then on no other is believed.
    pub(in crate::ledger) fn list_erasing_entries(&self) -> Result<(), LedgerError> {
        let Some(witness) = &self.witness else { return Ok(()) };
        if witness.erasing_entries()?.is_some() {
            return Ok(());
        }
        let heard = Heard::of(witness)?;
        let known = self.db.snapshot(|db| -> Result<_, LedgerError> {
            let mut known = Vec::new();
            for head in db::events::heads(db)? {
                let found = verify::erasures(db, head.id)?;
                known.extend(
                    found.iter().filter(|erased| heard.knows(head.id, erased)).map(|erased| erased.hash),
                );
            }
            Ok(known)
        })?;
        Ok(witness.note_erasing_entries(known)?)
    }
}
