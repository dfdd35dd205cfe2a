//! What other programs do for arbiters.

use std::collections::BTreeSet;
use std::process::Command as Run;

use serde_json::{Value, json};
use tiger_arbiter::services::programs::{self, Scope};
use tiger_arbiter::{clock, db};
use tiger_event::ids::RulingId;
use tiger_event::scoresheet::Holder;
use tiger_event::{Command, EntryId, EventCommand, Format, GameId, RoundCommand, Scoresheet};
use tiger_rules::GameKind;

use super::program::{EVENT, Program, read};
use super::schema::Description;
use crate::laws::frozen;
use crate::public::world::{Open, open_event};
use crate::rig::{Answer, TestApp, on_both_databases, on_sqlite};

on_both_databases!(a_program_runs_a_round, a_program_takes_no_player_and_no_game_of_another_event);
on_sqlite!(
    a_token_does_what_it_may_and_no_more,
    a_token_is_made_shown_once_and_taken_away,
    who_has_no_password_has_no_token,
    a_program_does_not_say_what_the_rules_find,
    a_program_gives_no_points_that_nobody_could_type,
    without_a_token_nothing_is_changed,
    what_people_may_not_type_programs_may_not_send,
    the_same_request_is_the_same_however_it_is_written,
    commands_hold_players_to_what_forms_do,
    every_command_of_programs_is_shown_with_its_fields,
    requests_are_counted,
    the_examples_of_the_handbook_run
);

fn hall(app: &TestApp) -> Open {
    open_event(app, "merridon-open", |settings| {
        settings.format = Format::Swiss;
    })
}

fn a_program_runs_a_round(app: &TestApp) {
    let open = hall(app);
    let program = Program::of(app, open.chief, &[Scope::Entries, Scope::Rounds, Scope::Results]);
    let described = Description::read(&app.visitor().get("/api/v1/openapi.json").body);
    let described = |path: &str, status: &str, answer: &Answer| {
        let path = format!("/api/v1/events/{{slug}}{path}");
        let faults = described.faults(&path, status, &read(answer));
        assert!(faults.is_empty(), "{path}: {faults:?}\n{}", answer.body);
    };
    let here = program.give(&json!({"do": "check_in", "entries": open.entries, "is_present": true}));
    described("/commands", "200", &here.expect_status(200));
    let drafted = program.post("/draft", &json!({})).expect_status(200);
    described("/draft", "200", &drafted);
    assert!(program.post("/draft", &json!({})).expect_status(422).body.contains("drafted already"));
    app.visitor().get(&format!("{EVENT}/rounds/1")).expect_status(404);
    let desk = program.get("/desk");
    described("/desk", "200", &desk);
    let draft = &read(&desk)["rounds"][0];
    assert_eq!((&draft["state"], &draft["number"]), (&json!("draft"), &json!(1)));
    // The same request again is answered as before, although a round is drafted by now.
    let again = read(&program.post_as("/draft", "request-number-0002", &json!({})).expect_status(200));
    let told = read(&drafted);
    assert_eq!((&again["told"], &again["is_repeat"]), (&told["told"], &json!(true)));
    let publish = json!({"do": "publish_round", "round": 1, "seen": draft["revision"]});
    program.give(&publish).expect_status(200);
    app.visitor().get(&format!("{EVENT}/rounds/1")).expect_status(200);

    let game = program.desk()["rounds"][0]["games"][0].clone();
    let won = json!({"winner": "First", "ending": "checkmate"});
    let enter = json!({"do": "enter_result", "game": game["id"], "result": won, "seen": game["revision"]});
    let first = read(&program.post_as("/commands", "result-of-board-1", &enter).expect_status(200));
    assert!(first["told"].as_str().unwrap().contains("checkmate"), "{first}");
    let again = read(&program.post_as("/commands", "result-of-board-1", &enter).expect_status(200));
    assert_eq!((&again["is_repeat"], &again["entry"]), (&json!(true), &first["entry"]));
    // Its fields may come in any order.
    let [id, seen] = [&game["id"], &game["revision"]];
    let turned = format!("{{\"seen\":{seen},\"result\":{won},\"game\":{id},\"do\":\"enter_result\"}}");
    let headers = [("authorization", program.token.as_str()), ("idempotency-key", "result-of-board-1")];
    let turned = program.browser.post_with(&format!("{EVENT}/commands"), &headers, &turned);
    assert_eq!(read(&turned.expect_status(200))["is_repeat"], json!(true));

    // Somebody who knows an older state changes nothing, and hears both values.
    let lost = json!({"winner": "Second", "ending": "checkmate"});
    let mut other = json!({"do": "enter_result", "game": game["id"], "result": lost, "seen": u32::MAX});
    // What nobody can have seen yet would let it pass whatever happened.
    program.give(&other).expect_status(422).expect_text("but the last entry of this event is");
    other["seen"] = json!(0);
    let conflict = program.give(&other).expect_status(409);
    described("/commands", "409", &conflict);
    assert!(
        read(&conflict)["conflict"]["theirs"].as_str().unwrap().contains("checkmate"),
        "{}",
        conflict.body
    );
    // Points that stand are changed by whoever has seen them.
    other["seen"] = program.desk()["rounds"][0]["games"][0]["revision"].clone();
    let asked = program.give(&other).expect_status(422);
    described("/commands", "422", &asked);
    let told = read(&asked)["detail"].as_str().unwrap().to_owned();
    let (_, confirmed) = told.split_once("`\"confirmed\": \"").unwrap();
    other["confirmed"] = json!(confirmed.split_once('"').unwrap().0);
    program.give(&other).expect_status(200);
    // Sent once more, the first is told as it was then, whatever stands by now.
    let again = read(&program.post_as("/commands", "result-of-board-1", &enter).expect_status(200));
    assert_eq!((&again["told"], &again["entry"]), (&first["told"], &first["entry"]));
    let round = read(&app.visitor().get(&format!("{EVENT}/rounds/1")));
    assert_eq!(round["games"][0]["result"]["winner"], "second");
    // What it did stands in the ledger under its person's name, and in the journal.
    app.signed_in(open.chief).get("/events/merridon-open/ledger").expect_text("chief-of-merridon-open");
    let (_, admin) = app.sign_in_admin();
    admin.get("/journal").expect_status(200).expect_text("program “Club site”");
}

