//! What the protocol leads to beyond the room: precedents, and the arbiters' queue.

use diesel::connection::SimpleConnection;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::db::DbError;
use tiger_event::protocol::OfferState;
use tiger_event::{EntryCommand, EventCommand, Reason, ResultCommand, ResultEntry, RoundCommand};
use tiger_rules::{Ending, GameKind};

use super::{confirm, points, send, tiger};
use crate::rig::{Backend, PASSWORD, key, on_both_databases, on_sqlite};
use crate::room::Scene;

on_both_databases!(precedents_tell_rule_and_reason_but_no_names);
on_sqlite!(
    an_offer_that_nobody_at_the_board_can_answer_waits_in_the_queue,
    an_offer_is_told_on_the_scoresheet_and_one_that_crosses_it_accepts,
    an_answer_that_is_no_yes_is_told_above_the_sheet,
    a_player_calls_the_arbiter_who_says_that_he_was_there,
    a_disqualification_asks_for_the_password_after_an_hour,
    a_step_that_comes_too_late_says_so,
    whoever_is_overruled_reads_why_and_until_when_appeals_are_heard,
    a_flag_noted_in_the_deployment_reaches_the_sheets
);

fn whoever_is_overruled_reads_why_and_until_when_appeals_are_heard(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let objection = "Is it not right? Tell an arbiter. Appeals are handed in until";
    s.first.get(&s.path("/room")).expect_no_text(objection);
    let (result, reason) =
        (ResultEntry::plain(None, Ending::Agreement), Reason::parse("The sheet says so.").unwrap());
    let (ruling, article) = (new_id(), None);
    s.app.commit(
        s.event,
        ResultCommand::Overrule { game: s.game, ruling, result, reason, article, seen: u64::MAX },
    );
    for player in [&s.first, &s.second] {
        player.get(&s.path("/room")).expect_text(": The sheet says so, ").expect_text(objection);
    }
    s.arbiter.get(&s.path("/room")).expect_text(": The sheet says so, ").expect_no_text(objection);
}

fn a_step_that_comes_too_late_says_so(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let result = ResultEntry::plain(None, Ending::Agreement);
    s.app.commit(s.event, ResultCommand::EnterResult { game: s.game, result, seen: u64::MAX });
    // Whoever still has the page from before has forms that are there no more.
    for (step, what, number) in [("offer", "concession", 1), ("claim", "flag", 2)] {
        send(&s, &s.first, step, &[(step, what)], number)
            .expect_status(422)
            .expect_text("This game has its result already");
    }
}

fn a_disqualification_asks_for_the_password_after_an_hour(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let out = [("offender", "0"), ("awarded", "3"), ("reason", "Used a telephone.")];
    // Whoever sits down at a place that was left open for hours decides nothing.
    let sql = "UPDATE sessions SET confirmed_at = '2026-01-01 00:00:00'";
    s.app.state().db.read(|db| Ok::<_, DbError>(db.batch_execute(sql)?)).unwrap();
    send(&s, &s.arbiter, "disqualify", &out, 1)
        .expect_status(403)
        .expect_text("type your password once more");
    assert!(s.game().result.is_none());
    let fields = [("password", PASSWORD), ("next", "/events/open"), ("idempotency_key", &*key(2))];
    s.arbiter.post_form("/account/confirm", &fields).expect_redirect("/events/open");
    confirm(&s, &s.arbiter, "disqualify", &out, 3).expect_status(303);
    assert_eq!(points(&s), ["0", "3"]);
}

