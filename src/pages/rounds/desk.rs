//! The desk: where the day stands and what to do next.

use askama::Template;

use super::TieRow;
use crate::pages::Frame;
use crate::pages::parts::Step;

/// The desk.
#[derive(Debug, Template)]
#[template(path = "rounds/desk.html")]
pub struct DeskPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The day's steps.
    pub steps: Vec<Step>,
    /// The one thing to do next.
    pub next: NextAction,
    /// Ties of the bracket that are level and wait for a tie-break game or a ruling.
    pub level: Vec<TieRow>,
    /// What there is at a glance.
    pub tiles: Vec<Tile>,
    /// Whether everybody may see the event.
    pub is_public: bool,
    /// Whether the event is over.
    pub is_finished: bool,
    /// Whether the person may publish, hide and finish the event.
    pub is_chief: bool,
    /// Whether the event can be finished now although more rounds are planned.
    pub can_finish: bool,
    /// Why the last action was refused; may be empty.
    pub refusal: String,
    /// The key of the page's forms; each adds a letter.
    pub once: String,
}

/// The one thing to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextAction {
    /// What is to be done, as a headline.
    pub title: String,
    /// A sentence that says why.
    pub sentence: String,
    /// The words on the button.
    pub button: String,
    /// The button's icon.
    pub icon: &'static str,
    /// Where it leads.
    pub href: String,
    /// Fields, if it is a form that is sent rather than a link.
    pub form: Option<Vec<(String, String)>>,
}

/// One number at a glance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    /// What it counts.
    pub label: String,
    /// The number or word.
    pub value: String,
    /// A note under it; may be empty.
    pub note: String,
    /// Where it leads.
    pub href: String,
}
