//! The pairing door: a pairing system is a function from an event's state to the draft of a round.
//!
//! Nothing here writes: what comes out is proposed to the arbiter, who may change it before everybody sees it.
//! Every table seats each player who belongs to the round exactly once, at a board, with a bye, or unpaired.

use crate::clock;
use tiger_event::{EntryId, Event, Format, Pairing, Refusal, Round, RoundBye, RoundNumber, Table};
use tiger_pairing::PairingError;

mod changes;
mod free;
mod history;
mod knockout;
mod matches;
mod open_boards;
mod round_robin;
mod seating;
mod sentences;
mod swiss;
mod verdict;
mod why;

pub use changes::Change;
pub use history::{History, Record, Warning};
pub use matches::{MatchScore, score as match_score};
pub use open_boards::change_boards;
pub use seating::{OwnBoard, at_own_boards, own_boards};
pub use swiss::FORCED;
pub use verdict::{Verdict, verdict};
pub use why::{Answer, Question, why};

/// How a draft begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    Proposal,
    /// Everybody unpaired, but for the byes that were asked for.
    Unpaired,
}

/// Drafts a round.
///
/// # Errors
/// When the event's system has no pairing for it; the sentence says why.
pub fn draft(event: &Event, round: RoundNumber, start: Start) -> Result<Table, Refusal> {
    let table = match (start, event.settings.format) {
        (_, Format::Knockout) => knockout::draft(event),
        (_, Format::Match) => matches::draft(event),
        (Start::Unpaired, _) => Ok(unpaired(event, round)),
        (Start::Proposal, Format::RoundRobin | Format::DoubleRoundRobin) => round_robin::draft(event, round),
        (Start::Proposal, Format::Swiss) => swiss::draft(event, round),
        (Start::Proposal, Format::Free) => free::draft(event, round),
    };
    Ok(at_own_boards(event, table?))
}

/// A Swiss draft in which two players are forced to meet, and the others are paired anew around them.
///
/// # Errors
/// In other formats, and when there is no such pairing; the sentence says why.
pub fn draft_forcing(event: &Event, round: &Round, pair: (EntryId, EntryId)) -> Result<Table, Refusal> {
    if event.settings.format != Format::Swiss {
        return Err(Refusal::invalid("Only a Swiss round is paired around a forced pair."));
    }
    Ok(at_own_boards(event, swiss::draft_forcing(event, round.number, &round.table, pair)?))
}

/// A draft changed by hand. A new pair sits where its points put it, and who has a board of their own stays there; only boards
/// that are moved themselves go where they are moved to.
pub fn change(event: &Event, round: &Round, change: Change) -> Result<Table, Refusal> {
    let mut table = change.apply(&round.table)?;
    match change {
        Change::MoveUp(_) => return Ok(table),
        Change::Pair(..) if matches!(round.system, Format::Swiss | Format::Free) => {
            seating::seat_last(event, round.number, &mut table.boards)?;
        }
        _ => {}
    }
    Ok(at_own_boards(event, table))
}

/// The byes that were asked for; everybody else has neither opponent nor bye.
fn unpaired(event: &Event, round: RoundNumber) -> Table {
    let mut table = Table::default();
    for entry in event.entries_by_number().into_iter().filter(|entry| entry.is_in(round)) {
        match entry.byes.get(&round) {
            Some(kind) => table.byes.push(RoundBye::new(entry.id, *kind)),
            None => table.unpaired.push(entry.id),
        }
    }
    table
}

fn pairing(first: EntryId, second: EntryId, why: String) -> Pairing {
    Pairing { game: clock::new_id(), first, second, why, is_forced: false }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands behind `map_err`")]
fn unpairable(error: PairingError) -> Refusal {
    Refusal::Invalid(format!("This round cannot be paired: {error}."))
}
