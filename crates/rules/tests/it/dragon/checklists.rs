//! The check lists of the text, and the refusal of situations that cannot arise.

use tiger_rules::Position as _;
use tiger_rules::{Ending, Limits, check, read_records};

use super::support::{Board, at, has, moves, moves_of, play, value};

#[test]
fn check_list_on_towering() {
    let board = Board::bare('f').with("A1 WR*, D2 GD, F2 GD").rights("W");
    // 1. Neither has been moved; 2. not under attack; 3. nothing attacked on the way; 4. nobody between.
    assert!(!has(&board.clone().rights("-").build(), "O-W"));
    assert!(!has(&board.clone().with("C2 RK").build(), "O-W"));
    assert!(!has(&board.clone().with("C5 RF").build(), "O-W"));
    assert!(!has(&board.clone().with("C1 CB").build(), "O-W"));
    // The procedure: Prince three, Watchtower two, Green Sceptre, Albatross lost, Guards by choice.
    let towered = play(&board.build(), "O-W=D2");
    let row: Vec<String> = ["A1", "B1", "C1", "D1", "E1"].iter().map(|place| at(&towered, place)).collect();
    assert_eq!(row, ["-", "TPC", "GSE", "-", "-"]);
    assert_eq!((at(&towered, "D2"), at(&towered, "F2")), ("BR".into(), "GD".into()));
    assert!(!towered.situation().contains('*'));
    // "can be exercised commencing on the following move of the Forest Overlord"
    let next = play(&towered, "E15-E14");
    assert!(has(&next, "C1-C2") && has(&next, "D2-C3"));
    assert!(moves_of(&next, "O-").is_empty(), "a once-off move");
}

#[test]
fn check_list_on_castling() {
    let board = Board::bare('s').with("A15 CE*, D14 WS").rights("w");
    assert_eq!(moves_of(&board.clone().build(), "O-"), ["O-W", "O-W=D14"]);
    assert_eq!(at(&play(&board.clone().build(), "O-W=D14"), "C15"), "RSE");
    assert_eq!(at(&play(&board.build(), "O-W=D14"), "D14"), "PE");
    let captured = Board::bare('s').with("A15 CE").rights("w").state("ice:gone;e0:TPC;jr:alert").build();
    assert_eq!(at(&play(&captured, "O-W"), "C15"), "ST", "even if subsequently captured");
}

#[test]
fn check_list_on_freeing_the_captive_wizard() {
    let situation = Board::bare('f').with("B14 EF").build();
    assert!(has(&situation, "B14-B15=WD") && has(&situation, "B14-B15"));
    let freed = play(&situation, "B14-B15=WD");
    assert_eq!((at(&freed, "B15"), value(&freed, "wiz")), ("WD".into(), "free".into()));
    let forfeited = play(&play(&situation, "B14-B15"), "E15-E14");
    assert!(moves(&forfeited).iter().all(|mv| !mv.ends_with("=WD")), "forfeited until another Elf arrives");
    let powers = play(&freed, "E15-E14");
    assert!(has(&powers, "B15-B11") && has(&powers, "B15-B1"), "queen lines and gliding");
}

#[test]
fn check_list_on_freeing_the_captive_magician() {
    let situation = Board::bare('s').with("B2 TRL").build();
    let freed = play(&situation, "B2-B1=IM");
    assert_eq!((at(&freed, "B1"), value(&freed, "mag")), ("IM".into(), "free".into()));
    let recaptured = play(&Board::bare('f').with("B1 IM, B5 WR").state("mag:free").build(), "B5xB1");
    assert_eq!(value(&recaptured, "mag"), "gone");
    assert!(!has(&Board::bare('s').with("B2 TRL").state("mag:gone").build(), "B2-B1=IM"));
}

#[test]
fn check_list_on_setting_the_ice_dragon_afire() {
    let situation = Board::bare('f').with("C10 gsS=TPC, H2 GSE, H14 SQN, I12 RSE").state("ra:2").build();
    let afire = play(&situation, "C10-C11=DA");
    // 1 to 5: dragon on the landing, Prince in the White Room, both Talismans, Jailer on alert.
    assert_eq!((at(&afire, "C11"), at(&afire, "E0")), ("DA".into(), "TPC".into()));
    assert_eq!(
        (at(&afire, "H2"), at(&afire, "I12"), value(&afire, "jr")),
        ("FT".into(), "ST".into(), "alert".into())
    );
    // "may be exercised immediately by the Storm Overlord"
    assert!(has(&afire, "I12-I1") && has(&afire, "JR@D13"));
    // The Empress: after his move, which can be a move of the Queen; her powers from the following move.
    let crowned = play(&afire, "H14-H12=SEP");
    assert_eq!((at(&crowned, "H12"), value(&crowned, "ra")), ("SEP".into(), "0".into()));
    let next = play(&crowned, "H2-H3");
    assert!(has(&next, "H12-H5"), "she glides");
    // On the following move of the Forest Overlord the Dragon flies and the Talisman glides.
    let forest = play(&afire, "I12-I13");
    assert!(has(&forest, "C11-A11") && has(&forest, "H2-H11"));
}

