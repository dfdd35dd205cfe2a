//! Rulings 23 to 29: the royals' safety, locking up, Sword, Crystal, direct capture, White Room and Stairwell.

use tiger_rules::Position as _;
use tiger_rules::{Ending, Outcome, Side};

use super::support::{Board, at, has, moves, moves_of, play, value, why_not};

fn attacked(board: &Board) -> bool {
    board.build().royal_attacked().unwrap()
}

#[test]
fn ruling_23_every_way_to_capture_attacks() {
    let forest = Board::bare('f');
    for (cells, how) in [
        ("D2 TRL", "a step"),
        ("H1 RF", "a slide"),
        ("C2 RK", "a leap"),
        ("G1 GK, I1 RSM", "a jump"),
        ("E2 WPS, A4 GK, C3 GK, D1 RN", "a bird beside him"),
    ] {
        assert!(attacked(&forest.clone().with(cells)), "{how}");
    }
    let blaze = forest.clone().with("E2 TBW, A1 ESA, C1 GK").state("e16:WL;war:1;ga:4;gl:0;lb:alert;wl1:1");
    assert!(attacked(&blaze), "a blaze");
    let sea = forest.clone().with("C7 gsS=TPC");
    for (cells, how) in [
        ("C9 rsN=CE", "boarding"),
        ("C8 rsN=CE, C9 rsN=RCT", "boarding"),
        ("C9 gsN=GK, C10 rsN=RCT", "boarding over a screen"),
        ("D8 rsNW", "ramming, by an unoccupied ship"),
        ("D8 gsNW=RK", "ramming, by present command"),
        ("E7 gsN=GK, G7 rfN.1=RK", "cannon"),
    ] {
        assert!(attacked(&sea.clone().with(cells)), "{how}");
    }
    for (cells, why) in [
        ("C9 rsN, C10 rsN=CE", "a vessel blocks"),
        ("D8 rsN", "her bow points elsewhere"),
        ("D8 rsNW=GK", "she is commanded by Forest"),
        ("E7 gsN, G7 rfN.1=RK", "the vessel between is unoccupied"),
        ("E7 gsN=GK, G7 rfN.0=RK", "no ball is left"),
        ("E7 gsN=GK, G7 rfE.1=RK", "the cannons point elsewhere"),
        ("E7 gsN=GK, G7 rfN.1", "nobody mans the Flagship"),
        ("B5 RF", "nobody captures by embarking"),
    ] {
        assert!(!attacked(&sea.clone().with(cells)), "{why}");
    }
    let beach = forest.with("C5 TPC");
    assert!(attacked(&beach.clone().with("C9 rsN=CE")), "disembarking");
    assert!(attacked(&beach.clone().with("B6 rsN=GNM")), "disembarking");
    assert!(!attacked(&beach.with("C9 rsN=CE, C7 gsS")), "a vessel blocks");
}

#[test]
fn ruling_23_glides_and_arrows_attack_no_royal_and_pinned_forces_do() {
    let glide = Board::bare('f').with("C5 TPC, C12 IM").state("mag:free");
    assert!(!attacked(&glide));
    let arrow = Board::bare('s').with("E2 WPS, E5 WL").state("wl1:1");
    assert!(!attacked(&arrow), "an arrow brings down birds and beasts only");
    // The Castle on E13 is pinned by the Green Fortress on E11 and attacks all the same.
    let pinned = Board::bare('f').with("C13 TPC, E13 CE, E11 GF").build();
    assert_eq!(pinned.royal_attacked(), Some(true));
}

#[test]
fn ruling_23_no_move_passage_included_may_leave_ones_own_royal_attacked() {
    let passage = Board::bare('f').with("C7 gsS=TPC, D8 rsW=CE, H8 gsS, H9 rsN=RK").build();
    assert!(!has(&passage, "~C7-C8"), "into the line of a ram and a Castle");
    let screen = Board::bare('f').with("C7 gsS=TPC, C8 gsE, C9 rsN=CE").build();
    assert!(!has(&screen, "~C8-D8"), "a vessel that blocks may not sail away");
    assert!(has(&screen, "~C8>N"));
    assert!(why_not(&screen, "~C8-D8").contains("leaves the TrueBorn Prince attacked"));
    let pinned = Board::bare('f').with("F1 GK, H1 RF").build();
    assert!(moves_of(&pinned, "F1").is_empty());
    let royal = Board::bare('f').with("A2 RF").build();
    assert!(!has(&royal, "E1-D2") && has(&royal, "E1-D1"));
}

#[test]
fn ruling_24_attacked_without_a_legal_move_is_locking_up() {
    let locked = Board::bare('f').with("A1 TPC, A4 RF, B4 RF").build();
    assert_eq!(moves(&locked), Vec::<String>::new());
    assert_eq!(locked.verdict(), Some(Outcome::won(Side::South, Ending::LockingUp)));
    let blockable = Board::bare('f').with("A1 TPC, A4 RF, B4 RF, I3 GSE").build();
    assert_eq!(moves(&blockable), ["I3-A3"]);
    assert_eq!(blockable.verdict(), None);
}

