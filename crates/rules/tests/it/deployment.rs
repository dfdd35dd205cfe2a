//! TigerChess's deployment: the published numbers of sequences, order and restrictions, flags, situation strings.

use tiger_rules::{Deployment, Position, Side, TigerChess, TigerOptions, count_deployments, perft};

fn start(deployment: Deployment, tiger: bool) -> TigerChess {
    TigerChess::start(TigerOptions { deployment, tiger })
}

fn post(mut position: TigerChess, postings: &[&str]) -> TigerChess {
    for text in postings {
        let mv = position.read_move(text).unwrap();
        position.play_unchecked(&mv);
        assert_eq!(TigerChess::from_situation(&position.situation()).unwrap(), position, "after {text}");
    }
    position
}

fn refusal(position: &TigerChess, text: &str) -> String {
    position.read_move(text).unwrap_err().to_string()
}

#[test]
fn the_numbers_of_sequences_are_the_published_ones() {
    for (deployment, count) in [
        (Deployment::Open, 1_907_942_400),
        // The text's product 16x15x14x13x12x11x10x9; its printed result 500,918,400 is a slip.
        (Deployment::Countdown, 518_918_400),
        (Deployment::Dragon, 5_644_800),
        (Deployment::Symmetrical, 43_680),
    ] {
        assert_eq!(count_deployments(deployment, false), count, "{deployment}");
        assert_eq!(count_deployments(deployment, true), 16 * count, "Tiger{deployment}");
    }
}

#[test]
fn perft_walks_the_same_tree() {
    assert_eq!(perft(&start(Deployment::Symmetrical, false), 8), 43_680);
    assert_eq!(perft(&start(Deployment::Symmetrical, true), 10), 16 * 43_680);
    assert_eq!(perft(&start(Deployment::Countdown, false), 4), 16 * 15 * 14 * 13);
    assert_eq!(perft(&start(Deployment::Dragon, false), 5), 16 * 8 * 7 * 7 * 6);
}

#[test]
fn the_texts_example_of_countdown_leads_to_the_engagement() {
    let postings = ["S@C6", "S@F4", "S@B3", "S@H5", "S@C5", "S@G3", "S@E4", "S@A6"];
    let position = post(start(Deployment::Countdown, false), &postings);
    assert_eq!(
        position.situation(),
        "tmbqkblt/pppppppp/s1s5/2s4s/4SS2/1S4S1/PPPPPPPP/TMBQKBLT b KQkq - 0 1 Xx"
    );
}

#[test]
fn situations_of_the_deployment_read_as_the_notation_says() {
    let armies = "tmbqkblt/pppppppp/8/8/8/8/PPPPPPPP/TMBQKBLT";
    assert_eq!(start(Deployment::Open, false).situation(), format!("{armies} s KQkq - 0 0 Xx/D:o"));
    let tiger = start(Deployment::Open, true);
    assert_eq!(tiger.situation(), format!("{armies} s KQkq - 0 0 Xx/??/D:o"));
    assert_eq!(tiger.legal_moves().len(), 4);
    let one = post(tiger, &["G@C"]);
    assert_eq!(one.situation(), format!("{armies} b KQkq - 0 0 Xx/?c/D:o"));
    assert_eq!(refusal(&one, "S@C3"), "the Bengal posts his Royal Guard first");
    assert_eq!(refusal(&one, "G@G"), "the Palace has the wings C, D, E and F, not G");
    assert_eq!(post(one, &["G@E"]).situation(), format!("{armies} s KQkq - 0 0 Xx/Ec/D:o"));
}

#[test]
fn every_variation_restricts_its_postings() {
    let countdown = post(start(Deployment::Countdown, false), &["S@C6"]);
    assert_eq!(refusal(&countdown, "S@C3"), "Countdown: C3 is the mirror of the Siberian Swordsman on C6");
    assert_eq!(countdown.legal_moves().len(), 15);
    let dragon = post(start(Deployment::Dragon, false), &["S@C6"]);
    assert_eq!(refusal(&dragon, "S@D3"), "Dragon: D3 has the colour of the Siberian's Swordsmen");
    let dragon = post(dragon, &["S@C3"]);
    assert_eq!(refusal(&dragon, "S@D3"), "Dragon: D3 has not the colour of the Bengal's first Swordsman");
    let symmetrical = post(start(Deployment::Symmetrical, false), &["S@C6"]);
    assert_eq!(refusal(&symmetrical, "S@C4"), "Symmetrical: the mirror of the posting just before is C3");
    let open = post(start(Deployment::Open, false), &["S@C6"]);
    assert_eq!(refusal(&open, "S@C5"), "C5 is not on the Bengal's third or fourth rank");
    assert_eq!(refusal(&post(open, &["S@C3"]), "S@C3"), "C3 already holds a Swordsman");
    assert_eq!(
        refusal(&open, "E2-E4"),
        "the deployment is not over: the Bengal has to post a Swordsman, as S@A3"
    );
    let tiger = post(start(Deployment::Open, true), &["G@C"]);
    assert_eq!(
        refusal(&tiger, "E2-E4"),
        "the deployment is not over: the Bengal has to post the Royal Guard, as G@C"
    );
}

