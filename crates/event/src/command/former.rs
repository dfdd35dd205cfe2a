//! Boards that are no more: their pairs were changed, or their round was taken back. What was decided there stays in the
//! ledger, and is told of those who sat there.

use std::collections::HashMap;

use super::{Command, Game, RoundCommand};
use crate::{GameId, RoundNumber, Table};

/// Boards as the commands of a ledger tell them, those that are no more among the rest.
#[derive(Debug, Default)]
pub struct FormerBoards(HashMap<GameId, Game>);

impl FormerBoards {
    /// A game as it began.
    pub fn get(&self, game: GameId) -> Option<&Game> {
        self.0.get(&game)
    }

    /// Follows a command.
    pub fn learn(&mut self, command: &Command) {
        match command {
            Command::Round(
                RoundCommand::DraftRound { round, table, .. }
                | RoundCommand::ChangeDraft { round, table, .. },
            ) => self.seat(*round, table),
            Command::Round(RoundCommand::ChangeBoards { round, boards, .. }) => {
                let games = boards.iter().map(|new| Game::new(&new.pairing(), *round, new.board, 0));
                self.0.extend(games.map(|game| (game.id, game)));
            }
            _ => {}
        }
    }

    fn seat(&mut self, round: RoundNumber, table: &Table) {
        let games = (1..).zip(&table.boards).map(|(board, pair)| Game::new(pair, round, board, 0));
        self.0.extend(games.map(|game| (game.id, game)));
    }
}
