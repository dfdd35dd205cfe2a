//! The result of one game: entering, overruling, taking back, leaving for later.

use askama::Template;

use super::{OptionGroup, Person};
use crate::pages::Frame;
use crate::pages::form::FormView;
use crate::pages::parts::PointsView;

/// The page of one game's result.
#[derive(Debug, Template)]
#[template(path = "rounds/game.html")]
pub struct GameResultPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The game.
    pub game: String,
    /// The round.
    pub round: u16,
    /// The number on the table.
    pub board: u16,
    /// Who moves first, and his points before the round.
    pub first: (Person, PointsView),
    /// Who moves second, and his points before the round.
    pub second: (Person, PointsView),
    /// The variation; empty if the game has one form or nothing is chosen yet.
    pub variation: String,
    /// Whether the dice that the points depend on are missing.
    pub lacks_dice: bool,
    /// The result that stands, in words; empty if there is none.
    pub stands: String,
    /// Where it comes from, who set it and when.
    pub source: String,
    /// Whether only a ruling changes it.
    pub is_settled: bool,
    /// Why the game was left for later; empty if it was not.
    pub adjourned: String,
    /// Whether the game can be changed.
    pub is_open: bool,
    /// Whether its round is open: in a closed one an adjourned game stays adjourned until its result comes in.
    pub is_round_open: bool,
    /// What is in dispute.
    pub disputes: Vec<String>,
    /// What the players reported and the records show.
    pub reports: Vec<ReportView>,
    /// The results to choose from.
    pub groups: Vec<OptionGroup>,
    /// The form of the result.
    pub result: FormView,
    /// The form that takes the result back.
    pub clear: FormView,
    /// The form that leaves the game for later.
    pub adjourn: FormView,
}

/// What somebody says about the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportView {
    /// Who says it.
    pub who: String,
    /// What, and when.
    pub says: String,
    /// The record, if it is one.
    pub href: String,
}

impl GameResultPage {
    /// The grid of the round, at this board.
    #[must_use]
    pub fn grid(&self) -> String {
        format!("{}/rounds/{}/results", self.base, self.round)
    }

    /// The game's room.
    #[must_use]
    pub fn room(&self) -> String {
        format!("{}/games/{}/room", self.base, self.game)
    }
}