fn precedents_tell_rule_and_reason_but_no_names(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let out = [
        ("offender", "0"),
        ("awarded", "3"),
        ("reason", "Moor, warned on 21 November 2026, used a telephone."),
        ("article", "Rule 4"),
    ];
    // The form says that the points are asked for.
    let page = s.arbiter.get(&s.path("/room")).expect_status(200);
    let (_, points) = page.body.split_once("Points for the opponent").unwrap();
    assert!(!points.split_once("<input").unwrap().0.contains("optional"), "{}", page.body);
    confirm(&s, &s.arbiter, "disqualify", &out, 1).expect_status(303);
    let incident = [
        ("kind", "warning"),
        ("player", "1"),
        ("words", "Ash spoke to tessa and to Orin Kestrel at 14:32."),
        ("article", "Rule 2"),
    ];
    send(&s, &s.arbiter, "incident", &incident, 2).expect_status(303);
    // Whoever made an event is no arbiter of the house by that.
    s.arbiter.get("/precedents").expect_status(403).expect_text("an administrator of this installation");
    let (_, admin) = s.app.sign_in_admin();
    let chief = *s.app.state().ledger.event(s.event).unwrap().staff.keys().next().unwrap();
    let named = admin.post_form(&format!("/users/{chief}/arbiter"), &[("is_arbiter", "yes")]);
    named.expect_redirect("/users");
    s.arbiter.post_form(&format!("/users/{chief}/arbiter"), &[("is_arbiter", "yes")]).expect_status(403);
    s.arbiter.get("/precedents").expect_status(200).expect_text("No precedents");
    s.app.commit(s.event, RoundCommand::CloseRound { round: 1 });
    s.app.commit(s.event, EventCommand::FinishEvent { is_finished: true });
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: false });
    s.arbiter.get("/precedents").expect_text("No precedents");
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
    let page = s
        .arbiter
        .get("/precedents")
        .expect_status(200)
        .expect_text("LancerChess, Rule 4")
        .expect_text("Bengal, warned on some day 2026, used a telephone.")
        .expect_text("no result, then Siberian wins, disqualification (0 : 3)")
        .expect_text("Siberian spoke to an arbiter and to somebody at some time.");
    let page = page.body.split("<main").nth(1).unwrap().to_owned();
    for word in ["Moor", "Ash", "Kestrel", "14:32", "November"] {
        assert!(!page.contains(word), "{word}: {page}");
    }
    s.arbiter.get("/precedents?game=dragon").expect_text("0 of 2 found");
    s.arbiter
        .get("/precedents?rule=rule+4&words=telephone")
        .expect_text("1 of 2 found")
        .expect_no_text("spoke to");
    s.arbiter.get("/precedents?game=checkers").expect_status(422);
    s.first.get("/precedents").expect_status(403);
    admin.post_form(&format!("/users/{chief}/arbiter"), &[]).expect_redirect("/users");
    s.arbiter.get("/precedents").expect_status(403);
    s.app.visitor().get("/precedents").expect_redirect("/sign-in?next=/precedents");
}

fn an_offer_that_nobody_at_the_board_can_answer_waits_in_the_queue(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    send(&s, &s.first, "offer", &[("offer", "draw")], 1).expect_status(303);
    let badge = "1<span class=\"sr-only\"> open</span>";
    s.arbiter.get("/events/open/queue").expect_no_text("cannot answer here").expect_no_text(badge);
    let entry = s.game().second;
    s.app.commit(s.event, EntryCommand::DismissSpeaker { entry });
    let queue =
        s.arbiter.get("/events/open/queue").expect_text("Moor offers a draw; Ash cannot answer here.");
    queue.expect_text(badge);
    send(&s, &s.first, "claim", &[("claim", "flag")], 2).expect_status(303);
    s.arbiter.get("/events/open/queue").expect_text("flag has fallen").expect_text("/room#flag");
    confirm(&s, &s.arbiter, "flag", &[("player", "1"), ("version", "0")], 3).expect_status(303);
    s.arbiter.get("/events/open/queue").expect_no_text("flag has fallen").expect_no_text("cannot answer");
    assert_eq!(points(&s), ["3", "0"]);
}

fn an_offer_is_told_on_the_scoresheet_and_one_that_crosses_it_accepts(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let sheet = s.path("/scoresheet");
    send(&s, &s.first, "offer", &[("offer", "draw")], 1).expect_status(303);
    s.first.get(&sheet).expect_no_text("offers a draw");
    let told = s.second.get(&sheet).expect_text("Moor offers a draw.").expect_text("room#waiting");
    told.expect_text("data-live-url");
    let clock = || s.first.get(&s.path("/clock")).expect_status(200);
    clock().expect_text("Moor offers a draw;");
    s.first.get(&sheet).expect_text(" is to move.");
    // The other has not heard of it, and offers one too: both have said so.
    confirm(&s, &s.second, "offer", &[("offer", "draw")], 2).expect_status(303);
    assert_eq!(points(&s), ["1", "1"]);
    let offers = s.game().protocol.offers;
    assert!(matches!(&offers[..], [one] if matches!(one.state, OfferState::Accepted { .. })), "{offers:?}");
    s.second.get(&sheet).expect_no_text("offers a draw").expect_text("To the game room");
    clock().expect_no_text("offers a draw");
    s.first.get(&sheet).expect_text("The next move would be").expect_no_text(" is to move.");
}

