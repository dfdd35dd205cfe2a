//! TigerChess's engagement, ruling by ruling.

use tiger_rules::{Ending, Outcome, Position, Side, TigerChess, perft};

fn at(situation: &str) -> TigerChess {
    TigerChess::from_situation(situation).unwrap()
}

fn moves(situation: &str) -> Vec<String> {
    let position = at(situation);
    let mut moves: Vec<_> = position.legal_moves().iter().map(|mv| position.write_move(mv)).collect();
    moves.sort();
    moves
}

/// The legal moves that begin on this position of the board.
fn moves_from(situation: &str, from: &str) -> Vec<String> {
    moves(situation).into_iter().filter(|text| text.starts_with(from)).collect()
}

fn played(situation: &str, texts: &[&str]) -> TigerChess {
    let mut position = at(situation);
    for text in texts {
        let mv = position.read_move(text).unwrap();
        position.play_unchecked(&mv);
    }
    position
}

fn refusal(situation: &str, text: &str) -> String {
    at(situation).read_move(text).unwrap_err().to_string()
}

#[test]
fn leaf_counts_are_what_they_were_found_to_be() {
    let mut situations = 0;
    for line in include_str!("../vectors/tigerchess.perft").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(" ; ");
        let position = at(fields.next().unwrap());
        for (count, depth) in fields.zip(1..) {
            let expected: u64 = count.strip_prefix(&format!("D{depth} ")).unwrap().parse().unwrap();
            assert_eq!(perft(&position, depth), expected, "{line} at depth {depth}");
        }
        situations += 1;
    }
    assert!(situations >= 20, "only {situations} situations in the file");
}

#[test]
fn every_prefix_of_a_draughts_capture_is_a_move() {
    let situation = "7q/8/5p2/8/3p4/2S5/8/Q7 b - - 0 1 -";
    assert_eq!(moves_from(situation, "C3"), ["C3-B4", "C3xE5", "C3xE5xG7"]);
    let after = played(situation, &["C3xE5xG7"]);
    assert_eq!(after.situation(), "7q/6S1/8/8/8/8/8/Q7 s - - 0 1 -");
}

#[test]
fn the_texts_archer_captures_far() {
    // F2 over E3 and D4, the opponent on C5, to B6.
    let situation = "7q/8/8/2p5/8/8/5A2/7Q b - - 0 1 -";
    assert_eq!(moves_from(situation, "F2"), ["F2-E1", "F2-E3", "F2-G1", "F2-G3", "F2xB6"]);
    assert_eq!(
        refusal("7q/8/8/2p5/8/4P3/5A2/7Q b - - 0 1 -", "F2xB6"),
        "E3 is in the way of the Archer on F2 (ruling 2)"
    );
}

#[test]
fn an_archer_may_turn_back_and_pass_over_those_he_captured() {
    // After E5 he turns back over the empty D4 to capture on B2 beyond his own first position.
    let situation = "7q/8/8/8/3p4/2A5/1p6/7Q b - - 0 1 -";
    assert_eq!(moves_from(situation, "C3x"), ["C3xA1", "C3xA1xE5", "C3xE5", "C3xE5xA1"]);
    assert_eq!(played(situation, &["C3xE5xA1"]).situation(), "7q/8/8/8/8/8/8/A6Q s - - 0 1 -");
}

#[test]
fn a_swordsman_captures_forwards_only_and_becomes_an_archer() {
    let situation = "7q/3p4/2S5/1p1p4/8/8/8/7Q b - - 0 1 -";
    assert_eq!(moves_from(situation, "C6"), ["C6-B7", "C6xE8=A"]);
    assert_eq!(played(situation, &["c6xe8"]).situation(), "4A2q/8/8/1p1p4/8/8/8/7Q s - - 0 1 -");
    assert_eq!(moves_from("7q/3S4/8/8/8/8/8/7Q b - - 0 1 -", "D7"), ["D7-C8=A", "D7-E8=A"]);
    assert_eq!(
        refusal(situation, "C6xA4"),
        "the Swordsman on C6 jumps two positions diagonally forwards, not to A4"
    );
}

#[test]
fn mistakes_in_a_draughts_capture_are_named() {
    let situation = "7q/8/8/8/3p4/2S5/8/Q7 b - - 0 1 -";
    assert_eq!(refusal(situation, "C3xE5xG7"), "F6 holds no opposing force");
    assert_eq!(refusal("7q/8/8/4p3/3p4/2S5/8/Q7 b - - 0 1 -", "C3xE5"), "E5 is occupied");
    assert_eq!(
        refusal(situation, "C3xD5"),
        "the Swordsman on C3 cannot jump to D5: captures go along a diagonal over one force"
    );
}

