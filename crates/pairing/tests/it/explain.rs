//! Explanations: what "why not" names is what listing all rounds finds worse.

use super::enumeration::{legal_rounds, ruled};
use super::support;
use tiger_pairing::check::{Criterion, Violation, check_round, obstacles};
use tiger_pairing::explain::{Decision, WhyNot, explain_board, explain_round, why_not, why_not_bye};
use tiger_pairing::simulate::{Dice, Plan};
use tiger_pairing::{DraftRound, PairingError, PairingNumber, Round, Tournament, dutch};

fn has_pair(draft: &DraftRound, a: PairingNumber, b: PairingNumber) -> bool {
    draft.boards.iter().any(|board| [(a, b), (b, a)].contains(&(board.first, board.second)))
}

/// What listing everything says about a wish that rounds fulfil or not: the best round of all against the
/// best of those that fulfil it, compared criterion by criterion from the top bracket.
fn listed(tournament: &Tournament, round: Round, wish: impl Fn(&DraftRound) -> bool) -> Option<WhyNot> {
    let rounds = legal_rounds(tournament, round);
    let wished: Vec<_> = rounds.iter().filter(|(draft, _)| wish(draft)).cloned().collect();
    let best = ruled(rounds)?;
    let forced = ruled(wished)?;
    if best == forced {
        return Some(WhyNot::Done);
    }
    let [best, forced] = [best, forced].map(|draft| check_round(tournament, &draft).unwrap());
    if best.bye_score != forced.bye_score {
        return Some(WhyNot::Worse { criterion: Criterion::C5, bracket: best.bye_score.unwrap() });
    }
    for (ours, theirs) in best.brackets.iter().zip(&forced.brackets) {
        for criterion in Criterion::ALL.into_iter().filter(|&criterion| criterion >= Criterion::C6) {
            let is_about_floaters = criterion == Criterion::C8 && ours.downfloaters == theirs.downfloaters;
            if !is_about_floaters && ours.measure(criterion) != theirs.measure(criterion) {
                assert!(ours.measure(criterion) < theirs.measure(criterion), "forcing makes nothing better");
                return Some(WhyNot::Worse { criterion, bracket: ours.score });
            }
        }
        if ours.pairs != theirs.pairs {
            return Some(WhyNot::Later);
        }
    }
    Some(WhyNot::Later)
}

#[test]
fn why_not_names_what_listing_all_rounds_finds_worse() {
    let mut asked = 0;
    for seed in 0..120 {
        let mut dice = Dice::new(seed);
        Plan::any(&mut dice, 8).play(&mut dice.clone(), |tournament, round, draft| {
            if draft.is_err() {
                return;
            }
            let present: Vec<PairingNumber> = tournament
                .players()
                .filter(|player| player.cell(round).is_none())
                .map(|player| player.number)
                .collect();
            for (index, &a) in present.iter().enumerate() {
                for &b in &present[index + 1..] {
                    let answer = why_not(tournament, round, a, b).unwrap();
                    let context = format!("seed {seed}, round {round}, {a} - {b}");
                    match obstacles(tournament, round, a, b).first() {
                        Some(violation) => assert_eq!(answer, WhyNot::Never(violation.clone()), "{context}"),
                        None => {
                            let expected = listed(tournament, round, |draft| has_pair(draft, a, b));
                            assert_eq!(answer, expected.unwrap_or(WhyNot::OthersStuck), "{context}");
                        }
                    }
                    asked += 1;
                }
            }
        });
    }
    assert!(asked > 600, "{asked} questions asked");
}

#[test]
fn why_not_the_bye_is_answered_likewise() {
    let mut asked = 0;
    for seed in 0..80 {
        let mut dice = Dice::new(seed);
        Plan::any(&mut dice, 7).play(&mut dice.clone(), |tournament, round, draft| {
            let Ok(draft) = draft else { return };
            for player in tournament.players().filter(|player| player.cell(round).is_none()) {
                let number = player.number;
                let answer = why_not_bye(tournament, round, number).unwrap();
                let expected =
                    listed(tournament, round, |draft| draft.byes.iter().any(|bye| bye.player == number));
                match answer {
                    WhyNot::Never(_) => assert!(draft.byes.is_empty() || expected.is_none()),
                    other => assert_eq!(
                        other,
                        expected.unwrap_or(WhyNot::OthersStuck),
                        "seed {seed}, round {round}"
                    ),
                }
                asked += 1;
            }
        });
    }
    assert!(asked > 600, "{asked} questions asked");
}

