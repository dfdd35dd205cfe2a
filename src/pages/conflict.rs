//! Two arbiters changed the same thing: both values, and one chooses.

use askama::Template;
use tiger_event::Conflict;

use crate::pages::Frame;

#[derive(Template)]
#[template(path = "rounds/conflict.html")]
pub struct ConflictPage {
    pub frame: Frame,
    /// What has been saved beside it, in a sentence; may be empty.
    pub saved: String,
    pub choices: Vec<ConflictChoice>,
    /// Where to go when theirs stays.
    pub back: String,
    /// What is there.
    pub back_label: String,
}

/// One thing in conflict.
pub struct ConflictChoice {
    pub conflict: Conflict,
    /// Where the sent value can be sent again.
    pub action: String,
    pub fields: Vec<(String, String)>,
    /// The words of the button that does.
    pub button: String,
}

impl ConflictPage {
    /// The page of one choice; whoever leaves it goes back to what stands.
    pub fn one(frame: Frame, choice: ConflictChoice, back: &str) -> Self {
        Self {
            frame,
            saved: String::new(),
            choices: vec![choice],
            back: back.to_owned(),
            back_label: "As it stands now".to_owned(),
        }
    }
}

impl ConflictChoice {
    /// The button that puts one value in the place of another.
    pub const REPLACE: &str = "Put this in its place";

    /// A choice whose sent value goes to this address again, with these fields, by a button.
    pub fn of(conflict: Conflict, action: String, fields: Vec<(String, String)>, button: &str) -> Self {
        Self { conflict, action, fields, button: button.to_owned() }
    }
}