fn a_token_does_what_it_may_and_no_more(app: &TestApp) {
    let open = hall(app);
    let reader = Program::of(app, open.chief, &[]);
    reader.get("/desk").expect_status(200);
    let here = json!({"do": "check_in", "entries": open.entries, "is_present": true});
    let refused = reader.give(&here).expect_status(403);
    assert!(refused.body.contains("`entries`"), "{}", refused.body);
    reader.post("/draft", &json!({})).expect_status(403);
    let arbiter = Program::of(app, open.chief, &[Scope::Entries, Scope::Rounds, Scope::Results]);
    for command in [
        json!({"do": "show_event", "is_public": false}),
        json!({"do": "finish_event", "is_finished": true}),
        json!({"do": "offer_claim", "entry": open.entries[0], "token": "00".repeat(32)}),
    ] {
        assert_eq!(arbiter.give(&command).status.as_u16(), 403, "{command}");
    }
    let ruling =
        json!({"do": "begin_from", "game": uuid::Uuid::now_v7(), "situation": null, "reason": "as usual"});
    assert!(arbiter.give(&ruling).expect_status(403).body.contains("`rulings`"));
    assert!(arbiter.give(&json!({"do": "burn_event"})).expect_status(422).body.contains("burn_event"));
    arbiter.give(&json!([1, 2])).expect_status(422);
    // Somebody else's token is worth what they are.
    let (stranger, _) = app.sign_in("stranger");
    let stranger = Program::of(app, stranger, &[Scope::Entries, Scope::Rounds, Scope::Results]);
    stranger.get("/desk").expect_status(403);
    stranger.give(&here).expect_status(403);
    app.commit(open.id, EventCommand::ShowEvent { is_public: false });
    stranger.get("").expect_status(404);
    reader.get("").expect_status(200).expect_text("merridon-open");
    // Pages for people take no token.
    let account = app.visitor().get_with("/account", &[("authorization", &arbiter.token)]);
    assert_ne!(account.status.as_u16(), 200);
}

