//! What devices send, once, twice, late, out of turn, or sent back in time.

use std::time::Duration;

use serde_json::{Value, json};
use tiger_arbiter::db;
use tiger_event::ClockEntry;
use tiger_rules::GameKind;
use tiger_rules::clock::ClockSide;

use super::{MINUTE, Scene, marked, press};
use crate::rig::{Backend, Browser, key, on_both_databases, on_sqlite};

on_both_databases!(
    what_is_sent_twice_happens_once,
    nothing_that_is_sent_begins_no_clock,
    presses_that_waited_count_for_their_own_moments
);
on_sqlite!(
    what_comes_too_late_is_kept_and_changes_nothing,
    a_press_cannot_be_sent_backwards,
    after_a_silence_whoever_is_heard_again_thinks_on_the_own_time,
    presses_that_waited_are_sent_by_their_own_hand_alone,
    of_presses_in_vain_so_many_are_kept_and_all_are_told,
    what_two_devices_press_happens_once
);

fn what_is_sent_twice_happens_once(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let device = s.tablet();
    s.start();
    s.start();
    let presses = json!([press(1, "first", 0), press(2, "second", 0)]);
    let first: Value = serde_json::from_str(&s.send(&device, &presses).expect_status(200).body).unwrap();
    let again: Value = serde_json::from_str(&s.send(&device, &presses).expect_status(200).body).unwrap();
    for told in [&first, &again] {
        assert_eq!(told["outcomes"], json!([{ "outcome": "taken" }, { "outcome": "taken" }]));
    }
    assert_eq!(first["state"]["clock"], again["state"]["clock"]);
    // The next batch overlaps with the last, as after an answer that was lost.
    s.send(&device, &json!([press(2, "second", 900), press(3, "first", 0)])).expect_status(200);
    assert_eq!(s.last().sides.map(|half| half.moves), [2, 1]);
    assert_eq!(s.presses().len(), 5, "a device, the start and three presses");
    // At the same moment from several connections.
    let batch = json!([press(4, "second", 0)]);
    device.csrf();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| s.send(&device, &batch).expect_status(200));
        }
    });
    assert_eq!(s.presses().len(), 6);
    assert_eq!(s.faults(), Vec::<String>::new());
}

/// The witness would state a clock without an entry, and miss it ever after.
fn nothing_that_is_sent_begins_no_clock(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.send(&s.moor, &json!([])).expect_status(200);
    let heads = || s.app.state().db.read(db::clocks::heads).unwrap();
    assert_eq!(heads(), []);
    s.start();
    assert_eq!(heads().iter().map(|head| head.seq).collect::<Vec<_>>(), [1]);
    assert_eq!(s.faults(), Vec::<String>::new());
}

fn presses_that_waited_count_for_their_own_moments(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let device = s.tablet();
    s.start();
    let mark = s.state(&device)["mark"].clone();
    std::thread::sleep(Duration::from_millis(1300));
    let waited = json!({ "device": "0f0f0f0f0f0f", "seq": 9, "age": 0, "drift": -700, "what": { "event": "reconnect", "waited": 3 } });
    let presses = [press(1, "first", 1000), press(2, "second", 350), press(3, "first", 100), waited];
    let presses = json!(presses.map(|press| marked(&press, &mark)));
    let told: Value = serde_json::from_str(&s.send(&device, &presses).expect_status(200).body).unwrap();
    assert_eq!(told["outcomes"], json!(vec![json!({ "outcome": "taken" }); 4]));
    let reading = s.last();
    assert_eq!(
        reading.side(ClockSide::Second).main.0,
        90 * MINUTE + 30_000 - 650,
        "350 ms ago less 1000 ms ago"
    );
    assert_eq!(reading.sides.map(|half| half.moves), [2, 1]);
    let book = s.arbiter.get(&s.path("/book")).expect_text("3 presses had waited");
    book.expect_text("waited 0:01 on the device").expect_text("device 0.7 s slow");
    // Nothing is placed before what happened already, however much is proved: meanwhile an arbiter pressed.
    let mark = s.state(&device)["mark"].clone();
    std::thread::sleep(Duration::from_millis(2_500));
    s.form(&s.arbiter, 20, &[("do", "press"), ("side", "second")]).expect_status(303);
    let before = s.last().side(ClockSide::First).main.0;
    s.send(&device, &json!([marked(&press(4, "first", 2_400), &mark)])).expect_status(200);
    let presses = s.presses();
    assert_eq!(presses.last().unwrap().at, presses[presses.len() - 2].at);
    assert_eq!(s.last().side(ClockSide::First).main.0, before + 30_000, "no time at all was thought");
    // How far it was moved depends on how long the requests between took.
    let ClockEntry::Happened { sent, .. } = &presses.last().unwrap().entry else { panic!("{presses:?}") };
    let moved = sent.moved.0;
    assert!((1..=2_400).contains(&moved) && !sent.unproved, "{sent:?}");
    let said = format!("moved on by {}.{} s", moved / 1000, moved % 1000 / 100);
    s.arbiter.get(&s.path("/book")).expect_text(&said);
    assert_eq!(s.faults(), Vec::<String>::new());
}

