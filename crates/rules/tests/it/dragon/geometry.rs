//! Rulings 1 to 10: geometry and borders.

use tiger_rules::Position as _;

use super::support::{Board, at, has, moves_of, play, why_not};

#[test]
fn ruling_01_forwards_is_south_for_forest_and_north_for_storm_on_land_and_sea() {
    let forest = Board::bare('f').with("A4 DF, B7 gsS=DF, B8 gsS, C12 EF").build();
    assert_eq!(moves_of(&forest, "A4"), ["A4-A5"]);
    assert_eq!(moves_of(&forest, "B7"), ["B7-B8"]);
    assert_eq!(moves_of(&forest, "C12"), ["C12-B12", "C12-B13", "C12-C13", "C12-D12", "C12-D13"]);
    let storm = Board::bare('s').with("A12 GNM, B9 rsN=GNM, B8 rsN, C4 TRL").build();
    assert_eq!(moves_of(&storm, "A12"), ["A12-A11"]);
    assert_eq!(moves_of(&storm, "B9"), ["B9-B8"]);
    assert_eq!(moves_of(&storm, "C4"), ["C4-B3", "C4-B4", "C4-C3", "C4-D3", "C4-D4"]);
}

#[test]
fn ruling_02_empty_water_is_passed_over_and_every_vessel_blocks() {
    let open = Board::bare('f').with("A4 WR, A9 gsS, I4 WR, I7 gsS=DF, I9 gsS, E12 PE");
    let situation = open.with("E12 -").build();
    assert!(has(&situation, "A4-A9"), "over empty water to the first vessel");
    assert!(!has(&situation, "I4-I7") && !has(&situation, "I4-I9"), "an occupied vessel blocks");
    assert!(!has(&situation, "A4-A11"), "no line crosses both coasts");
    // The island blocks nothing.
    let island = Board::bare('f').with("D8 gsS=WR, F8 gsS").build();
    assert!(has(&island, "D8-F8"));
}

#[test]
fn ruling_03_embarking_is_on_to_an_unoccupied_vessel_of_ones_own_colour_from_either_shore() {
    let forest = Board::bare('f')
        .with("A5 WR, A6 gsS, B5 WR, B6 rsN, C5 GK, D7 gsS, C12 GK, D10 gsS, B10 rsN, A10 gsS, H5 CB, H6 gsS=BR")
        .build();
    assert!(has(&forest, "A5-A6"));
    assert!(!has(&forest, "B5-B6"), "not on to a red vessel");
    assert!(has(&forest, "C5-D7"));
    assert!(has(&forest, "C12-D10"), "a Knight retreats");
    assert!(!has(&forest, "C12-B10"));
    assert!(!has(&forest, "H5-H6"), "not on to an occupied one");
    let enemy = Board::bare('f').with("A5 WR, A6 gsS=CE, B5 DF, C6 gsS=RK").build();
    assert!(moves_of(&enemy, "A5xA6").is_empty() && !has(&enemy, "A5-A6"), "never with an enemy aboard");
    assert!(!has(&enemy, "B5xC6"), "nobody captures by embarking");
}

#[test]
fn ruling_04_boarding_takes_any_unoccupied_vessel_or_an_occupied_enemy() {
    let situation = Board::bare('f')
        .with("E7 gsS=WR, C7 rsN, G7 rsN=CE, E9 gsN=GK, E6 gsW, B9 gsS=BR, C8 rsS=RK, B8 gsN")
        .build();
    assert!(has(&situation, "E7-C7") && has(&situation, "E7xG7") && has(&situation, "E7-E6"));
    assert!(!has(&situation, "E7-E9") && !has(&situation, "E7xE9"), "never one occupied by a friend");
    assert!(has(&situation, "B9xC8"));
    let boarded = play(&situation, "E7xG7");
    assert_eq!(at(&boarded, "G7"), "WR");
    assert!(boarded.situation().contains("=WR"));
}

#[test]
fn ruling_05_disembarking_moves_or_captures_and_the_vessel_is_her_owners_again() {
    let situation = Board::bare('f').with("B10 rsN=WR, B14 GNM, A10 rsN").build();
    assert!(has(&situation, "B10-B11=GF") && has(&situation, "B10xB14=GF"));
    let landed = play(&situation, "B10-B11");
    assert!(landed.situation().contains("/rsN,rsN,"), "{}", landed.situation());
    assert!(has(&landed, "~B10-B9"), "Storm commands her");
}

