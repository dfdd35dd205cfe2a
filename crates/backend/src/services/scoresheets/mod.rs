//! Scoresheets: loaded, replayed, written on, taken back, handed in.
//!
//! A sheet is private to its holder and the arbiters. Every change is stored before it is acknowledged, and carries the
//! revision that it was made from: two tabs of one holder cannot overwrite each other.

mod ending;
pub mod read;
pub mod write;

use tiger_event::result::seat;
use tiger_event::scoresheet::Holder;
use tiger_event::{Event, Game, GameId, Scoresheet};
use tiger_rules::{GameKind, Reached, Record};

use crate::board::Course;
use crate::db::{self, Database};
use crate::error::Result;

pub use ending::{Stated, endings, hand_in, set_ending, shown, stated};
pub use read::{Refused, TOUCH};
pub use write::{Base, Change, Written, stand, write};

/// The sheet of one holder; a blank one if nothing was written yet.
pub async fn load(database: &Database, event: &Event, game: GameId, holder: Holder) -> Result<Scoresheet> {
    let (database, id) = (database.clone(), event.id);
    let found = db::block(move || database.read(|db| db::scoresheets::find(db, game, holder))).await?;
    Ok(found.unwrap_or_else(|| Scoresheet::blank(id, game, holder)))
}

/// All sheets of a game, the one changed last first.
pub async fn list_for_game(database: &Database, game: GameId) -> Result<Vec<Scoresheet>> {
    let database = database.clone();
    db::block(move || database.read(|db| db::scoresheets::list(db, game))).await
}

/// Whose sheet of a game had more taken back than each move once while it was played, in sentences.
pub async fn taken_back(database: &Database, event: &Event, game: &Game) -> Result<Vec<String>> {
    let sentence = |sheet: Scoresheet| {
        let Holder::Player(entry) = sheet.holder else { return None };
        let name = event.name_of(entry);
        match sheet.taken_back {
            0 => None,
            1 => Some(format!("{name} has taken 1 move back on the scoresheet, beyond each move once.")),
            count => {
                Some(format!("{name} has taken {count} moves back on the scoresheet, beyond each move once."))
            }
        }
    };
    Ok(list_for_game(database, game.id).await?.into_iter().filter_map(sentence).collect())
}

/// A game as moves have brought it along.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// The game from move to move, as far as the rules follow.
    pub course: Course,
    /// How it stands; or the first move that the rules refuse, in words.
    pub reached: Result<Reached, String>,
}

/// Replays moves under the variation on file.
pub fn replay(event: &Event, game: &Game, moves: &[String]) -> Result<Replayed, String> {
    let record = open_record(event, game, moves)?;
    let course = Course::of(&record).map_err(|error| format!("{}.", error.why))?;
    Ok(Replayed { course, reached: reached(event, game, moves) })
}

/// How a game stands after moves that are all legal.
pub fn reached(event: &Event, game: &Game, moves: &[String]) -> Result<Reached, String> {
    let variation = game.variation(event.settings.game).ok_or_else(|| no_variation(event))?;
    let moves = moves.iter().map(String::as_str);
    let situation = game.beginning.as_ref().map(|beginning| beginning.situation.as_str());
    Reached::after_on(&event.settings.dance_board(), variation, situation, moves)
        .map_err(|error| format!("{error}."))
}

/// Why there is no board yet.
fn no_variation(event: &Event) -> &'static str {
    match (event.settings.players_choose, event.settings.game) {
        (true, GameKind::TigerChess) => {
            "The variation of this game is not on file yet: the players answer in the game room, the arbiter enters the dice, and then the sheet opens."
        }
        (true, _) => {
            "The variation of this game is not on file yet: the players answer in the game room, and then the sheet opens."
        }
        (false, GameKind::TigerChess) => {
            "The variation of this game is not on file yet: the arbiter enters answers and dice, and then the sheet opens."
        }
        (false, _) => {
            "The variation of this game is not on file yet: the arbiter enters the answers, and then the sheet opens."
        }
    }
}

/// The record that the moves make so far, its result open.
pub fn open_record(event: &Event, game: &Game, moves: &[String]) -> Result<Record, String> {
    let kind = event.settings.game;
    let variation = game.variation(kind).ok_or_else(|| no_variation(event))?;
    let mut record = Record::default();
    record.set_tag("Event", event.settings.name.as_str());
    record.set_tag("Round", game.round.to_string());
    record.set_tag("Board", event.board_number(game).to_string());
    record.set_tag("Game", kind.name());
    for side in [variation.first_mover(), variation.first_mover().other()] {
        record.set_tag(kind.side_name(side), event.name_of(game.player(seat(variation, side))));
    }
    for (name, value) in variation.tags() {
        record.set_tag(name, value);
    }
    if let (GameKind::TigerChess, Some(dice)) = (kind, game.choice(kind).tiger_dice()) {
        record.set_tag("Dice", dice.to_string());
    }
    if kind == GameKind::Dance {
        record.set_board(&event.settings.dance_board());
    }
    if let Some(beginning) = &game.beginning {
        record.set_tag("Situation", beginning.situation.as_str());
    }
    record.set_tag("Result", "*");
    moves.iter().for_each(|text| record.push_move(text));
    Ok(record)
}
