//! Matches and rounds paired by hand.

use tiger_pairing::free::left_over;
use tiger_pairing::matches::score;
use tiger_pairing::{
    BoardResult, Bye, Cell, PairingError, PairingNumber, Player, Points, Round, Settings, Side, System,
    Tournament, free, matches,
};

fn number(number: u32) -> PairingNumber {
    PairingNumber::new(number).unwrap()
}

fn round(number: u32) -> Round {
    Round::new(number).unwrap()
}

fn event(system: System, rounds: u32, players: u32) -> Tournament {
    let mut tournament = Tournament::new(Settings::new(system, rounds));
    for player in 1..=players {
        tournament.enter(Player::new(number(player), None));
    }
    tournament
}

fn board(tournament: &Tournament, game: u32) -> (u32, u32) {
    let draft = matches::draft(tournament, round(game)).unwrap();
    (draft.boards[0].first.get(), draft.boards[0].second.get())
}

#[test]
fn a_match_alternates_sides() {
    let mut tournament = event(System::Match, 4, 2);
    assert_eq!([1, 2, 3, 4].map(|game| board(&tournament, game)), [(1, 2), (2, 1), (1, 2), (2, 1)]);
    tournament.settings.initial_side = Some(Side::Second);
    assert_eq!([1, 2].map(|game| board(&tournament, game)), [(2, 1), (1, 2)]);
    assert_eq!(
        matches::draft(&tournament, round(5)),
        Err(PairingError::BeyondLastRound { round: round(5), rounds: 4 })
    );
}

#[test]
fn a_match_is_won_when_nothing_can_change_it() {
    let mut tournament = event(System::Match, 4, 2);
    let record = |tournament: &mut Tournament, game, result| {
        let (first, second) = board(tournament, game);
        tournament.record(round(game), number(first), number(second), result).unwrap();
    };
    record(&mut tournament, 1, BoardResult::FirstWins);
    record(&mut tournament, 2, BoardResult::SecondWins);
    let standing = score(&tournament).unwrap();
    assert_eq!((standing.players[0].1, standing.finished, standing.remaining), (Points::whole(2), 2, 2));
    assert_eq!(standing.winner, None, "two losses would level it");
    record(&mut tournament, 3, BoardResult::Draw);
    assert_eq!(score(&tournament).unwrap().winner, Some(number(1)));
    record(&mut tournament, 3, BoardResult::SecondWins);
    record(&mut tournament, 4, BoardResult::Adjourned);
    assert_eq!(score(&tournament).unwrap().remaining, 1);
    assert!(!score(&tournament).unwrap().is_level());
    record(&mut tournament, 4, BoardResult::FirstWins);
    let standing = score(&tournament).unwrap();
    assert!(standing.is_level());
    assert_eq!(standing.winner, None);
}

#[test]
fn a_match_has_two_players() {
    for wrong in [event(System::Match, 4, 3), event(System::Match, 4, 1), event(System::Free, 4, 2)] {
        assert!(matches!(matches::draft(&wrong, round(1)), Err(PairingError::Unsuitable { .. })));
        assert!(matches!(score(&wrong), Err(PairingError::Unsuitable { .. })));
    }
}

#[test]
fn a_round_by_hand_keeps_its_order_and_says_who_is_left_over() {
    let mut tournament = event(System::Free, 3, 6);
    tournament.set_cell(number(6), round(1), Cell::bye(Bye::HalfPoint)).unwrap();
    let draft = free::draft(&tournament, round(1), &[(number(4), number(1))], &[number(5)]).unwrap();
    assert_eq!((draft.boards[0].first, draft.boards[0].second), (number(4), number(1)));
    assert_eq!(left_over(&tournament, &draft), [number(2), number(3)]);
}

#[test]
fn a_round_by_hand_in_which_somebody_stands_twice_is_refused() {
    let mut tournament = event(System::Free, 3, 4);
    tournament.set_cell(number(4), round(1), Cell::bye(Bye::ZeroPoint)).unwrap();
    let why = |boards: &[(u32, u32)], byes: &[u32]| {
        let boards: Vec<_> = boards.iter().map(|&(first, second)| (number(first), number(second))).collect();
        let byes: Vec<_> = byes.iter().map(|&player| number(player)).collect();
        free::draft(&tournament, round(1), &boards, &byes).unwrap_err().to_string()
    };
    assert_eq!(why(&[(1, 1)], &[]), "player 1 stands in round 1 twice; once is enough");
    assert_eq!(why(&[(1, 2)], &[2]), "player 2 stands in round 1 twice; once is enough");
    assert_eq!(why(&[(1, 4)], &[]), "player 4 is entered as absent in round 1");
    assert_eq!(why(&[(1, 9)], &[]), "no player has the number 9");
}
