use tiger_arbiter::services::results::pick_of;
use tiger_event::bracket::{Due, How, TieState};
use tiger_event::{KnockoutRules, ResultEntry, Seat, TieVerdict};
use tiger_rules::Ending;

use super::*;
use crate::rig::on_sqlite;

/// An event with a bracket, not drafted yet.
pub(super) fn bracket(app: &TestApp, format: Format, players: usize, rules: KnockoutRules) -> Hall<'_> {
    let hall = Hall::new(app, players);
    app.change_settings(hall.event, |it| (it.format, it.knockout, it.rounds) = (format, rules, 2));
    hall.give(EventCommand::ShowEvent { is_public: true });
    hall
}

fn knockout(app: &TestApp, players: usize) -> Hall<'_> {
    bracket(app, Format::Knockout, players, KnockoutRules { third_place: true, ..KnockoutRules::default() })
}

pub(super) fn draft_and_publish(hall: &Hall<'_>) -> u16 {
    let round = hall.event().next_round().unwrap();
    let number = round.to_string();
    hall.post("/draft", &[("round", &number), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_redirect(&at(&format!("/rounds/{round}/results")));
    round
}

/// Enters results of a round, board 1 first, and closes it.
pub(super) fn play(hall: &Hall<'_>, round: u16, winners: &[Option<Seat>]) {
    for (game, winner) in hall.event().games_of(round).iter().zip(winners) {
        let ending = if winner.is_some() { Ending::Checkmate } else { Ending::Agreement };
        let result = ResultEntry::plain(*winner, ending);
        hall.give(ResultCommand::EnterResult { game: game.id, result, seen: u64::MAX });
    }
    hall.post(&format!("/rounds/{round}/close"), &[]).expect_redirect(&at("/desk"));
}

/// Who wins when this player wins on board 1.
fn seat_of(hall: &Hall<'_>, round: u16, board: usize, player: usize) -> Option<Seat> {
    let game = hall.event().games_of(round)[board].clone();
    Some(if game.first == hall.players[player] { Seat::First } else { Seat::Second })
}

on_sqlite!(
    a_bracket_is_public_once_its_first_stage_is,
    a_knockout_is_played_to_its_end,
    every_page_and_file_tells_how_a_knockout_ended,
    a_level_tie_has_tie_break_games_or_a_ruling,
    a_ruling_leaves_the_points_of_tie_break_games_as_they_are,
    a_tie_is_decided_by_arbiters_with_a_reason_once,
    players_change_places_in_the_first_stage_alone,
    a_published_stage_keeps_the_results_before_it,
    a_result_that_was_wrong_is_put_right_before_the_final_is_played,
    what_a_refusal_names_is_on_the_page_it_leads_to,
    whoever_withdraws_gives_a_walkover,
    a_match_says_when_it_is_won,
    two_who_did_not_come_wait_for_a_ruling_and_not_for_a_tie_break_game,
    a_tie_break_game_is_drafted_for_whoever_came,
    a_tie_break_game_where_nobody_came_stands_once_it_is_drafted,
    a_match_wants_two_players,
    only_knockouts_and_matches_have_brackets
);

fn a_bracket_is_public_once_its_first_stage_is(app: &TestApp) {
    let hall = knockout(app, 6);
    hall.tessa.get(&at("/desk")).expect_text("Pair round 1: Quarterfinals");
    app.visitor().get(&at("/bracket")).expect_status(200).expect_text("Not drawn yet");
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    let page = hall.tessa.get(&at("/draft")).expect_status(200);
    page.expect_text("Quarterfinals")
        .expect_text("no opponent in this stage")
        .expect_no_text("Break all pairs");
    app.visitor().get(&at("/bracket")).expect_text("Not drawn yet");
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/1/results"));
    app.visitor().get(&at("/bracket")).expect_text("Quarterfinals").expect_text("No opponent: goes on.");
}

/// Quarterfinals, semifinals and final of six; the favourites win all but the final.
fn play_all(hall: &Hall<'_>) {
    for (round, favourites) in (1..).zip([[4, 2], [0, 1], [1, 2]]) {
        assert_eq!(draft_and_publish(hall), round);
        let winners = [seat_of(hall, round, 0, favourites[0]), seat_of(hall, round, 1, favourites[1])];
        play(hall, round, &winners);
    }
}

fn a_knockout_is_played_to_its_end(app: &TestApp) {
    let hall = knockout(app, 6);
    draft_and_publish(&hall);
    // Boards: 4 against 5, 3 against 6; Adder and Bear have byes.
    let favourites = [seat_of(&hall, 1, 0, 4), seat_of(&hall, 1, 1, 2)];
    play(&hall, 1, &favourites);
    hall.tessa.get(&at("/desk")).expect_text("Pair round 2: Semifinals");
    let round = draft_and_publish(&hall);
    app.visitor().get(&at("/pairings")).expect_text("Round 2: Semifinals");
    let favourites = [seat_of(&hall, round, 0, 0), seat_of(&hall, round, 1, 1)];
    play(&hall, round, &favourites);
    let round = draft_and_publish(&hall);
    app.visitor().get(&at("/rounds/3/print/boards")).expect_text("Final and match for third place");
    let favourites = [seat_of(&hall, round, 0, 1), seat_of(&hall, round, 1, 2)];
    play(&hall, round, &favourites);
    hall.tessa.get(&at("/desk")).expect_text("Finish the event");
    hall.tessa.get(&at("/draft")).expect_text("Nothing to pair");
}

fn every_page_and_file_tells_how_a_knockout_ended(app: &TestApp) {
    play_all(&knockout(app, 6));
    let public = app.visitor();
    public.get(&at("/bracket")).expect_text("Winner: ").expect_text("Match for third place");
    public.get(&at("/standings")).expect_text("Lost the final").expect_text("Out in the quarterfinals");
    public.get(&at("/players/4")).expect_text("Out in the quarterfinals").expect_text("out");
    public
        .get(&at("/standings.csv"))
        .expect_text("stand")
        .expect_text("\"1\",\"2\",\"Bear")
        .expect_text("Third place");
    public.get(&at("/pairings.csv")).expect_text("Quarterfinals");
    public.get(&at("/event.json")).expect_text("\"bracket\":{").expect_text("Lost the final");
    let file = public.get(&at("/event.trf")).expect_text("CUSTOM_KNOCKOUT");
    let report = tiger_pairing::trf::read(&file.body).unwrap();
    assert_eq!(
        (&*report.header.tie_breaks, &*report.header.order),
        ("", ""),
        "the bracket ranks, no tie-break"
    );
    let path = std::env::temp_dir().join(format!("knockout-{}.trf", std::process::id()));
    std::fs::write(&path, &file.body).unwrap();
    let checked = std::process::Command::new(env!("CARGO_BIN_EXE_tiger-arbiter"))
        .args(["trf", "check"])
        .arg(&path)
        .output()
        .unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
    public.get(&at("/hall/standings/1")).expect_text("Winner");
    let page = public.get(&at("/crosstable")).expect_status(200);
    page.expect_text("Cross-table after round 3");
}

fn a_level_tie_has_tie_break_games_or_a_ruling(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 4, KnockoutRules::default());
    let round = draft_and_publish(&hall);
    play(&hall, round, &[None, None]);
    let desk = hall.tessa.get(&at("/desk")).expect_status(200);
    desk.expect_text("2 ties are level").expect_text("Semifinals, tie-break games");
    // One tie by a ruling, the other by a tie-break game.
    let adder = hall.players[0].to_string();
    let form =
        [("verdict", adder.as_str()), ("reason", "The toss was called fairly."), ("article", "Rules 3")];
    hall.post("/ties/1/1", &form).expect_redirect(&at("/ties"));
    hall.tessa.get(&at("/ties")).expect_text("Adder goes on by an arbiter’s ruling.");
    hall.tessa.get(&at("/rulings")).expect_text("Adder goes on").expect_text("The toss was called fairly.");
    let round = draft_and_publish(&hall);
    let event = hall.event();
    assert_eq!(event.games_of(round).len(), 1, "only the level tie plays a tie-break game");
    assert_eq!(event.stage_of_round(round), "Semifinals, tie-break games");
    let (before, now) = (event.games_of(1)[1].clone(), event.games_of(round)[0].clone());
    assert_eq!((before.first, before.second), (now.second, now.first), "sides alternate");
    play(&hall, round, &[Some(Seat::First)]);
    let bracket = hall.event().bracket(None).unwrap().unwrap();
    assert_eq!(
        bracket.stage(1)[1].state,
        TieState::Decided { winner: Some(now.first), how: How::ExtraGames }
    );
    let final_round = draft_and_publish(&hall);
    assert_eq!(hall.event().stage_of_round(final_round), "Final");
    app.visitor()
        .get(&at("/bracket"))
        .expect_text("after tie-break games")
        .expect_text("The toss was called fairly.");
}

fn a_ruling_leaves_the_points_of_tie_break_games_as_they_are(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 4, KnockoutRules::default());
    for level in [2, 2] {
        let round = draft_and_publish(&hall);
        play(&hall, round, &[None, None]);
        assert_eq!(hall.event().bracket(None).unwrap().unwrap().level().len(), level);
    }
    let adder = hall.players[0].to_string();
    hall.post("/ties/1/1", &[("verdict", &adder), ("reason", "Lots were drawn.")])
        .expect_redirect(&at("/ties"));
    // And who leaves gives a walkover.
    let bear = hall.players[1];
    hall.post(&format!("/entries/{bear}/withdraw"), &[("from_round", "3")]).expect_status(303);
    let bracket = hall.event().bracket(None).unwrap().unwrap();
    assert!(bracket.stage(1).iter().all(|tie| tie.extra[0] == tie.extra[1] && tie.extra[0].halves() > 0));
    hall.tessa.get(&at("/ties")).expect_text("tie-break games 1 : 1").expect_no_text("tie-break games 0 : 0");
    let file = app.visitor().get(&at("/event.json"));
    file.expect_text("\"tie_break_points\":[\"1\",\"1\"]").expect_no_text("\"tie_break_points\":[\"0\"");
}

