use tiger_arbiter::clock::new_id;
use tiger_arbiter::ledger::{OnceKey, Order};
use tiger_event::{
    Actor, ByeKind, Bytes32, CastPurpose, ChoiceCommand, ClaimCommand, ClaimKind, EntryCommand, NewEntry,
    Pairing, Reason, ResultEntry, RoundBye, Seat, Seated,
};
use tiger_rules::{Answer as Chosen, Ending, GameKind};

use super::swiss::play_and_draft;
use super::*;
use crate::rig::{new_entry, on_both_databases, on_sqlite};

on_both_databases!(
    sides_are_swapped_while_another_board_has_its_result,
    two_arbiters_at_one_round_see_both_versions
);
on_sqlite!(
    players_change_places_and_who_has_met_is_told_first,
    a_latecomer_meets_who_has_no_opponent,
    a_latecomer_has_a_bye_when_every_game_has_begun,
    choices_and_dice_that_were_written_down_stay_with_the_board,
    in_a_knockout_only_sides_change,
    whoever_comes_takes_the_place_of_whoever_does_not,
    a_page_from_before_a_change_saves_nothing_at_that_board,
    players_change_places_where_a_result_was_taken_back,
    in_a_round_robin_only_sides_change,
    who_calls_the_arbiter_has_not_begun,
    a_clock_that_is_left_behind_is_named,
    opponents_that_sat_at_each_others_boards_are_put_right_after_the_next_round_was_paired,
    what_is_over_or_goes_on_elsewhere_stays
);

const BOARDS: &str = "/rounds/1/boards";

/// A change of the boards of round 1, with a reason.
fn change(hall: &Hall<'_>, fields: &[(&str, &str)]) -> Answer {
    hall.post(BOARDS, &[fields, &[("reason", "They sat wrong.")]].concat())
}

fn decide(hall: &Hall<'_>, game: GameId) {
    let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
    hall.give(ResultCommand::EnterResult { game, result, seen: u64::MAX });
}

fn sides_are_swapped_while_another_board_has_its_result(app: &TestApp) {
    let hall = Hall::by_hand(app, 6);
    hall.publish_round();
    let results = at("/rounds/1/results");
    hall.tessa.get(&results).expect_text("For single boards it can stay published");
    decide(&hall, hall.game(1));
    hall.tessa
        .get(&results)
        .expect_text("cannot be taken back")
        .expect_text(&format!("href=\"{}\"", at(BOARDS)));
    let before = hall.event();
    let games: Vec<_> = before.games_of(1).into_iter().cloned().collect();
    let page = hall.tessa.get(&at(BOARDS)).expect_status(200);
    let page = page.expect_no_text(&games[0].id.to_string());

    let wrong = games[1].id.to_string();
    let form = [("change", "sides"), ("game", &*wrong)];
    hall.post(BOARDS, &form).expect_status(422).expect_text("Say why");
    let key = page.hidden("idempotency_key").unwrap();
    let form = [&form[..], &[("reason", "They sat wrong."), ("idempotency_key", &key)]].concat();
    let path = at(BOARDS);
    let version = page.hidden("version").unwrap();
    let asked =
        hall.tessa.post_form(&path, &[&form[..], &[("version", &version)]].concat()).expect_status(200);
    let [first, second] = games[1].players().map(|id| before.name_of(id).to_owned());
    asked.expect_text(&format!("Board 2: {second} – {first}, until now {first} – {second}."));
    assert_eq!(hall.event(), before, "it is asked first");
    hall.post(BOARDS, &form).expect_redirect(&results);
    // A double click is no mistake.
    hall.post(BOARDS, &form).expect_redirect(&results);

    let after = hall.event();
    let now = after.games_of(1);
    assert_eq!((now[0], now[2]), (&games[0], &games[2]), "the others go on");
    assert_eq!(now[1].players(), [games[1].second, games[1].first]);
    assert!(
        now[1].id != games[1].id && !after.games.contains_key(&games[1].id),
        "no clock and no sheet goes over"
    );
    assert_eq!(after.round(1).unwrap().table.boards[1].game, now[1].id);
    let told = format!("Boards of round 1 changed: board 2 {second} – {first} (They sat wrong.)");
    hall.tessa.get(&at("/ledger")).expect_text(&told);
    let report = hall.tessa.get(&at("/papers/job?paper=report"));
    report.expect_text("Boards of round 1 were changed while it was played, last on ");
    // It is taken back like other entries, as long as nothing has happened there.
    let back = format!("/ledger/{}/take-back", after.round(1).unwrap().revision);
    hall.tessa.get(&at("/ledger")).expect_text(&at(&back));
    hall.post(&back, &[("reason", "They sat right.")]).expect_status(303);
    let turned = hall.event().games_of(1)[1].clone();
    assert_eq!(turned.players(), games[1].players());
    hall.post(&back, &[("reason", "Once more.")]).expect_status(422).expect_text("were changed again");
    change(&hall, &[("change", "sides"), ("game", &turned.id.to_string())]).expect_status(303);
    let after = hall.event();
    let now = after.games_of(1);
    // The result that is in stays, and its board too.
    let settled = games[0].id.to_string();
    change(&hall, &[("change", "sides"), ("game", &settled)])
        .expect_status(422)
        .expect_text("Something has happened at board 1 of round 1 already");
    for game in [now[1].id, now[2].id] {
        decide(&hall, game);
    }
    hall.tessa.get(&at(BOARDS)).expect_text("Every game has begun");
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
}

