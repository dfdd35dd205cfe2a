//! Knockouts: seeding, byes, level ties and what decides them, places.

use tiger_pairing::knockout::{
    Decision, Decisions, ExtraGame, Plan, Status, TieId, bracket, draft, ranking, stages,
};
use tiger_pairing::{
    BoardResult, PairingError, PairingNumber, Player, PointTable, Points, Round, Settings, Side, System,
    Tournament,
};

fn number(number: u32) -> PairingNumber {
    PairingNumber::new(number).unwrap()
}

fn event(players: u32) -> (Tournament, Plan) {
    let mut tournament = Tournament::new(Settings::new(System::Knockout, 0));
    for player in 1..=players {
        tournament.enter(Player::new(number(player), None));
    }
    let plan = Plan::by_number(&tournament);
    (tournament, plan)
}

fn round(number: u32) -> Round {
    Round::new(number).unwrap()
}

/// Boards as `first-second`, byes as numbers.
fn written(tournament: &Tournament, plan: &Plan, decisions: &Decisions, number: u32) -> String {
    let draft = draft(tournament, plan, decisions, round(number)).unwrap();
    let boards = draft.boards.iter().map(|board| format!("{}-{}", board.first, board.second));
    boards.chain(draft.byes.iter().map(|bye| bye.player.to_string())).collect::<Vec<_>>().join(" ")
}

/// Plays a round; `result` says how each board ends.
fn play(
    tournament: &mut Tournament,
    plan: &Plan,
    decisions: &Decisions,
    number: u32,
    result: impl Fn(u32, u32) -> BoardResult,
) {
    for board in draft(tournament, plan, decisions, round(number)).unwrap().boards {
        let outcome = result(board.first.get(), board.second.get());
        tournament.record(round(number), board.first, board.second, outcome).unwrap();
    }
}

/// The lower number wins.
fn favourite(first: u32, second: u32) -> BoardResult {
    if first < second { BoardResult::FirstWins } else { BoardResult::SecondWins }
}

