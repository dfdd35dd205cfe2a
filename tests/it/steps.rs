//! `/events/{slug}/games/{game}/steps/...`: what is said, noted and undone at a board.

mod bearer;
mod elsewhere;

use tiger_event::ids::RulingId;
use tiger_event::protocol::{ClaimState, OfferState};
use tiger_event::result::Source;
use tiger_event::{ChoiceCommand, EventCommand, Reason, ResultEntry, Seat};
use tiger_rules::{Answer, Ending, GameKind, GamePoints, Knights};

use crate::rig::{Answer as Reply, Backend, Browser, key, on_both_databases, on_sqlite};
use crate::room::{Scene, lancer_record};
use tiger_arbiter::clock::new_id;

/// Sends a step without confirming anything.
fn send(s: &Scene, browser: &Browser, step: &str, fields: &[(&str, &str)], number: u32) -> Reply {
    let key = key(number);
    let mut all = fields.to_vec();
    all.push(("idempotency_key", key.as_str()));
    if !fields.iter().any(|(name, _)| *name == "version") {
        all.push(("version", "18446744073709551615"));
    }
    browser.post_form(&s.path(&format!("/steps/{step}")), &all)
}

/// Sends a step and confirms the points that the app shows.
fn confirm(s: &Scene, browser: &Browser, step: &str, fields: &[(&str, &str)], number: u32) -> Reply {
    let asked = send(s, browser, step, fields, number).expect_status(200);
    let confirmed = asked.confirmation().expect("the app asks first");
    let mut all = fields.to_vec();
    all.push(("confirmed", &confirmed));
    send(s, browser, step, &all, number)
}

fn points(s: &Scene) -> [String; 2] {
    s.game().result.unwrap().points.map(GamePoints::decimal)
}

/// A TigerVariation: the players agree on Open, the two dice are a double.
fn tiger(backend: Backend) -> Scene {
    let s = Scene::new(backend, GameKind::TigerChess);
    s.arbiter
        .post_form(
            &s.path("/choice"),
            &[("asked", "open"), ("answer", "yes"), ("idempotency_key", &key(9001))],
        )
        .expect_status(303);
    s.arbiter
        .post_form(&s.path("/dice/cup"), &[("faces", "3 3"), ("idempotency_key", &key(9002))])
        .expect_status(303);
    s
}

/// A game of Dragon with Swords and the Arrowhead.
fn dragon(backend: Backend) -> Scene {
    let s = Scene::new(backend, GameKind::Dragon);
    for _ in 0..2 {
        s.app.commit(
            s.event,
            ChoiceCommand::AnswerChoice {
                game: s.game,
                answer: Answer::Knights(Knights::Sword),
                asked: None,
            },
        );
    }
    s.app.commit(
        s.event,
        ChoiceCommand::AnswerChoice { game: s.game, answer: Answer::Agreed(false), asked: None },
    );
    s
}

on_both_databases!(
    the_last_step_is_undone_and_the_register_remembers,
    points_that_changed_meanwhile_are_shown_again
);
on_sqlite!(
    the_room_says_what_is_due_and_who_does_it,
    a_draw_is_offered_and_accepted_after_both_saw_the_points,
    a_declined_offer_stays_visible_and_play_goes_on,
    an_inevitable_planting_is_agreed_after_the_flag_fell,
    a_flag_in_the_deployment_is_noted_and_the_other_posts_on,
    a_claim_is_checked_from_the_record_and_judged_by_the_arbiter,
    a_seer_is_consulted_three_times_and_no_more,
    seers_are_named_in_the_entry_or_appointed_for_a_game,
    in_dragon_there_are_truces_and_no_draws,
    incidents_and_disqualifications_stand_in_the_register,
    dice_and_records_are_not_undone,
    nothing_of_the_protocol_is_public
);

