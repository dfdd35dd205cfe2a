//! Players and games that come from elsewhere: other programs, archives and prints say themselves how they are called.
//!
//! Scoresheets, clocks and messages are found by the identifiers of games and players, so that none of them may be another
//! event's, nor have been. What is told to nobody cannot be guessed, hence it does not matter what is made while this looks.

use std::collections::BTreeSet;

use tiger_event::{Command, EntryCommand, EntryId, Event, EventId, GameId, Refusal, RoundCommand};

use super::{Ledger, LedgerError};
use crate::db;

/// Players and games that are new to an event.
#[derive(Debug, Default)]
pub struct Newcomers {
    players: BTreeSet<EntryId>,
    games: BTreeSet<GameId>,
}

impl Newcomers {
    /// Those that a command would bring into the event.
    pub fn by(command: &Command, event: &Event) -> Self {
        let mut new = Self::default();
        match command {
            Command::Entry(EntryCommand::AddEntries { entries }) => {
                new.players.extend(entries.iter().map(|entry| entry.id));
            }
            Command::Round(RoundCommand::ChangeDraft { table, .. }) => {
                let drafted: BTreeSet<GameId> = drafted(event).collect();
                let games = table.boards.iter().map(|pairing| pairing.game);
                new.games.extend(games.filter(|game| !drafted.contains(game)));
            }
            // Programs give no other command that makes games.
            Command::Round(RoundCommand::ChangeBoards { boards, .. }) => {
                new.games.extend(boards.iter().map(|seated| seated.game));
            }
            _ => {}
        }
        new
    }

    /// All of an event that is new here.
    pub fn of(event: &Event) -> Self {
        Self {
            players: event.entries.keys().copied().collect(),
            games: event.games.keys().copied().chain(drafted(event)).collect(),
        }
    }

    fn is_in(&self, event: &Event) -> bool {
        self.players.iter().any(|player| event.entries.contains_key(player))
            || self.games.iter().any(|game| event.games.contains_key(game))
            || drafted(event).any(|game| self.games.contains(&game))
    }
}

/// The games of the round that is being drafted.
fn drafted(event: &Event) -> impl Iterator<Item = GameId> {
    event.draft().into_iter().flat_map(|draft| draft.table.boards.iter().map(|pairing| pairing.game))
}

impl Ledger {
    /// Refuses newcomers to an event that belong to another one.
    pub fn check_own(&self, own: EventId, new: &Newcomers) -> Result<(), LedgerError> {
        if new.players.is_empty() && new.games.is_empty() {
            return Ok(());
        }
        let others = self.db.read(db::events::list)?;
        let mut others = others.iter().filter(|other| other.id != own);
        // What cannot be read any more is shown to nobody either.
        let is_in_one = others.any(|other| self.event(other.id).is_ok_and(|event| new.is_in(&event)));
        // Of a game whose draft was discarded, the sheets and the clock remain.
        if is_in_one || self.db.read(|db| db::owners::is_elsewhere(db, own, &new.games, &new.players))? {
            let why = "Another event has a player or a game with such an identifier: make new ones.";
            return Err(Refusal::invalid(why).into());
        }
        Ok(())
    }
}
