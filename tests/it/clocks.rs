//! `/events/{slug}/games/{game}/clock` and what is below it; `/events/{slug}/clocks`; `/clock/{token}`.

mod devices;
mod flags;
mod presses;

use serde_json::{Value, json};
use tiger_arbiter::clock::new_id;
use tiger_arbiter::ledger::clocks::Press;
use tiger_event::{
    CastPurpose, ChoiceCommand, EventCommand, EventId, Format, GameId, ResultCommand, ResultEntry, Seat,
};
use tiger_rules::clock::{ClockSide, Phase, Reading, Run};
use tiger_rules::{Answer, ClockSettings, Ending, GameKind};

use crate::rig::{Answer as Page, Backend, Browser, TestApp, key, on_both_databases, on_sqlite};

/// Two boards of a published round: Moor and Ash, Vale and Reed. Moor and Vale move first.
struct Scene {
    app: TestApp,
    event: EventId,
    games: [GameId; 2],
    arbiter: Browser,
    moor: Browser,
    ash: Browser,
    vale: Browser,
}

impl Scene {
    fn new(backend: Backend, kind: GameKind) -> Self {
        let app = TestApp::start(backend);
        let (chief, arbiter) = app.sign_in("tessa");
        let event = app.add_event_with("open", chief, |it| {
            (it.game, it.format, it.clock) = (kind, Format::Free, ClockSettings::standard(kind));
        });
        let players = app.add_entries(event, &["Moor", "Ash", "Vale", "Reed"]);
        let games = app.publish_pairs(event, &players).try_into().unwrap();
        let [moor, ash, vale] = [("moor", 0), ("ash", 1), ("vale", 2)].map(|(login, player)| {
            let (user, browser) = app.sign_in(login);
            app.speak_for(event, players[player], user);
            browser
        });
        Self { app, event, games, arbiter, moor, ash, vale }
    }

    fn path(&self, rest: &str) -> String {
        format!("/events/open/games/{}/clock{rest}", self.games[0])
    }

    /// Sends one of the face's forms.
    fn form(&self, browser: &Browser, number: u32, fields: &[(&str, &str)]) -> Page {
        let key = key(number);
        let all: Vec<_> = fields.iter().copied().chain([("idempotency_key", key.as_str())]).collect();
        browser.post_form(&self.path("/press"), &all)
    }

    fn start(&self) {
        self.form(&self.arbiter, 1, &[("do", "start")]).expect_redirect(&self.path(""));
    }

    /// The first game's variation is the TigerVariation: times are doubled.
    fn cast_a_tiger(&self) {
        let game = self.games[0];
        let answer = ChoiceCommand::AnswerChoice { game, answer: Answer::Agreed(false), asked: None };
        self.app.commit(self.event, answer);
        for (purpose, faces) in [(CastPurpose::Deployment, vec![2]), (CastPurpose::Tiger, vec![4, 4])] {
            let (cast, confirmed) = (new_id(), [true, true]);
            let command = ChoiceCommand::EnterCast { game, cast, purpose, faces, confirmed };
            self.app.commit(self.event, command);
        }
    }

    /// Sends presses as the page's script does.
    fn send(&self, browser: &Browser, presses: &Value) -> Page {
        let fields = [("csrf".to_owned(), browser.csrf()), ("presses".to_owned(), presses.to_string())];
        browser.post_json(&self.path("/presses"), &fields)
    }

    fn state(&self, browser: &Browser) -> Value {
        let answer = browser.get(&self.path(".json")).expect_status(200);
        serde_json::from_str(&answer.body).unwrap()
    }

    fn presses(&self) -> Vec<Press> {
        self.app.state().clocks.presses(self.games[0]).unwrap()
    }

    /// What the clock showed after the last thing that happened.
    fn last(&self) -> Reading {
        self.app.state().clocks.standing(self.games[0]).unwrap().clock.last_reading().unwrap()
    }

    /// A device that has opened a link to the first clock.
    fn tablet(&self) -> Browser {
        let device = self.app.visitor();
        let path = self.link();
        device
            .get(&path)
            .expect_status(200)
            .expect_text("Make this device the clock?")
            .expect_text("Leave its page open: without HTTPS");
        device.post_form(&path, &[]).expect_redirect(&self.path(""));
        device
    }

