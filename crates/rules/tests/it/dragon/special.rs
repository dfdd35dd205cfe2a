//! Rulings 30 to 37: towering, beasts afire, springing, planting, transformations, Truce.

use tiger_rules::Position as _;
use tiger_rules::{Ending, Outcome, Side};

use super::support::{Board, at, has, moves, moves_of, play, start, value, why_not};

const TOWERS: &str = "A1 WR*, I1 WR";

#[test]
fn ruling_30_towering_moves_the_prince_three_and_the_tower_two() {
    let situation = Board::bare('f').with(TOWERS).rights("WE").build();
    assert_eq!(moves_of(&situation, "O-"), ["O-E", "O-W"]);
    let west = play(&situation, "O-W");
    assert_eq!((at(&west, "B1"), at(&west, "C1"), at(&west, "A1")), ("TPC".into(), "GSE".into(), "-".into()));
    assert!(west.situation().contains(" s - "), "both rights are gone: {}", west.situation());
    assert_eq!(value(&west, "ice"), "watching");
    let east = play(&situation, "O-E");
    assert_eq!((at(&east, "H1"), at(&east, "G1"), at(&east, "I1")), ("TPC".into(), "GSE".into(), "-".into()));
    assert_eq!(east.quiet(), 8, "losing one's own bird does not reset the count");
}

#[test]
fn ruling_30_nothing_between_and_no_attack_before_on_the_way_or_at_the_end() {
    let board = Board::bare('f').with("A1 WR, E2 WPS").rights("W");
    for (cells, why) in [
        ("B1 GK", "somebody between"),
        ("D1 WK", "somebody between"),
        ("D2 TRL", "attacked on E1"),
        ("D5 RF", "D1 is attacked"),
        ("C5 RF", "C1 is attacked"),
        ("B5 RF", "B1 is attacked"),
    ] {
        assert!(moves_of(&board.clone().with(cells).build(), "O-").is_empty(), "{why}");
    }
    assert!(has(&board.clone().with("A6 rsN=CE").build(), "O-W"), "the tower may pass an attack");
    assert!(moves_of(&board.clone().rights("-").build(), "O-").is_empty());
    let passed = Board::bare('f').with("A1 WR, E2 WPS, I1 RF, F1 GK").rights("W").build();
    assert!(has(&passed, "O-W"));
    assert!(why_not(&board.with("D5 RF").build(), "O-W").contains("on the way"));
}

#[test]
fn ruling_30_a_passed_position_is_judged_with_the_royal_gone_from_e() {
    // The Red Siege Machine on H1 jumps over the one screen on G1 to E1's west when the Prince has left E1.
    let situation = Board::bare('f').with("A1 WR, G1 GK, H1 RSM").rights("W").build();
    assert_eq!(situation.royal_attacked(), Some(true), "E1 itself is the first force beyond");
    let behind = Board::bare('f').with("A1 WR, F1 GK, G1 GK, H1 RSM").rights("W").build();
    assert_eq!(behind.royal_attacked(), Some(false), "two forces between");
    assert!(has(&behind, "O-W"));
}

#[test]
fn ruling_30_guards_may_become_buccaneers_by_file_then_rank() {
    let situation = Board::bare('f').with("A1 WR, D3 GD, D2 GD").rights("W").build();
    assert_eq!(moves_of(&situation, "O-"), ["O-W", "O-W=D2", "O-W=D2D3", "O-W=D3"]);
    let both = play(&situation, "o-w=d2d3");
    assert_eq!((at(&both, "D2"), at(&both, "D3")), ("BR".into(), "BR".into()));
    assert!(why_not(&situation, "O-W=D3D2").contains("file, then rank"));
    let one = Board::bare('f').with("A1 WR, F2 GD").rights("W").build();
    assert_eq!(moves_of(&one, "O-"), ["O-W", "O-W=F2"]);
}

