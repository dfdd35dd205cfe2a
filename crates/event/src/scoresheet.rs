//! Scoresheets: who writes one, and what stands on it. A sheet is its holder's own until it is handed in as a record;
//! it is no part of the event, and no public page can reach it.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};

use crate::{EntryId, EventId, GameId, RecordId, UserId};

/// Whose sheet it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// A player at the board, by the entry.
    Player(EntryId),
    /// An arbiter, by the account.
    Arbiter(UserId),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` names no holder of a scoresheet")]
pub struct ParseHolderError(String);

impl fmt::Display for Holder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(entry) => write!(f, "player-{entry}"),
            Self::Arbiter(user) => write!(f, "arbiter-{user}"),
        }
    }
}

impl FromStr for Holder {
    type Err = ParseHolderError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let refuse = || ParseHolderError(text.chars().take(60).collect());
        match text.split_once('-') {
            Some(("player", id)) => id.parse().map(Self::Player).map_err(|_| refuse()),
            Some(("arbiter", id)) => id.parse().map(Self::Arbiter).map_err(|_| refuse()),
            _ => Err(refuse()),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scoresheet {
    pub event: EventId,
    pub game: GameId,
    pub holder: Holder,
    /// The moves in canonical notation.
    pub moves: Vec<String>,
    /// How often it was changed; 0 for a blank one.
    pub revision: u64,
    /// The key of the form that changed it last.
    pub last_key: String,
    /// The record it was handed in as, if it was.
    pub record: Option<RecordId>,
    /// When it was changed last; none for a blank one.
    pub changed_at: Option<DateTime<Utc>>,
    /// When each move was written.
    pub written_at: Vec<DateTime<Utc>>,
    /// The most moves that it had when its last one was taken back while the game was played.
    pub back_from: u64,
    /// How many moves were taken back beyond one's own last, which each may be once, while the game was played.
    pub taken_back: u64,
}

impl Scoresheet {
    /// A sheet on which nothing stands yet.
    pub const fn blank(event: EventId, game: GameId, holder: Holder) -> Self {
        Self {
            event,
            game,
            holder,
            moves: Vec::new(),
            revision: 0,
            last_key: String::new(),
            record: None,
            changed_at: None,
            written_at: Vec::new(),
            back_from: 0,
            taken_back: 0,
        }
    }

    /// Takes all but the first moves back. While the game is played (`is_watched`) every move may be taken back once, as long
    /// as it is the last one; what goes beyond that is counted.
    pub fn take_back(&mut self, keep: usize, is_watched: bool) {
        let (had, back) = (self.moves.len(), self.moves.len().saturating_sub(keep));
        self.moves.truncate(keep);
        self.written_at.truncate(keep);
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        match back {
            0 => {}
            _ if !is_watched => {}
            1 if number(had) > self.back_from => self.back_from = number(had),
            _ => self.taken_back = self.taken_back.saturating_add(number(back)),
        }
    }
}
