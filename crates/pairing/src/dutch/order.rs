//! The first of the best candidates, in the order in which article 4 generates them.
//!
//! A solved matching knows which edges can be in a best candidate. The order is then a series of questions
//! put to it: can this moved-down player be paired, can these two meet, without the candidate becoming worse?
//! Each yes is kept.

mod exchange;

use self::exchange::{exchange, exchange_bits};
use super::bracket::{Paired, Plan};
use super::cost::Seat;
use crate::matching::weight::{Weight, with_width};
use crate::matching::weighted::Solver;

/// The vertices of a matching that stands for a bracket.
struct Table<'a, W> {
    plan: &'a Plan,
    solver: Solver<W>,
    moved_down: usize,
    /// Moved-down players and residents: the vertices below this number.
    inside: usize,
    pairs: Vec<(usize, usize)>,
}

/// Finds the best matching of a plan and in it the candidate generated first; none if there is no perfect
/// matching.
pub(crate) fn settle<W: Weight>(plan: &Plan) -> Option<Paired> {
    let mut solver = Solver::<W>::new(plan.seats.len(), &plan.costs.pack::<W>(0));
    for &(a, b, entry) in &plan.edges {
        solver.join(a, b, entry);
    }
    let moved_down = plan.seats.iter().filter(|seat| matches!(seat, Seat::Moved(_))).count();
    let residents = plan.seats.iter().filter(|seat| matches!(seat, Seat::Resident(_))).count();
    let inside = moved_down + residents;
    for (upper, lower) in (0..inside / 2).zip(inside.div_ceil(2)..inside) {
        solver.hint(upper, lower);
    }
    if !solver.solve() {
        return None;
    }
    let mut table = Table { plan, solver, moved_down, inside, pairs: Vec::new() };
    let paired_down = table.choose_moved_down();
    for vertex in paired_down {
        table.pair_lowest(vertex, table.moved_down..table.inside)?;
    }
    table.pair_remainder()
}

impl<W: Weight> Table<'_, W> {
    fn residents(&self) -> std::ops::Range<usize> {
        self.moved_down..self.inside
    }

    fn meets_resident(&self, vertex: usize) -> bool {
        self.residents().contains(&self.solver.mate(vertex))
    }

    /// Article 4.4: which moved-down players are paired in the bracket, the first by number wherever there is
    /// a choice.
    fn choose_moved_down(&mut self) -> Vec<usize> {
        let mut chosen = Vec::new();
        let mut vertex = 0;
        while vertex < self.moved_down {
            let level = self.plan.costs.class_level(vertex);
            let end = (vertex..self.moved_down)
                .find(|&each| self.plan.costs.class_level(each) != level)
                .unwrap_or(self.moved_down);
            // C7 has fixed how many of each score are paired.
            let mut places = (vertex..end).filter(|&each| self.meets_resident(each)).count();
            for each in vertex..end {
                let (residents, elsewhere) = (self.residents(), self.inside..self.plan.seats.len());
                if places > 0 && self.solver.try_without(elsewhere.map(|other| (each, other))) {
                    chosen.push(each);
                    places -= 1;
                } else {
                    self.solver.try_without(residents.map(|other| (each, other)));
                }
            }
            vertex = end;
        }
        chosen
    }

    /// Pairs a vertex with the first of these it can meet in a best candidate.
    fn pair_lowest(&mut self, vertex: usize, others: impl IntoIterator<Item = usize>) -> Option<()> {
        let partner = others.into_iter().find(|&other| self.solver.try_fix(vertex, other))?;
        self.pairs.push((vertex, partner));
        Some(())
    }

    /// Articles 4.2 and 4.3 for a homogeneous bracket or a remainder.
    fn pair_remainder(mut self) -> Option<Paired> {
        let remainder: Vec<usize> = self.residents().filter(|&vertex| self.solver.is_alive(vertex)).collect();
        let pairs = remainder.iter().filter(|&&vertex| self.meets_resident(vertex)).count() / 2;
        let (upper, lower) = remainder.split_at(pairs);
        if self.solver.try_without(self.exchanging_edges(upper, lower)) {
            for &vertex in upper {
                self.pair_lowest(vertex, lower.iter().copied())?;
            }
            return Some(self.finish());
        }
        let room = exchange_bits(pairs, remainder.len());
        let bits = self.plan.costs.bits() + room.0 + room.1;
        let rest: Vec<usize> = (self.inside..self.plan.seats.len())
            .chain(0..self.moved_down)
            .filter(|&vertex| self.solver.is_alive(vertex))
            .collect();
        let alive = |a: usize, b: usize| self.solver.entry(a, b);
        let exchanged = with_width!(bits, exchange(self.plan, &remainder, pairs, &rest, &alive))?;
        self.pairs.extend(exchanged.pairs);
        Some(self.plan.paired(&self.pairs, &exchanged.others))
    }

    /// The edges that a candidate without exchanges does not have.
    fn exchanging_edges(&self, upper: &[usize], lower: &[usize]) -> Vec<(usize, usize)> {
        let outside = self.inside..self.plan.seats.len();
        let mut edges = Vec::new();
        for group in [upper, lower] {
            for (index, &one) in group.iter().enumerate() {
                edges.extend(group[index + 1..].iter().map(|&other| (one, other)));
            }
        }
        edges.extend(upper.iter().flat_map(|&vertex| outside.clone().map(move |other| (vertex, other))));
        edges
    }

    fn finish(self) -> Paired {
        let mut others = Vec::new();
        for vertex in 0..self.plan.seats.len() {
            if self.solver.is_alive(vertex) && vertex < self.solver.mate(vertex) {
                others.push((vertex, self.solver.mate(vertex)));
            }
        }
        self.plan.paired(&self.pairs, &others)
    }
}

impl Plan {
    /// Translates vertices: `pairs` of the bracket, and how the other vertices are matched.
    fn paired(&self, pairs: &[(usize, usize)], others: &[(usize, usize)]) -> Paired {
        let mut paired = Paired::default();
        for &(a, b) in pairs {
            if let (Some(a), Some(b)) = (self.seats[a].contestant(), self.seats[b].contestant()) {
                paired.pairs.push((a.min(b), a.max(b)));
            }
        }
        for &(a, b) in others {
            for vertex in [a, b] {
                if let Seat::Moved(index) | Seat::Resident(index) = self.seats[vertex] {
                    paired.downfloaters.push(index);
                }
            }
            if self.seats[a] != Seat::Out && self.seats[b] != Seat::Out {
                let number = |vertex: usize| self.seats[vertex].contestant().unwrap_or(self.bye);
                paired.below.push((number(a), number(b)));
            }
        }
        paired.downfloaters.sort_unstable();
        paired
    }
}