    fn link(&self) -> String {
        let page = self.arbiter.post_form(&self.path("/tablet"), &[]).expect_status(200);
        let page = page.expect_text("has to leave its page open");
        let (_, rest) = page.body.split_once("/clock/").unwrap();
        let (_, rest) = rest.split_once("id=\"clock-link\" value=\"").unwrap();
        let (link, _) = rest.split_once('"').unwrap();
        link[link.find("/clock/").unwrap()..].to_owned()
    }

    fn faults(&self) -> Vec<String> {
        let report = self.app.state().ledger.verify(self.event).unwrap();
        report.faults.iter().map(ToString::to_string).collect()
    }
}

/// A press that has waited on a device.
fn press(seq: u64, side: &str, age: u64) -> Value {
    json!({ "device": "0f0f0f0f0f0f", "seq": seq, "age": age, "what": { "event": "press", "side": side } })
}

/// The same, with the last mark that its device has seen.
fn marked(press: &Value, mark: &Value) -> Value {
    let mut press = press.clone();
    press["mark"] = mark.clone();
    press
}

const MINUTE: u64 = 60_000;

on_both_databases!(
    all_clocks_of_a_round_at_once,
    a_board_whose_result_was_reported_is_not_started_with_the_others,
    a_changed_entry_is_found
);
on_sqlite!(
    players_press_their_own_half,
    strangers_do_not_come_to_a_clock,
    arbiters_correct_with_a_reason,
    a_tigerclock_waits_for_the_variation,
    a_flag_is_shown_and_leads_to_the_room
);

fn players_press_their_own_half(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.moor
        .get(&s.path(""))
        .expect_status(200)
        .expect_text("Not started. Moor begins when an arbiter starts it.")
        .expect_text("1:30:00");
    s.form(&s.moor, 10, &[("do", "start")]).expect_status(403).expect_text("sets the clock going");
    s.start();
    s.form(&s.arbiter, 11, &[("do", "start")]).expect_status(422).expect_text("was started before");
    s.form(&s.ash, 12, &[("do", "press"), ("side", "second")]).expect_status(422).expect_text("other player");
    s.form(&s.ash, 13, &[("do", "press"), ("side", "first")]).expect_status(403).expect_text("own half");
    s.form(&s.moor, 14, &[("do", "press"), ("side", "first")]).expect_redirect(&s.path(""));
    s.ash.get(&s.path("")).expect_text("Ash to move.").expect_text("1 move<");
    s.form(&s.ash, 15, &[("do", "press"), ("side", "neither")]).expect_status(404);
    s.form(&s.ash, 16, &[("do", "dance")]).expect_status(422);
    let reading = s.last();
    let main = reading.side(ClockSide::First).main.0;
    assert!(main > 90 * MINUTE + 20_000 && main <= 90 * MINUTE + 30_000, "the increment is added: {main}");
    assert_eq!(reading.turn, ClockSide::Second);
    // A player may stop the clock and call the arbiter; the arbiter sets it going.
    s.form(&s.ash, 17, &[("do", "pause")]).expect_status(303);
    s.form(&s.ash, 18, &[("do", "resume")]).expect_status(403);
    s.form(&s.arbiter, 19, &[("do", "resume")]).expect_status(303);
    assert_eq!(s.faults(), Vec::<String>::new());
    s.arbiter
        .get(&s.path("/book"))
        .expect_text("Moor pressed.")
        .expect_text(": 90 minutes and 30 seconds a move.");
    s.moor.get(&s.path("/book")).expect_status(200).expect_no_text("Correct the clock");
}

fn strangers_do_not_come_to_a_clock(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let visitor = s.app.visitor();
    for path in [s.path(""), s.path(".json"), s.path("/book"), "/events/open/clocks".to_owned()] {
        visitor.get(&path).expect_status(404);
    }
    s.app.commit(s.event, EventCommand::ShowEvent { is_public: true });
    visitor.get(&s.path("")).expect_status(303);
    visitor.get(&s.path(".json")).expect_status(401);
    s.form(&visitor, 1, &[("do", "start")]).expect_status(401);
    for path in [
        s.path(""),
        s.path(".json"),
        s.path("/book"),
        "/events/open/clocks".to_owned(),
        "/events/open/clocks.json".to_owned(),
    ] {
        s.vale.get(&path).expect_status(403);
    }
    s.form(&s.vale, 1, &[("do", "pause")]).expect_status(403).expect_text("two players at this board");
    s.moor.get("/events/open/clocks").expect_status(403);
    let fields = [
        ("what", "add"),
        ("side", "first"),
        ("value", "5:00"),
        ("reason", "mine"),
        ("idempotency_key", &*key(2)),
    ];
    s.moor.post_form(&s.path("/correct"), &fields).expect_status(403);
    s.moor.post_form(&s.path("/tablet"), &[]).expect_status(403);
    s.arbiter.get(&format!("/events/open/games/{}/clock", new_id::<GameId>())).expect_status(404);
    assert!(s.presses().is_empty());
}