fn the_room_says_what_is_due_and_who_does_it(backend: Backend) {
    let s = tiger(backend);
    s.first
        .get(&s.path("/room"))
        .expect_status(200)
        .expect_text("Royal Guards")
        .expect_text("Due now")
        .expect_text("the Siberian first");
    send(&s, &s.first, "engage", &[], 1).expect_status(403);
    s.arbiter.get(&s.path("/room")).expect_text("The deployment is over");
    send(&s, &s.arbiter, "engage", &[], 2).expect_status(303);
    send(&s, &s.arbiter, "engage", &[], 2).expect_status(303);
    send(&s, &s.arbiter, "engage", &[], 3).expect_status(422).expect_text("has begun already");
    s.arbiter
        .get(&s.path("/room"))
        .expect_text("move in turn")
        .expect_no_text("The deployment is over</button>");
    s.app.visitor().post_form(&s.path("/steps/engage"), &[("idempotency_key", &key(4))]).expect_status(404);
    let nowhere = format!("/events/open/games/{}/steps/engage", new_id::<RulingId>());
    s.arbiter.post_form(&nowhere, &[("idempotency_key", &key(5))]).expect_status(404);
}

fn a_draw_is_offered_and_accepted_after_both_saw_the_points(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    send(&s, &s.first, "offer", &[("offer", "everything")], 1)
        .expect_status(422)
        .expect_text("Choose what is offered.");
    send(&s, &s.first, "offer", &[("offer", "draw"), ("player", "1")], 2).expect_status(303);
    assert_eq!(s.game().protocol.offers[0].player, Seat::First, "one's own seat counts, not the form's");
    send(&s, &s.first, "offer", &[("offer", "draw")], 3)
        .expect_status(422)
        .expect_text("waits for its answer already");
    let step = s.game().protocol.offers[0].step.to_string();
    let accept = [("step", step.as_str()), ("answer", "accept")];
    send(&s, &s.first, "answer", &accept, 4).expect_status(403);
    s.second
        .get(&s.path("/room"))
        .expect_text("Moor offers a draw; Ash answers.")
        .expect_text("value=\"accept\"");
    send(&s, &s.second, "answer", &[("step", &step), ("answer", "perhaps")], 5).expect_status(422);
    send(&s, &s.second, "answer", &[("step", "999"), ("answer", "accept")], 6).expect_status(404);
    send(&s, &s.second, "answer", &accept, 7)
        .expect_status(200)
        .expect_text("draw, agreement (1 : 1)")
        .expect_text("Draw of any kind, each: 1 (rules 13b and 16).");
    assert!(s.game().result.is_none(), "seen is not confirmed");
    for _ in 0..2 {
        confirm_or_done(&s, &accept, 7);
    }
    assert_eq!(s.game().result.unwrap().source, Source::Agreement);
    assert!(matches!(s.game().protocol.offers[0].state, OfferState::Accepted { .. }));
    let version = s.app.state().ledger.event(s.event).unwrap().version;
    s.arbiter.get("/events/open/ledger").expect_text("Moor offers a draw").expect_text("Ash accepts a draw");
    assert_eq!(version, s.app.state().ledger.event(s.event).unwrap().version);
}

fn a_declined_offer_stays_visible_and_play_goes_on(backend: Backend) {
    let s = dragon(backend);
    send(&s, &s.first, "offer", &[("offer", "concession")], 1)
        .expect_status(422)
        .expect_text("in lieu of what");
    send(&s, &s.first, "offer", &[("offer", "concession-planting")], 2).expect_status(303);
    assert!(s.game().result.is_none(), "in lieu of planting needs the winner's acceptance");
    let step = s.game().protocol.offers[0].step.to_string();
    send(&s, &s.second, "answer", &[("step", &step), ("answer", "decline")], 3).expect_status(303);
    assert!(s.game().result.is_none());
    s.first.get(&s.path("/room")).expect_text("Declined; play goes on.");
    // What asks for an answer waits for the one before; what takes effect at once waits for nothing.
    send(&s, &s.first, "offer", &[("offer", "concession-planting")], 5).expect_status(303);
    send(&s, &s.first, "offer", &[("offer", "concession-planting")], 6)
        .expect_status(422)
        .expect_text("waits for its answer already");
    confirm(&s, &s.first, "offer", &[("offer", "concession-direct-capture")], 4).expect_status(303);
    assert!(matches!(s.game().protocol.offers[1].state, OfferState::Lapsed { .. }));
    assert_eq!(
        (points(&s), s.game().result.unwrap().source),
        (["0".to_owned(), "5".to_owned()], Source::Concession)
    );
    s.second.get(&s.path("/room")).expect_text("Conceded at the board");
}

