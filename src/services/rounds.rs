//! The arbiter's day: what a round still waits for.

use tiger_event::entry::RoundNumber;
use tiger_event::event::Event;
use tiger_event::game::Game;
use tiger_event::ids::GameId;

/// What stands in the way of closing a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    pub game: GameId,
    /// What is missing, in a sentence without the board.
    pub sentence: &'static str,
}

/// Everything that stands in the way of closing a round, board 1 first. Adjourned games do not.
#[must_use]
pub fn missing(event: &Event, round: RoundNumber) -> Vec<Missing> {
    let missing = |game: &Game| {
        let sentence = if !game.disputes.is_empty() {
            "A dispute waits for a decision."
        } else if game.result.is_none() && game.adjourned.is_none() {
            "There is no result."
        } else if lacks_dice(event, game) {
            "The dice are not on file, and the points depend on them."
        } else {
            return None;
        };
        Some(Missing { game: game.id, sentence })
    };
    event.games_of(round).into_iter().filter_map(missing).collect()
}

/// What is said of a round that nothing stands in the way of closing, without a full stop.
#[must_use]
pub fn all_in(event: &Event, round: RoundNumber) -> String {
    match event.games_of(round).iter().filter(|game| game.adjourned.is_some()).count() {
        0 => "All results are in".to_owned(),
        1 => "All results are in but that of an adjourned game".to_owned(),
        adjourned => format!("All results are in but those of {adjourned} adjourned games"),
    }
}

/// Whether a finished game of TigerChess lacks the dice that its points depend on.
#[must_use]
pub fn lacks_dice(event: &Event, game: &Game) -> bool {
    game.result.as_ref().is_some_and(|result| event.lacks_dice(game, result))
}
