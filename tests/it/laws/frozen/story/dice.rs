//! How variations are chosen: answers, a cup's dice, and dice of the program.

use tiger_event::text::Word;
use tiger_event::{Bytes32, CastPurpose, ChoiceCommand, EventCommand, GameId, PlayerWord, Seat, Settings};
use tiger_rules::{Answer, Knights, Question, Step};

use super::{SECRET, Story};
use crate::laws::history;
use tiger_arbiter::clock::new_id;

impl Story {
    /// Answers and dice: from a cup at one board, of the program at the other.
    pub(super) fn choices(&mut self, one: GameId, other: GameId) {
        let settings = Settings { players_choose: true, ..self.event.settings.clone() };
        self.give(EventCommand::change_settings(settings, u64::MAX));
        for game in [one, other] {
            let mut is_cleared = game == other;
            loop {
                match self.game(game).choice(self.event.settings.game).next() {
                    Step::Chosen(_) => break,
                    Step::Ask(question) => {
                        let answer = match question {
                            Question::WhichKnights(_) => Answer::Knights(Knights::Pike),
                            _ => Answer::Agreed(false),
                        };
                        if game == one || !self.say(game, question, answer) {
                            self.give(ChoiceCommand::AnswerChoice { game, answer, asked: Some(question) });
                        }
                        if !std::mem::replace(&mut is_cleared, true) {
                            self.give(ChoiceCommand::ClearChoice { game, reason: history::reason() });
                        }
                    }
                    Step::Cast(purpose) if game == one => self.cup(game, purpose),
                    Step::Cast(purpose) => self.dice(game, purpose),
                }
            }
        }
    }

    /// The players answer by themselves: one agrees, the other does not, or the one asked names the Knights.
    fn say(&mut self, game: GameId, asked: Question, last: Answer) -> bool {
        let kind = self.event.settings.game;
        let is_asked = |seat: &Seat| self.game(game).question_to(kind, *seat).is_some();
        let seats: Vec<_> = [Seat::First, Seat::Second].into_iter().filter(is_asked).collect();
        let mut is_said = false;
        for (place, player) in seats.iter().copied().enumerate() {
            let hand = self.hand(game, player);
            let answer = if place + 1 == seats.len() { last } else { Answer::Agreed(true) };
            is_said = self.give_as(&hand, ChoiceCommand::SayAnswer { game, player, answer, asked });
        }
        is_said
    }

    fn cup(&mut self, game: GameId, purpose: CastPurpose) {
        let reason = history::reason();
        let faces = vec![3; purpose.dice()];
        for confirmed in [[true, true], [false, false]] {
            let cast = new_id();
            self.give(ChoiceCommand::EnterCast { game, cast, purpose, faces: faces.clone(), confirmed });
            if confirmed == [true, true] {
                self.give(ChoiceCommand::VoidCast { game, cast, reason: reason.clone(), secret: None });
            } else {
                let player = self.hand(game, Seat::First);
                assert!(
                    self.give_as(&player, ChoiceCommand::ConfirmCast { game, cast, player: Seat::First })
                );
            }
        }
    }

    fn dice(&mut self, game: GameId, purpose: CastPurpose) {
        let cast = new_id();
        let (commitment, reason) = (Bytes32::digest(&SECRET.0), history::reason());
        self.give(ChoiceCommand::CommitDice { game, cast, purpose, commitment });
        self.give(ChoiceCommand::VoidCast { game, cast, reason, secret: Some(SECRET) });
        let cast = new_id();
        self.give(ChoiceCommand::CommitDice { game, cast, purpose, commitment });
        for player in [Seat::First, Seat::Second] {
            let word = PlayerWord::sealed(Word::parse("tiger tiger").unwrap(), SECRET);
            let hand = self.hand(game, player);
            self.give_as(&hand, ChoiceCommand::AddWord { game, cast, player, word, notes_hand: true });
        }
        self.give(ChoiceCommand::CastDice { game, cast, secret: SECRET });
    }
}