fn a_token_is_made_shown_once_and_taken_away(app: &TestApp) {
    let (user, tessa) = app.sign_in("tessa");
    open_event(app, "merridon-open", |_| ());
    tessa.get("/account").expect_text("/account/tokens");
    let form = [("name", "Club site"), ("scopes", "entries"), ("days", "7")];
    let made = tessa.post_form("/account/tokens", &form).expect_status(200).expect_text("not shown again");
    let hex = |word: &&str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let csrf = tessa.csrf();
    let is_secret = |word: &&str| hex(word) && *word != csrf;
    let secret = made.body.split('"').find(is_secret).unwrap().to_owned();
    let page =
        tessa.get("/account/tokens").expect_status(200).expect_text("Club site").expect_text("never used");
    assert!(!page.body.contains(&secret));
    let bearer = format!("Bearer {secret}");
    let asks = || app.visitor().get_with(EVENT, &[("authorization", &bearer)]).status.as_u16();
    assert_eq!(asks(), 200);
    tessa.get("/account/tokens").expect_text("A program read").expect_text("127.0.0.1");
    // Of the wrong hand it is not taken away.
    let id =
        page.body.split("/account/tokens/").find_map(|rest| rest.split_once("/end")).unwrap().0.to_owned();
    let (_, other) = app.sign_in("somebody");
    other.post_form(&format!("/account/tokens/{id}/end"), &[]).expect_status(404);
    assert_eq!(asks(), 200);
    tessa.post_form(&format!("/account/tokens/{id}/end"), &[]).expect_status(303);
    assert_eq!(asks(), 401);
    for wrong in
        [[("name", ""), ("days", "7")], [("name", "x"), ("days", "0")], [("name", "x"), ("days", "400")]]
    {
        tessa.post_form("/account/tokens", &wrong).expect_status(422);
    }
    // Nor does it outlive its person's account.
    let program = Program::of(app, user, &[Scope::Results]);
    program.get("").expect_status(200);
    app.sign_in_admin();
    tiger_arbiter::auth::account::set_disabled(&app.state().db, user, true).unwrap();
    program.get("").expect_status(401);
}

fn who_has_no_password_has_no_token(app: &TestApp) {
    hall(app);
    let id = clock::new_id();
    let at = clock::now();
    let player =
        db::users::NewUser { id, login: None, name: "Moor", password_hash: None, is_admin: false, at };
    app.state().db.write(|db| db::users::insert(db, &player)).unwrap();
    let browser = app.signed_in(id);
    browser.get("/account/tokens").expect_text("have no password").expect_no_text("Make the token");
    let form = [("name", "bot"), ("scopes", "results"), ("days", "7")];
    browser.post_form("/account/tokens", &form).expect_status(403).expect_text("people with a password");
    // Nor does one work that they made before.
    Program::of(app, id, &[Scope::Results]).get("").expect_status(401);
}

/// Scoresheets, clocks and messages are found by the identifiers of games and players.
fn a_program_takes_no_player_and_no_game_of_another_event(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    let drafted = open.draft(app, 1, "").draft().unwrap().table.boards[0].game;
    let thief = app.add_user("thief", false);
    let own = app.add_event("merridon-open", thief);
    let program = Program::of(app, thief, &[Scope::Entries, Scope::Rounds]);
    let add = |ids: &[EntryId]| {
        let name = |number: usize| format!("Mule {number}");
        let one = |(number, id): (usize, &EntryId)| json!({"id": id, "details": {"name": name(number)}, "first_round": 1});
        json!({"do": "add_entries", "entries": ids.iter().enumerate().map(one).collect::<Vec<_>>()})
    };
    let refused = "Another event has a player or a game with such an identifier";
    program.give(&add(&[clock::new_id(), open.entries[0]])).expect_status(422).expect_text(refused);
    let entries: [EntryId; 2] = [clock::new_id(), clock::new_id()];
    program.give(&add(&entries)).expect_status(200);
    program.post("/draft", &json!({ "is_unpaired": true })).expect_status(200);
    let board = |game: GameId| {
        let boards = json!([{"game": game, "first": entries[0], "second": entries[1]}]);
        let seen = app.state().ledger.event(own).unwrap().version;
        json!({"do": "change_draft", "round": 1, "table": {"boards": boards, "byes": []}, "seen": seen})
    };
    // Those who help there see what is drafted.
    program.give(&board(drafted)).expect_status(422).expect_text(refused);
    program.give(&board(open.publish(app, 1)[0])).expect_status(422).expect_text(refused);
    // What was written in a game stays when its draft is discarded.
    let mut sheet = Scoresheet::blank(open.id, clock::new_id(), Holder::Player(open.entries[0]));
    sheet.revision = 1;
    let db = &app.state().db;
    assert!(db.write(|db| db::scoresheets::keep(db, &sheet, 0, clock::now())).unwrap());
    program.give(&board(sheet.game)).expect_status(422).expect_text(refused);
    let again = board(clock::new_id());
    program.give(&again).expect_status(200);
    program.give(&again).expect_status(422).expect_text("The draft is like this already");
    program
        .give(&board(app.state().ledger.event(own).unwrap().draft().unwrap().table.boards[0].game))
        .expect_status(200);
    // Whoever is not there for an opponent is a player of a round robin.
    let mut nobody = board(clock::new_id());
    nobody["table"]["absent"] = json!([[clock::new_id::<EntryId>(), clock::new_id::<EntryId>()]]);
    program.give(&nobody).expect_status(404);
    nobody["table"]["absent"] = json!([entries]);
    program.give(&nobody).expect_status(422).expect_text("plays in round 1");
}

