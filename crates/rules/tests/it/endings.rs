//! Endings as people spell them.

use tiger_rules::{Ending, GameKind, InLieu, Termination};

#[test]
fn endings_are_read_in_many_spellings() {
    for ending in Ending::ALL {
        assert_eq!(ending.name().parse(), Ok(ending));
        assert_eq!(ending.title().parse(), Ok(ending));
        assert!(!ending.title().contains('-'), "{}", ending.title());
    }
    for (text, ending) in [
        ("concession (locking up)", Ending::Concession(Some(InLieu::LockingUp))),
        ("Direct Capture", Ending::DirectCapture),
        ("fifty_moves", Ending::FiftyMoves),
        ("Resignation", Ending::Concession(None)),
    ] {
        assert_eq!(text.parse(), Ok(ending), "{text}");
    }
}

#[test]
fn an_unknown_ending_is_answered_with_those_of_the_game() {
    let why = Termination::read_of(GameKind::LancerChess, "chekmate").unwrap_err();
    assert!(why.ends_with("; perhaps checkmate was meant"), "{why}");
    assert!(!why.contains("fortresses") && !why.contains("locking"), "{why}");
    assert!(
        Termination::read_of(GameKind::Dragon, "xyzzy and so on").is_err_and(|why| !why.contains("perhaps"))
    );
}
