//! Rulings 14 to 22: captures, glides, flights, birds, arrows, en passant, exchanges.

use tiger_rules::Position as _;

use super::support::{Board, at, has, moves_of, play, start, value, why_not};

/// The Ice Dragon afire on `place`, the Prince in the White Room.
fn dragon_afire(side: char, cells: &str) -> Board {
    Board::bare(side).with(cells).state("ice:afire;e0:TPC;jr:alert")
}

/// The Elder Serpent afire, the Warlord in the Stairwell, the Queen at war on E2.
fn elder_afire(side: char, cells: &str) -> Board {
    Board::bare(side).with("E2 TBW").with(cells).state("e16:WL;war:1;ga:4;gl:0;lb:alert;wl1:1")
}

#[test]
fn ruling_14_crossbowmen_capture_only_over_exactly_one_screen() {
    let land = Board::bare('f').with("C2 CB, C3 DF, C5 TRL, A2 TRL, I2 TRL, H2 TRL").build();
    assert!(has(&land, "C2xC5"));
    assert!(!has(&land, "C2xA2"), "not the first force");
    let two = Board::bare('f').with("C2 CB, C3 DF, C4 DF, C5 TRL").build();
    assert!(!has(&two, "C2xC5"), "not over two");
    let friend = Board::bare('f').with("C2 CB, C3 DF, C4 GK, C5 TRL").build();
    assert!(moves_of(&friend, "C2x").is_empty(), "the first force beyond");
}

#[test]
fn ruling_14_at_sea_and_disembarking_the_screen_is_an_occupied_vessel() {
    let sea = Board::bare('f').with("A6 gsS=CB, A7 rsN=CE, A9 rsN=RK, C7 gsS=CB, D7 rsN, F7 rsN=RK").build();
    assert!(has(&sea, "A6xA9"));
    assert!(has(&sea, "C7-D7") && !has(&sea, "C7xF7"), "an unoccupied vessel simply blocks");
    let beyond = Board::bare('f').with("A6 gsS=CB, A7 rsN=CE, A8 rsN, A9 rsN=RK").build();
    assert!(moves_of(&beyond, "A6x").is_empty(), "an unoccupied vessel beyond the screen blocks too");
    let landing =
        Board::bare('f').with("B8 gsS=CB, B10 rsN=RK, B12 GNM, D10 gsS=CB, D11 GNM, D12 GNM").build();
    assert!(has(&landing, "B8xB12=GSD"));
    assert!(moves_of(&landing, "D10x").is_empty(), "a force on land is no screen from the sea");
    let embarking = Board::bare('f').with("A4 CB, A5 DF, A7 rsN=RK, C5 CB, C6 gsS=DF, C7 rsN=RK").build();
    assert!(moves_of(&embarking, "A4x").is_empty() && moves_of(&embarking, "C5x").is_empty());
}

#[test]
fn ruling_15_siege_directors_rangers_and_the_wizard_capture_the_first_or_over_one_screen() {
    let situation = Board::bare('f')
        .with("B11 GSD, B12 GNM, B14 CE, G12 RG, H13 GNM, I14 RCT, I12 WD, I13 GNM")
        .state("wiz:free")
        .build();
    for mv in ["B11xB12", "B11xB14", "G12xH13", "G12xI14", "I12xI13", "I12xI14"] {
        assert!(has(&situation, mv), "{mv}");
    }
    let same_kingdom = Board::bare('f')
        .with("B11 GSD, B10 rsN=RK, B9 rsN=RK, H11 WD, H10 rsN=BK, H9 gsS")
        .state("wiz:free")
        .build();
    assert!(moves_of(&same_kingdom, "B11x").is_empty() && moves_of(&same_kingdom, "H11x").is_empty());
}

