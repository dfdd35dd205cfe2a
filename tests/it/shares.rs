//! What one visitor may have: places, memory, answers; and that nobody waits for another's.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tiger_arbiter::auth::token::Token;

use crate::rig::{Backend, TestApp, on_sqlite};

on_sqlite!(
    a_form_that_cannot_pass_is_refused_before_it_is_read,
    wide_forms_are_read_from_people_who_are_known,
    an_address_has_its_share_of_connections_and_a_silent_one_gives_way,
    what_is_said_to_one_visitor_stands_in_the_page_that_all_share,
    over_https_the_sentence_is_kept_from_plain_connections
);

/// Sends bytes on a connection of its own.
fn send(app: &TestApp, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(app.visitor().address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream.write_all(bytes).unwrap();
    stream
}

/// The first line of the answer; empty when the connection was closed without one.
fn status(stream: &mut TcpStream) -> String {
    let mut bytes = [0; 4096];
    let count = stream.read(&mut bytes).unwrap_or_default();
    String::from_utf8_lossy(&bytes[..count]).lines().next().unwrap_or_default().to_owned()
}

/// Waits until something is so, for ten seconds at most.
fn until(what: &str, is_so: impl Fn() -> bool) -> Duration {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(10), "not within ten seconds: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
    begun.elapsed()
}

fn form_head(cookie: &str, more: &str, length: usize) -> String {
    format!(
        "POST /sign-in HTTP/1.1\r\nHost: hall\r\nCookie: {cookie}\r\n{more}\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n"
    )
}

fn guest() -> (String, String) {
    let token = Token::new().unwrap();
    (format!("tiger_guest={}", token.reveal()), token.csrf())
}

fn wide_forms_are_read_from_people_who_are_known(app: &TestApp) {
    let (_, tessa) = app.sign_in("tessa");
    let stranger = app.visitor();
    stranger.get("/sign-in");
    let wide = |fields: usize| (0..fields).map(|_| ("a", "b")).collect::<Vec<_>>();
    let nobody = |fields: usize| {
        [("login", "nobody"), ("password", "wrong")].into_iter().chain(wide(fields)).collect::<Vec<_>>()
    };
    // Whose form is read hears what is wrong in it.
    stranger.post_form("/sign-in", &nobody(150)).expect_status(422);
    stranger.post_form("/sign-in", &nobody(1_500)).expect_status(403);
    tessa.post_form("/account/tokens", &wide(1_500)).expect_status(422);
    tessa
        .post_form("/account/tokens", &wide(5_500))
        .expect_status(422)
        .expect_text("more fields than any of ours");
}

fn a_form_that_cannot_pass_is_refused_before_it_is_read(app: &TestApp) {
    let (cookie, csrf) = guest();
    // Nothing of what is announced comes, but for the last one, of which the beginning does.
    let wrong = format!("X-CSRF-Token: {}\r\n", "0".repeat(64));
    let refused = [
        (form_head("", "", 1_000), "HTTP/1.1 403"),
        (form_head(&cookie, &wrong, 1_000), "HTTP/1.1 403"),
        (form_head(&cookie, "", 600 * 1024), "HTTP/1.1 413"),
        (format!("{}x={}", form_head(&cookie, "", 500 * 1024), "x".repeat(64 * 1024)), "HTTP/1.1 403"),
    ];
    for (request, told) in refused {
        let mut stream = send(app, request.as_bytes());
        let answer = status(&mut stream);
        assert!(answer.starts_with(told), "{told}: {answer:?} to {}", &request[..200.min(request.len())]);
    }
    let body = format!("csrf={csrf}&login=x&password=y");
    let mut stream = send(app, format!("{}{body}", form_head(&cookie, "", body.len())).as_bytes());
    assert!(status(&mut stream).starts_with("HTTP/1.1 422"));
}

fn an_address_has_its_share_of_connections_and_a_silent_one_gives_way(backend: Backend) {
    let app = TestApp::start_with(backend, |config| config.per_address = 8);
    let (chief, _) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    app.commit(event, tiger_event::command::EventCommand::ShowEvent { is_public: true });
    let live = b"GET /events/open/live HTTP/1.1\r\nHost: hall\r\n\r\n";
    let mut watching: Vec<TcpStream> = Vec::new();
    // Six of eight may be live pages, two are left for other pages.
    for _ in 0..6 {
        let mut stream = send(&app, live);
        assert!(status(&mut stream).starts_with("HTTP/1.1 200"));
        watching.push(stream);
    }
    assert!(status(&mut send(&app, live)).starts_with("HTTP/1.1 503"));
    std::thread::sleep(Duration::from_millis(300));
    // The seventh rests, the eighth too: when another one comes, the one that rests the longest goes.
    let mut resting: Vec<TcpStream> =
        (0..2).map(|_| send(&app, b"GET /health HTTP/1.1\r\nHost: hall\r\n\r\n")).collect();
    assert!(resting.iter_mut().all(|stream| status(stream).starts_with("HTTP/1.1 200")));
    std::thread::sleep(Duration::from_millis(1_100));
    let mut next = send(&app, b"GET /health HTTP/1.1\r\nHost: hall\r\n\r\n");
    assert!(status(&mut next).starts_with("HTTP/1.1 200"));
    assert_eq!(app.state().publisher.live.watching(), 6);
    // Who leaves is let go of at once, not at the next heartbeat.
    drop(watching);
    let waited = until("nobody watches", || app.state().publisher.live.watching() == 0);
    assert!(waited < Duration::from_secs(3), "{waited:?}");
}

fn what_is_said_to_one_visitor_stands_in_the_page_that_all_share(app: &TestApp) {
    let (chief, _) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    app.commit(event, tiger_event::command::EventCommand::ShowEvent { is_public: true });
    for path in ["/events/open", "/events", "/"] {
        let told = app.visitor();
        told.set_cookie("tiger_flash=good%20Your%20%3Cplace%3E%20is%20free.; Path=/");
        let page = told.get(path).expect_status(200).expect_text("Your &#60;place&#62; is free.");
        assert_eq!(page.header("cache-control"), "no-store", "{path}");
        assert_eq!(page.header("etag"), "", "{path}");
        assert!(page.header("set-cookie").starts_with("tiger_flash=;"), "it is said once: {path}");
        let again = told.get(path).expect_no_text("is free.");
        assert_eq!(again.header("cache-control"), "public, no-cache", "{path}");
        // Beside the sentence both are the same page.
        let (before, _) = page.body.split_once("<div class=\"notice").unwrap();
        assert!(again.body.starts_with(before), "{path}");
        assert!(page.body.ends_with(again.body.rsplit("<!--said-->").next().unwrap()), "{path}");
    }
}

fn over_https_the_sentence_is_kept_from_plain_connections(backend: Backend) {
    let app = TestApp::start_with(backend, |config| config.base_url = "https://hall.example".parse().ok());
    let answer = app.visitor().get("/health");
    assert!(answer.header("strict-transport-security").contains("max-age"));
    let (user, _) = app.sign_in("tessa");
    let browser = app.signed_in(user);
    let csrf = browser.csrf();
    let answer = browser.post_bare("/account/sessions/end-others", &[("csrf", &csrf)]);
    let cookie = answer.header("set-cookie");
    assert!(cookie.starts_with("tiger_flash=") && cookie.contains("Secure"), "{cookie}: {}", answer.body);
}
