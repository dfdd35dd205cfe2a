//! Both matchings against enumeration on small random graphs, and the arithmetic of wide weights.

#![expect(
    clippy::expect_used,
    clippy::needless_range_loop,
    reason = "tests may fail loudly; matrices are read by index"
)]

use super::bits::Bits;
use super::cardinality::{self, enlarge, exchangeable};
use super::weight::{Weight, Wide};
use super::weighted::Solver;

/// A small generator of reproducible numbers (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }
}

type Costs = Vec<Vec<Option<u32>>>;

fn random_costs(dice: &mut Dice, count: usize, palette: u64) -> Costs {
    let density = 2 + dice.below(9);
    let mut costs = vec![vec![None; count]; count];
    for a in 0..count {
        for b in 0..a {
            if dice.below(10) < density {
                let cost = dice.below(palette) as u32;
                (costs[a][b], costs[b][a]) = (Some(cost), Some(cost));
            }
        }
    }
    costs
}

/// The least cost of a perfect matching of `left`, by trying everything.
fn least_cost(costs: &Costs, left: &[usize]) -> Option<u32> {
    let Some((&first, rest)) = left.split_first() else { return Some(0) };
    rest.iter()
        .filter_map(|&partner| {
            let cost = costs[first][partner]?;
            let others: Vec<usize> = rest.iter().copied().filter(|&each| each != partner).collect();
            Some(cost + least_cost(costs, &others)?)
        })
        .min()
}

fn solver_of<W: Weight>(costs: &Costs, palette: u32) -> Solver<W> {
    let entries: Vec<W> = (0..palette).map(|cost| W::shifted(cost, 0)).collect();
    let mut solver = Solver::new(costs.len(), &entries);
    for (a, row) in costs.iter().enumerate() {
        for (b, cost) in row.iter().enumerate().take(a) {
            if let Some(cost) = cost {
                solver.join(a, b, *cost as u16);
            }
        }
    }
    solver
}

fn cost_of<W: Weight>(solver: &Solver<W>, costs: &Costs) -> u32 {
    (0..costs.len())
        .map(|vertex| {
            let mate = solver.mate(vertex);
            assert_eq!(solver.mate(mate), vertex, "partners name each other");
            costs[vertex][mate].expect("partners are joined")
        })
        .sum::<u32>()
        / 2
}

#[test]
fn weighted_matchings_cost_what_enumeration_finds() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for round in 0..6000 {
        let count = 2 * (1 + dice.below(5) as usize);
        let palette = 1 + dice.below(if round % 2 == 0 { 4 } else { 40 });
        let costs = random_costs(&mut dice, count, palette);
        let all: Vec<usize> = (0..count).collect();
        let expected = least_cost(&costs, &all);
        let mut solver = solver_of::<i64>(&costs, palette as u32);
        assert_eq!(solver.solve(), expected.is_some(), "{costs:?}");
        let Some(expected) = expected else { continue };
        assert_eq!(cost_of(&solver, &costs), expected, "{costs:?}");
    }
}

#[test]
fn constraints_are_taken_exactly_when_the_cost_stays() {
    let mut dice = Dice(77);
    for _ in 0..3000 {
        let count = 4 + 2 * dice.below(4) as usize;
        let palette = 1 + dice.below(5);
        let mut costs = random_costs(&mut dice, count, palette);
        let mut left: Vec<usize> = (0..count).collect();
        let mut solver = solver_of::<Wide<2>>(&costs, palette as u32);
        if !solver.solve() {
            continue;
        }
        while left.len() >= 4 {
            let before = least_cost(&costs, &left).expect("solved");
            let a = left[dice.below(left.len() as u64) as usize];
            let b = left[dice.below(left.len() as u64) as usize];
            let Some(cost) = costs[a][b] else {
                continue_or_stop(&mut dice, &mut left);
                continue;
            };
            if dice.below(2) == 0 {
                let (kept_a, kept_b) = (costs[a][b].take(), costs[b][a].take());
                let same = least_cost(&costs, &left) == Some(before);
                assert_eq!(solver.try_without([(a, b)]), same);
                if !same {
                    (costs[a][b], costs[b][a]) = (kept_a, kept_b);
                    continue_or_stop(&mut dice, &mut left);
                }
            } else {
                let others: Vec<usize> =
                    left.iter().copied().filter(|&each| each != a && each != b).collect();
                let same = least_cost(&costs, &others).map(|rest| rest + cost) == Some(before);
                assert_eq!(solver.try_fix(a, b), same);
                if same {
                    left = others;
                } else {
                    continue_or_stop(&mut dice, &mut left);
                }
            }
        }
    }
}

