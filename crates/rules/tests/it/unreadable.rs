//! Whoever types what is no move is told what is due.

use tiger_rules::{AnyPosition, GameKind, Variation};

fn why(game: GameKind, typed: &str) -> String {
    let mut position = AnyPosition::start(Variation::standard(game));
    position.play_text(typed).map(|played| played.written).unwrap_err().to_string()
}

#[test]
fn what_is_no_move_is_answered_with_what_is_due() {
    use GameKind::{Dance, Dragon, LancerChess, TigerChess};
    for (game, typed, told) in [
        (LancerChess, "E2-E9", "there is no position E9: the positions of LancerChess are A1 to H8"),
        (TigerChess, "S@C9", "there is no position C9"),
        (Dragon, "E2-J2", "there is no position J2"),
        (Dance, "a1-a12", "there is no position a12"),
        (LancerChess, "2E-E4", "`2E` is no position"),
        (LancerChess, "0-K", "where the letter `O` is due"),
        (LancerChess, "E4:D5", "`:` is no sign of the notation"),
        (Dance, "a1:a2", "`:` is no sign of the notation"),
        (LancerChess, "E2E4", "no sign stands between E2 and E4"),
        (Dragon, "B10C9", "no sign stands between B10 and C9"),
        (TigerChess, "C6", "`C6` names one position only; moves of TigerChess are written like S@C6"),
        (LancerChess, "castle", "does not read as a move of LancerChess"),
        (TigerChess, "", "no move is written"),
    ] {
        assert!(why(game, typed).contains(told), "{typed}: {}", why(game, typed));
    }
    assert!(!why(TigerChess, "C6").contains("=K"), "LancerChess's hint");
}
