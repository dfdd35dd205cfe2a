use super::*;
use crate::rig::on_both_databases;
use crate::rig::on_sqlite;
use tiger_event::result::{SEATS, Source};
use tiger_event::{ResultEntry, Seat};
use tiger_rules::{Ending, GamePoints};

fn path(hall: &Hall, action: &str) -> String {
    format!("/games/{}/{action}", hall.game(1))
}

on_both_databases!(two_arbiters_at_one_game_see_both_values);
on_sqlite!(
    a_result_is_overruled_with_reason_and_article,
    an_award_without_a_reason_stands_in_the_register_until_a_ruling_gives_one,
    a_ruling_may_award_what_no_table_says,
    an_agreed_result_is_not_changed_in_passing,
    a_result_is_taken_back_with_a_reason,
    a_game_is_adjourned_and_resumed_and_its_round_closes_meanwhile,
    in_a_closed_round_an_adjourned_game_waits_in_the_queue_until_its_result_comes_in,
    a_swiss_round_names_the_adjourned_games_that_count_as_drawn_for_it,
    an_event_is_not_finished_before_its_adjourned_games,
    a_round_that_another_follows_stays_published_even_when_its_results_are_taken_back
);

fn a_result_is_overruled_with_reason_and_article(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let (overrule, result) = (path(&hall, "overrule"), path(&hall, "result"));
    // A reason is never dropped in silence: it belongs to a ruling.
    hall.post(&result, &[("pick", "1:checkmate"), ("reason", "Both were heard.")])
        .expect_status(422)
        .expect_text("A reason belongs to a ruling: press Overrule")
        .expect_text("Both were heard.");
    hall.post(&result, &[("pick", "1:checkmate")]).expect_status(303);
    hall.post(
        &overrule,
        &[("pick", "0:disqualification"), ("award1", ""), ("award2", "3"), ("article", "Rules 14")],
    )
    .expect_status(422)
    .expect_text("A ruling needs its reason")
    .expect_text("value=\"Rules 14\"")
    .expect_text("value=\"0:disqualification\" selected");
    hall.post(&overrule, &[("pick", "0:disqualification"), ("reason", "Used a telephone.")])
        .expect_status(422)
        .expect_text("The arbiter awards the points");
    let form = [
        ("pick", "0:disqualification"),
        ("award2", "3"),
        ("reason", "Used a telephone."),
        ("article", "Rules 14"),
        ("idempotency_key", "0123456789abcdef"),
    ];
    for _ in 0..2 {
        hall.post(&overrule, &form).expect_status(303);
    }
    let event = hall.event();
    let [ruling] = event.rulings.as_slice() else { panic!("{:?}", event.rulings) };
    assert_eq!(ruling.after.points.map(GamePoints::decimal), ["0", "3"]);
    hall.tessa
        .get(&at("/rulings"))
        .expect_status(200)
        .expect_text("Adder wins, checkmate (3 : 0)")
        .expect_text("Dingo wins, disqualification (0 : 3)")
        .expect_text("Used a telephone.")
        .expect_text("(Rules 14)");
    hall.tessa.get(&at(&result)).expect_status(200).expect_text("By a ruling");
    // What the page has filled in for it is no award for another result.
    let form = [("pick", "1:checkmate"), ("award1", "0"), ("award2", "3"), ("reason", "It was his own.")];
    hall.post(&overrule, &form).expect_status(303);
    let points = hall.event().rulings[1].after.points;
    assert_eq!(points.map(GamePoints::decimal), ["3", "0"]);
    // What a ruling set is changed by a ruling only.
    hall.post(&result, &[("pick", "1:checkmate")])
        .expect_status(422)
        .expect_text("overrule it, with a reason");
}

fn an_award_without_a_reason_stands_in_the_register_until_a_ruling_gives_one(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let awarded = Some([GamePoints::whole(2), GamePoints::whole(1)]);
    let result = ResultEntry { awarded, ..ResultEntry::plain(Some(Seat::First), Ending::Arbiter) };
    hall.give(ResultCommand::EnterResult { game: hall.game(1), result, seen: u64::MAX });
    hall.give(ResultCommand::EnterResult {
        game: hall.game(2),
        result: ResultEntry::plain(None, Ending::Agreement),
        seen: u64::MAX,
    });
    let register =
        hall.tessa.get(&at("/rulings")).expect_text("Entered without a reason").expect_text("(2 : 1)");
    assert_eq!(register.body.matches("class=\"ruling-title\"").count(), 1);
    let form = [("pick", "1:arbiter"), ("award1", "2"), ("award2", "1"), ("reason", "The board fell.")];
    hall.post(&path(&hall, "overrule"), &form).expect_status(303);
    hall.tessa.get(&at("/rulings")).expect_no_text("Entered without a reason").expect_text("The board fell.");
}

