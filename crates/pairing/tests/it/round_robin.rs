//! The Berger tables: published rounds, and the laws every table keeps.

use std::collections::{BTreeMap, BTreeSet};

use tiger_pairing::round_robin::{
    Cycles, Fixture, FixtureRound, LARGEST_FIELD, RoundRobinError, draft, free_player, number_of_rounds,
    round_of, schedule,
};
use tiger_pairing::{PairingError, PairingNumber, Player, Round, Settings, System, Tournament};

fn written(round: &FixtureRound) -> String {
    let boards: Vec<String> =
        round.fixtures.iter().map(|game| format!("{}-{}", game.first, game.second)).collect();
    boards.join(" ")
}

/// The sides a player had, round by round: `1` moved first, `2` moved second, `.` was free.
fn sides(rounds: &[FixtureRound], player: u32) -> String {
    rounds
        .iter()
        .map(|round| {
            let game = round.fixtures.iter().find(|game| game.first == player || game.second == player);
            match game {
                Some(game) if game.first == player => '1',
                Some(_) => '2',
                None => '.',
            }
        })
        .collect()
}

#[test]
fn the_small_tables_are_the_published_ones() {
    let tables: [(u32, &[&str]); 3] = [
        (4, &["1-4 2-3", "4-3 1-2", "2-4 3-1"]),
        (6, &["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"]),
        (
            8,
            &[
                "1-8 2-7 3-6 4-5",
                "8-5 6-4 7-3 1-2",
                "2-8 3-1 4-7 5-6",
                "8-6 7-5 1-4 2-3",
                "3-8 4-2 5-1 6-7",
                "8-7 1-6 2-5 3-4",
                "4-8 5-3 6-2 7-1",
            ],
        ),
    ];
    for (players, table) in tables {
        let rounds = schedule(players, Cycles::Single).unwrap();
        assert_eq!(rounds.iter().map(written).collect::<Vec<_>>(), table, "{players} players");
    }
}

#[test]
fn the_table_of_24_starts_and_ends_as_the_rule_says() {
    let rounds = schedule(24, Cycles::Single).unwrap();
    assert_eq!(written(&rounds[0]), "1-24 2-23 3-22 4-21 5-20 6-19 7-18 8-17 9-16 10-15 11-14 12-13");
    assert_eq!(written(&rounds[1]), "24-13 14-12 15-11 16-10 17-9 18-8 19-7 20-6 21-5 22-4 23-3 1-2");
    assert_eq!(written(&rounds[22]), "12-24 13-11 14-10 15-9 16-8 17-7 18-6 19-5 20-4 21-3 22-2 23-1");
}

#[test]
fn everybody_meets_everybody_once_and_plays_every_round() {
    for players in 2..=60 {
        let rounds = schedule(players, Cycles::Single).unwrap();
        assert_eq!(rounds.len(), number_of_rounds(players, Cycles::Single) as usize);
        let mut met = BTreeSet::new();
        for round in &rounds {
            let mut seen = BTreeSet::new();
            for game in &round.fixtures {
                assert!(seen.insert(game.first) && seen.insert(game.second), "{players}: {}", written(round));
                assert!(met.insert((game.first.min(game.second), game.first.max(game.second))));
            }
            seen.extend(round.free);
            assert_eq!(seen, (1..=players).collect(), "{players}: {}", written(round));
        }
        assert_eq!(met.len() as u32, players * (players - 1) / 2);
    }
}

#[test]
fn nobody_moves_first_more_than_once_too_often() {
    for players in 2..=40 {
        let rounds = schedule(players, Cycles::Single).unwrap();
        for player in 1..=players {
            let played = sides(&rounds, player);
            let first = played.matches('1').count();
            let second = played.matches('2').count();
            assert!(first.abs_diff(second) <= 1, "player {player} of {players}: {played}");
        }
    }
}

#[test]
fn a_double_round_robin_gives_each_pair_both_sides_and_nobody_three_alike() {
    for players in 3..=40 {
        let rounds = schedule(players, Cycles::Double).unwrap();
        assert_eq!(rounds.len(), number_of_rounds(players, Cycles::Double) as usize);
        let mut games: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for game in rounds.iter().flat_map(|round| &round.fixtures) {
            *games.entry((game.first, game.second)).or_default() += 1;
        }
        assert_eq!(games.len() as u32, players * (players - 1));
        assert!(games.values().all(|&times| times == 1));
        for player in 1..=players {
            let played = sides(&rounds, player).replace('.', "");
            assert!(
                !played.contains("111") && !played.contains("222"),
                "player {player} of {players}: {played}"
            );
        }
    }
}

