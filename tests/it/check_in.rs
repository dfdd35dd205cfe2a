//! The morning at the door: `/events/{slug}/entries` with hundreds of players, codes on phones, who has not come.

use tiger_event::{Attendance, EntryCommand, EntryId, EventId, Reason, RoundCommand};

use crate::rig::{Backend, Browser, Hall, NOW, TestApp, key, on_sqlite};

on_sqlite!(
    the_list_is_jumped_into_by_letter_and_shows_only_who_is_expected,
    a_check_in_leads_on_to_where_the_arbiter_was,
    an_arbiter_who_reads_the_code_of_a_private_link_comes_to_the_player,
    who_has_not_come_is_listed_by_board,
    everybody_is_expected_anew_on_the_next_day
);

/// Thirty players under ten letters.
fn crowd(app: &TestApp) -> (EventId, Browser, Vec<EntryId>) {
    let (chief, tessa) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    let families = ["Adder", "Bear", "Crane", "Dingo", "\u{c9}toile", "Fox", "Goat", "Hare", "Ibis", "Jay"];
    let names: Vec<String> = ["Kim", "Lou", "Max"]
        .iter()
        .flat_map(|given| families.map(|family| format!("{family}, {given}")))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let ids = app.add_entries(event, &names);
    (event, tessa, ids)
}

fn attendance(app: &TestApp, event: EventId, entry: EntryId) -> Attendance {
    app.state().ledger.event(event).unwrap().entries.get(&entry).unwrap().attendance
}

fn the_list_is_jumped_into_by_letter_and_shows_only_who_is_expected(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa, ids) = crowd(&app);
    app.commit(event, EntryCommand::CheckIn { entries: vec![ids[4]], is_present: true });
    let all = tessa.get("/events/open/entries").expect_status(200);
    all.expect_text("/events/open/entries?letter=E").expect_text("Players by number");
    let under = tessa.get("/events/open/entries?letter=E").expect_text("Players under E, by name");
    under.expect_text("\u{c9}toile, Kim").expect_text("\u{c9}toile, Lou").expect_no_text("Fox, Kim");
    let left = tessa.get("/events/open/entries?only=expected&letter=E").expect_text("Not here yet under E");
    left.expect_no_text("\u{c9}toile, Kim").expect_text("\u{c9}toile, Lou");
    let found = tessa.get("/events/open/entries?only=expected&q=kim").expect_text("9 of 29 found");
    found.expect_text("<input type=\"hidden\" name=\"only\" value=\"expected\">");
    let without_accent = tessa.get("/events/open/entries?q=etoile+k").expect_text("1 of 30 found");
    without_accent.expect_text("\u{c9}toile, Kim");
    tessa.get("/events/open/entries?only=expected&letter=Z").expect_text("Nobody is expected any more");
}

fn a_check_in_leads_on_to_where_the_arbiter_was(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa, ids) = crowd(&app);
    let page = tessa.get("/events/open/entries?only=expected").expect_status(200);
    let once = page.hidden("idempotency_key").unwrap();
    let press = |button: (&str, EntryId), fields: &[(&str, &str)]| {
        let player = button.1.to_string();
        let mut form = vec![("idempotency_key", once.as_str()), (button.0, player.as_str())];
        form.extend(fields);
        tessa.post_form("/events/open/entries/check-in", &form)
    };
    let next = format!("/events/open/entries?only=expected#entry-{}", ids[3]);
    press(("here", ids[2]), &[("only", "expected"), ("q", "")]).expect_redirect(&next);
    tessa.get("/events/open/entries?only=expected").expect_text("Crane, Kim is checked in.");
    // Another button of the same page counts too; the same one again does not.
    let searched = "/events/open/entries?only=expected#find";
    press(("here", ids[5]), &[("only", "expected"), ("q", "fox kim")]).expect_redirect(searched);
    let version = app.state().ledger.event(event).unwrap().version;
    press(("here", ids[5]), &[("only", "expected"), ("q", "fox kim")]).expect_status(303);
    assert_eq!(app.state().ledger.event(event).unwrap().version, version);
    let stays = format!("/events/open/entries?letter=F#entry-{}", ids[5]);
    press(("away", ids[5]), &[("letter", "F"), ("q", "")]).expect_redirect(&stays);
    assert_eq!(attendance(&app, event, ids[2]), Attendance::Present);
    assert_eq!(attendance(&app, event, ids[5]), Attendance::Expected);
}

