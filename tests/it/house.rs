//! House rules that can be counted: no file of Rust is too long to be read, nor a line of a template.

use std::fs;
use std::path::{Path, PathBuf};

/// Lines of a file of Rust, at the very most.
const LINES: usize = 500;

/// Characters of a template's line.
const CHARACTERS: usize = 200;

/// Files below a folder of the project with an ending, those of builds left out.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == ending) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "{folder} holds no file of {ending}");
    found
}

#[test]
fn no_file_is_too_long() {
    let mut long = Vec::new();
    for path in ["src", "crates", "tests", "benches"].into_iter().flat_map(|folder| files(folder, "rs")) {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        if lines > LINES {
            long.push(format!("{}: {lines} lines", path.display()));
        }
    }
    assert!(long.is_empty(), "more than {LINES} lines:\n{}", long.join("\n"));
}

#[test]
fn no_line_of_a_template_is_too_long() {
    let mut long = Vec::new();
    for path in ["templates", "tests/templates"].into_iter().flat_map(|folder| files(folder, "html")) {
        for (number, line) in (1..).zip(fs::read_to_string(&path).unwrap().lines()) {
            let characters = line.chars().count();
            if characters > CHARACTERS {
                long.push(format!("{}, line {number}: {characters} characters", path.display()));
            }
        }
    }
    assert!(long.is_empty(), "more than {CHARACTERS} characters:\n{}", long.join("\n"));
}

/// ARCHITECTURE.md leads to every behaviour in two steps only while the files it names are there, with what stands in
/// parentheses behind them.
#[test]
fn the_map_names_files_that_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let map = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let (_, table) = map.split_once("\n| Behaviour | File |\n").expect("the table of behaviours");
    let rows: Vec<_> = table.lines().skip(1).take_while(|line| line.starts_with('|')).collect();
    let mut lost = Vec::new();
    for row in &rows {
        let mut place = root.join("src");
        for name in row.split('|').nth(2).unwrap().split('`').skip(1).step_by(2).flat_map(alternatives) {
            let is_file = name.contains('/') || [".rs", ".js"].iter().any(|end| name.ends_with(end));
            let is_there = if is_file {
                let beside = if place.is_dir() { &place } else { place.parent().unwrap() };
                let places = [root.join(&name), root.join("src").join(&name), beside.join(&name)];
                places.into_iter().find(|place| place.exists()).map(|found| place = found).is_some()
            } else {
                place.is_dir() || stands_in(&name, &place)
            };
            if !is_there {
                lost.push(format!("{name}, in: {row}"));
            }
        }
    }
    assert!(rows.len() > 40, "only {} rows were read", rows.len());
    assert!(lost.is_empty(), "named in ARCHITECTURE.md, but not there:\n{}", lost.join("\n"));
}

/// Whether a file speaks of something: of `b` where the map says `a::b`, or `b()`.
fn stands_in(name: &str, file: &Path) -> bool {
    let name = name.rsplit("::").next().unwrap_or_default().trim_end_matches("()");
    fs::read_to_string(file).unwrap().contains(name)
}

/// `a/{b,c}.rs` names `a/b.rs` and `a/c.rs`.
fn alternatives(name: &str) -> Vec<String> {
    let Some((before, (inside, after))) =
        name.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
    else {
        return vec![name.to_owned()];
    };
    inside.split(',').map(|one| format!("{before}{one}{after}")).collect()
}