#[test]
fn ruling_16_glides_cross_the_ocean_over_everything_to_vacant_land() {
    let wizard =
        Board::bare('f').with("A5 WD, A6 gsS=DF, A12 GNM, E11 PE, C7 rsN=RK").state("wiz:free").build();
    let glides: Vec<_> = moves_of(&wizard, "A5-").into_iter().filter(|mv| mv.len() > 5).collect();
    assert_eq!(glides, ["A5-A11", "A5-A13", "A5-A14", "A5-A15", "A5-G11", "A5-H12", "A5-I13"]);
    let never_captures = moves_of(&wizard, "A5x");
    assert!(never_captures.is_empty());
    let rooms = Board::bare('f').with("E5 WD, E6 gsS").state("wiz:free").build();
    assert!(!has(&rooms, "E5-E16") && has(&rooms, "E5-E14"));
    let raven = Board::bare('s').with("C12 RN").build();
    let glides: Vec<_> =
        moves_of(&raven, "C12-").into_iter().filter(|mv| mv.len() == 6 && mv.starts_with("C12-")).collect();
    assert!(
        glides.contains(&"C12-C1".to_owned()) && !has(&raven, "C12-I6") && !has(&raven, "C12-H5"),
        "vertically only"
    );
    let watchtower = Board::bare('f').with("A5 WR").build();
    assert!(!has(&watchtower, "A5-A11"));
}

#[test]
fn ruling_17_the_beasts_fly_over_everything_and_blaze_but_not_past_a_shield() {
    let ice = dragon_afire('f', "B13 DA, C13 GNM, D13 CW, F13 GNM, B14 GK, B15 CE").build();
    for mv in ["B13xC13", "B13xD13", "B13-E13", "B13xF13", "B13-I13", "B13xB15", "B13-D15"] {
        assert!(has(&ice, mv), "{mv}");
    }
    assert!(!has(&ice, "B13-B10") && !has(&ice, "B13-B5"), "within the kingdom");
    let shield = dragon_afire('f', "B13 DA, C13 GNM, D13 JR, F13 GNM").state("jr:guard").build();
    assert!(has(&shield, "B13xC13"));
    for mv in ["B13xD13", "B13-E13", "B13xF13"] {
        assert!(!has(&shield, mv), "{mv}");
    }
    let elder = elder_afire('s', "A3 ESA, C3 GK, D3 PD").build();
    assert!(has(&elder, "A3xC3") && has(&elder, "A3xD3") && has(&elder, "A3-E3") && !has(&elder, "A3-B4"));
    let younger = Board::bare('s')
        .with("E2 TBW, A5 YSA, B4 DF, D2 GK, E1 -, H1 TPC")
        .state("yw:afire;war:1;ga:4;gl:0;lb:alert")
        .build();
    assert!(
        has(&younger, "A5xB4") && has(&younger, "A5-C3") && has(&younger, "A5xD2") && has(&younger, "A5-E1")
    );
    assert!(!has(&younger, "A5-A4"));
    let shielded = elder_afire('s', "A3 ESA, C3 LB, D3 PD").state("lb:guard").build();
    assert!(has(&shielded, "A3-B3") && moves_of(&shielded, "A3x").is_empty());
}

#[test]
fn ruling_17_birds_fly_orthogonally_over_everything_without_capturing() {
    let bird = Board::bare('f').with("C3 AS, C4 DF, E3 TRL, F3 TRL").with("E2 WPS").build();
    for mv in ["C3-C5", "C3-D3", "C3-G3", "C3-I3", "C3-C12"] {
        assert!(has(&bird, mv), "{mv}");
    }
    assert!(!has(&bird, "C3xE3") && !has(&bird, "C3xF3") && !has(&bird, "C3-D4"));
}

#[test]
fn ruling_18_the_maiden_flight_leaves_the_tower_and_the_bird_then_captures_beside_her() {
    let start = play(&start(), "~A9>NE");
    let released = play(&start, "A1^A12");
    assert_eq!((at(&released, "A1"), at(&released, "A12")), ("WR".to_owned(), "AS".to_owned()));
    assert!(released.situation().starts_with("WR,1,CB"));
    assert_eq!(released.rights(), start.rights(), "releasing is no move of the tower");
    let situation = Board::bare('f').with("A3 WR*, A12 GNM, C12 AS, D13 CW, B11 GNM, C10 rsN=RK").build();
    assert_eq!(moves_of(&situation, "A3^"), ["A3^A11", "A3^A13", "A3^A14", "A3^A15"]);
    assert!(has(&situation, "C12xD13") && has(&situation, "C12xB11"));
    let moved = play(&situation, "A3-B3");
    assert!(moved.situation().contains("/1,WR*,"), "she travels with her tower");
    let beach = Board::bare('f').with("C11 AS, C10 rsN=RK, C12 GNM").build();
    assert!(!has(&beach, "C11xC10"), "on land positions only");
}

