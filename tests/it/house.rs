//! House rules that can be counted: no file of Rust is too long to be read, nor a line of a template; map and security's
//! page name files that are there, and that page counts right.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::arrows::WINGS;

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
        let mut place = root.join(WINGS[0]);
        for name in row.split('|').nth(2).unwrap().split('`').skip(1).step_by(2).flat_map(alternatives) {
            let is_file = name.contains('/') || [".rs", ".js"].iter().any(|end| name.ends_with(end));
            let is_there = if is_file {
                let beside = if place.is_dir() { &place } else { place.parent().unwrap() };
                places(&name)
                    .chain([beside.join(&name)])
                    .find(|place| place.exists())
                    .map(|found| place = found)
                    .is_some()
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

/// What level 1 of ASVS 4.0.3 asks; level 2 adds the others.
const LEVEL_1: &str = "2.1.1 to 2.1.12, 2.2.1 to 2.2.3, 2.3.1, 2.5.1 to 2.5.6, 2.7.1 to 2.7.4, 2.8.1, 3.1.1, \
    3.2.1 to 3.2.3, 3.3.1, 3.3.2, 3.4.1 to 3.4.5, 3.7.1, 4.1.1 to 4.1.3, 4.1.5, 4.2.1, 4.2.2, 4.3.1, 4.3.2, \
    5.1.1 to 5.1.5, 5.2.1 to 5.2.8, 5.3.1 to 5.3.10, 5.5.1 to 5.5.4, 6.2.1, 7.1.1, 7.1.2, 7.4.1, \
    8.2.1 to 8.2.3, 8.3.1 to 8.3.4, 9.1.1 to 9.1.3, 10.3.1 to 10.3.3, 11.1.1 to 11.1.5, 12.1.1, 12.3.1 to 12.3.5, \
    12.4.1, 12.4.2, 12.5.1, 12.5.2, 12.6.1, 13.1.1, 13.1.3, 13.2.1 to 13.2.3, 13.3.1, 14.2.1 to 14.2.3, 14.3.2, \
    14.3.3, 14.4.1 to 14.4.7, 14.5.1 to 14.5.3";

const STATES: [&str; 5] = ["met", "partly", "not met", "yours", "not applicable"];

/// docs/security.md says of each requirement once what its state is, and how many there are of each.
#[test]
fn what_stands_of_security_is_counted_right() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/security.md")).unwrap();
    let mut states = BTreeMap::new();
    let mut said: Vec<Vec<usize>> = Vec::new();
    let what_is_none = "Not applicable: ";
    let paragraphs = page.split("\n\n");
    let lines = paragraphs.flat_map(|paragraph| match paragraph.starts_with(what_is_none) {
        true => vec![paragraph],
        false => paragraph.lines().collect(),
    });
    for line in lines {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (asked, state) = match (line.strip_prefix(what_is_none), cells.as_slice()) {
            (Some(asked), _) => (asked, "not applicable"),
            (None, ["", asked, state, ..]) if STATES.contains(state) => (*asked, *state),
            (None, ["", "Level 1" | "Level 2 adds" | "Together", numbers @ .., ""]) => {
                said.push(numbers.iter().map(|number| number.parse().unwrap()).collect());
                continue;
            }
            _ => continue,
        };
        for number in requirements(asked) {
            assert_eq!(states.insert(number, state), None, "{number:?} stands there twice");
        }
    }
    let first: Vec<_> = requirements(LEVEL_1);
    let count = |belongs: &dyn Fn(&[u32; 3]) -> bool| -> Vec<usize> {
        let of = |state| states.iter().filter(|(number, it)| **it == state && belongs(number)).count();
        let mut counts: Vec<usize> = STATES.into_iter().map(of).collect();
        counts.push(counts.iter().sum());
        counts
    };
    let counted = vec![
        count(&|number| first.contains(number)),
        count(&|number| !first.contains(number)),
        count(&|_| true),
    ];
    assert_eq!(said, counted, "the table at the head of docs/security.md");
}

/// The numbers in a text: `1.1.1 to 1.1.3, 1.2.1` are four.
fn requirements(text: &str) -> Vec<[u32; 3]> {
    let mut found: Vec<[u32; 3]> = Vec::new();
    let mut is_range = false;
    for word in text.split_whitespace() {
        let parts: Vec<_> = word.trim_matches([',', '(', ')', '.']).split('.').map(str::parse).collect();
        if let [Ok(chapter), Ok(section), Ok(last)] = parts[..] {
            let before = found.last().filter(|_| is_range).map_or(last, |number| number[2] + 1);
            found.extend((before..=last).map(|one| [chapter, section, one]));
        }
        is_range = word == "to";
    }
    found
}

/// The files that docs/security.md names are there.
#[test]
fn what_keeps_us_secure_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/security.md")).unwrap();
    let names = page
        .lines()
        .filter(|line| line.starts_with("| "))
        .flat_map(|line| line.split('`').skip(1).step_by(2));
    let is_file = |name: &&str| name.contains('/') && !name.starts_with('/') || name.ends_with(".rs");
    let named: Vec<&str> = names.filter(is_file).collect();
    assert!(named.len() > 100, "only {} were read", named.len());
    let is_there = |name: &str| {
        let beside_tests = root.join("tests/it").join(name);
        places(name).chain([beside_tests]).any(|place| place.exists() || place.with_extension("rs").exists())
    };
    let lost: Vec<&str> = named.into_iter().filter(|name| !is_there(name)).collect();
    assert!(lost.is_empty(), "named in docs/security.md, but not there: {lost:?}");
}

/// Where a path may begin that the map or security's page names.
fn places(name: &str) -> impl Iterator<Item = PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    ["."].iter().chain(WINGS).map(move |wing| root.join(wing).join(name))
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