fn a_program_gives_no_points_that_nobody_could_type(app: &TestApp) {
    let open = open_event(app, "merridon-open", |_| ());
    let game = open.publish(app, 1)[0];
    let program = Program::of(app, open.chief, &[Scope::Results, Scope::Rulings]);
    let clear = json!({"do": "clear_result", "game": game, "reason": "A slip.", "seen": 0});
    program.give(&clear).expect_status(422).expect_text("This game has no result to take back.");
    let much = json!({"halves": u32::MAX, "nominal": 0});
    let nominal = json!({"halves": 0, "nominal": 2});
    let seen = app.state().ledger.event(open.id).unwrap().version;
    for points in [much, nominal] {
        let result = json!({"winner": "First", "ending": "arbiter", "awarded": [points, points]});
        let entered = json!({"do": "enter_result", "game": game, "result": result, "seen": seen});
        program.give(&entered).expect_status(422).expect_text("Points are from 0 to 100.");
        let mut overruled = entered.clone();
        (overruled["do"], overruled["reason"]) = (json!("overrule"), json!("So be it."));
        overruled["ruling"] = json!(clock::new_id::<RulingId>());
        program.give(&overruled).expect_status(422).expect_text("Points are from 0 to 100.");
    }
    app.visitor().get("/events/merridon-open/standings").expect_status(200);
}

/// What the rules find, whose move it is and why two were paired the program reckons itself.
fn a_program_does_not_say_what_the_rules_find(app: &TestApp) {
    let open = open_event(app, "merridon-open", |settings| settings.game = GameKind::LancerChess);
    let arbiter = Program::of(app, open.chief, &[Scope::Rounds, Scope::Rulings]);
    arbiter.post("/draft", &json!({ "is_unpaired": true })).expect_status(200);
    let table = open.table(0, "They have the same score.");
    let drafted =
        Command::from(RoundCommand::DraftRound { round: 1, system: Format::Free, table: table.clone() });
    arbiter.give(&serde_json::to_value(&drafted).unwrap()).expect_status(403);
    let seen = app.state().ledger.event(open.id).unwrap().version;
    let draft = Command::from(RoundCommand::ChangeDraft { round: 1, table, seen });
    arbiter.give(&serde_json::to_value(&draft).unwrap()).expect_status(200);
    let drafted = app.state().ledger.event(open.id).unwrap().draft().unwrap().table.clone();
    assert!(
        drafted.boards.len() == 2 && drafted.boards.iter().all(|board| board.why.is_empty()),
        "{drafted:?}"
    );
    let game = open.publish(app, 1)[0];
    let user = app.add_user("petra", false);
    app.speak_for(open.id, open.entries[0], user);
    let player = Program::of(app, user, &[Scope::Results]);
    let finding = json!({"evidence": {"from": "scoresheet"}, "plies": 57, "count": 3, "needed": 3});
    let claim =
        json!({"do": "make_claim", "game": game, "player": 0, "kind": "repetition", "finding": finding});
    let told = read(&player.give(&claim).expect_status(200))["told"].as_str().unwrap().to_owned();
    assert!(told.ends_with("No moves on file to check it by"), "{told}");
    let event = app.state().ledger.event(open.id).unwrap();
    let step = event.game(game).unwrap().protocol.claims[0].step;
    let mut grant = json!({"do": "judge_claim", "game": game, "claim": step, "is_granted": true, "finding": finding, "reason": null});
    arbiter.give(&grant).expect_status(422).expect_text("The rules did not find this claim");
    grant["reason"] = json!("The moves were played over at the board.");
    arbiter.give(&grant).expect_status(200).expect_text("No moves on file");
    arbiter.give(&json!({"do": "draw_first_side", "side": "First"})).expect_status(403);
}

