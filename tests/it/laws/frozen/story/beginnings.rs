//! What a game begins from, and who the Seers are.

use tiger_event::{BeginningCommand, EntryCommand, GameId, NoteCommand, PersonName, Seat};
use tiger_rules::AnyPosition;

use super::Story;
use crate::laws::history;

impl Story {
    /// A game begins one move later than usual, then as usual again; Seers are named, appointed and dismissed.
    pub(super) fn beginnings(&mut self, game: GameId) {
        let kind = self.event.settings.game;
        let variation = self.game(game).variation(kind).unwrap();
        let mut position = AnyPosition::start_on(variation, &self.event.settings.dance_board());
        let first = position.legal_moves().into_iter().next().unwrap();
        position.play_text(&first).unwrap();
        for situation in [Some(position.situation()), None] {
            let reason = history::reason();
            assert!(self.give(BeginningCommand::BeginFrom { game, situation, reason }));
        }
        let name = || Some(PersonName::parse("Seer, S.").unwrap());
        let entry = self.game(game).first;
        self.give(EntryCommand::NameSeer { entry, seer: None });
        self.give(EntryCommand::NameSeer { entry, seer: name() });
        self.give(NoteCommand::AppointSeer { game, player: Seat::Second, name: name() });
        self.give(NoteCommand::AppointSeer { game, player: Seat::First, name: None });
    }
}
