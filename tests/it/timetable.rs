//! `/events/{slug}/settings/timetable`, `/events/{slug}/timetable`, `/events/{slug}/timetable.ics`.

use tiger_arbiter::services::pairing::{Start, draft};
use tiger_event::timetable::RoundTime;
use tiger_event::{
    Event, EventCommand, EventId, ResultCommand, ResultEntry, RoundCommand, Seat, Timetable, TimetableCommand,
};

use crate::rig::{Answer, Browser, TestApp, on_both_databases, on_sqlite};
use tiger_rules::Ending;

const FORM: &str = "/events/merridon/settings/timetable";

on_both_databases!(a_timetable_is_set_once_and_two_arbiters_do_not_overwrite_each_other);
on_sqlite!(
    everybody_reads_the_timetable_and_takes_it_along,
    what_is_wrong_in_a_timetable_comes_back_with_what_was_typed,
    a_break_that_is_moved_stays_the_same_in_calendars_and_one_without_a_name_goes,
    a_round_robin_shows_all_its_rounds_beforehand_where_its_arbiters_want_it,
    a_round_that_is_played_counts_down_to_its_end_and_boards_may_have_minutes_more,
    a_timetable_is_taken_back_to_the_one_before,
    nobody_but_arbiters_sets_a_timetable
);

struct Hall<'a> {
    app: &'a TestApp,
    event: EventId,
    tessa: Browser,
}

impl<'a> Hall<'a> {
    fn new(app: &'a TestApp) -> Self {
        let (chief, tessa) = app.sign_in("tessa");
        let event = app.add_event("merridon", chief);
        app.add_entries(event, &["Adder", "Bear", "Crane", "Dingo"]);
        app.commit(event, EventCommand::ShowEvent { is_public: true });
        app.change_settings(event, |settings| settings.time_zone = chrono_tz::Europe::London);
        Self { app, event, tessa }
    }

    fn event(&self) -> Event {
        Event::clone(&self.app.state().ledger.event(self.event).unwrap())
    }

    fn save(&self, fields: &[(&str, &str)]) -> Answer {
        let page = self.tessa.get(FORM).expect_status(200);
        let hidden = ["idempotency_key", "version"].map(|name| (name, page.hidden(name).unwrap()));
        let mut all: Vec<_> = hidden.iter().map(|(name, value)| (*name, value.as_str())).collect();
        all.extend(fields);
        self.tessa.post_form(FORM, &all)
    }

    fn publish_round_1(&self) {
        let table = draft(&self.event(), 1, Start::Proposal).unwrap();
        let system = self.event().settings.format;
        self.app.commit(self.event, RoundCommand::DraftRound { round: 1, system, table });
        self.app.commit(self.event, RoundCommand::PublishRound { round: 1, seen: u64::MAX });
    }
}

const TWO_ROUNDS: [(&str, &str); 3] =
    [("default_minutes", "30"), ("round_1", "2026-11-21T10:00"), ("round_2", "2026-11-21 14:30")];

fn a_timetable_is_set_once_and_two_arbiters_do_not_overwrite_each_other(app: &TestApp) {
    let hall = Hall::new(app);
    let page = hall.tessa.get(FORM).expect_status(200);
    let hidden = ["idempotency_key", "version"].map(|name| (name, page.hidden(name).unwrap()));
    let mut form: Vec<_> = hidden.iter().map(|(name, value)| (*name, value.as_str())).collect();
    form.extend(TWO_ROUNDS);
    for _ in 0..2 {
        hall.tessa.post_form(FORM, &form).expect_redirect(FORM);
    }
    let version = hall.event().version;
    assert_eq!(hall.event().timetable_revision(), version);
    // The same form, filled once more from the old state.
    form[0].1 = "another-key-0123456789";
    form[3].1 = "2026-11-21T11:00";
    hall.tessa.post_form(FORM, &form).expect_status(409);
    assert_eq!(hall.event().version, version);
    hall.tessa
        .get("/events/merridon/ledger")
        .expect_text("Timetable: Round 1 21 November 2026, 10:00; Round 2 21 November 2026, 14:30; default time 30 minutes");
}

