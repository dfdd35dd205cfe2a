use tiger_arbiter::services::foresee::rests_on;
use tiger_event::{EventCommand, ResultCommand, ResultEntry, RoundCommand, Seat};
use tiger_rules::Ending;

use super::*;
use crate::rig::on_sqlite;

/// A Swiss event whose first round is drafted by the system.
pub(super) fn drafted(app: &TestApp, players: usize) -> Hall<'_> {
    let hall = Hall::new(app, players);
    app.change_settings(hall.event, |it| (it.format, it.rounds) = (Format::Swiss, 3));
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall
}

/// Publishes the drafted round, lets the first players win, closes it and drafts the next one.
pub(super) fn play_and_draft(hall: &Hall<'_>, round: u16) {
    hall.give(RoundCommand::PublishRound { round, seen: u64::MAX });
    let event = hall.event();
    for game in event.games_of(round) {
        let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
        hall.give(ResultCommand::EnterResult { game: game.id, result, seen: 0 });
    }
    hall.give(RoundCommand::CloseRound { round });
    let next = (round + 1).to_string();
    hall.post("/draft", &[("round", &next), ("start", "proposal")]).expect_redirect(&at("/draft"));
}

fn change(hall: &Hall<'_>, fields: &[(&str, &str)]) {
    hall.post("/draft/change", fields).expect_redirect_within(&at("/draft"));
}

/// Whether two of the players, counted from 1, meet in the draft.
pub(super) fn meet(hall: &Hall<'_>, one: usize, other: usize) -> bool {
    let pair = [hall.players[one - 1], hall.players[other - 1]];
    hall.table().boards.iter().any(|board| pair.contains(&board.first) && pair.contains(&board.second))
}

on_sqlite!(
    a_changed_swiss_round_is_judged_beside_its_draft,
    a_pair_that_has_met_breaks_the_first_criterion,
    an_arbiter_may_ask_why,
    forced_pairs_stand_and_the_others_are_paired_around_them,
    every_round_that_rests_on_a_game_is_named,
    who_played_is_here_and_who_lost_by_forfeit_is_named,
    pairs_are_forced_in_swiss_rounds_alone
);

fn every_round_that_rests_on_a_game_is_named(app: &TestApp) {
    let hall = drafted(app, 6);
    (1..=2).for_each(|round| play_and_draft(&hall, round));
    let told = || {
        let event = hall.event();
        rests_on(&event, event.games_of(1)[0].id).unwrap()
    };
    let drafted = "Round 3 is drafted from the points as they stand: draft it again after this.";
    let paired = "Round 2 was paired from the points as they stand. It stays as it is.";
    assert_eq!(told(), format!("{paired} {drafted}"));
    hall.give(RoundCommand::PublishRound { round: 3, seen: u64::MAX });
    let paired = "Rounds 2 and 3 were paired from the points as they stood then. They stay as they are.";
    assert_eq!(told(), paired);
}

