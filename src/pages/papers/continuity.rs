//! Sheets of codes from which an event can be taken up on another machine.

use askama::Template;
use tiger_event::Event;

use crate::config::BaseUrl;
use crate::error::{AppError, Result};
use crate::pages::parts::to_the_second;
use crate::pages::qr::qr;
use crate::services::paper::{Print, codes, stands};

#[derive(Template)]
#[template(path = "papers/continuity.html")]
pub(super) struct Continuity {
    event_name: String,
    /// When they were printed, in the event's zone.
    at: String,
    /// What stands on each sheet of one print.
    mark: String,
    digest: String,
    key: Option<String>,
    /// Where codes are read.
    address: String,
    stands: String,
    /// The codes of each sheet, as pictures.
    sheets: Vec<Vec<String>>,
}

impl Continuity {
    pub(super) fn of(event: &Event, print: &Print, base_url: &BaseUrl) -> Result<Self> {
        let bytes = print.write()?;
        let sheets = codes::write(&bytes)
            .ok_or_else(|| AppError::unprocessable("This event is too large to be printed as codes."))?;
        let pictures = |sheet: Vec<String>| sheet.iter().map(|code| qr(code)).collect::<Result<Vec<_>>>();
        Ok(Self {
            event_name: event.settings.name.to_string(),
            at: to_the_second(print.at, event.settings.time_zone),
            mark: codes::mark(&bytes),
            digest: print.digest().to_string(),
            key: print.key().map(ToString::to_string),
            address: base_url.join("/events/new/paper"),
            stands: stands(event),
            sheets: sheets.into_iter().map(pictures).collect::<Result<_, _>>()?,
        })
    }
}
