//! LancerChess: leaf counts of another engine, situations that are refused, moves and verdicts ruling by ruling.

use tiger_rules::{Ending, LancerChess, Outcome, Position, Side, perft, perft_played};

fn at(situation: &str) -> LancerChess {
    LancerChess::from_situation(situation).unwrap()
}

fn moves(situation: &str) -> Vec<String> {
    let position = at(situation);
    let mut moves: Vec<_> = position.legal_moves().iter().map(|mv| position.write_move(mv)).collect();
    moves.sort();
    moves
}

fn played(situation: &str, moves: &[&str]) -> LancerChess {
    let mut position = at(situation);
    for text in moves {
        let mv = position.read_move(text).unwrap();
        position.play_unchecked(&mv);
    }
    position
}

fn refusal(situation: &str, text: &str) -> String {
    at(situation).read_move(text).unwrap_err().to_string()
}

const START: &str = "tmbqkblt/pppppppp/8/8/8/8/PPPPPPPP/TMBQKBLT b KQkq - 0 1";

#[test]
fn leaf_counts_agree_with_another_engine() {
    let mut situations = 0;
    for line in include_str!("../vectors/lancerchess.perft").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(" ; ");
        let position = at(fields.next().unwrap());
        for (count, depth) in fields.zip(1..) {
            let expected: u64 = count.strip_prefix(&format!("D{depth} ")).unwrap().parse().unwrap();
            assert_eq!(perft(&position, depth), expected, "{line} at depth {depth}");
            if depth <= 2 {
                assert_eq!(perft_played(&position, depth), expected, "{line} played at depth {depth}");
            }
        }
        situations += 1;
    }
    assert!(situations >= 30, "only {situations} situations in the file");
}

#[test]
fn the_start_is_the_books() {
    assert_eq!(LancerChess::start(()).situation(), START);
    assert_eq!(at(START), LancerChess::start(()));
}

#[test]
fn the_queen_is_protected_the_other_way_round() {
    let situation = "t2q3t/pppppppp/8/8/8/8/PPPPPPPP/T2Q3T b KQkq - 4 9";
    let listed = moves(situation);
    assert!(listed.contains(&"O-K".to_owned()) && listed.contains(&"O-Q".to_owned()));
    assert_eq!(
        played(situation, &["o-k", "O-Q"]).situation(),
        "1qt4t/pppppppp/8/8/8/8/PPPPPPPP/T3TQ2 b - - 6 10"
    );
}

#[test]
fn the_queen_is_not_protected_out_of_through_or_into_an_attack() {
    let through = "3q4/8/8/8/4t3/8/8/3Q3T b K - 0 1";
    assert_eq!(refusal(through, "O-K"), "E1 is attacked from E4 (ruling 6)");
    assert_eq!(refusal("3q4/8/8/8/3t4/8/8/3Q3T b K - 0 1", "O-K"), "D1 is attacked from D4 (ruling 6)");
    assert_eq!(refusal("3q4/8/8/8/5t2/8/8/3Q3T b K - 0 1", "O-K"), "F1 is attacked from F4 (ruling 6)");
    // The Tower may pass over an attacked position.
    assert!(at("3q4/8/8/8/6t1/8/8/3Q3T b K - 0 1").read_move("O-K").is_ok());
    assert_eq!(
        refusal("3q4/8/8/8/8/8/8/3QK2T b K - 0 1", "O-K"),
        "E1 between the Queen and her King's Tower is occupied (ruling 6)"
    );
    assert_eq!(
        refusal("3q4/8/8/8/8/8/8/3Q3T b - - 0 1", "O-K"),
        "the Bengal Queen or her King's Tower has moved or was captured (ruling 6)"
    );
}

#[test]
fn baron_and_baroness_are_told_apart_by_their_colour() {
    let start = "tmbqkblt/pppppppp/8/8/8/8/PPPPPPPP/TMBQKBLT b KQkq - 0 1";
    assert!(refusal(start, "C1-E4").starts_with("the Baroness on C1"));
    assert!(refusal(start, "F1-E4").starts_with("the Baron on F1"));
    assert!(refusal(start, "E1xC1").starts_with("C1 holds the Bengal Baroness"));
    assert!(refusal(start, "C8-D7").starts_with("C8 holds the Siberian Baroness"));
    assert!(refusal(start, "F8-D7").starts_with("F8 holds the Siberian Baron,"));
}

