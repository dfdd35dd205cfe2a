//! One more cost, minimised among the matchings of an optimum.

use std::collections::BTreeMap;

use super::{OddSet, Optimum};
use crate::matching::alike::Alike;
use crate::matching::bits::Bits;
use crate::matching::prices::Prices;
use crate::matching::weight::{HEADROOM, Weight};
use crate::matching::weighted::Solver;

/// What edges cost, by the kinds of their ends.
pub(crate) struct Cost {
    /// The kind of each vertex.
    pub(crate) kind_of: Vec<usize>,
    /// How many kinds there are.
    pub(crate) kinds: usize,
    /// What an edge between two kinds costs, row by row.
    pub(crate) table: Vec<u64>,
    /// What the lower end of an edge among the first vertices adds.
    pub(crate) surcharges: Vec<u64>,
    /// How many bits the cost of a whole matching needs at most.
    pub(crate) bits: u32,
}

impl Cost {
    fn between(&self, a: usize, b: usize) -> u64 {
        self.table[self.kind_of[a] * self.kinds + self.kind_of[b]]
    }
}

/// Tells vertices apart that meet quite different others, as both halves do if they may not meet among themselves. This
/// only helps to begin with good prices, so that few numbers do.
fn circles(rows: &[Bits]) -> Vec<usize> {
    const MOST: usize = 12;
    let mut leaders: Vec<&Bits> = Vec::new();
    let mut of_each = Vec::with_capacity(rows.len());
    for row in rows {
        let nearest =
            leaders.iter().map(|leader| row.differences(leader)).enumerate().min_by_key(|&(_, far)| far);
        of_each.push(match nearest {
            Some((leader, far)) if far <= rows.len() / 32 || leaders.len() == MOST => leader,
            _ => {
                leaders.push(row);
                leaders.len() - 1
            }
        });
    }
    of_each
}

impl Optimum {
    /// Keeps the matchings of least cost.
    ///
    /// Every set is left at least once by every matching of the edges there are: that as few edges as possible
    /// lead out of sets comes before the cost, and keeps what was best best.
    pub(crate) fn refine(&mut self, cost: &Cost) {
        if cost.surcharges.is_empty() && self.all_cost_the_same(cost) {
            return;
        }
        if cost.surcharges.is_empty() && self.costs_nothing(cost) {
            let alike = Alike::new(&cost.kind_of);
            self.rows = alike.kept(&self.rows, |a, b| cost.between(a, b) == 0);
            return;
        }
        let deepest = self.sets.iter().map(|set| set.depth).max().unwrap_or(0);
        let most_crossed = 2 * deepest as usize;
        let crossing_bits = usize::BITS - (most_crossed * self.size()).leading_zeros();
        if cost.bits + crossing_bits + HEADROOM <= i64::BITS {
            self.minimise::<i64>(cost);
        } else {
            self.minimise::<i128>(cost);
        }
    }

    fn all_cost_the_same(&self, cost: &Cost) -> bool {
        let Some(&mate) = self.mates.first() else { return true };
        let usual = cost.between(0, mate);
        !Alike::new(&cost.kind_of).any(&self.rows, |a, b| cost.between(a, b) != usual)
    }

    /// Whether the known matching costs nothing, less than which there is not.
    fn costs_nothing(&self, cost: &Cost) -> bool {
        self.mates.iter().enumerate().all(|(vertex, &mate)| cost.between(vertex, mate) == 0)
    }

    fn minimise<W: Weight>(&mut self, cost: &Cost) {
        let prices = self.prices(cost);
        let mut solver = Solver::<W>::new(std::mem::take(&mut self.rows), prices);
        for (vertex, &mate) in self.mates.iter().enumerate() {
            solver.hint(vertex, mate);
        }
        let solved = solver.solve();
        self.rows = std::mem::take(&mut solver.rows);
        if solved {
            self.keep_tight(&solver);
        }
    }