fn players_change_places_where_a_result_was_taken_back(app: &TestApp) {
    let hall = Hall::by_hand(app, 6);
    hall.publish_round();
    decide(&hall, hall.game(1));
    hall.post(&format!("/games/{}/clear", hall.game(1)), &[("reason", "Other people sat there.")])
        .expect_status(303);
    let page = hall.tessa.get(&at(BOARDS)).expect_text("Board 1: ");
    let version = page.hidden("version").unwrap();
    let [one, other] = [0, 1].map(|board| hall.table().boards[board].second.to_string());
    let exchange = [("change", "exchange"), ("one", &*one), ("other", &*other), ("version", &*version)];
    change(&hall, &exchange).expect_redirect(&at("/rounds/1/results"));
    assert_eq!(hall.table().boards[0].second.to_string(), other);
}

fn two_arbiters_at_one_round_see_both_versions(app: &TestApp) {
    let hall = Hall::by_hand(app, 6);
    hall.publish_round();
    let seen = hall.event().round(1).unwrap().revision.to_string();
    let [one, other] = [1, 2].map(|board| hall.game(board).to_string());
    change(&hall, &[("change", "sides"), ("game", &one), ("version", &seen)]).expect_status(303);
    // What somebody else did at another board does not matter.
    change(&hall, &[("change", "sides"), ("game", &other), ("version", &seen)]).expect_status(303);
    let [one_way, other_way] = [0, 1].map(|board| hall.table().boards[board].first.to_string());
    let exchange = [("change", "exchange"), ("one", &*one_way), ("other", &*other_way), ("version", &*seen)];
    let page = change(&hall, &exchange).expect_status(409).expect_text("the boards of round 1");
    // Sent again it would turn back what another one did.
    page.expect_no_text("Put this in its place");
    // What is gone is not found again.
    change(&hall, &[("change", "sides"), ("game", &one)])
        .expect_status(422)
        .expect_text("has changed meanwhile");
    // The same change that both want is made once.
    let seen = hall.event().version.to_string();
    let both = [("change", "exchange"), ("one", &*one_way), ("other", &*other_way), ("version", &*seen)];
    change(&hall, &both).expect_redirect(&at("/rounds/1/results"));
    let boards = hall.table().boards;
    change(&hall, &both).expect_redirect(&at("/rounds/1/results"));
    assert_eq!(hall.table().boards, boards);
}