fn without_a_token_nothing_is_changed(app: &TestApp) {
    let open = hall(app);
    let chief = app.signed_in(open.chief);
    let version = read(&app.visitor().get(EVENT))["version"].clone();
    let here = json!({"do": "check_in", "entries": open.entries, "is_present": true}).to_string();
    let key = ("idempotency-key", "a-cookie-proves-nothing");
    let csrf = chief.csrf();
    for headers in [
        vec![key],
        vec![key, ("x-csrf-token", csrf.as_str())],
        vec![key, ("authorization", "Bearer 00")],
        vec![key, ("authorization", "Basic dGVzc2E6dGVzc2E=")],
    ] {
        let answer = chief.post_with(&format!("{EVENT}/commands"), &headers, &here).expect_status(401);
        assert_eq!(answer.header("content-type"), "application/problem+json");
    }
    let unknown = format!("Bearer {}", "0f".repeat(32));
    let refused = app.visitor().get_with(EVENT, &[("authorization", &unknown)]).expect_status(401);
    refused.expect_text("with a token that works").expect_no_text("sign in first");
    assert_eq!(read(&app.visitor().get(EVENT))["version"], version);
    let program = Program::of(app, open.chief, &[Scope::Entries]);
    let body: Value = serde_json::from_str(&here).unwrap();
    program.post_as("/commands", "short", &body).expect_status(422).expect_text("Idempotency-Key");
}

fn what_people_may_not_type_programs_may_not_send(app: &TestApp) {
    let open = hall(app);
    let program = Program::of(app, open.chief, &[Scope::Entries]);
    let enter = |details: Value| {
        let entry = json!({"id": uuid::Uuid::now_v7(), "details": details, "first_round": 1});
        program.give(&json!({"do": "add_entries", "entries": [entry]}))
    };
    let add = |name: &str| enter(json!({"name": name}));
    for name in ["Moor,\u{200B} Tessa", "\u{3164}", "Reed\u{202E}, Jonah", ""] {
        assert_eq!(add(name).status.as_u16(), 422, "{name:?}");
    }
    let office = |office: Value| enter(json!({"name": "Vale, Iris", "office": office})).expect_status(422);
    for fee in ["fee_due", "fee_paid"] {
        office(json!({fee: u64::MAX})).expect_text("A fee is at most 999999999.99.");
    }
    office(json!({"board": 0})).expect_text("Vale, Iris: A board is a whole number from 1 to 9999.");
    let here = json!({"do": "check_in", "entries": open.entries, "is_present": true, "is_late": true});
    program.give(&here).expect_status(422).expect_text("This command has no field `is_late` there.");
    add("Hawthorne, Orla").expect_status(200);
    assert_eq!(add(&"x".repeat(900 * 1024)).status.as_u16(), 422);
    let huge = "x".repeat(3 * 1024 * 1024);
    assert_eq!(add(&huge).status.as_u16(), 413);
}

fn the_same_request_is_the_same_however_it_is_written(app: &TestApp) {
    let open = hall(app);
    let program = Program::of(app, open.chief, &[Scope::Entries]);
    let send = |body: &str| {
        let headers =
            [("authorization", program.token.as_str()), ("idempotency-key", "the-request-of-board-1")];
        read(&program.browser.post_with(&format!("{EVENT}/commands"), &headers, body).expect_status(200))
    };
    let entry = open.entries[0];
    let first = send(&format!("{{\"do\":\"check_in\",\"entries\":[\"{entry}\"],\"is_present\":true}}"));
    let again = send(&format!(
        "{{\n  \"is_present\": true,\n  \"entries\": [\"{entry}\"],\n  \"do\": \"check_in\"\n}}"
    ));
    assert_eq!((&again["is_repeat"], &again["entry"]), (&json!(true), &first["entry"]));
    let other = send(&format!("{{\"do\":\"check_in\",\"entries\":[\"{entry}\"],\"is_present\":false}}"));
    assert_eq!(other["is_repeat"], json!(false), "it says something else");
}