fn everybody_reads_the_timetable_and_takes_it_along(app: &TestApp) {
    let hall = Hall::new(app);
    let visitor = app.visitor();
    visitor.get("/events/merridon/timetable").expect_status(404);
    visitor.get("/events/merridon/timetable.ics").expect_status(404);
    hall.save(&TWO_ROUNDS).expect_redirect(FORM);
    let front = visitor
        .get("/events/merridon")
        .expect_text("Round 1</strong> begins on Saturday 21 November, 10:00.");
    assert!(front.body.contains(r#"datetime="2026-11-21T10:00:00Z" data-countdown"#));
    visitor
        .get("/events/merridon/timetable")
        .expect_status(200)
        .expect_text("Europe/London")
        .expect_text("who has not come to the board 30 minutes after the beginning loses.")
        .expect_no_text("All rounds");
    hall.tessa.get("/events/merridon/desk").expect_text("Round 1, Saturday 21 November");
    hall.publish_round_1();
    let begins = "Begins on Saturday 21 November, 10:00; who has not come by 10:30 loses.";
    visitor.get("/events/merridon/rounds/1").expect_text(begins);
    visitor.get("/events/merridon/rounds/1/print/boards").expect_text(begins);
    // What has begun is not next any more.
    let game = hall.event().games_of(1)[0].id;
    let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
    app.commit(hall.event, ResultCommand::EnterResult { game, result, seen: u64::MAX });
    visitor.get("/events/merridon").expect_text("Round 2</strong> begins on Saturday 21 November, 14:30.");
    let file = visitor.get("/events/merridon/timetable.ics").expect_status(200);
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    assert!(file.header("content-disposition").contains("merridon-timetable.ics"));
    for line in [
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n",
        "\r\nTZID:Europe/London\r\nBEGIN:STANDARD\r\n",
        &format!("\r\nUID:round-1-{}@tiger-arbiter\r\n", hall.event)[..],
        "\r\nDTSTART;TZID=Europe/London:20261121T143000\r\n",
        "\r\nSUMMARY:Round 2\\, ",
        "\r\nDESCRIPTION:Default time: 30 minutes. ",
    ] {
        assert!(file.body.replace("\r\n ", "").contains(line), "{line} is missing in {}", file.body);
    }
    assert!(file.body.ends_with("END:VEVENT\r\nEND:VCALENDAR\r\n"));
    let json = visitor.get("/events/merridon/event.json");
    assert!(json.body.contains(r#""begins":"2026-11-21T14:30:00""#));
}

fn what_is_wrong_in_a_timetable_comes_back_with_what_was_typed(app: &TestApp) {
    let hall = Hall::new(app);
    let version = hall.event().version;
    hall.save(&[("round_2", "noon"), ("default_minutes", "soon"), ("occasion_0_name", "Lunch")])
        .expect_status(422)
        .expect_text("Write a day and a time")
        .expect_text("Write minutes, such as 30")
        .expect_text("noon")
        .expect_text("Lunch");
    hall.save(&[("round_1", "2026-11-21T14:00"), ("round_2", "2026-11-21T10:00")])
        .expect_status(422)
        .expect_text("Round 2 must begin after round 1.");
    hall.save(&[("round_1", "2028-11-21T14:00")]).expect_status(422).expect_text("more than a year away");
    hall.save(&[("round_1", "+262142-12-31T14:00")])
        .expect_status(422)
        .expect_text("a year from 1900 to 2199");
    hall.save(&[("default_minutes", "3000")]).expect_status(422).expect_text("2880 minutes");
    assert_eq!(hall.event().version, version);
}

fn a_break_that_is_moved_stays_the_same_in_calendars_and_one_without_a_name_goes(app: &TestApp) {
    let hall = Hall::new(app);
    let lunch = [("occasion_0_name", "Lunch"), ("occasion_0_minutes", "45")];
    let at = |time: &'static str, id: &'static str| {
        let mut all = lunch.to_vec();
        all.extend([("occasion_0_begins", time), ("occasion_0_id", id)]);
        all
    };
    hall.save(&at("2026-11-21T12:00", "")).expect_redirect(FORM);
    let id = hall.event().timetable().unwrap().occasions[0].id.to_string();
    let id: &'static str = id.leak();
    hall.tessa.get(FORM).expect_text("Lunch").expect_text(id);
    let before = app.visitor().get("/events/merridon/timetable.ics").body;
    hall.save(&at("2026-11-21T12:30", id)).expect_redirect(FORM);
    let after = app.visitor().get("/events/merridon/timetable.ics").body;
    let value = |file: &str, name: &str| {
        let line = file.split("\r\n").find(|line| line.starts_with(name)).unwrap();
        line.split_once(':').unwrap().1.to_owned()
    };
    assert_eq!(value(&before, "UID"), value(&after, "UID"));
    assert_eq!(value(&after, "UID"), format!("{id}@tiger-arbiter"));
    assert_eq!(value(&after, "DURATION"), "PT45M");
    assert!(value(&before, "SEQUENCE").parse::<u64>().unwrap() < value(&after, "SEQUENCE").parse().unwrap());
    hall.save(&[("occasion_0_name", ""), ("occasion_0_begins", "2026-11-21T12:30"), ("occasion_0_id", id)])
        .expect_redirect(FORM);
    assert_eq!(hall.event().timetable(), None);
    app.visitor().get("/events/merridon/timetable.ics").expect_status(404);
}

fn a_round_robin_shows_all_its_rounds_beforehand_where_its_arbiters_want_it(app: &TestApp) {
    let hall = Hall::new(app);
    hall.save(&[("shows_schedule", "on"), ("round_3", "2026-11-21T16:00")]).expect_redirect(FORM);
    // Berger's table of four: 1-4 2-3, 4-3 1-2, 2-4 3-1.
    let page = app.visitor().get("/events/merridon/timetable").expect_status(200).body;
    let all = page.split_once("All rounds").unwrap().1;
    let place = |text: &str, other: &str| {
        let pair = all.split("<li>").find(|line| line.contains(text) && line.contains(other)).unwrap();
        assert!(pair.find(text).unwrap() < pair.find(other).unwrap(), "{pair}");
        all.find(pair).unwrap()
    };
    let places = [
        place("Adder", "Dingo"),
        place("Bear", "Crane"),
        place("Dingo", "Crane"),
        place("Adder", "Bear"),
        place("Bear", "Dingo"),
        place("Crane", "Adder"),
    ];
    assert!(places.is_sorted(), "{places:?}");
    assert!(all.contains("Saturday 21 November, 16:00"));
    // What is published stands as it was published.
    hall.publish_round_1();
    app.visitor().get("/events/merridon/timetable").expect_text("Round 3");
    // In another format nobody knows beforehand.
    hall.save(&[]).expect_redirect(FORM);
    app.visitor().get("/events/merridon/timetable").expect_status(404);
}

fn a_timetable_is_taken_back_to_the_one_before(app: &TestApp) {
    let hall = Hall::new(app);
    hall.save(&TWO_ROUNDS).expect_redirect(FORM);
    hall.save(&[("round_1", "2026-11-21T11:00")]).expect_redirect(FORM);
    let entry = hall.event().version;
    let path = format!("/events/merridon/ledger/{entry}/take-back");
    let page = hall.tessa.get(&path).expect_status(200).expect_text("14:30");
    let key = page.hidden("idempotency_key").unwrap();
    hall.tessa
        .post_and_confirm(&path, &[("reason", "Too late"), ("idempotency_key", &key)])
        .expect_status(303);
    assert_eq!(hall.event().timetable().unwrap().rounds.len(), 2);
    let report = app.state().ledger.verify(hall.event).unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
}

fn nobody_but_arbiters_sets_a_timetable(app: &TestApp) {
    let hall = Hall::new(app);
    let (_, other) = app.sign_in("other");
    other.get(FORM).expect_status(403);
    other.post_form(FORM, &[("idempotency_key", "0123456789abcdef0")]).expect_status(403);
    app.visitor().get(FORM).expect_status(303);
    hall.tessa.get("/events/nowhere/settings/timetable").expect_status(404);
    assert_eq!(hall.event().timetable_revision(), 0);
}

fn a_round_that_is_played_counts_down_to_its_end_and_boards_may_have_minutes_more(app: &TestApp) {
    let hall = Hall::new(app);
    let event = hall.event();
    let begins = event.settings.starts_on.and_hms_opt(14, 0, 0).unwrap();
    let timetable = Timetable {
        rounds: vec![RoundTime { round: 1, begins }],
        round_minutes: Some(120),
        ..Timetable::default()
    };
    app.commit(hall.event, TimetableCommand::SetTimetable { timetable, seen: u64::MAX });
    let visitor = app.visitor();
    let page = || visitor.get("/events/merridon/timetable").expect_status(200);
    page().expect_no_text("</strong> ends on");
    let table = draft(&event, 1, Start::Proposal).unwrap();
    app.commit(hall.event, RoundCommand::DraftRound { round: 1, system: event.settings.format, table });
    app.commit(hall.event, RoundCommand::PublishRound { round: 1, seen: u64::MAX });
    page()
        .expect_text("<strong>Round 1</strong> ends on")
        .expect_text("16:00")
        .expect_no_text("minutes more");
    // The fire alarm at board 2: ten minutes, and five again.
    let games: Vec<_> = hall.event().games_of(1).iter().map(|game| game.id).collect();
    let note = |minutes: &str| {
        let path = format!("/events/merridon/games/{}/steps/incident", games[1]);
        let key = tiger_arbiter::ledger::OnceKey::new();
        hall.tessa.post_form(
            &path,
            &[
                ("idempotency_key", key.as_str()),
                ("version", "18446744073709551615"),
                ("kind", "clock"),
                ("player", "-"),
                ("words", "A secret of the arbiters"),
                ("minutes", minutes),
            ],
        )
    };
    note("a few").expect_status(422).expect_text("Minutes are a whole number, 600 at most.");
    note("10").expect_status(303);
    page().expect_text("Board 2: 10 minutes more, until 16:10");
    note("5").expect_status(303);
    page().expect_text("Board 2: 15 minutes more, until 16:15").expect_no_text("secret");
    let screen = visitor.get("/events/merridon/hall/timetable/1").expect_status(200);
    screen.expect_text("ends at 16:00").expect_text("Board 2: 15 minutes more");
    hall.tessa.get("/events/merridon/rulings").expect_text("(5 minutes more for the board)");
    for game in games {
        let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
        app.commit(hall.event, ResultCommand::EnterResult { game, result, seen: u64::MAX });
    }
    page().expect_no_text("</strong> ends on").expect_no_text("minutes more");
}
