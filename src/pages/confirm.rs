//! Before a result is set or changed: what it scores, by which row of the table, and what it does to the standings.

use askama::Template;

use crate::pages::Frame;
use crate::pages::parts::PointsView;

/// The page.
#[derive(Debug, Template)]
#[template(path = "room/confirm.html")]
pub struct ConfirmPage {
    /// The frame.
    pub frame: Frame,
    /// Board and round.
    pub place: String,
    /// What is about to be done, in words.
    pub what: String,
    /// The result that stands; `no result` if there is none.
    pub before: String,
    /// The result afterwards; `no result` if none is left.
    pub after: String,
    /// The row of the table that its points come from; empty if no result is left.
    pub row: String,
    /// What it does to both players.
    pub players: [PlayerChange; 2],
    /// Whether the points are others than those that were shown a moment ago.
    pub has_changed: bool,
    /// Where it is confirmed.
    pub action: String,
    /// What was typed, to be sent again.
    pub fields: Vec<(String, String)>,
    /// The form's key.
    pub once: String,
    /// The version that the form was made from; empty if it has none.
    pub version: String,
    /// What is confirmed, so that points that change meanwhile are shown first.
    pub confirmed: String,
    /// The word on the button.
    pub button: String,
    /// Where to go when it is not confirmed.
    pub back: String,
}

/// What a step does to one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerChange {
    /// The name.
    pub name: String,
    /// The points of this game afterwards, if it has a result then.
    pub points: Option<PointsView>,
    /// The points of this game as they stand, if it has a result.
    pub points_before: Option<PointsView>,
    /// All points before.
    pub total_before: String,
    /// All points after.
    pub total_after: String,
    /// The place before.
    pub place_before: usize,
    /// The place after.
    pub place_after: usize,
}
