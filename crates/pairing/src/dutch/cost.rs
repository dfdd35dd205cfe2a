//! What an edge of a bracket's matching costs: one field a criterion, C6 on top, C21 at the bottom.
//!
//! Players alike in everything that criteria look at form a class, so that costs are kept a pair of classes.

mod layout;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use self::layout::{Class, Layout, Person};
use super::colour::Strength;
use super::field::Field;
use crate::matching::alike::Alike;
use crate::matching::optimum::Cost;
use crate::model::Points;

/// The place of a vertex in a bracket's matching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seat {
    /// A moved-down player.
    Moved(usize),
    /// A resident of the scoregroup.
    Resident(usize),
    /// A player of the next scoregroup.
    Next(usize),
    /// A player further down.
    Rest(usize),
    /// The pairing-allocated bye.
    Bye,
    /// A way out of the bracket (or of the next one), wherever it leads.
    Out,
}

impl Seat {
    /// The contestant on this seat.
    pub(crate) fn contestant(self) -> Option<usize> {
        match self {
            Self::Moved(index) | Self::Resident(index) | Self::Next(index) | Self::Rest(index) => Some(index),
            Self::Bye | Self::Out => None,
        }
    }
}

/// The classes of a bracket's seats and what edges between them cost.
#[derive(Debug, Clone)]
pub(crate) struct CostTable {
    /// The class of each seat.
    class_of: Vec<usize>,
    counts: Vec<u32>,
    /// The score level of each class, where it has one.
    levels: Vec<Option<usize>>,
    /// For each pair of classes the number of its cost; none where no edge can be.
    entries: Vec<Option<u16>>,
    /// The fields of each cost.
    costs: Vec<Vec<u32>>,
    size: usize,
}

impl CostTable {
    /// Sorts seats into classes. With `count_unplayed`, criterion C9 holds for players of the bye's score.
    pub(crate) fn new(
        field: &Field,
        seats: &[Seat],
        bye_score: Option<Points>,
        count_unplayed: bool,
    ) -> Self {
        let moved = seats.iter().filter_map(|seat| match seat {
            Seat::Moved(index) => Some(Reverse(field.score(*index))),
            _ => None,
        });
        let scores: Vec<Reverse<Points>> = moved.collect::<BTreeSet<_>>().into_iter().collect();
        let layout = Layout { levels: scores.len() };
        let person = |index: usize| {
            let contestant = &field.contestants[index];
            let counts = count_unplayed && Some(contestant.score) == bye_score;
            let unplayed = if counts { field.round.get() - 1 - contestant.games } else { 0 };
            Person::new(&contestant.colour, contestant.floats, unplayed)
        };
        let must = |index: usize| {
            let colour = &field.contestants[index].colour;
            colour.preference.filter(|_| colour.strength == Strength::Absolute)
        };
        let class = |seat: &Seat| match *seat {
            Seat::Moved(index) => Class::Moved {
                level: scores.partition_point(|score| score < &Reverse(field.score(index))),
                person: person(index),
            },
            Seat::Resident(index) => Class::Resident { person: person(index) },
            Seat::Next(index) => Class::Next { must: must(index) },
            Seat::Rest(index) => Class::Rest { must: must(index) },
            Seat::Bye => Class::Bye,
            Seat::Out => Class::Out,
        };
        let mut numbers: BTreeMap<Class, usize> = BTreeMap::new();
        let mut counts = Vec::new();
        let mut class_of = Vec::with_capacity(seats.len());
        for seat in seats {
            let next = numbers.len();
            let number = *numbers.entry(class(seat)).or_insert(next);
            if number == counts.len() {
                counts.push(0);
            }
            counts[number] += 1;
            class_of.push(number);
        }
        let mut classes: Vec<&Class> = numbers.keys().collect();
        classes.sort_by_key(|class| numbers[*class]);
        let levels = classes
            .iter()
            .map(|class| match class {
                Class::Moved { level, .. } => Some(*level),
                _ => None,
            })
            .collect();
        let mut known: BTreeMap<Vec<u32>, u16> = BTreeMap::new();
        let mut entries = Vec::with_capacity(classes.len() * classes.len());
        for a in &classes {
            for b in &classes {
                let cost = layout.edge(a.min(b), a.max(b));
                let next = known.len() as u16;
                entries.push(cost.map(|cost| *known.entry(cost).or_insert(next)));
            }
        }
        let mut costs = vec![Vec::new(); known.len()];
        for (cost, number) in known {
            costs[number as usize] = cost;
        }
        Self { class_of, counts, levels, entries, costs, size: layout.size() }
    }

    /// The number of the cost of an edge between two seats, if there can be one.
    pub(crate) fn entry(&self, a: usize, b: usize) -> Option<u16> {
        self.entries[self.class_of[a] * self.counts.len() + self.class_of[b]]
    }

    /// The level of a moved-down player's score, the highest being 0.
    pub(crate) fn class_level(&self, seat: usize) -> Option<usize> {
        self.levels[self.class_of[seat]]
    }

    /// How many bits each field needs so that no sum over a matching spills into the one above.
    fn widths(&self) -> Vec<u32> {
        let classes = self.counts.len();
        (0..self.size)
            .map(|field| {
                let most = |class: usize| {
                    let row = &self.entries[class * classes..(class + 1) * classes];
                    row.iter().flatten().map(|&cost| self.costs[cost as usize][field]).max().unwrap_or(0)
                };
                let bound: u64 =
                    (0..classes).map(|class| u64::from(self.counts[class]) * u64::from(most(class))).sum();
                u64::BITS - bound.leading_zeros()
            })
            .collect()
    }

    /// The costs in parts to be minimised one after the other. Parts are small enough for the matching to reckon with
    /// machine words; classes that a part does not tell apart are one kind in it.
    pub(crate) fn parts(&self) -> Vec<Cost> {
        const PART: u32 = 44;
        let mut parts: Vec<(u32, Vec<u64>)> = Vec::new();
        let mut room = 0;
        for (field, width) in self.widths().into_iter().enumerate().filter(|&(_, width)| width > 0) {
            if width > room {
                parts.push((0, vec![0; self.costs.len()]));
                room = PART;
            }
            if let Some((bits, values)) = parts.last_mut() {
                *bits += width;
                room -= width.min(room);
                for (value, cost) in values.iter_mut().zip(&self.costs) {
                    *value = (*value << width) + u64::from(cost[field]);
                }
            }
        }
        parts.into_iter().map(|(bits, values)| self.part(bits, &values)).collect()
    }

    /// A part from the values that it gives the costs.
    fn part(&self, bits: u32, values: &[u64]) -> Cost {
        let classes = self.counts.len();
        let value = |entry: &Option<u16>| entry.map(|cost| values[usize::from(cost)]);
        let by_class: Vec<Option<u64>> = self.entries.iter().map(value).collect();
        let kinds = Alike::new(by_class.chunks(classes));
        let groups = kinds.groups();
        let between = |one: &[usize], other: &[usize]| by_class[one[0] * classes + other[0]].unwrap_or(0);
        Cost {
            kind_of: self.class_of.iter().map(|&class| kinds.group_of(class)).collect(),
            kinds: groups.len(),
            table: groups.iter().flat_map(|one| groups.iter().map(|other| between(one, other))).collect(),
            surcharges: Vec::new(),
            bits,
        }
    }

    /// The class of each seat.
    pub(crate) fn class_of(&self) -> &[usize] {
        &self.class_of
    }
}
