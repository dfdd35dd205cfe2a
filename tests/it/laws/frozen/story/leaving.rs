//! Who leaves, and what becomes of their games.

use tiger_event::{Departure, EntryCommand, EntryId, Leaving};

use super::Story;
use crate::laws::history;

impl Story {
    /// One player whose games stand and one whose games are annulled, which is said anew; in a round robin.
    pub(super) fn leaving(&mut self, stands: EntryId, annulled: EntryId) {
        let from_round = self.event.published_rounds() + 1;
        let plans = [
            (stands, Departure::Forfeit, None),
            (annulled, Departure::Forfeit, Some(history::reason())),
            (annulled, Departure::Annul, Some(history::reason())),
        ];
        for (entry, games, reason) in plans {
            self.give(EntryCommand::Withdraw { entry, from_round, leaving: Some(Leaving { games, reason }) });
        }
    }
}
