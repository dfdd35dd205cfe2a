//! `/events/new`, `/events/{slug}/settings`, `/events/{slug}/staff`.

use crate::rig::{Answer, Backend, TestApp, on_both_databases, on_sqlite};

/// The fields of a new event that its form asks for.
fn event_form(name: &str) -> Vec<(&str, &str)> {
    vec![
        ("name", name),
        ("starts_on", "2026-11-21"),
        ("time_zone", "Europe/London"),
        ("game", "tigerchess"),
        ("format", "round_robin"),
        ("tie_breaks", "DE, WIN, SB"),
        ("points", "game"),
        ("nominal_counts", "on"),
    ]
}

fn with<'a>(mut form: Vec<(&'a str, &'a str)>, more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    form.extend(more);
    form
}

on_both_databases!(
    two_chiefs_do_not_overwrite_each_others_settings,
    staff_are_appointed_and_dismissed_by_the_chief_alone
);
on_sqlite!(
    an_event_is_made_by_its_chief_arbiter,
    an_address_does_not_tell_that_a_hidden_event_has_the_name,
    a_bad_event_form_comes_back_with_what_was_typed,
    nobody_makes_events_without_signing_in,
    an_administrator_says_who_makes_events,
    whom_nobody_calls_an_arbiter_is_appointed_by_the_login
);

fn an_event_is_made_by_its_chief_arbiter(backend: Backend) {
    let app = TestApp::start(backend);
    let (_, tessa) = app.sign_in_arbiter("tessa");
    let key = tessa.get("/events/new").expect_status(200).hidden("idempotency_key").unwrap();
    let form = with(event_form("Merridon Open"), &[("idempotency_key", &key)]);
    let first = tessa.post_form("/events/new", &form).expect_status(303);
    let (base, rest) = first.location().rsplit_once("/entries/").unwrap();
    assert!(base.starts_with("/events/merridon-open-") && rest == "add", "{base}/entries/{rest}");
    // The same form again makes no second event.
    tessa.post_form("/events/new", &form).expect_redirect(&format!("{base}/entries/add"));
    // Another event of the same name gets another address.
    let form = with(event_form("Merridon Open"), &[("idempotency_key", "0123456789abcdef0123")]);
    let other = tessa.post_form("/events/new", &form).expect_status(303);
    assert_ne!(other.location(), first.location());
    tessa.get(&format!("{base}/settings")).expect_status(200).expect_text("triple 30m+150m+1m");
}

/// The shape of an address: letters and figures that come by chance are all the same.
fn shape(answer: &Answer) -> String {
    let base = answer.location().trim_end_matches("/entries/add");
    let (name, chance) = base.rsplit_once('-').unwrap();
    assert!(chance.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()), "{base}");
    format!("{name}-{}", "x".repeat(chance.len()))
}

fn an_address_does_not_tell_that_a_hidden_event_has_the_name(backend: Backend) {
    let app = TestApp::start(backend);
    let [(_, tessa), (_, mallory)] = ["tessa", "mallory"].map(|login| app.sign_in_arbiter(login));
    let make = |who: &crate::rig::Browser, name: &str, number: u32| {
        let once = crate::rig::key(number);
        who.post_form("/events/new", &with(event_form(name), &[("idempotency_key", &once)]))
            .expect_status(303)
    };
    let hidden = make(&tessa, "The Secret Cup", 1);
    mallory.get(hidden.location()).expect_status(404);
    // Whoever tries names gets an address of the same shape, whether the name is taken or not.
    let (taken, free) = (make(&mallory, "The Secret Cup", 2), make(&mallory, "The Unused Cup", 3));
    assert_eq!(shape(&taken), "/events/the-secret-cup-xxxx");
    assert_eq!(shape(&free), "/events/the-unused-cup-xxxx");
    assert_eq!(shape(&hidden), shape(&taken));
    // Names as long as they may be, and without a letter that an address takes.
    assert_eq!(shape(&make(&mallory, &"long ".repeat(24), 4)).len(), "/events/".len() + 59);
    assert_eq!(shape(&make(&mallory, "турнир", 5)), "/events/event-2026-11-21-xxxx");
}

fn a_bad_event_form_comes_back_with_what_was_typed(backend: Backend) {
    let app = TestApp::start(backend);
    let (_, tessa) = app.sign_in_arbiter("tessa");
    let form = with(
        event_form("  "),
        &[("venue", "Oak <Hall>"), ("clock", "an hour"), ("idempotency_key", "0123456789abcdef0123")],
    );
    let answer = tessa.post_form("/events/new", &form).expect_status(422);
    answer
        .expect_text("Please fill this in.")
        .expect_text("Oak &#60;Hall&#62;")
        .expect_text("“an hour” is no clock");
}

fn nobody_makes_events_without_signing_in(backend: Backend) {
    let app = TestApp::start(backend);
    let visitor = app.visitor();
    assert!(matches!(visitor.get("/events/new").status.as_u16(), 303 | 401));
    let form = with(event_form("Open"), &[("idempotency_key", "0123456789abcdef0123")]);
    assert!(matches!(visitor.post_form("/events/new", &form).status.as_u16(), 303 | 401));
}

