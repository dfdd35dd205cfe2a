//! What must be asked and cast before a game starts, as a pure state machine: next question or cast, then the variation.
//!
//! TigerChess: rules 17, 17a. Dragon: the Arbiter asks both players. Randomness comes from outside, as [`Die`] values.

use std::fmt;
use std::str::FromStr;

use crate::game::GameKind;
use crate::shown::shown;
use crate::side::{BySide, Side};
use crate::variation::{Deployment, DragonOptions, Formation, Knights, Regicide, TigerOptions, Variation};

/// The uppermost number of a six-sided die.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "u8", try_from = "u8")
)]
pub struct Die(u8);

/// A number that no die shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DieError(u8);

impl fmt::Display for DieError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a die shows 1 to 6, not {}", self.0)
    }
}

impl std::error::Error for DieError {}

impl Die {
    /// The number, 1 to 6.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Rule 17: 2, 4, 6 Countdown; 3, 5 Dragon; 1 Symmetrical.
    #[must_use]
    pub const fn deployment(self) -> Deployment {
        match self.0 {
            2 | 4 | 6 => Deployment::Countdown,
            3 | 5 => Deployment::Dragon,
            _ => Deployment::Symmetrical,
        }
    }
}

impl TryFrom<u8> for Die {
    type Error = DieError;

    /// # Errors
    /// [`DieError`] outside 1 to 6.
    fn try_from(number: u8) -> Result<Self, DieError> {
        if (1..=6).contains(&number) { Ok(Self(number)) } else { Err(DieError(number)) }
    }
}

impl From<Die> for u8 {
    fn from(die: Die) -> Self {
        die.0
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The dice that TigerChess cast, as the `Dice` tag writes them: `4; 2 5`, or `-; 2 5` when Open was agreed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TigerDice {
    /// The die of rule 17, not cast when Open was agreed.
    pub one: Option<Die>,
    /// The two dice of rule 17a.
    pub two: [Die; 2],
}

impl TigerDice {
    /// The variation that these dice select.
    #[must_use]
    pub fn options(self) -> TigerOptions {
        TigerOptions {
            deployment: self.one.map_or(Deployment::Open, Die::deployment),
            tiger: self.two[0] == self.two[1],
        }
    }
}

impl fmt::Display for TigerDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.one {
            Some(die) => write!(f, "{die}; {} {}", self.two[0], self.two[1]),
            None => write!(f, "-; {} {}", self.two[0], self.two[1]),
        }
    }
}

/// A `Dice` tag that does not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseDiceError(String);

