//! The order in which slips stand on paper that is cut as one pile.

/// Pages of so many places, each with the number of the slip that stands there. Whoever cuts the whole pile and puts the
/// piles one under the other has all slips in their order; places without a slip are the last ones of the last pile.
pub fn cut_stack(count: usize, places: usize) -> Vec<Vec<Option<usize>>> {
    let pages = count.div_ceil(places.max(1));
    let place = |page: usize, place: usize| Some(place * pages + page).filter(|slip| *slip < count);
    (0..pages).map(|page| (0..places).map(|at| place(page, at)).collect()).collect()
}
