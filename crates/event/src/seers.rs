//! The Seers of Dragon (rules 3 to 5): whom a player may consult, by the entry or appointed for one game.

use tiger_rules::GameKind;

use crate::result::seat_index;
use crate::{Event, Game, PersonName, Refusal, Seat};

impl Event {
    /// The Seer of a player in a game: appointed for it, or else named in the entry. It is not compulsory to have one.
    pub fn seer_of<'a>(&'a self, game: &'a Game, player: Seat) -> Option<&'a PersonName> {
        let named = || self.entries.get(&game.player(player))?.seer.as_ref();
        game.seers[seat_index(player)].as_ref().or_else(named)
    }

    /// Refuses what is about Seers in a game without them.
    pub(super) fn check_has_seers(&self) -> Result<(), Refusal> {
        match self.settings.game {
            GameKind::Dragon => Ok(()),
            kind => Err(Refusal::Invalid(format!("{kind} knows no Seers."))),
        }
    }
}