#[test]
fn promotion_to_a_lancer_depends_on_the_colour_of_the_position() {
    // G1 was the Bengal King's Lancer's first position and is dark, as B8 is; C8 is light.
    let listed = moves("8/1PP5/8/8/8/7q/8/3Q4 b - - 0 1");
    for text in ["B7-B8=K", "B7-B8=T", "B7-B8=B", "B7-B8=L", "C7-C8=M"] {
        assert!(listed.contains(&text.to_owned()), "{text} in {listed:?}");
    }
    for text in ["B7-B8=M", "C7-C8=L", "B7-B8=Q", "B7-B8"] {
        assert!(!listed.contains(&text.to_owned()), "{text}");
    }
    // G8 was the Siberian King's Lancer's and is light, as B1 is.
    assert!(moves("3q4/8/8/8/8/8/1p6/3Q4 s - - 0 1").contains(&"B2-B1=L".to_owned()));
    assert_eq!(
        refusal("8/1P6/8/8/8/7q/8/3Q4 b - - 0 1", "B7-B8"),
        "a Pikeman on B8 is promoted: add =K, =T, =B, =L"
    );
}

#[test]
fn lancers_jump_over_whoever_stands_between() {
    assert!(moves(START).contains(&"G1-G3".to_owned()));
    assert!(moves(START).contains(&"B1-D3".to_owned()));
    // Pinned on the file, a King's Lancer may not jump past the Tower that pins him, nor over his own Queen.
    let listed = moves("3q4/8/8/8/8/3t4/3L4/3Q4 b - - 0 1");
    assert!(listed.contains(&"D2xD3".to_owned()));
    assert!(!listed.iter().any(|text| text == "D2-D4" || text == "D2-E2"));
    // Nobody can step between the Queen and a Lancer who attacks her from two away.
    assert!(!moves("t1q5/p7/3m4/8/bQP5/8/8/8 b - - 0 1").contains(&"C4-C5".to_owned()));
}

#[test]
fn en_passant_is_possible_at_once_only() {
    let after = played(START, &["E2-E4", "A7-A6", "E4-E5", "D7-D5"]);
    assert_eq!(after.situation(), "tmbqkblt/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/TMBQKBLT b KQkq D6 0 3");
    let mv = after.read_move("E5xD6").unwrap();
    assert_eq!(after.after(&mv).situation(), "tmbqkblt/1pp1pppp/p2P4/8/8/8/PPPP1PPP/TMBQKBLT s KQkq - 0 3");
    let later = played(START, &["E2-E4", "A7-A6", "E4-E5", "D7-D5", "A2-A3", "A6-A5"]);
    assert_eq!(later.read_move("E5xD6").unwrap_err().to_string(), "D6 holds no opposing force");
    // Both Pikemen leave the rank at once: the Queen on it would be attacked.
    assert!(!moves("3q4/8/8/t2pPQ2/8/8/8/8 b - D6 0 1").contains(&"E5xD6".to_owned()));
}