fn an_inevitable_planting_is_agreed_after_the_flag_fell(backend: Backend) {
    let s = dragon(backend);
    let flag = [("player", "0"), ("version", "0")];
    send(&s, &s.first, "flag", &flag, 1).expect_status(403);
    send(&s, &s.arbiter, "flag", &[("player", "7")], 2)
        .expect_status(422)
        .expect_text("Say whose flag has fallen.");
    send(&s, &s.arbiter, "flag", &[("player", "0"), ("phase", "deployment")], 3)
        .expect_status(422)
        .expect_text("has no deployment");
    send(&s, &s.arbiter, "flag", &flag, 4)
        .expect_status(200)
        .expect_text("Loss on time: 5 + 1/2 (rule 27b).");
    confirm(&s, &s.arbiter, "flag", &flag, 4).expect_status(303);
    assert_eq!(points(&s), ["0", "5.5"]);
    send(&s, &s.second, "offer", &[("offer", "planting")], 5).expect_status(303);
    let step = s.game().protocol.offers[0].step.to_string();
    confirm(&s, &s.first, "answer", &[("step", &step), ("answer", "accept")], 6).expect_status(303);
    assert_eq!(points(&s), ["0", "3"]);
    send(&s, &s.arbiter, "flag", &[("player", "1"), ("version", "0")], 7)
        .expect_status(409)
        .expect_text("Ash wins, loss on time");
    let [lost, agreed] = [" (0 : 5 + 1/2)", ", planting agreed to be inevitable (0 : 3)"]
        .map(|rest| format!("“Ash wins, loss on time{rest}”"));
    s.arbiter
        .get("/events/open/ledger")
        .expect_text(&format!("flag has fallen; result {lost}"))
        .expect_text(&format!("result changed from {lost} to {agreed}"));
}

fn a_flag_in_the_deployment_is_noted_and_the_other_posts_on(backend: Backend) {
    let s = tiger(backend);
    send(&s, &s.arbiter, "flag", &[("player", "1"), ("phase", "deployment")], 1).expect_status(303);
    assert!(s.game().result.is_none());
    s.first.get(&s.path("/room")).expect_text("posts no more Swordsmen; the other posts on");
    send(&s, &s.arbiter, "flag", &[("player", "1"), ("phase", "deployment")], 2)
        .expect_status(422)
        .expect_text("already");
    let lost = [("player", "1"), ("phase", "engagement"), ("bearer", "on")];
    send(&s, &s.arbiter, "flag", &lost, 3)
        .expect_status(200)
        .expect_text("the winner&#39;s Standard Bearer captured: 3");
    confirm(&s, &s.arbiter, "flag", &lost[..2], 4).expect_status(303);
    assert_eq!(points(&s), ["6", "0"]);
}

fn a_claim_is_checked_from_the_record_and_judged_by_the_arbiter(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let twice = "1. G1-G3 G8-G6 2. G3-G1 G6-G8";
    s.hand_in(&s.first, &lancer_record("*", "", twice).replace("[Termination \"\"]\n", ""), 1)
        .expect_status(303);
    send(&s, &s.first, "claim", &[("claim", "luck")], 2)
        .expect_status(422)
        .expect_text("Choose what is claimed.");
    send(&s, &s.first, "claim", &[("claim", "repetition")], 3).expect_status(303);
    let claim = s.game().protocol.claims[0].clone();
    assert_eq!(claim.finding.map(|finding| (finding.count, finding.holds())), Some((2, false)));
    s.arbiter.get("/events/open/queue").expect_text("claims: repetition").expect_text("for the 2nd time");
    let step = claim.step.to_string();
    send(&s, &s.second, "judge", &[("step", &step), ("verdict", "grant")], 4).expect_status(403);
    send(&s, &s.arbiter, "judge", &[("step", &step), ("verdict", "grant")], 5)
        .expect_status(422)
        .expect_text("say why it is granted");
    let refuse = [("step", step.as_str()), ("verdict", "refuse"), ("reason", "Twice only.")];
    send(&s, &s.arbiter, "judge", &refuse, 6).expect_status(303);
    s.first.get(&s.path("/room")).expect_text("Refused by").expect_text("Twice only.");
    let thrice = format!("{twice} 3. G1-G3 G8-G6 4. G3-G1 G6-G8");
    s.hand_in(&s.first, &lancer_record("*", "", &thrice).replace("[Termination \"\"]\n", ""), 7)
        .expect_status(303);
    send(&s, &s.second, "claim", &[("claim", "repetition")], 8).expect_status(303);
    let step = s.game().protocol.claims[1].step.to_string();
    let grant = [("step", step.as_str()), ("verdict", "grant")];
    confirm(&s, &s.arbiter, "judge", &grant, 9).expect_status(303);
    let ClaimState::Judged(judged) = s.game().protocol.claims[1].state.clone() else { panic!() };
    assert!(judged.is_granted && judged.finding.is_some_and(|finding| finding.holds()));
    assert_eq!(s.game().result.unwrap().entry, ResultEntry::plain(None, Ending::Repetition));
    send(&s, &s.arbiter, "judge", &[("step", "4711"), ("verdict", "grant")], 10).expect_status(404);
}

