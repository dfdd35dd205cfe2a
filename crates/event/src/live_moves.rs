//! Moves of a game that is played: when everybody sees them.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{Event, Game};

impl Event {
    /// How late everybody sees the moves of a game that is played; none if nobody does, or it is over.
    #[must_use]
    pub fn live_delay(&self, game: &Game) -> Option<TimeDelta> {
        self.delay(game).filter(|_| game.result.is_none())
    }

    fn delay(&self, game: &Game) -> Option<TimeDelta> {
        game.variation(self.settings.game)?;
        self.settings.live_delay.map(|minutes| TimeDelta::minutes(minutes.into()))
    }

    /// Until when what is written on its sheets is shown to everybody; none if it is not. Once the game is over, what was
    /// shown of it stays until there is a record to show, and what is written after the end is its writer's own.
    pub fn shown_until(&self, game: &Game, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let until = now - self.delay(game)?;
        match &game.result {
            None => Some(until),
            Some(result) => game.record_to_publish().is_none().then_some(until.min(result.at)),
        }
    }
}