/// Ends the inner loop now and then, so that a graph without further changes does not keep the test forever.
fn continue_or_stop(dice: &mut Dice, left: &mut Vec<usize>) {
    if dice.below(6) == 0 {
        left.clear();
    }
}

#[test]
fn surcharges_fall_on_the_lower_end_of_the_first_vertices() {
    let mut dice = Dice(5);
    for _ in 0..500 {
        let count = 8;
        let mut costs = random_costs(&mut dice, count, 3);
        let mut solver = solver_of::<i128>(&costs, 3);
        let surcharges: Vec<i128> = (0..6).map(|_| i128::from(dice.below(5))).collect();
        solver.surcharge(&surcharges);
        for (low, &extra) in surcharges.iter().enumerate() {
            for high in low + 1..6 {
                let cost = costs[low][high].map(|cost| cost + extra as u32);
                (costs[low][high], costs[high][low]) = (cost, cost);
            }
        }
        let expected = least_cost(&costs, &(0..count).collect::<Vec<_>>());
        assert_eq!(solver.solve(), expected.is_some());
        if let Some(expected) = expected {
            assert_eq!(cost_of(&solver, &costs), expected);
        }
    }
}

fn greatest(rows: &[Bits], left: &[usize]) -> usize {
    let Some((&first, rest)) = left.split_first() else { return 0 };
    let with = rest.iter().filter(|&&partner| rows[first].contains(partner)).map(|&partner| {
        let others: Vec<usize> = rest.iter().copied().filter(|&each| each != partner).collect();
        1 + greatest(rows, &others)
    });
    with.chain([greatest(rows, rest)]).max().unwrap_or(0)
}

#[test]
fn greatest_matchings_and_their_exchangeable_vertices_agree_with_enumeration() {
    let mut dice = Dice(1234);
    for _ in 0..1500 {
        let count = 3 + dice.below(7) as usize;
        let mut rows = vec![Bits::new(count); count];
        let density = 1 + dice.below(6);
        for a in 0..count {
            for b in 0..a {
                if dice.below(10) < density {
                    rows[a].insert(b);
                    rows[b].insert(a);
                }
            }
        }
        let within = Bits::of(count, (0..count).filter(|_| dice.below(8) > 0));
        let members: Vec<usize> = within.iter().collect();
        let mut mates = vec![cardinality::NOBODY; count];
        let left_over = enlarge(&rows, &within, &mut mates);
        let size = greatest(&rows, &members);
        assert_eq!(members.len() - left_over.len(), 2 * size);
        for &vertex in &members {
            if mates[vertex] != cardinality::NOBODY {
                assert!(rows[vertex].contains(mates[vertex]) && mates[mates[vertex]] == vertex);
            }
        }
        if let [root] = left_over[..] {
            let found = exchangeable(&rows, &within, &mates, root);
            let expected: Vec<usize> = members
                .iter()
                .copied()
                .filter(|out| {
                    let others: Vec<usize> = members.iter().copied().filter(|each| each != out).collect();
                    greatest(&rows, &others) == size
                })
                .collect();
            assert_eq!(found, expected);
        }
    }
}

#[test]
fn wide_weights_reckon_like_primitive_ones() {
    let mut dice = Dice(99);
    for _ in 0..2000 {
        let (a, b) = (dice.below(1 << 40) as u32, dice.below(1 << 40) as u32);
        let (up, down) = (dice.below(70) as u32, dice.below(70) as u32);
        let wide = Wide::<2>::shifted(a, up) - Wide::shifted(b, down);
        let primitive = <i128 as Weight>::shifted(a, up) - <i128 as Weight>::shifted(b, down);
        assert_eq!(wide.cmp(&Wide::ZERO), primitive.cmp(&0));
        assert_eq!(wide.half().is_odd(), primitive.half() & 1 == 1);
        assert_eq!(wide.times(5).cmp(&Wide::shifted(b, 3)), (primitive * 5).cmp(&(i128::from(b) << 3)));
        assert_eq!((wide + wide).half(), wide);
    }
}
