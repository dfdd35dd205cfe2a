//! `/events/{slug}/me/alerts`, `/registrations/{token}/alerts` and `/alerts/{token}`: players are told of their pairings.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{self, ECDSA_P256_SHA256_FIXED};
use tiger_arbiter::db;
use tiger_arbiter::db::alerts::Kind;
use tiger_arbiter::ledger::{Ledger, Order};
use tiger_arbiter::services::alerts::{self, Due, Place, Readers, Sent, Subscription};
use tiger_event::{
    Actor, Command, EntryCommand, EventCommand, EventName, Format, Reason, RoundCommand, Seat, UserId,
};
use tiger_rules::Ending;

use crate::faults::hall::begin_event;
use crate::public::world::{Open, open_event};
use crate::rig::{
    Backend, Browser, Mail, PostOffice, TestApp, TestDatabase, key, on_both_databases, on_sqlite,
};

on_both_databases!(
    what_happens_while_a_message_is_under_way_is_told_next,
    a_player_says_yes_and_is_told_once_of_each_round,
    what_was_taken_back_before_it_was_told_is_never_told,
    a_server_that_is_down_holds_messages_up_over_a_restart_and_loses_none,
    a_press_of_the_mail_program_stops_it,
    a_browser_is_told_in_words_that_it_alone_can_read,
    whoever_is_erased_is_told_nothing
);
on_sqlite!(
    hostile_names_write_no_headers,
    a_flood_of_forms_sends_few_questions,
    without_a_mail_server_nothing_is_offered,
    a_browser_whose_place_leads_inside_is_refused,
    an_address_that_is_refused_holds_up_nobody_else
);

const HERE: &str = "/events/open/me";
const FORM: &str = "/events/open/me/alerts";
const SOON: Duration = Duration::from_secs(30);
/// In which a server has looked several times.
const A_WHILE: Duration = Duration::from_millis(600);
const ADDRESS: &str = "tessa@example.org";

fn start(backend: Backend, office: &PostOffice) -> TestApp {
    TestApp::start_with(backend, |config| office.serve(config))
}

/// The first player of an event, signed in.
fn player(app: &TestApp, hall: &Open) -> (UserId, Browser) {
    let (user, browser) = app.sign_in("tessa-moor");
    app.speak_for(hall.id, hall.entries[0], user);
    (user, browser)
}

fn ask(browser: &Browser, address: &str, number: u32) {
    let form = [("email", address), ("idempotency_key", &key(number))];
    browser.post_form(FORM, &form).expect_redirect(HERE);
}

/// A hall whose first player has said yes to e-mail: what she reads, the program, the event, and her browser.
fn listening(backend: Backend) -> (PostOffice, TestApp, Open, Browser) {
    let office = PostOffice::open();
    let app = start(backend, &office);
    let hall = open_event(&app, "open", |_| ());
    let (_, browser) = player(&app, &hall);
    told(&app, &browser, &office);
    (office, app, hall, browser)
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

/// Waits until something has come about.
fn until(is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < SOON, "it does not come about");
        std::thread::sleep(Duration::from_millis(30));
    }
}

/// The wishes that are stored of an event.
fn stored(app: &TestApp, hall: &Open) -> usize {
    app.state().db.read(|db| db::alerts::of_event(db, hall.id)).unwrap().len()
}

