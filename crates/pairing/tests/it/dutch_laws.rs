//! Laws of every Dutch round: thousands of simulated tournaments, each round judged by the checker.

use super::{fields::Recipe, random};
use tiger_pairing::simulate::{Dice, Plan};
use tiger_pairing::{PairingError, Settings, Side, System, check, dutch};

/// Plays events and judges every round; returns how many were judged and how many could not be paired at all.
fn judge(seeds: std::ops::Range<u64>, event_of: impl Fn(&mut Dice) -> Plan) -> (u32, u32) {
    let (mut judged, mut unpairable) = (0, 0);
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let event = event_of(&mut dice);
        event.play(&mut dice, |tournament, round, draft| match draft {
            Ok(draft) => {
                let report = check::check_round(tournament, draft).unwrap();
                assert!(report.is_legal(), "seed {seed}, round {round}: {:?}", report.violations);
                assert!(report.turned.is_empty(), "seed {seed}, round {round}: sides of {:?}", report.turned);
                let pairs: usize = report.brackets.iter().map(|bracket| bracket.pairs.len()).sum();
                assert_eq!(pairs, draft.boards.len(), "seed {seed}, round {round}");
                judged += 1;
            }
            Err(PairingError::NoValidPairing { .. }) => unpairable += 1,
            Err(error) => panic!("seed {seed}, round {round}: {error}"),
        });
    }
    (judged, unpairable)
}

#[test]
fn rounds_of_small_events_are_legal() {
    let (judged, unpairable) = judge(0..9000, |dice| Plan::any(dice, 16));
    assert!(judged > 35_000, "{judged} rounds judged");
    assert!(unpairable < judged / 5, "{unpairable} rounds could not be paired");
}

#[test]
fn rounds_of_middling_events_are_legal() {
    let (judged, _) = judge(10_000..10_250, |dice| Plan::any(dice, 70));
    assert!(judged > 1200, "{judged} rounds judged");
}

#[test]
fn rounds_of_a_large_event_are_legal() {
    let (judged, _) = judge(1..2, |_| Plan { absences: 6, forfeits: 3, late: 5, ..Plan::quiet(400, 9) });
    assert_eq!(judged, 9);
}

#[test]
fn any_history_is_paired_legally_or_refused() {
    let (mut judged, mut refused) = (0, 0);
    for seed in 0..3000 {
        let mut settings = Settings::new(System::Dutch, if seed % 3 == 0 { 0 } else { 12 });
        settings.initial_side = Some(if seed % 2 == 0 { Side::First } else { Side::Second });
        settings.points = tiger_pairing::simulate::point_tables()[seed as usize % 5];
        let tournament = random::tournament(settings, seed);
        match dutch::draft_round(&tournament, tournament.next_round()) {
            Ok(draft) => {
                let report = check::check_round(&tournament, &draft).unwrap();
                assert!(report.is_legal() && report.turned.is_empty(), "seed {seed}: {report:?}");
                judged += 1;
            }
            Err(PairingError::NoValidPairing { .. }) => refused += 1,
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    assert!(judged > 1000 && refused > 100, "{judged} judged, {refused} refused");
}

#[test]
fn fields_hard_to_pair_are_paired_legally_or_refused() {
    let (mut judged, mut refused) = (0, 0);
    for seed in 10_000..11_500 {
        let recipe = Recipe::any(&mut Dice::new(seed), if seed % 20 == 0 { 150 } else { 40 });
        let (tournament, round) = recipe.cook();
        match dutch::draft_round(&tournament, round) {
            Ok(draft) => {
                let report = check::check_round(&tournament, &draft).unwrap();
                assert!(report.is_legal() && report.turned.is_empty(), "{recipe:?}: {report:?}");
                judged += 1;
            }
            Err(PairingError::NoValidPairing { .. }) => refused += 1,
            Err(error) => panic!("{recipe:?}: {error}"),
        }
    }
    assert!(judged > 1000, "{judged} judged, {refused} refused");
}
