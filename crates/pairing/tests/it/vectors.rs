//! The example tournaments: same pairs, same colours, same board order as the reference engine.
//!
//! `tests/vectors/README.md` says how the examples were made: the pairs were produced by running bbpPairings
//! v6.0.0.

use std::fs;
use std::path::{Path, PathBuf};

use tiger_pairing::{DraftRound, dutch, trf};

fn lines(draft: &DraftRound) -> String {
    let mut out = format!("{}\n", draft.boards.len() + draft.byes.len());
    for board in &draft.boards {
        out += &format!("{} {}\n", board.first, board.second);
    }
    for bye in &draft.byes {
        out += &format!("{} 0\n", bye.player);
    }
    out
}

fn rounds() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .flat_map(|path| fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "pairs"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_example_round_is_paired_as_the_reference_engine_pairs_it() {
    let files = rounds();
    assert_eq!(files.len(), 37, "the examples have 37 rounds");
    let mut differing = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file.with_extension("trf")).unwrap();
        let tournament = trf::read(&text).unwrap().tournament;
        let expected = fs::read_to_string(file).unwrap();
        let draft = dutch::draft_round(&tournament, tournament.next_round()).unwrap();
        let same = lines(&draft).split_whitespace().eq(expected.split_whitespace());
        if !same {
            differing.push(format!("{}\nours:\n{}theirs:\n{expected}", file.display(), lines(&draft)));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