/// Step by step, as the loops of a server and of another one may come together.
fn what_happens_while_a_message_is_under_way_is_told_next(backend: Backend) {
    let database = TestDatabase::new(backend);
    let db = database.open();
    let (id, _) = begin_event(db.clone());
    let ledger = Ledger::new(db.clone());
    let give = |command: Command| ledger.commit(&Order::new(Actor::Program, id, command)).unwrap().event;
    give(EventCommand::ShowEvent { is_public: true }.into());
    let take_back = || {
        let reason = Reason::parse("A wrong result").unwrap();
        give(RoundCommand::UnpublishRound { round: 1, reason }.into())
    };
    let event = take_back();
    let entry = event.entries.values().next().unwrap();
    let browser = Subscription { endpoint: "https://push.example/1".to_owned(), seal: String::new() };
    for place in [Place::Browser(browser), Place::Mail(ADDRESS.to_owned())] {
        alerts::ask(&db, &event, (entry, None), &place).unwrap();
    }
    let mut readers = Readers::default();
    let mut notice = || alerts::notice(&ledger, &mut readers).unwrap();
    let under_way = |kind| {
        let due = alerts::due(&db, kind).unwrap();
        let [waits] = due.as_slice() else { panic!("{} wait", due.len()) };
        let (alert, due) = alerts::take(&ledger, &mut Readers::default(), waits).unwrap().unwrap();
        let Due::Send(message) = due else { panic!("{due:?}") };
        assert!(alerts::due(&db, kind).unwrap().is_empty(), "nobody else sends it");
        (alert, message)
    };
    // The round is taken back while its publication is told.
    notice();
    let seen = event.round(1).unwrap().revision;
    give(RoundCommand::PublishRound { round: 1, seen }.into());
    notice();
    let (alert, message) = under_way(Kind::Push);
    take_back();
    notice();
    alerts::note(&db, &alert, &Sent::Taken(message.1)).unwrap();
    notice();
    let (_, message) = under_way(Kind::Push);
    assert!(message.0.title.ends_with("round 1 was taken back"), "{}", message.0.title);
    // Somebody says yes before the mail server has said that it took the question.
    let (alert, question) = under_way(Kind::Mail);
    let token = question.0.stop.trim_start_matches("/alerts/").parse().unwrap();
    alerts::confirm(&ledger, &token).unwrap();
    alerts::note(&db, &alert, &Sent::Taken(question.1)).unwrap();
    assert_eq!(alerts::due(&db, Kind::Mail).unwrap().len(), 1, "what came since is looked at");
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
    let (office, app, hall, _) = listening(backend);
    office.refuse(421);
    hall.publish(&app, 1);
    std::thread::sleep(A_WHILE);
    unpublish(&app, &hall, 1);
    office.refuse(0);
    // Longer than a server that refused once is left alone.
    std::thread::sleep(Duration::from_secs(3));
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
    std::thread::sleep(A_WHILE);
    office.refuse(0);
    let changed = office.hear();
    assert!(changed.body.contains("your pairing of round 1 was changed"), "{}", changed.body);
    office.hear_nothing();
}

fn a_server_that_is_down_holds_messages_up_over_a_restart_and_loses_none(backend: Backend) {
    let (office, app, hall, _) = listening(backend);
    office.refuse(421);
    hall.publish(&app, 1);
    std::thread::sleep(A_WHILE);
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
    app.commit(hall.id, EntryCommand::DismissSpeaker { entry: hall.entries[0] });
    hall.publish(&app, 1);
    office.hear_nothing();
    assert_eq!(stored(&app, &hall), 0);
    app.speak_for(hall.id, hall.entries[0], user);
    told(&app, &browser, &office);
    app.state().ledger.erase(&Actor::Program, (hall.id, hall.entries[0]), &reason).unwrap();
    assert_eq!(stored(&app, &hall), 0);
    app.speak_for(hall.id, hall.entries[1], user);
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
    let (office, app, hall, browser) = listening(backend);
    office.refuse(550);
    hall.publish(&app, 1);
    let says_refused = || browser.get(HERE).body.contains("the last message was refused");
    until(says_refused);
    office.refuse(0);
    assert!(office.hear().body.contains("round 1 is published"));
    until(|| !says_refused());
}

/// A browser's place on the loopback: whoever posts there hears this, and what was posted is handed on.
fn listen(answers: &'static [&'static str]) -> (String, Receiver<(String, Vec<u8>)>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/send/abc", listener.local_addr().unwrap());
    let (sender, heard) = mpsc::channel();
    std::thread::spawn(move || {
        for answer in answers {
            let Ok((mut stream, _)) = listener.accept() else { return };
            let (mut read, mut buffer) = (Vec::new(), [0; 4096]);
            let posted = loop {
                let count = stream.read(&mut buffer).unwrap();
                read.extend(&buffer[..count]);
                let Some(end) = read.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
                let head = String::from_utf8(read[..end].to_vec()).unwrap().to_ascii_lowercase();
                let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
                if read.len() >= end + 4 + length.parse::<usize>().unwrap() {
                    let head = String::from_utf8(read[..end].to_vec()).unwrap();
                    break (head, read[end + 4..].to_vec());
                }
            };
            let head = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            stream.write_all(head.as_bytes()).unwrap();
            if sender.send(posted).is_err() {
                return;
            }
        }
    });
    (address, heard)
}

/// Derives a key as RFC 5869 does, of at most 32 bytes.
fn derive(salt: &[u8], from: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let extracted = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, salt), from);
    let key = hmac::Key::new(hmac::HMAC_SHA256, extracted.as_ref());
    hmac::sign(&key, &[info, &[1]].concat()).as_ref()[..length].to_vec()
}