fn a_tie_is_decided_by_arbiters_with_a_reason_once(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 4, KnockoutRules::default());
    let round = draft_and_publish(&hall);
    let adder = hall.players[0].to_string();
    let good = [("verdict", adder.as_str()), ("reason", "Seen by two arbiters.")];
    hall.post("/ties/1/1", &good).expect_status(422).expect_text("has no result yet");
    play(&hall, round, &[None, None]);
    let before = hall.event().version;
    hall.post("/ties/1/1", &[("verdict", &adder), ("reason", " ")]).expect_status(422).expect_text("Say why");
    hall.post("/ties/1/1", &[("verdict", "luck"), ("reason", "x")])
        .expect_status(422)
        .expect_text("Choose who goes on.");
    let bear = hall.players[1].to_string();
    hall.post("/ties/1/1", &[("verdict", &bear), ("reason", "Seen.")])
        .expect_status(422)
        .expect_text("Only one of the two");
    hall.post("/ties/1/1", &[("verdict", "games"), ("reason", "Seen.")]).expect_status(422);
    hall.post("/ties/9/1", &good).expect_status(404);
    hall.post("/ties/2/1", &good).expect_status(404);
    hall.tessa.get(&at("/ties/1/x")).expect_status(404);
    let (_, stranger) = app.sign_in("jonah");
    for path in ["/ties", "/ties/1/1"] {
        stranger.get(&at(path)).expect_status(403);
    }
    post(&stranger, "/ties/1/1", &good).expect_status(403);
    assert_eq!(hall.event().version, before);
    // The same form twice is one ruling.
    let once = [good[0], good[1], ("idempotency_key", "0123456789abcdef-tie")];
    hall.post("/ties/1/1", &once).expect_redirect(&at("/ties"));
    hall.post("/ties/1/1", &once).expect_redirect(&at("/ties"));
    assert_eq!(hall.event().tie_rulings.len(), 1);
    // Another arbiter who has not seen it decides otherwise: both values are shown.
    let late = [("verdict", "nobody"), ("reason", "Neither came."), ("version", "0")];
    hall.post("/ties/1/1", &late).expect_status(409).expect_text("Adder goes on").expect_text("both are out");
    hall.post("/ties/1/1", &[("verdict", "games"), ("reason", "The ruling was hasty.")])
        .expect_redirect(&at("/ties"));
    assert_eq!(hall.event().bracket(None).unwrap().unwrap().stage(1)[0].state, TieState::Level);
    assert_eq!(hall.event().tie_rulings.len(), 2);
    assert_eq!(hall.event().tie_rulings[1].verdict, TieVerdict::Games);
}