#[test]
fn ruling_24_not_attacked_without_a_legal_move_is_a_truce() {
    let stalemate = Board::bare('f').with("A1 TPC, B3 RF").build();
    assert_eq!(stalemate.verdict(), Some(Outcome::drawn(Ending::Stalemate)));
}

#[test]
fn ruling_24_a_confined_royal_counts() {
    let confined = Board::bare('f').state("ice:gone;e0:TPC;jr:alert");
    assert_eq!(confined.build().verdict(), Some(Outcome::drawn(Ending::Stalemate)));
    let attacked = confined.with("C1 RK, E2 WPS").build();
    assert_eq!(attacked.verdict(), Some(Outcome::won(Side::South, Ending::LockingUp)));
}

#[test]
fn ruling_25_the_sword_shields_the_prince_and_the_crystal_the_witch() {
    // The Warlord boards a ship beside the Prince on the beach: the Prince cannot capture there by embarking.
    let beside = Board::bare('s').with("E5 TPC, C6 rsN=WL, D6 rsN").build();
    let boarded = play(&beside, "C6-D6");
    assert_eq!(boarded.royal_attacked(), Some(false), "the Warlord's step does not attack the Prince");
    let near = Board::bare('s').with("E4 TPC, C4 WL").state("wl1:1").build();
    for mv in ["C4-D4", "C4-D3", "C4-D5"] {
        assert!(!has(&near, mv), "the Prince attacks him as kings do: {mv}");
    }
    let witch = Board::bare('f').with("E4 TPC, D4 RWH").build();
    assert_eq!(witch.royal_attacked(), Some(true), "the Witch attacks as kings do");
    assert!(!has(&witch, "E4xD4"), "the Crystal shields her");
}

#[test]
fn ruling_25_a_vessel_or_cannon_commanded_by_the_warlord_attacks_in_its_own_right() {
    // In her harbour she cannot be boarded, so that the Prince does not attack the Warlord aboard.
    let ram = Board::bare('f').with("E9 gsN=TPC, E10 rfN.3h=WL");
    assert!(attacked(&ram));
    assert!(!attacked(&ram.with("E10 rfW.3h=WL")));
    let cannon = Board::bare('f').with("C7 gsS=TPC, E7 gsN=GK, G7 rfN.1=WL");
    assert!(attacked(&cannon));
}

#[test]
fn ruling_26_the_prince_captures_directly_by_moving_beside_the_warlord() {
    let situation = Board::bare('f').with("C13 TPC, E13 WL").build();
    let won = play(&situation, "C13-D13");
    assert_eq!(won.verdict(), Some(Outcome::won(Side::North, Ending::DirectCapture)));
    assert_eq!((at(&won, "E13"), won.quiet(), moves(&won).len()), ("-".to_owned(), 0, 0));
    assert_eq!(won.royal_attacked(), Some(false));
    assert_eq!(super::support::read(&won.situation()), won);
    let guarded = Board::bare('f').with("C13 TPC, E13 WL, A12 CE, I14 CE").build();
    assert!(!has(&guarded, "C13-D12") && !has(&guarded, "C13-D14"), "another Storm force attacks there");
    assert!(has(&guarded, "C13-D13"));
}

#[test]
fn ruling_26_adjacency_ignores_coasts_and_passage_counts() {
    let coast = Board::bare('f').with("C10 gsE=TPC, D11 WL, E15 -").with("D12 WL").build();
    let sailed = play(&coast.clone(), "~C10-D10");
    assert_eq!(sailed.verdict(), None, "D10 is not beside D12");
    let beside = Board::bare('f').with("B10 gsE=TPC, D11 WL").build();
    let captured = play(&beside, "~B10-C10");
    assert_eq!(captured.verdict().unwrap().by, Ending::DirectCapture);
    let threat = Board::bare('s').with("B10 gsE=TPC, D11 WL").build();
    assert_eq!(threat.royal_attacked(), Some(false), "the threat of it is not an attack");
    // A Warlord who commands a ram attacks the Prince's position as another force would.
    let rammed = Board::bare('f').with("B7 gsE=TPC, D8 rsNW=WL").build();
    assert!(!has(&rammed, "~B7-C7"));
}

#[test]
fn ruling_26_the_witch_captures_directly_attacked_or_not_unless_the_warlord_is_left_attacked() {
    let board = Board::bare('s').with("C3 TPC, E4 RWH, I4 GSE");
    let won = play(&board.build(), "E4-D4");
    assert_eq!(won.verdict(), Some(Outcome::won(Side::South, Ending::DirectCapture)));
    assert_eq!(at(&won, "C3"), "-");
    let exposed = board.with("H15 GF").build();
    assert_eq!(exposed.royal_attacked(), Some(true));
    assert!(!has(&exposed, "E4-D4"));
}

