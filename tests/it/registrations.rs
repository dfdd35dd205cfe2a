//! `/events/{slug}/register`, `/registrations/{token}`, and what arbiters do with those who registered.

use chrono::NaiveDate;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::shares::What;
use tiger_event::registration::RegistrationTerms;
use tiger_event::{
    Actor, ByeKind, Event, EventCommand, EventId, Format, Reason, RegistrationCommand, Speaker,
};

use crate::rig::{Answer, Backend, Browser, PostOffice, TestApp, key, on_both_databases, on_sqlite};

/// A public Swiss event that takes registrations, and its chief arbiter.
pub(crate) fn open_event(app: &TestApp, places: Option<u16>) -> (EventId, Browser) {
    let (chief, tessa) = app.sign_in("tessa");
    let event = app.add_event_with("open", chief, |settings| settings.format = Format::Swiss);
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    let closes_at = NaiveDate::from_ymd_opt(2099, 1, 1).unwrap().and_hms_opt(18, 0, 0).unwrap();
    let terms = Some(RegistrationTerms { closes_at, places, takes_byes: true });
    app.commit(event, RegistrationCommand::SetRegistration { terms, seen: u64::MAX });
    (event, tessa)
}

/// Opens the form, fills it in and sends it.
pub(crate) fn register(browser: &Browser, fields: &[(&str, &str)]) -> Answer {
    let ticket = browser.get("/events/open/register").expect_status(200).hidden("ticket").unwrap();
    let mut all = vec![("ticket", &*ticket)];
    all.extend(fields);
    browser.post_form("/events/open/register", &all)
}

/// The same, and where the private link is.
pub(crate) fn registered(browser: &Browser, fields: &[(&str, &str)]) -> String {
    let answer = register(browser, fields).expect_status(303);
    assert!(answer.location().starts_with("/registrations/"), "{}", answer.location());
    answer.location().to_owned()
}

pub(crate) fn event_of(app: &TestApp, event: EventId) -> std::sync::Arc<Event> {
    app.state().ledger.event(event).unwrap()
}

