//! Boards that are no more: their pairs were changed, or their round was taken back. What was decided there stays in the
//! ledger, and is told of those who sat there.

use std::collections::HashMap;

use super::{Command, Event, Game, RoundCommand};
use crate::GameId;

/// Boards that an event has no more, as the commands of its ledger tell them.
#[derive(Debug, Default)]
pub struct FormerBoards(HashMap<GameId, Game>);

impl FormerBoards {
    /// A game as it began.
    pub fn get(&self, game: GameId) -> Option<&Game> {
        self.0.get(&game)
    }

    /// Follows a command: what it seats that the event has no more.
    pub fn learn(&mut self, command: &Command, event: &Event) {
        match command {
            Command::Round(
                RoundCommand::DraftRound { round, table, .. }
                | RoundCommand::ChangeDraft { round, table, .. },
            ) => {
                let games = (1..).zip(&table.boards).map(|(board, pair)| Game::new(pair, *round, board, 0));
                self.keep(games, event);
            }
            Command::Round(RoundCommand::ChangeBoards { round, boards, .. }) => {
                let games = boards.iter().map(|new| Game::new(&new.pairing(), *round, new.board, 0));
                self.keep(games, event);
            }
            _ => {}
        }
    }

    fn keep(&mut self, games: impl Iterator<Item = Game>, event: &Event) {
        let gone = games.filter(|game| !event.games.contains_key(&game.id));
        self.0.extend(gone.map(|game| (game.id, game)));
    }
}
