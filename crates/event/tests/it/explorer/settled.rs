use std::sync::Arc;

use chrono::NaiveDate;
use tiger_event::PublishedGame;
use tiger_event::explorer::settled::{deployments, dice, options, postings};
use tiger_event::explorer::{Line, Told};
use tiger_event::register::Played;
use tiger_rules::{AnyPosition, Cast, GameKind, Variation};

use crate::new_id;

/// A game of TigerChess, deployed by the first posting each time and one move played, with the dice of its tag.
fn game(cast: Vec<(Cast, Vec<u8>)>) -> (PublishedGame, Line) {
    let day = NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
    let event = Arc::new(Played {
        id: new_id(),
        slug: "open".to_owned(),
        name: "Open".to_owned(),
        kind: GameKind::TigerChess,
        starts_on: day,
        ends_on: day,
        board: None,
    });
    let variation = Variation::standard(GameKind::TigerChess);
    let mut position = AnyPosition::start(variation);
    let mut text =
        "[Game \"TigerChess\"]\n[Deployment \"Open\"]\n[TigerVariation \"No\"]\n[Dice \"-; 2 5\"]\n\n"
            .to_owned();
    for _ in 0..9 {
        let mv = position.legal_moves().swap_remove(0);
        position.play_text(&mv).unwrap();
        text.push_str(&mv);
        text.push(' ');
    }
    let game = PublishedGame {
        event,
        id: new_id(),
        round: 1,
        board: 1,
        entries: [new_id(), new_id()],
        variation: Some(variation),
        dice: cast,
        result: None,
        record: None,
        is_special: false,
        is_annulled: false,
    };
    (game, Line::read(&(text + "*\n"), None))
}

#[test]
fn dice_are_those_cast_here_else_those_of_the_record() {
    let games = [game(vec![(Cast::Deployment, vec![4]), (Cast::Tiger, vec![6, 6])]), game(Vec::new())];
    let told: Vec<_> = games.iter().map(|(game, line)| Told { game, line: Some(line) }).collect();
    let dice = dice(&told);
    assert_eq!((dice.cast(), dice.pairs, dice.doubles), (5, 2, 1));
    let all: Vec<_> = dice.faces.iter().map(|face| (face.deployment, face.tiger)).collect();
    assert_eq!(all, [(0, 0), (0, 1), (0, 0), (1, 0), (0, 1), (0, 2)]);
}

#[test]
fn postings_are_counted_by_side_and_deployments_in_the_order_of_their_records() {
    let games = [game(Vec::new()), game(Vec::new())];
    let told: Vec<_> = games.iter().map(|(game, line)| Told { game, line: Some(line) }).collect();
    let (posted, whole) = (postings(&told), deployments(&told));
    assert_eq!(posted.iter().map(|it| it.count).collect::<Vec<_>>(), [2; 8]);
    assert_eq!(posted.iter().map(|it| it.first).sum::<usize>(), 4);
    assert_eq!((whole.len(), whole[0].0.len(), whole[0].1), (1, 8, 2));
    assert_eq!(whole[0].0, games[0].1.moves().take(8).collect::<Vec<_>>());
    assert!(options(&told).is_empty(), "no game has a result");
}