/// The identifiers of those who wait, in the order of the list.
pub(crate) fn waiting(arbiter: &Browser) -> Vec<String> {
    let body = arbiter.get("/events/open/registrations").expect_status(200).body;
    let boxes = body.split("name=\"registration\" value=\"").skip(1);
    boxes.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

pub(crate) fn decide(arbiter: &Browser, what: &str, fields: &[(&str, &str)], number: u32) -> Answer {
    let key = key(number);
    let mut all = vec![("idempotency_key", &*key)];
    all.extend(fields);
    arbiter.post_form(&format!("/events/open/registrations/{what}"), &all)
}

/// Presses a button that is about all whom the list shows: the first one there.
pub(crate) fn of_all(arbiter: &Browser, what: &str, number: u32) -> Answer {
    let shown = arbiter.get("/events/open/registrations").hidden("shown").unwrap();
    decide(arbiter, what, &[("shown", &shown)], number)
}

on_both_databases!(
    a_player_registers_is_accepted_and_claims_the_entry,
    a_form_that_comes_again_after_all_is_deleted_holds_nobody_up,
    a_form_sent_twice_registers_once_and_a_changed_one_is_asked_again,
    a_player_takes_the_registration_back,
    the_private_link_of_a_player_takes_an_address_for_e_mail,
    two_arbiters_at_once_enter_a_player_once,
    who_comes_when_all_places_are_taken_waits,
    who_stands_twice_keeps_the_place_of_the_first_time
);
on_sqlite!(
    nothing_private_is_on_public_pages_and_exports,
    bad_input_and_machines_are_turned_away_with_what_was_typed,
    a_flood_from_one_address_is_slowed_down,
    an_arbiter_refuses_with_a_reason_and_may_think_again,
    who_was_refused_and_is_erased_leaves_the_list_readable,
    names_that_stand_twice_are_left_to_the_arbiter,
    somebody_who_is_signed_in_registers_himself,
    a_late_player_begins_with_the_next_round,
    the_chief_arbiter_opens_and_closes_registration,
    an_event_that_is_not_public_takes_no_visitors
);

fn a_player_registers_is_accepted_and_claims_the_entry(app: &TestApp) {
    let (event, tessa) = open_event(app, None);
    let player = app.visitor();
    player.get("/events/open").expect_text("href=\"/events/open/register\"");
    let path = registered(
        &player,
        &[
            ("name", " Vale,  Ondine "),
            ("club", "Oak"),
            ("rating", "1850"),
            ("contact", "555 0199"),
            ("remark", "vegetarian"),
            ("rounds_off", "3"),
            ("rounds_off", "2"),
            ("rounds_off", "3"),
        ],
    );
    player
        .get(&path)
        .expect_status(200)
        .expect_text("Your registration has come")
        .expect_text("Vale, Ondine")
        .expect_text("rounds 2, 3");
    assert!(event_of(app, event).entries.is_empty(), "nobody is entered before an arbiter says yes");
    tessa
        .get("/events/open/registrations")
        .expect_text("Vale, Ondine")
        .expect_text("555 0199")
        .expect_text("vegetarian");
    tessa.get("/events/open/desk").expect_text("Registrations waiting");
    tessa.get("/events/open/queue").expect_text("A player who registered waits");
    tessa.get("/events/open/entries").expect_text("Registrations (1)");
    of_all(&tessa, "accept", 1).expect_redirect("/events/open/registrations");
    of_all(&tessa, "accept", 1).expect_redirect("/events/open/registrations");
    let now = event_of(app, event);
    assert_eq!(now.entries.len(), 1, "a form sent twice counts once");
    let entry = now.entries_by_number()[0].clone();
    assert_eq!(entry.details.summary(), "Vale, Ondine, Oak, 1850");
    assert_eq!(
        entry.byes.clone().into_iter().collect::<Vec<_>>(),
        [(2, ByeKind::HalfPoint), (3, ByeKind::ZeroPoint)]
    );
    let page = player.get(&path).expect_status(200).expect_text("You are in").expect_text("number 1");
    let (_, rest) = page.body.split_once("href=\"/claim/").unwrap();
    let claim = format!("/claim/{}", rest.split_once('"').unwrap().0);
    player.post_form(&claim, &[]).expect_redirect("/events/open/me");
    player.get(&path).expect_text("This device is known as yours");
    // Nobody else comes in by the same link.
    app.visitor().get(&claim).expect_status(404);
    assert_eq!(app.state().ledger.verify(event).unwrap().faults, vec![]);
    tessa.get("/events/open/ledger").expect_text("Accepted from the registrations: Vale, Ondine, Oak, 1850");
}

fn a_form_that_comes_again_after_all_is_deleted_holds_nobody_up(app: &TestApp) {
    let (event, tessa) = open_event(app, None);
    let player = app.visitor();
    let ticket = player.get("/events/open/register").hidden("ticket").unwrap();
    let fields = [("ticket", &*ticket), ("name", "Vale, Ondine")];
    player.post_form("/events/open/register", &fields).expect_status(303);
    of_all(&tessa, "accept", 1).expect_status(303);
    of_all(&tessa, "clear", 9).expect_status(303);
    // The browser sends the old form once more.
    player.post_form("/events/open/register", &fields).expect_status(422).expect_text("was sent before");
    registered(&app.visitor(), &[("name", "Moor, Ada")]);
    of_all(&tessa, "accept", 2).expect_status(303);
    assert_eq!(event_of(app, event).entries.len(), 2);
}

fn nothing_private_is_on_public_pages_and_exports(app: &TestApp) {
    let (_, tessa) = open_event(app, Some(16));
    let player = app.visitor();
    let path =
        registered(&player, &[("name", "Vale, Ondine"), ("contact", "555 0199"), ("remark", "vegetarian")]);
    let is_clean = |accepted: bool| {
        for page in [
            "",
            "/players",
            "/standings",
            "/crosstable",
            "/register",
            "/event.json",
            "/players.csv",
            "/standings.json",
            "/event.trf",
        ] {
            let answer = app.visitor().get(&format!("/events/open{page}")).expect_status(200);
            let answer = answer.expect_no_text("555 0199").expect_no_text("vegetarian");
            assert!(accepted || !answer.body.contains("Ondine"), "{page} names somebody who waits");
        }
    };
    is_clean(false);
    of_all(&tessa, "accept", 1).expect_status(303);
    is_clean(true);
    // Neither visitors nor other people see the list, nor whom a guessed link leads to.
    let (_, robin) = app.sign_in("robin");
    robin.get("/events/open/registrations").expect_status(403);
    app.visitor().get("/events/open/registrations").expect_status(303);
    let guess = format!("/registrations/{}", "ab".repeat(32));
    app.visitor().get(&guess).expect_status(404).expect_no_text("Ondine");
    app.visitor().get("/registrations/nonsense").expect_status(404);
    // Who forgets keeps the entry.
    of_all(&tessa, "clear", 9).expect_status(303);
    tessa.get("/events/open/registrations").expect_no_text("555 0199");
    player.get(&path).expect_status(404);
    app.visitor().get("/events/open/players").expect_text("Vale, Ondine");
}

fn a_form_sent_twice_registers_once_and_a_changed_one_is_asked_again(app: &TestApp) {
    let (_, tessa) = open_event(app, None);
    let player = app.visitor();
    let ticket = player.get("/events/open/register").hidden("ticket").unwrap();
    let send = |name: &str, ticket: &str| {
        player.post_form("/events/open/register", &[("ticket", ticket), ("name", name)])
    };
    let first = send("Vale, Ondine", &ticket).expect_status(303).location().to_owned();
    send("Vale, Ondine", &ticket).expect_redirect(&first);
    // The brother by the back button: he is told, and registered when it is sent again.
    let told = send("Vale, Bram", &ticket)
        .expect_status(422)
        .expect_text("for Vale, Ondine")
        .expect_text("value=\"Vale, Bram\"");
    let second = told.hidden("ticket").unwrap();
    assert_ne!(second, ticket);
    send("Vale, Bram", &second).expect_status(303);
    assert_eq!(waiting(&tessa).len(), 2);
    send("Vale, Bram", "not a ticket").expect_status(422).expect_text("lacks its number");
}

fn bad_input_and_machines_are_turned_away_with_what_was_typed(app: &TestApp) {
    let (_, tessa) = open_event(app, None);
    let player = app.visitor();
    let answer = register(
        &player,
        &[("name", " "), ("rating", "strong"), ("club", "Oak <Hall>"), ("rounds_off", "77")],
    );
    let answer =
        answer.expect_status(422).expect_text("Please fill this in.").expect_text("value=\"strong\"");
    answer.expect_text("Oak &#60;Hall&#62;").expect_text("still to come");
    register(&player, &[("name", "Bot"), ("website", "http://spam.example")]).expect_status(422);
    register(&player, &[("name", "Bot"), ("remark", &"x".repeat(500))])
        .expect_status(422)
        .expect_text("at most 400 fit");
    let no_token = player.post_bare("/events/open/register", &[("name", "Bot")]);
    no_token.expect_status(403);
    assert!(waiting(&tessa).is_empty());
}

fn a_flood_from_one_address_is_slowed_down(app: &TestApp) {
    let (_, tessa) = open_event(app, None);
    let player = app.visitor();
    let most = usize::try_from(What::Registration.allowance().0).unwrap();
    for number in 0..most {
        registered(&player, &[("name", &format!("Player {number}"))]);
    }
    let answer = register(&player, &[("name", "One too many")])
        .expect_status(429)
        .expect_text("value=\"One too many\"");
    assert!(answer.header("retry-after").parse::<u32>().unwrap() > 0);
    let ids = waiting(&tessa);
    assert_eq!(ids.len(), most);
    // Junk goes in one go.
    let fields: Vec<_> = ids.iter().map(|id| ("registration", id.as_str())).collect();
    decide(&tessa, "delete", &fields, 1).expect_redirect("/events/open/registrations");
    assert!(waiting(&tessa).is_empty());
    decide(&tessa, "delete", &[], 2).expect_status(422).expect_text("Choose at least one");
}

fn a_player_takes_the_registration_back(app: &TestApp) {
    let (event, tessa) = open_event(app, None);
    let player = app.visitor();
    let path = registered(&player, &[("name", "Vale, Ondine")]);
    let id = waiting(&tessa).remove(0);
    player.post_form(&format!("{path}/withdraw"), &[]).expect_redirect(&path);
    player.post_form(&format!("{path}/withdraw"), &[]).expect_redirect(&path);
    player.get(&path).expect_text("You have taken it back");
    let late = decide(&tessa, "accept", &[("registration", &id)], 1).expect_status(422);
    late.expect_text("Vale, Ondine was accepted or has withdrawn meanwhile");
    assert!(event_of(app, event).entries.is_empty());
    // Once accepted, only the arbiter can take him off.
    let path = registered(&player, &[("name", "Vale, Ondine")]);
    of_all(&tessa, "accept", 2).expect_status(303);
    player.post_form(&format!("{path}/withdraw"), &[]).expect_redirect(&path);
    player.get(&path).expect_text("An arbiter has decided already").expect_text("You are in");
    player.post_form(&format!("/registrations/{}/withdraw", "ab".repeat(32)), &[]).expect_status(404);
}

fn an_arbiter_refuses_with_a_reason_and_may_think_again(app: &TestApp) {
    let (event, tessa) = open_event(app, None);
    let player = app.visitor();
    let path = registered(&player, &[("name", "Vale, Ondine")]);
    let id = waiting(&tessa).remove(0);
    let answer = decide(&tessa, "refuse", &[("registration", &id), ("reason", " ")], 1).expect_status(422);
    answer.expect_text("Please fill this in.").expect_text(&format!("value=\"{id}\" checked"));
    let fields = [("registration", &*id), ("reason", "Juniors only.")];
    decide(&tessa, "refuse", &fields, 2).expect_status(303);
    decide(&tessa, "refuse", &fields, 2).expect_status(303);
    player.get(&path).expect_text("Juniors only.").expect_text("was refused");
    // Another arbiter refused for another reason meanwhile: he hears of it.
    let other = decide(&tessa, "refuse", &[("registration", &id), ("reason", "No.")], 3);
    other.expect_status(422).expect_text("is refused already");
    tessa
        .get(&format!("/events/open/registrations/{id}"))
        .expect_status(200)
        .expect_text("by tessa: Juniors only.");
    let mended = [("name", "Vale, Ondine (jun)"), ("club", "Oak"), ("idempotency_key", &*key(4))];
    tessa
        .post_form(&format!("/events/open/registrations/{id}"), &mended)
        .expect_redirect("/events/open/registrations");
    assert_eq!(event_of(app, event).entries_by_number()[0].details.summary(), "Vale, Ondine (jun), Oak");
    tessa.get(&format!("/events/open/registrations/{}", new_id::<EventId>())).expect_status(404);
    decide(&tessa, "accept", &[("registration", "nonsense")], 5).expect_status(404);
}

fn who_was_refused_and_is_erased_leaves_the_list_readable(app: &TestApp) {
    let (event, tessa) = open_event(app, None);
    let (user, player) = app.sign_in("ondine");
    registered(&player, &[("name", "Vale, Ondine"), ("self", "on")]);
    let id = waiting(&tessa).remove(0);
    decide(&tessa, "refuse", &[("registration", &id), ("reason", "Ondine is no junior.")], 1)
        .expect_status(303);
    let [entry] = app.add_entries(event, &["Vale, Ondine"]).try_into().unwrap();
    app.speak_for(event, entry, user);
    let reason = Reason::parse("asked for").unwrap();
    app.state().ledger.erase(&Actor::Program, (event, entry), &reason).unwrap();
    let list = tessa.get("/events/open/registrations").expect_status(200);
    list.expect_text("(erased)").expect_no_text("Ondine");
}

fn two_arbiters_at_once_enter_a_player_once(app: &TestApp) {
    let (event, tessa) = open_event(app, None);
    registered(&app.visitor(), &[("name", "Vale, Ondine")]);
    let id = waiting(&tessa).remove(0);
    decide(&tessa, "accept", &[("registration", &id)], 1).expect_status(303);
    let second = decide(&tessa, "accept", &[("registration", &id)], 2).expect_status(422);
    second.expect_text("was accepted or has withdrawn meanwhile");
    let refused = decide(&tessa, "refuse", &[("registration", &id), ("reason", "No.")], 3).expect_status(422);
    refused.expect_text("Vale, Ondine is accepted already");
    let gone = new_id::<EventId>().to_string();
    let refused =
        decide(&tessa, "refuse", &[("registration", &gone), ("reason", "No.")], 4).expect_status(422);
    refused.expect_text("was deleted meanwhile");
    assert_eq!(event_of(app, event).entries.len(), 1);
}

fn names_that_stand_twice_are_left_to_the_arbiter(app: &TestApp) {
    let (event, tessa) = open_event(app, None);
    app.add_entries(event, &["Vale, Ondine"]);
    for name in ["vale, ondine", "Ash, Rowan", "Åsh, Rowan", "Elm, Wych"] {
        registered(&app.visitor(), &[("name", name)]);
    }
    let page = tessa.get("/events/open/registrations").expect_text("Player 1 has this name");
    page.expect_text("Registered more than once");
    of_all(&tessa, "accept", 1).expect_status(303);
    let names: Vec<_> =
        event_of(app, event).entries_by_number().iter().map(|e| e.details.name.to_string()).collect();
    assert_eq!(names, ["Vale, Ondine", "Elm, Wych"]);
    let id = waiting(&tessa).remove(0);
    let answer = decide(&tessa, "accept", &[("registration", &id)], 2).expect_status(422);
    answer.expect_text("is entered already");
}

/// Whoever came in time under a name that somebody else uses too keeps the place until an arbiter has looked at it.
fn who_stands_twice_keeps_the_place_of_the_first_time(app: &TestApp) {
    let (event, tessa) = open_event(app, Some(2));
    for name in ["Ash, Rowan", "Ash, Rowan", "Elm, Wych", "Oak, Holm"] {
        registered(&app.visitor(), &[("name", name)]);
    }
    of_all(&tessa, "accept", 1).expect_status(303);
    let names =
        || event_of(app, event).entries.values().map(|it| it.details.name.to_string()).collect::<Vec<_>>();
    assert_eq!(names(), ["Elm, Wych"]);
    let first = waiting(&tessa).remove(0);
    decide(&tessa, "accept", &[("registration", &first)], 2).expect_status(303);
    assert_eq!(names().len(), 2);
    tessa.get("/events/open/registrations").expect_text("No place is free.");
}

fn who_comes_when_all_places_are_taken_waits(app: &TestApp) {
    let (event, tessa) = open_event(app, Some(2));
    app.add_entries(event, &["Ash, Rowan"]);
    registered(&app.visitor(), &[("name", "Elm, Wych")]);
    let late = app.visitor();
    let path = registered(&late, &[("name", "Oak, Holm")]);
    late.get(&path).expect_text("number 1 of the waiting list");
    let told = "One of 2 places is free. 2 players registered before you and wait to be accepted.";
    let form = app.visitor().get("/events/open/register");
    form.expect_text(told).expect_text("Whoever registers now comes to the waiting list.");
    of_all(&tessa, "accept", 1).expect_status(303);
    assert_eq!(event_of(app, event).entries.len(), 2, "only those for whom there is a place");
    app.visitor().get("/events/open/register").expect_text("All places are taken");
    tessa.get("/events/open/registrations").expect_text("Waiting list").expect_text("No place is free.");
    // The arbiter may take one more all the same.
    let id = waiting(&tessa).remove(0);
    decide(&tessa, "accept", &[("registration", &id)], 2).expect_status(303);
    assert_eq!(event_of(app, event).entries.len(), 3);
    tessa.get("/events/open/registrations").expect_text("That is 1 more than there were places for.");
}

fn somebody_who_is_signed_in_registers_himself(app: &TestApp) {
    let (event, tessa) = open_event(app, None);
    let (user, robin) = app.sign_in("robin");
    robin.get("/events/open/register").expect_text("I register myself").expect_text("value=\"robin\"");
    let path = registered(&robin, &[("name", "Robin"), ("self", "on")]);
    register(&robin, &[("name", "Robin"), ("self", "on")])
        .expect_status(422)
        .expect_text("You are registered already");
    of_all(&tessa, "accept", 1).expect_status(303);
    assert_eq!(event_of(app, event).entries_by_number()[0].speaker, Speaker::Taken { user });
    robin.get(&path).expect_text("href=\"/events/open/me\"");
    robin.get("/events/open/me").expect_status(200);
    // An arbiter cannot be a player; the box is not even offered, and a forged one does nothing.
    tessa.get("/events/open/register").expect_no_text("I register myself");
    registered(&tessa, &[("name", "Moor, Jo"), ("self", "on")]);
    of_all(&tessa, "accept", 2).expect_status(303);
    assert!(matches!(event_of(app, event).entries_by_number()[1].speaker, Speaker::Offered { .. }));
}

fn a_late_player_begins_with_the_next_round(app: &TestApp) {
    let (event, tessa) = open_event(app, None);
    app.add_entries(event, &["Ash, Rowan", "Elm, Wych"]);
    let late = app.visitor();
    registered(&late, &[("name", "Oak, Holm"), ("rounds_off", "1"), ("rounds_off", "2")]);
    let draft = [("round", "1"), ("start", "proposal"), ("idempotency_key", &*key(1))];
    tessa.post_form("/events/open/draft", &draft).expect_status(303);
    let seen = tessa.get("/events/open/draft").hidden("version").unwrap();
    let publish = [("version", &*seen), ("idempotency_key", &*key(2))];
    tessa.post_form("/events/open/draft/publish", &publish).expect_status(303);
    late.get("/events/open/register").expect_text("You play from round 2 on");
    of_all(&tessa, "accept", 3).expect_status(303);
    let now = event_of(app, event);
    let entry = now.entries_by_number()[2].clone();
    assert_eq!(
        (entry.first_round, entry.byes.into_iter().collect::<Vec<_>>()),
        (2, vec![(2, ByeKind::HalfPoint)])
    );
}

fn the_chief_arbiter_opens_and_closes_registration(app: &TestApp) {
    let (chief, tessa) = app.sign_in("tessa");
    let event = app.add_event("open", chief);
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    app.visitor().get("/events/open/register").expect_text("Players do not register here now.");
    let page = tessa
        .get("/events/open/registrations")
        .expect_status(200)
        .expect_text("cannot register by themselves");
    let version = page.hidden("version").unwrap();
    let save = |time: &str, places: &str, number: u32, version: &str| {
        let fields = [("closes_at", time), ("places", places), ("version", version)];
        decide(&tessa, "terms", &fields, number)
    };
    save("soon", "", 1, &version).expect_status(422).expect_text("value=\"soon\"");
    save("2020-01-01T10:00", "", 2, &version).expect_status(422).expect_text("over already");
    save("2099-01-01T10:00", "1", 3, &version).expect_status(422).expect_text("2 to 5000 places");
    save("2099-01-01 10:00", "16", 4, &version).expect_redirect("/events/open/registrations");
    app.visitor()
        .get("/events/open/register")
        .expect_text("10:00 on 1 January 2099")
        .expect_text("16 of 16 places");
    let answer = save("2098-01-01T10:00", "", 5, &version).expect_status(409);
    let answer = answer.expect_text("until 1 January 2099, 10:00").expect_text("until 1 January 2098, 10:00");
    let version = answer.hidden("version").unwrap();
    let (_, robin) = app.sign_in("robin");
    let appoint = [("login", "robin"), ("idempotency_key", &*key(6))];
    tessa.post_form("/events/open/staff", &appoint).expect_status(303);
    robin
        .get("/events/open/registrations")
        .expect_status(200)
        .expect_text("The chief arbiter opens and closes it.");
    decide(&robin, "close", &[("version", &version)], 7).expect_status(403);
    let ticket = app.visitor().get("/events/open/register").hidden("ticket").unwrap();
    decide(&tessa, "close", &[("version", &version)], 8).expect_redirect("/events/open/registrations");
    let late = app.visitor().post_form("/events/open/register", &[("ticket", &ticket), ("name", "Late")]);
    // What was typed meanwhile is there to be shown to an arbiter.
    let late =
        late.expect_status(422).expect_text("Registration has just ended. Ask an arbiter in the hall.");
    late.expect_text("What you typed").expect_text("<dt>Name</dt><dd>Late</dd>");
    app.visitor().get("/events/open").expect_no_text("/register\"");
    tessa.get("/events/open/ledger").expect_text("Registration closed").expect_text("16 places");
}

fn an_event_that_is_not_public_takes_no_visitors(app: &TestApp) {
    let (event, tessa) = open_event(app, None);
    app.commit(event, EventCommand::ShowEvent { is_public: false });
    app.visitor().get("/events/open/register").expect_status(404);
    tessa.get("/events/open/registrations").expect_text("nobody finds the form");
}

fn the_private_link_of_a_player_takes_an_address_for_e_mail(backend: Backend) {
    let office = PostOffice::open();
    let app = TestApp::start_with(backend, |config| office.serve(config));
    let (event, tessa) = open_event(&app, None);
    let player = app.visitor();
    let path = registered(&player, &[("name", "Vale, Ondine")]);
    let form = [("email", "ondine@example.org"), ("idempotency_key", &*key(7))];
    player.get(&path).expect_no_text("Tell me by e-mail");
    player.post_form(&format!("{path}/alerts"), &form).expect_status(404);
    of_all(&tessa, "accept", 1).expect_status(303);
    player.get(&path).expect_text("Tell me by e-mail");
    player.post_form(&format!("{path}/alerts"), &form).expect_redirect(&path);
    assert_eq!(office.hear().to, "ondine@example.org");
    let page = player.get(&path).expect_text("ondine@example.org");
    let number = event_of(&app, event).entries_by_number()[0].number;
    player.get(&format!("/events/open/players/{number}")).expect_no_text("ondine@");
    let other = registered(&app.visitor(), &[("name", "Elm, Wych")]);
    let end = page.body.split('"').find(|text| text.ends_with("/end")).unwrap().to_owned();
    let elsewhere = end.replace(path.as_str(), &other);
    assert_ne!(elsewhere, end);
    player.post_form(&elsewhere, &[]).expect_status(404);
    player.post_form(&end, &[]).expect_redirect(&path);
    player.get(&path).expect_no_text("ondine@example.org");
}