#[test]
fn a_fallen_flag_frees_the_opponent_and_ends_ones_own_postings() {
    // The Siberian's flag falls after his first posting: the Bengal posts all four, mirrors included.
    let position = post(start(Deployment::Countdown, false), &["S@C6", "S@F4", "S@B3", "F@S"]);
    assert_eq!(position.situation().split(' ').nth(6), Some("Xx/D:cS"));
    assert_eq!(position.turn(), Side::South);
    let position = post(position, &["S@C3"]);
    assert_eq!(position.turn(), Side::South);
    let over = post(position, &["S@H3"]);
    assert_eq!(over.situation(), "tmbqkblt/pppppppp/2s5/8/5S2/1SS4S/PPPPPPPP/TMBQKBLT b KQkq - 0 1 Xx");
    // Both flags end the deployment; unposted Swordsmen never enter.
    let both = post(start(Deployment::Open, false), &["S@C6", "F@B", "F@S"]);
    assert_eq!(both.situation(), "tmbqkblt/pppppppp/2s5/8/8/8/PPPPPPPP/TMBQKBLT b KQkq - 0 1 Xx");
    assert_eq!(
        refusal(&both, "F@S"),
        "the deployment is over: whose time and reserve are used up then has lost the game"
    );
    let flagged = post(start(Deployment::Open, false), &["S@C6", "F@B"]);
    assert_eq!(flagged.situation().split(' ').nth(6), Some("Xx/D:oB"));
    assert_eq!(refusal(&flagged, "F@B"), "the Bengal's flag has fallen already");
    let mut any = tiger_rules::AnyPosition::TigerChess(flagged);
    assert!(!any.play_text("F@S").unwrap().is_ply);
}

#[test]
fn impossible_deployments_are_refused_with_the_reason() {
    let armies = "tmbqkblt/pppppppp/8/8/8/8/PPPPPPPP/TMBQKBLT";
    let with = |rows: &str| format!("tmbqkblt/pppppppp/{rows}/PPPPPPPP/TMBQKBLT");
    for (situation, reason) in [
        (format!("{armies} b KQkq - 0 0 Xx/D:o"), "side: the posting of the Siberian is due"),
        (
            format!("{armies} s KQkq - 0 1 Xx/D:o"),
            "situation: during the deployment the fields after the side are `KQkq - 0 0`",
        ),
        (
            format!("{armies} s KQkq - 0 0 x/D:o"),
            "extra: during the deployment both TigerKnights are awaited: `Xx`",
        ),
        (format!("{armies} s KQkq - 0 0 Xx/D:q"), "extra: `D:q`: the variation is o, c, d or s"),
        (format!("{armies} s KQkq - 0 0 Xx/?c/D:o"), "side: the posting of the Bengal is due"),
        (format!("{armies} s KQkq - 0 0 Xx/E?/D:o"), "extra: the Siberian posts his Royal Guard first"),
        (
            format!("{} s KQkq - 0 0 Xx/D:o", with("8/8/SS6/8")),
            "placement: 0 Siberian and 2 Bengal Swordsmen posted: the order of postings is S B B S S B B S",
        ),
        (
            format!("{} b KQkq - 0 0 Xx/D:c", with("s7/8/8/S7")),
            "placement: the Swordsmen do not stand as Countdown allows",
        ),
        (
            format!("{} b KQkq - 0 0 Xx/D:d", with("s7/8/8/1S6")),
            "placement: the Swordsmen do not stand as Dragon allows",
        ),
        (
            format!("{} b KQkq - 0 0 Xx/D:s", with("s7/8/8/1S6")),
            "placement: the Swordsmen do not stand as Symmetrical allows",
        ),
        (
            format!("{} s KQkq - 0 0 Xx/??/D:o", with("s7/8/8/8")),
            "extra: the Royal Guards are posted before the Swordsmen",
        ),
        (
            format!("{} s KQkq - 0 0 Xx/D:oSB", with("s7/8/8/8")),
            "extra: all is posted that can be posted: the engagement has begun",
        ),
        (
            "tmbqkblt/pppppppp/8/8/8/4P3/PPPP1PPP/TMBQKBLT s KQkq - 0 0 Xx/D:o".to_owned(),
            "placement: during the deployment both armies stand at their first positions",
        ),
    ] {
        assert_eq!(TigerChess::from_situation(&situation).unwrap_err().to_string(), reason, "{situation}");
    }
}
