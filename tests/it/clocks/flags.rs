//! A flag of the program's own clock falls although nobody touches it.

use std::time::Duration;

use serde_json::json;
use tiger_event::{Command, Game, NoteCommand, Seat};
use tiger_rules::GameKind;

use super::{Scene, marked, press};
use crate::rig::{Backend, Browser, key, on_sqlite};

on_sqlite!(
    a_fallen_flag_waits_in_the_queue_and_is_told_in_the_room,
    a_record_in_which_the_side_wins_whose_flag_fell_waits_for_the_arbiter,
    a_record_in_which_the_fallen_flag_has_lost_asks_nobody,
    a_clock_that_was_stopped_at_the_board_waits_in_the_queue,
    a_clock_that_an_arbiter_has_stopped_waits_for_nobody,
    a_press_that_arrives_late_puts_a_loss_on_time_in_question,
    a_clock_stops_with_its_game,
    a_clock_that_is_started_after_the_deployment_begins_with_the_engagement,
    a_flag_noted_in_the_deployment_that_is_up_waits_in_the_queue
);

impl Scene {
    /// The first clock runs, and its first player has a moment left.
    fn run_out(&self) {
        self.start();
        let set = [
            ("what", "set"),
            ("side", "first"),
            ("account", "main"),
            ("value", "0:01"),
            ("reason", "Almost over"),
            ("idempotency_key", &*key(50)),
        ];
        self.arbiter.post_form(&self.path("/correct"), &set).expect_status(303);
        self.arbiter.get("/events/open/queue").expect_no_text("By the program");
        std::thread::sleep(Duration::from_millis(1_100));
    }

    /// The first game after a record was handed in.
    fn hand_in(&self, browser: &Browser, winner: &str, number: u32) -> Game {
        let text = format!(
            "[Game \"LancerChess\"]\n[Bengal \"Moor\"]\n[Siberian \"Ash\"]\n[Result \"{winner}\"]\n\
             [Termination \"concession\"]\n\n1. E2-E4 E7-E5 {winner}\n"
        );
        let records = self.room().replace("/room", "/records");
        let fields = [("text", &*text), ("idempotency_key", &*key(number))];
        browser.post_form(&records, &fields).expect_status(303);
        self.app.state().ledger.event(self.event).unwrap().games.get(&self.games[0]).unwrap().clone()
    }

    fn room(&self) -> String {
        format!("/events/open/games/{}/room", self.games[0])
    }
}

/// The tile of the desk that counts what its tab of the queue counts.
const DECIDES: &str = "For your decision</span><span class=\"tile-value\">1<";

fn a_fallen_flag_waits_in_the_queue_and_is_told_in_the_room(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.run_out();
    let told = "By the program&#39;s clock the flag of Moor has fallen: out of time.";
    s.arbiter.get("/events/open/queue").expect_text(told).expect_text("Note the fallen flag");
    s.arbiter.get("/events/open/entries").expect_text("<span class=\"count\">1<span");
    for browser in [&s.arbiter, &s.moor, &s.ash] {
        browser.get(&s.room()).expect_text(told);
    }
    // Everybody who looks for what is due finds it, and the board waits for nothing else.
    s.arbiter.get("/events/open/desk").expect_text("Note a fallen flag").expect_text(DECIDES);
    let queue = s.arbiter.get("/events/open/queue");
    assert_eq!(queue.body.matches("<strong>Round 1, board 1</strong>").count(), 1, "{}", queue.body);
    s.ash.get("/events/open/me").expect_text("clock the flag of Moor has fallen");
    // Whose it is has not to be chosen once more.
    s.arbiter.get(&s.room()).expect_text("name=\"player\" value=\"0\" checked");
    s.ash.get(&s.room()).expect_text("decides: a flag has fallen.");
    // Nobody concedes something cheaper meanwhile, and no draw is agreed.
    for (who, offer, number) in [(&s.moor, "concession", 57), (&s.ash, "draw", 58)] {
        let fields = [("offer", offer), ("idempotency_key", &*key(number))];
        let offered = who.post_form(&s.room().replace("/room", "/steps/offer"), &fields).expect_status(422);
        offered.expect_text("The arbiter has been told, and decides first.");
    }
    // The other player's claim takes its place.
    let claim = s.room().replace("/room", "/steps/claim");
    s.ash.post_form(&claim, &[("claim", "flag"), ("idempotency_key", &key(60))]).expect_status(303);
    s.arbiter.get("/events/open/queue").expect_no_text(told).expect_text("Ash claims");
    let flag = s.room().replace("/room", "/steps/flag");
    let fields = [("player", "0"), ("version", "0"), ("idempotency_key", &*key(61))];
    s.arbiter.post_and_confirm(&flag, &fields).expect_status(303);
    s.arbiter.get("/events/open/queue").expect_no_text(told);
    s.ash.get(&s.room()).expect_no_text(told);
}