    /// The prices of edges: what they cost, and above that how many sets they lead out of.
    fn prices<'a>(&self, cost: &'a Cost) -> Prices<'a> {
        let mut numbers: BTreeMap<(usize, usize, usize), u32> = BTreeMap::new();
        let circles = circles(&self.rows);
        let mut order = Vec::new();
        let mut kind_of = Vec::with_capacity(self.size());
        for (vertex, &kind) in cost.kind_of.iter().enumerate() {
            let key = (kind, self.level_of(vertex), circles[vertex]);
            kind_of.push(*numbers.entry(key).or_insert_with(|| {
                order.push(key);
                order.len() as u32 - 1
            }));
        }
        let mut table = Vec::with_capacity(order.len() * order.len());
        for &(kind, level, _) in &order {
            for &(other, other_level, _) in &order {
                let crossed = self.crossed(level, other_level) as u128;
                table.push((crossed << cost.bits) + u128::from(cost.table[kind * cost.kinds + other]));
            }
        }
        Prices { kind_of, kinds: order.len(), table, surcharges: &cost.surcharges }
    }

    /// How many sets an edge between two levels leads out of.
    fn crossed(&self, one: usize, other: usize) -> u32 {
        let depth = |level: usize| self.sets.get(level).map_or(0, |set| set.depth);
        depth(one) + depth(other) - 2 * depth(self.level_around(one, other))
    }

    /// Keeps the edges and the sets of which the dual solution says that every best matching keeps to them.
    fn keep_tight<W: Weight>(&mut self, solver: &Solver<W>) {
        let mut sets: Vec<(Bits, W)> = Vec::with_capacity(solver.blossoms.len());
        for blossom in &solver.blossoms {
            let members = blossom.members.iter().map(|&member| member as usize);
            sets.push((Bits::of(self.size(), members), blossom.dual));
        }
        sets.sort_by_key(|(members, _)| members.len());
        let inside = self.take_sets(&sets);
        let alike = Alike::new((0..self.size()).map(|vertex| (solver.key(vertex), self.level_of(vertex))));
        self.rows = alike.kept(&self.rows, |a, b| {
            let reduced = solver.end(a).reduced(b);
            reduced <= W::ZERO && reduced + inside[self.common_level(a, b)] == W::ZERO
        });
        self.mates = solver.mate.iter().map(|&mate| mate as usize).collect();
        let before = sets.len();
        sets.retain(|(members, _)| !self.is_left_once_anyway(members));
        if sets.len() < before {
            self.take_sets(&sets);
        }
    }

    /// Whether the edges alone see to it that just one member of an odd set has a partner outside: at most two on
    /// one side could have one on the other, and by parity it is not two.
    fn is_left_once_anyway(&self, members: &Bits) -> bool {
        let mut outside = self.everybody.clone();
        outside.subtract(members);
        let are_few = |these: &Bits, those: &Bits| {
            these.iter().filter(|&each| self.rows[each].meets(those)).nth(2).is_none()
        };
        are_few(&outside, members) || are_few(members, &outside)
    }

    /// Makes these the sets, smaller ones first, and returns for each the sum of its dual variable and of those
    /// around it; nothing for the outermost level.
    fn take_sets<W: Weight>(&mut self, by_size: &[(Bits, W)]) -> Vec<W> {
        self.around.fill(None);
        self.sets.clear();
        let mut inside = vec![W::ZERO; by_size.len() + 1];
        for (number, (members, dual)) in by_size.iter().enumerate().rev() {
            // From the largest down: whatever is known to be around a member is around the whole set.
            let around = members.iter().next().and_then(|member| self.around[member]);
            let outer = around.unwrap_or(by_size.len());
            inside[number] = inside[outer] + *dual;
            let depth = 1 + around.map_or(0, |outer| self.sets[by_size.len() - 1 - outer].depth);
            for member in members.iter() {
                self.around[member] = Some(number);
            }
            self.sets.push(OddSet { members: members.clone(), around, depth });
        }
        self.sets.reverse();
        inside
    }
}
