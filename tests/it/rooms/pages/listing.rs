use tiger_arbiter::pages::listing::{Listing, Wanted, part_of};

fn part(q: &str, page: Option<usize>) -> Option<(Vec<&'static str>, Listing)> {
    let lines = vec!["Ash, Rowan", "Elm, Kim", "Oak, Rowan", "Yew, Pat", "Fir, Rowan"];
    let wanted = Wanted { q: q.to_owned(), page, kept: Vec::new() };
    wanted.part(lines, 2, "/list".to_owned(), |line| (*line).to_owned()).ok()
}

#[test]
fn a_long_list_comes_in_parts() {
    let shown = |page| part("", page).map(|(lines, listing)| (lines, listing.here()));
    assert_eq!(shown(None), Some((vec!["Ash, Rowan", "Elm, Kim"], "/list?page=1".to_owned())));
    assert_eq!(shown(Some(3)), Some((vec!["Fir, Rowan"], "/list?page=3".to_owned())));
    assert_eq!((shown(Some(0)), shown(Some(4))), (None, None));
    assert_eq!((part_of("/list", 1, 2), part_of("/list", 4, 2)), ("/list".into(), "/list?page=3".into()));
}

#[test]
fn words_are_looked_for_in_all_lines() {
    let found = part("ROWAN", Some(2)).map(|(lines, listing)| (lines, listing.found, listing.here()));
    assert_eq!(found, Some((vec!["Fir, Rowan"], 3, "/list?q=ROWAN&page=2".to_owned())));
    let both = part("rowan oak", None).map(|(lines, _)| lines);
    assert_eq!(both, Some(vec!["Oak, Rowan"]));
    let none = part("nobody", None).map(|(lines, listing)| (lines.len(), listing.is_long()));
    assert_eq!(none, Some((0, true)));
}