fn a_record_in_which_the_side_wins_whose_flag_fell_waits_for_the_arbiter(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.run_out();
    s.hand_in(&s.moor, "Bengal", 70);
    let game = s.hand_in(&s.ash, "Bengal", 71);
    assert!(game.result.is_none(), "{:?}", game.result);
    assert_eq!(game.disputes.len(), 1, "{:?}", game.disputes);
    s.arbiter.get("/events/open/queue").expect_text("Which came first?");
    assert_eq!(s.faults(), Vec::<String>::new());
    s.arbiter.get(&s.room()).expect_text("Which came first?");
}

fn a_record_in_which_the_fallen_flag_has_lost_asks_nobody(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.run_out();
    let game = s.hand_in(&s.moor, "Siberian", 70);
    assert!(game.disputes.is_empty() && game.reports[0].is_some(), "{:?}", game.disputes);
}

fn a_clock_that_was_stopped_at_the_board_waits_in_the_queue(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.start();
    let told = "The clock was stopped at the board and stands.";
    let queue = "/events/open/queue";
    s.arbiter.get(queue).expect_no_text(told);
    s.form(&s.moor, 70, &[("do", "pause")]).expect_status(303);
    let face = || s.moor.get(&s.path("")).expect_status(200);
    face().expect_text("Stopped. The arbiter has been told, and sets it going again.");
    s.arbiter.get(queue).expect_text(told).expect_text("Look at the clock");
    s.arbiter.get("/events/open/entries").expect_text("<span class=\"count\">1<span");
    s.arbiter.get("/events/open/desk").expect_text(DECIDES);
    s.form(&s.arbiter, 71, &[("do", "resume")]).expect_status(303);
    s.arbiter.get(queue).expect_no_text(told);
    // Players stop it when they are done: whoever has reported waits for the opponent, not for an arbiter.
    s.form(&s.moor, 73, &[("do", "pause")]).expect_status(303);
    s.arbiter.get(queue).expect_text(told);
    let report = [("result", "-:agreement"), ("idempotency_key", &*key(74))];
    s.moor.post_and_confirm(&s.room().replace("/room", "/report"), &report).expect_status(303);
    s.arbiter.get(queue).expect_no_text(told);
}

fn a_clock_that_an_arbiter_has_stopped_waits_for_nobody(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.start();
    s.form(&s.arbiter, 72, &[("do", "pause")]).expect_status(303);
    s.arbiter.get("/events/open/queue").expect_no_text("The clock was stopped at the board");
    s.moor.get(&s.path("")).expect_status(200).expect_text("Stopped by an arbiter.");
}

/// Asks again until something is so; the clocks are looked at each second.
fn soon(is_so: impl Fn() -> bool) {
    let asks = (0..50).any(|_| {
        let so = is_so();
        std::thread::sleep(Duration::from_millis(if so { 0 } else { 100 }));
        so
    });
    assert!(asks, "it is not so after five seconds");
}

fn a_press_that_arrives_late_puts_a_loss_on_time_in_question(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    let queue = "/events/open/queue";
    s.start();
    let set = |value: &str, number| {
        let fields =
            [("what", "set"), ("side", "first"), ("account", "main"), ("value", value), ("reason", "Short")];
        let key = key(number);
        let fields: Vec<_> = fields.into_iter().chain([("idempotency_key", &*key)]).collect();
        s.arbiter.post_form(&s.path("/correct"), &fields).expect_status(303);
    };
    set("0:01", 50);
    let pressed = std::time::Instant::now();
    // Moor's device presses in time, and has lost its connection.
    let mark = s.state(&s.moor)["mark"].clone();
    s.state(&s.ash);
    std::thread::sleep(Duration::from_millis(3_500));
    s.arbiter.get(queue).expect_text("The device that presses for Moor is out of touch, last heard at ");
    s.arbiter.get(&s.room()).expect_text("what was pressed there in time still counts when it arrives.");
    let flag = s.room().replace("/room", "/steps/flag");
    let fields = [("player", "0"), ("version", "0"), ("idempotency_key", &*key(61))];
    s.arbiter.post_and_confirm(&flag, &fields).expect_status(303);
    let game = || s.app.state().ledger.event(s.event).unwrap().games.get(&s.games[0]).unwrap().clone();
    assert!(game().is_lost_on_time(Seat::First) && game().disputes.is_empty());
    let age = u64::try_from(pressed.elapsed().as_millis()).unwrap() - 200;
    s.send(&s.moor, &json!([marked(&press(1, "first", age), &mark)])).expect_status(200).expect_text("taken");
    soon(|| !game().disputes.is_empty());
    let told = "Moor has lost on time, but by the program&#39;s clock the flag had not fallen";
    s.arbiter.get(queue).expect_text(told).expect_text("Decide");
    s.arbiter.get("/events/open/desk").expect_text("Settle a dispute");
    // The clock stands, whoever was to move: the game has its result.
    soon(|| s.state(&s.moor)["clock"]["run"] == "stopped");
    // The step that is undone is still the flag's.
    assert!(
        game()
            .last
            .is_some_and(|last| matches!(*last.command, Command::Note(NoteCommand::FlagFallen { .. })))
    );
    // An arbiter says that it stands: nobody is asked again.
    let version = game().result_revision.to_string();
    let stands = [("upheld", "yes"), ("version", &*version), ("idempotency_key", &*key(62))];
    s.arbiter.post_form(&s.room().replace("/room", "/result"), &stands).expect_status(303);
    std::thread::sleep(Duration::from_millis(1_500));
    assert!(game().disputes.is_empty() && game().is_lost_on_time(Seat::First));
    assert_eq!(s.faults(), Vec::<String>::new());
}

