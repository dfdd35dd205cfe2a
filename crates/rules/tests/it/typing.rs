//! What people type for a move, and how far it is from a real one.

#[path = "../../src/typed.rs"]
mod typed;

use typed::{FAR, clean, distance};

#[test]
fn what_is_added_to_a_move_is_taken_away() {
    for (typed, meant) in [
        ("E2-E4!?", "E2-E4"),
        ("e5xd6e.p.+", "e5xd6"),
        ("E2\u{2013}E4", "E2-E4"),
        ("E4\u{d7}D5#", "E4xD5"),
        ("E7-E8(K)", "E7-E8=K"),
        ("\u{2014}", "--"),
        ("!\u{2013}", "!-"),
        ("!b2", "!b2"),
        ("e.p.", "e.p."),
    ] {
        assert_eq!(clean(typed), meant, "{typed}");
    }
}

#[test]
fn a_slip_is_nearer_than_a_blunder() {
    let order = ["E2-E4", "E2xE4", "E2E4", "E2-E5", "W2-E4", "E2-4E", "E2-E8"];
    let far: Vec<u32> = order.iter().map(|typed| distance(typed, "E2-E4")).collect();
    assert_eq!(far, [0, 2, 2, 3, 3, 3, 5]);
    assert_eq!(distance("0-K", "O-K"), 1);
    assert_eq!(distance("E7-E8", "E7-E8=K"), 2);
    assert_eq!(distance("B10-B9", "~B10-B9"), 2);
    assert_eq!(distance("C6", "S@C6"), 6);
    assert!(distance("hello", "H2-H3") > FAR);
}
