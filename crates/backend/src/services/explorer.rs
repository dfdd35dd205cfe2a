//! The ways of all published games that have a record: each read once, beside what visitors wait for, and kept in memory.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tiger_event::explorer::{Line, Told};
use tiger_event::{Bytes32, GameId, PublishedGame};
use tiger_rules::GameKind;

use crate::db::{self, Database, DbError};
use crate::error::{AppError, Result};
use crate::services::people::People;

/// How long a visitor waits for records that nobody has read yet, before they are shown what is there.
const PATIENCE: Duration = Duration::from_secs(2);

/// How often they look.
const LOOK: Duration = Duration::from_millis(20);

/// The ways of games, by game; each with the digest of the record that tells it.
#[derive(Debug, Default)]
pub struct Explorer {
    lines: RwLock<HashMap<GameId, (Bytes32, Arc<Line>)>>,
    is_reading: AtomicBool,
    /// What was shown last, once every record was read.
    whole: RwLock<Option<Arc<Games>>>,
}

/// The published games at one moment, with their ways as far as they are read.
#[derive(Debug)]
pub struct Games {
    pub people: Arc<People>,
    /// The way of each game of the register, in its order.
    lines: Vec<Option<Arc<Line>>>,
    pub unread: usize,
}

impl Games {
    /// The games of a kind that were played, with their results.
    pub fn told(&self, kind: GameKind) -> Vec<Told<'_>> {
        let is_played = |it: &Told<'_>| it.game.result.is_some_and(|result| result.is_played());
        self.all().filter(|it| it.game.event.kind == kind && is_played(it)).collect()
    }

    fn all(&self) -> impl DoubleEndedIterator<Item = Told<'_>> {
        let all = self.people.register.games.iter().zip(&self.lines);
        all.map(|(game, line)| Told { game, line: line.as_deref() })
    }

    /// The way of a game.
    pub fn line(&self, game: GameId) -> Option<&Line> {
        self.lines.get(self.people.place(game)?)?.as_deref()
    }

    /// Where the position after a ply of a game was played: each game once, with the first ply, the last game first. None if
    /// the game has no such ply.
    pub fn with_position(&self, game: GameId, ply: usize) -> Option<Vec<(&PublishedGame, usize)>> {
        let position = self.line(game)?.position(ply)?;
        let kind = self.people.game(game)?.event.kind;
        let games = self.all().rev().filter(|it| it.game.event.kind == kind);
        Some(games.filter_map(|it| Some((it.game, it.line?.ply_of(position)?))).collect())
    }
}

impl Explorer {
    /// The games that everybody may see, with their ways as far as these can be had in a moment.
    pub async fn games(self: &Arc<Self>, database: &Database, people: Arc<People>) -> Result<Arc<Games>> {
        if let Some(games) = self.whole(&people) {
            return Ok(games);
        }
        let games = self.gather(&people).await?;
        if games.unread == 0 {
            return Ok(games);
        }
        if !self.is_reading.swap(true, Ordering::AcqRel) {
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
        self.gather(&people).await
    }

    /// What was shown last, if it is of these people.
    fn whole(&self, people: &Arc<People>) -> Option<Arc<Games>> {
        let whole = self.whole.read().unwrap_or_else(PoisonError::into_inner);
        whole.clone().filter(|games| Arc::ptr_eq(&games.people, people))
    }

    /// What can be shown now.
    async fn gather(self: &Arc<Self>, people: &Arc<People>) -> Result<Arc<Games>> {
        let (explorer, people) = (self.clone(), people.clone());
        db::block(move || Ok::<_, AppError>(explorer.gathered(people))).await
    }

    fn gathered(&self, people: Arc<People>) -> Arc<Games> {
        let mut unread = 0;
        let known = self.lines.read().unwrap_or_else(PoisonError::into_inner);
        let line = |game: &PublishedGame| {
            let digest = game.record?;
            let line = known.get(&game.id).filter(|(known, _)| *known == digest);
            unread += usize::from(line.is_none());
            line.map(|(_, line)| line.clone())
        };
        let lines = people.register.games.iter().map(line).collect();
        drop(known);
        let games = Arc::new(Games { people, lines, unread });
        if unread == 0 {
            *self.whole.write().unwrap_or_else(PoisonError::into_inner) = Some(games.clone());
        }
        games
    }

    /// Reads what nobody has read yet, the last games first, and forgets what is not shown any more.
    fn read(&self, database: &Database, people: &People) -> Result<(), DbError> {
        let shown = || people.register.games.iter().rev().filter_map(|game| Some((game, game.record?)));
        for (game, digest) in shown() {
            let is_read = |lines: &HashMap<GameId, (Bytes32, Arc<Line>)>| {
                lines.get(&game.id).is_some_and(|(known, _)| *known == digest)
            };
            if is_read(&self.lines.read().unwrap_or_else(PoisonError::into_inner)) {
                continue;
            }
            let text = database.read(|db| db::records::find_text(db, digest))?;
            let line = Line::read(text.as_deref().unwrap_or_default(), game.event.board.as_ref());
            let mut lines = self.lines.write().unwrap_or_else(PoisonError::into_inner);
            lines.insert(game.id, (digest, Arc::new(line)));
        }
        let shown: HashSet<GameId> = shown().map(|(game, _)| game.id).collect();
        self.lines.write().unwrap_or_else(PoisonError::into_inner).retain(|game, _| shown.contains(game));
        Ok(())
    }
}
