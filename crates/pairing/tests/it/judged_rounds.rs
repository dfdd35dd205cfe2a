//! Simulated tournaments and what the checker says of the rounds of a whole event.

use super::support::number;
use tiger_pairing::check::{Criterion, judge_rounds};
use tiger_pairing::simulate::{Dice, Plan, Strength};
use tiger_pairing::trf::{self, Report, Version};
use tiger_pairing::{Acceleration, Entry, GameResult, Round, Side, Tournament};

fn played(seed: u64) -> Tournament {
    let mut dice = Dice::new(seed);
    Plan::any(&mut dice, 24).play(&mut dice, |_, _, _| {})
}

#[test]
fn a_seed_gives_the_same_tournament_for_ever() {
    assert_eq!(played(4), played(4));
    assert_ne!(played(4), played(5));
    // By the published SplitMix64.
    let mut dice = Dice::new(0);
    assert_eq!([(); 4].map(|()| dice.below(1000)), [535, 700, 679, 444]);
}

#[test]
fn every_simulated_round_is_judged_right_also_from_its_file() {
    let mut rounds = 0;
    for seed in 0..150 {
        let tournament = played(seed);
        for version in [Version::Trf16, Version::Trf26] {
            // TRF16 cannot say that a pair is forbidden in some rounds only.
            if version == Version::Trf16
                && tournament.settings.forbidden.iter().any(|group| group.last_round.is_some())
            {
                continue;
            }
            let report = Report { tournament: tournament.clone(), ..Report::default() };
            let again = trf::read(&trf::write(&report, version)).unwrap().tournament;
            for judgement in judge_rounds(&again).unwrap() {
                assert!(judgement.is_right(), "seed {seed}, {version:?}: {judgement:#?}");
                assert!(judgement.report.is_legal() && judgement.difference.is_none());
                rounds += 1;
            }
        }
    }
    assert!(rounds > 1_000, "only {rounds} rounds were judged");
}

#[test]
fn exchanged_opponents_are_found_with_the_criterion() {
    let plan = Plan::quiet(12, 4);
    let tournament = plan.play(&mut Dice::new(3), |_, _, _| {});
    let round = Round::FIRST.next().next();
    let judgement = &judge_rounds(&tournament).unwrap()[round.index()];
    let (top, bottom) = (&judgement.paired.boards[0], judgement.paired.boards.last().unwrap());
    // The first players of two boards change places, with their results.
    let mut swapped = tournament.clone();
    for (player, opponent) in [(bottom.first, top.second), (top.first, bottom.second)] {
        let mut cell = *tournament.player(opponent).unwrap().cell(round).unwrap();
        let Entry::Game { opponent: now, .. } = &mut cell.entry else { panic!("a game") };
        let before = *tournament.player(*now).unwrap().cell(round).unwrap();
        *now = player;
        swapped.set_cell(opponent, round, cell).unwrap();
        let mut mirrored = before;
        let Entry::Game { opponent: theirs, .. } = &mut mirrored.entry else { panic!("a game") };
        *theirs = opponent;
        swapped.set_cell(player, round, mirrored).unwrap();
    }
    let judgements = judge_rounds(&swapped).unwrap();
    assert!(judgements[..round.index()].iter().all(tiger_pairing::check::Judgement::is_right));
    let wrong = &judgements[round.index()];
    assert!(!wrong.is_right());
    assert_eq!(wrong.differing_boards().0.len(), 2);
    let is_named = wrong.difference.is_some_and(|difference| difference.criterion >= Criterion::C5);
    assert!(is_named || !wrong.report.is_legal(), "{wrong:#?}");
}

#[test]
fn a_board_turned_round_is_found() {
    let tournament = Plan::quiet(8, 3).play(&mut Dice::new(9), |_, _, _| {});
    let board = judge_rounds(&tournament).unwrap()[1].paired.boards[0].clone();
    let mut turned = tournament.clone();
    let round = Round::FIRST.next();
    for player in [board.first, board.second] {
        let mut cell = *tournament.player(player).unwrap().cell(round).unwrap();
        let Entry::Game { side, .. } = &mut cell.entry else { panic!("a game") };
        *side = side.other();
        turned.set_cell(player, round, cell).unwrap();
    }
    let judgement = &judge_rounds(&turned).unwrap()[1];
    assert!(!judgement.is_right());
    assert_eq!(judgement.report.turned, [board.second]);
}

#[test]
fn plans_do_what_they_say() {
    let plan = Plan { accelerated: true, forbidden_groups: 2, draws: 0, ..Plan::quiet(9, 5) };
    let plan = Plan { strength: Strength::FirstAlways, ratings: (2400, 1600), ..plan };
    let tournament = plan.play(&mut Dice::new(2), |_, _, _| {});
    assert!(matches!(&tournament.settings.acceleration, Acceleration::Listed(lists) if lists.len() == 6));
    assert_eq!(tournament.player(number(1)).unwrap().rating, Some(2400));
    assert_eq!(tournament.player(number(9)).unwrap().rating, Some(1600));
    let cells = tournament.players().flat_map(|player| &player.cells);
    let games: Vec<_> = cells
        .filter_map(|cell| match cell.entry {
            Entry::Game { side, result, .. } => Some((side, result)),
            _ => None,
        })
        .collect();
    assert!(games.len() > 20);
    let by_side =
        |game: &_| matches!(game, (Side::First, GameResult::Win) | (Side::Second, GameResult::Loss));
    assert!(games.iter().all(by_side));
}
