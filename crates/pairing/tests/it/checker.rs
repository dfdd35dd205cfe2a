//! The checker sees what is wrong with rounds made by hand.

use std::collections::BTreeSet;

use tiger_pairing::check::{Criterion, RoundReport, Violation, check_round};
use tiger_pairing::{
    Board, BoardResult, Bye, ByeAward, Cell, DraftRound, ForbiddenGroup, PairingError, PairingNumber, Player,
    Points, Round, Settings, Side, System, Tournament,
};

fn number(number: u32) -> PairingNumber {
    PairingNumber::new(number).unwrap()
}

fn round(number: u32) -> Round {
    Round::new(number).unwrap()
}

/// Players 1 to `players`, and rounds of `(first, second, result)`.
fn tournament(players: u32, rounds: &[&[(u32, u32, BoardResult)]]) -> Tournament {
    let mut settings = Settings::new(System::Dutch, 9);
    settings.initial_side = Some(Side::First);
    let mut tournament = Tournament::new(settings);
    for player in 1..=players {
        tournament.enter(Player::new(number(player), None));
    }
    for (index, boards) in rounds.iter().enumerate() {
        for &(first, second, result) in *boards {
            tournament.record(Round::from_index(index), number(first), number(second), result).unwrap();
        }
    }
    tournament
}

fn judge(tournament: &Tournament, boards: &[(u32, u32)], byes: &[u32]) -> RoundReport {
    let draft = DraftRound {
        round: tournament.next_round(),
        boards: boards.iter().map(|&(a, b)| Board { first: number(a), second: number(b) }).collect(),
        byes: byes.iter().map(|&player| ByeAward { player: number(player) }).collect(),
    };
    check_round(tournament, &draft).unwrap()
}

use BoardResult::{Draw, FirstWins, SecondForfeits, SecondWins};

#[test]
fn a_first_round_of_four_is_clean() {
    let report = judge(&tournament(4, &[]), &[(1, 3), (4, 2)], &[]);
    assert!(report.is_legal() && report.turned.is_empty(), "{report:?}");
    assert_eq!(report.blemishes().count(), 0);
}

#[test]
fn players_missing_doubled_and_absent_are_named() {
    let mut tournament = tournament(5, &[]);
    tournament.set_cell(number(5), Round::FIRST, Cell::bye(Bye::ZeroPoint)).unwrap();
    let report = judge(&tournament, &[(1, 3), (3, 5)], &[]);
    let unpaired = |player| Violation::Unpaired { player: number(player) };
    assert_eq!(
        report.violations,
        [
            Violation::Twice { player: number(3) },
            Violation::Absent { player: number(5) },
            unpaired(2),
            unpaired(4)
        ]
    );
    assert!(report.brackets.is_empty(), "such a round has no brackets to judge");
}

#[test]
fn one_bye_too_many_is_named() {
    let report = judge(&tournament(4, &[]), &[(1, 3)], &[2, 4]);
    assert_eq!(report.violations, [Violation::NeedlessBye { byes: 2 }]);
}

#[test]
fn meeting_again_is_a_violation_but_not_after_a_forfeit() {
    let tournament = tournament(4, &[&[(1, 3, FirstWins), (4, 2, SecondForfeits)]]);
    let report = judge(&tournament, &[(3, 1), (2, 4)], &[]);
    let met = Violation::MetBefore { one: number(3), other: number(1), round: Round::FIRST };
    assert_eq!(report.violations, [met]);
}

#[test]
fn a_forbidden_pair_is_one_in_its_rounds_only() {
    let mut tournament = tournament(4, &[]);
    tournament.settings.forbidden.push(ForbiddenGroup {
        players: BTreeSet::from([number(1), number(3), number(4)]),
        first_round: Round::FIRST,
        last_round: Some(Round::FIRST),
    });
    let report = judge(&tournament, &[(1, 3), (4, 2)], &[]);
    assert_eq!(report.violations, [Violation::Forbidden { one: number(1), other: number(3) }]);
    for (first, second) in [(1, 2), (3, 4)] {
        tournament.record(Round::FIRST, number(first), number(second), Draw).unwrap();
    }
    assert!(judge(&tournament, &[(3, 1), (2, 4)], &[]).is_legal());
}

