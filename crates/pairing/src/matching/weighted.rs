//! Perfect matchings of greatest weight, kept while edges and vertices are taken away.
//!
//! The primal-dual method with shrunken odd cycles (Galil, "Efficient algorithms for finding maximum matching in
//! graphs", 1986, sections 4 and 5; the blossom bookkeeping follows the ideas of van Rantwijk's notes), with two
//! changes that suit pairing:
//! * the weights come from a small palette, so that a matrix of palette indices and dual variables one a vertex
//!   suffice; dual variables start at half the best edge of their vertex, which makes nearly everything tight at once;
//! * a solved instance can be asked whether it stays as good when some edges go, or when two vertices are matched
//!   for good: the dual solution stays valid, so only what the change broke is repaired.

use super::forest::Forest;
use super::weight::Weight;

/// No edge, in the matrix of palette indices.
pub(super) const NO_EDGE: u16 = u16::MAX;
/// No partner.
pub(crate) const NOBODY: u32 = u32::MAX;

/// An odd cycle with a dual variable of its own, remembered between two repairs.
#[derive(Debug, Clone)]
pub(super) struct Blossom<W> {
    pub(super) members: Vec<u32>,
    pub(super) dual: W,
}

/// An instance: a graph, a matching and the dual solution that proves it best.
#[derive(Debug, Clone)]
pub(crate) struct Solver<W> {
    pub(super) count: usize,
    links: Vec<u16>,
    palette: Vec<W>,
    /// Taken from the weight of an edge among the first vertices: the surcharge of its lower end.
    surcharges: Vec<W>,
    pub(super) alive: Vec<bool>,
    pub(super) dual: Vec<W>,
    pub(super) mate: Vec<u32>,
    pub(super) blossoms: Vec<Blossom<W>>,
    /// What the matching weighs; known once solved.
    best: W,
}

/// An edge taken away, to be put back.
type Removed = (usize, usize, u16);

struct Snapshot<W> {
    dual: Vec<W>,
    mate: Vec<u32>,
    blossoms: Vec<Blossom<W>>,
}

impl<W: Weight> Solver<W> {
    /// A graph of `count` vertices without edges. Every palette entry is the cost of an edge; least total
    /// cost wins.
    pub(crate) fn new(count: usize, costs: &[W]) -> Self {
        Self {
            count,
            links: vec![NO_EDGE; count * count],
            palette: costs.iter().map(|&cost| W::ZERO - cost.times(4)).collect(),
            surcharges: Vec::new(),
            alive: vec![true; count],
            dual: vec![W::ZERO; count],
            mate: vec![NOBODY; count],
            blossoms: Vec::new(),
            best: W::ZERO,
        }
    }

    /// Joins two vertices by an edge of this palette entry.
    pub(crate) fn join(&mut self, a: usize, b: usize, entry: u16) {
        self.links[a * self.count + b] = entry;
        self.links[b * self.count + a] = entry;
    }

    /// Lets every edge among the first `surcharges.len()` vertices cost what its lower end adds.
    pub(crate) fn surcharge(&mut self, surcharges: &[W]) {
        self.surcharges = surcharges.iter().map(|extra| extra.times(4)).collect();
    }

    /// Starts from these pairs where they cost least; they shape which of several best matchings is found, no
    /// more.
    pub(crate) fn hint(&mut self, a: usize, b: usize) {
        if self.has_edge(a, b) {
            self.mate[a] = b as u32;
            self.mate[b] = a as u32;
        }
    }

    pub(crate) fn has_edge(&self, a: usize, b: usize) -> bool {
        self.alive[a] && self.alive[b] && self.links[a * self.count + b] != NO_EDGE
    }

    /// The palette entry of an edge.
    pub(crate) fn entry(&self, a: usize, b: usize) -> Option<u16> {
        self.has_edge(a, b).then(|| self.links[a * self.count + b])
    }

    /// How many vertices there are, those taken out included.
    pub(crate) fn size(&self) -> usize {
        self.count
    }

    pub(crate) fn is_alive(&self, vertex: usize) -> bool {
        self.alive[vertex]
    }

    /// The partner in the matching.
    pub(crate) fn mate(&self, vertex: usize) -> usize {
        self.mate[vertex] as usize
    }

    /// The weight of an edge (negative, four times its cost).
    fn weight(&self, a: usize, b: usize, entry: u16) -> W {
        let weight = self.palette[entry as usize];
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        if high < self.surcharges.len() { weight - self.surcharges[low] } else { weight }
    }

    /// How far an edge between different top-level blossoms is from being tight; `None` without an edge.
    pub(super) fn slack(&self, a: usize, b: usize) -> Option<W> {
        let entry = self.links[a * self.count + b];
        (entry != NO_EDGE).then(|| self.dual[a] + self.dual[b] - self.weight(a, b, entry))
    }

    /// Finds a perfect matching of least cost from scratch.
    pub(crate) fn solve(&mut self) -> bool {
        self.start_duals();
        let solved = self.repair(None);
        self.best = self.dual_objective();
        solved
    }

    fn start_duals(&mut self) {
        for vertex in 0..self.count {
            let best = (0..self.count)
                .filter(|&other| self.alive[other] && self.links[vertex * self.count + other] != NO_EDGE)
                .map(|other| self.weight(vertex, other, self.links[vertex * self.count + other]))
                .max();
            self.dual[vertex] = best.unwrap_or(W::ZERO).half();
        }
    }