fn arbiters_correct_with_a_reason(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let correct = |number: u32, fields: &[(&str, &str)]| {
        let key = key(number);
        let all: Vec<_> = fields.iter().copied().chain([("idempotency_key", key.as_str())]).collect();
        s.arbiter.post_form(&s.path("/correct"), &all)
    };
    let add = [
        ("what", "add"),
        ("side", "second"),
        ("account", "main"),
        ("value", "5:00"),
        ("reason", "Disturbed"),
    ];
    correct(1, &add).expect_status(422).expect_text("has not been started");
    s.start();
    for number in [2, 2] {
        correct(number, &add).expect_status(303);
    }
    assert_eq!(s.last().side(ClockSide::Second).main.0, 95 * MINUTE, "the same form counts once");
    let with = |what: &'static str, value: &'static str| {
        [("what", what), ("side", "second"), ("account", "main"), ("value", value), ("reason", "Disturbed")]
    };
    correct(3, &with("take", "1:00")).expect_status(303);
    correct(4, &with("moves", "12")).expect_status(303);
    correct(5, &with("turn", "")).expect_status(303);
    let reading = s.last();
    assert_eq!((reading.side(ClockSide::Second).moves, reading.turn), (12, ClockSide::Second));
    correct(6, &with("set", "0:10")).expect_status(303);
    assert!(s.last().side(ClockSide::Second).main.0 == 10_000);
    correct(7, &[("what", "add"), ("side", "first"), ("value", "5:00"), ("reason", " ")])
        .expect_status(422)
        .expect_text("Please fill this in.");
    correct(8, &with("add", "five")).expect_status(422).expect_text("is no time");
    correct(9, &with("moves", "-1")).expect_status(422).expect_text("number of moves made");
    correct(10, &with("take", "9:00:00")).expect_status(422).expect_text("less time than would be taken");
    correct(11, &with("wind", "1:00")).expect_status(422).expect_text("Choose what is to be corrected.");
    correct(
        12,
        &[("what", "add"), ("side", "second"), ("account", "reserve"), ("value", "5:00"), ("reason", "x")],
    )
    .expect_status(422)
    .expect_text("no separate reserve");
    s.arbiter
        .get(&s.path("/book"))
        .expect_text("5:00 added to the main clock of Ash. Reason: Disturbed")
        .expect_text("Moves of Ash set to 12.");
    assert_eq!(s.faults(), Vec::<String>::new());
}

/// What the forms about all clocks say that their page shows: the first starts, the last sets going.
fn shown(s: &Scene, form: usize) -> String {
    let page = s.arbiter.get("/events/open/clocks").expect_status(200).body;
    let shown: Vec<_> = page.split("name=\"shown\" value=\"").skip(1).collect();
    shown[form.min(shown.len() - 1)].split('"').next().unwrap().to_owned()
}

fn a_board_whose_result_was_reported_is_not_started_with_the_others(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let result = ResultEntry::plain(None, Ending::Agreement);
    s.app.commit(s.event, ResultCommand::ReportResult { game: s.games[1], player: Seat::First, result });
    s.arbiter.get("/events/open/clocks").expect_text("Start 1 clock<");
    let shown = shown(&s, 0);
    let all = [("do", "start"), ("shown", &*shown), ("idempotency_key", &*key(1))];
    s.arbiter.post_form("/events/open/clocks/all", &all).expect_redirect("/events/open/clocks");
    s.arbiter.get("/events/open/clocks").expect_text("1 running.");
}

