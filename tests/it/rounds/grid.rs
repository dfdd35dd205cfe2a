use tiger_event::{ResultEntry, Seat};
use tiger_rules::Ending;

use super::*;
use crate::rig::on_both_databases;
use crate::rig::on_sqlite;

/// The fields of some rows as the grid shows them: board, choice that stands, revision, choice.
fn rows<'a>(hall: &Hall, rows: &[(u16, &'a str, u64, &'a str)]) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    for (board, was, seen, pick) in rows {
        let mut field = |name: &str, value: String| fields.push((format!("{name}-{board}"), value));
        field("game", hall.game(*board).to_string());
        field("was", (*was).to_owned());
        field("seen", seen.to_string());
        field("pick", (*pick).to_owned());
    }
    fields
}

fn with(mut fields: Vec<(String, String)>, more: &[(&str, &str)]) -> Vec<(String, String)> {
    fields.extend(more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    fields
}

fn save(hall: &Hall, fields: &[(String, String)]) -> Answer {
    let fields: Vec<_> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    hall.post("/rounds/1/results", &fields)
}

/// Saves what changes points that stand: once to see the change, and again.
fn save_after_a_look(hall: &Hall, fields: &[(String, String)], board: u16) -> Answer {
    let name = format!("sure-{board}");
    let sure = save(hall, fields).expect_status(422).expect_text("Save again to change it").hidden(&name);
    save(hall, &with(fields.to_vec(), &[(&name, &sure.unwrap())]))
}

fn seen(hall: &Hall, board: u16) -> u64 {
    hall.event().game(hall.game(board)).unwrap().result_revision
}

fn points(hall: &Hall, board: u16) -> Option<String> {
    let event = hall.event();
    let result = event.game(hall.game(board)).unwrap().result.as_ref()?;
    Some(result.points.map(tiger_rules::GamePoints::decimal).join(":"))
}

on_both_databases!(
    a_form_sent_twice_is_carried_out_once_and_another_choice_is_not_swallowed,
    two_arbiters_with_different_results_see_both_and_one_chooses
);
on_sqlite!(
    a_great_round_comes_in_parts_that_can_be_searched,
    a_grid_is_saved_as_a_whole,
    a_row_is_saved_by_itself_for_the_script,
    what_players_have_reported_is_overruled_only_after_a_look,
    an_award_beyond_the_table_is_looked_at_first,
    points_that_stand_are_changed_by_the_grid_only_after_the_change_was_seen,
    a_correction_says_which_round_was_paired_from_it,
    what_was_typed_into_a_round_that_was_taken_back_is_told,
    what_cannot_be_saved_stays_and_the_rest_is_saved,
    taking_a_result_back_takes_a_reason,
    an_award_is_not_dropped_where_the_table_gives_the_points,
    a_reason_beside_a_result_is_not_dropped,
    an_adjournment_is_not_ended_by_a_page_that_does_not_show_it,
    what_was_typed_is_not_lost_when_its_sender_is_signed_out,
    a_round_closes_when_nothing_is_missing_and_opens_again_with_a_reason,
    a_round_is_taken_back_while_nothing_has_happened
);

fn a_grid_is_saved_as_a_whole(app: &TestApp) {
    let hall = Hall::new(app, 6);
    hall.publish_round();
    hall.tessa
        .get(&at("/rounds/1/results"))
        .expect_status(200)
        .expect_text("1 – 0 checkmate · 3 : 0")
        .expect_text("Draw, agreement · 1 : 1")
        .expect_text("0 of 3")
        .expect_no_text("planting")
        .expect_no_text("occupation");
    let form = rows(&hall, &[(1, "", 0, "1:checkmate"), (2, "", 0, "-:agreement"), (3, "", 0, "")]);
    save(&hall, &form).expect_redirect(&at("/rounds/1/results#pick-3"));
    assert_eq!(
        (points(&hall, 1).as_deref(), points(&hall, 2).as_deref(), points(&hall, 3)),
        (Some("3:0"), Some("1:1"), None)
    );
    hall.tessa
        .get(&at("/rounds/1/results"))
        .expect_text("2 boards saved; one board is open.")
        .expect_text("2 of 3");
}

fn a_great_round_comes_in_parts_that_can_be_searched(app: &TestApp) {
    let (chief, tessa) = app.sign_in("tessa");
    let event = app.add_event("merridon", chief);
    app.change_settings(event, |settings| settings.format = Format::Free);
    let names: Vec<String> = (1..=402).map(|number| format!("Player {number:03}")).collect();
    let players = app.add_entries(event, &names.iter().map(String::as_str).collect::<Vec<_>>());
    app.publish_pairs(event, &players);
    let hall = Hall { app, event, tessa, players };
    let grid = at("/rounds/1/results");
    hall.tessa
        .get(&grid)
        .expect_status(200)
        .expect_text("0 of 201")
        .expect_text("id=\"board-200\"")
        .expect_no_text("id=\"board-201\"");
    hall.tessa
        .get(&format!("{grid}?page=2"))
        .expect_text("id=\"board-201\"")
        .expect_no_text("id=\"board-1\"");
    hall.tessa.get(&format!("{grid}?page=3")).expect_status(404);
    let found = hall.tessa.get(&format!("{grid}?q=player+402")).expect_text("1 of 201 found");
    found.expect_text("id=\"board-201\"").expect_no_text("id=\"board-200\"");
    // Rows of two parts, one of them wrong: what was sent is shown again, and nothing else.
    let form = rows(&hall, &[(1, "", 0, "1:checkmate"), (201, "", 0, "1:planting")]);
    hall.post(
        "/rounds/1/results?page=2",
        &form.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect::<Vec<_>>(),
    )
    .expect_status(422)
    .expect_text("id=\"board-201\"")
    .expect_no_text("id=\"board-3\"");
    let all: Vec<_> = (1..=200).map(|board| (board, "", seen(&hall, board), "1:checkmate")).collect();
    save(&hall, &rows(&hall, &all)).expect_redirect(&at("/rounds/1/results?page=2#pick-201"));
    hall.tessa.get(&grid).expect_text("200 of 201");

    let entries = at("/entries");
    hall.tessa.get(&entries).expect_text("Player 200").expect_no_text("Player 201");
    hall.tessa.get(&format!("{entries}?q=402")).expect_text("Player 402").expect_text("1 of 402 found");
    let id = hall.players[401].to_string();
    hall.post("/entries/check-in", &[("entry", &id), ("present", "yes")])
        .expect_redirect(&at(&format!("/entries?page=3#entry-{id}")));
    hall.tessa.get(&at("/queue?q=402")).expect_status(200).expect_text("Player 402");
}

fn points_that_stand_are_changed_by_the_grid_only_after_the_change_was_seen(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    save(&hall, &rows(&hall, &[(1, "", 0, "0:time"), (2, "", 0, "-:agreement")])).expect_status(303);
    // The same points by another ending need no second look; others do, and do not hold up the rest.
    let now = [seen(&hall, 1), seen(&hall, 2)];
    let sent = [(1, "0:time", now[0], "1:checkmate"), (2, "-:agreement", now[1], "-:stalemate")];
    let form = rows(&hall, &sent);
    let asked = save(&hall, &form).expect_status(422);
    let asked = asked.expect_text("0 : 3 stands and would become 3 : 0. Save again to change it.");
    let asked = asked.expect_text("One board is not saved yet").expect_no_text("aria-invalid");
    assert_eq!(points(&hall, 1).as_deref(), Some("0:3"));
    assert_ne!(seen(&hall, 2), now[1]);
    let sure = asked.hidden("sure-1").unwrap();
    let other = with(rows(&hall, &[(1, "0:time", now[0], "-:agreement")]), &[("sure-1", &sure)]);
    save(&hall, &other).expect_status(422).expect_text("0 : 3 stands and would become 1 : 1.");
    let csrf = hall.tessa.csrf();
    let script = |more: &[(&str, &str)]| {
        let key = tiger_arbiter::ledger::OnceKey::new().to_string();
        let form = with(rows(&hall, &sent[..1]), &[("csrf", &csrf), ("idempotency_key", &key)]);
        hall.tessa.post_json(&at("/rounds/1/results"), &with(form, more)).expect_status(200)
    };
    script(&[]).expect_text("\"state\":\"asked\"").expect_text(&format!("\"sure\":\"{sure}\""));
    assert_eq!(points(&hall, 1).as_deref(), Some("0:3"));
    script(&[("sure-1", &sure)]).expect_text("\"state\":\"saved\"");
    assert_eq!(points(&hall, 1).as_deref(), Some("3:0"));
    // The same points for a game that nobody played are something else for colours and tie-breaks.
    let forfeit = |was: &str, pick: &str| save(&hall, &rows(&hall, &[(1, was, seen(&hall, 1), pick)]));
    forfeit("1:checkmate", "1:forfeit")
        .expect_status(422)
        .expect_text("3 : 0 stands and would become 3 : 0. The game would count as not played");
}

fn what_was_typed_into_a_round_that_was_taken_back_is_told(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let form = rows(&hall, &[(1, "", 0, "1:checkmate"), (2, "", 0, "")]);
    hall.post("/rounds/1/unpublish", &[("reason", "Too early.")]).expect_redirect(&at("/draft"));
    save(&hall, &form).expect_redirect(&at("/draft"));
    hall.tessa
        .get(&at("/draft"))
        .expect_text("Round 1 was taken back meanwhile and is a draft again, so nothing was saved.")
        .expect_text("You had typed: board 1: 1 – 0 checkmate.");
}

fn a_correction_says_which_round_was_paired_from_it(app: &TestApp) {
    let hall = swiss::drafted(app, 6);
    swiss::play_and_draft(&hall, 1);
    hall.give(RoundCommand::PublishRound { round: 2, seen: u64::MAX });
    let reason = tiger_event::text::Reason::parse("A slip of the pen.").unwrap();
    hall.give(RoundCommand::ReopenRound { round: 1, reason });
    let was = hall.event().game(hall.game(1)).unwrap().result.clone().unwrap().entry;
    let was = tiger_event::possible_result::ResultCode(was).to_string();
    let rested = "Round 2 was paired from the points as they stand. It stays as it is.";
    save(&hall, &rows(&hall, &[(1, &was, seen(&hall, 1), "-:agreement")]))
        .expect_status(422)
        .expect_text(rested);
    let key = tiger_arbiter::ledger::OnceKey::new();
    let (seen, path) = (seen(&hall, 1).to_string(), at(&format!("/games/{}/clear", hall.game(1))));
    let form = [("idempotency_key", key.as_str()), ("version", &seen)];
    let fields = [("seen", seen.as_str()), ("reason", "Never played."), form[0], form[1]];
    hall.tessa.post_form(&path, &fields).expect_text("Confirm the points").expect_text(rested);
}

fn a_row_is_saved_by_itself_for_the_script(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let csrf = hall.tessa.csrf();
    let key = "0123456789abcdef0123456789abcdef";
    let form = with(rows(&hall, &[(2, "", 0, "0:time")]), &[("csrf", &csrf), ("idempotency_key", key)]);
    let send = || hall.tessa.post_json(&at("/rounds/1/results"), &form);
    for _ in 0..2 {
        send()
            .expect_status(200)
            .expect_text("\"state\":\"saved\"")
            .expect_text("\"points\":\"0 : 3\"")
            .expect_text("\"done\":1,\"boards\":2");
    }
    assert_eq!(points(&hall, 2).as_deref(), Some("0:3"));
    let before = hall.event().version;
    let wrong = with(
        rows(&hall, &[(1, "", 0, "1:planting")]),
        &[("csrf", &csrf), ("idempotency_key", "fedcba9876543210")],
    );
    hall.tessa
        .post_json(&at("/rounds/1/results"), &wrong)
        .expect_status(200)
        .expect_text("\"state\":\"wrong\"")
        .expect_text("cannot end with planting");
    assert_eq!(hall.event().version, before);
}

fn what_players_have_reported_is_overruled_only_after_a_look(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let reported = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
    for board in [1, 2] {
        let report =
            ResultCommand::ReportResult { game: hall.game(board), player: Seat::First, result: reported };
        hall.give(report);
    }
    save(&hall, &rows(&hall, &[(1, "", 0, "1:checkmate")])).expect_status(303);
    let other = rows(&hall, &[(2, "", 0, "0:checkmate")]);
    let asked = save(&hall, &other).expect_status(422).expect_text("has reported").expect_text("Save again");
    assert_eq!(points(&hall, 2), None);
    let sure = asked.hidden("sure-2").unwrap();
    save(&hall, &with(other, &[("sure-2", &sure)])).expect_status(303);
    assert_eq!([1, 2].map(|board| points(&hall, board).unwrap()), ["3:0", "0:3"]);
}

fn an_award_beyond_the_table_is_looked_at_first(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let award = |points: &'static str| {
        let rows = rows(&hall, &[(1, "", 0, "1:arbiter")]);
        with(rows, &[("award1-1", points), ("award2-1", "0")])
    };
    let asked = save(&hall, &award("60")).expect_status(422).expect_text("60 is more than any ending");
    assert_eq!(points(&hall, 1), None);
    let sure = asked.hidden("sure-1").unwrap();
    // What was said of one award says nothing of another.
    save(&hall, &with(award("50"), &[("sure-1", &sure)])).expect_status(422).expect_text("50 is more");
    save(&hall, &with(award("60"), &[("sure-1", &sure)])).expect_status(303);
    assert_eq!(points(&hall, 1).as_deref(), Some("60:0"));
}