#[test]
fn ruling_18_a_bird_inside_is_lost_with_her_tower_at_sea_or_in_towering() {
    let embark = Board::bare('f').with("A5 WR*, A6 gsS").build();
    let sea = play(&embark, "A5-A6");
    assert!(sea.situation().contains("gsS=WR,") && !sea.situation().contains('*'));
    let captured = Board::bare('s').with("A5 WR*, A2 RF").build();
    assert!(!play(&captured, "A2xA5").situation().contains('*'));
    let towering = Board::bare('f').with("A1 WR*").rights("W").build();
    assert!(!play(&towering, "O-W").situation().contains('*'));
}

#[test]
fn ruling_19_arrows_fly_over_everything_within_the_archers_kingdom() {
    let princess = Board::bare('f').with("E4 RN, E3 PD, B5 RN, H5 TRL").build();
    assert_eq!(moves_of(&princess, "E2*"), ["E2*B5", "E2*E4"], "any target on the lines may be chosen");
    let shot = play(&princess, "E2*E4");
    assert_eq!((at(&shot, "E4"), at(&shot, "E2")), ("-".to_owned(), "WPS".to_owned()));
    assert_eq!(value(&shot, "ga"), "1");
    let spent = Board::bare('f').with("E4 RN").state("ga:0").build();
    assert!(moves_of(&spent, "E2*").is_empty());
    let queen = elder_afire('f', "E2 TBW, B2 ESA, D1 GK, H5 RN").build();
    assert_eq!(moves_of(&queen, "E2*"), ["E2*B2", "E2*H5"]);
    let storm = Board::bare('s').with("E13 SQN, B13 AS, C13 RK, H13 CE*, A1 WR*").state("ra:3").build();
    assert_eq!(moves_of(&storm, "E13*"), ["E13*B13"]);
    assert_eq!(value(&play(&storm, "E13*B13"), "ra"), "2");
    let ice = dragon_afire('s', "E13 SQN, B13 DA, H13 AS, D13 JR").state("ra:1;jr:guard").build();
    assert_eq!(moves_of(&ice, "E13*"), ["E13*B13", "E13*H13"], "a shield stops no arrow");
    assert_eq!(value(&play(&ice, "E13*B13"), "ice"), "gone");
}

#[test]
fn ruling_19_a_raven_beside_the_white_room_attacks_the_royal_there() {
    for place in ["D1", "E1", "F1"] {
        let attacked = dragon_afire('f', &format!("B13 DA, {place} RN")).build();
        assert_eq!(attacked.royal_attacked(), Some(true), "{place}");
    }
    assert_eq!(dragon_afire('f', "B13 DA, E2 WPS, C1 RN").build().royal_attacked(), Some(false));
    for place in ["D15", "E15", "F15"] {
        let attacked = elder_afire('s', &format!("A4 ESA, {place} AS")).build();
        assert_eq!(attacked.royal_attacked(), Some(true), "{place}");
    }
}

#[test]
fn ruling_20_the_princess_blocks_and_cannot_be_captured_but_the_queen_can() {
    let princess = Board::bare('s').with("E5 RF, B2 RSM, C2 GK").build();
    assert!(!has(&princess, "E5xE2") && has(&princess, "E5-E3"));
    assert!(!has(&princess, "B2xE2"), "nor over a screen");
    assert!(!princess.is_attacked(tiger_rules::dragon::Side::Forest), "she blocks the file");
    assert!(moves_of(&Board::bare('f').build(), "E2").is_empty());
    let queen = elder_afire('s', "A4 ESA, E5 RF").build();
    assert!(has(&queen, "E5xE2"));
}

