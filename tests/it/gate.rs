//! What holds for every address: headers, errors as pages, static files.

use std::io::Read;

use crate::rig::{Backend, TestApp, on_both_databases, on_sqlite};

on_sqlite!(
    every_answer_carries_the_security_headers,
    an_unknown_address_is_a_page_with_a_way_out,
    who_asks_for_json_hears_of_errors_in_json,
    the_wrong_method_is_told_the_right_one,
    a_static_file_is_kept_for_ever_under_its_hash,
    a_form_without_its_token_changes_nothing,
    a_form_of_another_site_changes_nothing,
    too_large_a_form_is_refused,
    a_form_that_is_refused_at_the_door_is_answered_by_a_page_with_a_way_out,
    who_is_signed_in_is_called_by_name_where_nothing_is,
    a_form_that_is_no_text_is_refused
);

fn every_answer_carries_the_security_headers(app: &TestApp) {
    let browser = app.visitor();
    for path in ["/health", "/nowhere", "/sign-in", "/static/robots.txt"] {
        let answer = browser.get(path);
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "{path}");
        assert!(!policy.contains("unsafe"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "same-origin", "{path}");
    }
}

fn an_unknown_address_is_a_page_with_a_way_out(app: &TestApp) {
    app.visitor()
        .get("/nowhere")
        .expect_status(404)
        .expect_text("<h1>Not found</h1>")
        .expect_text("href=\"/\"");
}

fn who_asks_for_json_hears_of_errors_in_json(app: &TestApp) {
    let answer = app.visitor().get_with("/nowhere", &[("accept", "application/json")]).expect_status(404);
    assert_eq!(answer.header("content-type"), "application/json");
    let told: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(told["status"], 404);
    assert_eq!(told["detail"], "There is nothing at this address.");
}

fn the_wrong_method_is_told_the_right_one(app: &TestApp) {
    let answer = app.visitor().post_form("/health", &[]).expect_status(405).expect_text("Not this way");
    assert_eq!(answer.header("allow"), "GET");
    // Whoever comes back to where a form was sent to finds the page of that form.
    for (path, page) in [
        ("/sign-out", "/"),
        ("/events/open/draft/publish", "/events/open/draft"),
        ("/events/open/rounds/2/close", "/events/open/rounds/2/results"),
        ("/events/open/games/7/steps/offer", "/events/open/games/7/room"),
        ("/events/open/games/7/clock/press", "/events/open/games/7/clock"),
        ("/events/open/games/7/records", "/events/open/games/7/room#records"),
    ] {
        app.visitor().get(path).expect_redirect(page);
        let json = [("accept", "application/json")];
        app.visitor().get_with(path, &json).expect_status(405);
    }
}

fn a_static_file_is_kept_for_ever_under_its_hash(app: &TestApp) {
    let browser = app.visitor();
    let hashed = tiger_arbiter::assets::url("css/base.css");
    let answer = browser.get(&hashed).expect_status(200);
    assert!(answer.header("cache-control").contains("immutable"), "{hashed}");
    let tag = answer.header("etag").to_owned();
    browser.get_with(&hashed, &[("if-none-match", &tag)]).expect_status(304);
    let plain = browser.get("/static/css/base.css").expect_status(200);
    assert_eq!(plain.header("cache-control"), "public, no-cache");
    let (_, whole) = browser.raw(&hashed, "identity");
    let (head, packed) = browser.raw(&hashed, "gzip, br");
    assert!(head.contains("content-encoding: br") && head.contains("vary: accept-encoding\r"), "{head}");
    assert!(packed.len() < whole.len() / 2, "{} of {} bytes", packed.len(), whole.len());
    let mut text = Vec::new();
    brotli::Decompressor::new(&packed[..], 4096).read_to_end(&mut text).unwrap();
    assert_eq!(text, whole);
    let letters = tiger_arbiter::assets::url("vendor/alegreya/alegreya-latin-500-normal.woff2");
    let (head, _) = browser.raw(&letters, "gzip, br");
    assert!(!head.contains("content-encoding"), "letters are packed already: {head}");
    browser.get("/static/css/none.css").expect_status(404);
    browser.get("/static/../Cargo.toml").expect_status(404);
}