/// Opens a message as the browser does (RFC 8291).
fn open(own: EphemeralPrivateKey, shared: &[u8], sealed: &[u8]) -> serde_json::Value {
    let key = own.compute_public_key().unwrap();
    let (salt, public, text) = (&sealed[..16], &sealed[21..86], &sealed[86..]);
    assert_eq!(&sealed[16..21], [0, 0, 16, 0, 65]);
    let theirs = UnparsedPublicKey::new(&ECDH_P256, public);
    let first = agree_ephemeral(own, &theirs, |agreed| {
        derive(shared, agreed, &[b"WebPush: info\0", key.as_ref(), public].concat(), 32)
    });
    let first = first.unwrap();
    let content = derive(salt, &first, b"Content-Encoding: aes128gcm\0", 16);
    let nonce = derive(salt, &first, b"Content-Encoding: nonce\0", 12);
    let content = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &content).unwrap());
    let nonce = Nonce::try_assume_unique_for_key(&nonce).unwrap();
    let mut text = text.to_vec();
    let text = content.open_in_place(nonce, Aad::empty(), &mut text).unwrap();
    let text = text.strip_suffix(&[2]).expect("it is the last record");
    serde_json::from_slice(text).unwrap()
}

/// Holds the signature of whoever posted against the key that the page gave.
fn check_signature(head: &str, key: &str, audience: &str) {
    let signed = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("authorization").then(|| value.to_owned())
    });
    let signed = signed.unwrap();
    let (token, public) = signed.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(public, key);
    let (said, signature) = token.rsplit_once('.').unwrap();
    let key = signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, BASE64.decode(public).unwrap());
    key.verify(said.as_bytes(), &BASE64.decode(signature).unwrap()).unwrap();
    let claims = BASE64.decode(said.split_once('.').unwrap().1).unwrap();
    let claims: serde_json::Value = serde_json::from_slice(&claims).unwrap();
    assert_eq!(claims["aud"], audience);
    let left = claims["exp"].as_i64().unwrap() - chrono::Utc::now().timestamp();
    assert!((60..=24 * 3600).contains(&left), "{left}");
}

fn a_browser_is_told_in_words_that_it_alone_can_read(backend: Backend) {
    let app = TestApp::start_with(backend, |config| config.webhooks_inside = true);
    let hall = open_event(&app, "open", |_| ());
    let (_, browser) = player(&app, &hall);
    let page = browser.get(HERE).expect_status(200).body;
    let (_, key) = page.split_once("data-key=\"").unwrap();
    let key = key.split('"').next().unwrap().to_owned();
    let (endpoint, heard) = listen(&["500 No", "201 Created", "410 Gone"]);
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).unwrap();
    let public = BASE64.encode(own.compute_public_key().unwrap());
    let shared = [7; 16];
    let form = [("endpoint", &*endpoint), ("key", &*public), ("shared", &*BASE64.encode(shared))];
    let push = format!("{FORM}/push");
    browser.post_form(&push, &form).expect_redirect(HERE);
    browser.post_form(&push, &form).expect_redirect(HERE);
    assert_eq!(stored(&app, &hall), 1);
    browser.get(HERE).expect_text("A browser, since").expect_no_text("/send/abc");
    hall.publish(&app, 1);
    let (head, _) = heard.recv_timeout(SOON).expect("a message comes");
    check_signature(&head, &key, endpoint.strip_suffix("/send/abc").unwrap());
    let (_, sealed) = heard.recv_timeout(SOON).expect("it comes again");
    let told = open(own, &shared, &sealed);
    assert_eq!(told["title"], "Merridon Open, round 1: board 1 against Thorne, Iris");
    assert_eq!(told["path"], "/events/open/pairings");
    // The browser's place is gone: so is the wish.
    unpublish(&app, &hall, 1);
    heard.recv_timeout(SOON).expect("a message comes");
    until(|| stored(&app, &hall) == 0);
}

fn a_browser_whose_place_leads_inside_is_refused(app: &TestApp) {
    let hall = open_event(app, "open", |_| ());
    let (_, browser) = player(app, &hall);
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
    let (public, shared) = (BASE64.encode(own.compute_public_key().unwrap()), BASE64.encode([7; 16]));
    let push = format!("{FORM}/push");
    for wrong in ["https://127.0.0.1/x", "http://push.example/x", "https://169.254.169.254/latest", ""] {
        let form = [("endpoint", wrong), ("key", &*public), ("shared", &*shared)];
        browser.post_form(&push, &form).expect_status(422);
    }
    let form = [("endpoint", "https://push.example/x"), ("key", "AAAA"), ("shared", &*shared)];
    browser.post_form(&push, &form).expect_status(422);
    assert_eq!(stored(app, &hall), 0);
}