    /// The bound that the dual solution proves.
    fn dual_objective(&self) -> W {
        let vertices = (0..self.count)
            .filter(|&vertex| self.alive[vertex])
            .fold(W::ZERO, |sum, vertex| sum + self.dual[vertex]);
        self.blossoms
            .iter()
            .fold(vertices, |sum, blossom| sum + blossom.dual.half().times(blossom.members.len() - 1))
    }

    /// Whether an edge can be in a best matching at all: its reduced cost is nothing.
    pub(crate) fn may_be_best(&self, a: usize, b: usize) -> bool {
        if !self.has_edge(a, b) {
            return false;
        }
        let Some(slack) = self.slack(a, b) else { return false };
        let (a, b) = (a as u32, b as u32);
        let slack = self
            .blossoms
            .iter()
            .filter(|blossom| blossom.members.contains(&a) && blossom.members.contains(&b))
            .fold(slack, |sum, blossom| sum + blossom.dual);
        slack == W::ZERO
    }

    /// Takes edges away for good if a matching as good as before remains; otherwise changes nothing and says no.
    pub(crate) fn try_without(&mut self, edges: impl IntoIterator<Item = (usize, usize)>) -> bool {
        let mut removed: Vec<Removed> = Vec::new();
        let mut broken = false;
        for (a, b) in edges {
            let entry = self.links[a * self.count + b];
            if entry != NO_EDGE {
                broken |= self.mate[a] == b as u32;
                removed.push((a, b, entry));
                self.join(a, b, NO_EDGE);
            }
        }
        if !broken {
            return true;
        }
        let before = self.snapshot();
        for &(a, b, _) in &removed {
            self.part(a, b);
        }
        if self.repair(Some(self.best)) {
            return true;
        }
        self.restore(before);
        for (a, b, entry) in removed {
            self.join(a, b, entry);
        }
        false
    }

    /// Matches two vertices for good and takes them out, if a matching as good as before remains; otherwise
    /// changes nothing and says no.
    pub(crate) fn try_fix(&mut self, a: usize, b: usize) -> bool {
        let Some(entry) = self.entry(a, b) else { return false };
        let target = self.best - self.weight(a, b, entry);
        let matched = self.mate[a] == b as u32;
        if !matched && !self.may_be_best(a, b) {
            return false;
        }
        let before = self.snapshot();
        for vertex in [a, b] {
            let mate = self.mate[vertex];
            if mate != NOBODY {
                self.part(vertex, mate as usize);
            }
        }
        let whole = self.blossoms.is_empty();
        self.melt();
        (self.alive[a], self.alive[b]) = (false, false);
        if (matched && whole) || self.repair(Some(target)) {
            (self.mate[a], self.mate[b]) = (b as u32, a as u32);
            self.best = target;
            return true;
        }
        (self.alive[a], self.alive[b]) = (true, true);
        self.restore(before);
        false
    }

    fn part(&mut self, a: usize, b: usize) {
        if self.mate[a] == b as u32 {
            (self.mate[a], self.mate[b]) = (NOBODY, NOBODY);
        }
    }

    fn snapshot(&self) -> Snapshot<W> {
        Snapshot { dual: self.dual.clone(), mate: self.mate.clone(), blossoms: self.blossoms.clone() }
    }

    fn restore(&mut self, before: Snapshot<W>) {
        (self.dual, self.mate, self.blossoms) = (before.dual, before.mate, before.blossoms);
    }

    /// Spreads the dual variables of blossoms over their members: all edges stay covered, and no blossom is left.
    fn melt(&mut self) {
        for blossom in std::mem::take(&mut self.blossoms) {
            for member in blossom.members {
                self.dual[member as usize] = self.dual[member as usize] + blossom.dual.half();
            }
        }
    }

    /// Brings a matching and a dual solution that covers all edges to perfection. Gives up when no perfect
    /// matching exists, or none that weighs at least `target`.
    fn repair(&mut self, target: Option<W>) -> bool {
        self.melt();
        for vertex in 0..self.count {
            let mate = self.mate[vertex];
            if self.alive[vertex] && mate != NOBODY && self.slack(vertex, mate as usize) != Some(W::ZERO) {
                self.part(vertex, mate as usize);
            }
        }
        self.match_tight_edges();
        for vertex in 0..self.count {
            // All roots of one parity keep every step of the dual variables an integer.
            if self.alive[vertex] && self.mate[vertex] == NOBODY && self.dual[vertex].is_odd() {
                self.dual[vertex] = self.dual[vertex] + W::ONE;
            }
        }
        let room = target.map(|target| self.dual_objective() - target);
        if room.is_some_and(|room| room < W::ZERO) {
            return false;
        }
        Forest::new(self).run(room)
    }

    /// Matches free vertices along tight edges as far as that goes without a search.
    fn match_tight_edges(&mut self) {
        for vertex in 0..self.count {
            if !self.alive[vertex] || self.mate[vertex] != NOBODY {
                continue;
            }
            let partner = (0..self.count).find(|&other| {
                self.alive[other] && self.mate[other] == NOBODY && self.slack(vertex, other) == Some(W::ZERO)
            });
            if let Some(partner) = partner {
                (self.mate[vertex], self.mate[partner]) = (partner as u32, vertex as u32);
            }
        }
    }
}
