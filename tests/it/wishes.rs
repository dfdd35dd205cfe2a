//! What players say and ask for by themselves, and what arbiters answer: `/events/{slug}/me`, the queue.

use tiger_arbiter::services::pairing::{Start, draft};
use tiger_event::{
    Attendance, ByeKind, Entry, EntryCommand, EntryId, EventCommand, EventId, Format, PublishedEvent,
    RoundCommand, Seat, UserId,
};

use crate::rig::{Answer, Backend, Browser, TestApp, key, on_both_databases, on_sqlite};

on_both_databases!(a_player_says_they_are_here_and_one_press_confirms_all);
on_sqlite!(
    a_player_asks_for_a_bye_and_to_leave_and_an_arbiter_answers,
    what_cannot_be_granted_is_not_asked_for,
    a_wish_for_a_later_round_has_time,
    a_wish_that_comes_too_late_waits_no_more,
    nobody_speaks_for_another_player_and_the_public_sees_no_wish
);

struct Day {
    app: TestApp,
    event: EventId,
    tessa: Browser,
    robin: Browser,
    ids: Vec<EntryId>,
}

impl Day {
    fn new(backend: Backend) -> Self {
        let app = TestApp::start(backend);
        let (chief, tessa) = app.sign_in("tessa");
        let event = app.add_event_with("open", chief, |settings| {
            settings.format = Format::Swiss;
            settings.players_check_in = true;
        });
        let ids = app.add_entries(event, &["Moor", "Ash", "Elm", "Oak"]);
        let (user, robin): (UserId, Browser) = app.sign_in("robin");
        app.speak_for(event, ids[0], user);
        Self { app, event, tessa, robin, ids }
    }

    fn entry(&self, place: usize) -> Entry {
        self.app.state().ledger.event(self.event).unwrap().entries.get(&self.ids[place]).unwrap().clone()
    }

    fn ask(&self, number: u32, fields: &[(&str, &str)]) -> Answer {
        let key = key(number);
        let form: Vec<_> = fields.iter().copied().chain([("idempotency_key", key.as_str())]).collect();
        self.robin.post_form("/events/open/me/wishes", &form)
    }

    fn decide(&self, number: u32, decision: &str) -> Answer {
        let entry = self.entry(0);
        let path = format!("/events/open/entries/{}/wishes/{}", entry.id, entry.wishes[0].id);
        self.tessa.post_form(&path, &[("decision", decision), ("idempotency_key", &key(number))])
    }

    fn draft(&self) {
        self.app.commit(self.event, RoundCommand::DrawFirstSide { side: Seat::First });
        let table = draft(&self.app.state().ledger.event(self.event).unwrap(), 1, Start::Proposal).unwrap();
        self.app.commit(self.event, RoundCommand::DraftRound { round: 1, system: Format::Swiss, table });
    }

    fn publish(&self) {
        self.app.commit(self.event, RoundCommand::PublishRound { round: 1, seen: u64::MAX });
    }
}

const HALF: [(&str, &str); 3] = [("asks", "bye"), ("round", "1"), ("kind", "HPB")];

fn a_player_says_they_are_here_and_one_press_confirms_all(backend: Backend) {
    let day = Day::new(backend);
    let here = |number| day.robin.post_form("/events/open/me/here", &[("idempotency_key", &key(number))]);
    day.robin.get("/events/open/me").expect_status(200).expect_text("I am here");
    here(1).expect_redirect("/events/open/me");
    day.robin.get("/events/open/me").expect_text("You have said that you are here");
    here(2).expect_redirect("/events/open/me");
    day.robin.get("/events/open/me").expect_text("That has been said already");
    assert_eq!(day.entry(0).attendance, Attendance::Expected, "an arbiter has not seen them");
    day.tessa.get("/events/open/entries").expect_text("Confirm the 1 who say").expect_text("says: I am here");
    day.tessa.get("/events/open/queue").expect_text("One player says: I am here.");
    let version = day.tessa.get("/events/open/queue").hidden("version").unwrap();
    let form = [
        ("entry", "announced"),
        ("present", "yes"),
        ("back", "queue"),
        ("version", &version),
        ("idempotency_key", &*key(3)),
    ];
    day.tessa.post_form("/events/open/entries/check-in", &form).expect_redirect("/events/open/queue");
    day.tessa.get("/events/open/queue").expect_text("One player is checked in.").expect_text("Nothing waits");
    assert_eq!((day.entry(0).attendance, day.entry(0).says_here), (Attendance::Present, None));
    assert_eq!(day.entry(1).attendance, Attendance::Expected);
    day.robin.get("/events/open/me").expect_text("You are checked in.");
    day.app.change_settings(day.event, |settings| settings.players_check_in = false);
    day.app.commit(day.event, EntryCommand::CheckIn { entries: day.ids.clone(), is_present: false });
    here(4).expect_redirect("/events/open/me");
    day.robin.get("/events/open/me").expect_text("come to the arbiter").expect_no_text("You have said");
}

