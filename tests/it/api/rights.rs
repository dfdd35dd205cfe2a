//! What programs of arbiters may not do, as arbiters themselves may not at their forms.

use serde_json::{Value, json};
use tiger_arbiter::services::programs::Scope;
use tiger_event::ids::RulingId;
use tiger_event::{GameId, Reason, ResultCommand, ResultEntry, Seat};
use tiger_rules::Ending;

use super::program::Program;
use crate::public::world::{Open, open_event};
use crate::rig::{TestApp, on_sqlite};

on_sqlite!(
    what_was_ruled_or_agreed_is_replaced_by_a_ruling_only,
    results_alone_disqualify_nobody,
    an_arbiter_says_nothing_in_a_player_s_name
);

fn played(app: &TestApp) -> (Open, GameId) {
    let open = open_event(app, "merridon-open", |_| ());
    let game = open.publish(app, 1)[0];
    (open, game)
}

fn result(ending: &str, winner: &str) -> Value {
    json!({"winner": winner, "ending": ending})
}

fn what_was_ruled_or_agreed_is_replaced_by_a_ruling_only(app: &TestApp) {
    let (open, game) = played(app);
    let program = Program::of(app, open.chief, &[Scope::Results]);
    let rules = Program::of(app, open.chief, &[Scope::Rulings]);
    let draw = ResultEntry::plain(None, Ending::Agreement);
    let ruled = ResultCommand::Overrule {
        ruling: tiger_arbiter::clock::new_id::<RulingId>(),
        game,
        result: draw,
        reason: Reason::parse("Both agreed before witnesses.").unwrap(),
        article: None,
        seen: 0,
    };
    app.commit(open.id, ruled);
    let seen = || app.state().ledger.event(open.id).unwrap().game(game).unwrap().result_revision;
    let enter = || json!({"do": "enter_result", "game": game, "result": result("checkmate", "First"), "seen": seen()});
    program.give(&enter()).expect_status(422).expect_text("overrule it, with a reason");
    let clear = || json!({"do": "clear_result", "game": game, "reason": "A slip.", "seen": seen()});
    program.give(&clear()).expect_status(403);
    let stands = || app.state().ledger.event(open.id).unwrap().game(game).unwrap().result.clone();
    assert_eq!(stands().unwrap().entry, draw);
    let asked = rules.give(&clear());
    let told = serde_json::from_str::<Value>(&asked.body).unwrap()["detail"].to_string();
    let (_, word) = told.split_once("confirmed\\\": \\\"").unwrap_or_else(|| panic!("{told}"));
    let mut sure = clear();
    sure["confirmed"] = json!(word.split_once('\\').unwrap().0);
    rules.give(&sure).expect_status(200);
    // What both players reported is theirs as well.
    for player in [Seat::First, Seat::Second] {
        app.commit(open.id, ResultCommand::ReportResult { game, player, result: draw });
    }
    program.give(&enter()).expect_status(422).expect_text("overrule it, with a reason");
    program.give(&clear()).expect_status(403);
    assert_eq!(stands().unwrap().entry, draw);
}

fn results_alone_disqualify_nobody(app: &TestApp) {
    let (open, game) = played(app);
    let program = Program::of(app, open.chief, &[Scope::Results]);
    let entered =
        json!({"do": "enter_result", "game": game, "result": result("disqualification", "First"), "seen": 0});
    program.give(&entered).expect_status(403);
}

fn an_arbiter_says_nothing_in_a_player_s_name(app: &TestApp) {
    let (open, game) = played(app);
    let program = Program::of(app, open.chief, &[Scope::Results]);
    let report =
        json!({"do": "report_result", "game": game, "player": 0, "result": result("checkmate", "First")});
    program.give(&report).expect_status(403).expect_text("Players report; arbiters enter results.");
    let of_player = Program::of(app, app.add_user("petra", false), &[Scope::Results]);
    of_player.give(&report).expect_status(403);
    let user = app.add_user("jonah", false);
    let first = app.state().ledger.event(open.id).unwrap().game(game).unwrap().first;
    app.speak_for(open.id, first, user);
    Program::of(app, user, &[Scope::Results]).give(&report).expect_status(200);
    let dispute = json!({"do": "dispute_result", "game": game, "player": 1, "words": "It was a draw."});
    program.give(&dispute).expect_status(403).expect_text("Players dispute; arbiters decide.");
}
