//! `/events/new/import`: a whole event from a report file.

mod story;
mod words;

use std::fs;

use tiger_event::{RoundState, Slug};

use crate::rig::{TestApp, on_both_databases, on_sqlite};

/// The file of an example after its last round.
fn example(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/pairing/tests/vectors");
    fs::read_to_string(format!("{folder}/{name}/final.trf")).unwrap()
}

const KEY: (&str, &str) = ("idempotency_key", "0123456789abcdef0123");

on_both_databases!(a_file_is_looked_at_and_becomes_an_event);
on_sqlite!(
    a_bad_file_is_shown_line_by_line,
    only_people_with_an_account_import_events,
    a_file_can_be_taken_as_paired_by_hand
);

fn a_file_is_looked_at_and_becomes_an_event(app: &TestApp) {
    let (_, tessa) = app.sign_in_arbiter("tessa");
    tessa.get("/events/new").expect_status(200).expect_text("/events/new/import");
    tessa.get("/events/new/import").expect_status(200).expect_text("Event from a report file");
    let text = format!("{}### private: call Ash's mother\n", example("ex-n010-heavy"));
    let file = ("file", "cup.trf", text.as_bytes());
    let page = tessa.post_file("/events/new/import/preview", &[("game", "dragon"), ("format", "")], file);
    page.expect_status(200)
        .expect_text("10 players and 6 rounds.")
        .expect_text("Swiss system")
        .expect_text("Arbiter One")
        .expect_text("Player0007, Test");
    let form = [("game", "dragon"), ("format", ""), ("text", &*text), KEY];
    let made = tessa.post_form("/events/new/import", &form).expect_status(303);
    let base = made.location().trim_end_matches("/desk");
    assert!(base.starts_with("/events/ex-n010-heavy-"), "{base}");
    // The same form again makes no second event.
    tessa.post_form("/events/new/import", &form).expect_redirect(&format!("{base}/desk"));
    let ledger = &app.state().ledger;
    let slug = Slug::parse(base.trim_start_matches("/events/")).unwrap();
    let event = ledger.database().read(|db| ledger.event_by_slug(db, &slug)).unwrap();
    assert_eq!((event.entries.len(), event.rounds.len()), (10, 6));
    assert!(event.rounds.iter().all(|round| round.state == RoundState::Closed));
    assert!(!event.is_public && event.staff.len() == 1);
    let report = ledger.verify(event.id).unwrap();
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    tessa.get(&format!("{base}/standings")).expect_status(200).expect_text("Player0001, Test");
    tessa.get(&format!("{base}/ledger")).expect_status(200).expect_text("Round 6");
    let trf = tessa.get(&format!("{base}/event.trf")).expect_status(200);
    trf.expect_text("10 w 1     5 b 1     8 w 1     9 w 1     7 b 1");
    for public in ["event.trf", "event.json"] {
        tessa.get(&format!("{base}/{public}")).expect_status(200).expect_no_text("mother");
    }
    tessa.get(&format!("{base}/entries/report.trf")).expect_text("### private: call Ash's mother");
    // Another event of the same name gets another address.
    let other =
        [("game", "dance"), ("format", ""), ("text", &*text), ("idempotency_key", "0123456789abcdef0124")];
    let other = tessa.post_form("/events/new/import", &other).expect_status(303);
    assert!(other.location().starts_with("/events/ex-n010-heavy-") && other.location() != made.location());
}

fn a_bad_file_is_shown_line_by_line(app: &TestApp) {
    let (_, tessa) = app.sign_in_arbiter("tessa");
    let before = app.state().ledger.known_versions().len();
    let text = example("ex-n010-plain").replacen(" w 1", " x 1", 1).replacen("1234 FID", "9999 FID", 1);
    let post = |path: &str, text: &str| {
        tessa.post_form(path, &[("game", "dragon"), ("format", ""), ("text", text), KEY])
    };
    for path in ["/events/new/import/preview", "/events/new/import"] {
        let page = post(path, &text).expect_status(422);
        page.expect_text("a game needs the colour w or b").expect_text("to put right in the file");
        post(path, "").expect_status(422);
        post(path, "012 Nobody").expect_status(422).expect_text("the file has no player");
    }
    let strange = [("game", "go"), ("format", "lottery"), ("text", &*text), KEY];
    let page = tessa.post_form("/events/new/import", &strange).expect_status(422);
    page.expect_text("Choose one of the four games.")
        .expect_text("Choose how the rounds of the file were paired.");
    assert_eq!(app.state().ledger.known_versions().len(), before, "nothing is made");
}

fn only_people_with_an_account_import_events(app: &TestApp) {
    let text = example("ex-n010-plain");
    let visitor = app.visitor();
    assert!(matches!(visitor.get("/events/new/import").status.as_u16(), 303 | 401));
    for path in ["/events/new/import/preview", "/events/new/import"] {
        let answer = visitor.post_form(path, &[("game", "dragon"), ("text", &text), KEY]);
        assert!(matches!(answer.status.as_u16(), 303 | 401));
    }
}

fn a_file_can_be_taken_as_paired_by_hand(app: &TestApp) {
    let (_, tessa) = app.sign_in_arbiter("tessa");
    let text = example("ex-n010-p310");
    let form = [("game", "tigerchess"), ("format", "free"), ("text", &*text), KEY];
    tessa
        .post_form("/events/new/import/preview", &form)
        .expect_status(200)
        .expect_text("You chose Free pairing; the file says Swiss system.")
        .expect_text("win 3, draw 1, loss 0");
    let made = tessa.post_form("/events/new/import", &form).expect_status(303);
    assert!(made.location().starts_with("/events/ex-n010-p310-"), "{}", made.location());
}
