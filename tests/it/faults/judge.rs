//! Whether a history of commands that several gave at once can be true: what was acknowledged is in the ledger exactly
//! once, what was not at most once, and the order of the ledger is one that real time allows.

use std::collections::BTreeMap;
use std::time::Duration;

/// One command of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Given {
    /// What tells it from all others.
    pub(super) name: String,
    /// When it was first sent.
    pub(super) begun: Duration,
    /// When it was acknowledged; none if it never was.
    pub(super) acknowledged: Option<Duration>,
}

/// What cannot be true of a history, given the names in the order of the ledger.
pub(super) fn complaints(given: &[Given], ledger: &[String]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (place, name) in ledger.iter().enumerate() {
        places.entry(name).or_default().push(place);
    }
    let mut wrong = Vec::new();
    let mut placed = Vec::new();
    for command in given {
        let found = places.remove(command.name.as_str()).unwrap_or_default();
        match (found.as_slice(), command.acknowledged) {
            ([], Some(_)) => wrong.push(format!("{} was acknowledged and is lost", command.name)),
            ([_, _, ..], _) => wrong.push(format!("{} is there {} times", command.name, found.len())),
            ([place], _) => placed.push((*place, command)),
            ([], None) => {}
        }
    }
    wrong.extend(places.keys().map(|name| format!("{name} is there and nobody gave it")));
    placed.sort_by_key(|(place, _)| *place);
    let mut latest: Option<&Given> = None;
    for (_, command) in placed {
        if let Some(latest) = latest
            && command.acknowledged.is_some_and(|end| end < latest.begun)
        {
            wrong.push(format!(
                "{} stands after {}, which began after it had ended",
                command.name, latest.name
            ));
        }
        if latest.is_none_or(|latest| latest.begun < command.begun) {
            latest = Some(command);
        }
    }
    wrong
}

/// The control: each kind of lie is found.
#[test]
fn histories_that_cannot_be_true_are_found() {
    let given = |name: &str, begun: u64, end: Option<u64>| Given {
        name: name.to_owned(),
        begun: Duration::from_millis(begun),
        acknowledged: end.map(Duration::from_millis),
    };
    let history =
        [given("a", 0, Some(10)), given("b", 5, Some(20)), given("c", 30, Some(40)), given("d", 8, None)];
    let judge = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        complaints(&history, &names)
    };
    for fine in [&["a", "b", "c"][..], &["b", "a", "c"], &["d", "a", "b", "c"], &["a", "b", "c", "d"]] {
        assert_eq!(judge(fine), Vec::<String>::new(), "{fine:?}");
    }
    assert!(judge(&["a", "c"])[0].contains("b was acknowledged and is lost"));
    assert!(judge(&["a", "b", "b", "c"])[0].contains("b is there 2 times"));
    assert!(judge(&["a", "b", "c", "x"])[0].contains("nobody gave it"));
    assert!(judge(&["a", "c", "b"])[0].contains("b stands after c"));
}
