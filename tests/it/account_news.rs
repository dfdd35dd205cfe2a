//! What happens to an account is told to its person at the next visit, and to administrators in the journal.

use std::sync::mpsc;
use std::time::Duration;

use tiger_arbiter::auth::journal::What;
use tiger_arbiter::clock;
use tiger_arbiter::db::DbError;

use crate::rig::{Answer, Browser, PASSWORD, TestApp, key, on_both_databases, on_sqlite};

on_both_databases!(
    a_sign_in_in_a_new_browser_is_told_in_those_that_were_known_before,
    whoever_guesses_codes_with_the_right_password_is_told,
    arbiters_and_links_of_an_event_are_in_the_journal
);

on_sqlite!(whoever_reads_the_journal_waits_for_lines_on_their_way);

const ASKED: &str = "Was this you?";

fn sign_in(browser: &Browser, login: &str) -> Answer {
    browser.post_form("/sign-in", &[("login", login), ("password", PASSWORD), ("next", "/account")])
}

fn a_sign_in_in_a_new_browser_is_told_in_those_that_were_known_before(app: &TestApp) {
    app.add_user("tessa", false);
    let (_, other) = app.sign_in("jonah");
    let desk = app.visitor();
    sign_in(&desk, "tessa").expect_redirect("/account");
    desk.get("/account").expect_status(200).expect_no_text(ASKED);
    let phone = app.visitor();
    sign_in(&phone, "tessa").expect_redirect("/account");
    phone.get("/account").expect_status(200).expect_no_text(ASKED);
    let told = desk.get("/events").expect_text(ASKED).expect_text("Signed in: ureq").expect_text("127.0.0.1");
    other.get("/events").expect_no_text(ASKED);
    app.visitor().get("/events").expect_no_text(ASKED);
    // The new browser cannot say that it was expected, whatever it sends.
    let far = (clock::now().timestamp_micros() + 1_000_000_000).to_string();
    for until in [&*far, "9223372036854775807", "x", ""] {
        phone.post_form("/account/news", &[("until", until), ("next", "/events")]);
    }
    desk.get("/events").expect_text(ASKED);
    // It waits for a person who is not there, and signing in again in a known browser is no news.
    desk.post_form("/sign-out", &[]).expect_redirect("/");
    sign_in(&desk, "tessa").expect_redirect("/account");
    desk.get("/account").expect_text(ASKED);
    phone.get("/account").expect_no_text(ASKED);
    let until = told.hidden("until").unwrap();
    // What came after the page was made is not taken as read.
    let third = app.visitor();
    sign_in(&third, "tessa").expect_redirect("/account");
    desk.post_form("/account/news", &[("until", &until), ("next", "//evil.example")]).expect_redirect("/");
    let told = desk.get("/account").expect_text(ASKED);
    phone.get("/account").expect_text(ASKED);
    let until = told.hidden("until").unwrap();
    desk.post_form("/account/news", &[("until", &until), ("next", "/events")]).expect_redirect("/events");
    desk.get("/account").expect_no_text(ASKED);
    phone.get("/account").expect_no_text(ASKED);
    app.visitor().post_form("/account/news", &[("until", &until)]).expect_status(401);
}

fn whoever_guesses_codes_with_the_right_password_is_told(app: &TestApp) {
    use tiger_arbiter::auth::factor::{self, Proposed};
    use tiger_arbiter::db;
    let user = app.add_user("tessa", false);
    let desk = app.visitor();
    sign_in(&desk, "tessa").expect_redirect("/account");
    let proposed = Proposed::new().unwrap();
    let proved = app.state().db.write(|db| -> Result<(), DbError> {
        factor::begin(db, user, &proposed)?;
        db::factors::prove(db, user, clock::now())
    });
    proved.unwrap();
    let thief = app.visitor();
    sign_in(&thief, "tessa").expect_redirect("/sign-in/code?next=/account");
    desk.get("/events").expect_no_text(ASKED);
    for _ in 0..3 {
        thief.post_form("/sign-in/code", &[("code", "none")]).expect_status(422);
    }
    let told = desk.get("/events").expect_text(ASKED);
    assert_eq!(told.body.matches("Right password, wrong code").count(), 1, "the same is told once");
}

