//! `/events/{slug}/hall`, `/events/{slug}/hall/{show}/{page}`, `/events/{slug}/desk/announce`.

use chrono_tz::UTC;
use tiger_event::timetable::RoundTime;
use tiger_event::{
    EntryId, EventCommand, EventId, Format, ResultCommand, ResultEntry, Seat, Timetable, TimetableCommand,
    local_time,
};
use tiger_rules::Ending;

use crate::rig::{Browser, TestApp, on_sqlite};

const DESK: &str = "/events/merridon/desk";
const ANNOUNCE: &str = "/events/merridon/desk/announce";

on_sqlite!(
    few_boards_fill_a_screen,
    many_rows_come_page_by_page,
    a_screen_shows_what_it_was_opened_for_and_goes_on_by_itself,
    without_a_choice_a_screen_shows_what_fits_the_moment,
    a_screen_bears_the_address_of_the_event,
    what_is_announced_stands_everywhere_until_it_is_taken_down,
    an_announcement_reaches_those_who_watch,
    only_arbiters_announce
);

struct Hall<'a> {
    app: &'a TestApp,
    event: EventId,
    tessa: Browser,
    players: Vec<EntryId>,
}

impl<'a> Hall<'a> {
    fn new(app: &'a TestApp, players: usize) -> Self {
        let (chief, tessa) = app.sign_in("tessa");
        let event = app.add_event_with("merridon", chief, |settings| settings.format = Format::Free);
        let names: Vec<_> = (1..=players).map(|number| format!("Player {number:03}")).collect();
        let players = app.add_entries(event, &names.iter().map(String::as_str).collect::<Vec<_>>());
        app.commit(event, EventCommand::ShowEvent { is_public: true });
        Self { app, event, tessa, players }
    }

    fn screen(&self, path: &str) -> crate::rig::Answer {
        self.app.visitor().get(&format!("/events/merridon/hall/{path}"))
    }

    fn announce(&self, fields: &[(&str, &str)]) -> crate::rig::Answer {
        let key = tiger_arbiter::ledger::OnceKey::new();
        let mut all = fields.to_vec();
        all.push(("idempotency_key", key.as_str()));
        self.tessa.post_form(ANNOUNCE, &all)
    }
}

fn few_boards_fill_a_screen(app: &TestApp) {
    let hall = Hall::new(app, 10);
    hall.app.publish_pairs(hall.event, &hall.players);
    let few = hall.screen("pairings/1").expect_status(200).expect_text("hall-five");
    assert_eq!(few.header("refresh"), "");
    assert_eq!(few.body.matches("<td class=\"board\">").count(), 5);
}

fn many_rows_come_page_by_page(app: &TestApp) {
    let hall = Hall::new(app, 80);
    hall.app.publish_pairs(hall.event, &hall.players);
    for (part, rows, cell) in
        [("pairings", [28, 12], "<td class=\"board\">"), ("names", [42, 38], "<td class=\"name\">")]
    {
        let [first, rest] = [1, 2].map(|page| hall.screen(&format!("{part}/{page}")).expect_status(200));
        let first = first.expect_text("1/2").expect_text("hall-many");
        let pages = [1, 2].map(|page| format!("/events/merridon/hall/{part}/{page}"));
        first.expect_turn(&[&pages[0], &pages[1]]);
        assert_eq!([&first, &rest].map(|page| page.body.matches(cell).count()), rows);
        for number in 1..=80 {
            let name = format!("Player {number:03}");
            assert!(first.body.contains(&name) != rest.body.contains(&name), "{part}: {name}");
        }
    }
}

fn a_screen_shows_what_it_was_opened_for_and_goes_on_by_itself(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.app.publish_pairs(hall.event, &hall.players);
    let visitor = app.visitor();
    let choose = |query: &str| visitor.get(&format!("/events/merridon/hall/choose{query}"));
    choose("?part=standings&part=names").expect_redirect("/events/merridon/hall/names+standings/1");
    choose("?part=nonsense").expect_redirect("/events/merridon/hall/all/1");
    choose("").expect_redirect("/events/merridon/hall/all/1");
    let first = hall.screen("names+standings/1").expect_status(200).expect_text("Players by name");
    let pages = [1, 2].map(|page| format!("/events/merridon/hall/names+standings/{page}"));
    first.expect_turn(&[&pages[0], &pages[1]]);
    let second = hall.screen("names+standings/2").expect_status(200).expect_text("Standings during round 1");
    second.expect_turn(&[&pages[0], &pages[1]]);
    // All screens with this list are told the same page and the same moment.
    let told = |answer: &crate::rig::Answer| {
        let (seconds, page) = answer.header("refresh").split_once("; url=").unwrap();
        (seconds.parse::<i64>().unwrap(), page.to_owned())
    };
    let in_step = (0..5).any(|_| {
        let (one, other) = (told(&hall.screen("names+standings/1")), told(&hall.screen("names+standings/2")));
        one.1 == other.1 && (one.0 - other.0).abs() <= 1
    });
    assert!(in_step);
    for wrong in ["standings+names/1", "names+/1", "everything/1", "names/0"] {
        hall.screen(wrong).expect_status(404);
    }
    hall.tessa.get(DESK).expect_text("Open a screen for the hall").expect_text("Timetable and countdown");
}

