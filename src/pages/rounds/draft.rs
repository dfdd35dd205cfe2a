//! The draft of a round, which only arbiters see and change by hand.

use askama::Template;

use super::{Person, TieRow};
use crate::pages::Frame;
use crate::pages::form::Choice;
use crate::pages::parts::PointsView;
use crate::services::pairing::Verdict;

/// The draft, or the way to make one.
#[derive(Debug, Template)]
#[template(path = "rounds/draft.html")]
pub struct DraftPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The round that is drafted or to be drafted; none if there is nothing to draft.
    pub round: Option<u16>,
    /// Whether there is a draft.
    pub is_drafted: bool,
    /// Why nothing can be drafted, if nothing can.
    pub obstacle: String,
    /// What is wrong with the last change; may be empty.
    pub refusal: String,
    /// The system in words.
    pub system: &'static str,
    /// Whether the arbiter pairs by hand anyway.
    pub is_free: bool,
    /// Whether the round is one of a Swiss event, whose boards have reasons.
    pub is_swiss: bool,
    /// Whether the bracket pairs, and only order, sides and first seeds are the arbiter's.
    pub is_bracket: bool,
    /// Whether it is the first round of a knockout, whose players may change places.
    pub is_first_stage: bool,
    /// What the round is in the bracket; empty in formats without one.
    pub stage: String,
    /// Ties that are level and wait for a tie-break game or a ruling.
    pub level: Vec<TieRow>,
    /// What the checker says of a Swiss draft that was changed by hand.
    pub verdict: Option<Verdict>,
    /// Whether an arbiter changed the draft.
    pub is_changed_by_hand: bool,
    /// The boards.
    pub boards: Vec<DraftBoard>,
    /// Players with a bye.
    pub byes: Vec<DraftPlayer>,
    /// Players without opponent and bye.
    pub unpaired: Vec<DraftPlayer>,
    /// Everybody in the round, for the choice of whom to exchange.
    pub everybody: Vec<Choice>,
    /// The byes that can be given.
    pub bye_kinds: Vec<Choice>,
    /// What was chosen in the form that came back.
    pub typed: Typed,
    /// The revision of the draft.
    pub version: u64,
    /// The key of the page's forms; each adds a letter.
    pub once: String,
    /// How many players are not checked in.
    pub not_seen: usize,
    /// What the two sides are called.
    pub sides: [&'static str; 2],
}

/// What was chosen in a form that came back.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Typed {
    /// Which change.
    pub change: String,
    /// The first player.
    pub one: String,
    /// The second player.
    pub other: String,
    /// The bye.
    pub bye: String,
}

/// A board of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftBoard {
    /// The game to be.
    pub game: String,
    /// The number on the table.
    pub board: u16,
    /// Who moves first.
    pub first: PlayerLine,
    /// Who moves second.
    pub second: PlayerLine,
    /// Why the system put them together.
    pub why: String,
    /// Whether an arbiter forced the pair.
    pub is_forced: bool,
    /// What the arbiter should know.
    pub warnings: Vec<String>,
}

/// A player of a board with his rounds so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerLine {
    /// The player.
    pub person: Person,
    /// The points.
    pub points: PointsView,
    /// The sides so far, `1` for first and `2` for second, oldest first.
    pub sides: String,
    /// How many games more as first than as second, such as `+1`.
    pub balance: String,
    /// The opponents so far.
    pub met: String,
}

/// A player without opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftPlayer {
    /// The player with his rounds so far.
    pub line: PlayerLine,
    /// The bye in words; empty for an unpaired player.
    pub bye: String,
    /// Whether the player asked for the bye, so that only the entry's page changes it.
    pub is_asked_for: bool,
}

impl DraftPage {
    /// What is asked before a round is published that breaks the rules of its system; empty if none is broken.
    #[must_use]
    pub fn doubt(&self) -> &'static str {
        match &self.verdict {
            Some(verdict) if !verdict.violations.is_empty() => {
                "This round breaks the rules of the Swiss system. Publish it all the same?"
            }
            _ => "",
        }
    }

    /// Whether anybody has played a game before, so that sides are shown.
    #[must_use]
    pub fn has_sides(&self) -> bool {
        self.boards.iter().any(|board| !board.first.sides.is_empty() || !board.second.sides.is_empty())
    }

    /// Whether players can take each other's places.
    #[must_use]
    pub fn can_exchange(&self) -> bool {
        self.everybody.len() > 1 && (!self.is_bracket || self.is_first_stage)
    }

    /// Whether the round can be published.
    #[must_use]
    pub fn can_publish(&self) -> bool {
        self.is_drafted && self.unpaired.is_empty()
    }

    /// How many boards have a warning.
    #[must_use]
    pub fn warned(&self) -> usize {
        self.boards.iter().filter(|board| !board.warnings.is_empty()).count()
    }

    /// The players without opponent: those who can be paired with each other.
    #[must_use]
    pub fn can_pair(&self) -> bool {
        self.unpaired.len() + self.byes.iter().filter(|bye| !bye.is_asked_for).count() >= 2
    }

    /// The players without opponent, for the choice of a pair.
    #[must_use]
    pub fn pairable(&self) -> Vec<&DraftPlayer> {
        self.unpaired.iter().chain(self.byes.iter().filter(|bye| !bye.is_asked_for)).collect()
    }
}

impl DraftPage {
    /// The desk's address.
    #[must_use]
    pub fn desk(&self) -> String {
        format!("{}/desk", self.base)
    }
}

impl DraftBoard {
    /// What the key of the board's form ends with.
    #[must_use]
    pub fn key(&self) -> String {
        format!("b{}", self.board)
    }
}

impl DraftPlayer {
    /// What the key of the player's form ends with.
    #[must_use]
    pub fn key(&self) -> String {
        format!("e{}", self.line.person.number)
    }
}
