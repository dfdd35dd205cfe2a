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