fn what_cannot_be_saved_stays_and_the_rest_is_saved(app: &TestApp) {
    let hall = Hall::new(app, 6);
    hall.publish_round();
    let form = rows(&hall, &[(1, "", 0, "1:checkmate"), (2, "", 0, "-:arbiter"), (3, "", 0, "adjourned")]);
    let form = with(form, &[("award1-2", "lots"), ("award2-2", "1.5"), ("reason-3", "")]);
    save(&hall, &form)
        .expect_status(422)
        .expect_text("2 boards were not saved")
        .expect_text("value=\"lots\"")
        .expect_text("<option value=\"-:arbiter\" data-points=\"\" data-award selected>")
        .expect_text("Say why the game is adjourned");
    assert_eq!(points(&hall, 1).as_deref(), Some("3:0"));
    assert_eq!((points(&hall, 2), points(&hall, 3)), (None, None));
    let form = rows(&hall, &[(2, "", 0, "-:arbiter"), (3, "", 0, "adjourned")]);
    let form = with(form, &[("award1-2", "½"), ("award2-2", "1.5"), ("reason-3", "The hall closes.")]);
    save(&hall, &form).expect_status(303);
    assert_eq!(points(&hall, 2).as_deref(), Some("0.5:1.5"));
    assert!(hall.event().game(hall.game(3)).unwrap().adjourned.is_some());
}