#[test]
fn a_queen_who_could_be_the_second_victim_is_attacked() {
    // The Swordsman on F7 takes E6 first and the Queen on C4 with the next jump.
    let situation = "7q/5s2/4P3/8/2Q5/8/8/8 b - - 0 1 -";
    assert_eq!(at(situation).royal_attacked(), Some(true));
    // She goes elsewhere, the first victim goes or takes the Swordsman, or somebody stands where he would land.
    assert_eq!(moves_from(situation, "E6"), ["E6-E7=N", "E6xF7=N"]);
    assert!(!moves("7q/5s2/4P3/8/2Q5/8/8/7N b - - 0 1 -").iter().any(|text| text.starts_with("H1")));
    assert_eq!(moves_from("7q/5s2/4P3/8/2Q5/2N5/8/8 b - - 0 1 -", "C3"), ["C3-D5"]);
    assert_eq!(played(situation, &["C4-D4"]).royal_attacked(), Some(false));
    // On the edge nobody can be jumped.
    assert_eq!(at("7q/8/8/8/8/8/1s6/Q7 b - - 0 1 -").royal_attacked(), Some(false));
}

#[test]
fn one_may_not_open_a_landing_for_a_draughts_capture() {
    // The Knight on B2 keeps the Archer from landing behind the Queen on C3.
    let situation = "7q/6a1/8/8/8/2Q5/1N6/8 b - - 0 1 -";
    assert_eq!(at(situation).royal_attacked(), Some(false));
    assert_eq!(moves_from(situation, "B2"), Vec::<String>::new());
    assert_eq!(refusal(situation, "B2-A4"), "the Queen on C3 would be attacked (ruling 4)");
}

#[test]
fn pikemen_choose_the_knight_or_the_way_to_the_tigerknight() {
    let situation = "7q/8/4P3/8/8/8/8/Q7 b - - 0 1 X";
    assert_eq!(moves_from(situation, "E6"), ["E6-E7", "E6-E7=N"]);
    let forgone = played(situation, &["E6-E7", "H8-H7"]);
    let mv = forgone.read_move("E7-E8").unwrap();
    assert_eq!(forgone.write_move(&mv), "E7-E8=X");
    assert_eq!(forgone.after(&mv).situation(), "4X3/7q/8/8/8/8/8/Q7 s - - 0 2 -");
    // After the side's TigerKnight exchange the Knight is compulsory.
    assert_eq!(moves_from("7q/8/4P3/8/8/8/8/Q7 b - - 0 1 -", "E6"), ["E6-E7=N"]);
    // Who had forgone stays a Pikeman for good.
    let late = "7q/4P3/8/8/8/8/8/Q7 b - - 0 1 -";
    assert_eq!(moves_from(late, "E7"), ["E7-E8"]);
    assert_eq!(
        refusal(late, "E7-E8=X"),
        "=X: the Bengal TigerKnight has already entered the game (ruling 7)"
    );
    assert_eq!(played(late, &["E7-E8"]).situation(), "4P2q/8/8/8/8/8/8/Q7 s - - 0 1 -");
    assert_eq!(
        refusal(situation, "E6-E7=X"),
        "=X: a Pikeman is exchanged for the TigerKnight on reaching the eighth rank, not on E7 (ruling 7)"
    );
}

#[test]
fn the_siberian_tigerknight_also_jumps_four() {
    let siberian = moves_from("q4x2/8/8/8/8/8/8/Q7 s - - 0 1 -", "F8");
    assert!(siberian.contains(&"F8-F4".to_owned()) && siberian.contains(&"F8-B8".to_owned()));
    let bengal = moves_from("q7/8/8/8/8/8/8/Q4X2 b - - 0 1 -", "F1");
    assert!(!bengal.contains(&"F1-F5".to_owned()) && !bengal.contains(&"F1-B1".to_owned()));
    assert_eq!((bengal.len(), siberian.len()), (10, 12));
}

#[test]
fn the_standard_bearer_occupies_the_palace() {
    let situation = "q3L3/8/8/8/8/8/8/Q7 b - - 7 30 -/*e";
    assert!(moves(situation).contains(&"E8xPE".to_owned()));
    let after = played(situation, &["E8xPE"]);
    assert_eq!(after.situation(), "q7/8/8/8/8/8/8/Q7 s - - 0 30 -/*#");
    assert_eq!(after.verdict(), Some(Outcome::won(Side::South, Ending::Occupation)));
    assert!(after.legal_moves().is_empty());
    assert!(!after.bearer_captured(Side::South), "he is in the Palace");
    assert_eq!(TigerChess::from_situation(&after.situation()).unwrap(), after);
    assert_eq!(refusal("q3L3/8/8/8/8/8/8/Q7 b - - 7 30 -/*d", "E8xPE"), "the Royal Guard is not on wing E");
    assert_eq!(
        refusal("q7/4L3/8/8/8/8/8/Q7 b - - 7 30 -/*e", "E7xPE"),
        "the Standard Bearer reaches wing E only from the far end of the E file (ruling 9)"
    );
    assert_eq!(
        refusal("q3L3/8/8/8/8/8/8/Q7 b - - 7 30 -", "E8xPE"),
        "the Palace is occupied in the TigerVariation only"
    );
}