fn players_change_places_and_who_has_met_is_told_first(app: &TestApp) {
    let hall = swiss::drafted(app, 4);
    let first = hall.table().boards[0].clone();
    play_and_draft(&hall, 1);
    hall.give(RoundCommand::PublishRound { round: 2, seen: u64::MAX });
    let board = hall
        .table()
        .boards
        .iter()
        .find(|pair| pair.first == first.first || pair.second == first.first)
        .cloned();
    let met = board.map(|pair| if pair.first == first.first { pair.second } else { pair.first }).unwrap();
    let (one, other) = (met.to_string(), first.second.to_string());
    let fields = [
        ("change", "exchange"),
        ("one", &*one),
        ("other", &*other),
        ("reason", "Brothers."),
        ("version", NOW),
    ];
    let fields = [&fields[..], &[("idempotency_key", "0123456789abcdef0123")]].concat();
    let asked = hall.tessa.post_form(&at("/rounds/2/boards"), &fields).expect_status(200);
    asked.expect_text("They have met in round 1.").expect_text("until now");
    hall.tessa.post_and_confirm(&at("/rounds/2/boards"), &fields).expect_redirect(&at("/rounds/2/results"));
    let pair = |pairing: &Pairing| [pairing.first, pairing.second];
    // Sent twice, it is not turned back.
    hall.tessa.post_form(&at("/rounds/2/boards"), &fields).expect_redirect(&at("/rounds/2/results"));
    let wanted = [pair(&first), [first.second, first.first]];
    assert!(hall.table().boards.iter().any(|pairing| wanted.contains(&pair(pairing))));
}

fn a_latecomer_meets_who_has_no_opponent(app: &TestApp) {
    let hall = swiss::drafted(app, 5);
    hall.post("/draft/publish", &[]).expect_status(303);
    decide(&hall, hall.game(1));
    let late = NewEntry { first_round: 2, ..new_entry("Late, Lea") };
    let id = late.id.to_string();
    hall.give(EntryCommand::AddEntries { entries: vec![late.clone()] });
    let alone = hall.table().byes[0].entry;
    let page = hall.tessa.get(&at(BOARDS)).expect_text("Pair a latecomer");
    page.expect_text("Late, Lea (entered for round 2)").expect_text(" (PAB)</option>");
    change(&hall, &[("change", "pair"), ("one", &id), ("other", &id)])
        .expect_status(422)
        .expect_text("Nobody plays against themselves");
    let other = alone.to_string();
    change(&hall, &[("change", "pair"), ("one", &other), ("other", &id)])
        .expect_redirect(&at("/rounds/1/results"));
    let event = hall.event();
    assert_eq!(hall.table().byes, []);
    assert_eq!(event.games_of(1)[2].players(), [alone, late.id]);
    assert_eq!(event.entry(late.id).unwrap().first_round, 1);
    for board in [2, 3] {
        decide(&hall, hall.game(board));
    }
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
    assert_eq!(hall.state_of(1), RoundState::Closed);
    // Of the next one, who comes late then finds nobody.
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_status(303);
    let later = NewEntry { first_round: 3, ..new_entry("Later, Lou") };
    hall.give(EntryCommand::AddEntries { entries: vec![later] });
    hall.tessa
        .get(&at("/rounds/2/boards"))
        .expect_text("Nobody else is without an opponent, so Later, Lou (entered for round 3) can only");
}

/// Sees that the players of a round stay where they are; its boards.
fn refuse_to_exchange(hall: &Hall<'_>) -> Vec<Pairing> {
    hall.tessa.get(&at(BOARDS)).expect_text("Swap sides").expect_no_text("Exchange two players");
    let boards = hall.table().boards;
    let (one, other) = (boards[0].first.to_string(), boards[1].first.to_string());
    change(hall, &[("change", "exchange"), ("one", &one), ("other", &other)])
        .expect_status(422)
        .expect_text("only sides are changed");
    boards
}

fn in_a_knockout_only_sides_change(app: &TestApp) {
    let hall = Hall::new(app, 4);
    app.change_settings(hall.event, |settings| settings.format = Format::Knockout);
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_status(303);
    let boards = refuse_to_exchange(&hall);
    change(&hall, &[("change", "sides"), ("game", &boards[0].game.to_string())]).expect_status(303);
    assert_eq!(hall.table().boards[0].first, boards[0].second);
}

