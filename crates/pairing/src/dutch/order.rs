//! The first of the best candidates, in the order in which article 4 generates them.
//!
//! A solved matching knows which edges can be in a best candidate. The order is then a series of questions
//! put to it: can this moved-down player be paired, can these two meet, without the candidate becoming worse?
//! Each yes is kept.

mod exchange;

use self::exchange::exchange;
use super::bracket::{Paired, Plan};
use super::cost::{CostTable, Seat};
use crate::matching::bits::Bits;
use crate::matching::optimum::Optimum;

/// The vertices of a matching that stands for a bracket.
struct Table {
    seats: Vec<Seat>,
    /// The number that stands for the bye.
    bye: usize,
    costs: CostTable,
    best: Optimum,
    moved_down: usize,
    /// Moved-down players and residents: the vertices below this number.
    inside: usize,
    pairs: Vec<(usize, usize)>,
}

/// Finds the best matching of a plan and in it the candidate generated first; none if there is no perfect
/// matching.
pub(crate) fn settle(plan: Plan) -> Option<Paired> {
    let Plan { seats, bye, costs, rows } = plan;
    let moved_down = seats.iter().filter(|seat| matches!(seat, Seat::Moved(_))).count();
    let residents = seats.iter().filter(|seat| matches!(seat, Seat::Resident(_))).count();
    let inside = moved_down + residents;
    let mut best = Optimum::new(rows, (0..inside / 2).zip(inside.div_ceil(2)..inside))?;
    for part in costs.parts() {
        best.refine(&part);
    }
    let mut table = Table { seats, bye, costs, best, moved_down, inside, pairs: Vec::new() };
    let paired_down = table.choose_moved_down();
    for vertex in paired_down {
        table.pair_first(vertex, table.residents())?;
    }
    table.pair_remainder()
}

impl Table {
    fn residents(&self) -> std::ops::Range<usize> {
        self.moved_down..self.inside
    }

    fn meets_resident(&self, vertex: usize) -> bool {
        self.residents().contains(&self.best.mate(vertex))
    }

    /// Article 4.4: which moved-down players are paired in the bracket, the first by number wherever there is
    /// a choice.
    fn choose_moved_down(&mut self) -> Vec<usize> {
        let mut chosen = Vec::new();
        let mut vertex = 0;
        while vertex < self.moved_down {
            let level = self.costs.class_level(vertex);
            let end = (vertex..self.moved_down)
                .find(|&each| self.costs.class_level(each) != level)
                .unwrap_or(self.moved_down);
            // C7 has fixed how many of each score are paired.
            let mut places = (vertex..end).filter(|&each| self.meets_resident(each)).count();
            for each in vertex..end {
                let (residents, elsewhere) = (self.residents(), self.inside..self.seats.len());
                if places > 0 && self.best.try_without(elsewhere.map(|other| (each, other))) {
                    chosen.push(each);
                    places -= 1;
                } else {
                    self.best.try_without(residents.map(|other| (each, other)));
                }
            }
            vertex = end;
        }
        chosen
    }

    /// Pairs a vertex with the first of these it can meet in a best candidate.
    fn pair_first(&mut self, vertex: usize, others: impl IntoIterator<Item = usize>) -> Option<()> {
        let partner = self.best.fix_first(vertex, others)?;
        self.pairs.push((vertex, partner));
        Some(())
    }

    /// Articles 4.2 and 4.3 for a homogeneous bracket or a remainder.
    fn pair_remainder(mut self) -> Option<Paired> {
        let remainder: Vec<usize> = self.residents().filter(|&vertex| self.best.is_open(vertex)).collect();
        let pairs = remainder.iter().filter(|&&vertex| self.meets_resident(vertex)).count() / 2;
        let (mut upper, mut lower) = (remainder[..pairs].to_vec(), remainder[pairs..].to_vec());
        if !self.try_without_exchange(&upper, &lower) {
            (upper, lower) = exchange(&mut self.best, &remainder, pairs, self.inside);
        }
        for vertex in upper {
            self.pair_first(vertex, lower.iter().copied().filter(|&other| other > vertex))?;
        }
        Some(self.finish())
    }

    /// Keeps to the candidates without exchanges if there are any: everybody of the upper subgroup meets somebody
    /// of the lower one.
    fn try_without_exchange(&mut self, upper: &[usize], lower: &[usize]) -> bool {
        let size = self.seats.len();
        let [upper, lower] = [upper, lower].map(|group| Bits::of(size, group.iter().copied()));
        let outside = Bits::of(size, self.inside..size);
        self.best.try_without_between(&[(&upper, &upper), (&lower, &lower), (&upper, &outside)])
    }

    /// Translates vertices: the pairs of the bracket, and how the other vertices are matched.
    fn finish(self) -> Paired {
        let mut paired = Paired::default();
        for &(a, b) in &self.pairs {
            if let (Some(a), Some(b)) = (self.seats[a].contestant(), self.seats[b].contestant()) {
                paired.pairs.push((a.min(b), a.max(b)));
            }
        }
        for a in (0..self.seats.len()).filter(|&vertex| self.best.is_open(vertex)) {
            let b = self.best.mate(a);
            if let Seat::Moved(index) | Seat::Resident(index) = self.seats[a] {
                paired.downfloaters.push(index);
            }
            if a < b && self.seats[a] != Seat::Out && self.seats[b] != Seat::Out {
                let number = |vertex: usize| self.seats[vertex].contestant().unwrap_or(self.bye);
                paired.below.push((number(a), number(b)));
            }
        }
        paired.downfloaters.sort_unstable();
        paired
    }
}
