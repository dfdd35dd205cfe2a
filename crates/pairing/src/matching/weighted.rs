//! Perfect matchings of least cost.
//!
//! The primal-dual method with shrunken odd cycles (Galil, "Efficient algorithms for finding maximum matching in
//! graphs", 1986, sections 4 and 5; the blossom bookkeeping follows the ideas of van Rantwijk's notes). The
//! weights come from a small palette, so that a matrix of palette indices and dual variables one a vertex suffice;
//! dual variables start at half the best edge of their vertex, which makes nearly everything tight at once.

use super::forest::Forest;
use super::weight::Weight;

/// No edge, in the matrix of palette indices.
pub(super) const NO_EDGE: u32 = u32::MAX;
/// No partner.
pub(super) const NOBODY: u32 = u32::MAX;

/// An odd cycle with a dual variable of its own: in every best matching just one of its members has a partner
/// outside.
#[derive(Debug, Clone)]
pub(super) struct Blossom<W> {
    pub(super) members: Vec<u32>,
    pub(super) dual: W,
}

/// An instance: a graph, a matching and the dual solution that proves it best.
#[derive(Debug, Clone)]
pub(super) struct Solver<W> {
    pub(super) count: usize,
    links: Vec<u32>,
    palette: Vec<W>,
    /// Taken from the weight of an edge among the first vertices: the surcharge of its lower end.
    surcharges: Vec<W>,
    pub(super) dual: Vec<W>,
    pub(super) mate: Vec<u32>,
    pub(super) blossoms: Vec<Blossom<W>>,
}

impl<W: Weight> Solver<W> {
    /// A graph of `count` vertices without edges. Every palette entry is the cost of an edge; an edge among the
    /// first `surcharges.len()` vertices costs besides what its lower end adds. Least total cost wins.
    pub(super) fn new(count: usize, costs: &[u128], surcharges: &[u64]) -> Self {
        Self {
            count,
            links: vec![NO_EDGE; count * count],
            palette: costs.iter().map(|&cost| W::ZERO - W::of(4 * cost)).collect(),
            surcharges: surcharges.iter().map(|&extra| W::of(4 * u128::from(extra))).collect(),
            dual: vec![W::ZERO; count],
            mate: vec![NOBODY; count],
            blossoms: Vec::new(),
        }
    }

    /// Joins two vertices by an edge of this palette entry.
    pub(super) fn join(&mut self, a: usize, b: usize, entry: u32) {
        self.links[a * self.count + b] = entry;
        self.links[b * self.count + a] = entry;
    }

    /// Starts from this pair where it costs least; it shapes which of several best matchings is found, no more.
    pub(super) fn hint(&mut self, a: usize, b: usize) {
        self.mate[a] = b as u32;
        self.mate[b] = a as u32;
    }

    /// The edges of a vertex.
    pub(super) fn row(&self, vertex: usize) -> &[u32] {
        &self.links[vertex * self.count..][..self.count]
    }

    /// How far an edge is from being tight, the dual variables of blossoms around it apart.
    pub(super) fn reduced(&self, a: usize, b: usize, entry: u32) -> W {
        self.dual[a] + self.dual[b] - self.weight(a, b, entry)
    }

    /// The weight of an edge (negative, four times its cost).
    fn weight(&self, a: usize, b: usize, entry: u32) -> W {
        let weight = self.palette[entry as usize];
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        if high < self.surcharges.len() { weight - self.surcharges[low] } else { weight }
    }

    fn is_tight(&self, a: usize, b: usize) -> bool {
        let entry = self.row(a)[b];
        entry != NO_EDGE && self.reduced(a, b, entry) == W::ZERO
    }

    /// Finds a perfect matching of least cost; false if there is no perfect matching.
    pub(super) fn solve(&mut self) -> bool {
        self.start_duals();
        for vertex in 0..self.count {
            let mate = self.mate[vertex];
            if mate != NOBODY && !self.is_tight(vertex, mate as usize) {
                (self.mate[vertex], self.mate[mate as usize]) = (NOBODY, NOBODY);
            }
        }
        self.match_tight_edges();
        for vertex in 0..self.count {
            // All roots of one parity keep every step of the dual variables an integer.
            if self.mate[vertex] == NOBODY && self.dual[vertex].is_odd() {
                self.dual[vertex] = self.dual[vertex] + W::ONE;
            }
        }
        Forest::new(self).run()
    }

    fn start_duals(&mut self) {
        for vertex in 0..self.count {
            let edges = self.row(vertex).iter().enumerate().filter(|&(_, &entry)| entry != NO_EDGE);
            let best = edges.map(|(other, &entry)| self.weight(vertex, other, entry)).max();
            self.dual[vertex] = best.unwrap_or(W::ZERO).half();
        }
    }

    /// Matches free vertices along tight edges as far as that goes without a search.
    fn match_tight_edges(&mut self) {
        for vertex in 0..self.count {
            if self.mate[vertex] != NOBODY {
                continue;
            }
            let mut others = 0..self.count;
            let partner = others.find(|&other| self.mate[other] == NOBODY && self.is_tight(vertex, other));
            if let Some(partner) = partner {
                self.hint(vertex, partner);
            }
        }
    }
}
