//! What a record has reached: repetitions, endings and what is due.

use tiger_rules::{Ending, GameKind, ReachError, Reached, Side, TigerOptions, Variation};

#[test]
fn a_repetition_is_counted_from_the_moves() {
    let there_and_back = ["G1-G3", "G8-G6", "G3-G1", "G6-G8"];
    let moves = |times: usize| there_and_back.iter().copied().cycle().take(4 * times);
    let reached = |times| Reached::after(Variation::LancerChess, None, moves(times)).ok();
    let holds = |times| {
        reached(times).and_then(|it| it.claim(Ending::Repetition)).map(tiger_rules::ClaimCount::holds)
    };
    assert_eq!([holds(1), holds(2)], [Some(false), Some(true)]);
    assert_eq!(reached(2).map(|it| (it.plies, it.times, it.quiet_half_moves)), Some((8, 3, 8)));
    assert!(reached(1).is_some_and(|it| it.claim(Ending::Agreement).is_none()));
}

#[test]
fn an_illegal_move_is_named_by_its_ply() {
    let reached = Reached::after(Variation::LancerChess, None, ["E2-E4", "E2-E4"]);
    assert!(matches!(reached, Err(ReachError::Move { ply: 2, .. })), "{reached:?}");
    let nowhere = Reached::after(Variation::standard(GameKind::Dragon), Some("nowhere"), []);
    assert!(matches!(nowhere, Err(ReachError::Start(_))), "{nowhere:?}");
}

#[test]
fn postings_are_plies_and_the_guards_come_first() {
    let tiger = Variation::TigerChess(TigerOptions { tiger: true, ..TigerOptions::default() });
    let due = |moves: &[&str]| {
        let reached = Reached::after(tiger, None, moves.iter().copied()).ok()?;
        let tiger_rules::AnyPosition::TigerChess(position) = reached.position else { return None };
        Some(position.posting())
    };
    use tiger_rules::Posting::{Guard, Swordsman};
    assert_eq!(due(&[]), Some(Some(Guard(Side::North))));
    assert_eq!(due(&["G@D"]), Some(Some(Guard(Side::South))));
    assert_eq!(due(&["G@D", "G@E"]), Some(Some(Swordsman { side: Side::North, numeral: 1 })));
    assert_eq!(due(&["G@D", "G@E", "S@C6"]), Some(Some(Swordsman { side: Side::South, numeral: 1 })));
}