#[test]
fn ruling_30_a_castle_becomes_the_talisman_once_the_ice_dragon_has_been_afire() {
    let before = Board::bare('s').with("I15 CE*, D14 WS, F14 WS").rights("e").build();
    assert_eq!(moves_of(&before, "O-").len(), 4);
    let castled = play(&before, "O-E=F14");
    assert_eq!(
        (at(&castled, "G15"), at(&castled, "H15"), at(&castled, "F14")),
        ("RSE".into(), "WL".into(), "PE".into())
    );
    let after = Board::bare('s').with("I15 CE").rights("e").state("ice:gone;e0:TPC;jr:alert").build();
    assert_eq!(at(&play(&after, "O-E"), "G15"), "ST");
}

#[test]
fn ruling_30_rights_are_lost_by_moving_or_being_captured() {
    let situation = Board::bare('f').with(TOWERS).rights("WE").build();
    assert!(play(&situation, "A1-A2").situation().contains(" s E "));
    assert!(play(&situation, "E1-D1").situation().contains(" s - "));
    let raid = Board::bare('s').with("A1 WR, I1 WR, A4 RF").rights("WE").build();
    assert!(play(&raid, "A4xA1").situation().contains(" f E "));
}

#[test]
fn ruling_31_the_ice_dragon_is_set_afire_on_landing_and_changes_places_with_the_prince() {
    let board = Board::bare('f').with("C10 gsS=TPC, C1 GSE, I12 RSE, D11 GNM, H14 SQN").state("ra:3");
    let situation = board.build();
    assert_eq!(moves_of(&situation, "C10-C11"), ["C10-C11", "C10-C11=DA"]);
    assert!(has(&situation, "C10xD11=DA"), "a capture is allowed");
    let afire = play(&situation, "C10-C11=DA");
    assert_eq!(
        (at(&afire, "C11"), at(&afire, "C1"), at(&afire, "I12")),
        ("DA".into(), "FT".into(), "ST".into())
    );
    for (key, expected) in [("e0", "TPC"), ("ice", "afire"), ("jr", "alert"), ("emp", "1"), ("lb", "shelf")] {
        assert_eq!(value(&afire, key), expected, "{key}");
    }
    let forfeited = play(&situation, "C10-C11");
    assert_eq!(value(&forfeited, "ice"), "watching");
    assert!(moves(&play(&forfeited, "E15-E14")).iter().all(|mv| !mv.ends_with("=DA")), "not later");
}

#[test]
fn ruling_31_neither_the_landing_nor_the_white_room_may_be_attacked_except_by_the_warlord() {
    let attacked = Board::bare('f').with("C10 gsS=TPC, C15 CE").build();
    assert!(!has(&attacked, "C10-C11") && !has(&attacked, "C10-C11=DA"));
    let room = Board::bare('f').with("C10 gsS=TPC, C1 RK").build();
    assert!(has(&room, "C10-C11") && !has(&room, "C10-C11=DA"));
    assert!(why_not(&room, "C10-C11=DA").contains("E0"));
    let warlord = Board::bare('f').with("C10 gsS=TPC, C2 WL, E15 -").with("C2 WL").state("wl1:1").build();
    assert!(has(&warlord, "C10-C11=DA"));
}

#[test]
fn ruling_31_with_his_reply_and_only_then_storm_may_make_the_queen_an_empress() {
    let afire = play(
        &Board::bare('f').with("C10 gsS=TPC, H14 SQN, B9 rsN, A14 AS").state("ra:3").build(),
        "C10-C11=DA",
    );
    assert!(has(&afire, "E15-E14=SEP") && has(&afire, "~B9-B8=SEP") && has(&afire, "JR@A11=SEP"));
    assert!(has(&afire, "H14-H13=SEP"), "the reply may be a move of hers");
    assert!(has(&afire, "H14-H13"), "it need not");
    let crowned = play(&afire, "H14-H13=SEP");
    assert_eq!(
        (at(&crowned, "H13"), value(&crowned, "ra"), value(&crowned, "emp")),
        ("SEP".into(), "0".into(), "0".into())
    );
    let arrow = play(&afire, "H14*A14=SEP");
    assert_eq!((at(&arrow, "H14"), value(&arrow, "ra")), ("SEP".into(), "0".into()));
    let late = play(&play(&afire, "E15-E14"), "C11-C12");
    assert!(moves(&late).iter().all(|mv| !mv.contains("SEP")), "only then");
    assert!(why_not(&late, "E14-E13=SEP").contains("reply"));
}

