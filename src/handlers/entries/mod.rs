//! The players of an event: list and check-in, adding, one player.

pub mod add;
pub mod entry;
pub mod fees;
pub mod file;
pub mod list;
pub mod speaker;

use tiger_event::{EntryCommand, EntryDetails, EntryId, Event};

/// The field of a player's form at which a refusal stands.
fn field_of(event: &Event, command: Option<&EntryCommand>) -> &'static str {
    let people: Vec<(EntryId, &EntryDetails)> = match command {
        Some(EntryCommand::AddEntries { entries }) => {
            entries.iter().map(|new| (new.id, &new.details)).collect()
        }
        Some(EntryCommand::ChangeEntry { entry, details, .. }) => vec![(*entry, details)],
        _ => Vec::new(),
    };
    if people.iter().any(|(id, details)| event.check_birth(*id, details).is_err()) {
        return "birth";
    }
    let is_doubled = event.check_fide_ids(people).is_err();
    if is_doubled { "fide_id" } else { "name" }
}
