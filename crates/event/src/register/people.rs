//! Which entries are one person: by what arbiters decided, by whom they took from the ratings, by account, by FIDE's number,
//! by a federation's number.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{Appearance, Person};
use crate::rated::words;
use crate::{EntryId, EventId};

/// What an arbiter decided about who is who.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// Two entries are one person.
    Same(EntryId, EntryId),
    /// An entry stands by itself, whatever its numbers say, until it is merged again.
    Apart(EntryId),
    /// The people of two entries have one name and are not the same.
    Different(EntryId, EntryId),
}

/// People who have one name, each pair of whom may be one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// The one, by a first entry.
    pub one: EntryId,
    pub other: EntryId,
}

/// Sets of entries that grow together.
struct Sets {
    parent: Vec<usize>,
    /// The events of each set, by its root.
    events: Vec<HashSet<EventId>>,
}

impl Sets {
    fn of(appearances: &[Appearance]) -> Self {
        Self {
            parent: (0..appearances.len()).collect(),
            events: appearances.iter().map(|it| HashSet::from([it.event.id])).collect(),
        }
    }

    fn root(&mut self, mut place: usize) -> usize {
        while self.parent[place] != place {
            self.parent[place] = self.parent[self.parent[place]];
            place = self.parent[place];
        }
        place
    }

    /// Makes two sets one, unless somebody would play twice in an event then.
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other || !self.events[one].is_disjoint(&self.events[other]) {
            return;
        }
        let (low, high) = (one.min(other), one.max(other));
        self.parent[high] = low;
        let more = std::mem::take(&mut self.events[high]);
        self.events[low].extend(more);
    }
}

/// The entries that were split off and not merged again since.
pub(super) fn split(decisions: &[Decision]) -> Vec<EntryId> {
    last_split(decisions).into_keys().collect()
}

/// When each entry was split off last, by the decision's place.
fn last_split(decisions: &[Decision]) -> BTreeMap<EntryId, usize> {
    let apart = decisions.iter().enumerate().filter_map(|(at, decision)| match decision {
        Decision::Apart(entry) => Some((*entry, at)),
        Decision::Same(..) | Decision::Different(..) => None,
    });
    apart.collect()
}

/// The entries person by person, each person's in the order of `appearances`; who was erased is left out.
///
/// What arbiters decided comes first; then whom they took from the ratings, then accounts, then numbers, each kind in the
/// order of what it says, so that it does not matter which event came first.
pub(super) fn groups(appearances: &[Appearance], decisions: &[Decision]) -> Vec<Vec<usize>> {
    let places: HashMap<EntryId, usize> =
        appearances.iter().enumerate().map(|(place, it)| (it.entry, place)).collect();
    let split = last_split(decisions);
    let mut sets = Sets::of(appearances);
    let stands = |entry: &EntryId, at: usize| split.get(entry).is_none_or(|split| *split < at);
    for (at, decision) in decisions.iter().enumerate() {
        let Decision::Same(one, other) = decision else { continue };
        if let (true, Some(one), Some(other)) =
            (stands(one, at) && stands(other, at), places.get(one), places.get(other))
        {
            sets.join(*one, *other);
        }
    }
    let is_free = |place: &usize| {
        let it = &appearances[*place];
        !it.is_erased && !split.contains_key(&it.entry)
    };
    let free: Vec<usize> = (0..appearances.len()).filter(is_free).collect();
    for place in &free {
        let known_as = appearances[*place].keys.known_as.and_then(|entry| places.get(&entry));
        if let Some(known) = known_as.filter(|known| is_free(known)) {
            sets.join(*place, *known);
        }
    }
    join_by(&mut sets, &free, |place| appearances[place].keys.account);
    join_by(&mut sets, &free, |place| appearances[place].keys.fide_id.clone());
    join_by(&mut sets, &free, |place| appearances[place].keys.national_id.clone());
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for place in (0..appearances.len()).filter(|place| !appearances[*place].is_erased) {
        groups.entry(sets.root(place)).or_default().push(place);
    }
    groups.into_values().collect()
}

/// Joins the entries that share a key.
fn join_by<K: Ord>(sets: &mut Sets, free: &[usize], key: impl Fn(usize) -> Option<K>) {
    let mut first: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for place in free {
        if let Some(key) = key(*place) {
            first.entry(key).or_default().push(*place);
        }
    }
    for places in first.into_values() {
        for pair in places.windows(2) {
            sets.join(pair[0], pair[1]);
        }
    }
}

/// Which people may be one, because their names have the same words and nothing says that they are two.
pub(super) fn proposals(
    people: &[Person],
    appearances: &[Appearance],
    decisions: &[Decision],
) -> Vec<Proposal> {
    let split: HashSet<EntryId> = split(decisions).into_iter().collect();
    let mut different: HashSet<(EntryId, EntryId)> = HashSet::new();
    for decision in decisions {
        if let Decision::Different(one, other) = decision {
            different.extend([(*one, *other), (*other, *one)]);
        }
    }
    let mut by_name: BTreeMap<Vec<String>, Vec<&Person>> = BTreeMap::new();
    for person in people {
        let mut name = words(&person.name);
        name.sort();
        by_name.entry(name).or_default().push(person);
    }
    let parts =
        |person: &Person| person.appearances.iter().map(|place| &appearances[*place]).collect::<Vec<_>>();
    let may_be_one = |one: &Person, other: &Person| {
        let (one, other) = (parts(one), parts(other));
        let all = |parts: &[&Appearance], key: fn(&Appearance) -> Option<String>| -> BTreeSet<String> {
            parts.iter().filter_map(|part| key(part)).collect()
        };
        // Two accounts, or two numbers of one kind, are two people.
        let contradict = |key: fn(&Appearance) -> Option<String>| {
            let (one, other) = (all(&one, key), all(&other, key));
            !one.is_empty() && !other.is_empty() && one.is_disjoint(&other)
        };
        let is_said = one.iter().any(|it| other.iter().any(|to| different.contains(&(it.entry, to.entry))));
        let meets = one.iter().any(|it| other.iter().any(|to| it.event.id == to.event.id));
        let is_split = one.iter().chain(&other).any(|it| split.contains(&it.entry));
        !is_said
            && !meets
            && !is_split
            && !contradict(|it| it.keys.account.map(|account| account.to_string()))
            && !contradict(|it| it.keys.fide_id.clone())
    };
    let mut proposals = Vec::new();
    for same in by_name.into_values() {
        for (at, one) in same.iter().enumerate() {
            let others = same[at + 1..].iter().filter(|other| may_be_one(one, other));
            proposals.extend(others.map(|other| Proposal { one: one.id, other: other.id }));
        }
    }
    proposals
}