#[test]
fn impossible_situations_are_refused_with_the_reason() {
    for (situation, reason) in [
        ("3q4/8/8/8/8/8/8/2QQ4 b - - 0 1", "placement: 2 Bengal Queens: each side has exactly one"),
        ("8/8/8/8/8/8/8/3Q4 b - - 0 1", "placement: 0 Siberian Queens: each side has exactly one"),
        (
            "3q4/8/8/8/3T4/8/8/3Q4 b - - 0 1",
            "placement: the Siberian Queen on D8 is attacked from D4 while Bengal is to move",
        ),
        (
            "3q4/8/8/8/8/8/8/P2Q4 b - - 0 1",
            "placement: a Bengal Pikeman on A1: he cannot stand on the first rank, and is promoted on the eighth",
        ),
        (
            "3q4/8/8/8/8/8/8/3Q4 b K - 0 1",
            "protect: a right to Protect the Bengal Queen with the King's Tower needs the Queen on D1 and a Tower on H1",
        ),
        ("3q4/8/8/8/8/8/8/3Q4 b - E3 0 1", "ep: E3 is not on rank 6, where the last double step passed"),
        ("3q4/8/8/8/8/8/8/3Q4 b - E6 0 1", "ep: no Siberian Pikeman stands beyond E6"),
        ("3q4/8/8/8/8/8/8/3Q4 w - - 0 1", "side: `w`: it is `b` for Bengal or `s` for Siberian"),
        ("3q4/8/8/8/8/8/8/3Q4 b - - x 1", "half: `x` is no whole number from 0 to 65535"),
        ("3q4/8/8/8/8/8/8/3Q4 b - - 0 0", "full: `0` is no whole number from 1 to 65535"),
        ("3q4/8/8/8/8/8/8/3Q5 b - - 0 1", "placement: rank 1 has 9 positions instead of 8"),
        ("3q4/8/8/8/8/8/3Q4 b - - 0 1", "placement: 7 ranks: there must be 8, joined by `/`"),
        ("3q4/8/8/8/8/8/8/3QN3 b - - 0 1", "placement: `N` on rank 1 is no personnel of this game"),
        ("3q4/8", "situation: 1 fields instead of 6: <placement> <b|s> <protect> <ep> <half> <full>"),
        (
            "3q4/8/8/8/8/8/PPPPPPPP/3QKK2 b - - 0 1",
            "placement: 1 more Bengal officers than at the start beside 8 Pikemen: eight Pikemen began",
        ),
    ] {
        assert_eq!(LancerChess::from_situation(situation).unwrap_err().to_string(), reason, "{situation}");
    }
}

#[test]
fn the_board_ends_the_game() {
    for (situation, verdict) in [
        ("3q3T/7T/8/8/8/8/8/3Q4 s - - 0 1", Some(Outcome::won(Side::South, Ending::Checkmate))),
        ("q7/2K5/8/8/8/8/8/3Q4 s - - 0 1", Some(Outcome::drawn(Ending::Stalemate))),
        ("3q4/8/8/8/8/8/8/3Q4 b - - 0 1", Some(Outcome::drawn(Ending::BareQueens))),
        ("3q4/p7/8/8/8/8/8/3Q4 b - - 150 90", Some(Outcome::drawn(Ending::FiftyMoves))),
        ("3q4/p7/8/8/8/8/8/3Q4 b - - 149 90", None),
        ("3q3T/7T/8/8/8/8/8/3Q4 s - - 200 200", Some(Outcome::won(Side::South, Ending::Checkmate))),
    ] {
        assert_eq!(at(situation).verdict(), verdict, "{situation}");
    }
    assert!(at("3q4/8/8/8/8/8/8/3Q4 b - - 0 1").has_move(), "bare Queens still list what could be played");
}

#[test]
fn refusals_say_what_a_person_needs() {
    for (text, reason) in [
        ("E3-E4", "E3 holds nobody"),
        ("E7-E5", "E7 holds the Siberian Pikeman, and it is Bengal's turn"),
        ("E2xE4", "E4 holds no opposing force"),
        ("D1-D2", "D2 holds the Bengal Pikeman, of the same side"),
        ("A1-A5", "the Tower on A1 cannot reach A5: A2 is in the way"),
        ("A1-C3", "the Tower on A1 cannot move to C3: Towers move along ranks and files"),
        (
            "B1-C3",
            "the Queen's Lancer on B1 cannot move to C3: Queen's Lancers move one or two positions along a diagonal",
        ),
        ("E2-E9", "there is no position E9: the positions of LancerChess are A1 to H8"),
        ("E2-E4=K", "=K: only a Pikeman who reaches the eighth rank is promoted"),
        ("O-Q", "B1 between the Queen and her Queen's Tower is occupied (ruling 6)"),
    ] {
        assert_eq!(refusal(START, text), reason, "{text}");
    }
    assert!(refusal(START, "castle").contains("does not read as a move"));
    assert_eq!(
        refusal("3q4/8/8/8/8/3t4/3T4/3Q4 b - - 0 1", "D2-A2"),
        "the Queen on D1 would be attacked (ruling 4)"
    );
}

#[test]
fn marks_and_case_do_not_matter_on_input() {
    for text in ["e2-e4", "E2-E4+", "E2-E4#", "e2-E4!?"] {
        assert!(at(START).read_move(text).is_ok(), "{text}");
    }
}
