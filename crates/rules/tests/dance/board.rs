//! The board and the set-up, the crate's own and another.

use std::sync::Arc;

use tiger_rules::dance::{Board, Situation, Square, Terrain};
use tiger_rules::{Position as _, Regicide, Side};

use crate::support::{moves, read, start};

#[test]
fn the_crates_own_board_file_is_readable_and_as_the_rulings_draw_it() {
    let board = Board::standard();
    assert_eq!(Board::parse(Board::standard_text()).as_ref(), Ok(&*board));
    let named = |squares: &[Square]| {
        let mut names: Vec<String> = squares.iter().map(ToString::to_string).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(named(board.fortresses()), "c3 c9 f6 i3 i9");
    assert_eq!(named(board.camps()), "a1 a11 k1 k11");
    let rivers: Vec<Square> =
        Square::all().filter(|&square| board.terrain(square) == Terrain::River).collect();
    assert_eq!(named(&rivers), "a6 b6 d6 f1 f10 f11 f2 f4 f8 h6 j6 k6");
}

#[test]
fn the_nearest_camps_are_those_of_the_rulings() {
    let board = Board::standard();
    let nearest = |fortress: &str| {
        let mut names: Vec<String> =
            board.nearest_camps(Square::parse(fortress).unwrap()).map(|camp| camp.to_string()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(nearest("c3"), "a1");
    assert_eq!(nearest("i3"), "k1");
    assert_eq!(nearest("c9"), "a11");
    assert_eq!(nearest("i9"), "k11");
    assert_eq!(nearest("f6"), "a1 a11 k1 k11");
}

#[test]
fn south_starts_from_the_set_up() {
    let start = start();
    assert_eq!(start.turn(), Side::South);
    assert_eq!(
        start.situation(),
        "9fk/9ff/11/11/11/11/11/11/11/FF9/KF9 s F3M6O4L3C2D1H1S1f3m6o4l3c2d1h1s1 - 0 0 1"
    );
    assert_eq!(read(&start.situation()), start);
    assert_eq!(start.verdict(), None);
    assert_eq!(start.royal_attacked(), None);
    assert_eq!(
        moves(&start),
        ["a2-a3", "a2-b3", "b1-c1", "b1-c2", "b2-a3", "b2-b3", "b2-c1", "b2-c2", "b2-c3"]
    );
}

#[test]
fn another_board_is_read_from_text_and_played_on() {
    let text = Board::standard_text().replace(" 9  . . X", " 9  . . .").replace("Fb2", "Hb2");
    let board = Arc::new(Board::parse(&text).unwrap());
    assert_eq!(board.fortresses().len(), 4);
    let start = Situation::start_on(&board, Regicide::None);
    assert!(start.situation().contains("/FH9/KF9 s F4M6O4L3C2D1S1f3"), "{}", start.situation());
    let read = Situation::read_on(Arc::clone(&board), &start.situation()).unwrap();
    assert_eq!(read, start);
    assert!(moves(&start).contains(&"b2-e5".to_owned()));
}

#[test]
fn a_wrong_board_file_is_refused_with_line_and_reason() {
    let refusal = |from: &str, to: &str| {
        Board::parse(&Board::standard_text().replacen(from, to, 1)).unwrap_err().to_string()
    };
    assert_eq!(
        refusal("10  . .", "10  . ?"),
        "board file, line 4: `?` on b10: a square is `.`, `~`, `X` or `C`"
    );
    assert_eq!(
        refusal("10  . .", "10  ."),
        "board file, line 4: rank 10 has 10 squares where eleven are due"
    );
    assert_eq!(refusal("10  .", "12  ."), "board file, line 4: `12` where rank 10 is due");
    assert!(refusal("Ka1", "Kf1").contains("a King cannot stand on f1"));
    assert!(refusal("Ka1", "Fa1").contains("one King"));
    assert!(refusal("Fa2", "Zz9").contains("`Zz9` is no piece on a square"));
    assert!(refusal("Fa2", "Fb1").contains("two pieces stand on b1"));
    assert!(Board::parse("").unwrap_err().to_string().contains("eleven ranks"));
}
