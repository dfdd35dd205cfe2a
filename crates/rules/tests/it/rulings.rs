//! Every ruling that code, messages and summaries name exists.

use std::fs;
use std::path::{Path, PathBuf};

use tiger_rules::{GameKind, Variation, named_rulings, ruling, summary};

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