fn a_form_without_its_token_changes_nothing(app: &TestApp) {
    let (_, browser) = app.sign_in("tessa");
    browser.post_bare("/sign-out", &[]).expect_status(403).expect_text("older than the sign-in here");
    browser.post_bare("/sign-out", &[("csrf", &"0".repeat(64))]).expect_status(403);
    let other = app.visitor();
    browser.post_bare("/sign-out", &[("csrf", &other.csrf())]).expect_status(403);
    browser.get("/account").expect_status(200);
}

fn a_form_of_another_site_changes_nothing(app: &TestApp) {
    // A visitor has no cookie at all, so there is nothing that a token could belong to.
    app.visitor().post_bare("/sign-in", &[("login", "x")]).expect_status(403);
}

fn too_large_a_form_is_refused(app: &TestApp) {
    let long = "x".repeat(600 * 1024);
    app.visitor()
        .post_form("/sign-in", &[("login", &long)])
        .expect_status(413)
        .expect_text("at most 512 KiB");
}

fn a_form_that_is_refused_at_the_door_is_answered_by_a_page_with_a_way_out(app: &TestApp) {
    let long = "x".repeat(600 * 1024);
    let browser = app.visitor();
    let stale = browser.post_bare("/sign-in", &[("login", "x")]).expect_status(403);
    stale.expect_text("<h1>Please send this again</h1>").expect_text("href=\"/\"");
    let large = browser.post_form("/sign-in", &[("login", &long)]).expect_status(413);
    large.expect_text("<h1>Too large</h1>").expect_text("href=\"/\"");
    let fields = [("login".to_owned(), "x".to_owned())];
    let told: serde_json::Value =
        serde_json::from_str(&browser.post_json("/sign-in", &fields).expect_status(403).body).unwrap();
    assert_eq!(told["title"], "Please send this again");
}

fn a_form_that_is_no_text_is_refused(app: &TestApp) {
    app.visitor().post_file("/sign-in", &[("login", "x")], ("f", "a.bin", &[0xFF, 0xFE])).expect_status(422);
}

on_both_databases!(a_disk_that_takes_nothing_more_is_named_and_nothing_has_changed);

fn a_disk_that_takes_nothing_more_is_named_and_nothing_has_changed(backend: Backend) {
    use diesel::connection::SimpleConnection;
    use tiger_arbiter::db::DbError;

    let app = TestApp::start_with(backend, |config| config.store.connections = 1);
    let (chief, tessa) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    let may_write = |is_allowed: bool| {
        let sql = match (backend, is_allowed) {
            (Backend::Sqlite, true) => "PRAGMA query_only = OFF",
            (Backend::Sqlite, false) => "PRAGMA query_only = ON",
            (Backend::Postgres, true) => "SET default_transaction_read_only = off",
            (Backend::Postgres, false) => "SET default_transaction_read_only = on",
        };
        app.state().db.read(|db| Ok::<_, DbError>(db.batch_execute(sql)?)).unwrap();
    };
    may_write(false);
    let fields =
        [("names", "Vale, Ondine"), ("name", "Vale, Ondine"), ("idempotency_key", "0123456789abcdef0001")];
    let refused = tessa.post_form("/events/open/entries/add", &fields).expect_status(503);
    refused
        .expect_text("The server cannot write to its disk")
        .expect_text("Nothing was changed")
        .expect_text("under the number");
    assert!(app.state().ledger.event(event).unwrap().entries.is_empty());
    app.visitor().get("/ready").expect_status(503);
    // Reading goes on.
    tessa.get("/events/open/entries").expect_status(200);
    may_write(true);
    tessa.post_form("/events/open/entries/add", &fields).expect_status(303);
    app.visitor().get("/ready").expect_status(200);
    assert_eq!(app.state().ledger.event(event).unwrap().entries.len(), 1);
    assert_eq!(app.state().ledger.verify(event).unwrap().faults, vec![]);
}

fn who_is_signed_in_is_called_by_name_where_nothing_is(app: &TestApp) {
    let (_, browser) = app.sign_in("rowan");
    for path in ["/nowhere", "/events/nowhere", "/explorer/chess"] {
        browser.get(path).expect_status(404).expect_no_text("Sign in").expect_text("Sign out");
        app.visitor().get(path).expect_status(404).expect_text("Sign in");
    }
}