fn a_form_sent_twice_is_carried_out_once_and_another_choice_is_not_swallowed(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let key = ("idempotency_key", "0123456789abcdef");
    let form = with(rows(&hall, &[(1, "", 0, "1:checkmate")]), &[key]);
    save(&hall, &form).expect_status(303);
    let version = hall.event().version;
    save(&hall, &form).expect_status(303);
    assert_eq!(hall.event().version, version);
    // Back in the browser, another choice, the same key: this is a second arbiter's conflict with oneself.
    let other = with(rows(&hall, &[(1, "", 0, "0:checkmate")]), &[key]);
    save(&hall, &other).expect_status(409).expect_text("Adder wins, checkmate");
    let other = with(rows(&hall, &[(1, "", seen(&hall, 1), "0:checkmate")]), &[key]);
    save_after_a_look(&hall, &other, 1).expect_status(303);
    assert_eq!(points(&hall, 1).as_deref(), Some("0:3"));
}

fn two_arbiters_with_different_results_see_both_and_one_chooses(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    save(&hall, &rows(&hall, &[(1, "", 0, "1:checkmate")])).expect_status(303);
    let page = save(&hall, &rows(&hall, &[(1, "", 0, "0:concession"), (2, "", 0, "-:agreement")]))
        .expect_status(409)
        .expect_text("Adder wins, checkmate")
        .expect_text("Dingo wins, concession")
        .expect_text("<p class=\"quiet\">tessa</p>")
        .expect_text("One other board was saved.");
    assert_eq!(points(&hall, 1).as_deref(), Some("3:0"));
    assert_eq!(points(&hall, 2).as_deref(), Some("1:1"));
    let version = page.hidden("version").unwrap();
    let path = format!("/games/{}/result", hall.game(1));
    hall.post(&path, &[("pick", "0:concession"), ("version", &version)]).expect_status(303);
    assert_eq!(points(&hall, 1).as_deref(), Some("0:3"));
    // Both entered the same: nothing to choose.
    save(&hall, &rows(&hall, &[(1, "", 0, "0:concession")])).expect_status(303);
    // A row that was not touched does not overwrite what another arbiter entered.
    save(&hall, &rows(&hall, &[(1, "1:checkmate", 0, "1:checkmate")])).expect_status(303);
    assert_eq!(points(&hall, 1).as_deref(), Some("0:3"));
}