fn places(tournament: &Tournament, plan: &Plan, decisions: &Decisions) -> String {
    let places = ranking(tournament, plan, decisions).unwrap();
    places.iter().map(|(place, player)| format!("{place}:{player}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn favourites_meet_as_late_as_they_can() {
    let none = Decisions::new();
    for players in 2..=70_u32 {
        let (mut tournament, plan) = event(players);
        let count = stages(players as usize);
        for stage in 1..=count {
            play(&mut tournament, &plan, &none, stage, favourite);
            // After each stage the best half of the full bracket is left.
            let left = 1_u32 << (count - stage);
            let ties = &bracket(&tournament, &plan, &none).unwrap()[stage as usize - 1];
            let mut winners: Vec<u32> = ties.iter().map(|tie| tie.winner().unwrap().get()).collect();
            winners.sort_unstable();
            assert_eq!(winners, (1..=left).collect::<Vec<_>>(), "{players} players, stage {stage}");
        }
        let final_places = ranking(&tournament, &plan, &none).unwrap();
        assert_eq!(final_places.len(), players as usize);
        assert_eq!(final_places[0], (1, number(1)));
        assert_eq!(final_places[1], (2, number(2)));
    }
}

#[test]
fn a_field_that_is_no_power_of_two_gives_its_first_seeds_byes() {
    let (mut tournament, plan) = event(6);
    let none = Decisions::new();
    assert_eq!(written(&tournament, &plan, &none, 1), "4-5 6-3 1 2");
    play(&mut tournament, &plan, &none, 1, favourite);
    assert_eq!(written(&tournament, &plan, &none, 2), "1-4 3-2");
}

#[test]
fn who_moved_first_less_often_moves_first() {
    let (mut tournament, plan) = event(4);
    let none = Decisions::new();
    assert_eq!(written(&tournament, &plan, &none, 1), "1-4 3-2");
    play(&mut tournament, &plan, &none, 1, favourite);
    // 1 has moved first, 2 second.
    assert_eq!(written(&tournament, &plan, &none, 2), "2-1");
    tournament.settings.initial_side = Some(Side::Second);
    assert_eq!(written(&tournament, &plan, &none, 1), "4-1 2-3");
}

#[test]
fn the_losers_of_the_semifinals_play_for_third_place() {
    let (mut tournament, mut plan) = event(4);
    plan.third_place = true;
    let none = Decisions::new();
    play(&mut tournament, &plan, &none, 1, favourite);
    assert_eq!(written(&tournament, &plan, &none, 2), "2-1 4-3");
    assert_eq!(places(&tournament, &plan, &none), "");
    play(&mut tournament, &plan, &none, 2, favourite);
    assert_eq!(places(&tournament, &plan, &none), "1:1 2:2 3:3 4:4");
    plan.third_place = false;
    assert_eq!(places(&tournament, &plan, &none), "1:1 2:2 3:3 3:4");
}

#[test]
fn a_level_tie_waits_for_tie_break_games_or_the_arbiter() {
    let (mut tournament, plan) = event(2);
    let none = Decisions::new();
    play(&mut tournament, &plan, &none, 1, |_, _| BoardResult::Draw);
    let status = |decisions: &Decisions| bracket(&tournament, &plan, decisions).unwrap()[0][0].status;
    assert_eq!(status(&none), Status::Level);
    let id = TieId { stage: 1, slot: 1 };
    let extra = |result| ExtraGame { first: number(2), result, draw_wins_for: None, awarded: None };
    let games = |games: Vec<ExtraGame>| Decisions::from([(id, Decision::Games(games))]);
    assert_eq!(status(&games(vec![extra(BoardResult::Draw)])), Status::Level);
    let won = games(vec![extra(BoardResult::Draw), extra(BoardResult::FirstWins)]);
    assert_eq!(status(&won), Status::Decided { winner: Some(number(2)) });
    let drawn_for_one = ExtraGame { draw_wins_for: Some(number(1)), ..extra(BoardResult::Draw) };
    assert_eq!(status(&games(vec![drawn_for_one])), Status::Decided { winner: Some(number(1)) });
    let games = vec![extra(BoardResult::Draw)];
    let word = Decision::Arbiter { winner: Some(number(2)), reason: "lots were drawn".to_owned(), games };
    let word = Decisions::from([(id, word)]);
    assert_eq!(status(&word), Status::Decided { winner: Some(number(2)) });
    let draw = tournament.settings.points.draw;
    assert_eq!(bracket(&tournament, &plan, &word).unwrap()[0][0].extra, (draw, draw), "it was played");
}

#[test]
fn a_stage_is_not_paired_before_the_one_before_it_is_decided() {
    let (mut tournament, plan) = event(4);
    let none = Decisions::new();
    let refused = |tournament: &Tournament| match draft(tournament, &plan, &none, round(2)) {
        Err(PairingError::Unsuitable { why }) => why,
        other => format!("{other:?}"),
    };
    assert_eq!(refused(&tournament), "stage 1: the tie of 1 and 4 is not finished: enter its results");
    play(&mut tournament, &plan, &none, 1, |first, _| {
        if first == 1 { BoardResult::FirstWins } else { BoardResult::Draw }
    });
    assert_eq!(
        refused(&tournament),
        "stage 1: the tie of 3 and 2 is level: enter tie-break games or the Arbiter's decision"
    );
    assert_eq!(
        draft(&tournament, &plan, &none, round(3)),
        Err(PairingError::BeyondLastRound { round: round(3), rounds: 2 })
    );
}

#[test]
fn several_games_alternate_sides_and_are_summed() {
    let (mut tournament, mut plan) = event(4);
    tournament.settings.points = PointTable::new(Points::whole(3), Points::whole(1), Points::ZERO);
    plan.games = 2;
    let none = Decisions::new();
    assert_eq!(written(&tournament, &plan, &none, 1), "1-4 3-2");
    assert_eq!(written(&tournament, &plan, &none, 2), "4-1 2-3");
    play(&mut tournament, &plan, &none, 1, |_, _| BoardResult::FirstWins);
    let ties = bracket(&tournament, &plan, &none).unwrap();
    assert!(ties[0].iter().all(|tie| tie.status == Status::Playing));
    play(&mut tournament, &plan, &none, 2, |first, _| {
        if first == 4 { BoardResult::Draw } else { BoardResult::FirstWins }
    });
    let ties = bracket(&tournament, &plan, &none).unwrap();
    assert_eq!(ties[0][0].points, (Points::whole(4), Points::whole(1)));
    assert_eq!((ties[0][0].winner(), ties[0][1].status), (Some(number(1)), Status::Level));
}

#[test]
fn both_can_be_out_and_the_other_half_goes_on_alone() {
    let (mut tournament, mut plan) = event(4);
    plan.third_place = true;
    let none = Decisions::new();
    play(&mut tournament, &plan, &none, 1, |first, second| {
        if first == 1 || second == 1 { BoardResult::BothForfeit } else { favourite(first, second) }
    });
    let word = Decision::Arbiter { winner: None, reason: "neither appeared".to_owned(), games: Vec::new() };
    let decisions = Decisions::from([(TieId { stage: 1, slot: 1 }, word)]);
    assert_eq!(written(&tournament, &plan, &decisions, 2), "2 3");
    assert_eq!(places(&tournament, &plan, &decisions), "1:2 3:3 4:1 4:4");
}

#[test]
fn a_plan_that_cannot_be_played_is_refused() {
    let (tournament, plan) = event(3);
    let none = Decisions::new();
    for (broken, why) in [
        (Plan { seeds: vec![number(1)], ..plan.clone() }, "a knockout needs two players; 1 are seeded"),
        (Plan { games: 0, ..plan.clone() }, "a tie needs at least one game"),
        (
            Plan { seeds: vec![number(1), number(1)], ..plan.clone() },
            "player 1 is seeded twice; each has one seed",
        ),
        (Plan { seeds: vec![number(1), number(9)], ..plan }, "no player has the number 9"),
    ] {
        assert_eq!(bracket(&tournament, &broken, &none).unwrap_err().to_string(), why);
    }
}