#[test]
fn ruling_06_the_prince_leaves_the_forest_for_good_and_stays_in_storms() {
    let sea = Board::bare('f').with("C6 gsS=TPC, D6 gsS").build();
    assert_eq!(moves_of(&sea, "C6"), ["C6-D6"], "no way back to the Forest");
    let storm = Board::bare('f').with("C11 TPC, C10 gsS, A1 GK").build();
    assert!(moves_of(&storm, "C11").iter().all(|mv| !mv.ends_with("10")), "no way back to sea");
    assert!(has(&storm, "C11-C12"));
    let home = Board::bare('f').with("C5 TPC, C6 gsS").build();
    assert!(has(&home, "C5-C6"));
}

#[test]
fn ruling_06_the_warlord_goes_everywhere_freely() {
    let sea = Board::bare('s').with("C6 rsN=WL").build();
    assert!(has(&sea, "C6-C5"));
    let forest = Board::bare('s').with("C5 WL, C6 rsN").state("wl1:1").build();
    assert!(has(&forest, "C5-C6"), "back to sea");
    let home = Board::bare('s').with("C10 rsN=WL").build();
    assert!(has(&home, "C10-C11"), "back home");
}

#[test]
fn ruling_06_the_storm_queen_becomes_the_witch_by_embarking_and_never_returns() {
    let queen = Board::bare('s').with("C12 SQN, C10 rsN").state("ra:3").build();
    assert!(has(&queen, "C12-C10=RWH"));
    let witch = play(&queen, "C12-C10");
    assert_eq!(at(&witch, "C10"), "RWH");
    assert!(witch.situation().contains(";ra:0;"), "her bow is forfeited");
    let sea = Board::bare('s').with("C10 rsN=RWH, D10 rsN").build();
    assert_eq!(moves_of(&sea, "C10"), ["C10-D10"]);
    let forest = Board::bare('s').with("C5 RWH, C6 rsN").build();
    assert!(!has(&forest, "C5-C6"), "never back to sea");
    let empress = Board::bare('s')
        .with("C12 SEP, C10 rsN, A15 DA")
        .state("ice:gone;e0:TPC;jr:alert")
        .with("A15 -")
        .build();
    assert!(!has(&empress, "C12-C10"), "an Empress cannot embark");
}

#[test]
fn ruling_06_towers_engines_and_pirates_are_transformed_by_landing_abroad() {
    let forest = Board::bare('f').with("A10 gsS=WR, C10 gsS=CB, G10 gsS=BR").build();
    assert!(has(&forest, "A10-A12=GF") && has(&forest, "C10-C11=GSD") && has(&forest, "G10-H11=RG"));
    let storm = Board::bare('s').with("A6 rsN=CE, C6 rsN=RCT, G6 rsN=PE").build();
    assert!(has(&storm, "A6-A4=RF") && has(&storm, "C6-C5=RSM") && has(&storm, "G6-H5=RR"));
    let home = Board::bare('f').with("A6 gsS=WR, G6 gsS=BR").build();
    assert!(has(&home, "A6-A5") && has(&home, "G6-H5"), "landing at home changes nothing");
    let confined = Board::bare('f').with("A12 GF, A10 gsS, C12 GSD, C10 gsS, G12 RG, H10 gsS").build();
    for mv in ["A12-A10", "C12-C10", "G12-H10"] {
        assert!(!has(&confined, mv), "{mv}");
    }
}

#[test]
fn ruling_06_guards_defenders_sceptres_and_librarians_keep_to_their_places() {
    let guard = Board::bare('f').with("D3 GD").build();
    assert_eq!(moves_of(&guard, "D3"), ["D3-D2", "D3-E3"]);
    let sceptre = Board::bare('f').with("C1 GSE, C6 gsS").build();
    assert!(has(&sceptre, "C1-C5") && !has(&sceptre, "C1-C6"));
    let land = Board::bare('f').with("D1 GSE, D2 GK, A2 GSE, A1 -, D1 -, E1 TPC").with("E1 TPC").build();
    assert!(!has(&land, "E1-E0"), "land never includes E0");
}