fn a_press_cannot_be_sent_backwards(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.start();
    let others = s.state(&s.ash)["mark"].clone();
    let first = s.state(&s.moor)["mark"].clone();
    // Moor's device has its connection and says so, as its script does; Moor thinks all the while.
    let began = std::time::Instant::now();
    let mut last = first.clone();
    while began.elapsed() < Duration::from_millis(6_000) {
        std::thread::sleep(Duration::from_millis(1_200));
        last = s.state(&s.moor)["mark"].clone();
    }
    // What nothing proves counts from its receipt: no mark, one of somebody else, one before Moor was last heard.
    for (number, mark) in [(1, Value::Null), (2, others), (3, json!("1.00")), (4, first), (5, last)] {
        let mut sent = press(number, "first", 5_900);
        if mark != Value::Null {
            sent["mark"] = mark;
        }
        s.send(&s.moor, &json!([sent])).expect_status(200);
        let presses = s.presses();
        let press = presses.last().unwrap();
        assert!((press.received_at - press.at).num_milliseconds() < 5, "{number}: {press:?}");
        if number == 1 {
            let main = s.last().side(ClockSide::First).main.0;
            assert!(main <= 90 * MINUTE + 30_000 - 6_000, "the six seconds are paid: {main}");
            let ClockEntry::Happened { sent, .. } = &press.entry else { panic!("{press:?}") };
            assert!(sent.unproved && sent.moved.0 >= 5_890, "{sent:?}");
        }
    }
    let told = "1 press came late, by 5.9 s";
    s.arbiter
        .get(&s.path("/book"))
        .expect_text("counts from its receipt: nothing proves that it waited 5.9 s");
    s.arbiter.get("/events/open/clocks").expect_text(told);
    s.arbiter.get("/events/open/queue").expect_text(told);
    s.ash.get(&s.path(".json")).expect_no_text(told);
    assert_eq!(s.faults(), Vec::<String>::new());
}

fn after_a_silence_whoever_is_heard_again_thinks_on_the_own_time(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.start();
    let mark = s.state(&s.moor)["mark"].clone();
    std::thread::sleep(Duration::from_millis(3_500));
    // The device is back and speaks, and sends only much later what it says to have kept since the silence.
    let back = std::time::Instant::now();
    while back.elapsed() < Duration::from_millis(12_500) {
        s.state(&s.moor);
        std::thread::sleep(Duration::from_millis(2_000));
    }
    let claimed = u64::try_from(back.elapsed().as_millis()).unwrap() + 3_000;
    s.send(&s.moor, &json!([marked(&press(1, "first", claimed), &mark)])).expect_status(200);
    let presses = s.presses();
    let press = presses.last().unwrap();
    let ClockEntry::Happened { sent, .. } = &press.entry else { panic!("{press:?}") };
    assert!(sent.unproved && (press.received_at - press.at).num_milliseconds() < 5, "{press:?}");
    assert_eq!(s.faults(), Vec::<String>::new());
}

fn presses_that_waited_are_sent_by_their_own_hand_alone(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let tablet = s.tablet();
    s.start();
    let send = |who: &Browser, hand: &Value, seq: u64, side: &str| {
        let presses = json!([press(seq, side, 0)]).to_string();
        let fields =
            [("csrf", who.csrf()), ("presses", presses), ("hand", hand.as_str().unwrap().to_owned())];
        who.post_json(&s.path("/presses"), &fields.map(|(name, value)| (name.to_owned(), value)))
    };
    let [moor, arbiter, board] = [&s.moor, &s.arbiter, &tablet].map(|who| s.state(who)["hand"].clone());
    send(&s.arbiter, &moor, 1, "first").expect_status(403).expect_text("not sent in your name");
    send(&tablet, &moor, 1, "first").expect_status(403);
    send(&s.moor, &board, 1, "first").expect_status(403);
    assert_eq!(s.last().sides.map(|half| half.moves), [0, 0]);
    send(&s.moor, &moor, 1, "first").expect_status(200).expect_text("taken");
    send(&s.arbiter, &arbiter, 2, "second").expect_status(200).expect_text("taken");
    // A device that has been given another link lies at the board as before.
    assert_eq!(s.state(&s.tablet())["hand"], board);
    send(&tablet, &board, 3, "first").expect_status(200).expect_text("taken");
    assert_eq!(s.faults(), Vec::<String>::new());
}