#[test]
fn ruling_31_the_empress_comes_after_any_other_suffix_but_not_with_planting_or_embarking() {
    let board = Board::bare('s')
        .with("C11 DA, H14 SQN, H10 rsN, B6 rsN=PE, E4 WL")
        .state("ice:afire;e0:TPC;jr:alert;emp:1;wl1:1;ra:3");
    let situation = board.build();
    assert!(has(&situation, "B6-A5=RR=SEP") && has(&situation, "B6-A5=RR"));
    assert!(has(&situation, "F@E4") && !has(&situation, "F@E4=SEP"));
    assert!(has(&situation, "H14-H10=RWH") && !has(&situation, "H14-H10=RWH=SEP"));
    let written = situation.read_move("b6-a5=sep").unwrap();
    assert_eq!(situation.write_move(&written), "B6-A5=RR=SEP", "the compulsory suffix is optional on input");
    let castling = Board::bare('s')
        .with("A12 DA, A13 SQN, I15 CE, D14 WS")
        .rights("e")
        .state("ice:afire;e0:TPC;jr:alert;emp:1;ra:3")
        .build();
    assert!(has(&castling, "O-E=D14=SEP") && has(&castling, "O-E=SEP"));
}

#[test]
fn ruling_32_the_elder_serpent_only_on_the_warlords_first_landing() {
    let board = Board::bare('s').with("C6 rsN=WL");
    let situation = board.build();
    assert_eq!(moves_of(&situation, "C6-C5"), ["C6-C5", "C6-C5=ESA"]);
    let afire = play(&situation, "C6-C5=ESA");
    for (key, expected) in
        [("e16", "WL"), ("war", "1"), ("ga", "4"), ("gl", "0"), ("lb", "alert"), ("wl1", "1"), ("yw", "WYS")]
    {
        assert_eq!(value(&afire, key), expected, "{key}");
    }
    assert_eq!((at(&afire, "C5"), at(&afire, "E2")), ("ESA".into(), "TBW".into()));
    assert!(!moves_of(&afire, "E2-").is_empty(), "the Queen may move at once");
    assert_eq!(value(&play(&situation, "C6-C5"), "wl1"), "1", "with or without =ESA");
    let second = board.state("wl1:1").build();
    assert_eq!(moves_of(&second, "C6-C5"), ["C6-C5"]);
}

#[test]
fn ruling_32_neither_the_landing_nor_the_stairwell_may_be_attacked() {
    let room = Board::bare('s').with("C6 rsN=WL, C15 GK").build();
    assert!(has(&room, "C6-C5") && !has(&room, "C6-C5=ESA"));
    let landing = Board::bare('s').with("C6 rsN=WL, C2 GSE").build();
    assert!(!has(&landing, "C6-C5") && !has(&landing, "C6-C5=ESA"));
    assert!(has(&landing, "C6-B5=ESA"));
}

#[test]
fn ruling_32_the_younger_serpent_whether_the_witch_is_attacked_or_not() {
    let board = Board::bare('s').with("C6 rsN=RWH, A5 GSE");
    let situation = board.build();
    assert!(has(&situation, "C6-C5=YSA") && has(&situation, "C6-C5"));
    let afire = play(&situation, "C6-C5=YSA");
    for (key, expected) in [("yw", "afire"), ("war", "1"), ("ga", "4"), ("lb", "alert"), ("e16", "WES")] {
        assert_eq!(value(&afire, key), expected, "{key}");
    }
    assert_eq!((at(&afire, "C5"), at(&afire, "E2")), ("YSA".into(), "TBW".into()));
    assert!(!afire.situation().contains("RWH"), "the Witch is out of play");
    // The Queen at war, who comes to E2 with the move, would attack the Warlord on E5.
    let queen = Board::bare('s').with("C6 rsN=RWH, E5 WL").state("wl1:1").build();
    assert!(has(&queen, "C6-C5") && !has(&queen, "C6-C5=YSA"));
}

