//! Use cases around the players of an event.

use std::cmp::Reverse;

use crate::domain::event::Event;
use crate::domain::ids::EntryId;
use crate::domain::text::folded;

/// By what players get their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbering {
    /// The strongest first; the unrated last, by name.
    Rating,
    /// By name.
    Name,
    /// By lots of the operating system's randomness.
    Lots,
}

impl Numbering {
    /// The numbering that a form names.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        match key {
            "rating" => Some(Self::Rating),
            "name" => Some(Self::Name),
            "lots" => Some(Self::Lots),
            _ => None,
        }
    }
}

/// The entries in their new order.
///
/// # Errors
/// When lots are to be drawn and the operating system has no randomness to give.
pub fn numbered(event: &Event, by: Numbering) -> Result<Vec<EntryId>, getrandom::Error> {
    let mut entries = event.entries_by_number();
    let name = |entry: &crate::domain::entry::Entry| folded(entry.details.name.as_str());
    match by {
        Numbering::Rating => entries.sort_by_key(|entry| (Reverse(entry.details.rating), name(entry))),
        Numbering::Name => entries.sort_by_key(|entry| name(entry)),
        Numbering::Lots => {
            let mut drawn = Vec::with_capacity(entries.len());
            for entry in entries {
                drawn.push((getrandom::u64()?, getrandom::u64()?, entry));
            }
            drawn.sort_by_key(|(lot, second, _)| (*lot, *second));
            entries = drawn.into_iter().map(|(.., entry)| entry).collect();
        }
    }
    Ok(entries.into_iter().map(|entry| entry.id).collect())
}
