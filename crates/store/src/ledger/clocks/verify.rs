//! The proof that the clocks of an event are whole.

use std::collections::BTreeMap;

use tiger_event::erasure::Place;
use tiger_event::{Bytes32, Event, EventId, GameClock};

use super::super::{LedgerError, pen};
use super::{Press, chain, texts_of};
use crate::db::clocks::{ClockHead, StoredPress};
use crate::db::texts::Texts;
use crate::db::{self, Db};

/// What a check of the clocks of one event found.
#[derive(Debug, Default)]
pub(in crate::ledger) struct ClockReport {
    pub(in crate::ledger) clocks: u64,
    pub(in crate::ledger) presses: u64,
    pub(in crate::ledger) faults: Vec<String>,
}

/// Checks every chain of an event's clocks and tells each clock again.
pub(in crate::ledger) fn check(
    db: &mut Db,
    event: EventId,
    state: Option<&Event>,
    instead: &BTreeMap<Place, Bytes32>,
) -> Result<ClockReport, LedgerError> {
    let mut report = ClockReport::default();
    for head in db::clocks::heads_of(db, event)? {
        report.clocks += 1;
        let game = state.and_then(|state| Some(state.place_of(state.games.get(&head.game)?)));
        let name = game.unwrap_or_else(|| format!("game {}", head.game));
        let mut chain = Chain { head, hash: chain::BEGINNING, seq: 0, clock: Some(GameClock::default()) };
        let mut found = Vec::new();
        let presses = db::clocks::list_after(db, head.game, 0, u32::MAX)?;
        let texts = texts_of(db, &presses)?;
        for stored in &presses {
            report.presses += 1;
            chain.entry(stored, (&texts, instead), &mut found);
        }
        if (chain.seq, chain.hash) != (head.seq, head.hash) {
            found.push(format!("it stands at entry {}, its chain ends elsewhere", head.seq));
        }
        report.faults.extend(found.into_iter().map(|fault| format!("clock of {name}: {fault}")));
    }
    Ok(report)
}

struct Chain {
    head: ClockHead,
    hash: Bytes32,
    seq: u64,
    /// Gone after an entry that does not apply.
    clock: Option<GameClock>,
}

impl Chain {
    fn entry(
        &mut self,
        stored: &StoredPress,
        (texts, instead): (&Texts, &BTreeMap<Place, Bytes32>),
        found: &mut Vec<String>,
    ) {
        let mut fault = |what: &str| found.push(format!("entry {}: {what}", stored.seq));
        if stored.seq != self.seq + 1 {
            fault("the entry before it is missing");
        }
        if stored.event != self.head.event {
            fault("it belongs to another event");
        }
        if stored.prev_hash != self.hash {
            fault("it does not follow the entry before: the previous hash differs");
        }
        let is_instead = |place: Place, now: Bytes32| instead.get(&place) == Some(&now);
        let (now, place) = (chain::hash(stored), Place::Press { game: stored.game, seq: stored.seq });
        if now != stored.hash && !is_instead(place, now) {
            fault("its hash does not fit what it says");
        }
        for text in [&stored.hand, &stored.entry] {
            if pen::changed(text, texts).any(|(place, now)| !is_instead(place, now)) {
                fault("a text that it names was changed");
            }
        }
        (self.seq, self.hash) = (stored.seq, stored.hash);
        let Some(mut clock) = self.clock.take() else { return };
        let told = Press::read(stored, texts)
            .map_err(|error| error.to_string())
            .and_then(|press| clock.apply(press.at, &press.by, &press.entry));
        match told {
            Ok(()) => self.clock = Some(clock),
            Err(why) => fault(&format!("it cannot happen again: {why}")),
        }
    }
}
