//! Lists to be written in by hand.

use askama::Template;
use tiger_event::{Event, RoundNumber};

use crate::pages::public::PlayerLink;

use super::cards::players;

/// All players by name, each with a box to tick.
#[derive(Template)]
#[template(path = "papers/check_in.html")]
pub(super) struct CheckIn {
    event_name: String,
    players: Vec<PlayerLink>,
}

impl CheckIn {
    pub(super) fn of(event: &Event) -> Self {
        Self { event_name: event.settings.name.to_string(), players: players(event) }
    }
}

/// The cross table by number, without results.
#[derive(Template)]
#[template(path = "papers/crosstable.html")]
pub(super) struct BlankCrosstable {
    event_name: String,
    rounds: RoundNumber,
    players: Vec<PlayerLink>,
}

impl BlankCrosstable {
    pub(super) fn of(event: &Event) -> Self {
        let mut players = players(event);
        players.sort_by_key(|player| player.number);
        Self { event_name: event.settings.name.to_string(), rounds: event.settings.rounds, players }
    }
}
