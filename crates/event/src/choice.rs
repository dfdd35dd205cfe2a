//! Which variation a game is played in: the players' answers and the dice, led by the rules' own order.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tiger_rules::{Answer, Choice, Die, GameKind, Question, Side, Step, Variation};

use crate::possible_result::{possible_results, suits_regicide};
use crate::result::{seat, seat_index};
use crate::{CastPurpose, Game, ResultGroup, Seat, Settings};

/// One answer of the two players: an arbiter wrote it down, or they gave it by themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    pub answer: Answer,
    pub at: DateTime<Utc>,
    /// Who wrote it down.
    pub by: String,
}

/// What each of the two players says to the question that is open.
pub type Said = [Option<Answer>; 2];

/// The seat of the player who commands a side of a game.
pub fn commander(kind: GameKind, side: Side) -> Seat {
    seat(Variation::standard(kind), side)
}

impl Game {
    /// The question that is open to the player in a seat: Knights are asked of their own side, agreements of both.
    pub fn question_to(&self, kind: GameKind, at: Seat) -> Option<Question> {
        match self.choice(kind).next() {
            Step::Ask(Question::WhichKnights(side)) if commander(kind, side) != at => None,
            Step::Ask(question) if self.result.is_none() => Some(question),
            Step::Ask(_) | Step::Cast(_) | Step::Chosen(_) => None,
        }
    }

    /// Hears what the player in a seat says to the open question. It is an answer as soon as it does not depend on the other
    /// player: an agreement needs both, a refusal one.
    pub(super) fn hear(&mut self, at: Seat, says: Answer) -> Option<Answer> {
        self.said[seat_index(at)] = Some(says);
        let agree = Some(Answer::Agreed(true));
        let is_settled = Some(says) != agree || self.said == [agree; 2];
        is_settled.then_some(says)
    }

    /// How far the choice has come: answers and counting casts, in the order that the rules ask for them.
    pub fn choice(&self, kind: GameKind) -> Choice {
        let mut choice = Choice::new(kind);
        let mut answers = self.answers.iter();
        loop {
            let answer = match choice.next() {
                Step::Chosen(_) => None,
                Step::Ask(_) => answers.next().map(|answered| answered.answer),
                Step::Cast(purpose) => self.cast_answer(purpose),
            };
            match answer {
                Some(answer) if choice.answer(answer).is_ok() => {}
                _ => return choice,
            }
        }
    }

    /// The variation, once it is chosen.
    pub fn variation(&self, kind: GameKind) -> Option<Variation> {
        match self.choice(kind).next() {
            Step::Chosen(variation) => Some(variation),
            Step::Ask(_) | Step::Cast(_) => None,
        }
    }

    /// The variation that results are scored by: the chosen one, or the game's standard one until then.
    pub fn scoring_variation(&self, kind: GameKind) -> Variation {
        self.variation(kind).unwrap_or_else(|| Variation::standard(kind))
    }

    /// Everything that it can end with, the most usual first, and what that scores.
    pub fn possible_results(&self, settings: &Settings) -> Vec<ResultGroup> {
        let mut groups = possible_results(self.scoring_variation(settings.game), &settings.points);
        if let Some(variation) = self.variation(settings.game) {
            for group in &mut groups {
                group
                    .results
                    .retain(|result| suits_regicide(variation, result.entry.winner, result.entry.ending));
            }
        }
        groups
    }

    fn cast_answer(&self, purpose: CastPurpose) -> Option<Answer> {
        let faces = self.faces(purpose)?;
        let die = |i: usize| faces.get(i).and_then(|face| Die::try_from(*face).ok());
        match purpose {
            CastPurpose::Deployment => die(0).map(Answer::OneDie),
            CastPurpose::Tiger => Some(Answer::TwoDice([die(0)?, die(1)?])),
        }
    }
}