fn an_award_is_not_dropped_where_the_table_gives_the_points(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let award = [("award1-1", "2"), ("award2-1", "0")];
    let refused = save(&hall, &with(rows(&hall, &[(1, "", 0, "1:checkmate")]), &award)).expect_status(422);
    refused.expect_text("leave the award empty");
    assert!(points(&hall, 1).is_none());
    save(&hall, &with(rows(&hall, &[(1, "", 0, "1:disqualification")]), &award)).expect_status(303);
    // What the fields show of the award before is nobody's wish.
    let form = rows(&hall, &[(1, "1:disqualification", seen(&hall, 1), "1:checkmate")]);
    save_after_a_look(&hall, &with(form, &award), 1).expect_status(303);
    assert_eq!(points(&hall, 1).as_deref(), Some("3:0"));
}

fn a_reason_beside_a_result_is_not_dropped(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let form = with(rows(&hall, &[(1, "", 0, "-:arbiter")]), &[("award1-1", "1.5"), ("award2-1", "1.5")]);
    save(&hall, &with(form.clone(), &[("reason-1", "The hall was dark.")]))
        .expect_status(422)
        .expect_text("A reason belongs to a ruling: press Overrule")
        .expect_text("value=\"The hall was dark.\"")
        .expect_text("value=\"1.5\"");
    assert!(points(&hall, 1).is_none());
    save(&hall, &form).expect_status(303);
    assert_eq!(points(&hall, 1).as_deref(), Some("1.5:1.5"));
}

