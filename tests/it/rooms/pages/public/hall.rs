use tiger_arbiter::pages::public::hall::{ROWS, columns};
use tiger_arbiter::publish::{HallPart, HallShow};

#[test]
fn a_screenful_fills_its_columns_evenly() {
    let lengths = |rows: usize, screen, part| {
        columns((0..rows).collect(), screen, (part, ROWS)).iter().map(Vec::len).collect::<Vec<_>>()
    };
    assert_eq!(lengths(5, 0, HallPart::Boards), [5]);
    assert_eq!(lengths(15, 0, HallPart::Boards), [8, 7]);
    assert_eq!(lengths(29, 1, HallPart::Boards), [1]);
    assert_eq!(lengths(40, 0, HallPart::Names), [14, 13, 13]);
    assert_eq!(columns((0..6).collect(), 0, (HallPart::Names, ROWS)).concat(), [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_show_has_one_address() {
    for bits in 0..32_u8 {
        let chosen = HallPart::ALL.into_iter().enumerate().filter(|(place, _)| bits & (1 << place) != 0);
        let show = HallShow::of(chosen.map(|(_, part)| part));
        assert_eq!(HallShow::from_key(&show.key()), Some(show));
    }
    for wrong in ["", "standings+pairings", "pairings+pairings", "all+names", "everything", "+"] {
        assert_eq!(HallShow::from_key(wrong), None, "{wrong}");
    }
    assert_eq!(HallShow::from_key("all"), Some(HallShow::ALL));
}
