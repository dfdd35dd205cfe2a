//! Pairing numbers, given anew.

use std::collections::BTreeSet;

use super::entries::{drop_stale_draft, entry_mut};
use super::{Effect, Event, Meta, Refusal};
use crate::{EntryId, Format, RoundNumber};

pub(super) fn number(event: &mut Event, meta: &Meta, order: &[EntryId]) -> Effect {
    if !event.takes_numbers() {
        let round = if event.settings.format == Format::Swiss { FIXED_FROM } else { 1 };
        return Err(Refusal::Invalid(format!("Pairing numbers are fixed once round {round} is published.")));
    }
    let all: BTreeSet<_> = event.entries.keys().copied().collect();
    let given: BTreeSet<_> = order.iter().copied().collect();
    if all != given || order.len() != all.len() {
        return Err(Refusal::invalid("The new order must name every player exactly once."));
    }
    // The last player of the upper half stays the same (C.04.5).
    let last = event
        .upper_half_to
        .and_then(|last| event.entries.values().find(|entry| entry.number == last).map(|entry| entry.id));
    for (number, id) in (1_u16..).zip(order) {
        let entry = entry_mut(event, *id)?;
        entry.number = number;
        entry.revision = meta.seq;
    }
    if let Some(last) = last {
        event.upper_half_to = Some(event.entry(last)?.number);
    }
    drop_stale_draft(event);
    Ok(())
}

/// The round of a Swiss event from whose pairings on numbers stay (C.04.2): until then late entries come to their places.
const FIXED_FROM: RoundNumber = 4;

impl Event {
    /// Whether pairing numbers can be given anew. In a bracket and by Berger's tables all pairings hang on them.
    pub fn takes_numbers(&self) -> bool {
        let rounds = self.published_rounds();
        rounds == 0 || self.settings.format == Format::Swiss && rounds < FIXED_FROM
    }
}