fn players_change_places_in_the_first_stage_alone(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 4, KnockoutRules::default());
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    let [a, b, d] = [0, 1, 3].map(|place: usize| hall.players[place].to_string());
    hall.tessa.get(&at("/draft")).expect_text("Exchange two players");
    hall.post("/draft/change", &[("change", "exchange"), ("one", &b), ("other", &d)])
        .expect_redirect(&at("/draft"));
    assert!(swiss::meet(&hall, 1, 2) && swiss::meet(&hall, 3, 4));
    assert_eq!(hall.event().bracket(None).unwrap().unwrap().seed(hall.players[1]), Some(4));
    let game = hall.table().boards[0].game.to_string();
    hall.post("/draft/change", &[("change", "break"), ("game", &game)])
        .expect_status(422)
        .expect_text("By the bracket");
    hall.post("/draft/change", &[("change", "sides"), ("game", &game)]).expect_redirect_within(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/1/results"));
    let winners = [seat_of(&hall, 1, 0, 0), seat_of(&hall, 1, 1, 2)];
    play(&hall, 1, &winners);
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.tessa.get(&at("/draft")).expect_no_text("Exchange two players").expect_text("Adder won semifinal 1");
    hall.post("/draft/change", &[("change", "exchange"), ("one", &a), ("other", &b)]).expect_status(422);
}

