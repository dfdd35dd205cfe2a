//! One issue of an event: what readers see from one version to the next.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use tiger_event::{EntryId, Event, Game, GameId, PublishedEvent, RoundNumber};

use crate::error::{AppError, Result};
use crate::ledger::witness::Seal;
use crate::services::standings::EventStandings;

/// What readers see of an event from one version to the next.
#[derive(Debug)]
pub struct Issue {
    pub event: PublishedEvent,
    /// The version since which readers see this.
    pub version: u64,
    seal: OnceLock<Seal>,
    standings: OnceLock<Arc<EventStandings>>,
    games: OnceLock<HashMap<(EntryId, RoundNumber), GameId>>,
}

impl Issue {
    pub fn new(event: PublishedEvent, version: u64) -> Self {
        Self { event, version, seal: OnceLock::new(), standings: OnceLock::new(), games: OnceLock::new() }
    }

    /// What readers would see of an event that is not public yet, for its arbiters.
    pub fn preview(event: &Event) -> Self {
        Self::new(PublishedEvent::preview(event), event.version)
    }

    /// Gives it the seal of its version, for the foot of prints.
    pub fn sealed_with(&self, seal: Seal) {
        // A seal that it has already is the same.
        let _ = self.seal.set(seal);
    }

    pub fn seal(&self) -> Option<&Seal> {
        self.seal.get()
    }

    pub fn game_of(&self, entry: EntryId, round: RoundNumber) -> Option<&Game> {
        let games = self.games.get_or_init(|| {
            let seats = |game: &Game| game.players().map(|player| ((player, game.round), game.id));
            self.event.games.values().flat_map(seats).collect()
        });
        self.event.games.get(games.get(&(entry, round))?)
    }

    /// The standings after the published rounds, or after the first ones. The former are reckoned once.
    pub fn standings(&self, after: Option<RoundNumber>) -> Result<Arc<EventStandings>> {
        let reckon = |after| EventStandings::of(&self.event, after).map(Arc::new).map_err(AppError::internal);
        if after.is_some_and(|after| after < self.event.published_rounds()) {
            return reckon(after);
        }
        if let Some(standings) = self.standings.get() {
            return Ok(standings.clone());
        }
        let standings = reckon(None)?;
        Ok(self.standings.get_or_init(|| standings).clone())
    }
}