impl fmt::Display for ParseDiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` are no dice: write the one die or `-`, a semicolon, the two dice, such as `4; 2 5`",
            shown(&self.0)
        )
    }
}

impl std::error::Error for ParseDiceError {}

impl FromStr for TigerDice {
    type Err = ParseDiceError;

    /// Reads the `Dice` tag.
    ///
    /// # Errors
    /// [`ParseDiceError`] when the text has another shape or a number no die shows.
    fn from_str(text: &str) -> Result<Self, ParseDiceError> {
        let refuse = || ParseDiceError(text.to_owned());
        let die = |word: &str| {
            word.parse::<u8>().ok().and_then(|number| Die::try_from(number).ok()).ok_or_else(refuse)
        };
        let (one, two) = text.split_once(';').ok_or_else(refuse)?;
        let one = match one.trim() {
            "-" => None,
            word => Some(die(word)?),
        };
        match two.split_ascii_whitespace().collect::<Vec<_>>()[..] {
            [first, second] => Ok(Self { one, two: [die(first)?, die(second)?] }),
            _ => Err(refuse()),
        }
    }
}

/// What the Arbiter asks.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Question {
    /// TigerChess: do both players agree on the Open variation?
    AgreeOnOpen,
    /// Dragon: which Knights does this side want?
    WhichKnights(Side),
    /// Dragon: do both agree on the Trident formation?
    AgreeOnTrident,
    /// The Dance: do both agree that this side plays without its King?
    AgreeOnRegicide(Side),
}

/// What the dice cup must give.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Cast {
    /// One die: the deployment (rule 17).
    Deployment,
    /// Two dice: a double is the TigerVariation (rule 17a).
    Tiger,
}

impl Cast {
    /// How many dice.
    #[must_use]
    pub const fn dice(self) -> usize {
        match self {
            Self::Deployment => 1,
            Self::Tiger => 2,
        }
    }
}

/// One thing that happened during the choice.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Answer {
    /// Yes or no to a question of agreement.
    Agreed(bool),
    /// The Knights a side asked for.
    Knights(Knights),
    /// One die was cast.
    OneDie(Die),
    /// Two dice were cast.
    TwoDice([Die; 2]),
}

/// What comes next.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Ask this.
    Ask(Question),
    /// Cast these dice.
    Cast(Cast),
    /// All is chosen.
    Chosen(Variation),
}

/// An answer that does not belong to the step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ChoiceError {
    /// What was due.
    pub due: Step,
    /// What came.
    pub got: Answer,
}

impl fmt::Display for ChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let due = match self.due {
            Step::Ask(Question::AgreeOnOpen) => "whether both agree on the Open variation",
            Step::Ask(Question::WhichKnights(_)) => "which Knights the side asks for",
            Step::Ask(Question::AgreeOnTrident) => "whether both agree on the Trident formation",
            Step::Ask(Question::AgreeOnRegicide(_)) => "whether both agree on regicide for the side",
            Step::Cast(Cast::Deployment) => "one die for the deployment",
            Step::Cast(Cast::Tiger) => "two dice for the TigerVariation",
            Step::Chosen(_) => "nothing: the variation is chosen",
        };
        let got = match self.got {
            Answer::Agreed(_) => "a yes or no",
            Answer::Knights(_) => "a sort of Knights",
            Answer::OneDie(_) => "one die",
            Answer::TwoDice(_) => "two dice",
        };
        write!(f, "{got} came, but what is due is {due}")
    }
}

impl std::error::Error for ChoiceError {}

/// A choice under way: the game and the answers so far. Replaying the answers gives the same choice.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub struct Choice {
    game: GameKind,
    answers: Vec<Answer>,
}

impl Choice {
    /// Nothing asked yet.
    #[must_use]
    pub const fn new(game: GameKind) -> Self {
        Self { game, answers: Vec::new() }
    }

    /// The choice after these answers.
    ///
    /// # Errors
    /// [`ChoiceError`] at the first answer that was not due.
    pub fn replay(game: GameKind, answers: impl IntoIterator<Item = Answer>) -> Result<Self, ChoiceError> {
        let mut choice = Self::new(game);
        for answer in answers {
            choice.answer(answer)?;
        }
        Ok(choice)
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> GameKind {
        self.game
    }

    /// What was answered and cast, in order.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        &self.answers
    }

    /// What is due.
    #[must_use]
    pub fn next(&self) -> Step {
        match self.game {
            GameKind::LancerChess => Step::Chosen(Variation::LancerChess),
            GameKind::TigerChess => self.next_in_tigerchess(),
            GameKind::Dragon => self.next_in_dragon(),
            GameKind::Dance => self.next_in_dance(),
        }
    }

    /// Takes an answer or a cast.
    ///
    /// # Errors
    /// [`ChoiceError`] when something else, or nothing, is due; the choice stays as it was.
    pub fn answer(&mut self, answer: Answer) -> Result<(), ChoiceError> {
        let due = self.next();
        let fits = match (due, answer) {
            (Step::Ask(Question::WhichKnights(_)), Answer::Knights(_))
            | (Step::Cast(Cast::Deployment), Answer::OneDie(_))
            | (Step::Cast(Cast::Tiger), Answer::TwoDice(_)) => true,
            (Step::Ask(Question::WhichKnights(_)), _) => false,
            (Step::Ask(_), Answer::Agreed(_)) => true,
            _ => false,
        };
        if !fits {
            return Err(ChoiceError { due, got: answer });
        }
        self.answers.push(answer);
        Ok(())
    }

    /// The dice cast, when TigerChess's choice is complete.
    #[must_use]
    pub fn tiger_dice(&self) -> Option<TigerDice> {
        match self.answers[..] {
            [Answer::Agreed(true), Answer::TwoDice(two)] => Some(TigerDice { one: None, two }),
            [Answer::Agreed(false), Answer::OneDie(one), Answer::TwoDice(two)] => {
                Some(TigerDice { one: Some(one), two })
            }
            _ => None,
        }
    }

    fn next_in_tigerchess(&self) -> Step {
        match (self.tiger_dice(), &self.answers[..]) {
            (Some(dice), _) => Step::Chosen(Variation::TigerChess(dice.options())),
            (None, []) => Step::Ask(Question::AgreeOnOpen),
            (None, [Answer::Agreed(false)]) => Step::Cast(Cast::Deployment),
            (None, _) => Step::Cast(Cast::Tiger),
        }
    }

    fn next_in_dragon(&self) -> Step {
        match self.answers[..] {
            [] => Step::Ask(Question::WhichKnights(Side::South)),
            [_] => Step::Ask(Question::WhichKnights(Side::North)),
            [Answer::Knights(south), Answer::Knights(north), Answer::Agreed(trident)] => {
                // Lance or Pike only if both ask for it; anything else is Sword.
                let knights = if south == north { south } else { Knights::Sword };
                let formation = if trident { Formation::Trident } else { Formation::Arrowhead };
                Step::Chosen(Variation::Dragon(DragonOptions { knights, formation }))
            }
            _ => Step::Ask(Question::AgreeOnTrident),
        }
    }

    fn next_in_dance(&self) -> Step {
        match self.answers[..] {
            [] => Step::Ask(Question::AgreeOnRegicide(Side::South)),
            [Answer::Agreed(south), Answer::Agreed(north)] => {
                Step::Chosen(Variation::Dance { regicide: Regicide::from_sides(BySide { south, north }) })
            }
            _ => Step::Ask(Question::AgreeOnRegicide(Side::North)),
        }
    }
}