#[test]
fn check_list_on_setting_a_winged_serpent_afire() {
    let situation = Board::bare('s').with("C6 rsN=WL, B13 RK").build();
    let afire = play(&situation, "C6-C5=ESA");
    // The serpent on the landing, the Warlord in the Stairwell, the Librarian on alert, the Queen at war.
    assert_eq!(
        (at(&afire, "C5"), at(&afire, "E16"), value(&afire, "lb")),
        ("ESA".into(), "WL".into(), "alert".into())
    );
    assert_eq!(
        (at(&afire, "E2"), value(&afire, "ga"), value(&afire, "gl")),
        ("TBW".into(), "4".into(), "0".into())
    );
    // "can be a move of the TrueBorn Queen"; the Librarian's powers may be exercised immediately.
    assert!(has(&afire, "E2xC5") || has(&afire, "E2-E5"));
    assert!(has(&afire, "LB@A1"));
    let witch = play(&Board::bare('s').with("F6 rsN=RWH, E2 WPS").build(), "F6-F5=YSA");
    assert_eq!(
        (at(&witch, "F5"), at(&witch, "E2"), value(&witch, "lb")),
        ("YSA".into(), "TBW".into(), "alert".into())
    );
    // Note 1: only upon the first disembarking.
    let retreated = Board::bare('s').with("C6 rsN=WL").state("wl1:1").build();
    assert!(!has(&retreated, "C6-C5=ESA"));
}

#[test]
fn impossible_situations_are_refused_with_the_reason() {
    let bare = || Board::bare('f');
    for (board, reason) in [
        (bare().with("D5 GD"), "GD (Guard) can never stand on D5"),
        (bare().with("C12 WR"), "WR (Watchtower) can never stand on C12"),
        (bare().with("C3 EF"), "EF (Elf) can never stand on C3"),
        (bare().with("C7 DA"), "aboard a vessel"),
        (bare().with("C7 gsS=EF"), "EF (Elf) can never stand on C7"),
        (bare().with("C5 gsS"), "vessels stay on the ocean"),
        (bare().with("E8 gsS"), "E8"),
        (bare().with("C7 gsS=WR*"), "no bird can be inside"),
        (bare().with("E7 gfS.3h"), "lies on E6"),
        (bare().with("E6 gfS.3h=RK"), "not boarded"),
        (bare().with("A3 GK*"), "no bird can be inside"),
        (bare().with("E2 -"), "WPS on the board"),
        (bare().with("A3 WD"), "`wiz`"),
        (bare().state("ice:afire"), "`e0` is `WDR` exactly while"),
        (bare().state("war:1"), "`war` is 1 exactly once"),
        (bare().state("jr:alert"), "`jr`"),
        (bare().state("ep:C13"), "no Gnome has just passed C13"),
        (bare().state("emp:1"), "`emp` is 1 only"),
        (bare().rights("W"), "its tower on A1"),
        (bare().with("E15 -"), "Dark Warlord is missing"),
        (bare().with("A12 GF, E12 GF, E14 -"), "Warlord is attacked"),
        (bare().with("E12 TPC!"), "nobody can have planted"),
        (Board::bare('s').with("A1 RF"), "Prince is attacked"),
        (bare().with("A1 WK, A2 WK").state("box:WK1,GK0,RG0,BK0,RK0,RR0"), "3 of WK"),
        (bare().with("A3 XX"), "`XX` on A3 is no force"),
    ] {
        let why = board.refusal();
        assert!(why.contains(reason), "{why} for {}", board.text());
    }
}

#[test]
fn a_record_is_replayed_and_adjudicated_with_its_points() {
    let situation = Board::bare('f').with("C13 TPC, E13 WL").build().situation();
    let record = |moves: &str, end: &str| {
        format!(
            "[Game \"Dragon\"]\n[Forest \"Ash\"]\n[Storm \"Moor\"]\n[Knights \"Sword\"]\n[Formation \"Arrowhead\"]\n\
             [Situation \"{situation}\"]\n{end}\n\n{moves}\n"
        )
    };
    let won = record("20... C13-D13 Forest", "[Result \"Forest\"]\n[Termination \"direct-capture\"]");
    let read = |text: &str| read_records(text, Limits::WEB).next().unwrap().unwrap();
    let report = check(&read(&won));
    assert_eq!(report.error, None);
    assert_eq!(report.outcome.unwrap().by, Ending::DirectCapture);
    let points = report.points.unwrap();
    assert_eq!(points.north.unwrap().decimal(), "5");
    let wrong = record("20... C13-D13 Storm", "[Result \"Storm\"]\n[Termination \"direct-capture\"]");
    assert!(check(&read(&wrong)).error.is_some(), "the board outranks the tags");
}