fn whoever_comes_takes_the_place_of_whoever_does_not(app: &TestApp) {
    let hall = swiss::drafted(app, 4);
    hall.give(EntryCommand::RequestBye { entry: hall.players[3], round: 1, kind: Some(ByeKind::HalfPoint) });
    hall.give(EntryCommand::AddEntries {
        entries: vec![NewEntry { first_round: 1, ..new_entry("Fern, Fay") }],
    });
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_status(303);
    let late = NewEntry { first_round: 2, ..new_entry("Late, Lea") };
    hall.give(EntryCommand::AddEntries { entries: vec![late.clone()] });
    hall.tessa.get(&at(BOARDS)).expect_text("Dingo (half-point bye)").expect_text("Change boards of round 1");
    // One had asked for half a point and one was entered for the next round: both are here, and two others are not.
    let [one, two] = [1, 2].map(|board| hall.event().games_of(1)[board - 1].first);
    for (comes, goes) in [(hall.players[3], one), (late.id, two)] {
        let (comes, goes) = (comes.to_string(), goes.to_string());
        change(&hall, &[("change", "exchange"), ("one", &comes), ("other", &goes)]).expect_status(303);
    }
    let event = hall.event();
    let seated: Vec<_> = event.games_of(1).iter().map(|game| game.first).collect();
    assert_eq!(seated, [hall.players[3], late.id]);
    let byes: Vec<_> = hall.table().byes.iter().map(|bye| (bye.entry, bye.kind)).collect();
    assert_eq!(byes, [(one, ByeKind::ZeroPoint), (two, ByeKind::ZeroPoint)], "nobody gains by making room");
    let comer = event.entry(hall.players[3]).unwrap();
    assert!(comer.byes.is_empty() && event.entry(late.id).unwrap().first_round == 1);
    // The latecomer makes room again, and has no points for it.
    let back = format!("/ledger/{}/take-back", event.round(1).unwrap().revision);
    hall.post(&back, &[("reason", "They came after all.")]).expect_status(303);
    let byes = hall.table().byes;
    assert!(byes.contains(&RoundBye::new(late.id, ByeKind::ZeroPoint)) && byes.len() == 2, "{byes:?}");
    assert_eq!(hall.event().games_of(1)[1].first, two);
    hall.tessa.get(&at("/rounds")).expect_text("Change boards");
    hall.tessa.get(&at("/entries/add")).expect_text("lets the player into the round");
}

fn a_page_from_before_a_change_saves_nothing_at_that_board(app: &TestApp) {
    let hall = Hall::by_hand(app, 6);
    hall.give(EventCommand::ShowEvent { is_public: true });
    hall.publish_round();
    app.visitor().get(&at("/rounds/1")).expect_no_text("boards changed at");
    let old: Vec<String> = [1, 2].map(|board| hall.game(board).to_string()).to_vec();
    change(&hall, &[("change", "sides"), ("game", &old[0])]).expect_status(303);
    app.visitor().get(&at("/rounds/1")).expect_text("boards changed at");
    let form = [
        ("game-1", &*old[0]),
        ("pick-1", "1:checkmate"),
        ("was-1", ""),
        ("game-2", &*old[1]),
        ("pick-2", "0:checkmate"),
        ("was-2", ""),
        ("save", "all"),
    ];
    let page =
        hall.post("/rounds/1/results", &form).expect_status(422).expect_text("One board was not saved");
    page.expect_text("This board was changed meanwhile").expect_no_text("value=\"1:checkmate\" selected");
    let event = hall.event();
    let has_result: Vec<_> = event.games_of(1).iter().map(|game| game.result.is_some()).collect();
    assert_eq!(has_result, [false, true, false]);
}