fn all_clocks_of_a_round_at_once(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.arbiter
        .get("/events/open/clocks")
        .expect_status(200)
        .expect_text("Start 2 clocks")
        .expect_text("Clock of board 2");
    let all_of = |number: u32, what: &str, reason: &str, shown: &str| {
        let fields = [("do", what), ("reason", reason), ("shown", shown), ("idempotency_key", &key(number))];
        s.arbiter.post_form("/events/open/clocks/all", &fields)
    };
    let all = |number: u32, what: &str, reason: &str| {
        all_of(number, what, reason, &shown(&s, if what == "start" { 0 } else { 1 }))
    };
    all(1, "start", "").expect_redirect("/events/open/clocks");
    s.arbiter.get("/events/open/clocks").expect_text("2 clocks are started.").expect_text("2 running.");
    all(2, "stop", "").expect_status(422).expect_text("Please fill this in.");
    all(3, "stop", "Fire alarm").expect_status(303);
    all(3, "stop", "Fire alarm").expect_status(303);
    let states: Value =
        serde_json::from_str(&s.arbiter.get("/events/open/clocks.json").expect_status(200).body).unwrap();
    for state in states.as_array().unwrap() {
        assert_eq!((&state["is_held"], &state["clock"]["run"]), (&json!(true), &json!("stopped")));
    }
    s.form(&s.moor, 5, &[("do", "press"), ("side", "first")]).expect_status(422).expect_text("is stopped");
    // What was stopped since the page was shown has another reason.
    let first = format!("{} ", s.games[0]);
    all_of(10, "resume", "False alarm", &first).expect_status(303);
    let page = s.arbiter.get("/events/open/clocks").expect_text("1 clock is set going again.");
    page.expect_text("1 clock was stopped since the page was shown").expect_text("1 running.");
    all(6, "resume", "False alarm").expect_status(303);
    s.form(&s.moor, 7, &[("do", "press"), ("side", "first")]).expect_status(303);
    all(8, "melt", "x").expect_status(422);
    let add = [
        ("what", "add"),
        ("side", "second"),
        ("account", "main"),
        ("value", "2:00"),
        ("reason", "Alarm"),
        ("back", "hall"),
        ("idempotency_key", &*key(9)),
    ];
    s.arbiter
        .post_form(&s.path("/correct"), &add)
        .expect_redirect(&format!("/events/open/clocks#game-{}", s.games[0]));
    s.arbiter
        .get(&s.path("/book"))
        .expect_text("Stopped. Reason: Fire alarm")
        .expect_text("Set going again. Reason: False alarm");
    let report = s.app.state().ledger.verify(s.event).unwrap();
    assert_eq!((report.clocks, report.faults), (2, vec![]));
}

fn a_tigerclock_waits_for_the_variation(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    s.arbiter.get(&s.path("")).expect_status(200).expect_text("The variation is not chosen yet");
    s.form(&s.arbiter, 1, &[("do", "start")]).expect_status(422).expect_text("all clock times are doubled");
    let shown = format!("{} {}", s.games[0], s.games[1]);
    let start = [("do", "start"), ("shown", &*shown), ("idempotency_key", &*key(2))];
    let answer = s.arbiter.post_form("/events/open/clocks/all", &start);
    answer.expect_status(303);
    s.arbiter.get("/events/open/clocks").expect_text("Board 1: The variation is not chosen yet");
    let game = s.games[0];
    s.cast_a_tiger();
    let device = s.tablet();
    s.form(&device, 3, &[("do", "start")]).expect_status(303);
    let state = s.state(&device);
    assert_eq!((&state["times"], &state["postings"]), (&json!("triple 60m+300m+2m"), &json!(7)));
    assert_eq!((&state["clock"]["phase"], &state["clock"]["turn"]), (&json!("deployment"), &json!("second")));
    device.get(&s.path("")).expect_text("Deployment: Ash posts.").expect_text("Begin the engagement");
    s.form(&device, 4, &[("do", "press"), ("side", "second")]).expect_status(303);
    s.form(&s.moor, 8, &[("do", "engagement")])
        .expect_status(422)
        .expect_text("Not done: not all turns of postings were made");
    s.form(&device, 5, &[("do", "engagement")]).expect_status(303);
    s.form(&device, 6, &[("do", "engagement")])
        .expect_status(422)
        .expect_text("no deployment, or it is over");
    s.form(&device, 7, &[("do", "press"), ("side", "first")]).expect_status(303);
    let reading = s.last();
    assert_eq!(reading.side(ClockSide::First).reserve.0, 2 * MINUTE);
    assert!(reading.side(ClockSide::Second).main.0 > 359 * MINUTE);
    s.arbiter.get(&s.path("/book")).expect_text("for TigerCountdown").expect_text("The engagement began.");
    // It began too early: an arbiter goes back, and only an arbiter sets the clock going again.
    s.arbiter.get(&s.path("/book")).expect_text("Go back to the deployment");
    let back = [("what", "deployment"), ("reason", "Two are in the box"), ("idempotency_key", &*key(10))];
    s.arbiter.post_form(&s.path("/correct"), &back).expect_status(303);
    let reading = s.last();
    assert_eq!(
        (reading.phase, reading.turn, reading.run),
        (Phase::Deployment, ClockSide::First, Run::Stopped)
    );
    assert!((59 * MINUTE..=60 * MINUTE).contains(&reading.side(ClockSide::First).main.0));
    assert_eq!(reading.side(ClockSide::First).reserve.0, 0);
    device.get(&s.path("")).expect_text("Stopped by an arbiter.").expect_text("Begin the engagement");
    s.form(&device, 11, &[("do", "resume")]).expect_status(422);
    let second = key(12);
    let back = [&back[..2], &[("idempotency_key", &*second)]].concat();
    s.arbiter
        .post_form(&s.path("/correct"), &back)
        .expect_status(422)
        .expect_text("no engagement has begun that could be taken back");
    s.arbiter
        .get(&s.path("/book"))
        .expect_no_text("Go back to the deployment")
        .expect_text("Back in the deployment; what the engagement had given is taken away again.");
    assert_eq!(s.faults(), Vec::<String>::new());
    // The variation turns out to be another one: the clock says so.
    let cast = s.app.state().ledger.event(s.event).unwrap().games.get(&game).unwrap().casts[1].id;
    let reason = tiger_event::text::Reason::parse("The dice fell from the table").unwrap();
    s.app.commit(s.event, ChoiceCommand::VoidCast { game, cast, reason, secret: None });
    s.app.commit(
        s.event,
        ChoiceCommand::EnterCast {
            game,
            cast: new_id(),
            purpose: CastPurpose::Tiger,
            faces: vec![4, 5],
            confirmed: [true, true],
        },
    );
    s.arbiter
        .get(&s.path("/book"))
        .expect_text("ask for: Triple countdown: 30 minutes to deploy, 150 minutes to engage");
}

