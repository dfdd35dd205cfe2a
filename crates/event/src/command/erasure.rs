//! People are erased: the ledger says that it happened, and what says something else since.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::entries::entry_mut;
use super::{Effect, Event, Family, Meta, Refusal, Teller, Who};
use crate::erasure::Instead;
use crate::{EntryId, Label, Reason, Speaker, UserId};

/// People are erased. Only the ledger itself makes such a command: it does what the command tells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ErasureCommand {
    /// What was typed about a player is taken out of everything that is stored.
    ErasePlayer {
        entry: EntryId,
        /// What stands in the name's place.
        called: Label,
        reason: Reason,
        /// What says something else since.
        instead: Vec<Instead>,
    },
    /// The same of a person with an account, who arbitrated, or did something else here.
    ErasePerson { user: UserId, called: Label, reason: Reason, instead: Vec<Instead> },
}

impl ErasureCommand {
    /// What stands in the name's place, why, and what says something else since.
    pub fn parts(&self) -> (&Label, &Reason, &[Instead]) {
        let (Self::ErasePlayer { called, reason, instead, .. }
        | Self::ErasePerson { called, reason, instead, .. }) = self;
        (called, reason, instead)
    }
}

impl Family for ErasureCommand {
    fn who(&self, _: &Event) -> Result<Who, Refusal> {
        Ok(Who::Administrator)
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        if let Self::ErasePlayer { entry, .. } = self {
            let entry = entry_mut(event, *entry)?;
            (entry.speaker, entry.newer_link) = (Speaker::None, None);
            entry.is_erased = true;
            entry.revision = meta.seq;
        }
        event.erased = meta.seq;
        Ok(())
    }

    fn tell(&self, _: &mut Teller<'_>) -> String {
        let (called, reason, _) = self.parts();
        format!("The person who is {called} now was erased: {reason}")
    }
}
