//! The generator against the definition: all pairings of a small field are listed, sieved criterion by
//! criterion, bracket by bracket, and of those left the one that article 4 generates first is taken.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a round that cannot be read fails the test")]

mod enumeration;
mod random;
mod swiss;

use std::collections::BTreeSet;

use enumeration::{Pair, legal_rounds, ruled};
use swiss::{Dice, Event};
use tiger_pairing::{
    DraftRound, ForbiddenGroup, PairingError, PairingNumber, Player, Round, Settings, Side, System,
    Tournament, dutch,
};

fn pairs_of(draft: &DraftRound) -> (Vec<Pair>, Vec<PairingNumber>) {
    let mut pairs: Vec<Pair> = draft.boards.iter().map(|board| (board.first, board.second)).collect();
    pairs.sort_unstable();
    (pairs, draft.byes.iter().map(|bye| bye.player).collect())
}

fn compare(seeds: std::ops::Range<u64>, event_of: impl Fn(&mut Dice) -> Event) -> u32 {
    let mut compared = 0;
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let event = event_of(&mut dice);
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
    let compared = compare(0..700, |dice| Event::any(dice, 8));
    assert!(compared > 1500, "{compared} rounds compared");
}

#[test]
fn the_generator_finds_it_among_ten_players_too() {
    let compared = compare(5000..5060, |dice| Event::any(dice, 10));
    assert!(compared > 150, "{compared} rounds compared");
}

#[test]
fn exchanges_come_in_the_order_of_the_rules() {
    // Everybody always draws: one large bracket, in which late rounds and forbidden pairs leave little choice.
    let crowded = |dice: &mut Dice| {
        let players = 7 + dice.below(4);
        Event { draws: 100, forbidden_groups: dice.below(7), ..Event::quiet(players, players - 1) }
    };
    let compared = compare(900..980, crowded);
    assert!(compared > 350, "{compared} rounds compared");
}

/// A first round in which about half of all pairs are forbidden.
fn thinned_out(seed: u64) -> Tournament {
    let mut dice = Dice::new(seed);
    let players = 8 + dice.below(3);
    let mut settings = Settings::new(System::Dutch, 5);
    settings.initial_side = Some(Side::First);
    for higher in 1..=players {
        for lower in higher + 1..=players {
            if dice.below(100) < 55 {
                let players = BTreeSet::from([swiss::number(higher), swiss::number(lower)]);
                settings.forbidden.push(ForbiddenGroup {
                    players,
                    first_round: Round::FIRST,
                    last_round: None,
                });
            }
        }
    }
    let mut tournament = Tournament::new(settings);
    for number in 1..=players {
        tournament.enter(Player::new(swiss::number(number), None));
    }
    tournament
}

#[test]
fn several_exchanges_at_once_come_in_the_order_of_the_rules() {
    let mut compared = 0;
    for seed in 0..900 {
        let tournament = thinned_out(seed);
        let expected = ruled(legal_rounds(&tournament, Round::FIRST));
        let draft = dutch::draft_round(&tournament, Round::FIRST).ok();
        assert_eq!(draft.as_ref().map(pairs_of), expected.as_ref().map(pairs_of), "seed {seed}");
        compared += u32::from(draft.is_some());
    }
    assert!(compared > 500, "{compared} rounds compared");
}

#[test]
fn the_last_round_of_any_history_is_the_one_that_the_rules_ask_for() {
    // These histories give sides at random, so that topscorers are due the same side absolutely.
    let mut compared = 0;
    for seed in 0..6000 {
        let mut settings = Settings::new(System::Dutch, 0);
        settings.initial_side = Some(Side::First);
        let mut tournament = random::tournament(settings, seed);
        let round = tournament.next_round();
        tournament.settings.rounds = round.get();
        if tournament.players().len() > 8 {
            continue;
        }
        let expected = ruled(legal_rounds(&tournament, round));
        let draft = dutch::draft_round(&tournament, round).ok();
        assert_eq!(draft.as_ref().map(pairs_of), expected.as_ref().map(pairs_of), "seed {seed}");
        compared += u32::from(draft.is_some());
    }
    assert!(compared > 400, "{compared} rounds compared");
}