fn a_published_stage_keeps_the_results_before_it(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 4, KnockoutRules::default());
    let round = draft_and_publish(&hall);
    let winners = [seat_of(&hall, 1, 0, 0), seat_of(&hall, 1, 1, 1)];
    play(&hall, round, &winners);
    draft_and_publish(&hall);
    hall.post("/rounds/1/reopen", &[("reason", "A slip was misread.")]).expect_status(303);
    let game = hall.game(1);
    let other = if winners[0] == Some(Seat::First) { "0:checkmate" } else { "1:checkmate" };
    hall.post(&format!("/games/{game}/result"), &[("pick", other)])
        .expect_status(422)
        .expect_text("This would change who plays in round 2");
    // The same winner by another ending changes nobody's place.
    let same = if winners[0] == Some(Seat::First) { "1:time" } else { "0:time" };
    hall.post(&format!("/games/{game}/result"), &[("pick", same)]).expect_status(303);
    // A place in the bracket that is published is not ruled away either.
    let loser = hall.event().games_of(1)[0]
        .players()
        .into_iter()
        .find(|id| *id != hall.players[0])
        .unwrap()
        .to_string();
    hall.post("/ties/1/1", &[("verdict", &loser), ("reason", "Seen.")]).expect_status(422);
}

/// The last button of each refusal, as the arbiter finds it.
fn a_result_that_was_wrong_is_put_right_before_the_final_is_played(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 4, KnockoutRules::default());
    draft_and_publish(&hall);
    play(&hall, 1, &[seat_of(&hall, 1, 0, 0), seat_of(&hall, 1, 1, 1)]);
    draft_and_publish(&hall);
    let results = format!("<a href=\"{}#reopen\">results of round 2</a>", at("/rounds/2/results"));
    let wrong = hall.game(1);
    let loser =
        hall.event().game(wrong).unwrap().players().into_iter().find(|id| *id != hall.players[0]).unwrap();
    let pick = if hall.event().game(wrong).unwrap().first == loser { "1:checkmate" } else { "0:checkmate" };
    let change = || hall.post(&format!("/games/{wrong}/result"), &[("pick", pick)]);
    let page = hall.tessa.get(&at(&format!("/games/{wrong}/result")));
    page.expect_text("/rounds/1/results#reopen\">Reopen it</a>");
    hall.post("/rounds/1/reopen", &[("reason", "A slip was misread.")]).expect_status(303);
    // A result of the final stands in the way, then its pairing.
    let last = hall.event().games_of(2)[0].id;
    hall.post(&format!("/games/{last}/result"), &[("pick", "1:time")]).expect_status(303);
    change().expect_status(422).expect_text(&format!(
        "This would change who plays in round 2, which is published already. First take back the result at board 1 of \
         round 2, and last the round itself, below the {results}."
    ));
    // The grid says so at once, and asks nobody to save again.
    let (board, id) = (hall.event().game(wrong).unwrap().board, wrong.to_string());
    let was = pick_of(hall.event().game(wrong).unwrap());
    let [game, name, before, seen] = ["game", "pick", "was", "seen"].map(|field| format!("{field}-{board}"));
    let revision = hall.event().game(wrong).unwrap().result_revision.to_string();
    let row = [(&*game, &*id), (&*name, pick), (&*before, &*was), (&*seen, &*revision), ("save", "all")];
    let saved = hall.post("/rounds/1/results", &row).expect_status(422);
    saved.expect_text("This would change who plays in round 2").expect_no_text("Save again");
    hall.tessa.get(&at("/rounds/2/results")).expect_text(&format!("/games/{last}/result"));
    hall.tessa.get(&at(&format!("/games/{last}/result"))).expect_text("Take the result back</h2>");
    hall.post(&format!("/games/{last}/clear"), &[("reason", "Not the final.")]).expect_status(303);
    change().expect_status(422).expect_text(&format!("Take round 2 back first, below the {results}."));
    let grid = hall.tessa.get(&at("/rounds/2/results"));
    grid.expect_text("<section id=\"reopen\"><h2>Take the round back</h2>").expect_text("Take back</button>");
    hall.post("/rounds/2/unpublish", &[("reason", "A slip was misread.")]).expect_redirect(&at("/draft"));
    change().expect_status(303);
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
    hall.tessa.get(&at("/draft")).expect_text("This draft cannot be published as it is");
    hall.post("/draft/publish", &[])
        .expect_status(422)
        .expect_text("does not play in round 2. Draft it again.");
    hall.tessa.get(&at("/draft")).expect_text("Draft again</button>");
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/2/results"));
    let finalists = hall.event().games_of(2)[0].players();
    assert!(finalists.contains(&loser) && !finalists.contains(&hall.players[0]));
}

