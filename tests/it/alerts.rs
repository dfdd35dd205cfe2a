//! `/events/{slug}/me/alerts`, `/registrations/{token}/alerts` and `/alerts/{token}`: players are told of their pairings.

use tiger_arbiter::db;
use tiger_arbiter::domain::actor::Actor;
use tiger_arbiter::domain::command::{EntryCommand, RoundCommand};
use tiger_arbiter::domain::ids::UserId;
use tiger_arbiter::domain::result::Seat;
use tiger_arbiter::domain::settings::Format;
use tiger_arbiter::domain::text::{EventName, Reason};
use tiger_rules::Ending;

use crate::public::world::{Open, open_event};
use crate::rig::{Backend, Browser, Mail, PostOffice, TestApp, key, on_both_databases, on_sqlite};

on_both_databases!(
    a_player_says_yes_and_is_told_once_of_each_round,
    what_was_taken_back_before_it_was_told_is_never_told,
    a_server_that_is_down_holds_messages_up_over_a_restart_and_loses_none,
    a_press_of_the_mail_program_stops_it,
    whoever_is_erased_is_told_nothing
);
on_sqlite!(
    hostile_names_write_no_headers,
    a_flood_of_forms_sends_few_questions,
    without_a_mail_server_nothing_is_offered,
    an_address_that_is_refused_holds_up_nobody_else
);

const HERE: &str = "/events/open/me";
const FORM: &str = "/events/open/me/alerts";
const ADDRESS: &str = "tessa@example.org";

fn start(backend: Backend, office: &PostOffice) -> TestApp {
    TestApp::start_with(backend, |config| office.serve(config))
}

/// The first player of an event, signed in.
fn player(app: &TestApp, hall: &Open) -> (UserId, Browser) {
    let (user, browser) = app.sign_in("tessa-moor");
    app.claim(hall.id, hall.entries[0], user);
    (user, browser)
}

fn ask(browser: &Browser, address: &str, number: u32) {
    let form = [("email", address), ("idempotency_key", &key(number))];
    browser.post_form(FORM, &form).expect_redirect(HERE);
}

/// Asks, and says yes to the question.
fn told(app: &TestApp, browser: &Browser, office: &PostOffice) -> Mail {
    ask(browser, ADDRESS, 900);
    let question = office.hear();
    app.visitor().post_form(&format!("{}/confirm", question.page()), &[]).expect_redirect(&question.page());
    question
}

fn unpublish(app: &TestApp, hall: &Open, round: u16) {
    let reason = Reason::parse("A wrong result").unwrap();
    app.commit(hall.id, RoundCommand::UnpublishRound { round, reason });
}

/// The wishes that are stored of an event.
fn stored(app: &TestApp, hall: &Open) -> usize {
    app.state().db.read(|db| db::alerts::of_event(db, hall.id)).unwrap().len()
}

fn a_player_says_yes_and_is_told_once_of_each_round(backend: Backend) {
    let office = PostOffice::open();
    let app = start(backend, &office);
    let hall = open_event(&app, "open", |_| ());
    let (_, browser) = player(&app, &hall);
    browser.get(HERE).expect_status(200).expect_text("Tell me by e-mail");
    let wrong = [("email", "tessa at home"), ("idempotency_key", &*key(1))];
    browser.post_form(FORM, &wrong).expect_status(422).expect_text("tessa at home");
    ask(&browser, ADDRESS, 2);
    let question = office.hear();
    assert_eq!(question.to, ADDRESS);
    assert!(!question.body.contains("Moor"), "nobody puts words of their own into it: {question:?}");
    browser.get(HERE).expect_text(ADDRESS).expect_text("look into your e-mail");
    let reader = app.visitor();
    reader.get(&question.page()).expect_status(200).expect_text("Yes, tell me");
    hall.draft(&app, 1, "");
    office.hear_nothing();
    let confirm = format!("{}/confirm", question.page());
    reader.post_bare(&confirm, &[]).expect_status(403);
    reader.post_form(&confirm, &[]).expect_redirect(&question.page());
    reader.get(&question.page()).expect_status(200).expect_text("Stop it");

    let games = hall.publish(&app, 1);
    let first = office.hear();
    assert_eq!(first.to, ADDRESS);
    assert_eq!(first.header("Subject"), "Merridon Open, round 1: board 1 against Thorne, Iris");
    for words in [
        "round 1 is published",
        "board 1 against Thorne, Iris",
        "Saturday 21 November, 10:00",
        "/events/open/pairings",
    ] {
        assert!(first.body.contains(words), "{words}: {}", first.body);
    }
    assert!(first.header("List-Unsubscribe").contains(&question.page()));
    hall.enter(&app, games[0], Some(Seat::First), Ending::Checkmate);
    hall.enter(&app, games[1], None, Ending::Agreement);
    app.commit(hall.id, RoundCommand::CloseRound { round: 1 });
    hall.draft(&app, 2, "");
    office.hear_nothing();
    hall.publish(&app, 2);
    assert!(office.hear().body.contains("pairing-allocated bye"), "the bye has its sentence");
    unpublish(&app, &hall, 2);
    assert!(office.hear().body.contains("round 2 was taken back. Wait for the new pairing."));
    office.hear_nothing();
    assert_eq!(office.connections(), 1, "one connection serves messages that follow each other");
    let page = browser.get(HERE).expect_text("on");
    let end = page.body.split('"').find(|text| text.ends_with("/end")).unwrap().to_owned();
    browser.post_form(&end, &[]).expect_redirect(HERE);
    browser.post_form(&end, &[]).expect_status(404);
    assert_eq!(stored(&app, &hall), 0);
}