fn without_a_choice_a_screen_shows_what_fits_the_moment(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.screen("all/1").expect_text("The pairings appear here").expect_no_text("data-countdown");
    let rounds = (1..=2)
        .zip(["2026-11-21 10:00", "2026-11-21 14:00"])
        .map(|(round, time)| RoundTime { round, begins: local_time::read(time, UTC).unwrap() });
    let timetable = Timetable { rounds: rounds.collect(), ..Timetable::default() };
    app.commit(hall.event, TimetableCommand::SetTimetable { timetable, seen: 0 });
    hall.screen("all/1").expect_text("begins on Saturday 21 November, 10:00").expect_text("data-countdown");
    let games = hall.app.publish_pairs(hall.event, &hall.players);
    hall.screen("all/1").expect_text("Player 001").expect_text("1/2");
    hall.screen("all/2").expect_text("begins on Saturday 21 November, 10:00");
    let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
    app.commit(hall.event, ResultCommand::EnterResult { game: games[0], result, seen: u64::MAX });
    hall.screen("all/2").expect_text("Standings during round 1").expect_text("2/3");
    hall.screen("all/3").expect_text("begins on Saturday 21 November, 14:00");
    app.commit(hall.event, ResultCommand::EnterResult { game: games[1], result, seen: u64::MAX });
    hall.screen("timetable/1").expect_text("is-next");
}

fn a_screen_bears_the_address_of_the_event(app: &TestApp) {
    let hall = Hall::new(app, 2);
    let screen = hall.screen("all/1").expect_text("/<wbr>events/<wbr>merridon<wbr></p>");
    assert!(screen.body.contains("aria-label=\"The address of the event as a QR code\"><svg"));
}

fn what_is_announced_stands_everywhere_until_it_is_taken_down(app: &TestApp) {
    let hall = Hall::new(app, 4);
    hall.app.publish_pairs(hall.event, &hall.players);
    let pages = ["", "/pairings", "/standings", "/players", "/hall/all/1", "/hall/names/1"];
    let words = "Lunch is at <noon>";
    hall.announce(&[("announcement", words)]).expect_redirect(DESK);
    for page in pages {
        app.visitor().get(&format!("/events/merridon{page}")).expect_text("Lunch is at &#60;noon&#62;");
    }
    hall.tessa.get(DESK).expect_text("Lunch is at").expect_text("Take it down");
    // The longest leaves room for rows, and the rest comes on more screenfuls.
    hall.announce(&[("announcement", &"x".repeat(400))]).expect_redirect(DESK);
    let names = hall.screen("names/1").expect_status(200);
    assert_eq!(names.body.matches("<td class=\"name\">").count(), 4);
    hall.announce(&[("announcement", words)]).expect_redirect(DESK);
    hall.announce(&[("announcement", "")]).expect_status(422).expect_text("Please fill this in.");
    hall.announce(&[("announcement", &"long ".repeat(100))])
        .expect_status(422)
        .expect_text("at most 400 fit");
    hall.announce(&[("announcement", ""), ("take_down", "yes")]).expect_redirect(DESK);
    for page in pages {
        app.visitor().get(&format!("/events/merridon{page}")).expect_no_text("Lunch");
    }
    hall.announce(&[("announcement", ""), ("take_down", "yes")]).expect_status(422);
    hall.tessa
        .get("/events/merridon/ledger")
        .expect_text("Announced: Lunch is at &#60;noon&#62;")
        .expect_text("Announcement taken down");
    assert!(app.state().ledger.verify(hall.event).unwrap().faults.is_empty());
}

/// Pages renew themselves with each version of which readers see something: an announcement is one.
fn an_announcement_reaches_those_who_watch(app: &TestApp) {
    let hall = Hall::new(app, 2);
    let seen = |page: &crate::rig::Answer| {
        let (_, rest) = page.body.split_once("/live?seen=").unwrap();
        rest.split('"').next().unwrap().parse::<u64>().unwrap()
    };
    let before = seen(&hall.screen("all/1"));
    hall.announce(&[("announcement", "Round 2 begins late.")]).expect_redirect(DESK);
    let version = app.state().ledger.event(hall.event).unwrap().version;
    assert_eq!((seen(&hall.screen("all/1")), version), (version, before + 1));
}

fn only_arbiters_announce(app: &TestApp) {
    let hall = Hall::new(app, 2);
    let (_, other) = app.sign_in("other");
    let form = [("announcement", "Everybody go home"), ("idempotency_key", "0123456789abcdef0")];
    other.post_form(ANNOUNCE, &form).expect_status(403);
    app.visitor().post_bare(ANNOUNCE, &form).expect_status(403);
    hall.screen("all/1").expect_no_text("go home");
}
