//! Perfect matchings of least cost.
//!
//! The primal-dual method with shrunken odd cycles (Galil, "Efficient algorithms for finding maximum matching in
//! graphs", 1986, sections 4 and 5; the blossom bookkeeping follows the ideas of van Rantwijk's notes). The vertices
//! are of few kinds, and what an edge costs depends on the kinds of its ends: rows of bits and a small table stand
//! for the whole graph and stay in the nearest memory. Dual variables start from what is best for the kinds (module
//! `prices`), which makes nearly everything tight at once.

use super::alike::Alike;
use super::bits::Bits;
use super::cardinality::{self, enlarge};
use super::forest::Forest;
use super::prices::{self, Prices};
use super::weight::Weight;

/// No partner.
pub(super) const NOBODY: u32 = u32::MAX;

/// An odd cycle with a dual variable of its own: in every best matching just one of its members has a partner
/// outside.
#[derive(Debug, Clone)]
pub(crate) struct Blossom<W> {
    pub(crate) members: Vec<u32>,
    pub(crate) dual: W,
}

/// An instance: a graph, a matching and the dual solution that proves it best.
#[derive(Debug, Clone)]
pub(crate) struct Solver<W> {
    pub(crate) count: usize,
    /// Who is joined to whom.
    pub(crate) rows: Vec<Bits>,
    kind_of: Vec<u32>,
    kinds: usize,
    /// The weight of an edge between two kinds.
    table: Vec<W>,
    /// Taken from the weight of an edge among the first vertices: the surcharge of its lower end.
    surcharges: Vec<W>,
    pub(crate) dual: Vec<W>,
    pub(crate) mate: Vec<u32>,
    pub(crate) blossoms: Vec<Blossom<W>>,
}

/// One vertex, to ask for its edges: what does not change from edge to edge is looked up once.
#[derive(Debug, Clone, Copy)]
pub(crate) struct End<'a, W> {
    solver: &'a Solver<W>,
    vertex: usize,
    prices: &'a [W],
}

impl<W: Weight> End<'_, W> {
    /// The weight of an edge (negative, four times its cost).
    #[inline]
    fn weight(&self, other: usize) -> W {
        let weight = self.prices[self.solver.kind_of[other] as usize];
        let surcharges = &self.solver.surcharges;
        let (low, high) = if self.vertex < other { (self.vertex, other) } else { (other, self.vertex) };
        if high < surcharges.len() { weight - surcharges[low] } else { weight }
    }

    /// How far an edge is from being tight, the dual variables of blossoms around it apart.
    #[inline]
    pub(crate) fn reduced(&self, other: usize) -> W {
        self.solver.dual[self.vertex] + self.solver.dual[other] - self.weight(other)
    }
}

impl<W: Weight> Solver<W> {
    /// A graph with what its edges cost. Least total cost wins.
    pub(crate) fn new(rows: Vec<Bits>, prices: Prices<'_>) -> Self {
        let count = rows.len();
        Self {
            count,
            rows,
            kind_of: prices.kind_of,
            kinds: prices.kinds,
            table: prices.table.iter().map(|&cost| W::ZERO - W::of(4 * cost)).collect(),
            surcharges: prices.surcharges.iter().map(|&extra| W::of(4 * u128::from(extra))).collect(),
            dual: vec![W::ZERO; count],
            mate: vec![NOBODY; count],
            blossoms: Vec::new(),
        }
    }

    /// Starts from this pair where it costs least; it shapes which of several best matchings is found, no more.
    pub(crate) fn hint(&mut self, a: usize, b: usize) {
        self.mate[a] = b as u32;
        self.mate[b] = a as u32;
    }

    /// A vertex to ask for its edges.
    pub(crate) fn end(&self, vertex: usize) -> End<'_, W> {
        let prices = &self.table[self.kind_of[vertex] as usize * self.kinds..][..self.kinds];
        End { solver: self, vertex, prices }
    }

    /// What tells how far the edges of a vertex are from being tight.
    pub(crate) fn key(&self, vertex: usize) -> (u32, W, Option<usize>) {
        let own = (vertex < self.surcharges.len()).then_some(vertex);
        (self.kind_of[vertex], self.dual[vertex], own)
    }

    /// Finds a perfect matching of least cost; false if there is no perfect matching.
    pub(crate) fn solve(&mut self) -> bool {
        self.start_duals();
        self.match_tight_edges();
        for vertex in 0..self.count {
            // All roots of one parity keep every step of the dual variables an integer.
            if self.mate[vertex] == NOBODY && self.dual[vertex].is_odd() {
                self.dual[vertex] = self.dual[vertex] + W::ONE;
            }
        }
        Forest::new(self).run()
    }

    /// Starts from what is best for the kinds, or from half the best edge of each vertex, and makes an edge of every
    /// vertex tight.
    fn start_duals(&mut self) {
        if self.surcharges.is_empty()
            && let Some(duals) = prices::by_kind(&self.rows, &self.kind_of, &self.table)
        {
            self.dual = duals;
            return;
        }
        for vertex in 0..self.count {
            let end = self.end(vertex);
            let best = self.rows[vertex].iter().map(|other| end.weight(other)).max();
            self.dual[vertex] = best.unwrap_or(W::ZERO).half();
        }
        for vertex in 0..self.count {
            let end = self.end(vertex);
            let least = self.rows[vertex].iter().map(|other| end.reduced(other)).min();
            self.dual[vertex] = self.dual[vertex] - least.unwrap_or(W::ZERO);
        }
    }

    /// Matches as many as possible along tight edges, beginning with the hints.
    fn match_tight_edges(&mut self) {
        let alike = Alike::new((0..self.count).map(|vertex| self.key(vertex)));
        let rows = alike.kept(&self.rows, |a, b| self.end(a).reduced(b) == W::ZERO);
        let mut mates = vec![cardinality::NOBODY; self.count];
        for (vertex, &mate) in self.mate.iter().enumerate() {
            if mate != NOBODY && rows[vertex].contains(mate as usize) {
                mates[vertex] = mate as usize;
            }
        }
        enlarge(&rows, &Bits::of(self.count, 0..self.count), &mut mates);
        for (mate, &known) in self.mate.iter_mut().zip(&mates) {
            *mate = if known == cardinality::NOBODY { NOBODY } else { known as u32 };
        }
    }
}
