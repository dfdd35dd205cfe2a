//! `/clock/{token}`: a tablet between the players.

use serde_json::json;
use tiger_rules::GameKind;
use tiger_rules::clock::ClockSide;

use super::Scene;
use crate::rig::{Backend, key, on_both_databases, on_sqlite};

on_both_databases!(a_link_makes_one_device_the_clock, an_arbiter_holds_a_device_up_and_ends_it);
on_sqlite!(a_device_presses_one_clock_only);

fn a_link_makes_one_device_the_clock(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let link = s.link();
    let device = s.app.visitor();
    device.get(&link).expect_status(200).expect_text("Moor and Ash press it");
    device.post_form(&link, &[]).expect_redirect(&s.path(""));
    device.post_form(&link, &[]).expect_redirect(&s.path(""));
    device.get(&link).expect_redirect(&s.path(""));
    s.app.visitor().get(&link).expect_status(404).expect_text("used already");
    s.app.visitor().post_form(&link, &[]).expect_status(404);
    device.get("/clock/nonsense").expect_status(404);
    device.get(&s.path("")).expect_status(200).expect_no_text("Game room").expect_text("is-upside-down");
}

fn a_device_presses_one_clock_only(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let device = s.tablet();
    s.form(&device, 1, &[("do", "start")]).expect_status(303);
    s.form(&device, 2, &[("do", "press"), ("side", "first")]).expect_status(303);
    s.form(&device, 3, &[("do", "press"), ("side", "second")]).expect_status(303);
    assert_eq!(s.last().side(ClockSide::Second).moves, 1);
    let other = format!("/events/open/games/{}/clock", s.games[1]);
    for path in [
        other.clone(),
        format!("{other}.json"),
        "/events/open/desk".to_owned(),
        "/events/open/clocks".to_owned(),
    ] {
        device.get(&path).expect_status(404);
    }
    device
        .post_form(&format!("{other}/press"), &[("do", "start"), ("idempotency_key", &key(4))])
        .expect_status(404);
    device.get(&s.path("/book")).expect_status(403);
    let set = json!([{ "device": "0f0f0f0f0f0f", "seq": 1, "age": 0, "what": { "event": "set_time", "side": "first", "account": "main", "to": 1 } }]);
    s.send(&device, &set).expect_status(403);
    assert_eq!(s.faults(), Vec::<String>::new());
}

fn an_arbiter_holds_a_device_up_and_ends_it(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let device = s.tablet();
    s.form(&device, 1, &[("do", "start")]).expect_status(303);
    s.form(&s.arbiter, 5, &[("do", "pause")]).expect_status(303);
    s.form(&device, 6, &[("do", "resume")]).expect_status(422).expect_text("an arbiter sets it going");
    s.form(&s.arbiter, 7, &[("do", "resume")]).expect_status(303);
    let book = s.arbiter.get(&s.path("/book")).expect_status(200);
    let tablet = book.hidden("tablet").unwrap();
    let end = [("tablet", tablet.as_str()), ("idempotency_key", &*key(8))];
    s.arbiter.post_form(&s.path("/tablet/end"), &end).expect_status(303);
    s.arbiter.post_form(&s.path("/tablet/end"), &end).expect_status(303);
    let again = [("tablet", tablet.as_str()), ("idempotency_key", &*key(9))];
    s.arbiter.post_form(&s.path("/tablet/end"), &again).expect_status(404);
    s.form(&device, 10, &[("do", "press"), ("side", "first")]).expect_status(404);
    assert_eq!(s.faults(), Vec::<String>::new());
}