/// Nobody has been checked in: who sat at a board is here all the same, and who did not come is named before the next round.
fn who_played_is_here_and_who_lost_by_forfeit_is_named(app: &TestApp) {
    let hall = drafted(app, 6);
    hall.tessa.get(&at("/draft")).expect_text("6 players who are paired are not checked in");
    hall.give(RoundCommand::PublishRound { round: 1, seen: u64::MAX });
    let event = hall.event();
    let games = event.games_of(1);
    for (game, ending) in games.iter().zip([Ending::Forfeit, Ending::Checkmate, Ending::Time]) {
        let result = ResultEntry::plain(Some(Seat::First), ending);
        hall.give(ResultCommand::EnterResult { game: game.id, result, seen: 0 });
    }
    hall.give(RoundCommand::CloseRound { round: 1 });
    hall.post("/draft", &[("round", "2"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    hall.tessa
        .get(&at("/draft"))
        .expect_text("One player who is paired is not checked in")
        .expect_text("Lost round 1 by forfeit, and is to play again")
        .expect_text(event.name_of(games[0].second));
    // Left out, they are asked about no more.
    let absent = games[0].second.to_string();
    hall.post("/entries/leave-out", &[("back", "draft"), ("from_round", "2"), ("player", &absent)])
        .expect_status(303);
    hall.tessa
        .get(&at("/draft"))
        .expect_no_text("by forfeit, and is to play")
        .expect_no_text("not checked in");
}

fn a_changed_swiss_round_is_judged_beside_its_draft(app: &TestApp) {
    let hall = drafted(app, 6);
    assert!(meet(&hall, 1, 4) && meet(&hall, 2, 5) && meet(&hall, 3, 6));
    let page = hall.tessa.get(&at("/draft")).expect_status(200);
    page.expect_text("Paired in the bracket of 0").expect_no_text("Verdict on the changes");
    let [d, e] = [3, 4].map(|place: usize| hall.players[place].to_string());
    change(&hall, &[("change", "exchange"), ("one", &d), ("other", &e)]);
    hall.tessa
        .get(&at("/draft"))
        .expect_text("By every criterion this round is as good as the system’s own.")
        .expect_text("What the system would pair instead");
    let game = hall.table().boards[0].game.to_string();
    change(&hall, &[("change", "sides"), ("game", &game)]);
    hall.tessa.get(&at("/draft")).expect_text("Article 5 would turn the sides of the board on which");
    let game = hall.table().boards[0].game.to_string();
    change(&hall, &[("change", "break"), ("game", &game)]);
    hall.tessa.get(&at("/draft")).expect_text("has neither an opponent nor a bye.");
}

fn a_pair_that_has_met_breaks_the_first_criterion(app: &TestApp) {
    let hall = drafted(app, 6);
    play_and_draft(&hall, 1);
    let [a, d] = [0, 3].map(|place: usize| hall.players[place].to_string());
    let other = hall
        .table()
        .boards
        .iter()
        .find_map(|board| {
            let pair = [board.first, board.second];
            let place = pair.iter().position(|id| *id == hall.players[0])?;
            Some(pair[1 - place].to_string())
        })
        .unwrap();
    change(&hall, &[("change", "exchange"), ("one", &other), ("other", &d)]);
    assert!(meet(&hall, 1, 4));
    hall.tessa
        .get(&at("/draft"))
        .expect_text("This round breaks the rules of the Swiss system")
        .expect_text("met in round 1.");
    hall.tessa
        .get(&at(&format!("/draft/why?one={a}&other={d}")))
        .expect_status(200)
        .expect_text("Why not Adder against Dingo?")
        .expect_text("C1: ")
        .expect_text("met in round 1.");
}

fn an_arbiter_may_ask_why(app: &TestApp) {
    let hall = drafted(app, 6);
    let [a, b, d] = [0, 1, 3].map(|place: usize| hall.players[place].to_string());
    let ask = |question: &str| hall.tessa.get(&at(&format!("/draft/why?{question}")));
    let game = hall.table().boards[0].game;
    ask(&format!("game={game}")).expect_status(200).expect_text("Paired in the bracket of 0");
    ask(&format!("one={a}&other={d}")).expect_status(200).expect_text("The system pairs these two.");
    ask(&format!("one={a}&other={b}")).expect_status(200).expect_text("Why not Adder against Bear?");
    ask(&format!("one={a}&other=bye"))
        .expect_status(200)
        .expect_text("only given when the number of players is odd.");
    ask(&format!("one={a}&other={a}")).expect_status(422).expect_text("name two players");
    // Three have won: one of them floats down to the bracket of those who lost.
    play_and_draft(&hall, 1);
    let asked =
        hall.table().boards.iter().map(|board| ask(&format!("game={}", board.game)).body).collect::<Vec<_>>();
    let floats = |way: &str| asked.iter().filter(|body| body.contains(way)).count();
    assert_eq!((floats(" floats down"), floats(" floats up")), (1, 1), "{asked:?}");
    ask("one=nobody").expect_status(422).expect_text("Choose two players from the lists.");
    ask("game=nothing").expect_status(404);
    let (_, stranger) = app.sign_in("jonah");
    hall.give(EventCommand::ShowEvent { is_public: true });
    stranger.get(&at("/draft/why")).expect_status(403);
    hall.post("/draft/discard", &[]).expect_redirect(&at("/draft"));
    ask(&format!("one={a}&other={b}")).expect_status(404);
}

fn forced_pairs_stand_and_the_others_are_paired_around_them(app: &TestApp) {
    let hall = drafted(app, 6);
    let [a, b, c, d] = [0, 1, 2, 3].map(|place: usize| hall.players[place].to_string());
    change(&hall, &[("change", "force"), ("one", &a), ("other", &b)]);
    assert!(meet(&hall, 1, 2) && meet(&hall, 3, 5) && meet(&hall, 4, 6));
    hall.tessa.get(&at("/draft")).expect_text("Forced by an arbiter");
    change(&hall, &[("change", "force"), ("one", &c), ("other", &d)]);
    assert!(meet(&hall, 1, 2) && meet(&hall, 3, 4) && meet(&hall, 5, 6));
    let before = hall.event().version;
    hall.post("/draft/change", &[("change", "force"), ("one", &a), ("other", &a)])
        .expect_status(422)
        .expect_text("Nobody plays against themselves");
    hall.post("/draft/change", &[("change", "force"), ("one", &a), ("other", "x")]).expect_status(422);
    assert_eq!(hall.event().version, before);
}

fn pairs_are_forced_in_swiss_rounds_alone(app: &TestApp) {
    let hall = Hall::by_hand(app, 4);
    hall.post("/draft", &[("round", "1"), ("start", "proposal")]).expect_redirect(&at("/draft"));
    let [a, b] = [0, 1].map(|place: usize| hall.players[place].to_string());
    hall.post("/draft/change", &[("change", "force"), ("one", &a), ("other", &b)])
        .expect_status(422)
        .expect_text("Only a Swiss round");
    hall.tessa.get(&at(&format!("/draft/why?one={a}&other={b}"))).expect_status(422);
}
