//! The answer to a question about a Swiss draft.

use askama::Template;

use crate::pages::{Choice, Frame};

/// The answer, with the form to ask again.
#[derive(Template)]
#[template(path = "rounds/why.html")]
pub struct WhyPage {
    pub frame: Frame,
    pub round: u16,
    pub question: String,
    pub answer: String,
    /// The criterion that decides; may be empty.
    pub criterion: String,
    /// Why there is no answer; empty if there is one.
    pub refusal: String,
    /// The players of the round.
    pub everybody: Vec<Choice>,
    /// The player chosen.
    pub one: String,
    /// The opponent chosen, or `bye`.
    pub other: String,
}
