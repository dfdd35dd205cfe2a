//! One more cost, minimised among the matchings of an optimum.

use super::{OddSet, Optimum};
use crate::matching::bits::Bits;
use crate::matching::weight::{HEADROOM, Weight};
use crate::matching::weighted::{Blossom, Solver};

/// What edges cost.
pub(crate) struct Cost<'a> {
    /// The costs there are.
    pub(crate) values: &'a [u64],
    /// Which of them an edge costs.
    pub(crate) value_of: &'a dyn Fn(usize, usize) -> usize,
    /// What the lower end of an edge among the first vertices adds.
    pub(crate) surcharges: &'a [u64],
    /// How many bits the cost of a whole matching needs at most.
    pub(crate) bits: u32,
}

impl Optimum {
    /// Keeps the matchings of least cost.
    ///
    /// Every set is left at least once by every matching of the edges there are: that as few edges as possible
    /// lead out of sets comes before the cost, and keeps what was best best.
    pub(crate) fn refine(&mut self, cost: &Cost<'_>) {
        if cost.surcharges.is_empty() && self.all_cost_the_same(cost) {
            return;
        }
        let deepest = self.sets.iter().map(|set| set.depth).max().unwrap_or(0);
        let most_crossed = 2 * deepest as usize;
        let crossing_bits = usize::BITS - (most_crossed * self.size()).leading_zeros();
        if cost.bits + crossing_bits + HEADROOM <= i64::BITS {
            self.minimise::<i64>(cost, most_crossed);
        } else {
            self.minimise::<i128>(cost, most_crossed);
        }
    }

    fn all_cost_the_same(&self, cost: &Cost<'_>) -> bool {
        let value = |a: usize, b: usize| cost.values.get((cost.value_of)(a, b));
        let Some(&mate) = self.mates.first() else { return true };
        let usual = value(0, mate);
        self.rows.iter().enumerate().all(|(a, row)| row.iter().all(|b| value(a, b) == usual))
    }

    fn minimise<W: Weight>(&mut self, cost: &Cost<'_>, most_crossed: usize) {
        let (count, kinds) = (self.size(), cost.values.len());
        let values = |crossed: usize| {
            cost.values.iter().map(move |&value| ((crossed as u128) << cost.bits) + u128::from(value))
        };
        let palette: Vec<u128> = (0..=most_crossed).flat_map(values).collect();
        let mut solver = Solver::<W>::new(count, &palette, cost.surcharges);
        for (a, row) in self.rows.iter().enumerate() {
            for b in row.iter().filter(|&b| a < b) {
                let entry = self.crossed(a, b) * kinds + (cost.value_of)(a, b);
                solver.join(a, b, entry as u32);
            }
            solver.hint(a, self.mates[a]);
        }
        if solver.solve() {
            self.keep_tight(&solver);
        }
    }

    /// How many sets an edge leads out of.
    fn crossed(&self, a: usize, b: usize) -> usize {
        let depth = |level: usize| self.sets.get(level).map_or(0, |set| set.depth as usize);
        let [one, other] = [a, b].map(|vertex| depth(self.level_of(vertex)));
        if one + other == 0 { 0 } else { one + other - 2 * depth(self.common_level(a, b)) }
    }

    /// Keeps the edges and the sets of which the dual solution says that every best matching keeps to them.
    fn keep_tight<W: Weight>(&mut self, solver: &Solver<W>) {
        let inside = self.take_sets(&solver.blossoms);
        for a in 0..self.size() {
            let others: Vec<usize> = self.rows[a].iter().filter(|&b| a < b).collect();
            for b in others {
                let around = inside[self.common_level(a, b)];
                if solver.reduced(a, b, solver.row(a)[b]) + around != W::ZERO {
                    self.cut(a, b);
                }
            }
            self.mates[a] = solver.mate[a] as usize;
        }
    }

    /// Makes the blossoms the sets, and returns for each the sum of its dual variable and of those around it;
    /// nothing for the outermost level.
    fn take_sets<W: Weight>(&mut self, blossoms: &[Blossom<W>]) -> Vec<W> {
        let count = self.size();
        let mut by_size: Vec<&Blossom<W>> = blossoms.iter().collect();
        by_size.sort_by_key(|blossom| blossom.members.len());
        self.around.fill(None);
        self.sets.clear();
        let mut inside = vec![W::ZERO; by_size.len() + 1];
        for (number, blossom) in by_size.iter().enumerate().rev() {
            // From the largest down: whatever is known to be around a member is around the whole set.
            let around = blossom.members.first().and_then(|&member| self.around[member as usize]);
            let outer = around.unwrap_or(by_size.len());
            inside[number] = inside[outer] + blossom.dual;
            let depth = 1 + around.map_or(0, |outer| self.sets[by_size.len() - 1 - outer].depth);
            let members = Bits::of(count, blossom.members.iter().map(|&member| member as usize));
            for member in members.iter() {
                self.around[member] = Some(number);
            }
            self.sets.push(OddSet { members, around, depth });
        }
        self.sets.reverse();
        inside
    }
}
