//! Exchanges between the subgroups of a remainder (articles 4.3 and 4.2).

use crate::dutch::bracket::Plan;
use crate::matching::weight::Weight;
use crate::matching::weighted::Solver;

/// A remainder paired with exchanges, and how the other vertices are matched.
pub(super) struct Exchanged {
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) others: Vec<(usize, usize)>,
}

/// How many bits count exchanges, and how many the sum of numbers of the upper players.
pub(super) fn exchange_bits(pairs: usize, size: usize) -> (u32, u32) {
    let bits = |most: usize| usize::BITS - most.leading_zeros();
    (bits(pairs), bits(pairs * size))
}

/// Articles 4.3 and 4.2 where no candidate without exchanges is best. Every pair counts as its higher-ranked
/// player's, so that the upper subgroup is the set of these: as few as possible from the lower subgroup, the
/// sum of the numbers as small as possible, then the lowest-ranked ones leave the upper subgroup, and the
/// highest-ranked ones enter it.
pub(super) fn exchange<W: Weight>(
    plan: &Plan,
    remainder: &[usize],
    pairs: usize,
    rest: &[usize],
    alive: &dyn Fn(usize, usize) -> Option<u16>,
) -> Option<Exchanged> {
    let vertices: Vec<usize> = remainder.iter().chain(rest).copied().collect();
    let size = remainder.len();
    let (count_bits, sum_bits) = exchange_bits(pairs, size);
    let mut solver = Solver::<W>::new(vertices.len(), &plan.costs.pack::<W>(count_bits + sum_bits));
    let surcharges: Vec<W> = (0..size)
        .map(|place| {
            let exchanged = if place < pairs { W::ZERO } else { W::shifted(1, sum_bits) };
            exchanged + W::shifted(place as u32, 0)
        })
        .collect();
    solver.surcharge(&surcharges);
    for (a, &vertex) in vertices.iter().enumerate() {
        for (b, &other) in vertices.iter().enumerate().skip(a + 1) {
            if let Some(entry) = alive(vertex, other) {
                solver.join(a, b, entry);
            }
        }
    }
    if !solver.solve() {
        return None;
    }
    choose_exchanged(&mut solver, pairs, size);
    let upper: Vec<usize> = (0..size).filter(|&place| is_upper(&solver, place, size)).collect();
    let mut found = Exchanged { pairs: Vec::new(), others: Vec::new() };
    for &place in &upper {
        let mut below = (place + 1..size).filter(|other| !upper.contains(other));
        let partner = below.find(|&other| solver.try_fix(place, other))?;
        found.pairs.push((vertices[place], vertices[partner]));
    }
    for place in 0..vertices.len() {
        if solver.is_alive(place) && place < solver.mate(place) {
            found.others.push((vertices[place], vertices[solver.mate(place)]));
        }
    }
    Some(found)
}

fn is_upper<W: Weight>(solver: &Solver<W>, place: usize, size: usize) -> bool {
    (place + 1..size).contains(&solver.mate(place))
}

/// Decides who leaves the upper subgroup and who enters it.
fn choose_exchanged<W: Weight>(solver: &mut Solver<W>, pairs: usize, size: usize) {
    let count = (0..pairs).filter(|&place| !is_upper(solver, place, size)).count();
    let mut leaving = count;
    for place in (0..pairs).rev() {
        if leaving > 0 && solver.try_without((place + 1..size).map(|other| (place, other))) {
            leaving -= 1;
        }
    }
    let all = solver.size();
    let mut entering = count;
    for place in pairs..size {
        let elsewhere = (0..place).chain(size..all);
        if entering > 0 && solver.try_without(elsewhere.map(|other| (place, other))) {
            entering -= 1;
        }
    }
}