#[test]
fn ruling_32_the_second_serpent_changes_nothing_more() {
    let second = Board::bare('s')
        .with("E2 -, H3 TBW, A4 ESA, C6 rsN=RWH, B2 LB")
        .state("e16:WL;war:1;ga:3;gl:0;lb:guard;wl1:1")
        .build();
    let afire = play(&second, "C6-C5=YSA");
    assert_eq!(
        (value(&afire, "lb"), value(&afire, "ga"), at(&afire, "H3")),
        ("guard".into(), "3".into(), "TBW".into())
    );
}

#[test]
fn ruling_33_a_shield_bearer_on_alert_springs_to_any_vacant_land_of_his_kingdom() {
    let board = Board::bare('f').with("E2 TBW, A4 ESA").state("e16:WL;war:1;ga:4;gl:0;lb:alert;wl1:1");
    let situation = board.build();
    assert_eq!(moves_of(&situation, "LB@").len(), 45 - 3, "Prince, Queen and Serpent stand there");
    let guard = play(&situation, "LB@D2");
    assert_eq!((at(&guard, "D2"), value(&guard, "lb")), ("LB".into(), "guard".into()));
    let next = play(&guard, "A4-B4");
    let mut steps = moves_of(&next, "D2");
    steps.sort();
    assert_eq!(steps, ["D2-C1", "D2-C2", "D2-C3", "D2-D1", "D2-D3", "D2-E3"], "he steps as a king");
    let facing =
        Board::bare('f').with("E2 TBW, A4 ESA, D2 LB, D3 TRL").state("e16:WL;war:1;ga:4;gl:0;lb:guard;wl1:1");
    assert!(!has(&facing.build(), "D2xD3"), "and never captures");
    let after = Board::bare('f').with("E2 TBW").state("e16:WL;war:1;ga:4;gl:0;lb:alert;wl1:1").build();
    assert!(has(&after, "LB@A1"), "springing stays possible after the beasts are dead");
    let taken =
        Board::bare('s').with("E2 TBW, D5 LB, G5 RF").state("e16:WL;war:1;ga:4;gl:0;lb:guard;wl1:1").build();
    assert_eq!(value(&play(&taken, "G5xD5"), "lb"), "gone");
}

#[test]
fn ruling_34_the_forest_talisman_shares_the_ice_dragons_fate() {
    let board = Board::bare('s').with("C11 DA, C1 FT, I12 ST, C15 CE").state("ice:afire;e0:TPC;jr:alert");
    let after = play(&board.build(), "C15xC11");
    assert_eq!(
        (at(&after, "C1"), at(&after, "I12"), value(&after, "ice")),
        ("-".into(), "ST".into(), "gone".into())
    );
    let arrow = play(&board.with("C15 SQN").state("ra:1").build(), "C15*C11");
    assert_eq!(at(&arrow, "C1"), "-");
}

#[test]
fn ruling_34_losing_the_talisman_may_not_uncover_a_move_that_leaves_the_taker_attacked() {
    // The Forest Talisman on E12 screens the Warlord from the Green Fortress on E11.
    let situation = Board::bare('s')
        .with("A13 DA, E13 FT, E11 GF, A15 CE, E15 -")
        .with("E15 WL")
        .state("ice:afire;e0:TPC;jr:alert");
    assert_eq!(situation.build().royal_attacked(), Some(true), "by the Talisman");
    let screened = Board::bare('s')
        .with("B11 DA, E13 CW, H5 FT, E11 GF, B15 CE")
        .state("ice:afire;e0:TPC;jr:alert")
        .build();
    assert!(has(&screened, "B15xB11"));
}