fn in_a_round_robin_only_sides_change(app: &TestApp) {
    let hall = Hall::new(app, 4);
    app.change_settings(hall.event, |settings| settings.format = Format::DoubleRoundRobin);
    hall.publish_round();
    let boards = refuse_to_exchange(&hall);
    let form = [("change", "sides"), ("game", &*boards[0].game.to_string()), ("reason", "So they sat.")];
    let asked = [&form[..], &[("version", NOW), ("idempotency_key", "0123456789abcdef0123")]].concat();
    hall.tessa.post_form(&at(BOARDS), &asked).expect_status(200).expect_text("keep the sides that they have");
    hall.post(BOARDS, &form).expect_status(303);
    assert_eq!(hall.table().boards[0].first, boards[0].second);
}

fn who_calls_the_arbiter_has_not_begun(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    hall.publish_round();
    let game = hall.game(1);
    let call = |kind| ClaimCommand::MakeClaim { game, player: Some(Seat::First), kind, finding: None };
    hall.give(call(ClaimKind::Call));
    hall.tessa.get(&at(BOARDS)).expect_text(&game.to_string());
    hall.give(call(ClaimKind::Flag));
    let page = hall.tessa.get(&at(BOARDS)).expect_no_text(&game.to_string());
    page.expect_text("Without a result, but adjourned, or begun by dice").expect_text("board 1.");
}

fn a_clock_that_is_left_behind_is_named(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    hall.publish_round();
    let [one, other] = [hall.game(1), hall.game(2)];
    hall.post(&format!("/games/{one}/clock/press"), &[("do", "start")]).expect_status(303);
    let asked = |game: GameId| {
        let (key, game) = (OnceKey::new(), game.to_string());
        let form = [("change", "sides"), ("game", &*game), ("reason", "They sat wrong."), ("version", NOW)];
        hall.tessa.post_form(&at(BOARDS), &[&form[..], &[("idempotency_key", key.as_str())]].concat())
    };
    asked(one)
        .expect_status(200)
        .expect_text("Board 1: its clock has been started. The new game has a new one.");
    asked(other).expect_status(200).expect_no_text("clock");
}

fn what_is_over_or_goes_on_elsewhere_stays(app: &TestApp) {
    let hall = swiss::drafted(app, 4);
    hall.post("/draft/publish", &[]).expect_status(303);
    let game = hall.game(1).to_string();
    let (_, wren) = app.sign_in("wren");
    wren.get(&at(BOARDS)).expect_status(404);
    post(&wren, BOARDS, &[("change", "sides"), ("game", &game), ("reason", "Mine.")]).expect_status(404);
    // What changes a draft in other ways does not change a round that is played.
    for kind in ["break", "break-all", "up", ""] {
        change(&hall, &[("change", kind), ("game", &game)])
            .expect_status(422)
            .expect_text("Choose what to change.");
    }
    let seated = |board, game| Seated { board, game, ..seated_now(&hall) };
    let refused = |boards, byes, said: &str| {
        let reason = Reason::parse("Tried.").unwrap();
        let command = RoundCommand::ChangeBoards { round: 1, boards, byes, seen: u64::MAX, reason };
        let order = Order::new(Actor::Program, hall.event, command);
        let refusal = app.state().ledger.commit(&order).unwrap_err().to_string();
        assert!(refusal.contains(said), "{refusal}");
    };
    refused(vec![], None, "Nothing would change");
    refused(vec![seated(1, hall.game(2))], None, "identifier stands twice");
    refused(vec![seated(1, new_id()), seated(1, new_id())], None, "A board stands twice");
    refused(vec![seated(9, new_id())], None, "no such board in this round");
    refused(vec![seated(2, new_id())], None, "stands twice in round 1");
    // A bye that names an opponent would stand above the game that the two have.
    let against = Some(hall.players[1]);
    let byes = vec![RoundBye { against, ..RoundBye::new(hall.players[0], ByeKind::FullPoint) }];
    refused(vec![seated(1, new_id())], Some(byes), "Only a round robin says who is not there");
    for board in [1, 2] {
        decide(&hall, hall.game(board));
    }
    hall.post("/rounds/1/close", &[]).expect_status(303);
    hall.tessa.get(&at(BOARDS)).expect_redirect(&at("/rounds/1/results"));
    change(&hall, &[("change", "sides"), ("game", &game)]).expect_status(422);
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_status(303);
    hall.post("/rounds/1/reopen", &[("reason", "Misread.")]).expect_status(303);
    hall.tessa.get(&at(BOARDS)).expect_text("take the result back first").expect_no_text("Swap sides</h2>");
    // Who was there is known by now.
    let byes = Some(vec![RoundBye::new(hall.players[0], ByeKind::ZeroPoint)]);
    refused(vec![], byes, "Round 2 was paired after it, so who plays in it stays");
}

