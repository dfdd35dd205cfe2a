//! Leaving an event, coming back, and the round from which a player plays.

use super::entries::{Leaving, check_not_paired_yet, drop_stale_draft, entry_mut, first_open_round};
use super::{Effect, Event, Meta, Refusal};
use crate::bracket::Due;
use crate::wish::Asked;
use crate::{Attendance, ByeKind, Departure, Entry, EntryId, RoundNumber};

/// Refuses a first round without the player where nothing is left to play, or that the event cannot have.
pub(super) fn check_leaving(event: &Event, from_round: RoundNumber) -> Effect {
    let bracket = event.bracket(None).ok().flatten();
    if bracket.is_some_and(|bracket| bracket.due() == Due::Over) {
        return Err(Refusal::invalid("Everything is decided: there is no round left to leave before."));
    }
    check_round(event, from_round)
}

/// Refuses that somebody leaves later than they did, when rounds have been published without them meanwhile.
pub(super) fn check_is_not_gone(event: &Event, id: EntryId, from_round: RoundNumber) -> Effect {
    let entry = event.entry(id)?;
    match entry.leaves_from() {
        Some(gone) if gone < from_round && gone <= event.published_rounds() => {
            Err(Refusal::Invalid(format!(
                "{} has left before round {gone}, which was published since. Let the player come back, and leave again then.",
                entry.details.name
            )))
        }
        _ => Ok(()),
    }
}

/// Refuses a round of leaving or coming back that the event cannot have.
fn check_round(event: &Event, from_round: RoundNumber) -> Effect {
    let last = event.planned_rounds().max(first_open_round(event));
    if from_round <= last {
        return Ok(());
    }
    let rounds = if last == 1 { "one round".to_owned() } else { format!("{last} rounds") };
    Err(Refusal::Invalid(format!(
        "The event has {rounds}: nobody leaves before round {from_round}, or comes back. Write a round up to {last}."
    )))
}

pub(super) fn withdraw(
    event: &mut Event,
    meta: &Meta,
    id: EntryId,
    from_round: RoundNumber,
    leaving: Option<&Leaving>,
) -> Effect {
    let games = leaving.map(|leaving| leaving.games).unwrap_or_default();
    if games == Departure::Annul && !event.settings.format.is_round_robin() {
        return Err(Refusal::invalid("Only in a round robin the games of who leaves are annulled."));
    }
    // What becomes of the games may be said anew when rounds have been published since.
    let is_again = leaving.is_some() && event.entry(id)?.leaves_from() == Some(from_round);
    if !is_again {
        check_not_paired_yet(event, from_round)?;
    }
    let entry = entry_mut(event, id)?;
    // Of the time before that was said, nothing is known of who was there.
    let is_present = leaving.is_some() && entry.is_seen();
    entry.attendance = Attendance::Withdrawn { from_round, is_present, games };
    entry.settle(|asked| matches!(asked, Asked::Leave { .. }));
    entry.says_here = None;
    entry.revision = meta.seq;
    if !is_again {
        drop_stale_draft(event);
    }
    Ok(())
}

pub(super) fn reinstate(event: &mut Event, meta: &Meta, id: EntryId, from_round: RoundNumber) -> Effect {
    check_not_paired_yet(event, from_round)?;
    let (open, has_bracket) = (first_open_round(event), event.settings.format.has_bracket());
    if has_bracket && from_round != open {
        return Err(Refusal::Invalid(format!(
            "In a knockout or a match a player comes back for the next round, {open}: who misses one gives a walkover."
        )));
    }
    let Attendance::Withdrawn { from_round: gone, .. } = event.entry(id)?.attendance else {
        return play_from(event, meta, id, from_round);
    };
    let entry = entry_mut(event, id)?;
    for round in (gone..from_round).filter(|_| !has_bracket) {
        entry.byes.insert(round, ByeKind::ZeroPoint);
    }
    entry.attendance = Attendance::Present;
    entry.revision = meta.seq;
    drop_stale_draft(event);
    Ok(())
}

/// Another first round for a player who has had none yet.
fn play_from(event: &mut Event, meta: &Meta, id: EntryId, from_round: RoundNumber) -> Effect {
    let known = event.entry(id)?;
    let name = &known.details.name;
    if known.first_round == from_round || known.first_round < first_open_round(event) {
        return Err(Refusal::Invalid(format!("{name} has not withdrawn.")));
    }
    if from_round > 1 && event.settings.format.is_round_robin() {
        return Err(Refusal::Invalid(format!("In a round robin {name} plays from round 1 on.")));
    }
    let entry = entry_mut(event, id)?;
    entry.first_round = from_round;
    entry.revision = meta.seq;
    drop_stale_draft(event);
    Ok(())
}

/// Refuses a round of coming back that the event cannot have, or before the one for which the player was entered: that is
/// said by itself.
pub(super) fn check_return(event: &Event, id: EntryId, from_round: RoundNumber) -> Effect {
    let entry = event.entry(id)?;
    if entry.leaves_from().is_none() || entry.first_round <= from_round {
        return check_round(event, from_round);
    }
    Err(Refusal::Invalid(format!(
        "{} was entered for round {first}: write {first}, and let the player begin earlier after that.",
        entry.details.name,
        first = entry.first_round
    )))
}

/// Puts back what leaving or coming back had changed.
pub(super) fn restore(
    event: &mut Event,
    meta: &Meta,
    id: EntryId,
    (attendance, byes): (Attendance, &[(RoundNumber, Option<ByeKind>)]),
) -> Effect {
    let known = event.entry(id)?;
    let was = Entry { attendance, ..known.clone() };
    if was.leaves_from() != known.leaves_from() {
        let first = [was.leaves_from(), known.leaves_from()].into_iter().flatten().min();
        check_not_paired_yet(event, first.unwrap_or(RoundNumber::MAX))?;
    }
    byes.iter().try_for_each(|(round, _)| check_not_paired_yet(event, *round))?;
    let entry = entry_mut(event, id)?;
    entry.attendance = attendance;
    for (round, bye) in byes {
        match bye {
            Some(kind) => entry.byes.insert(*round, *kind),
            None => entry.byes.remove(round),
        };
    }
    entry.revision = meta.seq;
    drop_stale_draft(event);
    Ok(())
}

/// Refuses a bye in a round that is not the player's.
pub(super) fn check_is_there(entry: &Entry, round: RoundNumber) -> Effect {
    match entry.leaves_from() {
        Some(from_round) if from_round <= round => Err(Refusal::Invalid(format!(
            "{} is out from round {from_round} on and has no bye in round {round}. Let the player play again first.",
            entry.details.name
        ))),
        _ => Ok(()),
    }
}

/// What becomes of the games, as the ledger tells it; empty where they simply stand.
pub(super) fn told(leaving: Option<&Leaving>) -> String {
    let Some(Leaving { games, reason }) = leaving else { return String::new() };
    match (games, reason) {
        (Departure::Forfeit, None) => String::new(),
        (games, None) => format!("; {}", games.title()),
        (games, Some(reason)) => format!("; {} ({reason})", games.title()),
    }
}
