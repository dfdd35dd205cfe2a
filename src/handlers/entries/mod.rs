//! The players of an event: list and check-in, adding, one player.

pub mod add;
pub mod claim;
pub mod entry;
pub mod list;

pub(super) use claim::qr;
pub(super) use entry::read_details;

use actix_web::HttpRequest;

use crate::auth::EventAccess;
use crate::domain::entry::{Attendance, Claim, Entry, RoundNumber};
use crate::domain::event::Event;
use crate::domain::ids::EntryId;
use crate::domain::round::RoundState;
use crate::error::AppError;
use crate::pages::entries::EntryRow;
use crate::pages::status::Status;

/// The entry that the address names.
fn named<'a>(request: &HttpRequest, access: &'a EventAccess) -> Result<&'a Entry, AppError> {
    let id = request.match_info().get("entry").and_then(|id| id.parse::<EntryId>().ok());
    id.and_then(|id| access.event.entries.get(&id)).ok_or(AppError::not_found("player"))
}

/// The first round that is not published yet.
fn open_round(event: &Event) -> RoundNumber {
    let published = event.rounds.iter().filter(|round| round.state != RoundState::Draft).count();
    RoundNumber::try_from(published + 1).unwrap_or(RoundNumber::MAX)
}

fn row(entry: &Entry) -> EntryRow {
    let details = &entry.details;
    let origin = [&details.club, &details.federation].into_iter().flatten().map(ToString::to_string);
    let mut notes = Vec::new();
    if entry.first_round > 1 {
        notes.push(format!("from round {}", entry.first_round));
    }
    if let Attendance::Withdrawn { from_round } = entry.attendance {
        notes.push(format!("left before round {from_round}"));
    }
    notes.extend(entry.byes.iter().map(|(round, kind)| format!("{} in round {round}", kind.code())));
    if matches!(entry.claim, Claim::Taken { .. }) {
        notes.push("phone linked".to_owned());
    }
    EntryRow {
        id: entry.id.to_string(),
        number: entry.number,
        name: details.name.to_string(),
        origin: origin.collect::<Vec<_>>().join(", "),
        rating: details.rating.map(|rating| rating.to_string()).unwrap_or_default(),
        status: status(entry.attendance),
        notes,
    }
}

const fn status(attendance: Attendance) -> Status {
    match attendance {
        Attendance::Expected => Status::Expected,
        Attendance::Present => Status::CheckedIn,
        Attendance::Withdrawn { .. } => Status::Withdrawn,
    }
}