fn a_ruling_may_award_what_no_table_says(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let overrule = path(&hall, "overrule");
    let form = [("pick", "-:agreement"), ("award1", "2"), ("award2", "x"), ("reason", "Both were late.")];
    hall.post(&overrule, &form).expect_status(422).expect_text("Write whole or half points");
    let form = [("pick", "-:agreement"), ("award1", "2"), ("award2", "0.5"), ("reason", "Both were late.")];
    hall.post(&overrule, &form).expect_status(303);
    let points = hall.event().rulings[0].after.points;
    assert_eq!(points.map(GamePoints::decimal), ["2", "0.5"]);
    // But for the rule that whoever is disqualified forfeits any points.
    for (pick, awards) in [("0:disqualification", ["1", "3"]), ("-:disqualification", ["3", "3"])] {
        let awards = [("award1", awards[0]), ("award2", awards[1]), ("reason", "Used a telephone.")];
        let form = [&[("pick", pick)][..], &awards].concat();
        hall.post(&overrule, &form).expect_status(422).expect_text("forfeits any points");
    }
}

fn an_agreed_result_is_not_changed_in_passing(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    for player in SEATS {
        let result = ResultEntry::plain(None, Ending::Agreement);
        hall.give(ResultCommand::ReportResult { game: hall.game(1), player, result });
    }
    hall.tessa
        .get(&at("/rounds/1/results"))
        .expect_text("agreed by both players")
        .expect_no_text("id=\"pick-1\"");
    let game = hall.game(1).to_string();
    hall.post(
        "/rounds/1/results",
        &[("game-1", &game), ("was-1", "-:agreement"), ("seen-1", "99"), ("pick-1", "1:time")],
    )
    .expect_status(422)
    .expect_text("Overrule it on the game");
    let event = hall.event();
    assert_eq!(event.game(hall.game(1)).unwrap().result.as_ref().unwrap().source, Source::Agreement);
}

fn a_result_is_taken_back_with_a_reason(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    hall.post(&path(&hall, "result"), &[("pick", "1:checkmate")]).expect_status(303);
    hall.post(&path(&hall, "clear"), &[("reason", "")])
        .expect_status(422)
        .expect_text("Say why the result is taken back.");
    let form = [("reason", "Wrong board."), ("idempotency_key", "0123456789abcdef")];
    for _ in 0..2 {
        hall.post(&path(&hall, "clear"), &form).expect_status(303);
    }
    assert!(hall.event().game(hall.game(1)).unwrap().result.is_none());
}

fn a_game_is_adjourned_and_resumed_and_its_round_closes_meanwhile(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    hall.post(&path(&hall, "adjourn"), &[("reason", "")])
        .expect_status(422)
        .expect_text("Say why the game is adjourned");
    hall.post(&path(&hall, "adjourn"), &[("reason", "The hall closes.")]).expect_status(303);
    hall.tessa.get(&at("/queue")).expect_text("Left for later: The hall closes.");
    hall.post(&path(&hall, "resume"), &[]).expect_status(303);
    assert!(hall.event().game(hall.game(1)).unwrap().adjourned.is_none());
    hall.post(&path(&hall, "adjourn"), &[("reason", "The hall closes.")]).expect_status(303);
    hall.give(ResultCommand::EnterResult {
        game: hall.game(2),
        result: ResultEntry::plain(Some(Seat::First), Ending::Checkmate),
        seen: 0,
    });
    let grid = hall.tessa.get(&at("/rounds/1/results"));
    grid.expect_text("All results are in but that of an adjourned game.").expect_text("1 of 2");
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
    hall.tessa.get(&at("/rounds/1/results")).expect_no_text("1 – 0</strong>");
    hall.post(&path(&hall, "result"), &[("pick", "0:time")]).expect_status(303);
    assert!(hall.event().game(hall.game(1)).unwrap().result.is_some());
}

