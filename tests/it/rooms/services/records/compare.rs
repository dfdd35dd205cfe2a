use tiger_arbiter::clock;
use tiger_arbiter::services::records::compare::with_others;
use tiger_event::record::Then;
use tiger_rules::dance::Board;

fn record(moves: &str) -> String {
    format!("[Game \"LancerChess\"]\n[Bengal \"A\"]\n[Siberian \"B\"]\n[Result \"*\"]\n\n{moves} *\n")
}

fn then(earlier: &str, later: &str) -> Option<(u32, Then)> {
    let found = with_others(&Board::standard(), &record(later), &[(clock::new_id(), record(earlier))]);
    found.into_iter().next().map(|beside| (beside.common, beside.then))
}

#[test]
fn notation_makes_no_difference() {
    assert_eq!(then("1. e2-e4! e7-e5", "1. E2-E4 {a comment} 1... E7-E5+"), Some((2, Then::Same)));
}

#[test]
fn one_record_may_go_on() {
    assert_eq!(then("1. E2-E4", "1. E2-E4 E7-E5"), Some((1, Then::EarlierEnds)));
    assert_eq!(then("1. E2-E4 E7-E5", "1. E2-E4"), Some((1, Then::LaterEnds)));
}

#[test]
fn the_first_difference_is_named() {
    let differ = Then::Differ { ply: 2, earlier: "E7-E5".to_owned(), later: "E7-E6".to_owned() };
    assert_eq!(then("1. E2-E4 E7-E5 2. D2-D4", "1. E2-E4 E7-E6 2. D2-D4"), Some((1, differ)));
}
