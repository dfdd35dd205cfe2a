//! The board and the set-up, the crate's own and another.

use std::sync::Arc;

use tiger_rules::dance::{Board, Situation, Square, Terrain};
use tiger_rules::{
    AnyPosition, GameKind, Limits, Position as _, Regicide, Replay, Side, Variation, check, check_on,
    read_records,
};

use super::support::{moves, read, start};

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
fn a_wrong_board_file_is_refused_with_line_column_and_reason() {
    let refusal = |from: &str, to: &str| {
        Board::parse(&Board::standard_text().replacen(from, to, 1)).unwrap_err().to_string()
    };
    for (from, to, told) in [
        ("10  . .", "10  . ?", "line 4, column 7: `?` on b10: a square is `.`, `~`, `X` or `C`"),
        ("10  . .", "10  .", "line 4, column 24: rank 10 has 10 squares where eleven are due"),
        ("10  .", "10  . .", "line 4, column 27: rank 10 has more than eleven squares"),
        ("10  .", "12  .", "line 4, column 1: `12` where rank 10 is due"),
        ("10  .", "North Ka1\n10  .", "line 4, column 1: `North` where rank 10 is due: the ranks come first"),
        ("# Who", "1 . .\n# Who", "line 14, column 1: `1` after rank 1: only South and North are due"),
        ("Ka1", "Kf1", "line 15, column 7: a King cannot stand on f1"),
        ("Fa2", "Zz9", "line 15, column 11: `Zz9` is no piece on a square, such as `Ka1`"),
        ("Fa2", "Fb1 ", "line 15, column 16: two pieces stand on b1"),
    ] {
        assert_eq!(refusal(from, to), format!("board file, {told}"), "{from} to {to}");
    }
    assert!(refusal("Ka1", "Fa1").contains("one King"));
    assert!(refusal(" 1  C", "# 1  C").contains("`South` where rank 1 is due"));
    assert_eq!(
        Board::parse("").unwrap_err().to_string(),
        "board file: eleven ranks are due, from 11 to 1: rank 11 is missing"
    );
}

#[test]
fn a_board_on_which_the_game_is_over_before_the_first_move_is_refused() {
    let one_fortress = Board::standard_text().replace('X', ".").replacen(" 3  . .", " 3  X .", 1);
    assert!(Board::parse(&one_fortress).is_ok());
    let held = one_fortress.replacen("Fk10", "Fa3", 1);
    assert_eq!(
        Board::parse(&held).unwrap_err().to_string(),
        "board file: the game would be over before the first move: five-fortresses"
    );
    let lone = Board::standard_text().replacen("South Ka1 Fa2 Fb1 Fb2", "South Ka1", 1);
    assert_eq!(
        Board::parse(&lone).unwrap_err().to_string(),
        "board file: the game would be over before the first move with Regicide First: no-pieces"
    );
}

/// A board without the fortress on c9, with a Hero on b2.
fn other() -> Board {
    Board::parse(&Board::standard_text().replace(" 9  . . X", " 9  . . .").replace("Fb2", "Hb2")).unwrap()
}

#[test]
fn boards_are_written_so_that_they_read_back() {
    for board in [(*Board::standard()).clone(), other()] {
        assert_eq!(Board::parse(&board.to_string()).as_ref(), Ok(&board));
        assert_eq!(Board::from_code(&board.code()).as_ref(), Ok(&board));
    }
    assert_eq!(
        other().code(),
        "C....~....C/.....~...../........X../.....~...../.........../~~.~.X.~.~~/.........../.....~...../\
         ..X.....X../.....~...../C....~....C Ka1,Fb1,Fa2,Hb2 Fj10,Fk10,Fj11,Kk11"
    );
    for (code, told) in [
        ("", "board file: eleven ranks between slashes are due, then the pieces of both sides"),
        ("C....~....C", "board file: eleven ranks are due, from 11 to 1: rank 10 is missing"),
        ("C....~....C/..!", "board file, line 1, column 15: `!` on c10: a square is `.`, `~`, `X` or `C`"),
        ("C....~....C/..", "board file, line 1, column 15: rank 10 has 2 squares where eleven are due"),
    ] {
        assert_eq!(Board::from_code(code).unwrap_err().to_string(), told);
    }
    let code = other().code();
    assert!(Board::from_code(&code.replace(" Ka1", " ")).unwrap_err().to_string().contains("`` is no piece"));
    assert!(Board::from_code(&code.replace(" Fj10,Fk10,Fj11,Kk11", "")).is_err());
    assert!(Board::from_code(&format!("{code} Fa5")).is_err());
}

const RECORD: &str =
    "[Game \"Dance\"]\n[First \"Ash\"]\n[Second \"Moor\"]\n[Result \"*\"]\n\n1. b2-e5 j10-j9 *\n";

#[test]
fn a_record_is_read_on_the_board_that_it_tells_of_or_that_is_known() {
    let mut record = read_records(RECORD, Limits::WEB).next().unwrap().unwrap();
    let (own, standard) = (Arc::new(other()), Board::standard());
    assert_eq!(check(&record).error.unwrap().ply, 1, "no Footman goes from b2 to e5");
    assert_eq!(check_on(&record, &own).error, None);
    assert_eq!(Replay::on(&record, &own).unwrap().filter_map(Result::ok).count(), 2);

    record.set_board(&own);
    assert_eq!(check(&record).error, None);
    assert_eq!(record.board().unwrap().as_ref(), Some(&own));
    let again = read_records(&record.to_string(), Limits::WEB).next().unwrap().unwrap();
    assert_eq!(check(&again).plies, 2);
    let first = again.numbered().unwrap().moves[0].clone();
    assert_eq!((first.number.unwrap().to_string().as_str(), first.text.as_str()), ("1.", "b2-e5"));
    let why = check_on(&record, &standard).error.unwrap();
    assert_eq!(
        (why.ply, why.why.as_str()),
        (0, "BoardFile: the record tells of another board than the game was played on")
    );
    assert!(Replay::on(&record, &standard).is_err());

    record.set_board(&standard);
    assert_eq!(record.tag("BoardFile"), None, "the standard board needs no tag");
    record.set_tag("BoardFile", "C..");
    assert_eq!(
        check(&record).error.unwrap().why,
        "BoardFile: column 4: rank 11 has 3 squares where eleven are due"
    );
}

#[test]
fn a_situation_is_read_on_the_board_too() {
    let start = AnyPosition::start_on(Variation::Dance { regicide: Regicide::None }, &Arc::new(other()));
    let read =
        AnyPosition::from_situation_on(GameKind::Dance, &start.situation(), &Arc::new(other())).unwrap();
    assert_eq!(read.legal_moves(), start.legal_moves());
    let mut record = read_records(RECORD, Limits::WEB).next().unwrap().unwrap();
    record.set_tag("Situation", start.situation());
    record.set_board(&other());
    assert_eq!(check(&record).error, None);
}
