//! The one door leads to the system that the settings name.

use tiger_pairing::{
    Acceleration, BoardResult, PairingError, PairingNumber, Player, Points, Round, Settings, Side, System,
    Tournament, draft_round, dutch, matches, round_robin,
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

#[test]
fn baku_gives_a_point_in_three_of_nine_rounds_and_half_a_point_in_two_more() {
    let mut event = event(System::Dutch, 12);
    event.settings.rounds = 9;
    event.settings.acceleration = Acceleration::Baku { last_of_group_a: PairingNumber::new(6).unwrap() };
    let given = |number: u32| -> Vec<i32> {
        let number = PairingNumber::new(number).unwrap();
        (1..=9).map(|round| event.virtual_points(number, Round::new(round).unwrap()).halves()).collect()
    };
    assert_eq!(given(6), [2, 2, 2, 1, 1, 0, 0, 0, 0]);
    assert_eq!(given(7), [0; 9]);
}

#[test]
fn baku_pairs_as_the_listed_points_do() {
    let mut listed = event(System::Dutch, 12);
    listed.settings.rounds = 9;
    let mut baku = listed.clone();
    baku.settings.acceleration = Acceleration::Baku { last_of_group_a: PairingNumber::new(6).unwrap() };
    let points = [2, 2, 2, 1, 1].map(Points::from_halves).to_vec();
    let upper = (1..=6).filter_map(PairingNumber::new).map(|number| (number, points.clone()));
    listed.settings.acceleration = Acceleration::Listed(upper.collect());
    for round in (1..=5).filter_map(Round::new) {
        let draft = draft_round(&baku, round).unwrap();
        assert_eq!(draft_round(&listed, round).as_ref(), Ok(&draft));
        let upper = |number: PairingNumber| number.get() <= 6;
        if round == Round::FIRST {
            assert!(draft.boards.iter().all(|board| upper(board.first) == upper(board.second)));
        }
        for (index, board) in draft.boards.iter().enumerate() {
            let result = if index % 2 == 0 { BoardResult::FirstWins } else { BoardResult::Draw };
            baku.record(round, board.first, board.second, result).unwrap();
            listed.record(round, board.first, board.second, result).unwrap();
        }
    }
}
