//! A rating list to look players up in: a SQLite file of its own beside whichever database, so that loading a million
//! lines is in nobody's way and backups stay small.

use std::fs::File;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use tiger_event::RatedPlayer;
use tiger_event::rated::{Unread, distance, key, read, words};

use super::DbError;
use crate::config::beside;
use crate::{clock, disk};

use tables::{lists, players, spoken};

mod tables {
    diesel::table! {
        /// Which list it is: one row.
        lists (name) {
            name -> Text,
            loaded -> Timestamp,
            players -> BigInt,
        }
    }

    diesel::table! {
        players (place) {
            place -> BigInt,
            id -> Text,
            name -> Text,
            sex -> Text,
            title -> Text,
            federation -> Text,
            rating -> Nullable<Integer>,
            birth -> Text,
        }
    }

    diesel::table! {
        /// The words of names and their keys, by the place of the player; SQLite's full-text index.
        spoken (rowid) {
            rowid -> BigInt,
            words -> Text,
            keys -> Text,
        }
    }
}

/// The full-text index holds no text, so it is a third of the list; the beginnings of words have indexes of their own.
const TABLES: &str = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; \
     CREATE TABLE lists (name TEXT PRIMARY KEY, loaded TIMESTAMP NOT NULL, players BIGINT NOT NULL); \
     CREATE TABLE players (place INTEGER PRIMARY KEY, id TEXT NOT NULL, name TEXT NOT NULL, sex TEXT NOT NULL, \
     title TEXT NOT NULL, federation TEXT NOT NULL, rating INTEGER, birth TEXT NOT NULL); \
     CREATE VIRTUAL TABLE spoken USING fts5(words, keys, content = '', detail = column, prefix = '2 3'); BEGIN;";

/// How many are found at most.
pub const MOST_FOUND: usize = 20;

/// How many are looked at to find the nearest.
const LOOKED_AT: i64 = 400;

#[derive(Debug, Queryable, QueryableByName)]
#[diesel(table_name = players)]
struct Row {
    #[expect(dead_code, reason = "rows are read whole")]
    place: i64,
    id: String,
    name: String,
    sex: String,
    title: String,
    federation: String,
    rating: Option<i32>,
    birth: String,
}

impl From<Row> for RatedPlayer {
    fn from(row: Row) -> Self {
        let Row { id, name, sex, title, federation, rating, birth, .. } = row;
        Self {
            id,
            name,
            sex,
            title,
            federation,
            rating: rating.and_then(|rating| rating.try_into().ok()),
            birth,
            club: String::new(),
        }
    }
}

/// Which list has been loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loaded {
    /// What the file was called.
    pub name: String,
    pub at: DateTime<Utc>,
    /// How many players it has.
    pub players: i64,
}

/// The file of a loaded list.
#[derive(Debug, Clone)]
pub struct RatingList {
    file: PathBuf,
}

impl RatingList {
    /// The list in a file, which may be there later.
    pub const fn at(file: PathBuf) -> Self {
        Self { file }
    }

    /// Whether a list has been loaded.
    pub fn is_there(&self) -> bool {
        self.file.is_file()
    }

    /// Which list has been loaded; none before the first.
    pub fn loaded(&self) -> Result<Option<Loaded>, DbError> {
        if !self.is_there() {
            return Ok(None);
        }
        let row: Option<(String, NaiveDateTime, i64)> =
            lists::table.first(&mut open(&self.file)?).optional()?;
        Ok(row.map(|(name, at, players)| Loaded { name, at: at.and_utc(), players }))
    }

    /// Loads a list of this name in the place of the one before, which is looked up in until the new one is whole; how many
    /// players it has, and what could not be read.
    ///
    /// # Errors
    /// When the list cannot be read to its end or names nobody, and when something else stands where it is to be kept:
    /// then all stays as it was.
    pub fn load(&self, name: &str, list: impl BufRead) -> anyhow::Result<(i64, Unread)> {
        let is_other = std::fs::metadata(&self.file).is_ok_and(|it| it.len() > 0) && self.loaded().is_err();
        anyhow::ensure!(!is_other, "{} is no list of ratings: it stays as it is", self.file.display());
        let fresh = beside(&self.file, ".new");
        match std::fs::remove_file(&fresh) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
        let loaded = self.fill(&fresh, name, list);
        if loaded.is_err() {
            // What went wrong is told rather than that nothing is left to remove.
            std::fs::remove_file(&fresh).ok();
        }
        loaded
    }