fn a_seer_is_consulted_three_times_and_no_more(backend: Backend) {
    let s = dragon(backend);
    for number in 1..=3 {
        send(&s, &s.first, "seer", &[], number).expect_status(303);
        send(&s, &s.first, "seer", &[], number).expect_status(303);
    }
    assert_eq!(s.game().protocol.consulted(Seat::First), 3, "the same form twice counts once");
    send(&s, &s.first, "seer", &[], 4)
        .expect_status(422)
        .expect_text("The Storm Seer has been consulted 3 times");
    s.second
        .get(&s.path("/room"))
        .expect_text("consulted 3 of 3 times")
        .expect_text("Consult the Forest Seer");
    let other = Scene::new(backend, GameKind::LancerChess);
    send(&other, &other.first, "seer", &[], 5).expect_status(422).expect_text("LancerChess knows no Seers.");
}

fn in_dragon_there_are_truces_and_no_draws(backend: Backend) {
    let s = dragon(backend);
    send(&s, &s.first, "offer", &[("offer", "draw")], 1).expect_status(303);
    s.second.get(&s.path("/room")).expect_text("Moor offers a Truce; Ash answers.");
    let report = |browser: &Browser, result, number| {
        let form = [("result", result), ("idempotency_key", &*key(number))];
        browser.post_and_confirm(&s.path("/report"), &form).expect_status(303);
    };
    report(&s.first, "-:agreement", 2);
    report(&s.second, "1:direct-capture", 3);
    s.arbiter
        .get("/events/open/queue")
        .expect_text("Moor reports: Truce by agreement. Ash reports: Moor wins, direct capture.");
    for path in [
        s.path("/room"),
        s.path("/scoresheet"),
        s.path("/result"),
        "/events/open/rounds/1/results".to_owned(),
        "/events/open/rounds/1/print/slips".to_owned(),
        "/events/open/ledger".to_owned(),
        "/events/open".to_owned(),
    ] {
        let page = s.arbiter.get(&path).expect_status(200);
        for words in
            [" draw ", " draw,", " draw.", " draw:", ">Draw<", ">Draw:", "draw by", " direct-capture"]
        {
            assert!(!page.body.contains(words), "{path} says{words}");
        }
    }
}

