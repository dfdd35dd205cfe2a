use proptest::prelude::*;
use tiger_arbiter::pages::papers::cut::cut_stack;

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