fn what_comes_too_late_is_kept_and_changes_nothing(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let device = s.tablet();
    s.start();
    let stop = [("do", "pause"), ("reason", "A phone rang"), ("idempotency_key", &*key(2))];
    s.arbiter.post_form(&s.path("/stop"), &stop).expect_status(303);
    let before = s.last();
    let told: Value =
        serde_json::from_str(&s.send(&device, &json!([press(1, "first", 5000)])).expect_status(200).body)
            .unwrap();
    assert_eq!(told["outcomes"][0]["outcome"], "in_vain");
    assert_eq!(told["outcomes"][0]["why"], "the clock is stopped");
    assert_eq!(s.last(), before);
    let again: Value =
        serde_json::from_str(&s.send(&device, &json!([press(1, "first", 5000)])).expect_status(200).body)
            .unwrap();
    assert_eq!(again["outcomes"][0], told["outcomes"][0], "the same answer the second time");
    s.arbiter
        .get(&s.path("/book"))
        .expect_text("In vain: Moor pressed. It changed nothing: the clock is stopped.")
        .expect_text("A phone rang");
    assert_eq!(s.state(&device)["is_held"], true);
    for presses in [
        json!("x"),
        json!([{ "device": "short", "seq": 1, "age": 0, "what": { "event": "pause" } }]),
        json!([press(1, "third", 0)]),
    ] {
        s.send(&device, &presses).expect_status(422);
    }
    assert_eq!(s.faults(), Vec::<String>::new());
}

fn of_presses_in_vain_so_many_are_kept_and_all_are_told(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let device = s.tablet();
    let before = s.presses().len();
    // The clock does not run yet: nothing can be pressed.
    let batch =
        |from: u64| json!((from..from + 150).map(|number| press(number, "first", 0)).collect::<Vec<_>>());
    let kept = [0, 150, 300].map(|from| {
        let told: Value =
            serde_json::from_str(&s.send(&device, &batch(from)).expect_status(200).body).unwrap();
        let outcomes = told["outcomes"].as_array().unwrap();
        assert!(outcomes.len() == 150 && outcomes.iter().all(|told| told["outcome"] == "in_vain"));
        s.presses().len() - before
    });
    assert_eq!(kept, [150, 300, 300]);
    s.start();
    s.send(&device, &json!([press(900, "first", 0)])).expect_status(200).expect_text("taken");
    assert_eq!(s.faults(), Vec::<String>::new());
}

fn what_two_devices_press_happens_once(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let board = s.tablet();
    s.start();
    let nth = |seq: u64, side: &str, age: u64, nth: u32| {
        let mut press = press(seq, side, age);
        press["nth"] = json!(nth);
        press
    };
    // Moor's phone is out of touch; Moor presses it too, and the device at the board each time.
    s.send(&board, &json!([nth(1, "first", 0, 1), nth(2, "second", 0, 1), nth(3, "first", 0, 2)]))
        .expect_status(200);
    s.send(&board, &json!([nth(4, "second", 0, 2)])).expect_status(200);
    let phone =
        [nth(11, "first", 900, 1), nth(12, "first", 400, 2), nth(13, "first", 0, 3)].map(|mut press| {
            press["device"] = json!("1f1f1f1f1f1f");
            press
        });
    let told: Value = serde_json::from_str(&s.send(&s.moor, &json!(phone)).expect_status(200).body).unwrap();
    let outcomes: Vec<_> =
        told["outcomes"].as_array().unwrap().iter().map(|it| it["outcome"].clone()).collect();
    assert_eq!(outcomes, ["in_vain", "in_vain", "taken"]);
    assert_eq!(s.last().sides.map(|half| half.moves), [3, 2]);
    s.arbiter.get(&s.path("/book")).expect_text("this move had been pressed already, on another device");
    assert_eq!(s.faults(), Vec::<String>::new());
}
