//! What a player is asked about the opponent's report, and two records beside each other.

use askama::Template;

use super::Frame;
use super::form::FormView;
use super::parts::PointsView;
use crate::board::Drawing;

/// What the opponent says of the game's end, to be confirmed or disputed.
#[derive(Debug, Clone)]
pub struct AccordView {
    /// What the opponent says, in a sentence.
    pub says: String,
    /// What confirming sends; empty if there is nothing to confirm, because the result stands.
    pub code: String,
    /// What is confirmed by it: the result with the points that are shown here.
    pub confirmed: String,
    /// Both players with what they score then.
    pub points: Vec<(String, PointsView)>,
    /// The key of the form that confirms.
    pub once: String,
    /// What is disputed, in the player's own words.
    pub dispute: FormView,
}

/// Two records beside each other.
#[derive(Debug, Template)]
#[template(path = "room/compare.html")]
pub struct ComparePage {
    /// The frame.
    pub frame: Frame,
    /// Where the game's pages begin.
    pub game: String,
    /// Round and board.
    pub title: String,
    /// What the comparison has come to.
    pub sentence: String,
    /// The position before the first difference; none if there is no difference.
    pub drawing: Option<Drawing>,
    /// Which moment that is.
    pub said: String,
    /// The two records.
    pub sides: [ComparedRecord; 2],
    /// Whether the reader may let one of them stand.
    pub can_decide: bool,
    /// What was refused.
    pub error: String,
    /// The revision of the result that the forms are made from.
    pub version: u64,
}

/// One of the two.
#[derive(Debug, Clone)]
pub struct ComparedRecord {
    /// Its identifier.
    pub id: String,
    /// Who handed it in.
    pub by: String,
    /// When.
    pub at: String,
    /// The move that only this record has; empty if it has none.
    pub differing: String,
    /// What follows in it, as far as it is worth showing.
    pub next: String,
    /// The result that it shows, with points; empty if it shows none.
    pub shows: String,
    /// The key of the form.
    pub once: String,
}
