use tiger_event::scoresheet::{Holder, Scoresheet};

use crate::new_id;

fn sheet(moves: usize) -> Scoresheet {
    let moves = vec![String::new(); moves];
    let blank = Scoresheet::blank(new_id(), new_id(), Holder::Player(new_id()));
    Scoresheet { moves, ..blank }
}

#[test]
fn a_move_is_taken_back_once_and_what_goes_beyond_is_counted() {
    let mut it = sheet(8);
    it.take_back(7, true);
    assert_eq!((it.moves.len(), it.taken_back), (7, 0), "the last one, once");
    it.moves.push(String::new());
    it.take_back(7, true);
    assert_eq!(it.taken_back, 1, "another one tried in its place");
    it.take_back(6, true);
    assert_eq!(it.taken_back, 2);
    it.take_back(2, true);
    assert_eq!((it.moves.len(), it.taken_back), (2, 6));
    it.moves.resize(9, String::new());
    it.take_back(8, true);
    assert_eq!(it.taken_back, 6, "a later move may be taken back, too");
    it.take_back(9, true);
    assert_eq!(it.taken_back, 6, "nothing was taken back");
    it.take_back(0, false);
    assert_eq!(it.taken_back, 6, "after the game nobody counts");
}

#[test]
fn a_holder_is_read_back() {
    for holder in [Holder::Player(new_id()), Holder::Arbiter(new_id())] {
        assert_eq!(holder.to_string().parse(), Ok(holder));
    }
    for text in ["", "player", "player-1", "stranger-00000000-0000-7000-8000-000000000000"] {
        assert!(text.parse::<Holder>().is_err(), "{text}");
    }
}