fn a_flag_is_shown_and_leads_to_the_room(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.start();
    let set = [
        ("what", "set"),
        ("side", "first"),
        ("account", "main"),
        ("value", "0:00"),
        ("reason", "For the test"),
        ("idempotency_key", &*key(2)),
    ];
    s.arbiter.post_form(&s.path("/correct"), &set).expect_status(303);
    let face = s.moor.get(&s.path("")).expect_text("The flag of Moor has fallen: out of time.");
    face.expect_text(&format!("/events/open/games/{}/room#flag", s.games[0]))
        .expect_text("Flag fallen: out of time");
    s.form(&s.moor, 3, &[("do", "press"), ("side", "first")])
        .expect_status(422)
        .expect_text("a flag had fallen");
    let event = s.app.state().ledger.event(s.event).unwrap();
    assert!(event.games.get(&s.games[0]).unwrap().result.is_none(), "the clock sets no result");
}

fn a_changed_entry_is_found(backend: Backend) {
    use diesel::connection::SimpleConnection;
    use tiger_arbiter::db::{Db, DbError};
    let s = Scene::new(backend, GameKind::LancerChess);
    s.start();
    s.form(&s.moor, 2, &[("do", "press"), ("side", "first")]).expect_status(303);
    let sql = |sql: &str| s.app.state().db.read(|db: &mut Db| Ok::<_, DbError>(db.batch_execute(sql)?));
    let change = "UPDATE clock_entries SET received_at = '2026-11-20 00:00:00' WHERE seq = 2";
    assert!(sql(change).is_err(), "the table refuses");
    assert!(sql("DELETE FROM clock_entries").is_err());
    match backend {
        Backend::Sqlite => sql("DROP TRIGGER clock_entries_stay; DROP TRIGGER clock_entries_remain").unwrap(),
        Backend::Postgres => sql("DROP TRIGGER clock_entries_stay ON clock_entries").unwrap(),
    }
    sql(change).unwrap();
    assert_eq!(s.faults(), ["clock of board 1 of round 1: entry 2: its hash does not fit what it says"]);
    sql("DELETE FROM clock_entries WHERE seq = 2").unwrap();
    assert_eq!(s.faults(), ["clock of board 1 of round 1: it stands at entry 2, its chain ends elsewhere"]);
}