#[test]
fn ruling_26_a_royal_captured_on_his_own_post_leaves_no_right_of_towering_or_castling() {
    let towering = Board::bare('s').with("C1 RWH, D2 GD, I1 WR").rights("E").build();
    let castling = Board::bare('f').with("C15 TPC, A15 CE").rights("w").build();
    for (situation, mv) in [(towering, "C1xD2"), (castling, "C15-D14")] {
        let won = play(&situation, mv);
        assert_eq!(won.verdict().unwrap().by, Ending::DirectCapture);
        assert_eq!(
            super::support::read(&won.situation()),
            won,
            "found by fuzzing: it could not be read back"
        );
    }
}

#[test]
fn ruling_26_it_is_judged_where_prince_or_witch_stands_when_the_move_is_complete() {
    let ice = Board::bare('f').with("C10 gsS=TPC, E12 WL, I15 SQN").build();
    assert_eq!(play(&ice, "C10-D11").verdict().unwrap().by, Ending::DirectCapture);
    let afire = play(&ice, "C10-D11=DA");
    assert_ne!(afire.verdict().map(|outcome| outcome.by), Some(Ending::DirectCapture));
    let witch = Board::bare('s').with("C6 rsN=RWH, E4 TPC").build();
    assert_eq!(play(&witch, "C6-D5").verdict().unwrap().by, Ending::DirectCapture);
    assert_ne!(play(&witch, "C6-D5=YSA").verdict().map(|outcome| outcome.by), Some(Ending::DirectCapture));
}

#[test]
fn ruling_27_a_queen_becoming_the_witch_beside_the_prince_captures_nothing_with_that_move() {
    let situation = Board::bare('s').with("D9 gsS=TPC, D12 SQN, D10 rsE, F9 gsS").state("ra:3").build();
    let witch = play(&situation, "D12-D10=RWH");
    assert_eq!(witch.verdict(), None);
    assert_eq!(witch.royal_attacked(), Some(true), "but she attacks him by boarding");
}

#[test]
fn ruling_28_the_prince_in_the_white_room_cannot_move_and_the_sword_still_works() {
    let room =
        Board::bare('s').state("ice:afire;e0:TPC;jr:alert").with("B13 DA, C2 WL").state("wl1:1").build();
    assert!(!has(&room, "C2-D1"), "D1 is attacked against the Warlord");
    assert!(has(&room, "C2-D2"));
    let mover = Board::bare('f').state("ice:afire;e0:TPC;jr:alert").with("B13 DA").build();
    assert!(moves_of(&mover, "E0").is_empty());
    let lines = Board::bare('f').state("ice:afire;e0:TPC;jr:alert").with("B13 DA, A4 RR").build();
    assert_eq!(lines.royal_attacked(), Some(true), "along D1-C2-B3-A4");
    let file = Board::bare('f').state("ice:afire;e0:TPC;jr:alert").with("B13 DA, E2 WPS, E1 RF").build();
    assert_eq!(file.royal_attacked(), Some(true));
    // "direct capture ... if the Warlord is on D1, E1 or F1 when the Prince is interchanged"
    let interchange = Board::bare('f').with("C10 gsS=TPC, D1 WL").state("wl1:1").build();
    let won = play(&interchange, "C10-C11=DA");
    assert_eq!(won.verdict(), Some(Outcome::won(Side::North, Ending::DirectCapture)));
    assert_eq!(value(&won, "e0"), "TPC");
}

#[test]
fn ruling_28_a_witch_beside_the_white_room_and_a_prince_beside_the_stairwell_capture_directly() {
    let witch = Board::bare('s').state("ice:afire;e0:TPC;jr:alert").with("B13 DA, C2 RWH").build();
    let won = play(&witch, "C2-D1");
    assert_eq!(won.verdict(), Some(Outcome::won(Side::South, Ending::DirectCapture)));
    assert_eq!(value(&won, "e0"), "-");
    let stairwell = Board::bare('f')
        .with("E2 TBW, A4 ESA, C14 TPC")
        .state("e16:WL;war:1;ga:4;gl:0;lb:alert;wl1:1")
        .build();
    let won = play(&stairwell, "C14-D15");
    assert_eq!((won.verdict().unwrap().by, value(&won, "e16")), (Ending::DirectCapture, "-".to_owned()));
    assert_eq!(super::support::read(&won.situation()), won);
}

#[test]
fn ruling_29_forces_attack_the_rooms_but_never_enter() {
    let waiting = Board::bare('f').with("E14 GF, C11 WL, E2 WPS, A14 GSD, B12 GK").build();
    assert!(moves(&waiting).iter().all(|mv| !mv.contains("E16") && !mv.contains("E0")));
    let royal =
        Board::bare('f').with("E2 TBW, A4 ESA, E13 GF").state("e16:WL;war:1;ga:4;gl:0;lb:alert;wl1:1");
    assert!(royal.refusal().contains("attacked"), "the Warlord in E16 is attacked along the E file");
}
