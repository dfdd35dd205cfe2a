//! Matchings level by level: an odd set is one vertex to what is around it.
//!
//! To the level around it a set offers the members that it can spare, each leaving a perfect matching of the
//! others inside. Inside, the level around it is one more vertex, to meet whoever is spared.

use super::Optimum;
use crate::matching::bits::Bits;
use crate::matching::cardinality::{NOBODY, enlarge, exchangeable};

/// The levels of an optimum. A vertex is a node, so is a set (after the vertices), and the outside comes last.
pub(super) struct Levels<'a> {
    optimum: &'a Optimum,
    /// The nodes of each set's level, and of the outermost one.
    within: Vec<Bits>,
    /// Who meets whom, each node on its own level.
    rows: Vec<Bits>,
    /// Partners on the own level.
    mates: Vec<usize>,
    /// The vertices of each set that can have a partner outside.
    spared: Vec<Bits>,
}

impl<'a> Levels<'a> {
    /// Looks at what the known matching, whole or not, has on every level, and completes it; none if that is
    /// impossible.
    pub(super) fn new(optimum: &'a Optimum) -> Option<Self> {
        let (count, sets) = (optimum.size(), optimum.sets.len());
        let nodes = count + sets + 1;
        let mut levels = Self {
            optimum,
            within: vec![Bits::new(nodes); sets + 1],
            rows: vec![Bits::new(nodes); nodes],
            mates: vec![NOBODY; nodes],
            spared: Vec::with_capacity(sets),
        };
        for node in 0..count + sets {
            levels.within[optimum.level_of(node)].insert(node);
        }
        for vertex in 0..count {
            let mate = optimum.mates[vertex];
            if mate != NOBODY && vertex < mate {
                let level = optimum.common_level(vertex, mate);
                let (one, other) = (optimum.node_on(level, vertex), optimum.node_on(level, mate));
                // While a choice is being made, two known pairs may lead out of a set: one of them stands.
                if levels.mates[one] == NOBODY && levels.mates[other] == NOBODY {
                    (levels.mates[one], levels.mates[other]) = (other, one);
                }
            }
        }
        for set in 0..sets {
            levels.connect(set);
            let left_over = enlarge(&levels.rows, &levels.within[set], &mut levels.mates);
            let [root] = left_over[..] else { return None };
            let spare = exchangeable(&levels.rows, &levels.within[set], &levels.mates, root);
            levels.spared.push(levels.vertices(&spare));
        }
        levels.connect(sets);
        enlarge(&levels.rows, &levels.within[sets], &mut levels.mates).is_empty().then_some(levels)
    }

    /// The vertices through which nodes can be met.
    fn vertices(&self, nodes: &Bits) -> Bits {
        let count = self.optimum.size();
        let mut vertices = Bits::new(count);
        for node in nodes.iter() {
            if node < count {
                vertices.insert(node);
            } else if let Some(spared) = self.spared.get(node - count) {
                vertices.unite(spared);
            }
        }
        vertices
    }

    /// The vertices that a node can meet.
    fn reach(&self, node: usize) -> Bits {
        let optimum = self.optimum;
        if node < optimum.size() {
            return optimum.rows[node].clone();
        }
        let mut reach = Bits::new(optimum.size());
        for vertex in self.spared[node - optimum.size()].iter() {
            reach.unite(&optimum.rows[vertex]);
        }
        reach
    }

    /// Finds who meets whom on a level; the sets on it are known already.
    fn connect(&mut self, level: usize) {
        let count = self.optimum.size();
        let sets: Vec<usize> = self.within[level].iter().filter(|&node| node >= count).collect();
        for node in self.within[level].iter() {
            let reach = self.reach(node);
            let mut row = Bits::new(self.rows.len());
            row.unite(&reach);
            row.intersect(&self.within[level]);
            for &set in &sets {
                if set != node && reach.meets(&self.spared[set - count]) {
                    row.insert(set);
                }
            }
            self.rows[node] = row;
        }
        // A set no longer meets everybody whom its members meet when it cannot spare them all.
        for node in self.within[level].iter() {
            let mate = self.mates[node];
            if mate != NOBODY && !self.rows[node].contains(mate) {
                (self.mates[node], self.mates[mate]) = (NOBODY, NOBODY);
            }
        }
    }

