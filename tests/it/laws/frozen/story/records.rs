//! Records that answer others, and one that comes in when a flag has fallen.

use tiger_arbiter::clock::new_id;
use tiger_arbiter::services::records::examine;
use tiger_event::record::Findings;
use tiger_event::{DisputeCause, GameId, RecordCommand, RecordId, RecordText, Seat};

use super::{SECRET, Story};

impl Story {
    /// A player's good record answers the broken one, and shows a draw although the other's flag has fallen.
    pub(super) fn against_a_flag(&mut self, game: GameId) {
        let [first, second] = self.game(game).players().map(|player| self.event.name_of(player));
        let tags = format!(
            "[Game \"LancerChess\"]\n[Bengal \"{first}\"]\n[Siberian \"{second}\"]\n[Result \"Draw\"]\n\n"
        );
        let broken = self.hand_in(game, &format!("{tags}1. E2-E5 Draw\n"), |_| ());
        self.hand_in(game, &format!("{tags}1. E2-E4 Draw\n"), |findings| {
            findings.replaces = vec![broken];
            findings.out_of_time = Some(Seat::Second);
        });
        let disputes = &self.game(game).disputes;
        assert!(
            matches!(disputes[..], [ref one] if matches!(one.cause, DisputeCause::AgainstFlag { .. })),
            "{disputes:?}"
        );
    }

    fn hand_in(&mut self, game: GameId, text: &str, change: impl FnOnce(&mut Findings)) -> RecordId {
        let kept = RecordText::salted(text.to_owned(), SECRET);
        let (record, digest) = (new_id(), kept.digest());
        let mut findings = Box::new(examine(&self.event, self.game(game), text).unwrap());
        change(&mut findings);
        let (player, hand) = (Some(Seat::First), self.hand(game, Seat::First));
        assert!(self.give_as(&hand, RecordCommand::HandInRecord { game, record, player, digest, findings }));
        self.texts.push(kept);
        record
    }
}