fn what_was_taken_back_before_it_was_told_is_never_told(backend: Backend) {
    let office = PostOffice::open();
    let app = start(backend, &office);
    let hall = open_event(&app, "open", |_| ());
    let (_, browser) = player(&app, &hall);
    told(&app, &browser, &office);
    office.refuse(421);
    hall.publish(&app, 1);
    std::thread::sleep(std::time::Duration::from_secs(3));
    unpublish(&app, &hall, 1);
    office.refuse(0);
    std::thread::sleep(std::time::Duration::from_secs(12));
    office.hear_nothing();
    hall.publish(&app, 1);
    assert!(office.hear().body.contains("round 1 is published"));
    // Another pairing, before anybody could be told that the first was taken back.
    office.refuse(421);
    unpublish(&app, &hall, 1);
    let table = hall.table(1, "");
    let seen = app.commit(hall.id, RoundCommand::DraftRound { round: 1, system: Format::Free, table });
    let seen = seen.event.round(1).unwrap().revision;
    app.commit(hall.id, RoundCommand::PublishRound { round: 1, seen });
    std::thread::sleep(std::time::Duration::from_secs(3));
    office.refuse(0);
    let changed = office.hear();
    assert!(changed.body.contains("your pairing of round 1 was changed"), "{}", changed.body);
    office.hear_nothing();
}

fn a_server_that_is_down_holds_messages_up_over_a_restart_and_loses_none(backend: Backend) {
    let office = PostOffice::open();
    let app = start(backend, &office);
    let hall = open_event(&app, "open", |_| ());
    let (_, browser) = player(&app, &hall);
    told(&app, &browser, &office);
    office.refuse(421);
    hall.publish(&app, 1);
    std::thread::sleep(std::time::Duration::from_secs(3));
    let app = app.again(|config| office.serve(config));
    office.refuse(0);
    assert!(office.hear().body.contains("round 1 is published"));
    office.hear_nothing();
    drop(app);
}

fn a_press_of_the_mail_program_stops_it(backend: Backend) {
    let office = PostOffice::open();
    let app = start(backend, &office);
    let hall = open_event(&app, "open", |_| ());
    let (_, browser) = player(&app, &hall);
    let question = told(&app, &browser, &office);
    let stranger = app.visitor();
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let click = |path: &str| stranger.post_with(path, &form, "List-Unsubscribe=One-Click");
    stranger.get(&question.page()).expect_status(200);
    let wrong = format!("/alerts/{}", "0".repeat(64));
    stranger.get(&wrong).expect_status(404);
    click(&wrong).expect_status(200);
    stranger.get("/alerts/short").expect_status(404);
    assert_eq!(stored(&app, &hall), 1, "looking at it stops nothing, nor does another token");
    click(&question.page()).expect_status(200).expect_text("Nothing more is sent");
    click(&question.page()).expect_status(200);
    stranger.get(&question.page()).expect_status(404);
    assert_eq!(stored(&app, &hall), 0);
    hall.publish(&app, 1);
    office.hear_nothing();
}