#[test]
fn every_board_has_a_reason() {
    let (mut first_in_order, mut instead) = (0, 0);
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        Plan::any(&mut dice, 24).play(&mut dice.clone(), |tournament, round, draft| {
            let Ok(draft) = draft else { return };
            let reasons = explain_round(tournament, draft).unwrap();
            assert_eq!(reasons.len(), draft.boards.len());
            for (board, reason) in draft.boards.iter().zip(&reasons) {
                assert_eq!([board.first, board.second], [reason.players[0].number, reason.players[1].number]);
                assert_eq!(explain_board(tournament, draft, board).unwrap(), *reason);
                assert!(reason.to_string().contains("bracket"));
                let [first, second] = &reason.players;
                assert_eq!(reason.bracket, first.score.min(second.score), "seed {seed}, round {round}");
                assert_eq!(first.float.is_some(), first.score != second.score);
                match &reason.decision {
                    Decision::FirstInOrder => first_in_order += 1,
                    Decision::Instead { because, .. } => {
                        assert_ne!(*because, WhyNot::Done);
                        instead += 1;
                    }
                }
            }
        });
    }
    assert!(first_in_order > 400 && instead > 300, "{first_in_order} and {instead}");
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let mut dice = Dice::new(1);
    Plan::quiet(6, 1).play(&mut dice, |tournament, round, _| {
        let [one, stranger] = [support::number(1), support::number(99)];
        let unknown = Err(PairingError::UnknownPlayer { number: stranger });
        assert_eq!(why_not(tournament, round, one, stranger), unknown);
        assert_eq!(why_not_bye(tournament, round, stranger), unknown);
        match why_not(tournament, round, one, one) {
            Err(PairingError::Unsuitable { .. }) => {}
            other => panic!("a player cannot meet himself: {other:?}"),
        }
    });
}

#[test]
fn forced_pairs_stand_and_the_others_are_paired_legally_around_them() {
    let mut forced_rounds = 0;
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        Plan::any(&mut dice, 20).play(&mut dice.clone(), |tournament, round, draft| {
            let Ok(draft) = draft else { return };
            let [top, .., bottom] = &draft.boards[..] else { return };
            let pair = (top.first, bottom.second);
            let Ok(forced) = dutch::draft_round_forcing(tournament, round, &[pair]) else { return };
            assert!(has_pair(&forced, pair.0, pair.1), "seed {seed}, round {round}");
            let report = check_round(tournament, &forced).unwrap();
            let about_others = report.violations.iter().filter(|violation| match violation {
                Violation::MetBefore { one, .. } | Violation::Forbidden { one, .. } => {
                    ![pair.0, pair.1].contains(one)
                }
                Violation::SameAbsolute { one, .. } => ![pair.0, pair.1].contains(one),
                Violation::AgainstAbsolute { player, .. } => ![pair.0, pair.1].contains(player),
                _ => true,
            });
            assert_eq!(about_others.count(), 0, "seed {seed}, round {round}: {:?}", report.violations);
            forced_rounds += 1;
        });
    }
    assert!(forced_rounds > 500, "{forced_rounds} rounds forced");
}

#[test]
fn forcing_what_the_draft_does_changes_nothing() {
    let mut dice = Dice::new(4);
    Plan::any(&mut dice, 20).play(&mut dice.clone(), |tournament, round, draft| {
        let Ok(draft) = draft else { return };
        let pairs: Vec<_> = draft.boards.iter().map(|board| (board.first, board.second)).collect();
        assert_eq!(dutch::draft_round_forcing(tournament, round, &pairs).as_ref(), Ok(draft));
        if let [(one, other), ..] = pairs[..] {
            let twice = dutch::draft_round_forcing(tournament, round, &[(one, other), (other, one)]);
            assert!(matches!(twice, Err(PairingError::Unsuitable { .. })), "a player cannot be forced twice");
        }
    });
}

#[test]
fn a_round_made_worse_by_hand_is_told_what_would_be_better() {
    let mut better = 0;
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        Plan::any(&mut dice, 16).play(&mut dice.clone(), |tournament, round, draft| {
            let Ok(draft) = draft else { return };
            let [top, .., bottom] = &draft.boards[..] else { return };
            let by_hand = dutch::draft_round_forcing(tournament, round, &[(top.second, bottom.second)]);
            let Ok(by_hand) = by_hand else { return };
            let judged = check_round(tournament, &by_hand).unwrap();
            let original = check_round(tournament, draft).unwrap();
            if judged.is_legal()
                && let Some(difference) = original.first_difference(&judged)
            {
                assert!(difference.is_better, "seed {seed}, round {round}");
                let reasons = explain_round(tournament, &by_hand).unwrap();
                let because = |decision: &Decision| match decision {
                    Decision::Instead { because: WhyNot::Better { .. }, .. } => 1,
                    _ => 0,
                };
                better += reasons.iter().map(|reason| because(&reason.decision)).sum::<u32>();
            }
        });
    }
    assert!(better > 20, "{better} boards would be better otherwise");
}