#[test]
fn the_bye_is_barred_by_a_bye_and_by_a_forfeit_win() {
    let mut tournament = tournament(3, &[&[(1, 2, SecondForfeits)]]);
    tournament.set_cell(number(3), Round::FIRST, Cell::bye(Bye::PairingAllocated)).unwrap();
    for barred in [1, 3] {
        let boards = if barred == 1 { (2, 3) } else { (1, 2) };
        let report = judge(&tournament, &[boards], &[barred]);
        let second = Violation::SecondBye { player: number(barred), round: Round::FIRST };
        assert_eq!(report.violations, [second]);
    }
    assert!(judge(&tournament, &[(1, 3)], &[2]).is_legal());
}

#[test]
fn two_with_the_same_absolute_due_must_not_meet() {
    let tournament = tournament(4, &[&[(1, 3, Draw), (2, 4, Draw)], &[(1, 4, Draw), (2, 3, Draw)]]);
    let report = judge(&tournament, &[(1, 2), (3, 4)], &[]);
    let same = |one, other, side| Violation::SameAbsolute { one: number(one), other: number(other), side };
    assert_eq!(report.violations, [same(1, 2, Side::Second), same(3, 4, Side::First)]);
}

#[test]
fn a_third_game_with_one_side_is_a_violation_except_for_topscorers() {
    let rounds: [&[(u32, u32, BoardResult)]; 2] =
        [&[(1, 3, FirstWins), (2, 4, SecondWins)], &[(1, 4, FirstWins), (3, 2, Draw)]];
    let mut tournament = tournament(6, &rounds);
    let boards = [(1, 2), (5, 3), (4, 6)];
    let report = judge(&tournament, &boards, &[]);
    assert_eq!(report.violations, [Violation::AgainstAbsolute { player: number(1), side: Side::First }]);
    assert_eq!(report.turned, [number(1)]);
    tournament.settings.rounds = 3;
    let report = judge(&tournament, &boards, &[]);
    assert!(report.is_legal(), "in the last round 1 is a topscorer: {:?}", report.violations);
    let third = report.blemishes().find(|(_, finding)| finding.criterion == Criterion::C11).unwrap();
    assert_eq!(third.1.players, [number(1)]);
}

#[test]
fn brackets_follow_from_the_pairs() {
    let tournament = tournament(6, &[&[(1, 4, FirstWins), (5, 2, SecondWins), (3, 6, FirstWins)]]);
    let report = judge(&tournament, &[(2, 1), (4, 3), (5, 6)], &[]);
    let [top, bottom] = &report.brackets[..] else { unreachable!("two scores make two brackets") };
    assert_eq!((top.score, bottom.score), (Points::whole(1), Points::ZERO));
    assert_eq!(top.downfloaters, [number(3)]);
    assert_eq!(bottom.moved_down, [number(3)]);
    assert_eq!(bottom.pairs, [(number(3), number(4)), (number(5), number(6))]);
    assert_eq!(top.measure(Criterion::C6), [1]);
    assert_eq!(top.measure(Criterion::C7), [2]);
    assert_eq!(top.measure(Criterion::C8), [0]);
}

#[test]
fn repeated_floats_are_counted() {
    let tournament = tournament(
        6,
        &[
            &[(1, 4, FirstWins), (5, 2, SecondWins), (3, 6, FirstWins)],
            &[(2, 1, Draw), (4, 3, SecondWins), (6, 5, Draw)],
        ],
    );
    // 3 floated down to 4; now 3 (2 points) meets 1 (1.5), and 4 (0) floats up to nobody.
    let report = judge(&tournament, &[(1, 3), (2, 4), (5, 6)], &[]);
    assert_eq!(report.brackets[0].measure(Criterion::C14), [1], "3 floats down again from his bracket");
    let up: Vec<i32> =
        report.brackets.iter().flat_map(|bracket| bracket.measure(Criterion::C15).to_vec()).collect();
    assert_eq!(up, [0, 0, 0, 1], "4 floats up again in the lowest bracket");
    assert!(!report.is_legal(), "5 and 6 have met");
}

#[test]
fn nobody_outside_the_tournament_can_be_judged() {
    let draft = DraftRound {
        round: round(1),
        boards: vec![Board { first: number(1), second: number(9) }],
        byes: Vec::new(),
    };
    let unknown = check_round(&tournament(2, &[]), &draft);
    assert_eq!(unknown, Err(PairingError::UnknownPlayer { number: number(9) }));
}