fn what_a_refusal_names_is_on_the_page_it_leads_to(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 4, KnockoutRules::default());
    draft_and_publish(&hall);
    let goat = || hall.post("/entries/add", &[("name", "Goat")]).expect_status(422);
    let results = format!("<a href=\"{}#reopen\">results of round 1</a>", at("/rounds/1/results"));
    goat().expect_text(&format!("Take round 1 back first, below the {results}."));
    play(&hall, 1, &[seat_of(&hall, 1, 0, 0), seat_of(&hall, 1, 1, 1)]);
    goat().expect_text(
        "First reopen round 1, then take back the results at boards 1, 2, and last the round itself, below",
    );
    hall.tessa.get(&at("/entries/add")).expect_text("Nobody can be added. The bracket is drawn");
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    goat().expect_text(&format!("Discard the <a href=\"{}\">draft of round 2</a> first.", at("/draft")));
    hall.post("/rounds/1/reopen", &[("reason", "A slip was misread.")])
        .expect_status(422)
        .expect_text(&format!("Discard the <a href=\"{}\">draft of round 2</a> first.", at("/draft")));
    hall.tessa.get(&at("/draft")).expect_text("Discard it</button>");
    hall.post("/draft/discard", &[]).expect_status(303);
    hall.post("/rounds/1/reopen", &[("reason", "A slip was misread.")]).expect_status(303);
}

