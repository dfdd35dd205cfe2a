//! The published games of a kind as a table for spreadsheets.

use tiger_event::Seat;
use tiger_event::explorer::variation;
use tiger_rules::GameKind;

use super::csv::{file, head, text};
use crate::error::Result;
use crate::services::explorer::Games;

/// How many moves of each game the table has.
const MOVES: usize = 20;

/// The games, the first event first.
pub fn games_of_kind(games: &Games, kind: GameKind) -> Result<String> {
    let names =
        head("event begins round board first second variation first_scored ending plies opening page");
    let register = &games.people.register;
    let lines = games.told(kind).into_iter().map(|it| {
        let name = |place: usize| text(&register.name_of(it.game.entries[place]));
        let scored = it.game.halves(Seat::First).map(|halves| match halves {
            1 => "0.5",
            0 => "0",
            _ => "1",
        });
        vec![
            text(&it.game.event.name),
            it.game.event.starts_on.to_string(),
            it.game.round.to_string(),
            it.game.board.to_string(),
            name(0),
            name(1),
            text(&variation(it.game)),
            scored.unwrap_or_default().to_owned(),
            it.game.result.map(|result| result.ending_words(kind)).unwrap_or_default(),
            it.line.map(|line| line.plies().to_string()).unwrap_or_default(),
            it.line
                .map(|line| text(&line.moves().take(MOVES).collect::<Vec<_>>().join(" ")))
                .unwrap_or_default(),
            it.game.href(),
        ]
    });
    file(std::iter::once(names).chain(lines))
}
