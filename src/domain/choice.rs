//! Which variation a game is played in: the players' answers and the dice, led by the rules' own order.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tiger_rules::{Answer, Choice, Die, GameKind, Step, Variation};

use super::dice::CastPurpose;
use super::game::Game;

/// One answer of the two players, as an arbiter wrote it down.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The answer.
    pub answer: Answer,
    /// When it was given.
    pub at: DateTime<Utc>,
    /// Who wrote it down.
    pub by: String,
}

impl Game {
    /// How far the choice has come: answers and counting casts, in the order that the rules ask for them.
    #[must_use]
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
    #[must_use]
    pub fn variation(&self, kind: GameKind) -> Option<Variation> {
        match self.choice(kind).next() {
            Step::Chosen(variation) => Some(variation),
            Step::Ask(_) | Step::Cast(_) => None,
        }
    }

    /// The variation that results are scored by: the chosen one, or the game's standard one until then.
    #[must_use]
    pub fn scoring_variation(&self, kind: GameKind) -> Variation {
        self.variation(kind).unwrap_or_else(|| Variation::standard(kind))
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
