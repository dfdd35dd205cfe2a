//! Every ruling that code, messages and summaries name exists.

use std::fs;
use std::path::{Path, PathBuf};

use tiger_rules::{GameKind, Variation, named_rulings, ruling, rulings, summary};

/// Rust files under a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|it| it == "rs") {
            found.push(path);
        }
    }
}

/// The game that a file speaks of, if it is one alone.
fn game_of(path: &str) -> Option<GameKind> {
    let folders =
        [("/dragon", GameKind::Dragon), ("/dance", GameKind::Dance), ("chess", GameKind::TigerChess)];
    folders.into_iter().find(|(part, _)| path.contains(part)).map(|(_, game)| game)
}

#[test]
fn every_ruling_that_a_message_or_a_comment_names_exists() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    files(&source, &mut paths);
    let mut named = 0;
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(&source).unwrap().to_string_lossy();
        if name == "rulings.rs" {
            // Its tests name rulings that do not exist.
            continue;
        }
        for (range, number) in named_rulings(&text) {
            named += 1;
            let games = game_of(&format!("/{name}")).map_or(GameKind::ALL.to_vec(), |game| vec![game]);
            let exists = games.into_iter().any(|game| ruling(game, number).is_some());
            assert!(exists, "{name} names {}", &text[range]);
        }
    }
    assert!(named > 150, "only {named} were found");
}

#[test]
fn every_ruling_that_a_summary_names_exists() {
    for game in GameKind::ALL {
        for row in summary(Variation::standard(game)) {
            for besides in row.besides {
                let named = named_rulings(besides.rule);
                assert!(
                    !named.is_empty()
                        || ["main rules of Chess", "rulings, LancerChess"].contains(&besides.rule),
                    "{game}: {} rests on {}",
                    row.name,
                    besides.rule
                );
                assert!(named.iter().all(|(_, number)| ruling(game, *number).is_some()), "{}", besides.rule);
            }
        }
    }
}

/// How many rulings each game has.
const COUNTS: [(GameKind, u8); 4] =
    [(GameKind::LancerChess, 10), (GameKind::TigerChess, 10), (GameKind::Dragon, 37), (GameKind::Dance, 16)];

#[test]
fn rulings_are_numbered_from_one_without_a_gap() {
    for (game, count) in COUNTS {
        let numbers: Vec<&str> = rulings(game)
            .lines()
            .filter_map(|line| line.split_once(". "))
            .map(|(number, _)| number)
            .filter(|number| number.parse::<u8>().is_ok())
            .collect();
        let expected: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
        assert_eq!(numbers, expected, "{game}");
        assert!((1..=count).all(|number| ruling(game, number).is_some_and(|text| text.len() > 30)));
    }
}

#[test]
fn the_revised_rulings_of_dragon_and_the_dance_are_the_ones_that_stand() {
    let dragon = |number| ruling(GameKind::Dragon, number).unwrap_or_default();
    assert!(dragon(11).contains("in the direction of any adjacent position"));
    assert!(dragon(37).contains("The third repetition ends the game by itself"));
    assert!(ruling(GameKind::Dance, 11).unwrap_or_default().contains("`half` is already 0"));
}

#[test]
fn a_sentence_names_rulings_alone_in_a_list_and_in_a_row() {
    let numbers = |sentence| named_rulings(sentence).into_iter().map(|(_, number)| number);
    assert!(numbers("Ruling 26 stands; see rulings 3, 4 and 10, rulings 5-7").eq([26, 3, 4, 10, 5, 7]));
    assert!(numbers("rule 27b, rulings 9b, unruling 4, ruling, overruling 5, ruling 300").eq([]));
    assert!(numbers("ruling 14, 2 moves later").eq([14]));
}
