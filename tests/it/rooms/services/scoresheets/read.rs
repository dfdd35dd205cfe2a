use tiger_arbiter::services::scoresheets::read::{NotOne, meant, places_of, play, suggestions, words};
use tiger_rules::{AnyPosition, GameKind, SituationError, Variation};

fn after(mut position: AnyPosition, typed: &str) -> Result<String, NotOne> {
    play(&mut position, typed).map(|played| played.written)
}

#[test]
fn a_move_is_understood_as_people_type_it() {
    let start = AnyPosition::start(Variation::standard(GameKind::LancerChess));
    for typed in ["E2-E4", "e2-e4", "e2e4", "e2-e4!"] {
        assert_eq!(after(start.clone(), typed).as_deref(), Ok("E2-E4"), "{typed}");
    }
    for typed in ["e2e5", "e4", "e2", "nonsense", "e2e4e6", "e2-e4=k", "e2*e4", "e2~e4", "E2xE4", "e2:e4"] {
        assert!(after(start.clone(), typed).is_err(), "{typed}");
    }
    let mut open = start.clone();
    for played in ["E2-E4", "D7-D5"] {
        open.play_text(played).unwrap();
    }
    for typed in ["E4xD5", "e4xd5", "e4:d5", "e4d5", "e4-d5"] {
        assert_eq!(after(open.clone(), typed).as_deref(), Ok("E4xD5"), "{typed}");
    }
    let why = |typed: &str| match after(start.clone(), typed) {
        Err(NotOne::Refused(refusal)) => Some(refusal.to_string()),
        _ => None,
    };
    assert!(
        why("e2e5").is_some_and(|why| !why.contains("sign")),
        "it may be left out, and is not what is wrong"
    );
    assert_eq!(why("e2e5"), why("E2-E5"));
    assert!(why("E2xE4").is_some_and(|why| why.contains("E4 holds no opposing force")), "{:?}", why("E2xE4"));
    assert_eq!(suggestions(&start, "e2-e5"), ["E2-E3", "E2-E4"]);
    assert_eq!(suggestions(&start, "nonsense").len(), start.legal_moves().len(), "they are few");
    let posting = AnyPosition::start(Variation::standard(GameKind::TigerChess));
    assert_eq!(after(posting, "c6").as_deref(), Ok("S@C6"));
}

#[test]
fn a_word_that_can_mean_several_moves_names_them() -> Result<(), SituationError> {
    let situation = "4q3/P7/8/8/8/8/8/4Q3 b - - 0 1";
    let position = AnyPosition::from_situation(GameKind::LancerChess, situation)?;
    assert!(meant(&position, "A7A8").len() > 1);
    for typed in ["a7a8", "A7/A8"] {
        let meant = after(position.clone(), typed);
        assert!(matches!(meant, Err(NotOne::Several(meant)) if meant.len() == 4), "{typed}");
    }
    assert_eq!(after(position, "a7a8=t").as_deref(), Ok("A7-A8=T"));
    Ok(())
}

#[test]
fn touches_of_two_positions_or_of_one_are_moves() -> Result<(), SituationError> {
    let start = AnyPosition::start(Variation::standard(GameKind::LancerChess));
    assert_eq!(after(start.clone(), "E2/E4").as_deref(), Ok("E2-E4"));
    for touched in ["E2/E5", "E4/E5", "E2/", "/E4", "/"] {
        let refused = after(start.clone(), touched);
        assert!(matches!(refused, Err(NotOne::Refused(_))), "{touched}: {refused:?}");
    }
    let posting = AnyPosition::start(Variation::standard(GameKind::TigerChess));
    assert_eq!(after(posting, "C6/").as_deref(), Ok("S@C6"));
    let dragon = AnyPosition::start(Variation::standard(GameKind::Dragon));
    let several = after(dragon, "A9/B8");
    assert!(several.is_ok() || matches!(several, Err(NotOne::Several(_))), "{several:?}");
    assert_eq!(words("E2/E4"), Ok(vec!["E2/E4".to_owned()]), "a touch is a word");
    let situation = "11/11/11/11/11/11/11/3F7/2CF7/11/K9k s F3M6O4L3C1D1H1S1f6m6o4l3c2d1h1s1 - 0 0 1";
    let dance = AnyPosition::from_situation(GameKind::Dance, situation)?;
    assert_eq!(after(dance.clone(), "d3-e3&d4-d5").as_deref(), Ok("d3-e3&d4-d5"));
    assert!(after(dance, "d3-e3&d4-k9").is_err());
    Ok(())
}

#[test]
fn numbers_comments_and_tags_are_passed_over() {
    let moves = ["E2-E4", "E7-E5", "D2-D4"].map(str::to_owned).to_vec();
    assert_eq!(words("1. E2-E4 E7-E5 {so far} 2. D2-D4"), Ok(moves.clone()));
    assert_eq!(words("[Game \"LancerChess\"]\n[Result \"*\"]\n\n1. E2-E4 E7-E5 2. D2-D4 *"), Ok(moves));
    assert_eq!(words("  "), Ok(Vec::new()));
    assert_eq!(words("e2e4 < E2/E3"), Ok(["e2e4", "<", "E2/E3"].map(str::to_owned).to_vec()));
    assert!(words("{never closed").is_err());
}

#[test]
fn places_are_taken_apart() {
    assert_eq!(places_of("E2E4"), Some(vec!["E2".to_owned(), "E4".to_owned()]));
    assert_eq!(places_of("~B10XC9"), Some(vec!["B10".to_owned(), "C9".to_owned()]));
    assert_eq!(places_of("PE"), None);
    assert_eq!(places_of("12"), None);
}
