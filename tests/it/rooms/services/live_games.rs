use chrono::{DateTime, TimeDelta, Utc};
use tiger_arbiter::clock;
use tiger_arbiter::services::live_games::Line;
use tiger_event::Scoresheet;
use tiger_event::scoresheet::Holder;

/// A sheet whose moves were written a minute after each other.
fn sheet(holder: Holder, moves: &str, begun: DateTime<Utc>) -> Scoresheet {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let written_at = (0..).zip(&moves).map(|(minute, _)| begun + TimeDelta::minutes(minute)).collect();
    Scoresheet { moves, written_at, ..Scoresheet::blank(clock::new_id(), clock::new_id(), holder) }
}

fn told(sheets: &[Scoresheet], minutes: i64) -> String {
    Line::told(sheets, DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)).moves.join(" ")
}

#[test]
fn a_line_is_what_players_agree_on_and_nothing_younger() {
    let begun = DateTime::UNIX_EPOCH;
    let player = || Holder::Player(clock::new_id());
    let one = sheet(player(), "a b c d", begun);
    assert_eq!(told(std::slice::from_ref(&one), -1), "");
    assert_eq!(told(std::slice::from_ref(&one), 1), "a b");
    let behind = sheet(player(), "a b", begun);
    assert_eq!(told(&[one.clone(), behind], 9), "a b c d", "the other has not come so far");
    let differs = sheet(player(), "a b x d e", begun);
    assert_eq!(told(&[one.clone(), differs.clone()], 9), "a b", "what they agree on");
    let line = |sheets: &[Scoresheet]| Line::told(sheets, begun + TimeDelta::minutes(9));
    let both = [one.clone(), differs];
    assert!(line(&both).differs && !line(&both[..1]).differs);
    assert_ne!(line(&both).id, Line::of(vec!["a".to_owned(), "b".to_owned()]).id, "another page");
    let arbiter = sheet(Holder::Arbiter(clock::new_id()), "z", begun);
    assert_eq!(told(&[arbiter.clone(), one], 9), "a b c d");
    assert_eq!(told(&[arbiter.clone(), sheet(player(), "", begun)], 9), "z");
    let late = sheet(player(), "a", begun + TimeDelta::minutes(20));
    assert_eq!(told(&[arbiter, late], 9), "", "a player writes, if not to be seen yet");
    assert_eq!(told(&[], 9), "");
}

#[test]
fn other_moves_have_another_number() {
    let line = |moves: &str| Line::of(moves.split(' ').map(str::to_owned).collect());
    assert_ne!(line("a b").id, line("a c").id);
    assert_eq!(line("a b").id, line("a b").id);
    assert!(line("a b").begins_with(&["a".to_owned()]) && !line("a b").begins_with(&["b".to_owned()]));
}
