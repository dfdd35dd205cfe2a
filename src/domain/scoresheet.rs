//! Scoresheets: who writes one, and what stands on it. A sheet is its holder's own until it is handed in as a record;
//! it is no part of the event, and no public page can reach it.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Utc};

use super::ids::{EntryId, EventId, GameId, RecordId, UserId};

/// Whose sheet it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Holder {
    /// A player at the board, by the entry.
    Player(EntryId),
    /// An arbiter, by the account.
    Arbiter(UserId),
}

/// A text that names no holder.
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

/// A scoresheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scoresheet {
    /// The event.
    pub event: EventId,
    /// The game.
    pub game: GameId,
    /// Whose it is.
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
}

impl Scoresheet {
    /// A sheet on which nothing stands yet.
    #[must_use]
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Holder;
    use crate::domain::ids::{EntryId, UserId};

    #[test]
    fn a_holder_is_read_back() {
        for holder in [Holder::Player(EntryId::new()), Holder::Arbiter(UserId::new())] {
            assert_eq!(holder.to_string().parse(), Ok(holder));
        }
        for text in ["", "player", "player-1", "stranger-00000000-0000-7000-8000-000000000000"] {
            assert!(text.parse::<Holder>().is_err(), "{text}");
        }
    }
}