#[test]
fn ruling_35_a_bearer_on_a_covering_position_plants_without_moving() {
    let prince = Board::bare('f').with("E12 TPC, A15 WL").build();
    assert!(has(&prince, "F@E12"));
    let won = play(&prince, "F@E12");
    assert_eq!(won.verdict(), Some(Outcome::won(Side::North, Ending::Planting)));
    assert!(won.situation().contains("TPC!") && moves(&won).is_empty());
    assert_eq!(super::support::read(&won.situation()), won);
    let attacked = Board::bare('f').with("E12 TPC, A15 WL, A12 CE").build();
    assert!(!has(&attacked, "F@E12"));
    assert!(why_not(&attacked, "F@E12").contains("attacked"));
    let witch = Board::bare('s').with("E3 RWH, A3 GSE, A1 TPC, E2 WPS").build();
    assert!(has(&witch, "F@E3"), "the Witch may be attacked");
    let exposed = Board::bare('s').with("E3 RWH, A1 TPC, I15 GF").build();
    assert!(!has(&exposed, "F@E3"), "but not the Warlord");
    let both = Board::bare('s').with("E4 WL, E3 RWH, A1 TPC").state("wl1:1").build();
    assert!(has(&both, "F@E3") && has(&both, "F@E4"));
    let elsewhere = Board::bare('f').with("E4 TPC, A15 WL").build();
    assert!(moves_of(&elsewhere, "F@").is_empty(), "not at one's own banner");
}

#[test]
fn ruling_36_a_transformed_force_attacks_at_once_and_moves_next_turn() {
    let situation = Board::bare('f').with("C10 gsS=BR, I2 GK").build();
    let ranger = play(&situation, "C10-B11=RG");
    assert_eq!(ranger.royal_attacked(), Some(false));
    let check = play(&Board::bare('f').with("B10 gsS=BR, I2 GK").build(), "B10-A11=RG");
    assert_eq!(check.royal_attacked(), Some(true), "A11-E15 is a diagonal");
}

#[test]
fn ruling_37_the_count_starts_anew_with_captures_vessels_and_foot() {
    let board = Board::bare('f').with("B7 gsS, D5 GK, C12 EF, A3 DF, I3 WR*, I5 TRL, D3 PD, A1 WR").quiet(40);
    let situation = board.build();
    for (mv, quiet) in [
        ("~B7-B8", 0),
        ("~B7>E", 0),
        ("A3-A4", 0),
        ("C12-C13", 0),
        ("I3xI5", 0),
        ("D5-C3", 41),
        ("D3-C3=DF", 41),
        ("I3^I11", 41),
    ] {
        assert_eq!(play(&situation, mv).quiet(), quiet, "{mv}");
    }
}

#[test]
fn ruling_37_seventy_five_moves_end_the_game_after_locking_up_and_stalemate() {
    let board = Board::bare('f').with("A1 GK");
    assert_eq!(board.clone().quiet(149).build().verdict(), None);
    assert_eq!(board.clone().quiet(150).build().verdict(), Some(Outcome::drawn(Ending::FiftyMoves)));
    assert!(!moves(&board.quiet(150).build()).is_empty(), "moves go on ignoring it");
    let locked = Board::bare('f').with("A1 TPC, A4 RF, B4 RF").quiet(200).build();
    assert_eq!(locked.verdict().unwrap().by, Ending::LockingUp);
}

#[test]
fn ruling_37_repetition_compares_kinds_vessels_rights_and_stages() {
    let first = start();
    let back = play(&first, "~A9>NE ~A6>E ~A9>N ~A6>SE");
    assert_eq!(first.repetition_key(), back.repetition_key(), "counts aside");
    assert_ne!(first.repetition_key(), play(&first, "~A9>NE").repetition_key(), "bows");
    let released = play(&first, "A15-B15 ~A6>E B15-A15 ~A6>SE");
    assert_ne!(first.repetition_key(), released.repetition_key(), "rights");
    let knights = |cells: &str| Board::bare('f').with(cells).build().repetition_key();
    assert_eq!(knights("A1 WK, C1 WK"), knights("C1 WK, A1 WK"));
    assert_ne!(knights("A1 WK"), knights("A1 GK"));
    // The position just passed counts only while somebody can take there.
    let passed = |cells: &str, ep: &str| Board::bare('s').with(cells).state(ep).build().repetition_key();
    assert_eq!(passed("C4 DF", "ep:C3"), passed("C4 DF", "ep:-"));
    assert_ne!(passed("C4 DF, B4 TRL", "ep:C3"), passed("C4 DF, B4 TRL", "ep:-"));
}
