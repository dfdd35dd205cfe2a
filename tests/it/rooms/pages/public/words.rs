use tiger_arbiter::pages::PointsView;
use tiger_arbiter::pages::public::words::{figure, score};
use tiger_pairing::tiebreak::Value;

#[test]
fn the_nominal_half_stands_apart() {
    let points = [PointsView { halves: 10, nominal: 1 }, PointsView::plain(0)];
    assert_eq!(score(points).replace('\u{A0}', " "), "5 + 1/2 : 0");
    assert_eq!(score([PointsView::plain(1); 2]).replace('\u{A0}', " "), "½ : ½");
}

#[test]
fn quarters_are_written_as_fractions_and_others_are_not() {
    let texts = [1, 2, 3, 4, 5].map(|n| Value::fraction(n, 4).map(figure).unwrap_or_default());
    assert_eq!(texts, ["¼", "½", "¾", "1", "1¼"]);
    assert_eq!(Value::fraction(7, 3).map(figure).as_deref(), Some("2.33"));
}
