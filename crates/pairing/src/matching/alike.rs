//! Vertices that are alike: what holds of an edge between two of them holds of every edge between their groups, so
//! that rows of bits are gone through group by group instead of edge by edge.

use std::collections::BTreeMap;

use super::bits::Bits;

/// Groups of vertices that have the same key.
pub(crate) struct Alike {
    group_of: Vec<usize>,
    groups: Vec<Vec<usize>>,
}

impl Alike {
    /// Groups the vertices by their keys, which are given in order.
    pub(crate) fn new<K: Ord>(keys: impl IntoIterator<Item = K>) -> Self {
        let mut numbers = BTreeMap::new();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut group_of = Vec::new();
        for (vertex, key) in keys.into_iter().enumerate() {
            let group = *numbers.entry(key).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(vertex);
            group_of.push(group);
        }
        Self { group_of, groups }
    }

    /// The members of each group in ascending order.
    pub(crate) fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// The number of a vertex's group.
    pub(crate) fn group_of(&self, vertex: usize) -> usize {
        self.group_of[vertex]
    }

    /// For each group the members of all groups to which it is related, one of each being asked for all; `related` must
    /// not depend on which end comes first.
    fn relatives(&self, related: impl Fn(usize, usize) -> bool) -> Vec<Bits> {
        let mut relatives = vec![Bits::new(self.group_of.len()); self.groups.len()];
        for (number, group) in self.groups.iter().enumerate() {
            for (other_number, other) in self.groups.iter().enumerate().take(number + 1) {
                if related(group[0], other[0]) {
                    other.iter().for_each(|&member| relatives[number].insert(member));
                    group.iter().for_each(|&member| relatives[other_number].insert(member));
                }
            }
        }
        relatives
    }

    /// The edges of these rows between vertices that are related.
    pub(crate) fn kept(&self, rows: &[Bits], related: impl Fn(usize, usize) -> bool) -> Vec<Bits> {
        let relatives = self.relatives(related);
        let kept = rows.iter().zip(&self.group_of).map(|(row, &group)| {
            let mut row = row.clone();
            row.intersect(&relatives[group]);
            row
        });
        kept.collect()
    }

    /// Whether there is an edge between vertices that are related.
    pub(crate) fn any(&self, rows: &[Bits], related: impl Fn(usize, usize) -> bool) -> bool {
        let relatives = self.relatives(related);
        rows.iter().zip(&self.group_of).any(|(row, &group)| row.meets(&relatives[group]))
    }
}
