//! All matchings against enumeration on small random graphs.

#![expect(
    clippy::expect_used,
    clippy::needless_range_loop,
    reason = "tests may fail loudly; matrices are read by index"
)]

use crate::matching::bits::Bits;
use crate::matching::cardinality::{self, enlarge, exchangeable};
use crate::matching::optimum::{Cost, Optimum};
use crate::matching::prices::Prices;
use crate::matching::weight::Weight;
use crate::matching::weighted::Solver;

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

#[test]
fn members_are_gone_through_from_anywhere() {
    let mut dice = Dice(12);
    for _ in 0..300 {
        let limit = 1 + dice.below(200) as usize;
        let [one, other] =
            [(); 2].map(|()| Bits::of(limit, (0..limit).filter(|_| dice.below(3) > 0).collect::<Vec<_>>()));
        let start = dice.below(limit as u64) as usize;
        let of_both = |members: std::ops::Range<usize>| {
            members.filter(|&each| one.contains(each) && other.contains(each)).collect::<Vec<_>>()
        };
        let around = [of_both(start..limit), of_both(0..start)].concat();
        assert_eq!(one.common_around(&other, start).collect::<Vec<_>>(), around);
        let first = dice.below(limit as u64) as usize;
        let last = first + dice.below((limit - first.max(start)) as u64 + 1) as usize;
        let mut with_moved = one.clone();
        with_moved.insert_shifted(&other, start, first..last);
        let moved = (first..last).filter(|place| other.contains(start + place - first));
        assert_eq!(with_moved, Bits::of(limit, one.iter().chain(moved)));
        assert!(one.iter_from(start).eq(one.iter().filter(|&member| member >= start)));
    }
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

/// The edges there are.
fn rows_of(costs: &Costs) -> Vec<Bits> {
    let joined = |row: &Vec<Option<u32>>| {
        Bits::of(costs.len(), (0..costs.len()).filter(|&b| row[b].is_some()).collect::<Vec<_>>())
    };
    costs.iter().map(joined).collect()
}

/// Every vertex of a kind of its own, so that any edge can cost anything.
fn solver_of<W: Weight>(costs: &Costs, surcharges: &[u64]) -> Solver<W> {
    let count = costs.len();
    let table = costs.iter().flatten().map(|cost| u128::from(cost.unwrap_or(0))).collect();
    let kind_of = (0..count as u32).collect();
    Solver::new(rows_of(costs), Prices { kind_of, kinds: count, table, surcharges })
}

fn cost_of(mate: impl Fn(usize) -> usize, costs: &Costs) -> u32 {
    (0..costs.len())
        .map(|vertex| {
            let partner = mate(vertex);
            assert_eq!(mate(partner), vertex, "partners name each other");
            costs[vertex][partner].expect("partners are joined")
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
        let mut solver = solver_of::<i64>(&costs, &[]);
        assert_eq!(solver.solve(), expected.is_some(), "{costs:?}");
        let Some(expected) = expected else { continue };
        assert_eq!(cost_of(|vertex| solver.mate[vertex] as usize, &costs), expected, "{costs:?}");
    }
}

#[test]
fn the_dual_solution_proves_the_matching_best() {
    let mut dice = Dice(31);
    for _ in 0..200 {
        let count = 2 * (5 + dice.below(30) as usize);
        let palette = 1 + dice.below(30);
        let costs = random_costs(&mut dice, count, palette);
        let mut solver = solver_of::<i64>(&costs, &[]);
        if !solver.solve() {
            continue;
        }
        let sides =
            |blossom: usize, vertex: usize| solver.blossoms[blossom].members.contains(&(vertex as u32));
        for a in 0..count {
            for b in 0..a {
                if !solver.rows[a].contains(b) {
                    continue;
                }
                let around = (0..solver.blossoms.len()).filter(|&each| sides(each, a) && sides(each, b));
                let slack =
                    solver.end(a).reduced(b) + around.map(|each| solver.blossoms[each].dual).sum::<i64>();
                assert!(slack >= 0, "an edge costs less than the dual variables say");
                assert!(slack == 0 || solver.mate[a] != b as u32, "a pair costs more than they say");
            }
        }
        for (each, blossom) in solver.blossoms.iter().enumerate() {
            assert!(blossom.dual > 0 && blossom.members.len() % 2 == 1);
            let out =
                blossom.members.iter().filter(|&&member| !sides(each, solver.mate[member as usize] as usize));
            assert_eq!(out.count(), 1);
        }
    }
}

/// Keeps the matchings of least cost, the costs being given in parts, the weightiest first.
fn optimum_of(parts: &[Costs], surcharges: &[u64]) -> Option<Optimum> {
    let mut optimum = Optimum::new(rows_of(&parts[0]), [])?;
    let kind_of: Vec<usize> = (0..parts[0].len()).collect();
    for (number, part) in parts.iter().enumerate() {
        let table: Vec<u64> = part.iter().flatten().map(|cost| u64::from(cost.unwrap_or(0))).collect();
        let surcharges = if number + 1 == parts.len() { surcharges.to_vec() } else { Vec::new() };
        optimum.refine(&Cost { kind_of: kind_of.clone(), kinds: kind_of.len(), table, surcharges, bits: 12 });
    }
    Some(optimum)
}

/// Asks an optimum to go without edges and to fix pairs, and holds every answer to enumeration.
fn question(dice: &mut Dice, optimum: &mut Optimum, mut costs: Costs) -> u32 {
    let mut left: Vec<usize> = (0..costs.len()).collect();
    let mut asked = 0;
    while left.len() >= 4 && dice.below(40) > 0 {
        let before = least_cost(&costs, &left).expect("solved");
        let a = left[dice.below(left.len() as u64) as usize];
        let b = left[dice.below(left.len() as u64) as usize];
        let Some(cost) = costs[a][b] else { continue };
        asked += 1;
        if dice.below(2) == 0 {
            let kept = (costs[a][b].take(), costs[b][a].take());
            let same = least_cost(&costs, &left) == Some(before);
            assert_eq!(optimum.try_without([(a, b)]), same);
            if !same {
                (costs[a][b], costs[b][a]) = kept;
            }
        } else {
            let others: Vec<usize> = left.iter().copied().filter(|&each| each != a && each != b).collect();
            let same = least_cost(&costs, &others).map(|rest| rest + cost) == Some(before);
            assert_eq!(optimum.fix_first(a, [b]), same.then_some(b));
            if same {
                left = others;
                assert!(!optimum.is_open(a) && !optimum.is_open(b));
            }
        }
        let total = |left: &[usize]| {
            left.iter().map(|&each| costs[each][optimum.mate(each)].expect("joined")).sum::<u32>() / 2
        };
        assert_eq!(Some(total(&left)), least_cost(&costs, &left), "the known matching stays best");
    }
    asked
}

#[test]
fn constraints_are_taken_exactly_when_the_cost_stays() {
    let mut dice = Dice(77);
    let mut asked = 0;
    for _ in 0..3000 {
        let count = 4 + 2 * dice.below(4) as usize;
        let palette = 1 + dice.below(5);
        let costs = random_costs(&mut dice, count, palette);
        let parts = [costs.clone()];
        if let Some(mut optimum) = optimum_of(&parts, &[]) {
            asked += question(&mut dice, &mut optimum, costs);
        }
    }
    assert!(asked > 15_000, "{asked} questions");
}

#[test]
fn costs_in_parts_count_one_after_the_other() {
    let mut dice = Dice(4711);
    let mut asked = 0;
    for _ in 0..2000 {
        let count = 4 + 2 * dice.below(4) as usize;
        let first = random_costs(&mut dice, count, 3);
        let mut parts = vec![first];
        let mut whole = parts[0].clone();
        for _ in 0..dice.below(4) {
            let mut part = parts[0].clone();
            for a in 0..count {
                for b in 0..a {
                    let cost = dice.below(3) as u32;
                    (part[a][b], part[b][a]) = (part[a][b].and(Some(cost)), part[b][a].and(Some(cost)));
                    let sum = whole[a][b].map(|before| 16 * before + cost);
                    (whole[a][b], whole[b][a]) = (sum, sum);
                }
            }
            parts.push(part);
        }
        if let Some(mut optimum) = optimum_of(&parts, &[]) {
            assert_eq!(
                Some(cost_of(|vertex| optimum.mate(vertex), &whole)),
                least_cost(&whole, &(0..count).collect::<Vec<_>>())
            );
            asked += question(&mut dice, &mut optimum, whole);
        }
    }
    assert!(asked > 10_000, "{asked} questions");
}

#[test]
fn surcharges_fall_on_the_lower_end_of_the_first_vertices() {
    let mut dice = Dice(5);
    for _ in 0..500 {
        let count = 8;
        let mut costs = random_costs(&mut dice, count, 3);
        let parts = [costs.clone()];
        let surcharges: Vec<u64> = (0..6).map(|_| dice.below(5)).collect();
        let optimum = optimum_of(&parts, &surcharges);
        for (low, &extra) in surcharges.iter().enumerate() {
            for high in low + 1..6 {
                let cost = costs[low][high].map(|cost| cost + extra as u32);
                (costs[low][high], costs[high][low]) = (cost, cost);
            }
        }
        let expected = least_cost(&costs, &(0..count).collect::<Vec<_>>());
        assert_eq!(optimum.map(|optimum| cost_of(|vertex| optimum.mate(vertex), &costs)), expected);
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
            assert_eq!(found.iter().collect::<Vec<_>>(), expected);
        }
    }
}
