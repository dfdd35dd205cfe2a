//! Rulings 11 to 13: vessels.

use tiger_rules::Position as _;

use super::support::{Board, at, has, moves_of, play, value, why_not};

#[test]
fn ruling_11_a_vessel_sails_one_step_ahead_or_turns_to_an_adjacent_position_of_the_board() {
    let open = Board::bare('f').with("B7 gsS").build();
    assert_eq!(
        moves_of(&open, "~B7"),
        ["~B7-B8", "~B7>E", "~B7>N", "~B7>NE", "~B7>NW", "~B7>SE", "~B7>SW", "~B7>W"]
    );
    let corner = Board::bare('f').with("A6 gsE").build();
    assert_eq!(
        moves_of(&corner, "~A6"),
        ["~A6-B6", "~A6>N", "~A6>NE", "~A6>S", "~A6>SE"],
        "a bow may point at land, never off the board"
    );
    let island = Board::bare('f').with("E7 gsS, D8 gsN").build();
    assert!(!has(&island, "~E7-E8"), "the island is never occupied");
    assert!(has(&island, "~D8>E"), "a bow may point at it");
    let beached = Board::bare('f').with("A10 gsS").build();
    assert!(!has(&beached, "~A10-A11"), "a vessel stays on the ocean");
    let led = Board::bare('f').with("I8 gsE").build();
    assert_eq!(moves_of(&led, "~I8"), ["~I8>N", "~I8>NW", "~I8>S", "~I8>SW", "~I8>W"]);
}

#[test]
fn ruling_11_the_cannons_follow_a_bow_that_points_at_land() {
    let ashore = Board::bare('f').with("C6 gfE.1=GK, E6 gsN=DF, G6 rsN").build();
    assert!(!has(&ashore, "~C6*G6") && has(&ashore, "~C6>N"));
    let turned = play(&ashore, "~C6>N").situation().replace(" s ", " f ");
    assert!(has(&super::support::read(&turned), "~C6*G6"));
}

#[test]
fn ruling_11_her_occupant_commands_and_travels_along() {
    let situation = Board::bare('s').with("B7 gsS=RK, C7 gsS, D9 rsN=GK, F9 rsN").build();
    assert!(has(&situation, "~B7-B8") && !has(&situation, "~C7-C8"));
    assert!(!has(&situation, "~D9-D8") && has(&situation, "~F9-F8"));
    let sailed = play(&situation, "~B7-B8");
    assert_eq!((at(&sailed, "B7"), at(&sailed, "B8")), ("-".to_owned(), "RK".to_owned()));
    assert!(has(&sailed, "~D9-D8"), "Forest commands the boarded Red Ship");
}

#[test]
fn ruling_12_a_ram_sinks_the_opposing_vessel_ahead_with_her_occupant() {
    let situation = Board::bare('f')
        .with("B7 gsS, B8 rsN=RK, D7 gsS, D8 gsN=RK, F7 gsS, F8 rsN=GK, H7 gsS, H8 gsN")
        .build();
    assert!(has(&situation, "~B7xB8"), "the rammer need not be occupied");
    assert!(has(&situation, "~D7xD8"), "opposing by present command");
    assert!(!has(&situation, "~F7xF8") && !has(&situation, "~H7xH8"), "never one's own");
    assert!(why_not(&situation, "~F7xF8").contains("a vessel of one's own is on F8"));
    let sunk = play(&situation, "~B7xB8");
    assert_eq!(at(&sunk, "B8"), "-");
    assert_eq!(value(&sunk, "box"), "WK0,GK0,RG0,BK0,RK1,RR0");
    assert_eq!(sunk.quiet(), 0);
    assert!(sunk.situation().contains("/1,gsS,1,gsN=RK,#,"), "{}", sunk.situation());
}

#[test]
fn ruling_13_a_cannon_fires_over_one_occupied_vessel_at_the_next_opposing_one() {
    let board = Board::bare('f').with("E7 gfS.3=GK, G7 gsN=WK, I7 rsN=CE, C7 rsS=RK, B7 rsN");
    let situation = board.build();
    assert_eq!(moves_of(&situation, "~E7*"), ["~E7*B7", "~E7*I7"]);
    let fired = play(&situation, "~E7*I7");
    assert_eq!(at(&fired, "I7"), "-");
    assert!(
        fired.situation().contains("gfS.2=GK") && !fired.situation().contains("CE"),
        "{}",
        fired.situation()
    );
    for (changed, why) in [
        ("E7 gfS.3", "the Flagship must be occupied"),
        ("E7 gfS.0=GK", "a ball must be left"),
        ("E7 gfE.3=GK", "the lines are at ninety degrees to her bow"),
        ("G7 gsN, C7 rsS", "the intervening vessel must be occupied"),
        ("H7 gsN, C7 -", "the next vessel must be the opposing one"),
    ] {
        let situation = board.clone().with(changed).build();
        assert!(!has(&situation, "~E7*I7"), "{why}");
    }
}

#[test]
fn ruling_13_the_line_of_fire_is_variable_and_land_ends_it() {
    let diagonal = Board::bare('f').with("C7 gfNE.1=GK, D8 gsN=DF, F10 rsN").build();
    assert!(has(&diagonal, "~C7*F10"));
    let island = Board::bare('f').with("C8 gfN.1=GK, D8 gsN=DF, G8 rsN").build();
    assert!(has(&island, "~C8*G8"), "the island stops nothing");
    let vertical = Board::bare('f').with("C8 gfE.1=GK, C10 gsN=DF, C6 rsN=RK, C5 RF").build();
    assert!(moves_of(&vertical, "~C8*").is_empty());
}

#[test]
fn ruling_13_the_balls_belong_to_the_ship_whoever_commands_her() {
    let captured = Board::bare('s').with("E7 gfS.2=RK, G7 gsN=WK, I7 gsN").build();
    let fired = play(&captured, "~E7*I7");
    assert!(fired.situation().contains("gfS.1=RK"));
}
