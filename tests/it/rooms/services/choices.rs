use tiger_arbiter::services::choices::{read_faces, steps, title};
use tiger_event::CastPurpose;
use tiger_rules::GameKind;

#[test]
fn every_game_has_its_own_steps() {
    let titles = |kind| steps(kind).into_iter().map(title).collect::<Vec<_>>();
    assert_eq!(titles(GameKind::LancerChess), [""; 0]);
    assert_eq!(titles(GameKind::TigerChess), ["the answer about Open", "the one die", "the two dice"]);
    assert_eq!(
        titles(GameKind::Dragon),
        ["the question of Knights", "the question of Knights", "the answer about Trident"]
    );
    assert_eq!(titles(GameKind::Dance), ["the answer about Regicide"; 2]);
}

#[test]
fn faces_are_as_many_as_are_cast() {
    for text in ["2 5", "2,5", "2-5", " 2; 5 ", "25", " 25 "] {
        assert_eq!(read_faces(text, CastPurpose::Tiger), Ok(vec![2, 5]), "{text}");
    }
    for text in ["", "2", "2 5 1", "0 3", "7 1", "two five", "27", "255"] {
        assert!(read_faces(text, CastPurpose::Tiger).is_err(), "{text}");
    }
}