fn a_clock_stops_with_its_game(backend: Backend) {
    let s = Scene::new(backend, GameKind::LancerChess);
    s.start();
    let game = s.room().replace("/room", "");
    let adjourn = [("reason", "Supper"), ("version", "0"), ("idempotency_key", &*key(70))];
    s.arbiter.post_form(&format!("{game}/adjourn"), &adjourn).expect_status(303);
    soon(|| s.state(&s.moor)["clock"]["run"] == "stopped");
    s.form(&s.arbiter, 71, &[("do", "resume")])
        .expect_status(422)
        .expect_text("its clock goes on when the game does");
    let go_on = [("do", "resume"), ("reason", "By mistake"), ("idempotency_key", &*key(76))];
    let refused = s.arbiter.post_form(&s.path("/stop"), &go_on).expect_status(422);
    refused.expect_text("its clock goes on when the game does");
    s.moor.get(&s.path("")).expect_text("The game is adjourned.");
    s.arbiter
        .post_form(&format!("{game}/resume"), &[("version", "0"), ("idempotency_key", &key(72))])
        .expect_status(303);
    s.form(&s.arbiter, 73, &[("do", "resume")]).expect_status(303);
    let version =
        s.app.state().ledger.event(s.event).unwrap().games.get(&s.games[0]).unwrap().seen().to_string();
    let result = [("pick", "0:checkmate"), ("version", &*version), ("idempotency_key", &*key(74))];
    s.arbiter.post_and_confirm(&format!("{game}/result"), &result).expect_status(303);
    soon(|| s.state(&s.moor)["clock"]["run"] == "stopped");
    for (number, what) in [(75, "resume"), (76, "engagement")] {
        s.form(&s.arbiter, number, &[("do", what)])
            .expect_status(422)
            .expect_text("its clock does not go on");
    }
    s.arbiter.get(&s.path("")).expect_text("value=\"resume\" data-do=\"resume\" hidden");
    s.arbiter.get(&s.path("/book")).expect_text("Stopped. Reason: This game has its result already");
    assert_eq!(s.faults(), Vec::<String>::new());
}

fn a_clock_that_is_started_after_the_deployment_begins_with_the_engagement(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    s.cast_a_tiger();
    s.app.commit(s.event, NoteCommand::BeginEngagement { game: s.games[0] });
    s.start();
    assert_eq!(s.state(&s.moor)["clock"]["phase"], "engagement", "{}", s.state(&s.moor));
}

fn a_flag_noted_in_the_deployment_that_is_up_waits_in_the_queue(backend: Backend) {
    let s = Scene::new(backend, GameKind::TigerChess);
    s.cast_a_tiger();
    s.start();
    let told = "The flag of Ash was noted as fallen in the deployment, and is up by the program&#39;s clock.";
    s.arbiter.get("/events/open/queue").expect_no_text(told);
    let flag = s.room().replace("/room", "/steps/flag");
    let fields = [("player", "1"), ("phase", "deployment"), ("version", "0"), ("idempotency_key", &*key(61))];
    s.arbiter.post_form(&flag, &fields).expect_status(303);
    s.arbiter.get("/events/open/queue").expect_text(told).expect_text("Look at the game room");
    s.arbiter.get("/events/open/desk").expect_text(DECIDES);
    let set =
        [("what", "set"), ("side", "second"), ("account", "main"), ("value", "0:00"), ("reason", "It fell")];
    let key = key(62);
    let set: Vec<_> = set.into_iter().chain([("idempotency_key", &*key)]).collect();
    s.arbiter.post_form(&s.path("/correct"), &set).expect_status(303);
    s.arbiter.get("/events/open/queue").expect_no_text(told);
}
