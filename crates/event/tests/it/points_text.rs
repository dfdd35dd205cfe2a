use tiger_event::points_text::{parse_award, parse_halves, shown, shown_halves};
use tiger_rules::GamePoints;

#[test]
fn points_are_shown_with_the_sign_of_a_half_and_can_be_typed_so() {
    let texts = [0, 1, 2, 3, -1, -3].map(shown_halves);
    assert_eq!(texts, ["0", "½", "1", "1½", "-½", "-1½"]);
    assert_eq!(shown(GamePoints::FIVE_AND_NOMINAL_HALF), "5 + 1/2");
    for halves in 0..=200 {
        assert_eq!(parse_halves(&shown_halves(halves.into())), Ok(halves));
    }
}

#[test]
fn an_award_may_have_the_nominal_half_of_dragon_alone() {
    use tiger_rules::GameKind::{Dragon, TigerChess};
    for text in [&shown(GamePoints::FIVE_AND_NOMINAL_HALF), "5+½", " 5 + 1/2"] {
        assert_eq!(parse_award(Dragon, text), Ok(GamePoints::FIVE_AND_NOMINAL_HALF), "{text}");
        assert!(parse_award(TigerChess, text).is_err(), "{text}");
    }
    assert_eq!(parse_award(Dragon, "5.5"), Ok(GamePoints::from_halves(11)));
    assert!(parse_award(Dragon, "5 + 3").is_err());
}

#[test]
fn points_may_be_written_in_the_usual_ways() {
    for (text, halves) in [
        ("3", 6),
        ("1.5", 3),
        ("1,5", 3),
        ("1½", 3),
        ("½", 1),
        ("1/2", 1),
        ("5 1/2", 11),
        (" 0 ", 0),
        ("2.0", 4),
    ] {
        assert_eq!(parse_halves(text), Ok(halves), "{text}");
    }
    for text in ["", "-1", "1.3", "x", "101", "100.5", "11/2", "1e3"] {
        assert!(parse_halves(text).is_err(), "{text}");
    }
}
