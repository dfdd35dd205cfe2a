//! Free pairing: the arbiter pairs by hand. So that he need not begin with nothing, neighbours in the standings
//! who have not met are proposed.

use std::collections::BTreeSet;

use tiger_event::{ByeKind, EntryId, Event, Refusal, RoundBye, RoundNumber, Table};

use super::{History, pairing, unpaired};

/// How many pairs are tried before those left over are left to the arbiter.
const ATTEMPTS: usize = 20_000;

/// Neighbours who have not met, from the top of the standings; in an odd field the last one without such a bye
/// has the pairing-allocated bye. Who cannot be paired like this stays unpaired.
pub(super) fn draft(event: &Event, round: RoundNumber) -> Result<Table, Refusal> {
    let history = History::before(event, round)?;
    let mut table = unpaired(event, round);
    let mut waiting = std::mem::take(&mut table.unpaired);
    waiting.sort_by_key(|id| (history.of(*id).place, *id));
    if !waiting.len().is_multiple_of(2) {
        let without = waiting.iter().rposition(|id| !history.of(*id).has_had_bye);
        let entry = waiting.remove(without.unwrap_or(waiting.len() - 1));
        table.byes.push(RoundBye::new(entry, ByeKind::Pairing));
    }
    let is_kept_apart = |one: EntryId, other: EntryId| {
        history.of(one).met.contains_key(&other) || event.must_not_meet(one, other, round)
    };
    let (pairs, left_over) = neighbours(&waiting, &is_kept_apart);
    for (one, other) in pairs {
        let (first, second) = history.first_of(one, other);
        table.boards.push(pairing(first, second, String::new()));
    }
    table.unpaired = left_over;
    Ok(table)
}

type Pairs = Vec<(EntryId, EntryId)>;

/// Pairs everybody with the nearest player below from whom nothing keeps him apart, going back where somebody would be left
/// over. After too many attempts, or when there is no such pairing, whoever finds nobody stays left over.
fn neighbours(
    waiting: &[EntryId],
    is_kept_apart: &impl Fn(EntryId, EntryId) -> bool,
) -> (Pairs, Vec<EntryId>) {
    let mut attempts = ATTEMPTS;
    let mut pairs = Vec::with_capacity(waiting.len() / 2);
    if pair_all(waiting, is_kept_apart, &mut pairs, &mut attempts) {
        return (pairs, Vec::new());
    }
    pairs.clear();
    let mut taken = BTreeSet::new();
    for (place, one) in waiting.iter().enumerate() {
        let nearest = |other: &&EntryId| !taken.contains(*other) && !is_kept_apart(*one, **other);
        if taken.contains(one) {
            continue;
        }
        if let Some(other) = waiting[place + 1..].iter().find(nearest).copied() {
            taken.extend([*one, other]);
            pairs.push((*one, other));
        }
    }
    let left_over = waiting.iter().filter(|id| !taken.contains(*id)).copied().collect();
    (pairs, left_over)
}

fn pair_all(
    waiting: &[EntryId],
    is_kept_apart: &impl Fn(EntryId, EntryId) -> bool,
    pairs: &mut Pairs,
    attempts: &mut usize,
) -> bool {
    let Some((one, below)) = waiting.split_first() else { return true };
    for (place, other) in below.iter().enumerate() {
        if *attempts == 0 {
            return false;
        }
        if is_kept_apart(*one, *other) {
            continue;
        }
        *attempts -= 1;
        pairs.push((*one, *other));
        let rest = [&below[..place], &below[place + 1..]].concat();
        if pair_all(&rest, is_kept_apart, pairs, attempts) {
            return true;
        }
        pairs.pop();
    }
    false
}
