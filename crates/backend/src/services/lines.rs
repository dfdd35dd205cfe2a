//! Moves that are tried after a game: from any ply of its record on, as far as the rules follow.

use std::sync::Arc;

use tiger_event::line::KeptLine;
use tiger_event::{Event, GameId};
use tiger_rules::dance::Board;
use tiger_rules::{LONGEST_MOVE, Limits, MoveText, Side, read_records};

use crate::board::{Course, Step};
use crate::error::{AppError, Result};

/// The most moves that are tried at a stretch.
pub const MOST_MOVES: usize = 100;

/// A game up to a ply, and what is tried from there.
#[derive(Debug, Clone)]
pub struct Tried {
    /// Both together.
    pub course: Course,
    /// The ply of the game from which moves are tried.
    pub from: u32,
    /// The move that was played instead; empty at the game's end.
    pub played: String,
}

impl Tried {
    /// Tries moves, with a blank between them, from a ply of a record, its last one if none is named. The first that is not
    /// legal ends the line: [`Course::wrong`].
    ///
    /// # Errors
    /// When the record cannot be replayed, the game is not that long, or too many moves are tried.
    pub fn of(text: &str, board: &Arc<Board>, ply: Option<u32>, moves: &str) -> Result<Self> {
        let unread = || AppError::unprocessable("The record of this game cannot be replayed.");
        let record = read_records(text, Limits::WEB).next().and_then(Result::ok);
        let mut record = record.ok_or_else(unread)?;
        let game = Course::on(&record, board).map_err(|_| unread())?;
        let last = game.last_ply();
        let from = ply.unwrap_or(last);
        if from > last {
            return Err(AppError::not_found("ply"));
        }
        let words: Vec<&str> = moves.split_whitespace().collect();
        if words.iter().any(|word| word.len() > LONGEST_MOVE) {
            return Err(AppError::unprocessable("No move is that long."));
        }
        if words.len() > MOST_MOVES {
            return Err(AppError::Unprocessable(format!(
                "At most {MOST_MOVES} moves are tried at a stretch."
            )));
        }
        let count = game.steps().partition_point(|step| step.ply <= from);
        let played = game.steps().get(count).map(|step| step.written.clone()).unwrap_or_default();
        record.moves.truncate(count);
        record.moves.extend(words.into_iter().map(MoveText::new));
        let course = Course::on(&record, board).map_err(|_| unread())?;
        Ok(Self { course, from, played })
    }

    /// The moves that were tried, as far as the rules follow.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.course.steps().iter().skip_while(|step| step.ply <= self.from)
    }

    /// The same as forms and addresses hold them, up to a ply.
    pub fn moves_until(&self, ply: u32) -> String {
        let moves = self.steps().take_while(|step| step.ply <= ply).map(|step| step.written.as_str());
        moves.collect::<Vec<_>>().join(" ")
    }

    /// The same as people write them: `12... E7-E5 13. F2-F3`.
    pub fn in_words(&self) -> String {
        let mut words = Vec::new();
        for (at, step) in self.steps().enumerate() {
            match (step.move_number, step.side) {
                (Some(number), Side::South) => words.push(format!("{number}.")),
                (Some(number), Side::North) if at == 0 => words.push(format!("{number}...")),
                _ => {}
            }
            words.push(step.written.clone());
        }
        words.join(" ")
    }
}

/// Who keeps a line: a player of the game by the name in the event, or an arbiter.
pub fn keeper<'a>(event: &'a Event, game: GameId, line: &'a KeptLine) -> &'a str {
    let player = line.player.and_then(|seat| Some(event.games.get(&game)?.player(seat)));
    player.map_or(&line.by, |entry| event.name_of(entry))
}
