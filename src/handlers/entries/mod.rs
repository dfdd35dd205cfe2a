//! The players of an event: list and check-in, adding, one player.

pub mod add;
pub mod entry;
pub mod fees;
pub mod file;
pub mod list;
pub mod speaker;

use tiger_event::{EntryCommand, Event};

/// The field of a player's form at which a refusal stands.
fn field_of(event: &Event, command: Option<&EntryCommand>) -> &'static str {
    let is_doubled = match command {
        Some(EntryCommand::AddEntries { entries }) => {
            event.check_fide_ids(entries.iter().map(|new| (new.id, &new.details))).is_err()
        }
        Some(EntryCommand::ChangeEntry { entry, details, .. }) => {
            event.check_fide_ids([(*entry, details)]).is_err()
        }
        _ => false,
    };
    if is_doubled { "fide_id" } else { "name" }
}
