//! Imports run down the house and never back up, as ARCHITECTURE.md draws it.

use std::path::Path;

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
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    walk(&src, &mut files);
    assert!(files.len() > 200, "the house was found");
    let mut wrong = Vec::new();
    for path in files {
        let inside = path.strip_prefix(&src).unwrap();
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