fn in_a_closed_round_an_adjourned_game_waits_in_the_queue_until_its_result_comes_in(app: &TestApp) {
    let hall = Hall::new(app, 2);
    hall.publish_round();
    hall.post(&path(&hall, "adjourn"), &[("reason", "The hall closes.")]).expect_status(303);
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
    let before = hall.event();
    hall.tessa.get(&at(&path(&hall, "result"))).expect_status(200).expect_no_text("The game goes on.");
    hall.post(&path(&hall, "resume"), &[])
        .expect_status(422)
        .expect_text("this game stays adjourned until its result is entered");
    let step = before.game(hall.game(1)).unwrap().last.as_ref().unwrap().step.to_string();
    hall.post(&path(&hall, "steps/undo"), &[("step", &step)])
        .expect_status(422)
        .expect_text("this game stays adjourned");
    assert_eq!(hall.event(), before);
    hall.tessa
        .get(&at("/queue"))
        .expect_text("Left for later: The hall closes.")
        .expect_text("Enter the result");
}

fn a_swiss_round_names_the_adjourned_games_that_count_as_drawn_for_it(app: &TestApp) {
    let hall = swiss::drafted(app, 4);
    hall.give(RoundCommand::PublishRound { round: 1, seen: u64::MAX });
    hall.post(&path(&hall, "adjourn"), &[("reason", "The hall closes.")]).expect_status(303);
    let (game, result) = (hall.game(2), ResultEntry::plain(Some(Seat::First), Ending::Checkmate));
    hall.give(ResultCommand::EnterResult { game, result, seen: 0 });
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    let event = hall.event();
    let pair = event.pair_text(event.game(hall.game(1)).unwrap().players());
    let told = format!(
        "For the pairing adjourned games count as drawn, and points below are without them: {pair} (round 1)."
    );
    hall.tessa.get(&at("/draft")).expect_text(&told);
}

fn an_event_is_not_finished_before_its_adjourned_games(app: &TestApp) {
    let hall = Hall::new(app, 2);
    hall.publish_round();
    hall.post(&path(&hall, "adjourn"), &[("reason", "The hall closes.")]).expect_status(303);
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
    hall.tessa
        .get(&at("/desk"))
        .expect_text("Collect the result of an adjourned game")
        .expect_no_text("The standings become final.")
        .expect_no_text("Finish event");
    hall.post("/desk/finish", &[("finished", "yes")])
        .expect_status(422)
        .expect_text("The game at board 1 of round 1 was adjourned and has no result yet. Enter it first.");
    assert!(!hall.event().is_finished);
    hall.post(&path(&hall, "result"), &[("pick", "0:time")]).expect_status(303);
    hall.post("/desk/finish", &[("finished", "yes")]).expect_redirect(&at("/desk"));
    assert!(hall.event().is_finished);
}

fn a_round_that_another_follows_stays_published_even_when_its_results_are_taken_back(app: &TestApp) {
    let hall = Hall::by_hand(app, 2);
    hall.publish_round();
    hall.post(&path(&hall, "result"), &[("pick", "1:checkmate")]).expect_status(303);
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
    hall.post("/draft", &[("round", "2"), ("start", "unpaired")]).expect_redirect(&at("/draft"));
    let [a, b] = [0, 1].map(|i| hall.players[i].to_string());
    hall.post("/draft/change", &[("change", "pair"), ("one", &a), ("other", &b)])
        .expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/2/results"));
    hall.post("/rounds/1/reopen", &[("reason", "A slip.")]).expect_status(303);
    hall.post(&path(&hall, "clear"), &[("reason", "A slip.")]).expect_status(303);
    hall.tessa.get(&at("/rounds/1/results")).expect_status(200).expect_no_text("Take the round back");
    hall.post("/rounds/1/unpublish", &[("reason", "Paired wrongly.")])
        .expect_status(422)
        .expect_text("Round 2 was paired after it, so round 1 stays published.");
    assert_eq!((hall.state_of(1), hall.event().games.len()), (RoundState::Published, 2));
}

fn two_arbiters_at_one_game_see_both_values(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    hall.post(&path(&hall, "result"), &[("pick", "1:checkmate"), ("version", "0")]).expect_status(303);
    hall.post(&path(&hall, "result"), &[("pick", "-:agreement"), ("version", "0")])
        .expect_status(409)
        .expect_text("Adder wins, checkmate")
        .expect_text("draw, agreement")
        .expect_text("name=\"pick\" value=\"-:agreement\"");
    let form = [("pick", "0:time"), ("version", "0"), ("reason", "Flag seen to fall.")];
    hall.post(&path(&hall, "overrule"), &form).expect_status(409).expect_text("value=\"Flag seen to fall.\"");
    assert!(hall.event().rulings.is_empty());
    hall.post(&path(&hall, "result"), &[("pick", "nonsense")])
        .expect_status(422)
        .expect_text("Choose a result from the list.");
}