    fn fill(&self, fresh: &Path, name: &str, list: impl BufRead) -> anyhow::Result<(i64, Unread)> {
        let mut connection = SqliteConnection::establish(&fresh.to_string_lossy())?;
        connection.batch_execute(TABLES)?;
        let mut count = 0;
        let unread = read(list, |player| {
            count += 1;
            insert(&mut connection, count, &player).map_err(io::Error::other)
        })?;
        anyhow::ensure!(count > 0, "it names nobody with an ID and a name; what was loaded before stays");
        let row =
            (lists::name.eq(name), lists::loaded.eq(clock::now().naive_utc()), lists::players.eq(count));
        diesel::insert_into(lists::table).values(row).execute(&mut connection)?;
        connection.batch_execute("CREATE INDEX players_by_id ON players (id); COMMIT;")?;
        drop(connection);
        // SQLite was told not to wait for the disk; the new list must be whole before it takes the old one's place.
        let list = File::open(fresh)?;
        list.sync_all()?;
        disk::give(&list, &std::fs::metadata(disk::folder_of(&self.file))?);
        std::fs::rename(fresh, &self.file)?;
        Ok((count, unread))
    }

    /// The players nearest to an ID or a name, the nearest first.
    pub fn find(&self, asked: &str) -> Result<Vec<RatedPlayer>, DbError> {
        let words = words(asked);
        if words.is_empty() || !self.is_there() {
            return Ok(Vec::new());
        }
        let mut connection = open(&self.file)?;
        if asked.trim().bytes().all(|letter| letter.is_ascii_digit()) {
            let found: Vec<Row> =
                players::table.filter(players::id.eq(asked.trim())).load(&mut connection)?;
            return Ok(found.into_iter().map(RatedPlayer::from).collect());
        }
        let mut found: Vec<Row> = Vec::new();
        for way in [Way::Words, Way::Beginnings, Way::Keys] {
            for row in matches(&mut connection, &way.query(&words))? {
                if !found.iter().any(|known| known.id == row.id) {
                    found.push(row);
                }
            }
            if found.len() >= MOST_FOUND {
                break;
            }
        }
        found.sort_by_cached_key(|row| {
            (distance(&words, &row.name), std::cmp::Reverse(row.rating), row.name.clone())
        });
        found.truncate(MOST_FOUND);
        Ok(found.into_iter().map(RatedPlayer::from).collect())
    }
}

/// By what the index is asked, the exact way first.
#[derive(Clone, Copy)]
enum Way {
    Words,
    Beginnings,
    Keys,
}

impl Way {
    fn query(self, asked: &[String]) -> String {
        let word = |word: &String| match self {
            Self::Words => format!("words : \"{word}\""),
            // One letter begins too many names.
            Self::Beginnings if word.chars().count() < 2 => format!("words : \"{word}\""),
            Self::Beginnings => format!("words : \"{word}\" *"),
            Self::Keys => format!("keys : \"{}\"", key(word)),
        };
        asked.iter().map(word).collect::<Vec<_>>().join(" AND ")
    }
}

fn open(file: &Path) -> Result<SqliteConnection, DbError> {
    let mut connection = SqliteConnection::establish(&file.to_string_lossy())
        .map_err(|error| DbError::Place(error.to_string()))?;
    connection.batch_execute("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;")?;
    Ok(connection)
}

fn insert(connection: &mut SqliteConnection, place: i64, player: &RatedPlayer) -> QueryResult<()> {
    diesel::insert_into(players::table)
        .values((
            players::place.eq(place),
            players::id.eq(&player.id),
            players::name.eq(&player.name),
            players::sex.eq(&player.sex),
            players::title.eq(&player.title),
            players::federation.eq(&player.federation),
            players::rating.eq(player.rating.map(i32::from)),
            players::birth.eq(&player.birth),
        ))
        .execute(connection)?;
    let words = words(&player.name);
    let keys: Vec<String> = words.iter().map(|word| key(word)).collect();
    diesel::insert_into(spoken::table)
        .values((spoken::rowid.eq(place), spoken::words.eq(words.join(" ")), spoken::keys.eq(keys.join(" "))))
        .execute(connection)?;
    Ok(())
}

fn matches(connection: &mut SqliteConnection, query: &str) -> QueryResult<Vec<Row>> {
    diesel::sql_query(format!(
        "SELECT players.* FROM (SELECT rowid FROM spoken WHERE spoken MATCH ? LIMIT {LOOKED_AT}) AS found \
         JOIN players ON players.place = found.rowid"
    ))
    .bind::<Text, _>(query)
    .load(connection)
}
