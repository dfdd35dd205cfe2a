//! Players are entered: when the event takes more, and what may be said of one.

use std::collections::{BTreeMap, BTreeSet};

use super::entries::{check_not_paired_yet, drop_stale_draft};
use super::rounds::way_back;
use super::{Effect, Event, Meta, NewEntry, Refusal};
use crate::text::{count, folded};
use crate::{Attendance, Entry, EntryDetails, EntryId, Speaker};

/// The most players of one event.
const MOST_ENTRIES: usize = 5_000;

impl Event {
    /// Refuses players where the format has no place for more.
    ///
    /// # Errors
    /// The sentence, with the way back.
    pub fn check_takes_players(&self) -> Result<(), Refusal> {
        let why = match self.settings.format {
            format if format.is_round_robin() && !self.rounds.is_empty() => {
                "A round robin whose first round is drafted takes no more players."
            }
            format if format.has_bracket() && self.published_rounds() > 0 => {
                "The bracket is drawn: it takes no more players while round 1 is published."
            }
            _ => return Ok(()),
        };
        let before = if self.rounds.len() > 1 { " Then each round before it." } else { "" };
        Err(Refusal::Invalid(format!("{why} {}{before}", way_back(self))))
    }
}

pub(super) fn add(event: &mut Event, meta: &Meta, new: &[NewEntry]) -> Effect {
    if new.is_empty() {
        return Err(Refusal::invalid("There is nobody to enter."));
    }
    if event.entries.len() + new.len() > MOST_ENTRIES {
        return Err(Refusal::Invalid(format!("An event takes at most {MOST_ENTRIES} players.")));
    }
    event.check_takes_players()?;
    if event.settings.format.has_bracket() && new.iter().any(|player| player.first_round > 1) {
        return Err(Refusal::invalid("In a knockout or a match everybody plays from round 1 on."));
    }
    let mut names: BTreeSet<String> =
        event.entries.values().map(|entry| folded(entry.details.name.as_str())).collect();
    let last = event.entries.values().map(|entry| entry.number).max().unwrap_or(0);
    for (number, player) in (last + 1..).zip(new) {
        check_details(&player.details)?;
        check_not_paired_yet(event, player.first_round)?;
        if !names.insert(folded(player.details.name.as_str())) {
            return Err(Refusal::Invalid(format!(
                "{} is entered already. If it is another person, add something to the name.",
                player.details.name
            )));
        }
        if event.entries.contains_key(&player.id) {
            return Err(Refusal::invalid("An entry with this identifier exists already."));
        }
        event.entries.insert(
            player.id,
            Entry {
                id: player.id,
                number,
                details: player.details.clone(),
                attendance: Attendance::Expected,
                first_round: player.first_round,
                byes: BTreeMap::new(),
                speaker: Speaker::None,
                newer_link: None,
                says_here: None,
                wishes: Vec::new(),
                seer: None,
                is_erased: false,
                revision: meta.seq,
            },
        );
    }
    drop_stale_draft(event);
    Ok(())
}

/// What new commands may say of those who are entered.
pub(super) fn check_newcomers<'a>(
    event: &Event,
    new: impl IntoIterator<Item = &'a NewEntry> + Clone,
) -> Effect {
    for new in new.clone() {
        check_bounds(event, new.id, &new.details)?;
        check_begins_in_time(event, new)?;
    }
    event.check_fide_ids(new.into_iter().map(|new| (new.id, &new.details)))
}

/// What new commands may say of somebody who is entered already.
pub(super) fn check_changed(event: &Event, id: EntryId, details: &EntryDetails) -> Effect {
    check_bounds(event, id, details)?;
    event.check_fide_ids([(id, details)])
}

/// Holds fee, board and identity to what can be typed; what stands there already may stay.
fn check_bounds(event: &Event, id: EntryId, details: &EntryDetails) -> Effect {
    let known = event.entries.get(&id).map(|entry| &entry.details.identity);
    let checked = details.office.check().and_then(|()| details.identity.check(known));
    checked.map_err(|why| Refusal::Invalid(format!("{}: {why}", details.name)))?;
    event.check_birth(id, details)
}

fn check_begins_in_time(event: &Event, new: &NewEntry) -> Effect {
    let rounds = event.settings.rounds.max(1);
    if new.first_round <= rounds {
        return Ok(());
    }
    Err(Refusal::Invalid(format!(
        "{} would begin in round {}, but the event has {}.",
        new.details.name,
        new.first_round,
        count(usize::from(rounds), "round", "rounds")
    )))
}

/// Refuses a list of nobody, or of somebody twice.
pub(super) fn check_named(entries: &[EntryId]) -> Effect {
    if entries.is_empty() {
        return Err(Refusal::invalid("There is nobody to check in."));
    }
    let each: BTreeSet<_> = entries.iter().collect();
    match each.len() == entries.len() {
        true => Ok(()),
        false => Err(Refusal::invalid("The list names a player twice.")),
    }
}

pub(super) fn check_details(details: &EntryDetails) -> Effect {
    match details.rating {
        Some(rating) if !(1..=4000).contains(&rating) => {
            Err(Refusal::Invalid(format!("A rating is a number from 1 to 4000, not {rating}.")))
        }
        _ => Ok(()),
    }
}