fn seers_are_named_in_the_entry_or_appointed_for_a_game(backend: Backend) {
    let s = dragon(backend);
    let entry = s.game().first;
    let named = [("seer", "Vale, Ida"), ("idempotency_key", &*key(1))];
    let path = format!("/events/open/entries/{entry}");
    s.first.post_form(&format!("{path}/seer"), &named).expect_status(403);
    s.arbiter.post_form(&format!("{path}/seer"), &named).expect_redirect(&path);
    s.arbiter.get(&path).expect_text("value=\"Vale, Ida\"");
    s.first.get(&s.path("/room")).expect_text("Vale, Ida").expect_text("nobody appointed");
    let appointed = |player, seer| [("player", player), ("seer", seer)];
    send(&s, &s.first, "appoint", &appointed("0", "Reed, Tom"), 2).expect_status(403);
    send(&s, &s.arbiter, "appoint", &appointed("0", "Reed, Tom"), 3).expect_status(303);
    send(&s, &s.arbiter, "appoint", &appointed("1", "Rook, Ann"), 4).expect_status(303);
    send(&s, &s.first, "seer", &[], 5).expect_status(303);
    s.second
        .get(&s.path("/room"))
        .expect_no_text("Vale, Ida")
        .expect_text("Rook, Ann")
        .expect_text("consults the Seer, Reed, Tom");
    s.arbiter.get("/events/open/ledger").expect_text("Reed, Tom appointed Seer of Moor");
    s.arbiter
        .get("/events/open/rounds/1/print/slips")
        .expect_text("Seer Reed, Tom")
        .expect_text("Seer Rook, Ann");
    send(&s, &s.arbiter, "appoint", &appointed("0", ""), 6).expect_status(303);
    s.first.get(&s.path("/room")).expect_text("Vale, Ida");
    let other = Scene::new(backend, GameKind::LancerChess);
    send(&other, &other.arbiter, "appoint", &appointed("0", "Reed, Tom"), 7)
        .expect_status(422)
        .expect_text("LancerChess knows no Seers.");
}

fn incidents_and_disqualifications_stand_in_the_register(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let incident =
        [("kind", "touch-move"), ("player", "0"), ("words", "Touched the Baron."), ("article", "Rule 10")];
    send(&s, &s.second, "incident", &incident, 1).expect_status(403);
    send(&s, &s.arbiter, "incident", &[("kind", "touch-move"), ("player", "0"), ("words", " ")], 2)
        .expect_status(422)
        .expect_text("Please fill this in.");
    send(
        &s,
        &s.arbiter,
        "incident",
        &[("kind", "touch-move"), ("player", "0"), ("words", "x"), ("article", &"y".repeat(90))],
        3,
    )
    .expect_status(422)
    .expect_text("at most 80");
    let nobody = [("kind", ""), ("player", ""), ("words", "Touched the Baron.")];
    send(&s, &s.arbiter, "incident", &nobody, 8)
        .expect_status(422)
        .expect_text("Choose what sort of incident it was.")
        .expect_text("Say whom it concerns.");
    let room = s.arbiter.get(&s.path("/room"));
    let form = room.body.split_once("/steps/incident").unwrap().1.split_once("</form>").unwrap().0;
    assert_eq!(form.matches("<option value=\"\">Choose</option>").count(), 2, "{form}");
    send(&s, &s.arbiter, "incident", &incident, 4).expect_status(303);
    let out = [
        ("offender", "0"),
        ("awarded", "2.5"),
        ("reason", "Did not give of his best."),
        ("article", "Rule 4"),
    ];
    send(&s, &s.arbiter, "disqualify", &[("offender", "0"), ("reason", "x")], 5)
        .expect_status(422)
        .expect_text("enter the points");
    send(&s, &s.arbiter, "disqualify", &out, 6)
        .expect_status(200)
        .expect_text("what the arbiter awards (rule 4)");
    confirm(&s, &s.arbiter, "disqualify", &out, 6).expect_status(303);
    assert_eq!(points(&s), ["0", "2.5"]);
    s.arbiter
        .get("/events/open/rulings")
        .expect_status(200)
        .expect_text("Touched the Baron.")
        .expect_text("Rule 10")
        .expect_text("Did not give of his best.")
        .expect_text("(0 : 2½)");
    s.arbiter.get("/events/open/ledger").expect_text("(0 : 2½)");
}

fn the_last_step_is_undone_and_the_register_remembers(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let out = [("offender", "1"), ("awarded", "3"), ("reason", "The wrong board.")];
    confirm(&s, &s.arbiter, "disqualify", &out, 1).expect_status(303);
    let step = s.game().last.unwrap().step.to_string();
    send(&s, &s.first, "undo", &[("step", &step)], 2).expect_status(403);
    send(&s, &s.arbiter, "undo", &[("step", "1")], 3)
        .expect_status(409)
        .expect_text("the last step at board 1");
    send(&s, &s.arbiter, "undo", &[], 4).expect_status(404);
    send(&s, &s.arbiter, "undo", &[("step", &step)], 5)
        .expect_status(200)
        .expect_text("undo: Ash disqualified")
        .expect_text("no result");
    confirm(&s, &s.arbiter, "undo", &[("step", &step)], 5).expect_status(303);
    assert!(s.game().result.is_none());
    send(&s, &s.arbiter, "undo", &[("step", &step)], 6)
        .expect_status(422)
        .expect_text("Nothing can be undone here now.");
    let event = s.app.state().ledger.event(s.event).unwrap();
    assert!(event.rulings[0].undone_at.is_some());
    s.arbiter.get("/events/open/rulings").expect_text("The wrong board.").expect_text("Undone");
    s.arbiter.get("/events/open/ledger").expect_text("undone: Ash disqualified");
    let replayed = s.app.state().ledger.replay(s.event, event.version).unwrap();
    assert_eq!(&replayed, &*event);
}

