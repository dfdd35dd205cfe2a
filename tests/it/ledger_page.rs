//! `/events/{slug}/ledger`: the ledger in words, for arbiters.

use tiger_event::{EntryCommand, EntryDetails, EventCommand, Label, PersonName};

use crate::rig::{TestApp, on_both_databases, on_sqlite};
use tiger_arbiter::clock::new_id;

on_both_databases!(a_long_ledger_has_pages);
on_sqlite!(an_arbiter_reads_what_happened, nobody_else_reads_it);

fn an_arbiter_reads_what_happened(app: &TestApp) {
    let (chief, arbiter) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    let entry = app.add_entries(event, &["Vale, Ondine", "Reed, Jonah"])[0];
    let details = EntryDetails {
        name: PersonName::parse("Vale, Ondine").unwrap(),
        club: Some(Label::parse("Rivermouth").unwrap()),
        federation: None,
        rating: Some(1700),
        identity: tiger_event::identity::Identity::default(),
        office: tiger_event::office::Office::default(),
    };
    app.commit(event, EntryCommand::ChangeEntry { entry, details, seen: 2 });
    let page = arbiter.get("/events/open/ledger").expect_status(200);
    let page = page.expect_text("Entered: Vale, Ondine; Reed, Jonah").expect_text("the program");
    page.expect_text("Player changed from “Vale, Ondine” to “Vale, Ondine, Rivermouth, 1700”");
    let head = app.state().ledger.verify(event).unwrap().head.to_string();
    arbiter.get("/events/open/ledger").expect_text(&head);
}

fn a_long_ledger_has_pages(app: &TestApp) {
    let (chief, arbiter) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    for number in 0..100 {
        app.commit(event, EventCommand::ShowEvent { is_public: number % 2 == 0 });
    }
    arbiter.get("/events/open/ledger").expect_status(200).expect_no_text("Event created");
    arbiter.get("/events/open/ledger?page=2").expect_status(200).expect_text("Event created");
    arbiter.get("/events/open/ledger?page=3").expect_status(404);
    arbiter.get("/events/open/ledger?page=x").expect_status(404);
}

fn nobody_else_reads_it(app: &TestApp) {
    let event = app.add_event("open", new_id());
    let (_, stranger) = app.sign_in("jonah");
    // An event that is not public is not there for strangers.
    stranger.get("/events/open/ledger").expect_status(404);
    app.visitor().get("/events/open/ledger").expect_status(404);
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    let refused = stranger.get("/events/open/ledger").expect_status(403);
    refused.expect_text("Only an arbiter of this event").expect_text("href=\"/events/open\"");
    app.visitor().get("/events/open/ledger").expect_redirect("/sign-in?next=/events/open/ledger");
    stranger.get("/events/none/ledger").expect_status(404);
    stranger.get("/events/NOT_A_SLUG/ledger").expect_status(404);
    let (_, admin) = app.sign_in_admin();
    admin.get("/events/open/ledger").expect_status(200);
}