fn opponents_that_sat_at_each_others_boards_are_put_right_after_the_next_round_was_paired(app: &TestApp) {
    let hall = swiss::drafted(app, 6);
    hall.post("/draft/publish", &[]).expect_status(303);
    let games = [1, 2, 3].map(|board| hall.game(board));
    games.iter().for_each(|game| decide(&hall, *game));
    hall.post("/rounds/1/close", &[]).expect_status(303);
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_status(303);
    let second = hall.event().round(2).unwrap().clone();
    hall.post("/rounds/1/reopen", &[("reason", "They sat wrong.")]).expect_status(303);
    for game in &games[..2] {
        hall.post(&format!("/games/{game}/clear"), &[("reason", "Others sat there.")]).expect_status(303);
    }
    let [one, other] = [0, 1].map(|board| hall.event().games_of(1)[board].clone());
    let page = hall.tessa.get(&at(BOARDS)).expect_text("Round 2 was paired after this one");
    let version = page.hidden("version").unwrap();
    let [sat, sits] = [one.second, other.second].map(|id| id.to_string());
    let exchange = [("change", "exchange"), ("one", &*sat), ("other", &*sits), ("version", &*version)];
    let key = page.hidden("idempotency_key").unwrap();
    let asked = [&exchange[..], &[("reason", "They sat wrong."), ("idempotency_key", &key)]].concat();
    let asked = hall.tessa.post_form(&at(BOARDS), &asked).expect_status(200);
    asked.expect_text("From round 2 on all was paired from the boards as they were, and stays.");
    change(&hall, &exchange).expect_redirect(&at("/rounds/1/results"));
    let now = hall.event();
    let boards = now.games_of(1);
    assert_eq!(
        [boards[0].players(), boards[1].players()],
        [[one.first, other.second], [other.first, one.second]]
    );
    assert_eq!((boards[2].id, now.round(2).unwrap()), (games[2], &second), "nothing else changes");
    let [first, third] = [boards[0].id, boards[1].id];
    [first, third].into_iter().for_each(|game| decide(&hall, game));
    hall.post("/rounds/1/close", &[]).expect_status(303);
    // What is reckoned from opponents follows who played whom.
    let wall = hall.tessa.get(&at("/crosstable")).expect_status(200);
    wall.expect_text(hall.event().name_of(other.second));
    let history = tiger_arbiter::services::pairing::History::before(&hall.event(), 3).unwrap();
    assert!(history.of(one.first).met.contains_key(&other.second));
    assert!(
        !history.of(one.first).met.contains_key(&one.second) || second_has(&second, one.first, one.second)
    );
}

