//! The one door leads to the system that the settings name.

#![expect(clippy::unwrap_used, reason = "a draft that fails, fails the test")]

use tiger_pairing::{
    PairingError, PairingNumber, Player, Round, Settings, Side, System, Tournament, draft_round, dutch,
    matches, round_robin,
};

fn event(system: System, players: u32) -> Tournament {
    let mut settings = Settings::new(system, 5);
    settings.initial_side = Some(Side::Second);
    let mut tournament = Tournament::new(settings);
    for number in (1..=players).filter_map(PairingNumber::new) {
        tournament.enter(Player::new(number, None));
    }
    tournament
}

#[test]
fn a_round_comes_from_the_event_s_own_system() {
    let swiss = event(System::Dutch, 6);
    assert_eq!(draft_round(&swiss, Round::FIRST), dutch::draft_round(&swiss, Round::FIRST));
    let everybody = event(System::RoundRobin { cycles: 1 }, 6);
    assert_eq!(draft_round(&everybody, Round::FIRST), round_robin::draft(&everybody, Round::FIRST));
    let two = event(System::Match, 2);
    assert_eq!(draft_round(&two, Round::FIRST), matches::draft(&two, Round::FIRST));
    for event in [&swiss, &everybody, &two] {
        assert!(!draft_round(event, Round::FIRST).unwrap().boards.is_empty());
    }
}

#[test]
fn systems_that_need_to_be_told_more_say_so() {
    for system in [System::Knockout, System::Free] {
        let answer = draft_round(&event(system, 4), Round::FIRST);
        assert!(matches!(answer, Err(PairingError::Unsuitable { .. })), "{system:?}: {answer:?}");
    }
}
