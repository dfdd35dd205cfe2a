//! What only arbiters know of a player: numbers, sex, birth, fee, notes.

use tiger_event::identity::Sex;
use tiger_event::{Cents, Event};

use crate::public::world::{addresses, open_event};
use crate::rig::{TestApp, key, on_sqlite};

on_sqlite!(
    everything_about_a_player_is_typed_once_and_stays_when_something_is_wrong,
    what_only_arbiters_know_stands_on_no_public_page_or_file,
    fees_of_another_event_do_not_come_along_in_a_copy
);

const MOOR: [(&str, &str); 12] = [
    ("name", "Moor, Tessa"),
    ("club", "Oak"),
    ("federation", "ENG"),
    ("rating", "1850"),
    ("title", "FM"),
    ("fide_id", "90000001"),
    ("national_id", "N-5511"),
    ("sex", "w"),
    ("birth", "13.04.1991"),
    ("fee_due", "37,5"),
    ("fee_paid", "23.19"),
    ("note", "Needs a table near the door."),
];

fn with<'a>(change: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let is_changed = |name: &str| change.iter().any(|(changed, _)| *changed == name);
    MOOR.into_iter().filter(|(name, _)| !is_changed(name)).chain(change.iter().copied()).collect()
}

fn everything_about_a_player_is_typed_once_and_stays_when_something_is_wrong(app: &TestApp) {
    let (chief, tessa) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    let state = || Event::clone(&app.state().ledger.event(event).unwrap());
    for (place, wrong) in [
        ("birth", "last spring"),
        ("fee_paid", "a lot"),
        ("fee_due", "1.234"),
        ("fee_paid", "-5"),
        ("sex", "x"),
        ("national_id", &*"9".repeat(81)),
    ]
    .into_iter()
    .enumerate()
    {
        let once = key(place.try_into().unwrap());
        let form = with(&[wrong, ("idempotency_key", &once)]);
        let mut answer = tessa.post_form("/events/open/entries/add", &form).expect_status(422);
        for kept in form.iter().filter(|(name, _)| MOOR.iter().any(|(field, _)| field == name)) {
            answer = answer.expect_text(kept.1);
        }
    }
    assert_eq!(state().entries.len(), 0);
    let once = key(20);
    tessa
        .post_form("/events/open/entries/add", &with(&[("idempotency_key", &once)]))
        .expect_redirect("/events/open/entries/add");
    let entry = state().entries_by_number()[0].clone();
    let (identity, office) = (&entry.details.identity, &entry.details.office);
    assert_eq!((identity.sex(), identity.birth_year()), (Some(Sex::Woman), Some(1991)));
    assert_eq!((office.fee_due, office.fee_paid), (Some(Cents(3750)), Cents(2319)));
    // The page holds everything, and saving it unchanged changes nothing.
    let path = format!("/events/open/entries/{}", entry.id);
    let mut page = tessa.get(&path).expect_status(200);
    for shown in ["N-5511", "13.04.1991", "value=\"37.50\"", "value=\"23.19\"", "near the door"] {
        page = page.expect_text(shown);
    }
    let version = page.hidden("version").unwrap();
    let once = key(21);
    let form = with(&[("idempotency_key", &once), ("version", &version)]);
    tessa.post_form(&path, &form).expect_redirect(&path);
    assert_eq!(state().entry(entry.id).unwrap().details, entry.details);
    // The fee is paid; the ledger says so in a sentence, to arbiters.
    let version = tessa.get(&path).hidden("version").unwrap();
    let once = key(22);
    let form = with(&[("fee_paid", "37.50"), ("idempotency_key", &once), ("version", &version)]);
    tessa.post_form(&path, &form).expect_redirect(&path);
    tessa.get("/events/open/ledger").expect_text("fee 37.50, paid 37.50");
    app.visitor().get("/events/open/ledger").expect_status(404);
}

fn what_only_arbiters_know_stands_on_no_public_page_or_file(app: &TestApp) {
    let open = open_event(app, "open", |_| {});
    let (_, admin) = app.sign_in_admin();
    let path = format!("/events/open/entries/{}", open.entries[0]);
    let version = admin.get(&path).hidden("version").unwrap();
    let once = key(1);
    let form = with(&[("idempotency_key", &once), ("version", &version)]);
    admin.post_form(&path, &form).expect_redirect(&path);
    open.play(app, 1);
    for address in addresses("open", 1) {
        let page = app.visitor().get(&address);
        for secret in ["N-5511", "13.04.1991", "37.50", "23.19", "fee_due", "fee_paid", "near the door"] {
            assert!(!page.body.contains(secret), "{address} tells {secret}");
        }
    }
    app.visitor().get("/events/open/event.json").expect_text("90000001");
    app.visitor().get("/events/open/entries").expect_status(303);
    admin.get("/events/open/entries/report.trf").expect_text("1991/04/13");
}

fn fees_of_another_event_do_not_come_along_in_a_copy(app: &TestApp) {
    use tiger_arbiter::services::copies::{Copied, copy};
    use tiger_event::EventName;
    let (chief, tessa) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    let once = key(1);
    tessa.post_form("/events/open/entries/add", &with(&[("idempotency_key", &once)])).expect_status(303);
    let event = app.state().ledger.event(event).unwrap();
    let wanted = Copied {
        name: EventName::parse("Next year").unwrap(),
        starts_on: event.settings.starts_on,
        has_players: true,
        has_arbiters: false,
        has_timetable: false,
        has_prizes: false,
    };
    let told = serde_json::to_string(&copy(&event, wanted, chief).1).unwrap();
    assert!(
        told.contains("N-5511") && !told.contains("fee_paid") && !told.contains("near the door"),
        "{told}"
    );
}