#[test]
fn ruling_07_dwarfs_go_straight_without_capture_and_capture_diagonally() {
    let embark = Board::bare('f').with("B5 DF, B6 gsS, C6 gsS=RK, D5 DF, D6 rsN").build();
    assert_eq!(moves_of(&embark, "B5"), ["B5-B6"]);
    assert!(moves_of(&embark, "D5").is_empty());
    let sea = Board::bare('f').with("B7 gsS=DF, B8 rsN, C8 rsN=RK, A8 rsN, F7 gsS=DF, F8 rsN=CE").build();
    assert_eq!(moves_of(&sea, "B7"), ["B7-B8", "B7xC8"], "diagonally only an occupied enemy");
    assert!(moves_of(&sea, "F7").is_empty(), "straight ahead without capture");
    let beach = Board::bare('f').with("B10 gsS=DF, B11 GNM, C11 GNM, A11 GNM, F10 gsS=DF").build();
    assert_eq!(moves_of(&beach, "B10"), ["B10xA11=EF", "B10xC11=EF"]);
    assert_eq!(moves_of(&beach, "F10"), ["F10-F11=EF"]);
}

#[test]
fn ruling_08_a_defender_out_of_the_palace_is_a_dwarf_without_the_double_step() {
    let situation = Board::bare('f').with("D3 PD, C4 TRL, F2 PD, G3 TRL").build();
    assert!(has(&situation, "D3xC4=DF") && has(&situation, "D3-C3=DF") && has(&situation, "D3-D4=DF"));
    assert!(has(&situation, "D3-E3"), "inside he stays what he is");
    assert!(has(&situation, "F2-G2=DF") && has(&situation, "F2xG3=DF"));
    let demoted = play(&situation, "D3-C3");
    assert_eq!(at(&demoted, "C3"), "DF");
    let storm = Board::bare('s').with("D13 CW").build();
    assert!(has(&storm, "D13-C12=GNM") && has(&storm, "D13-E13"));
}

#[test]
fn ruling_09_the_knights_leaps_follow_the_variation() {
    let leaps = |knights: &str| {
        let state = format!("knights:{knights}");
        let situation = Board::bare('f').with("C4 WK, A3 GK, B4 DF").state(&state).build();
        moves_of(&situation, "C4")
    };
    assert_eq!(leaps("lance"), ["C4-A1", "C4-B1", "C4-D1", "C4-F2", "C4-F3", "C4-F5"], "(3,1) and (3,2)");
    assert_eq!(
        leaps("sword"),
        ["C4-A2", "C4-A5", "C4-B2", "C4-B3", "C4-B5", "C4-D2", "C4-D3", "C4-D5", "C4-E3", "C4-E5"],
        "(2,1), (1,1) and (2,2), not on to a friend, nor E2 where the Princess stands"
    );
    assert_eq!(
        leaps("pike"),
        ["C4-A4", "C4-A5", "C4-B2", "C4-C2", "C4-C3", "C4-C5", "C4-D2", "C4-D4", "C4-E3", "C4-E4", "C4-E5"],
        "(2,1), (1,0) and (2,0)"
    );
}

#[test]
fn ruling_09_leaps_ignore_coasts_and_what_lies_between() {
    let situation = Board::bare('f')
        .with("C5 WK, C7 gsS, B5 DF, C6 gsS=GK, E7 gsS, D11 WK, F10 rsS=CE, B9 gsN")
        .state("knights:sword")
        .build();
    assert!(has(&situation, "C5-E7"), "(2,2) over the coast");
    assert!(has(&situation, "D11-B9"), "and from the other shore");
    let lance = Board::bare('f').with("C5 WK, D8 gsS, C6 gsS=GK").state("knights:lance").build();
    assert!(has(&lance, "C5-D8"));
}

#[test]
fn ruling_10_a_flagship_that_never_left_harbour_cannot_be_boarded_by_the_enemy_but_sunk() {
    let moored = Board::bare('f').with("E10 rfN.3h=RK, E9 gsS=WR, D9 rsS, C10 gsE=CB").build();
    assert!(!has(&moored, "E9xE10"));
    assert!(has(&moored, "~E9xE10"), "she can be rammed");
    let empty = Board::bare('f').with("E10 rfN.3h, E9 gsS=WR").build();
    assert!(!has(&empty, "E9-E10"), "nor without capture");
    let left = Board::bare('f').with("E10 rfN.3=RK, E9 gsS=WR").build();
    assert!(has(&left, "E9xE10"), "immunity is not restored by coming back");
    let own = Board::bare('s').with("E10 rfN.3h, E12 CE").build();
    assert!(has(&own, "E12-E10"), "her own side embarks");
    let sailed = play(&own, "~E10-E9");
    assert!(sailed.situation().contains("rfN.3,"), "{}", sailed.situation());
    assert!(why_not(&moored, "E9xE10").contains("cannot go to E10"));
}