fn whoever_is_erased_is_told_nothing(backend: Backend) {
    let office = PostOffice::open();
    let app = start(backend, &office);
    let hall = open_event(&app, "open", |_| ());
    let (user, browser) = player(&app, &hall);
    told(&app, &browser, &office);
    browser.get("/account/data.json").expect_status(200).expect_text(ADDRESS);
    let ledger =
        app.state().ledger.database().read(|db| db::entries::list_after(db, hall.id, 0, 500)).unwrap();
    assert!(!format!("{ledger:?}").contains(ADDRESS));
    let reason = Reason::parse("They asked for it").unwrap();
    // Nobody speaks for the player any more: whoever did is told nothing of them.
    app.commit(hall.id, EntryCommand::ReleaseClaim { entry: hall.entries[0] });
    hall.publish(&app, 1);
    office.hear_nothing();
    assert_eq!(stored(&app, &hall), 0);
    app.claim(hall.id, hall.entries[0], user);
    told(&app, &browser, &office);
    app.state().ledger.erase(&Actor::Program, (hall.id, hall.entries[0]), &reason).unwrap();
    assert_eq!(stored(&app, &hall), 0);
    app.claim(hall.id, hall.entries[1], user);
    ask(&browser, "another@example.org", 7);
    office.hear();
    assert_eq!(stored(&app, &hall), 1);
    app.state().ledger.erase_account(&Actor::Program, user, &reason).unwrap();
    assert_eq!(stored(&app, &hall), 0);
    unpublish(&app, &hall, 1);
    office.hear_nothing();
}

fn hostile_names_write_no_headers(backend: Backend) {
    let office = PostOffice::open();
    let app = start(backend, &office);
    let name = "=?utf-8?q?x?= \"Open\" <x@y.org>, Bcc: z@y.org; żółw";
    let hall = open_event(&app, "open", |settings| settings.name = EventName::parse(name).unwrap());
    let (_, browser) = player(&app, &hall);
    told(&app, &browser, &office);
    hall.publish(&app, 1);
    let mail = office.hear();
    assert_eq!(mail.to, ADDRESS);
    assert!(mail.header("To").ends_with(ADDRESS) && !mail.head.contains("\nBcc"), "{}", mail.head);
    assert!(!mail.header("Subject").contains("=?utf-8?q?x?="), "{}", mail.head);
}

fn a_flood_of_forms_sends_few_questions(backend: Backend) {
    let office = PostOffice::open();
    let app = start(backend, &office);
    let hall = open_event(&app, "open", |_| ());
    let (_, browser) = player(&app, &hall);
    for number in 0..3 {
        ask(&browser, ADDRESS, number);
        assert_eq!(office.hear().to, ADDRESS);
    }
    let form = [("email", ADDRESS), ("idempotency_key", &*key(4))];
    let answer = browser.post_form(FORM, &form).expect_status(429).expect_text("too often");
    assert!(!answer.header("retry-after").is_empty());
    for number in 1..5 {
        ask(&browser, &format!("tessa{number}@example.org"), 10 + number);
        office.hear();
    }
    ask(&browser, "tessa5@example.org", 20);
    browser.get(HERE).expect_text("as many places as there may be").expect_no_text("tessa5@");
    assert_eq!(stored(&app, &hall), 5);
    office.hear_nothing();
}

fn without_a_mail_server_nothing_is_offered(app: &TestApp) {
    let hall = open_event(app, "open", |_| ());
    let (_, browser) = player(app, &hall);
    browser.get(HERE).expect_status(200).expect_no_text("Tell me by e-mail");
    let form = [("email", ADDRESS), ("idempotency_key", &*key(4))];
    browser.post_form(FORM, &form).expect_status(422);
    let (_, other) = app.sign_in("somebody");
    other.post_form(FORM, &form).expect_status(403);
    app.visitor().post_form(FORM, &form).expect_status(401);
}

fn an_address_that_is_refused_holds_up_nobody_else(backend: Backend) {
    let office = PostOffice::open();
    let app = start(backend, &office);
    let hall = open_event(&app, "open", |_| ());
    let (_, browser) = player(&app, &hall);
    told(&app, &browser, &office);
    office.refuse(550);
    hall.publish(&app, 1);
    std::thread::sleep(std::time::Duration::from_secs(3));
    browser.get(HERE).expect_text("the last message was refused");
    office.refuse(0);
    assert!(office.hear().body.contains("round 1 is published"));
    std::thread::sleep(std::time::Duration::from_millis(300));
    browser.get(HERE).expect_no_text("the last message was refused");
}
