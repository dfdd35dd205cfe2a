//! Exchanges between the subgroups of a remainder (articles 4.3 and 4.2).

use crate::matching::optimum::{Cost, Optimum};

/// Articles 4.3 and 4.2 where no candidate without exchanges is best: narrows the best matchings down, and
/// returns the two subgroups.
///
/// Every pair counts as its higher-ranked player's, so that the upper subgroup is the set of these: as few as
/// possible from the lower subgroup, the sum of the numbers as small as possible, then the lowest-ranked ones
/// leave the upper subgroup, and the highest-ranked ones enter it.
pub(super) fn exchange(
    best: &mut Optimum,
    remainder: &[usize],
    pairs: usize,
    inside: usize,
) -> (Vec<usize>, Vec<usize>) {
    let bits = |most: usize| usize::BITS - most.leading_zeros();
    let (count_bits, sum_bits) = (bits(pairs), bits(pairs * remainder.len()));
    let mut surcharges = vec![0; inside];
    for (place, &vertex) in remainder.iter().enumerate() {
        let exchanged = u64::from(place >= pairs) << sum_bits;
        surcharges[vertex] = exchanged + place as u64;
    }
    let bits = count_bits + sum_bits;
    best.refine(&Cost { kind_of: vec![0; best.size()], kinds: 1, table: vec![0], surcharges, bits });
    choose_exchanged(best, remainder, pairs, inside);
    remainder.iter().copied().partition(|&vertex| is_upper(best, vertex, inside))
}

fn is_upper(best: &Optimum, vertex: usize, inside: usize) -> bool {
    (vertex + 1..inside).contains(&best.mate(vertex))
}

/// Decides who leaves the upper subgroup and who enters it.
fn choose_exchanged(best: &mut Optimum, remainder: &[usize], pairs: usize, inside: usize) {
    let (upper, lower) = remainder.split_at(pairs);
    let count = upper.iter().filter(|&&vertex| !is_upper(best, vertex, inside)).count();
    let mut leaving = count;
    for &vertex in upper.iter().rev() {
        if leaving > 0 && best.try_without((vertex + 1..inside).map(|other| (vertex, other))) {
            leaving -= 1;
        }
    }
    let all = best.size();
    let mut entering = count;
    for &vertex in lower {
        let elsewhere = (0..vertex).chain(inside..all);
        if entering > 0 && best.try_without(elsewhere.map(|other| (vertex, other))) {
            entering -= 1;
        }
    }
}
