//! How the event ends, and what is kept of its games then.

use tiger_event::command::LineCommand;
use tiger_event::possible_result::possible_results;
use tiger_event::{
    AwardCommand, EventCommand, Format, GameId, NoteCommand, ResultCommand, RoundCommand, SettledTie,
    Settling,
};

use super::Story;
use crate::laws::history;
use crate::laws::tried::kept_line;

impl Story {
    /// Every game gets a result, the round is closed, opened and closed, and another one is drafted.
    pub(super) fn end(&mut self, games: &[GameId]) {
        let variation = self.game(games[0]).scoring_variation(self.event.settings.game);
        let draw = possible_results(variation, &self.event.settings.points)[2].results[0].entry;
        for game in games {
            self.give(ResultCommand::EnterResult { game: *game, result: draw, seen: u64::MAX });
        }
        let round = 1;
        if !self.give(RoundCommand::CloseRound { round }) {
            for game in &games[1..] {
                self.choices(*game, *game);
            }
            self.give(RoundCommand::CloseRound { round });
        }
        self.give(RoundCommand::ReopenRound { round, reason: history::reason() });
        self.give(RoundCommand::CloseRound { round });
        self.give(EventCommand::FinishEvent { is_finished: true });
        self.lines(games[0]);
        self.settled_ties();
        self.give(EventCommand::FinishEvent { is_finished: false });
        let incident = self.game(games[0]).protocol.incidents.first().map(|noted| (games[0], noted.step));
        if let Some((game, incident)) = incident {
            self.give(NoteCommand::TakeBackIncident { game, incident, reason: history::reason() });
        }
        self.give(EventCommand::FinishEvent { is_finished: true });
        self.give(EventCommand::FinishEvent { is_finished: false });
        let table = self.pairs(2);
        self.give(RoundCommand::DraftRound { round: 2, system: Format::Free, table });
        self.give(RoundCommand::PublishRound { round: 2, seen: u64::MAX });
    }

    /// Ties are settled in each way, and settled no more. Where rounds are still to be played they are not.
    fn settled_ties(&mut self) {
        let players: Vec<_> = self.event.entries.keys().copied().take(2).collect();
        let settled = Settling::ALL
            .map(|by| vec![SettledTie { players: players.clone(), by, reason: history::reason() }]);
        let is_over = self.event.ties_wait_for().is_none();
        for ties in settled.into_iter().chain([Vec::new()]) {
            let is_none = ties.is_empty();
            let is_given = self.give(AwardCommand::SettleTies { ties, seen: u64::MAX });
            assert_eq!(is_given, is_over || is_none);
        }
    }

    /// An arbiter keeps a line, a player another one that is removed again.
    fn lines(&mut self, game: GameId) {
        for (ply, number) in [(0, 0), (1, 65)] {
            assert!(self.give(kept_line(game, number)), "from ply {ply}");
        }
        let line = self.game(game).lines.last().unwrap().step;
        self.give(LineCommand::DropLine { game, line });
    }
}