fn whoever_withdraws_gives_a_walkover(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 4, KnockoutRules::default());
    let round = draft_and_publish(&hall);
    let winners = [seat_of(&hall, 1, 0, 0), seat_of(&hall, 1, 1, 1)];
    play(&hall, round, &winners);
    let entry = hall.players[0];
    let leave = [("from_round", "2"), ("idempotency_key", "0123456789abcdef"), ("version", NOW)];
    hall.tessa
        .post_form(&at(&format!("/entries/{entry}/withdraw")), &leave)
        .expect_status(200)
        .expect_text("Final: Bear has won, and everybody sees it.");
    assert_eq!(hall.event().entry(entry).unwrap().leaves_from(), None, "it is asked first");
    hall.post(&format!("/entries/{entry}/withdraw"), &[("from_round", "2")]).expect_status(303);
    let event = hall.event();
    let bracket = event.bracket(None).unwrap().unwrap();
    assert_eq!(bracket.due(), Due::Over);
    assert_eq!(
        bracket.stage(2)[0].state,
        TieState::Decided { winner: Some(hall.players[1]), how: How::Walkover }
    );
    app.visitor().get(&at("/bracket")).expect_text("Bear goes on by walkover.");
    hall.post(&format!("/entries/{entry}/reinstate"), &[("from_round", "2")]).expect_status(303);
    assert!(hall.event().next_round().is_some(), "back again, the final is played");
    hall.post(&format!("/entries/{entry}/bye"), &[("round", "2"), ("kind", "HPB")]).expect_status(422);
    hall.post("/entries/add", &[("name", "Goat")]).expect_status(422).expect_text("The bracket is drawn");
}

fn a_match_says_when_it_is_won(app: &TestApp) {
    let hall = bracket(app, Format::Match, 2, KnockoutRules::default());
    app.change_settings(hall.event, |settings| settings.rounds = 3);
    hall.tessa.get(&at("/desk")).expect_text("Pair round 1: Game 1 of 3");
    let round = draft_and_publish(&hall);
    let first = hall.event().games_of(1)[0].first;
    let winner = seat_of(&hall, round, 0, 0);
    play(&hall, round, &[winner]);
    let page = app.visitor().get(&at("/bracket")).expect_status(200);
    page.expect_text("Adder leads by 3. 2 games remain.");
    let standings = app.visitor().get(&at("/standings")).expect_text("Points of the match");
    standings.expect_no_text("bracket</th>").expect_text("<td class=\"rank\">2</td>");
    let round = draft_and_publish(&hall);
    assert_eq!(hall.event().games_of(2)[0].second, first, "sides alternate");
    let winner = seat_of(&hall, round, 0, 0);
    play(&hall, round, &[winner]);
    app.visitor()
        .get(&at("/bracket"))
        .expect_text("Adder has won the match: a lead of 6 cannot be made up any more. 1 game remains.");
    let round = draft_and_publish(&hall);
    let winner = seat_of(&hall, round, 0, 1);
    play(&hall, round, &[winner]);
    app.visitor().get(&at("/bracket")).expect_text("Adder has won the match on points.");
    hall.tessa.get(&at("/draft")).expect_text("Nothing to pair");
    app.visitor().get(&at("/standings.json")).expect_text("\"Winner\"");
}

fn two_who_did_not_come_wait_for_a_ruling_and_not_for_a_tie_break_game(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 4, KnockoutRules::default());
    draft_and_publish(&hall);
    let nobody = ResultEntry::plain(None, Ending::Forfeit);
    hall.give(ResultCommand::EnterResult { game: hall.game(1), result: nobody, seen: 0 });
    let winner = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
    hall.give(ResultCommand::EnterResult { game: hall.game(2), result: winner, seen: 0 });
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
    let desk = hall.tessa.get(&at("/desk"));
    desk.expect_text("A ruling says who goes on").expect_no_text("Draft the pairing");
    hall.tessa.get(&at("/ties")).expect_text("Both players forfeited: an arbiter decides.");
    let refused = hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_status(422);
    refused.expect_text("no tie-break game is drafted, a ruling says who goes on");
}

