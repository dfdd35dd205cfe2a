//! The pages and files about the people of all events.

use tiger_event::EntryId;
use tiger_rules::GameKind;

use super::view::{CSV, HTML};

/// A page or file about the people of all events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PeopleView {
    List,
    Person(EntryId),
    /// How a person's rating in a game came about.
    Working(EntryId, GameKind),
    Index,
    Ratings(GameKind),
    /// The same as a table for spreadsheets.
    RatingsCsv(GameKind),
    /// A page of the same for programs, from 1.
    RatingsApi(GameKind, u32),
    /// What the published games show together.
    Explorer,
    /// What those of one kind show.
    Explored(GameKind),
    /// Those of one kind as a table for spreadsheets.
    ExploredCsv(GameKind),
}

impl PeopleView {
    pub fn path(self) -> String {
        match self {
            Self::List => "/players".to_owned(),
            Self::Person(person) => format!("/players/{person}"),
            Self::Working(person, kind) => format!("/players/{person}/ratings/{}", kind.key()),
            Self::Index => "/ratings".to_owned(),
            Self::Ratings(kind) => format!("/ratings/{}", kind.key()),
            Self::RatingsCsv(kind) => format!("/ratings/{}.csv", kind.key()),
            Self::Explorer => "/explorer".to_owned(),
            Self::Explored(kind) => format!("/explorer/{}", kind.key()),
            Self::ExploredCsv(kind) => format!("/explorer/{}.csv", kind.key()),
            Self::RatingsApi(kind, page) => format!("/api/v1/ratings/{}?page={page}", kind.key()),
        }
    }

    /// Whether this is a file, the same for everybody.
    pub fn is_file(self) -> bool {
        self.media_type() != HTML
    }

    pub const fn media_type(self) -> &'static str {
        match self {
            Self::RatingsCsv(_) | Self::ExploredCsv(_) => CSV,
            Self::RatingsApi(..) => "application/json",
            _ => HTML,
        }
    }
}
