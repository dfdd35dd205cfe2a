//! The morning of an event of three hundred players, timed: check-in in the ways that arbiters have, whoever is not here left
//! out, round 1 paired and published, all through the pages and without script. For each step it prints how often an arbiter
//! presses, what goes to and fro, and how long the server takes.
//!
//! `cargo test --release --test it morning -- --ignored --nocapture`
#![expect(clippy::print_stdout, reason = "its figures are what it is for")]

use std::time::{Duration, Instant};

use tiger_event::{EntryId, Format};

use crate::rig::{Answer, Backend, Browser, TestApp};

/// How many are entered.
const PLAYERS: usize = 300;

/// How many of them are found by typing a part of the name; by their codes; in the list of those who are not here yet.
const BY_NAME: usize = 130;
const BY_CODE: usize = 130;
const BY_LIST: usize = 32;

const ENTRIES: &str = "/events/open/entries";
const DRAFT: &str = "/events/open/draft";

/// What a step took.
#[derive(Default)]
struct Step {
    presses: usize,
    requests: usize,
    bytes: usize,
    waits: Vec<Duration>,
}

struct Arbiter {
    browser: Browser,
    step: Step,
}

impl Arbiter {
    fn count(&mut self, ask: impl FnOnce(&Browser) -> Answer) -> Answer {
        let began = Instant::now();
        let answer = ask(&self.browser);
        self.step.waits.push(began.elapsed());
        self.step.requests += 1;
        self.step.bytes += answer.body.len();
        answer
    }

    /// A page that is opened by a link, or by Enter.
    fn open(&mut self, path: &str) -> Answer {
        self.step.presses += 1;
        self.read(path)
    }

    /// A page whose code the camera reads: nothing is pressed.
    fn read(&mut self, path: &str) -> Answer {
        self.count(|browser| browser.get(path)).expect_status(200)
    }

    /// A button of a form on a page, which leads to the next page.
    fn press(&mut self, page: &Answer, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.step.presses += 1;
        let hidden = |name| page.hidden(name).unwrap_or_default();
        let (csrf, once) = (hidden("csrf"), hidden("idempotency_key"));
        let mut all = vec![("csrf", csrf.as_str()), ("idempotency_key", once.as_str())];
        all.extend(fields);
        let answer = self.count(|browser| browser.post_bare(path, &all)).expect_status(303);
        let next = answer.location().to_owned();
        self.count(|browser| browser.get(&next)).expect_status(200)
    }

    fn told(&mut self, what: &str) {
        let mut step = std::mem::take(&mut self.step);
        step.waits.sort();
        let milliseconds = |wait: Duration| wait.as_secs_f64() * 1000.0;
        let all: Duration = step.waits.iter().sum();
        let middle = step.waits.get(step.waits.len() / 2).copied().unwrap_or_default();
        let worst = step.waits.last().copied().unwrap_or_default();
        println!(
            "  {what:<44} {:>7} {:>8} {:>9.1} {:>10.0} {:>9.1} {:>9.1}",
            step.presses,
            step.requests,
            step.bytes as f64 / 1024.0,
            milliseconds(all),
            milliseconds(middle),
            milliseconds(worst),
        );
    }
}

#[test]
#[ignore = "prints figures, and takes a while"]
fn a_morning_of_three_hundred() {
    for backend in [Backend::Sqlite, Backend::Postgres] {
        println!("\n{PLAYERS} players on {backend:?}");
        println!(
            "  {:<44} {:>7} {:>8} {:>9} {:>10} {:>9} {:>9}",
            "step", "presses", "requests", "KiB", "ms in all", "ms half", "ms worst"
        );
        morning(backend);
    }
}

fn morning(backend: Backend) {
    let app = TestApp::start(backend);
    let (chief, browser) = app.sign_in("tessa");
    let event = app.add_event_with("open", chief, |settings| {
        settings.format = Format::Swiss;
        settings.rounds = 7;
    });
    let names: Vec<String> = (1..=PLAYERS).map(|number| format!("Family{number:03}, Given")).collect();
    let ids = app.add_entries(event, &names.iter().map(String::as_str).collect::<Vec<_>>());
    let mut arbiter = Arbiter { browser, step: Step::default() };
    let (by_name, rest) = ids.split_at(BY_NAME);
    let (by_code, rest) = rest.split_at(BY_CODE);
    let (by_list, away) = rest.split_at(BY_LIST);

    // A part of the name and Enter; one press; the next name is typed into the page that follows.
    for (id, name) in by_name.iter().zip(&names) {
        let (words, _) = name.split_once(',').unwrap();
        let found = arbiter.open(&format!("{ENTRIES}?q={words}")).expect_text("1 of ");
        let id = id.to_string();
        arbiter.press(&found, &format!("{ENTRIES}/check-in"), &[("q", words), ("here", &*id)]);
    }
    arbiter.told("130 found by name: Enter, Here");

    for id in by_code {
        let page = arbiter.read(&format!("{ENTRIES}/{id}/here")).expect_text("Check in");
        let id = id.to_string();
        let fields = [("back", "code"), ("entry", &*id), ("present", "yes")];
        arbiter.press(&page, &format!("{ENTRIES}/check-in"), &fields).expect_text("Not here after all");
    }
    arbiter.told("130 by the code on their phones: one press");

    let mut list = arbiter.open(&format!("{ENTRIES}?only=expected"));
    for id in by_list {
        let id = id.to_string();
        list = arbiter.press(&list, &format!("{ENTRIES}/check-in"), &[("only", "expected"), ("here", &*id)]);
    }
    arbiter.told("32 in the list of who is not here: one press");

    let page = arbiter.open(ENTRIES);
    let version = page.hidden("version").unwrap();
    let fields = [("version", &*version), ("from_round", "1")];
    arbiter.press(&page, &format!("{ENTRIES}/leave-out"), &fields).expect_text("8 players are left out");
    arbiter.told("8 left out who are not here");

    arbiter.open("/events/open/desk");
    let page = arbiter.open(DRAFT).expect_text("Pair round 1");
    let draft = arbiter.press(&page, DRAFT, &[("round", "1"), ("start", "proposal")]);
    arbiter.told("round 1 paired");

    let version = draft.hidden("version").unwrap();
    arbiter.press(&draft, &format!("{DRAFT}/publish"), &[("version", &*version)]);
    arbiter.told("round 1 published");

    let event = app.state().ledger.event(event).unwrap();
    assert_eq!((event.published_rounds(), event.games_of(1).len()), (1, (PLAYERS - away.len()) / 2));
    let seated = |id: &EntryId| event.games.values().any(|game| game.seat_of(*id).is_some());
    assert!(ids[..PLAYERS - away.len()].iter().all(seated) && !away.iter().any(seated));
}