fn a_player_asks_for_a_bye_and_to_leave_and_an_arbiter_answers(backend: Backend) {
    let day = Day::new(backend);
    day.ask(1, &HALF).expect_redirect("/events/open/me");
    day.robin
        .get("/events/open/me")
        .expect_text("You ask for a half-point bye in round 1. An arbiter answers it.");
    day.tessa.get("/events/open/queue").expect_text("Moor asks for a half-point bye in round 1.");
    day.tessa.get("/events/open/desk").expect_text("For your decision").expect_text("1 in the queue");
    day.tessa.get("/events/open/ledger").expect_text("Moor asks for a half-point bye in round 1");
    assert!(day.entry(0).byes.is_empty());
    day.decide(2, "refuse").expect_redirect("/events/open/queue");
    day.robin.get("/events/open/me").expect_text("It was refused: speak to an arbiter.");
    day.ask(3, &HALF).expect_redirect("/events/open/me");
    day.decide(4, "accept").expect_redirect("/events/open/queue");
    day.tessa.get("/events/open/queue").expect_text("Moor has a half-point bye in round 1.");
    assert_eq!(day.entry(0).byes.get(&1), Some(&ByeKind::HalfPoint));
    assert!(day.entry(0).wishes.is_empty());
    day.ask(5, &[("asks", "leave"), ("round", "2")]).expect_redirect("/events/open/me");
    let wish = day.entry(0).wishes[0].id;
    let back = format!("/events/open/me/wishes/{wish}/take-back");
    day.robin.post_form(&back, &[("idempotency_key", &key(6))]).expect_redirect("/events/open/me");
    assert!(day.entry(0).wishes.is_empty());
    day.ask(7, &[("asks", "leave"), ("round", "1")]).expect_redirect("/events/open/me");
    // The round is published before anybody answers: who leaves is left out from the next one on.
    day.draft();
    day.publish();
    day.tessa.get("/events/open/queue").expect_text("Moor asks to leave from round 1 on.");
    day.decide(8, "accept").expect_redirect("/events/open/queue");
    assert_eq!(day.entry(0).leaves_from(), Some(2));
    day.robin.get("/events/open/me").expect_no_text("Have to leave?");
}

fn what_cannot_be_granted_is_not_asked_for(backend: Backend) {
    let day = Day::new(backend);
    let refused = |number: u32, fields: &[(&str, &str)], why: &str| {
        day.ask(number, fields).expect_redirect("/events/open/me");
        day.robin.get("/events/open/me").expect_text(why);
        assert!(day.entry(0).wishes.is_empty(), "{why}");
    };
    refused(1, &[("asks", "bye"), ("round", "9"), ("kind", "HPB")], "The event has 3 rounds.");
    refused(7, &[("asks", "leave"), ("round", "9")], "The event has 3 rounds: nobody leaves before round 9");
    refused(2, &[("asks", "bye"), ("round", "1"), ("kind", "FPB")], "to give; it cannot be asked for");
    day.ask(3, &[("asks", "bye"), ("round", "soon"), ("kind", "HPB")]).expect_status(422);
    day.ask(4, &[("asks", "everything"), ("round", "1")]).expect_status(422);
    day.ask(5, &HALF).expect_redirect("/events/open/me");
    day.ask(6, &HALF).expect_redirect("/events/open/me");
    day.robin.get("/events/open/me").expect_text("asked for already");
    assert_eq!(day.entry(0).wishes.len(), 1);
}

fn a_wish_for_a_later_round_has_time(backend: Backend) {
    let day = Day::new(backend);
    day.ask(1, &[("asks", "leave"), ("round", "2")]).expect_redirect("/events/open/me");
    day.draft();
    day.tessa.get("/events/open/draft").expect_text("Publish round").expect_no_text("A player asks");
}

fn a_wish_that_comes_too_late_waits_no_more(backend: Backend) {
    let day = Day::new(backend);
    day.ask(1, &HALF).expect_redirect("/events/open/me");
    day.draft();
    day.tessa.get("/events/open/draft").expect_text("A player asks");
    day.publish();
    day.tessa.get("/events/open/queue").expect_no_text("Moor asks");
    day.robin.get("/events/open/me").expect_text("It came too late: speak to an arbiter.");
    day.decide(2, "accept").expect_redirect("/events/open/queue");
    day.tessa.get("/events/open/queue").expect_text("does not wait any more");
    assert!(day.entry(0).byes.is_empty());
}

fn nobody_speaks_for_another_player_and_the_public_sees_no_wish(backend: Backend) {
    let day = Day::new(backend);
    day.app.commit(day.event, EventCommand::ShowEvent { is_public: true });
    day.ask(1, &HALF).expect_redirect("/events/open/me");
    day.robin.post_form("/events/open/me/here", &[("idempotency_key", &key(2))]).expect_status(303);
    let (_, fenn) = day.app.sign_in("fenn");
    fenn.post_form("/events/open/me/here", &[("idempotency_key", &key(3))]).expect_status(403);
    fenn.post_form("/events/open/me/wishes", &HALF).expect_status(403);
    let wish = format!("/events/open/entries/{}/wishes/{}", day.ids[0], day.entry(0).wishes[0].id);
    for person in [&fenn, &day.robin] {
        person.post_form(&wish, &[("decision", "accept"), ("idempotency_key", &key(4))]).expect_status(403);
    }
    for path in ["", "/players", "/players/1", "/event.json", "/players.csv"] {
        let page = app_text(&day.app, &format!("/events/open{path}"));
        assert!(!page.contains("half-point bye in round 1") && !page.contains("I am here"), "{path}");
    }
    let event = day.app.state().ledger.event(day.event).unwrap();
    let public = PublishedEvent::of(&event).unwrap();
    assert!(public.entries.values().all(|entry| entry.wishes.is_empty() && entry.says_here.is_none()));
}

fn app_text(app: &TestApp, path: &str) -> String {
    app.visitor().get(path).expect_status(200).body.clone()
}
