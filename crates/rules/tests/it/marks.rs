//! The marks by which personnel of one kind are told apart.

use tiger_rules::{Position, Side, Square, TigerChess, TigerMarks as Marks, TigerOptions};

/// The marks and the position after moves.
fn after(start: TigerChess, moves: &[&str]) -> (Marks, TigerChess) {
    let (mut marks, mut position) = (Marks::of(&start), start);
    for text in moves {
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        marks.follow(&position, &mv);
        position.play_unchecked(&mv);
    }
    (marks, position)
}

fn at(marks: &Marks, file: u8, rank: u8) -> String {
    marks.at(Square::at(file, rank - 1)).map(|mark| mark.to_string()).unwrap_or_default()
}

#[test]
fn swordsmen_bear_numerals_in_the_order_of_their_posting_and_pikemen_the_letter_of_their_file() {
    let postings = ["S@C6", "S@F4", "S@B3", "S@B5", "S@E5", "S@C3", "S@D3", "S@H5"];
    let (marks, _) = after(TigerChess::start(TigerOptions::default()), &postings);
    let numerals = [(2, 6), (1, 5), (4, 5), (7, 5), (5, 4), (1, 3), (2, 3), (3, 3)];
    assert_eq!(
        numerals.map(|(file, rank)| at(&marks, file, rank)),
        ["i", "ii", "iii", "iv", "i", "ii", "iii", "iv"]
    );
    assert_eq!((at(&marks, 0, 2), at(&marks, 7, 7), at(&marks, 3, 1)), ("A".into(), "H".into(), "".into()));
}

#[test]
fn a_mark_travels_is_captured_and_passes_to_the_archer_and_to_the_knight_of_the_letter() {
    let moves = ["C2-C4", "D7-D5", "C4xD5", "E7-E5", "D5xE6", "H7-H6", "E6-E7=N"];
    let start = "3q4/3pp2p/8/8/8/8/2P5/3Q4 b - - 0 1 Xx";
    let (marks, position) = after(TigerChess::from_situation(start).unwrap(), &moves);
    assert_eq!((at(&marks, 4, 7), at(&marks, 4, 5), at(&marks, 2, 2)), ("C".into(), "".into(), "".into()));
    let entered: Vec<u8> = (0..8).filter(|&letter| marks.has_entered(Side::South, letter)).collect();
    assert_eq!((entered, at(&marks, 7, 6)), (vec![2], "H".into()));
    assert!(marks.is_ready(&position, Side::North, 7) && !marks.is_ready(&position, Side::North, 4));
    assert!(!marks.is_ready(&position, Side::South, 2));

    let postings = ["S@C6", "S@F4", "S@B3", "S@B5", "S@E5", "S@E4"];
    let (mut marks, _) = after(TigerChess::start(TigerOptions::default()), &postings);
    for (situation, step) in [("7q/8/8/8/4S3/8/8/3Q4", "E4-D5"), ("7q/8/8/3S4/8/8/8/3Q4", "D5-E6")] {
        let before = TigerChess::from_situation(&format!("{situation} b - - 0 1 Xx")).unwrap();
        marks.follow(&before, &before.read_move(step).unwrap());
    }
    let jump = TigerChess::from_situation("7q/3p4/4S3/8/8/8/8/3Q4 b - - 0 1 Xx").unwrap();
    assert_eq!((at(&marks, 4, 6), at(&marks, 3, 7)), ("iii".into(), "D".into()));
    marks.follow(&jump, &jump.read_move("E6xC8").unwrap());
    assert_eq!((at(&marks, 2, 8), at(&marks, 3, 7), at(&marks, 4, 6)), ("iii".into(), "".into(), "".into()));
}
