//! What if: something is tried in a copy of an event, for its arbiters alone.

use tiger_event::{EventCommand, ResultCommand, ResultEntry, RoundCommand, Seat};
use tiger_rules::Ending;

use crate::rig::{Answer, Hall, TestApp, key, on_both_databases, on_sqlite};

on_both_databases!(points_places_and_the_next_round_stand_side_by_side_and_the_event_stays);
on_sqlite!(
    nobody_but_the_arbiters_of_the_event_comes_in_by_any_way,
    a_copy_begins_at_any_entry_and_plays_on,
    steps_are_taken_out_and_offered_to_the_real_event,
    what_players_agreed_on_is_tried_here_and_ruled_on_in_the_real_event,
    copies_are_bounded_and_mistakes_are_told
);

/// Round 1 of the hall is played and closed, the first player of each board has won.
fn played(app: &TestApp) -> Hall<'_> {
    let hall = Hall::new(app);
    for game in &hall.games {
        let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
        app.commit(hall.event, ResultCommand::EnterResult { game: *game, result, seen: 0 });
    }
    app.commit(hall.event, RoundCommand::CloseRound { round: 1 });
    hall
}

impl Hall<'_> {
    fn version(&self) -> u64 {
        self.app.state().ledger.event(self.event).unwrap().version
    }

    /// Takes a copy at an entry; its address.
    fn copy(&self, entry: u64, number: u32) -> String {
        let entry = entry.to_string();
        let form = [("entry", &*entry), ("idempotency_key", &*key(number))];
        let answer = self.arbiter.post_form("/events/open/what-if", &form).expect_status(303);
        answer.location().to_owned()
    }

    fn attempt(&self, copy: &str, fields: &[(&str, &str)], number: u32) -> Answer {
        let key = key(number);
        let mut form = vec![("idempotency_key", key.as_str())];
        form.extend_from_slice(fields);
        self.arbiter.post_form(&format!("{copy}/step"), &form)
    }

    /// The second player wins at board 1 of round 1.
    fn turn(&self, copy: &str, number: u32) -> Answer {
        let fields = [("try", "result"), ("round", "1"), ("board", "1"), ("result", "0:checkmate")];
        self.attempt(copy, &fields, number)
    }
}

fn points_places_and_the_next_round_stand_side_by_side_and_the_event_stays(app: &TestApp) {
    let hall = played(app);
    let version = hall.version();
    let public = |path: &str| hall.arbiter.get(path).body;
    let before = [public("/events/open/standings"), public("/events/open/rounds/1")];
    let copy = hall.copy(version, 1);
    hall.arbiter
        .get(&copy)
        .expect_status(200)
        .expect_text("Ash, Rowan – Oak, Robin")
        .expect_text("Nothing yet.");
    hall.turn(&copy, 2).expect_status(303);
    let scores = hall.arbiter.get(&copy).body;
    assert!(scores.contains("checkmate (3\u{A0}:\u{A0}0)”"), "a score stays on one line: {scores}");
    hall.arbiter
        .get(&copy)
        .expect_text(
            "Round 1, board 1: result changed from “Ash, Rowan wins, checkmate (3 : 0)” to “Elm, Wych wins",
        )
        .expect_text("3 → 0")
        .expect_text("0 → 3")
        .expect_text("<strong>Elm, Wych – Oak, Robin</strong>");
    // Two are kept apart: the next round differs again.
    let apart = [("try", "apart"), ("one", "2 Elm, Wych"), ("other", "3")];
    hall.attempt(&copy, &apart, 3).expect_status(303);
    hall.arbiter
        .get(&copy)
        .expect_text("Must not meet")
        .expect_no_text("<strong>Elm, Wych – Oak, Robin</strong>");
    // Somebody withdraws, and other tie-breaks count.
    hall.attempt(&copy, &[("try", "withdraw"), ("player", "4")], 4).expect_status(303);
    hall.attempt(&copy, &[("try", "tie-breaks"), ("tie_breaks", "SB")], 5).expect_status(303);
    hall.arbiter
        .get(&copy)
        .expect_text("Yew, Pat has withdrawn from round 2 on.")
        .expect_text("Settings: tie-breaks from none to SB.");
    // A form that is sent twice is one step.
    hall.attempt(&copy, &[("try", "tie-breaks"), ("tie_breaks", "SB")], 5).expect_status(303);
    hall.arbiter.get(&copy).expect_text("/steps/4/take-out").expect_no_text("/steps/5/take-out");
    assert_eq!(hall.version(), version, "the event has no entry more");
    let after = [public("/events/open/standings"), public("/events/open/rounds/1")];
    let is_same = |one: &String, other: &String| one.contains("Elm, Wych") == other.contains("Elm, Wych");
    assert!(before.iter().zip(&after).all(|(one, other)| is_same(one, other)));
    assert!(!after[1].contains("Elm, Wych wins"));
    let form = [("idempotency_key", &*key(6))];
    hall.arbiter.post_form(&format!("{copy}/throw-away"), &form).expect_redirect("/events/open/what-if");
    hall.arbiter.get(&copy).expect_status(404);
}

