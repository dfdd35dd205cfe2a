//! Files to take along: CSV for spreadsheets, JSON for programs, TRF for federations, `.tgr` and pictures of boards for
//! players, calendars. Made from an [`Issue`] and so from nothing but the published part of an event.

use tiger_event::Bytes32;

use crate::error::{AppError, Result};
use crate::publish::{Issue, View};

pub mod api;
pub mod csv;
mod explorer;
mod feed;
pub mod ics;
mod json;
mod people;
mod picture;
mod tgr;
mod trf;

pub use explorer::games_of_kind;
pub use feed::{feed, message};
pub use people::people;
pub use trf::report_for_arbiters;

/// Gives the text of a game record by its digest.
pub type FindRecord<'a> = &'a dyn Fn(Bytes32) -> Result<Option<String>>;

pub fn write(view: View, issue: &Issue, find_record: FindRecord<'_>) -> Result<String> {
    match view {
        View::PlayersCsv => csv::players(issue),
        View::PairingsCsv => csv::pairings(issue),
        View::StandingsCsv => csv::standings(issue),
        View::CrossTableCsv => csv::crosstable(issue),
        View::StandingsJson => json::standings(issue),
        View::EventJson => json::event(issue),
        View::GamesTgr => tgr::games(issue, find_record),
        View::GameTgr(game) => tgr::game(issue, game, find_record),
        View::Picture(game, moment) => picture::board(issue, game, moment, find_record),
        View::TimetableIcs => ics::timetable(issue),
        View::PlayerIcs(number) => ics::player(issue, number),
        View::EventTrf => trf::report(issue),
        View::Api(view) => api::write(view, issue, find_record),
        _ => Err(AppError::not_found("file")),
    }
}
