//! The address of a new event.

use tiger_event::{Settings, Slug};

use crate::error::{AppError, Result};

/// Letters and figures that nobody takes for another and that spell no words.
const LETTERS: &[u8; 28] = b"bcdfghjkmnpqrstvwxyz23456789";

/// Characters by chance at the end.
const BY_CHANCE: usize = 4;

/// The event's name, and four characters by chance, whether the name alone is free or not. With a number behind names that
/// are taken, an address would tell that an event which nobody may see yet has that name.
pub(super) fn address(settings: &Settings) -> Result<Slug> {
    address_of(settings.name.as_str(), &format!("event-{}", settings.starts_on))
}

/// The same of another thing with a name, and what it is called where the name gives no address.
pub(in crate::handlers) fn address_of(name: &str, otherwise: &str) -> Result<Slug> {
    let mut bytes = [0; BY_CHANCE];
    getrandom::fill(&mut bytes)?;
    let letter =
        |byte: &u8| LETTERS.get(usize::from(*byte) % LETTERS.len()).map(|letter| char::from(*letter));
    let ending: String = bytes.iter().filter_map(letter).collect();
    let named = |name: &str| {
        let kept: String = Slug::propose(name)?.as_str().chars().take(59 - BY_CHANCE).collect();
        Slug::parse(&format!("{}-{ending}", kept.trim_end_matches('-'))).ok()
    };
    named(name)
        .or_else(|| named(otherwise))
        .ok_or_else(|| AppError::unprocessable("Use letters or digits in the name."))
}