fn an_adjournment_is_not_ended_by_a_page_that_does_not_show_it(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let adjourned = |board| hall.event().game(hall.game(board)).unwrap().adjourned.is_some();
    for (board, reason) in [(1, "reason-1"), (2, "reason-2")] {
        let form = with(rows(&hall, &[(board, "", 0, "adjourned")]), &[(reason, "The hall closes.")]);
        save(&hall, &form).expect_status(303);
    }
    let page = save(&hall, &rows(&hall, &[(1, "", 0, "1:checkmate")]))
        .expect_status(409)
        .expect_text("adjourned (The hall closes.)")
        .expect_text("Adder wins, checkmate");
    assert!(adjourned(1));
    let path = format!("/games/{}/result", hall.game(1));
    // The game's own page does not ask for the points of what it cannot enter.
    let old = [("pick", "1:checkmate"), ("version", "0"), ("idempotency_key", "0123456789abcdef")];
    hall.tessa.post_form(&at(&path), &old).expect_status(409);
    let version = page.hidden("version").unwrap();
    hall.post(&path, &[("pick", "1:checkmate"), ("version", &version)]).expect_status(303);
    assert_eq!((points(&hall, 1).as_deref(), adjourned(1)), (Some("3:0"), false));
    let seen = hall.tessa.get(&at("/rounds/1/results")).hidden("seen-2").unwrap().parse().unwrap();
    save(&hall, &rows(&hall, &[(2, "adjourned", seen, "-:agreement")])).expect_status(303);
    assert_eq!((points(&hall, 2).as_deref(), adjourned(2)), (Some("1:1"), false));
}