fn a_latecomer_has_a_bye_when_every_game_has_begun(app: &TestApp) {
    let hall = swiss::drafted(app, 4);
    hall.post("/draft/publish", &[]).expect_status(303);
    [1, 2].into_iter().for_each(|board| decide(&hall, hall.game(board)));
    let late = NewEntry { first_round: 2, ..new_entry("Late, Lea") };
    hall.give(EntryCommand::AddEntries { entries: vec![late.clone()] });
    let id = late.id.to_string();
    hall.tessa.get(&at("/rounds/1/results")).expect_text(&at(BOARDS));
    hall.tessa.get(&at(BOARDS)).expect_text("Give a latecomer a bye").expect_text("half-point bye");
    let sits = hall.players[0].to_string();
    change(&hall, &[("change", "bye"), ("one", &sits), ("bye", "HPB")])
        .expect_status(422)
        .expect_text("only whoever comes late is given a bye");
    let results = at("/rounds/1/results");
    change(&hall, &[("change", "bye"), ("one", &id), ("bye", "HPB")]).expect_redirect(&results);
    let event = hall.event();
    assert_eq!(hall.table().byes, [RoundBye::new(late.id, ByeKind::HalfPoint)]);
    assert_eq!(event.entry(late.id).unwrap().first_round, 1);
    hall.tessa.get(&at("/ledger")).expect_text("Boards of round 1 changed: Late, Lea HPB");
    // Taken back, the player has nothing for the round, and stays in it.
    let back = format!("/ledger/{}/take-back", event.version);
    hall.post(&back, &[("reason", "Not agreed.")]).expect_status(303);
    assert_eq!(hall.table().byes, [RoundBye::new(late.id, ByeKind::ZeroPoint)]);
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
}

fn choices_and_dice_that_were_written_down_stay_with_the_board(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    app.change_settings(hall.event, |settings| settings.game = GameKind::TigerChess);
    hall.publish_round();
    let game = hall.game(1);
    hall.give(ChoiceCommand::AnswerChoice { game, answer: Chosen::Agreed(false), asked: None });
    for (purpose, faces) in [(CastPurpose::Deployment, vec![2]), (CastPurpose::Tiger, vec![4, 4])] {
        hall.give(ChoiceCommand::EnterCast { game, cast: new_id(), purpose, faces, confirmed: [true, true] });
    }
    decide(&hall, game);
    let sat = [1, 2].map(|board| hall.event().games_of(1)[board - 1].clone());
    hall.post(&format!("/games/{game}/clear"), &[("reason", "Others sat there.")]).expect_status(303);
    let page = hall.tessa.get(&at(BOARDS)).expect_text("Board 1: ");
    let (version, key) = (page.hidden("version").unwrap(), page.hidden("idempotency_key").unwrap());
    let [one, other] = [sat[0].second, sat[1].second].map(|id| id.to_string());
    let exchange = [("change", "exchange"), ("one", &*one), ("other", &*other), ("version", &*version)];
    let asked = [&exchange[..], &[("reason", "They sat wrong."), ("idempotency_key", &key)]].concat();
    hall.tessa
        .post_form(&at(BOARDS), &asked)
        .expect_status(200)
        .expect_text("Board 1: the choices and dice that were written down stay with it.");
    change(&hall, &exchange).expect_redirect(&at("/rounds/1/results"));
    let now = hall.event();
    let now = now.games_of(1);
    assert_eq!(now[0].players(), [sat[0].first, sat[1].second]);
    assert_eq!((&now[0].answers, &now[0].casts), (&sat[0].answers, &sat[0].casts));
    assert!(now[1].answers.is_empty() && now[1].casts.is_empty());
    // Dice that the program has cast were cast by those who sat there.
    let game = now[1].id;
    hall.give(ChoiceCommand::AnswerChoice { game, answer: Chosen::Agreed(false), asked: None });
    let (cast, purpose) = (new_id(), CastPurpose::Deployment);
    hall.give(ChoiceCommand::CommitDice { game, cast, purpose, commitment: Bytes32::digest(b"secret") });
    hall.tessa.get(&at(BOARDS)).expect_no_text(&game.to_string()).expect_text("begun by dice");
}

/// Whether two meet in a round.
fn second_has(round: &tiger_event::Round, one: EntryId, other: EntryId) -> bool {
    let pairs = round.table.boards.iter().map(|pair| [pair.first, pair.second]);
    pairs.into_iter().any(|pair| pair.contains(&one) && pair.contains(&other))
}

/// The first pair the other way round.
fn seated_now(hall: &Hall<'_>) -> Seated {
    let pair = hall.table().boards[0].clone();
    Seated { board: 1, game: pair.game, first: pair.second, second: pair.first }
}
