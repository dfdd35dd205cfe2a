//! Imports run down the house and never back up, as ARCHITECTURE.md draws it.

use std::path::Path;

/// Where the rooms lie: the web app, and the two crates below it. That no arrow runs up from one of these to another is
/// Cargo's care; inside of each it is this test's.
pub(crate) const WINGS: &[&str] = &["src", "crates/backend/src", "crates/store/src"];

/// The floors of the house from the top down. A room imports from floors below its own; rooms of one floor do not know
/// each other.
const FLOORS: &[&[&str]] = &[
    &["main"],
    &["cli"],
    &["startup", "demo"],
    &["routes"],
    &["gate", "handlers"],
    &["pages"],
    &["access"],
    &["state"],
    &["exports"],
    &["publish"],
    &["services"],
    &["auth"],
    &["ledger"],
    &["db"],
    &["board", "live"],
    &["shares"],
    &["assets", "clock", "config", "disk", "error", "metrics", "theme"],
];

/// How far down a room lies.
fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&room))
}

/// Every room that a file names after `crate::`, its tests and comments left out.
fn imports(text: &str) -> Vec<&str> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let named = lines.flat_map(|line| line.split("crate::").skip(1));
    named
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(group) => group.split([',', '}']).collect(),
            None => vec![rest],
        })
        .filter_map(|name| name.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next())
        .filter(|name| !name.is_empty())
        .collect()
}

fn walk(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            files.push(path);
        }
    }
}

#[test]
fn no_arrow_runs_back_up() {
    let mut files = Vec::new();
    for wing in WINGS.iter().map(|wing| Path::new(env!("CARGO_MANIFEST_DIR")).join(wing)) {
        let before = files.len();
        walk(&wing, &mut files);
        assert!(files.len() > before + 50, "{} was found", wing.display());
    }
    let mut wrong = Vec::new();
    for path in files {
        let inside = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap();
        let inside = WINGS.iter().find_map(|wing| inside.strip_prefix(wing).ok()).unwrap();
        let room = inside.iter().next().and_then(|name| name.to_str()).unwrap().trim_end_matches(".rs");
        if room == "lib" {
            continue;
        }
        let own = floor(room).unwrap_or_else(|| panic!("{room} has no floor"));
        let text = std::fs::read_to_string(&path).unwrap();
        for name in imports(&text).into_iter().filter(|name| *name != room) {
            let other = floor(name).unwrap_or_else(|| panic!("{name}, named by {inside:?}, has no floor"));
            if other <= own {
                wrong.push(format!("{} imports {name}", inside.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "arrows that run back up: {wrong:#?}");
}