fn arbiters_and_links_of_an_event_are_in_the_journal(app: &TestApp) {
    let (_, admin) = app.sign_in_admin();
    let (chief, tessa) = app.sign_in("tessa");
    let robin = app.add_user("robin", false).to_string();
    let event = app.add_event("open", chief);
    let players = app.add_entries(event, &["Moor", "Ash"]);
    let game = app.publish_pairs(event, &players)[0];
    let send = |path: &str, number: u32, more: &[(&str, &str)]| {
        let once = key(number);
        let mut fields = vec![("idempotency_key", &*once)];
        fields.extend(more);
        tessa.post_form(&format!("/events/open{path}"), &fields)
    };
    send("/staff", 1, &[("login", "robin")]).expect_status(303);
    // For a night somebody else is the chief arbiter too.
    let is_chief = || {
        app.state().ledger.event(event).unwrap().staff[&robin.parse().unwrap()].role.title()
            == "chief arbiter"
    };
    tessa.get("/events/open/staff").expect_text("Make chief arbiter").expect_no_text("No longer chief");
    send("/staff", 6, &[("user", &robin), ("is_chief", "yes")]).expect_status(303);
    assert!(is_chief());
    tessa.get("/events/open/staff").expect_text("No longer chief arbiter");
    send("/staff", 7, &[("user", &robin)]).expect_status(303);
    assert!(!is_chief());
    send("/staff/dismiss", 2, &[("user", &robin)]).expect_status(303);
    // The last chief stays, and nothing is noted of it.
    send("/staff/dismiss", 3, &[("user", &chief.to_string())]).expect_status(303);
    let link = send(&format!("/entries/{}/claim", players[0]), 4, &[]).expect_status(200).body;
    let token = |page: &str, before: &str| -> String {
        let after = page.split(before).skip(1);
        let mut tokens =
            after.map(|rest| rest.chars().take_while(char::is_ascii_hexdigit).collect::<String>());
        tokens.find(|token| token.len() == 64).unwrap()
    };
    let link = token(&link, "/claim/");
    let clock = send(&format!("/games/{game}/clock/tablet"), 5, &[]).expect_status(200).body;
    let clock = token(&clock, "/clock/");
    let journal = admin.get("/journal").expect_status(200);
    for told in [
        "Arbiter of an event appointed",
        "Arbiter of an event dismissed",
        "robin in open, by tessa",
        "Link for a player made",
        "Moor in open, by tessa",
        "Link to a clock made",
        "a device in open, by tessa",
    ] {
        assert!(journal.body.contains(told), "{told}: {}", journal.body);
    }
    assert!(!journal.body.contains("tessa in open, by tessa"));
    assert!(!journal.body.contains(&link) && !journal.body.contains(&clock));
}

fn whoever_reads_the_journal_waits_for_lines_on_their_way(app: &TestApp) {
    let state = app.state();
    let (begun, has_begun) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let held = state.db.write(|_| {
                begun.send(()).unwrap();
                std::thread::sleep(Duration::from_millis(800));
                Ok::<_, DbError>(())
            });
            held.unwrap();
        });
        has_begun.recv().unwrap();
        state.journal.note(What::Forbidden, "tessa", "192.0.2.1");
        // It has taken the line and waits until the file is free.
        scope.spawn(|| state.journal.write(&state.db).unwrap());
        std::thread::sleep(Duration::from_millis(200));
        let lines = state.journal.newest(&state.db, 9).unwrap();
        assert!(lines.iter().any(|line| line.who == "tessa"), "{lines:?}");
    });
}
