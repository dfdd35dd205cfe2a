mod settled;

use tiger_event::explorer::{FEWEST, Line, Tally};

#[test]
fn wilsons_interval_is_his_and_hidden_below_thirty_games() {
    // 60 of 100: Wilson gives 0.502 to 0.691.
    let share = Tally { won: 60, drawn: 0, lost: 40 }.share().unwrap();
    assert!((share.low - 0.5020).abs() < 0.0005 && (share.high - 0.6906).abs() < 0.0005, "{share:?}");
    let all = Tally { won: FEWEST, drawn: 0, lost: 0 }.share().unwrap();
    assert!((all.high - 1.0).abs() < 1e-9 && all.low > 0.88, "{all:?}");
    assert_eq!(Tally { won: FEWEST - 1, drawn: 0, lost: 0 }.share(), None);
    let drawn = Tally { won: 0, drawn: 40, lost: 0 }.share().unwrap();
    assert!((drawn.share - 0.5).abs() < 1e-9);
}

#[test]
fn half_of_the_games_took_so_many_plies_or_fewer() {
    let of =
        |plies: &[usize]| tiger_event::explorer::Lengths::of(plies.to_vec()).map(|it| (it.games, it.half));
    assert_eq!(of(&[246, 5, 118, 7]), Some((4, 7)));
    assert_eq!(of(&[3, 1, 2]), Some((3, 2)));
    assert_eq!((of(&[9]), of(&[])), (Some((1, 9)), None));
}

#[test]
fn a_position_is_known_again_whichever_way_led_there() {
    let record = |moves: &str| format!("[Game \"LancerChess\"]\n\n{moves} *\n");
    let one = Line::read(&record("1. E2-E4 E7-E5 2. D2-D3 D7-D6"), None);
    let other = Line::read(&record("1. D2-D3 D7-D6 2. E2-E3 E7-E5 3. E3-E4 A7-A6"), None);
    assert_eq!((one.plies(), other.plies()), (4, 6), "{one:?} {other:?}");
    assert_eq!(one.position(0), other.position(0));
    assert_ne!(one.position(4), other.position(4));
    let third = Line::read(&record("1. D2-D3 D7-D6 2. E2-E4 E7-E5"), None);
    // The pawn that just passed makes no difference where nobody can take it.
    assert_eq!(third.ply_of(one.position(4).unwrap()), Some(4));
    assert_eq!(Line::read("no record", None).plies(), 0);
}