fn an_answer_that_is_no_yes_is_told_above_the_sheet(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let sheet = s.path("/scoresheet");
    send(&s, &s.first, "offer", &[("offer", "draw")], 1).expect_status(303);
    let step = s.game().protocol.offers[0].step.to_string();
    send(&s, &s.second, "answer", &[("step", &*step), ("answer", "decline")], 2).expect_status(303);
    let told = "has declined what you offered: a draw. Play goes on.";
    s.first.get(&sheet).expect_text(told);
    s.first.get(&s.path("/room")).expect_text(told);
    s.second.get(&sheet).expect_no_text(told);
    // A new offer takes its place.
    send(&s, &s.first, "offer", &[("offer", "draw")], 3).expect_status(303);
    s.first.get(&sheet).expect_no_text(told);
}

fn a_player_calls_the_arbiter_who_says_that_he_was_there(backend: Backend) {
    // Before the first question is answered, too.
    let s = Scene::new(backend, GameKind::TigerChess);
    let queue = "/events/open/queue";
    let room = || s.first.get(&s.path("/room"));
    room().expect_text("Call the arbiter");
    s.arbiter.get(&s.path("/room")).expect_no_text("Call the arbiter");
    send(&s, &s.arbiter, "claim", &[("claim", "call"), ("player", "-")], 1).expect_status(422);
    send(&s, &s.first, "claim", &[("claim", "call")], 2).expect_status(303);
    send(&s, &s.first, "claim", &[("claim", "call")], 3)
        .expect_status(422)
        .expect_text("The arbiter is called already");
    room().expect_text("Moor calls the arbiter.").expect_no_text(">Call the arbiter");
    s.arbiter.get(queue).expect_text("Moor calls the arbiter.").expect_text("Go to the board");
    let call = s.game().protocol.claims[0].step.to_string();
    let answer = |verdict| [("step", call.as_str()), ("verdict", verdict)];
    send(&s, &s.first, "judge", &answer("grant"), 4).expect_status(403);
    let no = [("reason", "No time."), answer("refuse")[0], answer("refuse")[1]];
    send(&s, &s.arbiter, "judge", &no, 5).expect_status(422).expect_text("A call is not refused");
    s.arbiter.get(&s.path("/room")).expect_text("I have been there");
    send(&s, &s.arbiter, "judge", &answer("grant"), 6).expect_status(303);
    assert!(s.game().result.is_none());
    s.arbiter.get(queue).expect_no_text("calls the arbiter");
    // Neither a ruling nor a precedent; and the board can call again.
    s.arbiter.get("/events/open/rulings").expect_no_text("Claim granted").expect_no_text("is called");
    room().expect_text("Answered by").expect_text("Call the arbiter");
}

fn a_flag_noted_in_the_deployment_reaches_the_sheets(backend: Backend) {
    let s = tiger(backend);
    send(&s, &s.arbiter, "flag", &[("player", "1"), ("phase", "deployment")], 1).expect_status(303);
    // It would be the Siberian's turn; what the sheets do not say yet, one button writes.
    s.write(&s.first, "G@C G@E S@C6 S@F4 S@B3").expect_status(303);
    let due = |who: &str| format!("<strong>{who}</strong> posts Swordsman");
    s.first.get(&s.path("/room")).expect_text(&due("Moor (Bengal)"));
    s.first.get(&s.path("/scoresheet")).expect_text("A flag has fallen").expect_text("value=\"F@S\"");
    s.write(&s.first, "F@S S@C3").expect_redirect(&s.path("/scoresheet#board"));
    s.first.get(&s.path("/scoresheet")).expect_no_text("A flag has fallen");
    s.first.get(&s.path("/room")).expect_text(&due("Moor (Bengal)"));
    // With the other's flag the deployment is over, though no sheet says so.
    send(&s, &s.arbiter, "flag", &[("player", "0"), ("phase", "deployment")], 5).expect_status(303);
    s.first.get(&s.path("/room")).expect_text("<strong>Moor (Bengal)</strong> is to move");
    s.first.get(&s.path("/scoresheet")).expect_text("value=\"F@B\"");
}