    /// Everybody a vertex can have as a partner.
    pub(super) fn partners(mut self, vertex: usize) -> Bits {
        let optimum = self.optimum;
        let (count, outside) = (optimum.size(), self.rows.len() - 1);
        let mut chain = vec![vertex];
        let mut set = optimum.around[vertex];
        while let Some(number) = set {
            chain.push(count + number);
            set = optimum.sets[number].around;
        }
        let mut partners = Bits::new(count);
        // The members that can have a partner outside, for all that is around.
        let mut welcome: Option<Bits> = None;
        for &node in chain.iter().rev() {
            let level = optimum.level_of(node);
            let mut within = self.within[level].clone();
            if let Some(welcome) = &welcome {
                self.open_outside(welcome, &mut within);
            }
            let mate = self.mates[node];
            if mate == NOBODY {
                break;
            }
            within.remove(node);
            let mut mates = self.mates.clone();
            mates[mate] = NOBODY;
            let reached = exchangeable(&self.rows, &within, &mates, mate);
            let met = self.vertices(&reached);
            if node == vertex || self.spared[node - count].contains(vertex) {
                let mut row = optimum.rows[vertex].clone();
                row.intersect(&met);
                partners.unite(&row);
            }
            if node != vertex {
                let members = &optimum.sets[node - count].members;
                let mut inner =
                    Bits::of(count, members.iter().filter(|&each| optimum.rows[each].meets(&met)));
                if let Some(outer) = welcome.take().filter(|_| reached.contains(outside)) {
                    inner.unite(&outer);
                }
                inner.intersect(members);
                welcome = Some(inner);
            }
        }
        partners
    }

    /// Makes the outside a node of a set's level, to meet whoever is spared.
    fn open_outside(&mut self, welcome: &Bits, within: &mut Bits) {
        let outside = self.rows.len() - 1;
        let count = self.optimum.size();
        self.rows[outside] = Bits::new(outside + 1);
        for node in within.iter() {
            let can =
                if node < count { welcome.contains(node) } else { self.spared[node - count].meets(welcome) };
            self.rows[node].remove(outside);
            if can {
                self.rows[node].insert(outside);
                self.rows[outside].insert(node);
            }
        }
        within.insert(outside);
        enlarge(&self.rows, within, &mut self.mates);
    }

    /// One of the matchings, vertex by vertex: from the outermost level inwards, each set sparing whom the level
    /// around it needs.
    pub(super) fn matching(mut self) -> Option<Vec<usize>> {
        let optimum = self.optimum;
        let count = optimum.size();
        let mut found = vec![NOBODY; count];
        let mut to_do = vec![(optimum.sets.len(), None)];
        while let Some((level, spare)) = to_do.pop() {
            let mut within = self.within[level].clone();
            if let Some(vertex) = spare {
                let node = optimum.node_on(level, vertex);
                within.remove(node);
                if !enlarge(&self.rows, &within, &mut self.mates).is_empty() {
                    return None;
                }
                if node >= count {
                    to_do.push((node - count, spare));
                }
            }
            for node in within.iter().filter(|&node| node < self.mates[node]) {
                let mate = self.mates[node];
                let (one, other) = self.edge_between(node, mate)?;
                (found[one], found[other]) = (other, one);
                for (node, vertex) in [(node, one), (mate, other)] {
                    if node >= count {
                        to_do.push((node - count, Some(vertex)));
                    }
                }
            }
        }
        Some(found)
    }

    fn edge_between(&self, node: usize, mate: usize) -> Option<(usize, usize)> {
        let count = self.optimum.size();
        let [ones, others] = [node, mate].map(|node| {
            if node < count { Bits::of(count, [node]) } else { self.spared[node - count].clone() }
        });
        ones.iter().find_map(|one| Some((one, self.optimum.rows[one].first_common(&others)?)))
    }
}
