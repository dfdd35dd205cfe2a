//! Games in progress, and those that ended without a record, as far as everybody may see them: the moves on the
//! scoresheets, as late as the event says.
//!
//! Every way out asks here, and nothing else reads the sheets of a game that is played for the public: what is younger than
//! the delay is in no [`Line`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use tiger_event::scoresheet::Holder;
use tiger_event::{Bytes32, Event, Game, GameId, Scoresheet};

use crate::clock;
use crate::db::Database;
use crate::error::Result;
use crate::services::scoresheets;

/// How long sheets are taken as they were last read: thousands of readers ask, and another server may have written.
const FRESH: Duration = Duration::from_secs(1);

/// How long a game that nobody asks for is kept in memory.
const KEPT: Duration = Duration::from_secs(60);

/// The moves that everybody may see now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The moves, in canonical notation.
    pub moves: Vec<String>,
    /// A number that is another one for other moves.
    pub id: u64,
    /// Whether the players' sheets differ behind them.
    pub differs: bool,
}

impl Line {
    /// The line that these moves make.
    pub fn of(moves: Vec<String>) -> Self {
        let Bytes32(digest) = Bytes32::digest(moves.join(" ").as_bytes());
        Self { moves, id: u64::from_be_bytes(std::array::from_fn(|at| digest[at])), differs: false }
    }

    /// What sheets tell of the time until a moment: the players' where they agree, the longer one where the other has not
    /// come so far; an arbiter's only where no player writes.
    pub fn told(sheets: &[Scoresheet], until: DateTime<Utc>) -> Self {
        let written = sheets.iter().filter(|sheet| !sheet.moves.is_empty());
        let (players, arbiters): (Vec<&Scoresheet>, Vec<&Scoresheet>) =
            written.partition(|sheet| matches!(sheet.holder, Holder::Player(_)));
        let seen = |sheet: &Scoresheet| {
            let count = sheet.written_at.iter().take_while(|at| **at <= until).count();
            sheet.moves.iter().take(count).cloned().collect::<Vec<_>>()
        };
        // The one that was written on last comes first.
        let of = if players.is_empty() { arbiters.into_iter().take(1).collect() } else { players };
        let told: Vec<_> = of.into_iter().map(seen).collect();
        let line = Self::of(told.iter().cloned().reduce(agreed).unwrap_or_default());
        let differs = told.iter().any(|moves| !line.begins_with(moves));
        Self { id: line.id.wrapping_add(differs.into()), differs, ..line }
    }

    /// Whether these moves are the line, or its beginning.
    pub fn begins_with(&self, moves: &[String]) -> bool {
        self.moves.starts_with(moves)
    }
}

fn agreed(one: Vec<String>, other: Vec<String>) -> Vec<String> {
    let common = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let (longer, shorter) = if one.len() >= other.len() { (one, other.len()) } else { (other, one.len()) };
    let count = if common == shorter { longer.len() } else { common };
    longer.into_iter().take(count).collect()
}

#[derive(Debug, Clone)]
struct Kept {
    since: Instant,
    sheets: Arc<[Scoresheet]>,
}

/// The games that somebody watches.
#[derive(Debug, Default)]
pub struct LiveGames {
    kept: Mutex<HashMap<GameId, Kept>>,
}

impl LiveGames {
    fn kept(&self) -> MutexGuard<'_, HashMap<GameId, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What everybody may see now of a game; none if nobody may, or if it is over and has its record or never had a move.
    pub async fn line(&self, database: &Database, event: &Event, game: &Game) -> Result<Option<Line>> {
        let Some(until) = event.shown_until(game, clock::even()) else { return Ok(None) };
        let known = self.kept().get(&game.id).filter(|kept| kept.since.elapsed() < FRESH).cloned();
        let sheets = match known {
            Some(kept) => kept.sheets,
            None => self.read(database, game.id).await?,
        };
        let line = Line::told(&sheets, until);
        Ok(Some(line).filter(|line| game.result.is_none() || !line.moves.is_empty()))
    }

    async fn read(&self, database: &Database, game: GameId) -> Result<Arc<[Scoresheet]>> {
        let since = Instant::now();
        let sheets: Arc<[Scoresheet]> = scoresheets::list_for_game(database, game).await?.into();
        let mut kept = self.kept();
        kept.retain(|_, kept| kept.since.elapsed() < KEPT);
        kept.insert(game, Kept { since, sheets: sheets.clone() });
        Ok(sheets)
    }

    /// A sheet of the game was written on: it is read anew.
    pub fn forget(&self, game: GameId) {
        self.kept().remove(&game);
    }
}