fn an_arbiter_who_reads_the_code_of_a_private_link_comes_to_the_player(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa, ids) = crowd(&app);
    let path = format!("/events/open/entries/{}/claim", ids[0]);
    let shown = tessa.post_form(&path, &[("idempotency_key", &key(1))]).expect_status(200);
    let (_, link) = shown.body.split_once("/claim/").unwrap();
    let token: String = link.chars().take_while(char::is_ascii_hexdigit).collect();
    let door = format!("/events/open/entries/{}/here", ids[0]);
    tessa.get(&format!("/claim/{token}")).expect_redirect(&door);
    let phone = app.visitor();
    phone.get(&format!("/claim/{token}")).expect_text("Are you Adder, Kim?");
    phone.post_form(&format!("/claim/{token}"), &[]).expect_status(303);
    phone.get("/events/open/me").expect_text("Your code for the check-in").expect_text("<svg");
    phone.get(&door).expect_status(403);
    // The link is used now; the code still leads there.
    tessa.get(&format!("/claim/{token}")).expect_redirect(&door);
    let page = tessa.get(&door).expect_text("Check in").expect_text("0 of 30 are here");
    let once = page.hidden("idempotency_key").unwrap();
    let player = ids[0].to_string();
    let form = [("idempotency_key", &*once), ("back", "code"), ("entry", &*player), ("present", "yes")];
    tessa.post_form("/events/open/entries/check-in", &form).expect_redirect(&door);
    tessa.get(&door).expect_text("Adder, Kim is checked in.").expect_text("1 of 30 are here");
    assert_eq!(attendance(&app, event, ids[0]), Attendance::Present);
    phone
        .get("/events/open/me")
        .expect_no_text("Your code for the check-in")
        .expect_text("You are checked in");
}

fn who_has_not_come_is_listed_by_board(backend: Backend) {
    let app = TestApp::start(backend);
    let hall = Hall::new(&app);
    let (round, reason) = (1, Reason::parse("Other boards").unwrap());
    app.commit(hall.event, RoundCommand::UnpublishRound { round, reason });
    app.change_settings(hall.event, |settings| settings.first_board = 21);
    app.commit(hall.event, RoundCommand::PublishRound { round, seen: u64::MAX });
    app.commit(hall.event, EntryCommand::CheckIn { entries: hall.players[..3].to_vec(), is_present: true });
    hall.arbiter.get("/events/open/desk").expect_text("Not here in round 1");
    hall.arbiter.get("/events/open/rounds/1/results").expect_text("Not here: 1");
    let page = hall
        .arbiter
        .get("/events/open/rounds/1/absent")
        .expect_text("Yew, Pat")
        .expect_text("Enter the forfeit");
    let page = page.expect_text(">22</td>").expect_no_text("Ash, Rowan");
    let (once, player) = (page.hidden("idempotency_key").unwrap(), hall.players[3].to_string());
    let form = [("idempotency_key", &*once), ("back", "1"), ("here", &*player)];
    hall.arbiter
        .post_form("/events/open/entries/check-in", &form)
        .expect_redirect("/events/open/rounds/1/absent");
    hall.arbiter.get("/events/open/rounds/1/absent").expect_text("Nobody is missing");
    hall.arbiter.get("/events/open/rounds/2/absent").expect_status(404);
    app.visitor().get("/events/open/rounds/1/absent").expect_status(404);
}

fn everybody_is_expected_anew_on_the_next_day(backend: Backend) {
    let app = TestApp::start(backend);
    let hall = Hall::new(&app);
    app.commit(hall.event, EntryCommand::CheckIn { entries: hall.players.clone(), is_present: true });
    hall.arbiter
        .get("/events/open/entries")
        .expect_text("all 4 who are checked in are expected again, before round 2");
    let form = [("idempotency_key", &*key(1)), ("version", NOW), ("entry", "all"), ("present", "no")];
    hall.arbiter.post_form("/events/open/entries/check-in", &form).expect_redirect("/events/open/entries");
    hall.arbiter.get("/events/open/entries").expect_text("0 of 4");
}