fn a_tie_break_game_is_drafted_for_whoever_came(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 4, KnockoutRules::default());
    draft_and_publish(&hall);
    for (board, ending) in [(1, Ending::Forfeit), (2, Ending::Agreement)] {
        let result = ResultEntry::plain(None, ending);
        hall.give(ResultCommand::EnterResult { game: hall.game(board), result, seen: 0 });
    }
    hall.post("/rounds/1/close", &[]).expect_redirect(&at("/desk"));
    hall.tessa.get(&at("/draft")).expect_text("Draft a tie-break game below where games were played");
    draft_and_publish(&hall);
    let came = |round: u16, board: usize| {
        let event = hall.event();
        event.games_of(round)[board].players().map(|it| event.name_of(it).to_owned())
    };
    assert_eq!(hall.event().games_of(2).len(), 1);
    assert!(came(1, 1).iter().all(|name| came(2, 0).contains(name)), "{:?}", came(2, 0));
    // Nobody has drafted the final yet; what both forfeited waits for the ruling.
    hall.give(ResultCommand::EnterResult {
        game: hall.event().games_of(2)[0].id,
        result: ResultEntry::plain(Some(Seat::First), Ending::Checkmate),
        seen: 0,
    });
    hall.post("/rounds/2/close", &[]).expect_redirect(&at("/desk"));
    hall.tessa.get(&at("/desk")).expect_text("A ruling says who goes on");
    hall.post("/ties/1/1", &[("verdict", &hall.players[0].to_string()), ("reason", "Seen.")]);
    for page in ["/ties", "/bracket"] {
        let page = hall.tessa.get(&at(page));
        page.expect_text("Still to be played.").expect_no_text("Still being played.");
    }
}

/// As earlier programs drafted it, and as it stands in their ledgers.
fn a_tie_break_game_where_nobody_came_stands_once_it_is_drafted(app: &TestApp) {
    let hall = bracket(app, Format::Knockout, 2, KnockoutRules::default());
    draft_and_publish(&hall);
    let mut table = hall.table();
    let result = ResultEntry::plain(None, Ending::Forfeit);
    hall.give(ResultCommand::EnterResult { game: hall.game(1), result, seen: 0 });
    hall.give(RoundCommand::CloseRound { round: 1 });
    table.seeds.clear();
    table.stage = Some(tiger_event::round::StageRound { stage: 1, game: None });
    table.boards[0].game = tiger_arbiter::clock::new_id();
    hall.give(RoundCommand::DraftRound { round: 2, system: Format::Knockout, table });
    hall.give(RoundCommand::PublishRound { round: 2, seen: u64::MAX });
    assert_eq!(hall.event().games_of(2).len(), 1);
}

fn a_match_wants_two_players(app: &TestApp) {
    let hall = bracket(app, Format::Match, 3, KnockoutRules::default());
    hall.tessa.get(&at("/draft")).expect_text("A match has two players; 3 are entered.");
    hall.post("/draft", &[("round", "1"), ("start", "proposal")])
        .expect_status(422)
        .expect_text("A match has exactly two players; 3 are entered.");
    let hall_page = hall.tessa.get(&at("/ties"));
    hall_page.expect_status(200).expect_text("No ties yet");
}

fn only_knockouts_and_matches_have_brackets(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    hall.give(EventCommand::ShowEvent { is_public: true });
    hall.tessa.get(&at("/ties")).expect_status(404);
    app.visitor().get(&at("/bracket")).expect_status(404);
    hall.post("/ties/1/1", &[("verdict", "nobody"), ("reason", "Seen.")]).expect_status(404);
}
