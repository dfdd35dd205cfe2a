use tiger_arbiter::demo::chance::Chance;
use tiger_arbiter::demo::contest::play;
use tiger_rules::{LancerChess, Position};

#[test]
fn a_contest_is_legal_and_the_same_for_the_same_seed() {
    let contest = play([6, 4], &mut Chance::new(7));
    let mut position = LancerChess::start(());
    for text in &contest.moves {
        let Ok(mv) = position.read_move(text) else { unreachable!("{text} is no move") };
        position.play_unchecked(&mv);
    }
    assert_eq!(play([6, 4], &mut Chance::new(7)).moves, contest.moves);
    assert!(position.verdict().is_none_or(|shown| shown == contest.outcome));
}
