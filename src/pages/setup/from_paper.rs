//! An event from the continuity sheets that were printed of it: the codes that were read so far, and what they would become.

use askama::Template;
use tiger_event::Event;

use crate::pages::{FormView, Frame};
use crate::services::paper::{Print, stands};

/// The form that takes pictures and codes until nothing is missing.
#[derive(Template)]
#[template(path = "setup/from_paper.html")]
pub struct FromPaperPage {
    pub frame: Frame,
    pub form: FormView,
    /// How many codes were read.
    pub count: usize,
    /// What is still missing; empty before anything was read.
    pub missing: String,
}

/// What the codes would become.
#[derive(Template)]
#[template(path = "setup/take_up.html")]
pub struct TakeUpPage {
    frame: Frame,
    form: FormView,
    name: String,
    lead: String,
    /// What there is to be compared with the sheets.
    facts: Vec<(&'static str, String)>,
}

impl TakeUpPage {
    /// The event as it would be taken up.
    pub fn of(frame: Frame, form: FormView, (print, event): (&Print, &Event)) -> Self {
        let at = print.at.with_timezone(&event.settings.time_zone);
        let signed = print.key().map_or_else(
            || "by nobody: the program that printed it had no key".to_owned(),
            |key| format!("with the key {key}; unchanged since"),
        );
        Self {
            frame,
            form,
            name: event.settings.name.to_string(),
            lead: stands(event),
            facts: vec![
                ("Printed", at.format("%-d %b %Y, %H:%M:%S").to_string()),
                ("Game", event.settings.game.to_string()),
                ("Format", event.settings.format.title().to_owned()),
                ("Entries of its ledger", print.entries().to_string()),
                ("Digest", print.digest().to_string()),
                ("Signed", signed),
            ],
        }
    }
}
