//! What the arbiters' desk keeps about a player: the fee and notes. It is on no page or file for everybody.

use serde::{Deserialize, Serialize};

use super::money::Cents;
use super::text::Note;

/// Fee and notes. It stands among the details of an entry, which are kept apart from the ledger: whoever is erased loses
/// it with them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Office {
    /// What the player has to pay, where it is another amount than the event's fee.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee_due: Option<Cents>,
    /// What the player has paid.
    #[serde(default, skip_serializing_if = "Cents::is_none")]
    pub fee_paid: Cents,
    /// What arbiters should know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Note>,
}

impl Office {
    /// Whether nothing is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// All of it, for arbiters.
    pub(super) fn parts(&self) -> impl Iterator<Item = String> {
        let due = self.fee_due.map(|due| format!("fee {due}"));
        let paid = (!self.fee_paid.is_none()).then(|| format!("paid {}", self.fee_paid));
        let note = self.note.as_ref().map(|note| format!("note: {note}"));
        [due, paid, note].into_iter().flatten()
    }
}
