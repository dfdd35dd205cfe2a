//! The ways of all published games that have a record: each read once, beside what visitors wait for, and kept in memory.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tiger_rules::GameKind;

use crate::db::{self, Database, DbError};
use crate::domain::dice::Bytes32;
use crate::domain::explorer::{Line, Told};
use crate::domain::ids::GameId;
use crate::domain::register::PublishedGame;
use crate::services::people::People;

/// The most records that are kept: those of the last games.
const MOST: usize = 5000;

/// How long a visitor waits for records that nobody has read yet, before they are shown what is there.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often they look.
const LOOK: Duration = Duration::from_millis(20);

/// The ways of games, by game; each with the digest of the record that tells it.
#[derive(Debug, Default)]
pub struct Explorer {
    lines: RwLock<HashMap<GameId, (Bytes32, Arc<Line>)>>,
    is_reading: AtomicBool,
}

/// The published games at one moment, with their ways as far as they are read.
#[derive(Debug)]
pub struct Games {
    /// Who played them.
    pub people: Arc<People>,
    lines: HashMap<GameId, Arc<Line>>,
    /// How many records are not read yet.
    pub unread: usize,
}

impl Games {
    /// The games of a kind.
    #[must_use]
    pub fn told(&self, kind: GameKind) -> Vec<Told<'_>> {
        let of_kind = self.people.register.games.iter().filter(|game| game.event.kind == kind);
        of_kind.map(|game| Told { game, line: self.line(game.id) }).collect()
    }

    /// The way of a game.
    #[must_use]
    pub fn line(&self, game: GameId) -> Option<&Line> {
        self.lines.get(&game).map(|line| &**line)
    }

    /// Where the position after a ply of a game was played: each game once, with the first ply, the last game first. None if
    /// the game has no such ply.
    #[must_use]
    pub fn with_position(&self, game: GameId, ply: usize) -> Option<Vec<(&PublishedGame, usize)>> {
        let position = self.line(game)?.position(ply)?;
        let kind = self.people.game(game)?.event.kind;
        let games = self.people.register.games.iter().rev().filter(|game| game.event.kind == kind);
        Some(games.filter_map(|game| Some((game, self.line(game.id)?.ply_of(position)?))).collect())
    }
}

impl Explorer {
    /// The games that everybody may see, with their ways as far as these can be had in a moment.
    pub async fn games(self: &Arc<Self>, database: &Database, people: Arc<People>) -> Games {
        if !self.unread(&people).is_empty() && !self.is_reading.swap(true, Ordering::AcqRel) {
            let (explorer, database, people) = (self.clone(), database.clone(), people.clone());
            // A task of the program's own: it waits for nobody's turn, and takes one thread.
            actix_web::rt::spawn(async move {
                let reader = explorer.clone();
                let read = db::block(move || reader.read(&database, &people)).await;
                explorer.is_reading.store(false, Ordering::Release);
                if let Err(error) = read {
                    tracing::warn!(%error, "records cannot be read for the explorer");
                }
            });
        }
        let until = tokio::time::Instant::now() + PATIENCE;
        while self.is_reading.load(Ordering::Acquire) && tokio::time::Instant::now() < until {
            tokio::time::sleep(LOOK).await;
        }
        let unread = self.unread(&people).len();
        let lines = self.lines.read().unwrap_or_else(PoisonError::into_inner);
        let line = |game: &PublishedGame| {
            let (digest, line) = lines.get(&game.id)?;
            (Some(*digest) == game.record).then(|| (game.id, line.clone()))
        };
        let lines = people.register.games.iter().filter_map(line).collect();
        Games { people, lines, unread }
    }

    /// The games whose records are not read yet.
    fn unread<'a>(&self, people: &'a People) -> Vec<&'a PublishedGame> {
        let lines = self.lines.read().unwrap_or_else(PoisonError::into_inner);
        let is_unread = |game: &&PublishedGame| {
            game.record.is_some_and(|digest| lines.get(&game.id).is_none_or(|(known, _)| *known != digest))
        };
        last_games(people).filter(is_unread).collect()
    }

    fn read(&self, database: &Database, people: &People) -> Result<(), DbError> {
        for game in self.unread(people) {
            let Some(digest) = game.record else { continue };
            let text = database.read(|db| db::records::find_text(db, digest))?;
            let line = Line::read(text.as_deref().unwrap_or_default(), game.event.board.as_ref());
            let mut lines = self.lines.write().unwrap_or_else(PoisonError::into_inner);
            lines.insert(game.id, (digest, Arc::new(line)));
        }
        let shown: std::collections::HashSet<GameId> = last_games(people).map(|game| game.id).collect();
        self.lines.write().unwrap_or_else(PoisonError::into_inner).retain(|game, _| shown.contains(game));
        Ok(())
    }
}

/// The last games that have a record, as many as are kept.
fn last_games(people: &People) -> impl Iterator<Item = &PublishedGame> {
    people.register.games.iter().rev().filter(|game| game.record.is_some()).take(MOST)
}
