//! Moves made by hand: the touches and their words tell every legal move from every other.

use std::collections::BTreeSet;

use tiger_rules::{AnyPosition, GameKind, Touched, Variation};

/// A number that looks like chance and is the same every time.
fn chance(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap() % below
}

fn variations() -> Vec<Variation> {
    let tiger = Variation::standard(GameKind::TigerChess).with_option("tiger", "yes").unwrap();
    GameKind::ALL.into_iter().map(Variation::standard).chain([tiger]).collect()
}

/// Plays some games of each sort by chance, and hands every position on the way to `look`.
fn wander(mut look: impl FnMut(&AnyPosition, &[Touched])) {
    for (seed, variation) in (1..).zip(variations()) {
        for game in 0..6_u64 {
            let mut state = seed * 1000 + game;
            let mut position = AnyPosition::start(variation);
            for _ in 0..120 {
                let touches = position.list_touches();
                look(&position, &touches);
                let legal = position.legal_moves();
                if legal.is_empty() || position.verdict().is_some() {
                    break;
                }
                let captures: Vec<_> = legal.iter().filter(|text| text.contains(['x', '='])).collect();
                let text = match captures.as_slice() {
                    [] => legal[chance(&mut state, legal.len())].clone(),
                    some if chance(&mut state, 2) == 0 => some[chance(&mut state, some.len())].clone(),
                    _ => legal[chance(&mut state, legal.len())].clone(),
                };
                position.play_text(&text).unwrap();
            }
        }
    }
}

#[test]
fn every_legal_move_has_its_touches_and_each_means_itself() {
    wander(|position, touches| {
        let listed: BTreeSet<_> = touches.iter().map(|it| it.written.clone()).collect();
        let legal: BTreeSet<_> = position.legal_moves().into_iter().collect();
        let flags = touches.iter().filter(|it| it.written.starts_with("F@") && it.touch.to.is_none());
        assert_eq!(listed.len(), legal.len() + flags.count(), "{}", position.situation());
        assert!(legal.is_subset(&listed));
        for touched in touches {
            let played = position.clone().play_text(&touched.written).unwrap();
            assert_eq!(played.written, touched.written);
        }
    });
}

#[test]
fn touches_and_words_tell_moves_apart() {
    wander(|position, touches| {
        let ways: BTreeSet<_> = touches.iter().map(|it| &it.touch).collect();
        let told: Vec<_> = touches.iter().map(|it| format!("{}: {:?}", it.written, it.touch)).collect();
        assert_eq!(ways.len(), touches.len(), "{}\n{}", position.situation(), told.join("\n"));
        assert!(touches.iter().all(|it| !it.touch.words.is_empty()));
    });
}

#[test]
fn a_posting_touches_its_position_alone_and_flags_can_fall() {
    let position = AnyPosition::start(Variation::standard(GameKind::TigerChess));
    let touches = position.list_touches();
    let posting = touches.iter().find(|it| it.written == "S@C6").unwrap();
    assert_eq!((posting.touch.from.as_deref(), posting.touch.to.as_deref()), (None, Some("C6")));
    assert!(touches.iter().any(|it| it.written == "F@S") && touches.iter().any(|it| it.written == "F@B"));
}

#[test]
fn choices_are_told_in_words() {
    let words = |game, situation: &str, from: &str, to: &str| -> Vec<String> {
        let position = AnyPosition::from_situation(game, situation).unwrap();
        let touches = position.list_touches().into_iter().map(|it| it.touch);
        let of_way = touches.filter(|it| it.from.as_deref() == Some(from) && it.to.as_deref() == Some(to));
        of_way.map(|it| it.words).collect()
    };
    let lancer = words(GameKind::LancerChess, "4q3/P7/8/8/8/8/8/4Q3 b - - 0 1", "A7", "A8");
    assert_eq!(
        lancer,
        [
            "moves and becomes a Baron",
            "moves and becomes a King",
            "moves and becomes a Queen's Lancer",
            "moves and becomes a Tower"
        ]
    );
    let tiger = words(GameKind::TigerChess, "4q3/8/P7/8/8/8/8/4Q3 b - - 0 1 Xx", "A6", "A7");
    assert_eq!(tiger, ["moves and forgoes the Knight", "moves and is exchanged for the Knight"]);
}

#[test]
fn a_group_move_is_made_walk_by_walk() {
    let situation = "11/11/11/11/11/11/11/3F7/2CF7/11/K9k s F3M6O4L3C1D1H1S1f6m6o4l3c2d1h1s1 - 0 0 1";
    let position = AnyPosition::from_situation(GameKind::Dance, situation).unwrap();
    let first = position.next_in_group(&[]);
    assert!(first.iter().any(|it| it.written == "d3-d4" || it.written == "d3-e3"), "{first:?}");
    let second = position.next_in_group(&["d3-e3"]);
    assert!(!second.is_empty() && second.iter().all(|it| it.written.starts_with("d3-e3&")), "{second:?}");
    for group in &second {
        position.clone().play_text(&group.written).unwrap();
    }
    assert!(position.amid_group(&["d3-e3"]).is_some());
    assert!(position.next_in_group(&["d3-d9"]).is_empty(), "no such walk");
    assert!(position.next_in_group(&["d3-e3", "c3-b3"]).is_empty(), "a Captain is not led by himself");
}
