//! The generator against the definition: all pairings of a small field are listed, sieved criterion by
//! criterion, bracket by bracket, and of those left the one that article 4 generates first is taken.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a round that cannot be read fails the test")]

mod enumeration;
mod swiss;

use enumeration::{Pair, legal_rounds, ruled};
use swiss::{Dice, Event};
use tiger_pairing::{DraftRound, PairingError, PairingNumber};

fn pairs_of(draft: &DraftRound) -> (Vec<Pair>, Vec<PairingNumber>) {
    let mut pairs: Vec<Pair> = draft.boards.iter().map(|board| (board.first, board.second)).collect();
    pairs.sort_unstable();
    (pairs, draft.byes.iter().map(|bye| bye.player).collect())
}

fn compare(seeds: std::ops::Range<u64>, players: u32) -> u32 {
    let mut compared = 0;
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let event = Event::any(&mut dice, players);
        event.play(&mut dice, |tournament, round, draft| {
            let expected = ruled(legal_rounds(tournament, round));
            match (draft, expected) {
                (Ok(draft), Some(expected)) => {
                    assert_eq!(pairs_of(draft), pairs_of(&expected), "seed {seed}, round {round}");
                }
                (Err(PairingError::NoValidPairing { .. }), None) => {}
                (draft, expected) => {
                    panic!("seed {seed}, round {round}: {draft:?}, but the rules ask for {expected:?}")
                }
            }
            compared += 1;
        });
    }
    compared
}

#[test]
fn the_generator_finds_the_round_that_the_rules_ask_for() {
    let compared = compare(0..700, 8);
    assert!(compared > 1500, "{compared} rounds compared");
}

#[test]
fn the_generator_finds_it_among_ten_players_too() {
    let compared = compare(5000..5060, 10);
    assert!(compared > 150, "{compared} rounds compared");
}