fn dice_and_records_are_not_undone(backend: Backend) {
    let s = tiger(backend);
    s.arbiter.get(&s.path("/room")).expect_no_text("Undo this step");
    send(&s, &s.arbiter, "incident", &[("kind", "other"), ("player", "-"), ("words", "A glass fell.")], 1)
        .expect_status(303);
    let page = s.arbiter.get(&s.path("/room")).expect_text("Undo this step");
    let step = page.hidden("step").unwrap();
    send(&s, &s.arbiter, "undo", &[("step", &step)], 2).expect_status(303);
    assert!(s.game().protocol.incidents.is_empty());
    assert_eq!(s.game().casts.len(), 1);
}

fn points_that_changed_meanwhile_are_shown_again(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    s.arbiter
        .post_form(&s.path("/choice"), &[("asked", "open"), ("answer", "yes"), ("idempotency_key", &key(1))])
        .expect_status(303);
    let reason = Reason::parse("Decided.").unwrap();
    let form = [
        ("pick", "1:concession"),
        ("reason", reason.as_str()),
        ("idempotency_key", &*key(2)),
        ("version", "99"),
    ];
    let asked = s
        .arbiter
        .post_form(&s.path("/overrule"), &form)
        .expect_status(200)
        .expect_text("Concession: 3 (rule 14).");
    s.arbiter
        .post_form(&s.path("/dice/cup"), &[("faces", "5 5"), ("idempotency_key", &key(3))])
        .expect_status(303);
    let confirmed = asked.confirmation().unwrap();
    let mut again = form.to_vec();
    again.push(("confirmed", &confirmed));
    let asked = s
        .arbiter
        .post_form(&s.path("/overrule"), &again)
        .expect_status(200)
        .expect_text("This has changed since you looked")
        .expect_text("Concession: 6 (TigerVariation, rule 6).");
    let confirmed = asked.confirmation().unwrap();
    again.pop();
    again.push(("confirmed", &confirmed));
    s.arbiter.post_form(&s.path("/overrule"), &again).expect_status(303);
    let event = s.app.state().ledger.event(s.event).unwrap();
    assert_eq!(event.rulings[0].after.entry, ResultEntry::plain(Some(Seat::First), Ending::Concession(None)));
    assert_eq!(points(&s), ["6", "0"]);
}

fn nothing_of_the_protocol_is_public(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
    send(&s, &s.first, "offer", &[("offer", "draw")], 1).expect_status(303);
    send(
        &s,
        &s.arbiter,
        "incident",
        &[("kind", "warning"), ("player", "0"), ("words", "Whistled a tune.")],
        2,
    )
    .expect_status(303);
    for path in ["", "/rounds/1", "/event.json", "/games"] {
        s.app
            .visitor()
            .get(&format!("/events/open{path}"))
            .expect_status(200)
            .expect_no_text("Whistled")
            .expect_no_text("offer_");
    }
    s.app.visitor().get(&s.path("")).expect_status(200).expect_no_text("Whistled");
    s.app.visitor().get(&s.path("/room")).expect_status(303);
}

/// Confirms the answer; the second time it is done already and answered the same.
fn confirm_or_done(s: &Scene, accept: &[(&str, &str)], number: u32) {
    let asked = send(s, &s.second, "answer", accept, number);
    match asked.confirmation() {
        Some(confirmed) => {
            let mut all = accept.to_vec();
            all.push(("confirmed", &confirmed));
            send(s, &s.second, "answer", &all, number).expect_status(303);
        }
        None => drop(asked.expect_status(303)),
    }
}
