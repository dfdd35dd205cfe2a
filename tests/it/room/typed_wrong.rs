//! A record that the rules refuse: put right before anybody is asked, or handed in all the same.

use tiger_rules::GameKind;

use super::{Scene, lancer_record};
use crate::rig::{Answer, Backend, Browser, key, on_sqlite};

on_sqlite!(
    a_record_with_a_typing_error_is_put_right_before_anybody_is_asked,
    an_arbiter_is_asked_by_handing_in_all_the_same_and_a_good_record_answers_it,
    a_text_that_is_no_record_of_this_game_comes_back_too
);

const WRONG: &str = "1. E2-E4 E7-E5 2. D2-D5 D7-D6";

/// Sends the form of the page that shows a fault.
fn send(s: &Scene, browser: &Browser, number: u32, fields: &[(&str, &str)]) -> Answer {
    let key = key(number);
    let all: Vec<_> = fields.iter().copied().chain([("idempotency_key", key.as_str())]).collect();
    browser.post_file(&s.path("/records"), &all, ("file", "", b""))
}

fn a_record_with_a_typing_error_is_put_right_before_anybody_is_asked(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let text = lancer_record("Bengal", "concession", WRONG);
    let page = s.hand_in(&s.arbiter, &text, 1).expect_status(422);
    let page = page
        .expect_text("Nothing has been handed in yet")
        .expect_text("Ply 3: D2-D5: ")
        .expect_text("Before ply 3, where D2-D5 is not legal.")
        .expect_text("mark-wrong")
        .expect_text("name=\"instead\" value=\"D2-D4\"")
        .expect_text("1. E2-E4 E7-E5 2. D2-D5 D7-D6 Bengal");
    assert!(s.game().records.is_empty() && s.game().disputes.is_empty());
    let hidden = ["line", "column", "written"].map(|name| (name, page.hidden(name).unwrap()));
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (*name, value.as_str())).collect();
    // Browsers send line breaks of their own.
    let typed = text.replace('\n', "\r\n");
    fields.extend([("text", typed.as_str()), ("instead", "D2-D4")]);
    send(&s, &s.arbiter, 2, &fields).expect_status(303);
    let game = s.game();
    assert_eq!((game.records.len(), game.records[0].findings.plies), (1, 4));
    assert!(game.disputes.is_empty());
    let file = s.arbiter.get(&s.path(&format!("/records/{}.tgr", game.records[0].id)));
    assert_eq!(file.body, typed.replace("D2-D5", "D2-D4"));
    // A text that was changed by hand counts as it stands.
    let mended = text.replace("E2-E4 E7-E5 2. D2-D5", "D2-D4 D7-D5 2. E2-E4").replace("D7-D6", "D5xE4");
    fields.retain(|(name, _)| *name != "text");
    fields.push(("text", mended.as_str()));
    send(&s, &s.arbiter, 3, &fields).expect_status(303);
    assert_eq!(s.game().records[1].findings.plies, 4);
}

fn an_arbiter_is_asked_by_handing_in_all_the_same_and_a_good_record_answers_it(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let good = lancer_record("Bengal", "concession", "1. E2-E4 E7-E5 2. D2-D4 D7-D6");
    let wrong = lancer_record("Bengal", "concession", WRONG);
    for number in 1..=5 {
        send(&s, &s.first, number, &[("text", &wrong), ("anyway", "yes")]).expect_status(303);
    }
    assert_eq!(s.game().disputes.len(), 1, "one player's attempts are one question");
    s.arbiter.get("/events/open/queue").expect_text("fails at ply 3");
    s.hand_in(&s.second, &good, 6).expect_status(303);
    assert!(s.game().result.is_none() && s.game().disputes.len() == 1, "the other cannot answer it");
    s.hand_in(&s.first, &good, 7).expect_status(303);
    let game = s.game();
    assert!(game.disputes.is_empty(), "{:?}", game.disputes);
    assert!(game.result.is_some(), "both records show the same");
    assert_eq!(s.app.state().ledger.verify(s.event).unwrap().faults, vec![]);
}

fn a_text_that_is_no_record_of_this_game_comes_back_too(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let other = lancer_record("Bengal", "concession", "1. E2-E4").replace("LancerChess", "Dragon");
    let page = s.hand_in(&s.first, &other, 1).expect_status(422).expect_text("This is a record of Dragon");
    page.expect_text("1. E2-E4 Bengal").expect_no_text("Hand it in all the same");
}
