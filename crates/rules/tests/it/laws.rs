//! Laws of LancerChess and TigerChess, tried on random games: the generator lists what a second, slow reading of the rules
//! finds legal, makes the moves as that reading does, and reads back what it writes.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tiger_rules::{Deployment, LancerChess, Position, TigerChess, TigerOptions, perft, perft_played};

use super::slow::Slow;

/// Checks every law in one position and gives its moves.
fn check<P: Position + PartialEq>(position: &P) -> Vec<P::Move> {
    let situation = position.situation();
    assert_eq!(&P::from_situation(&situation).unwrap(), position, "{situation} does not read back");
    let moves = position.legal_moves();
    let listed: BTreeMap<String, String> =
        moves.iter().map(|mv| (position.write_move(mv), position.after(mv).situation())).collect();
    assert_eq!(listed.len(), moves.len(), "a move is listed twice in {situation}");
    let slow = Slow::read(&situation);
    assert_eq!(slow.write(), situation);
    assert_eq!(listed, slow.moves(), "moves of {situation}");
    assert_eq!(position.royal_attacked(), Some(slow.in_check()), "{situation}");
    assert_eq!(position.count_moves(), moves.len() as u64, "{situation}");
    assert_eq!(position.has_move(), !moves.is_empty());
    for mv in &moves {
        let text = position.write_move(mv);
        assert_eq!(&position.read_move(&text).unwrap(), mv, "{text} in {situation}");
        assert!(position.is_legal(mv));
    }
    moves
}

/// Plays moves chosen by `picks` and checks the laws at every step; captures and pushes are picked more often.
fn wander<P: Position + PartialEq>(mut position: P, picks: &[u16]) {
    for &pick in picks {
        let moves = check(&position);
        if moves.is_empty() {
            break;
        }
        let sharp: Vec<_> = moves
            .iter()
            .filter(|mv| {
                let effect = position.effect(mv);
                !effect.captures.is_empty() || effect.becomes.is_some()
            })
            .collect();
        let from = usize::from(pick >> 2);
        let mv = if pick & 3 != 0 && !sharp.is_empty() {
            sharp[from % sharp.len()]
        } else {
            &moves[from % moves.len()]
        };
        position = position.after(&mv.clone());
    }
}

/// A TigerChess position at the start of the engagement.
fn engaged(options: TigerOptions, picks: &[u16]) -> TigerChess {
    let mut position = TigerChess::start(options);
    let mut picks = picks.iter().cycle();
    while position.deployment().is_some() {
        let moves = position.legal_moves();
        position.play_unchecked(&moves[usize::from(*picks.next().unwrap()) % moves.len()]);
        assert_eq!(TigerChess::from_situation(&position.situation()).unwrap(), position);
    }
    position
}

fn options() -> impl Strategy<Value = TigerOptions> {
    (0..4usize, any::<bool>())
        .prop_map(|(index, tiger)| TigerOptions { deployment: Deployment::ALL[index], tiger })
}

/// A board with few members anywhere: what games rarely reach. Impossible ones are left out.
fn sparse(letters: &'static str, extra: &'static [&'static str]) -> impl Strategy<Value = String> {
    let cells = prop::collection::btree_map(0..64u8, 0..letters.len(), 3..22);
    (cells, any::<bool>(), 0..64u8, 0..64u8, 0..extra.len()).prop_map(
        move |(cells, bengal, queen, other, extra_index)| {
            let mut board = ['.'; 64];
            for (cell, letter) in cells {
                board[usize::from(cell)] = letters.as_bytes()[letter] as char;
            }
            board[usize::from(queen)] = 'Q';
            board[usize::from(other)] = 'q';
            let ranks: Vec<String> = board
                .chunks(8)
                .map(|rank| {
                    rank.iter()
                        .map(|&cell| if cell == '.' { "1".to_owned() } else { cell.to_string() })
                        .collect()
                })
                .collect();
            let side = if bengal { 'b' } else { 's' };
            format!("{} {side} - - 3 40{}", ranks.join("/"), extra[extra_index])
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn lancerchess_agrees_with_the_slow_reading(picks in prop::collection::vec(any::<u16>(), 1..120)) {
        wander(LancerChess::start(()), &picks);
    }

    #[test]
    fn tigerchess_agrees_with_the_slow_reading(
        options in options(),
        postings in prop::collection::vec(any::<u16>(), 10),
        picks in prop::collection::vec(any::<u16>(), 1..160),
    ) {
        wander(engaged(options, &postings), &picks);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn sparse_boards_of_lancerchess_agree(situation in sparse("KTBLMPPktblmpp", &[""])) {
        if let Ok(position) = LancerChess::from_situation(&situation) {
            wander(position, &[0, 1, 2]);
        }
    }

    #[test]
    fn sparse_boards_of_tigerchess_agree(
        situation in sparse("AAASSSKTBLMPPNXaaassskTblmppnx", &[" Xx", " X", " x", " -", " -/E*", " -/*d", " -/Fc"]),
    ) {
        if let Ok(position) = TigerChess::from_situation(&situation) {
            wander(position, &[0, 1, 2, 3]);
        }
    }
}

/// The situation without what the repetition rule does not compare.
fn compared(situation: &str, ep_counts: bool) -> String {
    let fields: Vec<&str> = situation.split(' ').collect();
    let ep = if ep_counts { fields[3] } else { "-" };
    [&[fields[0], fields[1], fields[2], ep], &fields[6..]].concat().join(" ")
}

fn check_keys<P: Position>(start: &P, depth: u32) {
    let mut layer = vec![start.clone()];
    let mut by_key: BTreeMap<P::Key, BTreeSet<String>> = BTreeMap::new();
    let mut by_situation: BTreeMap<String, BTreeSet<P::Key>> = BTreeMap::new();
    for _ in 0..depth {
        layer = layer
            .iter()
            .flat_map(|position| position.legal_moves().into_iter().map(|mv| position.after(&mv)))
            .collect();
        for position in &layer {
            let ep_counts = position.legal_moves().iter().any(|mv| position.effect(mv).kind == "en-passant");
            let situation = compared(&position.situation(), ep_counts);
            by_key.entry(position.repetition_key()).or_default().insert(situation.clone());
            by_situation.entry(situation).or_default().insert(position.repetition_key());
        }
    }
    assert!(by_key.len() > 100);
    assert!(by_key.values().all(|situations| situations.len() == 1));
    assert!(by_situation.values().all(|keys| keys.len() == 1));
}

#[test]
fn repetition_keys_agree_with_situations() {
    check_keys(&LancerChess::start(()), 3);
    check_keys(&LancerChess::from_situation("3q4/3p1p2/8/2P1P3/8/2T5/8/3Q4 s - - 0 1").unwrap(), 4);
    check_keys(&TigerChess::from_situation("3q4/3p1p2/8/2P1P3/3s4/2T5/5a2/3QL3 s - - 0 1 -/*d").unwrap(), 3);
}

#[test]
fn counting_and_playing_agree() {
    for situation in [
        "tmbqkblt/pppppppp/2s5/1s2s2s/5S2/1SSS4/PPPPPPPP/TMBQKBLT b KQkq - 0 1 Xx",
        "3q4/1P4P1/8/2p1p3/8/2A1S3/8/3QL3 b - - 0 1 X/*d",
    ] {
        let position = TigerChess::from_situation(situation).unwrap();
        for depth in 0..=3 {
            assert_eq!(perft(&position, depth), perft_played(&position, depth), "{situation} at {depth}");
        }
    }
}
