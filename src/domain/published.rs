//! What everybody may see of an event. Public pages and exports take a [`PublishedEvent`] and nothing else,
//! so a draft cannot leak through a page that forgot to look.

use std::ops::Deref;

use super::entry::{Attendance, Claim, RoundNumber};
use super::event::Event;
use super::round::RoundState;

/// An event without drafts, claims, wishes for coming rounds, half-reported results and open disputes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedEvent(Event);

impl PublishedEvent {
    /// The public part of an event; none if the event itself is not public.
    #[must_use]
    pub fn of(event: &Event) -> Option<Self> {
        event.is_public.then(|| Self::strip(event))
    }

    /// The public part of an event that is not public yet, for its arbiters to look at.
    #[must_use]
    pub fn preview(event: &Event) -> Self {
        Self::strip(event)
    }

    fn strip(event: &Event) -> Self {
        let mut event = event.clone();
        event.rounds.retain(|round| round.state != RoundState::Draft);
        let shown = RoundNumber::try_from(event.rounds.len()).unwrap_or(RoundNumber::MAX);
        for entry in event.entries.values_mut() {
            entry.claim = Claim::None;
            entry.byes.retain(|round, _| *round <= shown);
            if matches!(entry.attendance, Attendance::Withdrawn { from_round } if from_round > shown + 1) {
                entry.attendance = Attendance::Present;
            }
        }
        for game in event.games.values_mut() {
            game.reports = [None, None];
            game.disputes.clear();
        }
        Self(event)
    }
}

impl Deref for PublishedEvent {
    type Target = Event;

    fn deref(&self) -> &Event {
        &self.0
    }
}
