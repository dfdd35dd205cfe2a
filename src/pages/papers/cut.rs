//! The order in which slips stand on paper that is cut as one pile.

/// Pages of so many places, each with the number of the slip that stands there. Whoever cuts the whole pile and puts the
/// piles one under the other has all slips in their order; places without a slip are the last ones of the last pile.
pub(in crate::pages) fn cut_stack(count: usize, places: usize) -> Vec<Vec<Option<usize>>> {
    let pages = count.div_ceil(places.max(1));
    let place = |page: usize, place: usize| Some(place * pages + page).filter(|slip| *slip < count);
    (0..pages).map(|page| (0..places).map(|at| place(page, at)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::cut_stack;

    #[test]
    fn eight_slips_on_two_pages_of_six() {
        let pages = cut_stack(8, 6);
        assert_eq!(pages[0], [Some(0), Some(2), Some(4), Some(6), None, None]);
        assert_eq!(pages[1], [Some(1), Some(3), Some(5), Some(7), None, None]);
    }

    proptest! {
        #[test]
        fn piles_that_are_cut_lie_in_order(count in 0..900_usize, places in 1..13_usize) {
            let pages = cut_stack(count, places);
            prop_assert_eq!(pages.len(), count.div_ceil(places));
            let piles = (0..places).flat_map(|place| pages.iter().map(move |page| page[place]));
            let cut: Vec<usize> = piles.flatten().collect();
            prop_assert_eq!(cut, (0..count).collect::<Vec<_>>());
        }
    }
}