fn an_administrator_says_who_makes_events(backend: Backend) {
    let app = TestApp::start(backend);
    let (chief, tessa) = app.sign_in("tessa");
    app.add_event("open", chief);
    let once = [("idempotency_key", "0123456789abcdef0123")];
    let form = with(event_form("Open"), &once);
    let copy = with(once.to_vec(), &[("name", "Cup"), ("starts_on", "2026-11-28")]);
    for (path, form) in [
        ("/events/new", &form),
        ("/events/new/import", &form),
        ("/events/new/paper", &form),
        ("/events/open/copy", &copy),
        ("/festivals/new", &copy),
    ] {
        tessa.get(path).expect_status(403).expect_text("says on the page Users who may make events");
        tessa.post_form(path, form).expect_status(403);
    }
    for path in ["/", "/events", "/festivals", "/events/open/settings"] {
        tessa.get(path).expect_no_text("/new\"").expect_no_text("/copy\"");
    }
    tiger_arbiter::auth::account::set_arbiter(&app.state().db, chief, true).unwrap();
    tessa.get("/").expect_text("/events/new\"");
    tessa.get("/festivals").expect_text("/festivals/new\"");
    tessa.get("/events/open/settings").expect_text("/events/open/copy\"");
    tessa.post_form("/events/new", &form).expect_status(303);
}

fn whom_nobody_calls_an_arbiter_is_appointed_by_the_login(backend: Backend) {
    let app = TestApp::start(backend);
    let (chief, tessa) = app.sign_in("tessa");
    let robin = app.add_user_called("robin", "Vale, Robin", false);
    let wren = app.add_user_called("wren", "Thrush, Wren", false);
    tiger_arbiter::auth::account::set_arbiter(&app.state().db, wren, true).unwrap();
    let event = app.add_event("open", chief);
    tessa.get("/events/open/staff").expect_text("Thrush, Wren").expect_no_text("Vale, Robin");
    let appoint = |user: &str, login: &str, number: u32| {
        let once = crate::rig::key(number);
        let form = [("user", user), ("login", login), ("idempotency_key", &*once)];
        tessa.post_form("/events/open/staff", &form)
    };
    appoint(&robin.to_string(), "", 1).expect_status(422).expect_text("or type a login");
    appoint("-", "rob", 2).expect_status(422).expect_text("Nobody who signs in here has this login.");
    appoint("-", " Robin ", 3).expect_redirect("/events/open/staff");
    assert!(app.state().ledger.event(event).unwrap().staff.contains_key(&robin));
}

fn two_chiefs_do_not_overwrite_each_others_settings(backend: Backend) {
    let app = TestApp::start(backend);
    let (chief, tessa) = app.sign_in("tessa");
    app.add_event("open", chief);
    let page = tessa.get("/events/open/settings").expect_status(200);
    let version = page.hidden("version").unwrap();
    let save = |name: &'static str, key: &'static str, version: &str| {
        let form = with(
            event_form(name),
            &[("idempotency_key", key), ("version", version), ("game", "lancerchess")],
        );
        let form: Vec<_> = form.into_iter().filter(|field| *field != ("game", "tigerchess")).collect();
        tessa.post_form("/events/open/settings", &form)
    };
    save("First name", "0123456789abcdef0001", &version).expect_redirect("/events/open/settings");
    let answer = save("Second name", "0123456789abcdef0002", &version).expect_status(409);
    let answer = answer.expect_text("First name").expect_text("value=\"Second name\"");
    let version = answer.hidden("version").unwrap();
    save("Second name", "0123456789abcdef0003", &version).expect_redirect("/events/open/settings");
    tessa.get("/events/open/settings").expect_text("value=\"Second name\"");
}

fn staff_are_appointed_and_dismissed_by_the_chief_alone(backend: Backend) {
    let app = TestApp::start(backend);
    let (chief, tessa) = app.sign_in("tessa");
    let (deputy, robin) = app.sign_in_arbiter("robin");
    let event = app.add_event("open", chief);
    robin.get("/events/open/staff").expect_status(404);
    let appoint = [("user", &*deputy.to_string()), ("idempotency_key", "0123456789abcdef0001")];
    robin.post_form("/events/open/staff", &appoint).expect_status(404);
    tessa.post_form("/events/open/staff", &appoint).expect_redirect("/events/open/staff");
    robin.get("/events/open/staff").expect_status(200).expect_text("robin");
    robin.post_form("/events/open/staff", &appoint).expect_status(403);
    robin.post_form("/events/open/settings", &[("name", "x")]).expect_status(403);
    let nobody = [("user", "nobody"), ("idempotency_key", "0123456789abcdef0002")];
    tessa.post_form("/events/open/staff", &nobody).expect_status(422).expect_text("Choose a person");
    let own = [("user", &*chief.to_string()), ("idempotency_key", "0123456789abcdef0003")];
    tessa.post_form("/events/open/staff/dismiss", &own).expect_redirect("/events/open/staff");
    assert!(app.state().ledger.event(event).unwrap().staff.contains_key(&chief), "an event keeps a chief");
    let other = [("user", &*deputy.to_string()), ("idempotency_key", "0123456789abcdef0004")];
    tessa.post_form("/events/open/staff/dismiss", &other).expect_redirect("/events/open/staff");
    robin.get("/events/open/staff").expect_status(404);
}
