//! Records of Dragon: every ending that the board shows or that is claimed, with its points, checked from the record.

use tiger_rules::{
    CheckReport, Ending, Limits, Outcome, Position as _, Side, check, named_awards, read_records,
};

use super::support::Board;

fn checked(board: &Board, moves: &str, result: &str, termination: &str) -> CheckReport {
    let text = format!(
        "[Game \"Dragon\"]\n[Forest \"Ash\"]\n[Storm \"Moor\"]\n[Knights \"Sword\"]\n[Formation \"Arrowhead\"]\n\
         [Situation \"{}\"]\n[Result \"{result}\"]\n[Termination \"{termination}\"]\n\n{moves} {result}\n",
        board.clone().build().situation()
    );
    check(&read_records(&text, Limits::WEB).next().unwrap().unwrap())
}

/// What is wrong with the record.
fn wrong(board: &Board, moves: &str, result: &str, termination: &str) -> String {
    checked(board, moves, result, termination).error.unwrap().why
}

/// The points of a record that is in order, such as `Storm 0, Forest 5.5`.
fn points(board: &Board, moves: &str, result: &str, termination: &str) -> String {
    let report = checked(board, moves, result, termination);
    assert_eq!(report.error, None, "{moves}");
    assert_eq!(report.termination.unwrap().to_string(), termination);
    let awards = named_awards(report.game.unwrap(), &report.points.unwrap());
    let told = awards.iter().map(|(name, points)| format!("{name} {}", points.decimal()));
    told.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_board_shows_locking_up_direct_capture_planting_and_truce_and_what_they_score() {
    let locking = Board::bare('s').with("A1 TPC, B4 RF, B5 RF");
    assert_eq!(points(&locking, "20. B5-A5", "Storm", "locking-up"), "Storm 5.5, Forest 0");
    let capture = Board::bare('f').with("C13 TPC, E13 WL");
    assert_eq!(points(&capture, "20... C13-D13", "Forest", "direct-capture"), "Storm 0, Forest 5");
    let planting = Board::bare('s').with("E3 RWH, A1 TPC");
    assert_eq!(points(&planting, "20. F@E3", "Storm", "planting"), "Storm 3, Forest 0");
    let truce = Board::bare('s').with("A1 TPC, B4 RF");
    assert_eq!(points(&truce, "20. B4-B3", "Draw", "stalemate"), "Storm 1, Forest 1");
    assert!(wrong(&truce, "20. B4-B3", "Storm", "locking-up").contains("the board shows stalemate"));
    assert!(wrong(&capture, "20... C13-B13", "Forest", "direct-capture").contains("does not show it"));
    assert!(wrong(&locking, "20. B5-A5 A1-B1", "Storm", "locking-up").contains("was over before this move"));
}

#[test]
fn a_claim_of_repetition_is_verified_from_the_record() {
    let board = Board::bare('f');
    let there_and_back = "E1-F1 E15-F15 F1-E1 F15-E15";
    let twice = format!("20... {there_and_back} {there_and_back}");
    assert_eq!(points(&board, &twice, "Draw", "repetition"), "Storm 1, Forest 1");
    assert!(
        wrong(&board, &format!("20... {there_and_back}"), "Draw", "repetition")
            .contains("has stood 2 times: a claim of repetition needs three")
    );
    // The bow of a ship makes another situation of it.
    let ship = Board::bare('f').with("A7 gsS");
    let turned = format!("20... ~A7>E E15-F15 ~A7>S F15-E15 {there_and_back}");
    assert_eq!(points(&ship, &turned, "Draw", "repetition"), "Storm 1, Forest 1");
    let once = "20... ~A7>E E15-F15 E1-F1 F15-E15 F1-E1 E15-F15 ~A7>S F15-E15";
    assert!(wrong(&ship, once, "Draw", "repetition").contains("has stood 2 times"));
}

#[test]
fn ruling_37_the_third_repetition_is_a_truce_and_a_record_that_goes_on_waits_for_the_arbiter() {
    let board = Board::bare('f').with("C4 DF");
    let there_and_back = "E1-F1 E15-F15 F1-E1 F15-E15";
    let thrice = format!("20... {there_and_back} {there_and_back}");
    let untold = checked(&board, &thrice, "Draw", "repetition");
    assert_eq!(untold.termination, Some(Ending::Repetition.into()));
    assert!(wrong(&board, &thrice, "Forest", "time").contains("the board shows repetition"));

    let on = checked(&board, &format!("{thrice} C4-C5 E15-F15"), "Forest", "time");
    let error = on.error.unwrap();
    assert_eq!((error.ply, error.mv, on.plies, on.may_stand), (8, None, 10, true));
    assert!(error.why.contains("a Truce (ruling 37)"), "{}", error.why);
    assert_eq!(on.outcome, Some(Outcome::won(Side::North, Ending::Time)), "if the Arbiter lets it stand");

    let broken = checked(&board, &format!("{thrice} C4-C6"), "Forest", "time");
    assert_eq!((broken.error.unwrap().ply, broken.plies, broken.may_stand), (8, 8, false));
    let fitting = checked(&board, &thrice, "Draw", "repetition");
    assert!(!fitting.may_stand && fitting.error.is_none());
}

#[test]
fn a_claim_of_fifty_moves_is_verified_from_the_record() {
    let moves = "20... E1-F1 E15-F15";
    let board = Board::bare('f').with("C4 DF");
    assert_eq!(points(&board.clone().quiet(98), moves, "Draw", "fifty-moves"), "Storm 1, Forest 1");
    assert!(
        wrong(&board.clone().quiet(97), moves, "Draw", "fifty-moves")
            .contains("99 quiet half-moves: a claim of fifty moves needs 100")
    );
    assert!(
        wrong(&board.clone().quiet(98), "20... C4-C5 E15-F15", "Draw", "fifty-moves").contains("1 quiet")
    );
    // Seventy-five end the game without a claim.
    let silent = board.quiet(149);
    assert_eq!(points(&silent, "20... E1-F1", "Draw", "fifty-moves"), "Storm 1, Forest 1");
    assert!(wrong(&silent, moves, "Draw", "fifty-moves").contains("was over before this move"));
}

#[test]
fn claims_and_concessions_that_the_board_does_not_show_score_by_the_table() {
    let board = Board::bare('f');
    let moves = "20... E1-F1 E15-F15";
    for (result, termination, scored) in [
        ("Forest", "concession (locking-up)", "Storm 0, Forest 5.5"),
        ("Storm", "concession (direct-capture)", "Storm 5, Forest 0"),
        ("Storm", "concession (planting)", "Storm 3, Forest 0"),
        ("Draw", "agreement", "Storm 1, Forest 1"),
        ("Forest", "time", "Storm 0, Forest 5.5"),
        ("Storm", "time (planting)", "Storm 3, Forest 0"),
    ] {
        assert_eq!(points(&board, moves, result, termination), scored, "{termination}");
    }
    assert!(wrong(&board, moves, "Forest", "concession").contains("says what it is in lieu of"));
    assert!(wrong(&board, moves, "Storm", "locking-up").contains("the board does not show it"));
    assert!(wrong(&board, moves, "Draw", "time (planting)").contains("does not exist in this game"));
}

#[test]
fn refusals_say_what_is_in_the_way() {
    use super::support::why_not;
    let start = dragon_start();
    for (typed, told) in [
        ("A15-A11", "A14 is in the way"),
        ("A15-E11", "it moves along files and ranks"),
        ("E15-E14", "the Storm Queen of the same side is there"),
        ("B10-B9", "nobody is aboard the Red Ship on B10: her own moves begin with `~`"),
        ("A9-A8", "a vessel's move begins with `~`: ~A9-A8"),
        ("D12-D10", "two positions are stepped from the second rank only"),
        ("C13-E8", "nobody enters the Kraken's Lair"),
        ("D14-C13", "the Red Knight of the same side is there"),
        ("D14-C14", "the Gnome of the same side is there"),
        ("A1-A5", "the Watchtower on A1 is not Storm's to move"),
        ("A15-A4", "the maiden flight is written with `^`: A15^A4"),
        ("E14xA10", "no vessel is on A10, and forces are at sea aboard vessels only"),
        ("~A9-A10", "points N, at A8: she goes that way, or turns first"),
        ("~A7-A8", "no vessel is on A7"),
        ("~A6-A7", "is commanded by Forest"),
        ("~A9>N", "her bow points N already"),
        ("~A9*C9", "Flagships alone have cannons"),
        ("~E10*G10", "with somebody aboard only"),
        ("E14*E1", "an arrow flies in a straight line"),
        ("E15*E12", "the Dark Warlord on E15 is no archer"),
        ("F@E3", "no bearer of Storm stands on E3"),
        ("JR@C13", "the Jailer is not On Alert yet"),
        ("O-W", "is in the way of castling"),
    ] {
        let why = why_not(&start, typed);
        assert!(why.contains(told), "{typed}: {why}");
        assert!(why.split(' ').count() < 32, "{typed}: {why}");
    }
}

fn dragon_start() -> tiger_rules::dragon::Situation {
    tiger_rules::dragon::Situation::start(tiger_rules::DragonOptions::default())
}