#[test]
fn ruling_21_an_elf_takes_a_gnome_that_has_just_passed() {
    let before = Board::bare('s').with("G14 GNM, F12 EF, H13 EF, H12 EF, H11 GK").build();
    let stepped = play(&before, "G14-G12");
    assert_eq!(value(&stepped, "ep"), "G13");
    assert_eq!(stepped.quiet(), 0);
    for mv in ["F12xG12", "F12xG13", "H12xG13", "H13xG13", "F12-G13", "H13-G13"] {
        assert!(has(&stepped, mv), "{mv}");
    }
    assert!(!has(&stepped, "H11xG13"), "Elves only");
    let taken = play(&stepped, "H13xG13");
    assert_eq!((at(&taken, "G12"), at(&taken, "G13")), ("-".to_owned(), "EF".to_owned()));
    let later = play(&play(&stepped, "E1-D1"), "E15-D15");
    assert_eq!(value(&later, "ep"), "-");
    assert!(!has(&later, "F12xG13"), "next move only");
    let single = play(&Board::bare('s').with("G14 GNM, F12 EF, H13 EF").build(), "G14-G13");
    assert_eq!(value(&single, "ep"), "-");
}

#[test]
fn ruling_21_a_troll_takes_a_dwarf_in_the_same_way() {
    let stepped = play(&Board::bare('f').with("C2 DF, B4 TRL, D3 TRL").build(), "C2-C4");
    assert_eq!(value(&stepped, "ep"), "C3");
    for mv in ["B4xC3", "B4xC4", "D3xC3", "D3xC4"] {
        // D3 is beside the passed position; C4 lies behind it, where a Troll never moves.
        assert_eq!(has(&stepped, mv), mv != "D3xC4", "{mv}");
    }
}

#[test]
fn ruling_22_an_elf_arriving_on_the_home_rank_may_be_exchanged_at_once() {
    let board = Board::bare('f').with("C14 EF, B15 CE, G15 EF").state("box:WK1,GK2,RG0,BK1,RK1,RR1");
    let situation = board.build();
    assert_eq!(
        moves_of(&situation, "C14-C15"),
        ["C14-C15", "C14-C15=GK", "C14-C15=WD", "C14-C15=WK"],
        "what has been captured, and the Wizard"
    );
    assert!(has(&situation, "C14xB15=WD") && has(&situation, "C14xB15"));
    assert_eq!(moves_of(&situation, "G15-F15"), ["G15-F15"], "a step along the rank is no arrival");
    let freed = play(&situation, "C14-C15=WD");
    assert_eq!((at(&freed, "C15"), value(&freed, "wiz")), ("WD".to_owned(), "free".to_owned()));
    let knight = play(&situation, "C14-C15=WK");
    assert_eq!(
        (at(&knight, "C15"), value(&knight, "box")),
        ("WK".to_owned(), "WK0,GK2,RG0,BK1,RK1,RR1".to_owned())
    );
    let gone = board.clone().state("wiz:gone").build();
    assert!(!has(&gone, "C14-C15=WD"), "a captured Wizard never returns");
    assert!(why_not(&gone, "C14-C15=RG").contains("no Ranger has been captured or sunk"));
}

#[test]
fn ruling_22_only_forces_captured_as_that_type_come_back() {
    let buccaneer = play(&Board::bare('s').with("A3 BR, A4 RF").build(), "A4xA3");
    assert_eq!(value(&buccaneer, "box"), "WK0,GK0,RG0,BK0,RK0,RR0");
    let ranger = play(&Board::bare('s').with("A13 RG, A14 CE").build(), "A14xA13");
    assert_eq!(value(&ranger, "box"), "WK0,GK0,RG1,BK0,RK0,RR0");
    let wizard = play(&Board::bare('s').with("A13 WD, A14 CE").state("wiz:free").build(), "A14xA13");
    assert_eq!(value(&wizard, "wiz"), "gone");
    let troll = Board::bare('s').with("C2 TRL").state("box:WK0,GK0,RG0,BK0,RK1,RR1").build();
    assert_eq!(moves_of(&troll, "C2-C1"), ["C2-C1", "C2-C1=IM", "C2-C1=RK", "C2-C1=RR"]);
}