#[test]
fn the_palace_is_not_occupied_out_of_check_but_a_pinned_bearer_may() {
    let in_check = "q3L3/8/8/8/8/8/8/Q6t b - - 7 30 -/*e";
    assert!(!moves(in_check).contains(&"E8xPE".to_owned()));
    assert_eq!(
        refusal(in_check, "E8xPE"),
        "the Palace cannot be occupied while the own Queen is in check (ruling 9)"
    );
    // Attacked by a draughts capture, she is in check as well.
    assert!(!moves("q3L3/8/8/8/8/2a5/1Q6/8 b - - 7 30 -/*e").contains(&"E8xPE".to_owned()));
    let pinned = "Q3L2t/8/8/8/8/8/8/q7 b - - 7 30 -/*e";
    let after = played(pinned, &["E8xPE"]);
    assert_eq!(
        TigerChess::from_situation(&after.situation()).unwrap(),
        after,
        "her side is not to move, and it is over"
    );
}

#[test]
fn a_guard_is_safe_once_the_bearer_is_gone() {
    let after = played("q7/8/8/8/8/8/4t3/Q3L3 s - - 7 30 -/*e", &["E2xE1"]);
    assert_eq!(after.situation(), "q7/8/8/8/8/8/8/Q3t3 b - - 0 31 -/**");
    assert!(after.bearer_captured(Side::South));
}

#[test]
fn impossible_engagements_are_refused_with_the_reason() {
    for (fields, reason) in [
        ("q7/8/8/8/8/8/8/QQ6 b - - 0 1 -", "placement: 2 Bengal Queens: each side has exactly one"),
        ("q7/8/8/8/8/8/8/QKK5 b - - 0 1 -", "placement: 2 of the Bengal King: there can be at most 1"),
        (
            "q7/8/8/8/8/8/8/T3Q3 s - - 0 1 -",
            "placement: the Siberian Queen on A8 is attacked from A1 while Bengal is to move",
        ),
        (
            "q7/8/8/8/8/8/8/Q3X3 b - - 0 1 X",
            "extra: the Bengal TigerKnight is on the board and still awaited",
        ),
        ("q7/8/8/8/8/SSSS4/A7/7Q b - - 0 1 -", "placement: more than four Bengal Swordsmen and Archers"),
        ("q2S4/8/8/8/8/8/8/7Q b - - 0 1 -", "placement: a Bengal Swordsman on D8: there he is an Archer"),
        (
            "q7/8/8/8/8/8/8/7Q b - - 0 1 -/E*",
            "extra: the Bengal Royal Guard has a wing, but no opposing King's Lancer is left to take him: write `*`",
        ),
        (
            "q6l/8/8/8/8/8/8/Q7 b - - 0 1 -/**",
            "extra: the Bengal Royal Guard has no wing, but the opposing Standard Bearer can still take him",
        ),
        (
            "q7/8/8/8/8/8/8/7Q b - - 0 1 -/?*",
            "extra: the Bengal Royal Guard is still to be posted, but the engagement has begun",
        ),
        ("q7/8/8/8/8/8/8/7Q b - - 0 1 Y", "extra: `Y` must begin with `Xx`, `X`, `x` or `-`"),
        (
            "q7/8/8/8/8/8/8/7Q b - - 0 1",
            "situation: 6 fields instead of 7: <placement> <b|s> <protect> <ep> <half> <full> <extra>",
        ),
        (
            "8/8/8/8/8/8/1q6/A2A3Q b - - 0 1 -",
            "placement: the Siberian Queen on B2 could be captured by a draughts capture while Bengal is to move",
        ),
    ] {
        let situation = fields.replace("Q3 s", "Q3 b");
        assert_eq!(TigerChess::from_situation(&situation).unwrap_err().to_string(), reason, "{situation}");
    }
}

#[test]
fn the_board_ends_the_game() {
    for (situation, verdict) in [
        ("7q/8/8/8/8/8/8/Q7 b - - 0 1 -", Some(Outcome::drawn(Ending::BareQueens))),
        ("q7/8/8/8/8/8/p7/7Q b - - 150 99 -", Some(Outcome::drawn(Ending::FiftyMoves))),
        ("q7/2K5/8/8/8/8/8/7Q s - - 0 1 -", Some(Outcome::drawn(Ending::Stalemate))),
        ("q6T/7T/8/8/8/8/8/3Q4 s - - 0 1 -", Some(Outcome::won(Side::South, Ending::Checkmate))),
        ("q7/8/8/8/8/8/p7/7Q b - - 149 99 -", None),
    ] {
        assert_eq!(at(situation).verdict(), verdict, "{situation}");
    }
}
