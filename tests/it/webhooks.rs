//! `/events/{slug}/settings/webhooks`: other programs are told what readers see new.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use tiger_event::{EventCommand, Seat};
use tiger_rules::Ending;

use crate::public::world::open_event;
use crate::rig::{Backend, Browser, TestApp, key, on_both_databases, on_sqlite};

on_both_databases!(a_program_is_told_what_readers_see_new_and_told_again_until_it_takes_it);
on_sqlite!(what_happens_while_a_message_is_on_its_way_is_told_by_the_next_one);
on_sqlite!(
    a_hidden_event_tells_nobody_and_shows_its_addresses_to_its_chief_alone,
    addresses_inside_are_refused_where_the_installation_does_not_allow_them
);

const PAGE: &str = "/events/open/settings/webhooks";

const SOON: Duration = Duration::from_secs(20);

/// Another program, which gives these answers one after the other and hands on what it was told.
struct Listening {
    address: String,
    heard: Receiver<String>,
}

impl Listening {
    fn answering(answers: &'static [&'static str]) -> Self {
        Self::answering_when(answers, || ())
    }

    /// The same, and before each answer it waits.
    fn answering_when(answers: &'static [&'static str], mut wait: impl FnMut() + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/told", listener.local_addr().unwrap());
        let (sender, heard) = mpsc::channel();
        std::thread::spawn(move || {
            for answer in answers {
                let Ok((mut stream, _)) = listener.accept() else { return };
                let request = read_request(&mut stream);
                let head = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
                if sender.send(request).is_err() {
                    return;
                }
                wait();
                stream.write_all(head.as_bytes()).unwrap();
            }
        });
        Self { address, heard }
    }

    fn hear(&self) -> (String, serde_json::Value) {
        let request = self.heard.recv_timeout(SOON).expect("a message comes");
        let (head, body) = request.split_once("\r\n\r\n").unwrap();
        (head.to_ascii_lowercase(), serde_json::from_str(body).unwrap())
    }
}

fn read_request(stream: &mut TcpStream) -> String {
    let mut read = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let count = stream.read(&mut buffer).unwrap();
        read.extend(&buffer[..count]);
        let text = String::from_utf8_lossy(&read).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().unwrap())
            });
            if body.len() >= length.unwrap_or(0) {
                return text;
            }
        }
    }
}

fn add(chief: &Browser, address: &str) {
    chief
        .post_form(PAGE, &[("address", address), ("idempotency_key", &key(900))])
        .expect_status(200)
        .expect_text("whsec_");
}

fn a_program_is_told_what_readers_see_new_and_told_again_until_it_takes_it(backend: Backend) {
    let app = TestApp::start_with(backend, |config| config.webhooks_inside = true);
    let hall = open_event(&app, "open", |_| ());
    let games = hall.publish(&app, 1);
    let program = Listening::answering(&["500 Out of order", "204 No Content", "200 OK"]);
    let chief = app.signed_in(hall.chief);
    add(&chief, &program.address);
    chief.get(PAGE).expect_status(200).expect_text("told nothing yet").expect_no_text("whsec_");
    hall.enter(&app, games[0], Some(Seat::First), Ending::Checkmate);
    let (head, told) = program.hear();
    let (again, same) = program.hear();
    let header =
        |head: &str, name: &str| head.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(header(&head, "webhook-signature").contains("v1,"));
    assert_eq!(header(&head, "webhook-id"), header(&again, "webhook-id"));
    assert_eq!(told["data"]["news"], same["data"]["news"]);
    assert_eq!(told["type"], "event.changed");
    let news = told["data"]["news"].as_array().unwrap();
    assert!(news.len() == 1 && news[0]["title"].as_str().unwrap().contains(" : "), "{news:?}");
}

fn what_happens_while_a_message_is_on_its_way_is_told_by_the_next_one(backend: Backend) {
    let app = TestApp::start_with(backend, |config| config.webhooks_inside = true);
    let hall = open_event(&app, "open", |_| ());
    let games = hall.publish(&app, 1);
    let (answer, may_answer) = mpsc::channel();
    let program = Listening::answering_when(&["200 OK"; 2], move || may_answer.recv().unwrap());
    add(&app.signed_in(hall.chief), &program.address);
    let titles = |told: serde_json::Value| {
        let news = told["data"]["news"].as_array().unwrap().clone();
        news.iter().map(|piece| piece["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    hall.enter(&app, games[0], Some(Seat::First), Ending::Checkmate);
    let first = titles(program.hear().1);
    hall.enter(&app, games[1], Some(Seat::First), Ending::Checkmate);
    answer.send(()).unwrap();
    let second = titles(program.hear().1);
    answer.send(()).unwrap();
    assert_eq!((first.len(), second.len()), (1, 1), "{first:?} {second:?}");
    assert_ne!(first, second);
}

fn a_hidden_event_tells_nobody_and_shows_its_addresses_to_its_chief_alone(backend: Backend) {
    let app = TestApp::start_with(backend, |config| config.webhooks_inside = true);
    let hall = open_event(&app, "open", |_| ());
    let chief = app.signed_in(hall.chief);
    let program = Listening::answering(&["200 OK", "200 OK"]);
    add(&chief, &program.address);
    app.commit(hall.id, EventCommand::ShowEvent { is_public: false });
    let games = hall.publish(&app, 1);
    hall.enter(&app, games[0], Some(Seat::First), Ending::Checkmate);
    assert!(program.heard.recv_timeout(Duration::from_secs(4)).is_err(), "a hidden event tells nothing");
    chief.get(PAGE).expect_status(200).expect_text("so nobody is told anything");
    let (_, other) = app.sign_in("somebody");
    other.get(PAGE).expect_status(404);
    app.visitor().get(PAGE).expect_status(404);
}

fn addresses_inside_are_refused_where_the_installation_does_not_allow_them(app: &TestApp) {
    let hall = open_event(app, "open", |_| ());
    let chief = app.signed_in(hall.chief);
    for (number, wrong) in [
        "http://club.example/",
        "https://127.0.0.1/x",
        "https://localhost/",
        "https://10.0.0.8/",
        "ftp://x",
        "",
    ]
    .into_iter()
    .enumerate()
    {
        let once = key(u32::try_from(number).unwrap());
        let form = [("address", wrong), ("idempotency_key", &*once)];
        chief.post_form(PAGE, &form).expect_status(422).expect_text(wrong);
    }
    for (number, right) in (0..6).map(|number| (number, format!("https://club{number}.example/told"))) {
        let once = key(100 + number);
        let form = [("address", &*right), ("idempotency_key", &*once)];
        let expected = if number < 5 { 200 } else { 422 };
        chief.post_form(PAGE, &form).expect_status(expected);
    }
    let all = chief.get(PAGE).expect_status(200);
    let end = all.body.split('"').find(|text| text.ends_with("/end")).unwrap().to_owned();
    chief.post_form(&end, &[]).expect_status(303);
    chief.post_form(&end, &[]).expect_status(404);
    chief.get(PAGE).expect_text("club4.example").expect_no_text("no more addresses");
}