fn every_command_of_programs_is_shown_with_its_fields(app: &TestApp) {
    let described = read(&app.visitor().get("/api/v1/openapi.json"));
    let body = &described["paths"]["/api/v1/events/{slug}/commands"]["post"]["requestBody"];
    let examples = body["content"]["application/json"]["examples"].as_object().unwrap();
    let faults: Vec<String> = examples
        .values()
        .filter_map(|example| match programs::read_command(&example["value"]) {
            Ok((command, _)) if json!(command) == example["value"] => None,
            Ok((command, _)) => Some(format!("{} is not {}", json!(command), example["value"])),
            Err(error) => Some(format!("{error}: {}", example["value"])),
        })
        .collect();
    assert_eq!(faults, Vec::<String>::new());
    let given = frozen::commands().filter(|command| Scope::of(command).is_some());
    let given: BTreeSet<String> = given.map(|it| json!(it)["do"].as_str().unwrap().to_owned()).collect();
    assert_eq!(given, examples.keys().cloned().collect());
}

fn commands_hold_players_to_what_forms_do(app: &TestApp) {
    let open = hall(app);
    let program = Program::of(app, open.chief, &[Scope::Entries]);
    let before = app.state().ledger.event(open.id).unwrap().version;
    let check_in = |of: &[EntryId]| json!({"do": "check_in", "entries": of, "is_present": true});
    let late = json!({"id": open.id, "details": {"name": "Vale, Iris"}, "first_round": 99});
    for (command, why) in [
        (check_in(&[]), "There is nobody to check in."),
        (check_in(&[open.entries[0], open.entries[0]]), "The list names a player twice."),
        (json!({"do": "add_entries", "entries": []}), "There is nobody to enter."),
        (json!({"do": "add_entries", "entries": [late]}), "Vale, Iris would begin in round 99"),
    ] {
        program.give(&command).expect_status(422).expect_text(why);
    }
    assert_eq!(app.state().ledger.event(open.id).unwrap().version, before);
}

fn requests_are_counted(app: &TestApp) {
    let open = hall(app);
    let program = Program::of(app, open.chief, &[]);
    let left = |answer: &Answer| {
        let text = answer.header("ratelimit").to_owned();
        text.split("r=").nth(1).and_then(|rest| rest.split(';').next()).unwrap().parse::<u32>().unwrap()
    };
    let first = program.get("");
    assert_eq!(first.header("ratelimit-policy"), "\"token\";q=600;w=60");
    let before = left(&first);
    for _ in 0..5 {
        program.get("").expect_status(200);
    }
    assert!(left(&program.get("")) < before);
}

fn the_examples_of_the_handbook_run(app: &TestApp) {
    let open = hall(app);
    app.commit(
        open.id,
        tiger_event::command::EntryCommand::CheckIn { entries: open.entries.clone(), is_present: true },
    );
    let program = Program::of(app, open.chief, &[Scope::Entries, Scope::Rounds, Scope::Results]);
    program.post("/draft", &json!({})).expect_status(200);
    let revision = program.desk()["rounds"][0]["revision"].clone();
    program.give(&json!({"do": "publish_round", "round": 1, "seen": revision})).expect_status(200);
    let (hall, token) = (format!("http://{}", app.visitor().address()), program.token.replace("Bearer ", ""));
    let text = include_str!("../../../docs/handbook/programs.md");
    let blocks = |kind: &str| -> String {
        let fence = format!("```{kind}\n");
        text.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
    };
    let shell = blocks("sh");
    let shell: String = shell
        .lines()
        .map(|line| match line.split_once('=') {
            Some(("hall", _)) => format!("hall={hall}\n"),
            Some(("token", _)) => format!("token={token}\n"),
            _ => format!("{}\n", line.replace("curl -s", "curl -sf")),
        })
        .collect();
    let done = Run::new("sh").args(["-euc", &shell]).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success(), "{shell}\n{said}{}", String::from_utf8_lossy(&done.stderr));
    assert!(said.contains("\"told\":"), "{said}");
    let done = Run::new("python3").args(["-c", &blocks("python"), &hall, &token]).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(
        done.status.success() && said.contains("checkmate"),
        "{said}{}",
        String::from_utf8_lossy(&done.stderr)
    );
}