fn nobody_but_the_arbiters_of_the_event_comes_in_by_any_way(app: &TestApp) {
    let hall = played(app);
    app.commit(hall.event, EventCommand::ShowEvent { is_public: true });
    let copy = hall.copy(hall.version(), 1);
    hall.turn(&copy, 2).expect_status(303);
    let (player, moor) = app.sign_in("moor");
    app.speak_for(hall.event, hall.players[0], player);
    let (other_chief, other_arbiter) = app.sign_in("jonah");
    app.add_event("other", other_chief);
    let gets = ["/events/open/what-if".to_owned(), copy.clone(), format!("{copy}/steps/1")];
    let posts = [
        "/events/open/what-if".to_owned(),
        format!("{copy}/step"),
        format!("{copy}/steps/1"),
        format!("{copy}/steps/1/take-out"),
        format!("{copy}/throw-away"),
    ];
    let form = [("idempotency_key", &*key(3)), ("try", "next-round"), ("entry", "1"), ("version", "99")];
    for (browser, refused) in [(&moor, 403), (&other_arbiter, 403), (&app.visitor(), 303)] {
        for path in &gets {
            let answer = browser.get(path).expect_status(refused).expect_no_text("Elm, Wych wins");
            assert!(refused != 303 || answer.location().starts_with("/sign-in"), "{path}");
        }
        for path in &posts {
            let status = browser.post_form(path, &form).status.as_u16();
            assert!(status == refused || (refused == 303 && status == 401), "{path}: {status}");
        }
    }
    // By the address of another event the copy is not there, not even for its arbiter.
    let elsewhere = copy.replace("/open/", "/other/");
    other_arbiter.get(&elsewhere).expect_status(404);
    other_arbiter.get(&format!("{elsewhere}/steps/1")).expect_status(404);
    for path in ["/step", "/steps/1", "/steps/1/take-out"] {
        other_arbiter.post_form(&format!("{elsewhere}{path}"), &form).expect_status(404);
    }
    other_arbiter.post_form(&format!("{elsewhere}/throw-away"), &form).expect_status(303);
    // It is all still there, and an administrator sees it.
    hall.arbiter.get(&copy).expect_text("Elm, Wych wins");
    let (_, admin) = app.sign_in_admin();
    admin.get(&copy).expect_status(200);
    hall.arbiter.get("/events/open/what-if/nothing").expect_status(404);
    // What the public sees never had it.
    for path in ["", "/standings", "/rounds/1", "/players", "/event.json", "/standings.csv"] {
        app.visitor().get(&format!("/events/open{path}")).expect_status(200).expect_no_text("Elm, Wych wins");
    }
}

fn a_copy_begins_at_any_entry_and_plays_on(app: &TestApp) {
    let hall = played(app);
    // After entry 5 one result is in: the next round cannot be paired yet.
    hall.arbiter.get("/events/open/what-if?as-of=5").expect_status(200).expect_text("value=\"5\"");
    let copy = hall.copy(5, 1);
    hall.arbiter.get(&copy).expect_text("As it stands: ").expect_text("2 more entries");
    let result = [("try", "result"), ("round", "1"), ("board", "2"), ("result", "-:agreement")];
    hall.attempt(&copy, &result, 2).expect_status(303);
    hall.attempt(&copy, &[("try", "next-round")], 3).expect_status(303);
    hall.arbiter.get(&copy).expect_text("Round 2 drafted").expect_text("Round 2 is published.");
    let result = [("try", "result"), ("round", "2"), ("board", "1"), ("result", "1:checkmate")];
    hall.attempt(&copy, &result, 4).expect_status(303);
    hall.arbiter.get(&copy).expect_text("Round 2, board 1: result");
    // In an event that is over things are tried all the same.
    app.change_settings(hall.event, |settings| settings.rounds = 1);
    app.commit(hall.event, EventCommand::FinishEvent { is_finished: true });
    let after = hall.copy(hall.version(), 6);
    hall.turn(&after, 7).expect_status(303);
    hall.arbiter.get(&after).expect_text("3 → 0");
    let version = hall.version();
    // What rests on a step is told, and a round that was tried is no step for the real event.
    let out = format!("{copy}/steps/2/take-out");
    let form = [("idempotency_key", &*key(5))];
    hall.arbiter.post_form(&out, &form).expect_status(422).expect_text("Step 3 rests on it");
    hall.arbiter.get(&format!("{copy}/steps/2")).expect_status(404);
    assert_eq!(hall.version(), version);
}