#[test]
fn the_last_two_rounds_of_the_first_cycle_are_reversed() {
    let single = schedule(6, Cycles::Single).unwrap();
    let double = schedule(6, Cycles::Double).unwrap();
    assert_eq!(double[..3], single[..3]);
    assert_eq!((&double[3], &double[4]), (&single[4], &single[3]));
    assert_eq!(written(&double[5]), "6-1 5-2 4-3");
}

#[test]
fn a_round_by_itself_is_that_of_the_schedule() {
    for players in 2..=40 {
        let single = schedule(players, Cycles::Single).unwrap();
        let mut double = single.clone();
        if let [.., last_but_one, last] = double.as_mut_slice() {
            std::mem::swap(last_but_one, last);
        }
        double.extend(single.iter().cloned().map(|round| FixtureRound {
            fixtures: round.fixtures.into_iter().map(Fixture::reversed).collect(),
            ..round
        }));
        for (cycles, rounds) in [(Cycles::Single, single), (Cycles::Double, double)] {
            assert_eq!(schedule(players, cycles).unwrap(), rounds, "{players} players");
            for (number, round) in (1..).zip(&rounds) {
                let alone = round_of(players, cycles, Round::new(number).unwrap()).unwrap();
                assert_eq!(alone, *round, "{players} players, round {number}");
            }
            let beyond = Round::new(rounds.len() as u32 + 1).unwrap();
            let refused = PairingError::BeyondLastRound { round: beyond, rounds: rounds.len() as u32 };
            assert_eq!(round_of(players, cycles, beyond), Err(refused));
        }
    }
}

#[test]
fn two_players_play_one_round_or_two() {
    assert_eq!(schedule(2, Cycles::Single).unwrap().iter().map(written).collect::<Vec<_>>(), ["1-2"]);
    assert_eq!(schedule(2, Cycles::Double).unwrap().iter().map(written).collect::<Vec<_>>(), ["1-2", "2-1"]);
}

#[test]
fn a_field_that_cannot_be_scheduled_is_refused() {
    assert_eq!(schedule(1, Cycles::Single), Err(RoundRobinError::TooFewPlayers(1)));
    let too_many = LARGEST_FIELD + 1;
    assert_eq!(schedule(too_many, Cycles::Single), Err(RoundRobinError::TooManyPlayers(too_many)));
}

/// A field whose pairing numbers have gaps.
fn event(system: System, players: u32) -> Tournament {
    let mut tournament = Tournament::new(Settings::new(system, 10));
    for drawn in 1..=players {
        tournament.enter(Player::new(PairingNumber::new(drawn * 10).unwrap(), None));
    }
    tournament
}

fn drafted(tournament: &Tournament, round: u32) -> Vec<(u32, u32)> {
    let draft = draft(tournament, Round::new(round).unwrap()).unwrap();
    assert!(draft.byes.is_empty());
    draft.boards.iter().map(|board| (board.first.get(), board.second.get())).collect()
}

#[test]
fn an_event_is_drafted_round_by_round_in_the_order_of_its_numbers() {
    let odd = event(System::RoundRobin { cycles: 2 }, 5);
    assert_eq!(drafted(&odd, 1), [(20, 50), (30, 40)]);
    assert_eq!(free_player(&odd, Round::FIRST).unwrap().map(PairingNumber::get), Some(10));
    assert_eq!(drafted(&odd, 6), [(50, 20), (40, 30)]);
    let even = event(System::RoundRobin { cycles: 1 }, 4);
    assert_eq!(drafted(&even, 2), [(40, 30), (10, 20)]);
    assert_eq!(free_player(&even, Round::FIRST).unwrap(), None);
}

#[test]
fn a_round_that_the_schedule_has_not_is_refused() {
    let single = event(System::RoundRobin { cycles: 1 }, 4);
    let fourth = Round::new(4).unwrap();
    assert_eq!(draft(&single, fourth), Err(PairingError::BeyondLastRound { round: fourth, rounds: 3 }));
    for wrong in [
        event(System::Dutch, 4),
        event(System::RoundRobin { cycles: 3 }, 4),
        event(System::RoundRobin { cycles: 1 }, 1),
    ] {
        assert!(matches!(draft(&wrong, Round::FIRST), Err(PairingError::Unsuitable { .. })));
    }
}
