//! What everybody is told.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{Effect, Event, Family, Meta, Refusal, Teller};
use crate::Note;
use crate::announcement::Announcement;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum AnnouncementCommand {
    /// Everybody is told something, in the place of what was told before.
    Announce {
        /// The words; none to tell nothing any more.
        text: Option<Note>,
    },
}

impl Family for AnnouncementCommand {
    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        let Self::Announce { text } = self;
        if text.is_none() && event.announcement.is_none() {
            return Err(Refusal::invalid("Nothing is announced at the moment."));
        }
        event.announcement = text.clone().map(|text| Announcement { text, at: meta.at });
        Ok(())
    }

    fn tell(&self, _: &mut Teller<'_>) -> String {
        match self {
            Self::Announce { text: Some(text) } => format!("Announced: {text}"),
            Self::Announce { text: None } => "Announcement taken down".to_owned(),
        }
    }
}