fn steps_are_taken_out_and_offered_to_the_real_event(app: &TestApp) {
    let hall = played(app);
    let copy = hall.copy(hall.version(), 1);
    hall.turn(&copy, 2).expect_status(303);
    hall.attempt(&copy, &[("try", "withdraw"), ("player", "4")], 3).expect_status(303);
    // The result lies in a closed round: the real event says so, and nothing is done behind its back.
    let offer = format!("{copy}/steps/1");
    hall.arbiter.get(&offer).expect_status(200).expect_text("Round 1 is closed. Reopen it first");
    let reason = tiger_event::text::Reason::parse("A slip.").unwrap();
    app.commit(hall.event, RoundCommand::ReopenRound { round: 1, reason });
    let page = hall.arbiter.get(&offer).expect_text("Elm, Wych wins by checkmate instead of");
    let (version, once) = (page.hidden("version").unwrap(), page.hidden("idempotency_key").unwrap());
    let form = [("version", version.as_str()), ("idempotency_key", once.as_str())];
    // Points are confirmed first, as at every form.
    let before = hall.version();
    hall.arbiter.post_form(&offer, &form).expect_status(200).expect_text("Do it in the real event");
    assert_eq!(hall.version(), before);
    hall.arbiter.post_and_confirm(&offer, &form).expect_redirect(&copy);
    let event = app.state().ledger.event(hall.event).unwrap();
    let result = event.game(hall.games[0]).unwrap().result.clone().unwrap();
    assert_eq!(result.entry.winner, Some(Seat::Second));
    assert_eq!(event.version, before + 1);
    // A form from before somebody else's change is a conflict.
    let stale = [("version", version.as_str()), ("idempotency_key", &*key(9))];
    let other = ResultEntry::plain(None, Ending::Agreement);
    app.commit(hall.event, ResultCommand::EnterResult { game: hall.games[0], result: other, seen: u64::MAX });
    hall.arbiter.post_and_confirm(&offer, &stale).expect_status(409);
    let second = hall.arbiter.get(&format!("{copy}/steps/2")).expect_text("Yew, Pat has withdrawn");
    let once = second.hidden("idempotency_key").unwrap();
    let form = [("version", "0"), ("idempotency_key", once.as_str())];
    hall.arbiter.post_form(&format!("{copy}/steps/2"), &form).expect_redirect(&copy);
    assert!(!app.state().ledger.event(hall.event).unwrap().entry(hall.players[3]).unwrap().plays_in(2));
    // Taken out of the copy, it is gone there.
    let form = [("idempotency_key", &*key(10))];
    hall.arbiter.post_form(&format!("{copy}/steps/1/take-out"), &form).expect_redirect(&copy);
    hall.arbiter.get(&copy).expect_no_text("Elm, Wych wins");
    assert_eq!(app.state().ledger.verify(hall.event).unwrap().faults, vec![]);
}

fn what_players_agreed_on_is_tried_here_and_ruled_on_in_the_real_event(app: &TestApp) {
    let hall = Hall::new(app);
    let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
    for game in hall.games.clone() {
        for player in [Seat::First, Seat::Second] {
            app.commit(hall.event, ResultCommand::ReportResult { game, player, result });
        }
    }
    app.commit(hall.event, RoundCommand::CloseRound { round: 1 });
    let copy = hall.copy(hall.version(), 1);
    hall.turn(&copy, 2).expect_status(303);
    let tried = hall.arbiter.get(&copy).expect_text("result changed from “Ash, Rowan wins, checkmate");
    tried.expect_text("3 → 0").expect_text("0 → 3");
    let reason = tiger_event::text::Reason::parse("A slip.").unwrap();
    app.commit(hall.event, RoundCommand::ReopenRound { round: 1, reason });
    hall.arbiter.get(&format!("{copy}/steps/1")).expect_text("overrule it, with a reason");
}

fn copies_are_bounded_and_mistakes_are_told(app: &TestApp) {
    let hall = played(app);
    let last = hall.version();
    for wrong in ["0", "99", "x", ""] {
        let form = [("entry", wrong), ("idempotency_key", &*key(1))];
        hall.arbiter.post_form("/events/open/what-if", &form).expect_status(422).expect_text("from 1 to 7");
    }
    let copies: Vec<String> = (0..8).map(|number| hall.copy(last, number)).collect();
    let one_more = [("entry", "1"), ("idempotency_key", &*key(20))];
    hall.arbiter
        .post_form("/events/open/what-if", &one_more)
        .expect_status(422)
        .expect_text("8 what-ifs already");
    let copy = &copies[0];
    let wrong: [(&[(&str, &str)], &str); 6] = [
        (&[("try", "nothing")], "Choose what to try."),
        (&[("try", "result"), ("round", "9"), ("board", "1"), ("result", "none")], "There is no such board"),
        (&[("try", "result"), ("round", "1"), ("board", "1"), ("result", "x")], "is no result"),
        (&[("try", "withdraw"), ("player", "77")], "Write the number of a player"),
        (&[("try", "apart"), ("one", "1"), ("other", "1")], "Choose two or more players"),
        (&[("try", "tie-breaks"), ("tie_breaks", "XYZ")], "XYZ"),
    ];
    for (number, (fields, sentence)) in (30..).zip(wrong) {
        hall.attempt(copy, fields, number).expect_status(422).expect_text(sentence);
    }
    for number in 0..50 {
        let ties = ["SB", "WIN"][number as usize % 2];
        hall.attempt(copy, &[("try", "tie-breaks"), ("tie_breaks", ties)], 100 + number).expect_status(303);
    }
    hall.attempt(copy, &[("try", "withdraw"), ("player", "1")], 200)
        .expect_status(422)
        .expect_text("50 steps");
}