fn what_was_typed_is_not_lost_when_its_sender_is_signed_out(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let (tessa, grid) = (&hall.tessa, at("/rounds/1/results"));
    tessa.set_cookie(&format!("tiger_device={}; Path=/", "d".repeat(64)));
    let body = |csrf: &str| {
        let fields = with(
            rows(&hall, &[(1, "", 0, "1:checkmate")]),
            &[("idempotency_key", "0123456789abcdef"), ("password", "opensesame"), ("csrf", csrf)],
        );
        let fields = fields.iter().map(|(name, value)| format!("{name}={}", value.replace(':', "%3A")));
        fields.collect::<Vec<_>>().join("&")
    };
    let (old, address) = (body(&tessa.csrf()), tessa.address());
    let here = format!("http://{address}");
    let sent_from = format!("{here}{grid}?page=1");
    let post = |origin: &str, body: &str| {
        let kind = ("content-type", "application/x-www-form-urlencoded");
        tessa.post_with(&grid, &[kind, ("origin", origin), ("referer", &sent_from)], body)
    };
    tessa.post_form("/sign-out", &[]).expect_redirect("/");
    let typed = "pick-1=1%3Acheckmate";
    post(&here, &old)
        .expect_status(401)
        .expect_text("<h1>You are signed out</h1>")
        .expect_text(&format!("/sign-in?next={grid}%3Fpage%3D1\" target=\"_blank\">"))
        .expect_text("What you typed is not lost")
        .expect_text(typed)
        .expect_no_text("opensesame");
    // A page of another origin has nothing shown that could be sent by one press.
    for origin in ["null", "http://other.example"] {
        post(origin, &old).expect_status(401).expect_no_text("checkmate");
    }
    // A form that could bring a file comes back too, unless it does.
    let parts = |file: &str| {
        let part = |name: &str, value: &str| {
            format!("--parts\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
        };
        let file = part(&format!("board\"; filename=\"{file}"), file);
        let body = format!("{}{file}--parts--\r\n", part("pick-1", "1:checkmate"));
        let kind = ("content-type", "multipart/form-data; boundary=parts");
        tessa.post_with(&grid, &[kind, ("origin", &here), ("referer", &sent_from)], &body).expect_status(401)
    };
    parts("").expect_text(typed);
    parts("board.txt").expect_no_text(typed).expect_text("Going back in the browser shows what you typed");
    let sign_in = |browser: &Browser| {
        let session = browser.cookie("tiger_session").unwrap();
        tessa.set_cookie(&format!("tiger_session={session}; Path=/"));
    };
    let (_, other) = app.sign_in("robin");
    sign_in(&other);
    post(&here, &old).expect_status(403).expect_text("You are signed in as <strong>robin</strong>");
    let tessas_id = hall.event().staff.keys().next().copied().unwrap();
    sign_in(&app.signed_in(tessas_id));
    let page =
        post(&here, &old).expect_status(403).expect_text("You are signed in as <strong>tessa</strong>");
    assert!(points(&hall, 1).is_none());
    let page = page.expect_text(typed).expect_no_text("opensesame");
    let (_, held) = page.body.split_once("class=\"panel\"").unwrap();
    let (_, token) = held.split_once("name=\"csrf\" value=\"").unwrap();
    let (_, held) = held.split_once("name=\"held\" value=\"").unwrap();
    let held = held.split('"').next().unwrap().replace("&#38;", "&");
    let back = held.replace('%', "%25").replace('&', "%26").replace('=', "%3D");
    post(&here, &format!("csrf={}&held={back}", &token[..64])).expect_status(303);
    assert_eq!(points(&hall, 1).as_deref(), Some("3:0"));
}

fn taking_a_result_back_takes_a_reason(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    save(&hall, &rows(&hall, &[(1, "", 0, "1:checkmate")])).expect_status(303);
    let form = rows(&hall, &[(1, "1:checkmate", seen(&hall, 1), "")]);
    save(&hall, &form).expect_status(422).expect_text("Say why the result is taken back.");
    assert!(points(&hall, 1).is_some());
    save(&hall, &with(form, &[("reason-1", "Wrong board.")])).expect_status(303);
    assert!(points(&hall, 1).is_none());
}

fn a_round_closes_when_nothing_is_missing_and_opens_again_with_a_reason(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    save(&hall, &rows(&hall, &[(1, "", 0, "1:checkmate")])).expect_status(303);
    hall.post("/rounds/1/close", &[])
        .expect_status(422)
        .expect_text("The round cannot be closed yet")
        .expect_text("Bear – Crane: There is no result.");
    save(&hall, &rows(&hall, &[(2, "", 0, "-:forfeit")])).expect_status(303);
    let form = [("idempotency_key", "0123456789abcdef")];
    for _ in 0..2 {
        hall.post("/rounds/1/close", &form).expect_redirect(&at("/desk"));
    }
    assert_eq!(hall.state_of(1), RoundState::Closed);
    hall.tessa
        .get(&at("/rounds/1/results"))
        .expect_status(200)
        .expect_text("neither came")
        .expect_text("Reopen the round");
    save(&hall, &rows(&hall, &[(1, "1:checkmate", seen(&hall, 1), "0:checkmate")]))
        .expect_status(422)
        .expect_text("Round 1 is closed. Reopen it first");
    hall.post("/rounds/1/reopen", &[("reason", " ")]).expect_status(422).expect_text("Say why");
    hall.post("/rounds/1/reopen", &[("reason", "A slip at board 1.")])
        .expect_redirect(&at("/rounds/1/results"));
    assert_eq!(hall.state_of(1), RoundState::Published);
}

fn a_round_is_taken_back_while_nothing_has_happened(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.publish_round();
    let long = "x".repeat(1001);
    hall.post("/rounds/1/unpublish", &[("reason", &long)])
        .expect_status(422)
        .expect_text(&long)
        .expect_text("at most 1000 fit");
    hall.post("/rounds/1/unpublish", &[("reason", "Eagle has come after all.")])
        .expect_redirect(&at("/draft"));
    assert_eq!(hall.state_of(1), RoundState::Draft);
    hall.tessa.get(&at("/rounds/1/results")).expect_redirect(&at("/draft"));
    hall.post("/draft/publish", &[]).expect_redirect(&at("/rounds/1/results"));
    save(&hall, &rows(&hall, &[(1, "", 0, "1:checkmate")])).expect_status(303);
    hall.post("/rounds/1/unpublish", &[("reason", "No.")])
        .expect_status(422)
        .expect_text("Something has happened at board 1");
}
