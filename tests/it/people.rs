//! `/players`, `/ratings`: the people of all public events, and how strong they are.

use tiger_arbiter::auth::account::set_arbiter;
use tiger_arbiter::clock::new_id;
use tiger_event::{
    Actor, EntryCommand, EntryId, EventCommand, Label, Reason, ResultCommand, ResultEntry, RoundCommand,
    Seat, UserId,
};
use tiger_rules::Ending;

use crate::public::world::{Open, open_event};
use crate::rig::{Answer, Browser, TestApp, on_both_databases, on_sqlite};

on_both_databases!(
    arbiters_say_who_is_who_and_the_old_address_still_leads_there,
    of_two_arbiters_who_decide_the_same_the_second_hears_what_was_decided,
);
on_sqlite!(
    a_player_is_found_again_by_account_and_by_number_and_only_proposed_by_name,
    ratings_open_their_working_and_come_as_files,
    what_is_hidden_or_erased_or_not_published_never_appears,
    nobody_but_arbiters_says_who_is_who,
    an_event_takes_the_programs_ratings_if_its_settings_say_so,
    who_is_taken_from_the_ratings_is_the_same_person,
    a_game_that_both_lost_is_no_draw,
);

/// Gives an entry FIDE's number.
fn number(app: &TestApp, open: &Open, place: usize, fide_id: &str) {
    let entry = open.entries[place];
    let event = app.state().ledger.event(open.id).unwrap();
    let mut details = event.entry(entry).unwrap().details.clone();
    details.identity.fide_id = Label::parse(fide_id).ok();
    app.commit(open.id, EntryCommand::ChangeEntry { entry, details, seen: u64::MAX });
}

fn page(browser: &Browser, entry: EntryId) -> Answer {
    browser.get(&format!("/players/{entry}"))
}

/// Somebody whom an administrator has called an arbiter.
fn arbiter(app: &TestApp, login: &str) -> (UserId, Browser) {
    let (user, browser) = app.sign_in(login);
    set_arbiter(&app.state().db, user, true).unwrap();
    (user, browser)
}

/// Two public events of the same five names, in each of which a round was played.
fn two(app: &TestApp) -> (Open, Open) {
    let events = ["spring", "autumn"].map(|slug| {
        let open = open_event(app, slug, |_| ());
        open.play(app, 1);
        open
    });
    let [spring, autumn] = events;
    (spring, autumn)
}

fn a_player_is_found_again_by_account_and_by_number_and_only_proposed_by_name(app: &TestApp) {
    let (spring, autumn) = two(app);
    let user = app.add_user("rowan", false);
    for open in [&spring, &autumn] {
        number(app, open, 0, "4321");
        app.speak_for(open.id, open.entries[2], user);
    }
    let visitor = app.visitor();
    visitor
        .get("/players")
        .expect_status(200)
        .expect_text("8 players of public events, 4 games of published rounds.");
    page(&visitor, spring.entries[0])
        .expect_status(200)
        .expect_text("2 events, 2 games of published rounds.")
        .expect_text("Score")
        .expect_text("2 of 2")
        .expect_no_text("4321");
    page(&visitor, spring.entries[2]).expect_text("2 events").expect_no_text(&user.to_string());
    page(&visitor, spring.entries[1]).expect_text("1 event,");
    let (_, browser) = arbiter(app, "ivy");
    let mut proposals = browser.get("/players/proposals").expect_status(200);
    for name in ["Reed, Jonah", "Thorne, Iris", "=Vale, Kit"] {
        proposals = proposals.expect_text(name);
    }
    proposals.expect_no_text("Moor, Tessa").expect_no_text("Ash, Rowan");
}

fn arbiters_say_who_is_who_and_the_old_address_still_leads_there(app: &TestApp) {
    let (spring, autumn) = two(app);
    let (_, browser) = arbiter(app, "ivy");
    let (one, other) = (spring.entries[1], autumn.entries[1]);
    let fields = [("entry", other.to_string()), ("other", one.to_string())];
    let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    browser
        .get(&format!("/players/{one}/merge?q=jonah"))
        .expect_status(200)
        .expect_text("Merge with Reed, Jonah")
        .expect_text(&format!("merge?with={other}"));
    // Nobody is merged by one press: both are seen beside each other first.
    let asked = browser.get(&format!("/players/{one}/merge?with={other}")).expect_status(200);
    asked.expect_text("One player?").expect_text("LancerChess 1").expect_text("They are one player: merge");
    let with = |other: EntryId| browser.get(&format!("/players/{one}/merge?with={other}"));
    with(spring.entries[0]).expect_status(422).expect_text("same event");
    with(new_id()).expect_status(404);
    browser.post_form("/players/merge", &fields).expect_redirect(&format!("/players/{one}"));
    page(&browser, one).expect_text("They are one player now.").expect_text("2 events");
    assert_eq!(page(&app.visitor(), other).expect_status(302).location(), format!("/players/{one}"));
    // The second press leads on.
    let again = browser.post_form("/players/merge", &fields).expect_status(409);
    again
        .expect_text("Decided already")
        .expect_text("merged two entries of Reed, Jonah.")
        .expect_text("nothing is left to do")
        .expect_text(&format!("/players/{one}"));
    let twice = [("entry", spring.entries[0].to_string()), ("other", spring.entries[1].to_string())];
    let twice: Vec<_> = twice.iter().map(|(name, value)| (*name, value.as_str())).collect();
    browser.post_form("/players/merge", &twice).expect_status(422).expect_text("same event");
    browser.post_form("/players/split", &fields[..1]).expect_redirect(&format!("/players/{other}"));
    page(&browser, other).expect_text("1 event,");
    browser.post_form("/players/split", &fields[..1]).expect_status(409).expect_text("split an entry of");
    let fields = [("entry", spring.entries[3].to_string()), ("other", autumn.entries[3].to_string())];
    let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    browser.get("/players/proposals").expect_text("Thorne, Iris");
    browser.post_form("/players/different", &fields).expect_redirect("/players/proposals");
    browser
        .get("/players/proposals")
        .expect_text("called two of the name Thorne, Iris different people")
        .expect_text("merged two entries of Reed, Jonah")
        .expect_text("split an entry of Reed, Jonah off");
}

fn of_two_arbiters_who_decide_the_same_the_second_hears_what_was_decided(app: &TestApp) {
    let (spring, autumn) = two(app);
    let browsers = [arbiter(app, "ivy").1, arbiter(app, "oak").1];
    let pair = |place: usize, seen: &str| {
        let (one, other) = (spring.entries[place], autumn.entries[place]);
        vec![("entry", one.to_string()), ("other", other.to_string()), ("seen", seen.to_owned())]
    };
    let post = |browser: &Browser, way: &str, fields: &[(&str, String)]| {
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        browser.post_form(way, &fields)
    };
    // Both look at the same page; whoever comes second hears what the first said.
    let page = browsers[0].get("/players/proposals").expect_status(200);
    assert!(page.body.contains("name=\"seen\" value=\"0\""), "{}", page.body);
    let fields = pair(1, "0");
    let ask = |browser: Browser, way: &'static str| {
        let (fields, post) = (&fields, &post);
        move || post(&browser, way, fields)
    };
    let [ivy, oak] = browsers;
    let both = std::thread::scope(|scope| {
        let one = scope.spawn(ask(ivy, "/players/merge"));
        let other = scope.spawn(ask(oak, "/players/different"));
        [one.join().unwrap(), other.join().unwrap()]
    });
    let mut statuses = both.each_ref().map(|answer| answer.status);
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 409]);
    let late = both.iter().find(|answer| answer.status == 409).unwrap();
    assert!(late.body.contains("Nothing was changed"), "{}", late.body);
}

fn ratings_open_their_working_and_come_as_files(app: &TestApp) {
    let (spring, autumn) = two(app);
    for open in [&spring, &autumn] {
        number(app, open, 0, "4321");
        number(app, open, 3, "99");
    }
    let visitor = app.visitor();
    visitor.get("/ratings").expect_status(200).expect_text("6 players, 4 games");
    visitor
        .get("/ratings/lancerchess")
        .expect_status(200)
        .expect_text("6 rated players, 4 games that count.")
        .expect_text("there are 4")
        .expect_text("November 2026")
        .expect_text("provisional");
    visitor.get("/ratings/lancerchess?q=tessa").expect_text("1 of 6 found");
    visitor.get("/ratings/chess").expect_status(404);
    // Both have 350: two wins against an equal give 1500 + 173.7178² … as Glickman's formula says.
    visitor
        .get(&format!("/players/{}/ratings/lancerchess", spring.entries[0]))
        .expect_status(200)
        .expect_text("November 2026: +")
        .expect_text("2 scored, 1.000 expected")
        .expect_text("Before: 1500.0, deviation 350.0, volatility 0.06000")
        .expect_text("Thorne, Iris")
        .expect_text("1500 (350)")
        .expect_text("0.500");
    visitor.get(&format!("/players/{}/ratings/dragon", spring.entries[0])).expect_status(404);
    let csv = visitor.get("/ratings/lancerchess.csv").expect_status(200);
    assert!(csv.header("content-type").starts_with("text/csv"), "{}", csv.header("content-type"));
    assert_eq!(csv.body.lines().count(), 7, "{}", csv.body);
    assert!(csv.body.lines().nth(1).unwrap().contains("\"Moor, Tessa\""), "{}", csv.body);
    let json: serde_json::Value =
        serde_json::from_str(&visitor.get("/api/v1/ratings/lancerchess").expect_status(200).body).unwrap();
    assert_eq!((&json["games"], &json["players"][0]["name"]), (&4.into(), &"Moor, Tessa".into()));
    let tag = visitor.get("/ratings/lancerchess").header("etag").to_owned();
    visitor.get_with("/ratings/lancerchess", &[("if-none-match", &tag)]).expect_status(304);
    // A result is in the ratings at once.
    let games = spring.publish(app, 2);
    spring.enter(app, games[0], Some(Seat::Second), Ending::Checkmate);
    visitor
        .get_with("/ratings/lancerchess", &[("if-none-match", &tag)])
        .expect_status(200)
        .expect_text("5 games");
}

fn what_is_hidden_or_erased_or_not_published_never_appears(app: &TestApp) {
    let (spring, autumn) = two(app);
    let visitor = app.visitor();
    let names = |path: &str| visitor.get(path).expect_status(200);
    names("/players").expect_text("Merridon Open");
    // A draft is nobody's business, and a game without a result counts for nothing.
    spring.draft(app, 2, "");
    names("/players").expect_text("4 games of published rounds");
    app.commit(spring.id, RoundCommand::DiscardDraft { round: 2 });
    app.commit(autumn.id, EventCommand::ShowEvent { is_public: false });
    names("/players").expect_text("5 players of public events, 2 games of published rounds");
    names("/ratings/lancerchess").expect_text("4 rated players, 2 games");
    page(&visitor, autumn.entries[0]).expect_status(404);
    let (who, reason) = ((spring.id, spring.entries[0]), Reason::parse("They asked for it.").unwrap());
    app.state().ledger.erase(&Actor::Program, who, &reason).unwrap();
    for path in
        ["/players", "/ratings/lancerchess", "/ratings/lancerchess.csv", "/api/v1/ratings/lancerchess"]
    {
        names(path).expect_no_text("Moor").expect_no_text("Player 1");
    }
    page(&visitor, spring.entries[0]).expect_status(404);
    let iris = page(&visitor, spring.entries[3]).expect_status(200);
    iris.expect_text("Player 1").expect_no_text("Moor");
    names("/ratings/lancerchess").expect_text("3 rated players, 2 games");
}

fn nobody_but_arbiters_says_who_is_who(app: &TestApp) {
    let (spring, autumn) = two(app);
    let (_, player) = app.sign_in("kit");
    let chief = app.signed_in(spring.chief);
    let (one, other) = (spring.entries[1].to_string(), autumn.entries[1].to_string());
    let fields = [("entry", one.as_str()), ("other", other.as_str())];
    for browser in [&player, &chief] {
        browser.get("/players").expect_status(200).expect_no_text("Who is who");
        browser.get(&format!("/players/{one}")).expect_no_text("Merge").expect_no_text("Split off");
        browser.get("/players/proposals").expect_status(403);
        browser.get(&format!("/players/{one}/merge")).expect_status(403);
        for path in ["/players/merge", "/players/split", "/players/different"] {
            browser.post_form(path, &fields).expect_status(403);
        }
    }
    assert!(app.visitor().get("/players/proposals").expect_status(303).location().starts_with("/sign-in"));
    let (_, admin) = app.sign_in_admin();
    admin.get("/players/proposals").expect_status(200);
}

fn an_event_takes_the_programs_ratings_if_its_settings_say_so(app: &TestApp) {
    let (spring, _) = two(app);
    number(app, &spring, 0, "4321");
    number(app, &spring, 3, "99");
    // The next event is not public yet; two of its players are known by their numbers.
    let next = open_event(app, "next", |_| ());
    app.commit(next.id, EventCommand::ShowEvent { is_public: false });
    number(app, &next, 0, "99");
    number(app, &next, 1, "4321");
    let chief = app.signed_in(next.chief);
    let rating = |place: usize| {
        let event = app.state().ledger.event(next.id).unwrap();
        event.entry(next.entries[place]).unwrap().details.rating
    };
    let press = "/events/next/entries/ratings";
    let field = [("idempotency_key", "0123456789abcdef0123")];
    chief.get("/events/next/entries").expect_no_text("Take the program");
    chief.get("/events/next/entries/add").expect_no_text("From the ratings of this program");
    chief.post_form(press, &field).expect_status(422);
    app.change_settings(next.id, |settings| settings.own_ratings = true);
    chief
        .get("/events/next/settings")
        .expect_status(200)
        .expect_text("Use the ratings that this program keeps");
    chief.get("/events/next/entries").expect_text("Take the program’s ratings");
    chief.post_form(press, &field).expect_redirect("/events/next/entries");
    chief
        .get("/events/next/entries")
        .expect_text("2 players have new ratings. 3 players are not known here by account, by number");
    let (lost, won) = (rating(0).unwrap(), rating(1).unwrap());
    assert!(lost < 1400 && won > 1600, "{lost} {won}");
    assert_eq!(rating(2), None, "a name alone says nothing");
    let again = [("idempotency_key", "0123456789abcdef0124")];
    chief.post_form(press, &again).expect_redirect("/events/next/entries");
    chief.get("/events/next/entries").expect_text("Nobody who is known here has another rating");
    let found = chief.get("/events/next/entries/add?find_own=tesa+mor").expect_status(200);
    let id = spring.entries[0];
    let found = found.expect_text("Moor, Tessa").expect_text(&format!("take_own={id}"));
    found.expect_no_text("Thorne");
    let taken = chief.get(&format!("/events/next/entries/add?take_own={id}")).expect_status(200);
    taken.expect_text("value=\"4321\"").expect_text(&format!("value=\"{won}\""));
    next.publish(app, 1);
    let late = [("idempotency_key", "0123456789abcdef0125")];
    chief.post_form(press, &late).expect_status(422);
}

fn who_is_taken_from_the_ratings_is_the_same_person(app: &TestApp) {
    let (spring, _) = two(app);
    let next = open_event(app, "next", |settings| settings.own_ratings = true);
    let chief = app.signed_in(next.chief);
    let known = spring.entries[0];
    let add = "/events/next/entries/add";
    let form = chief.get(&format!("{add}?take_own={known}")).expect_status(200);
    form.expect_text("this player of the register").expect_text(&format!("value=\"{known}\" checked"));
    let known_as = known.to_string();
    let enter = |name: &str, known_as: &str, number: u32| {
        let key = format!("0123456789abcdef{number:04}");
        let fields = [("name", name), ("known_as", known_as), ("idempotency_key", &*key)];
        chief.post_form(add, &fields)
    };
    enter("Moor-Reed, Tessa", &known_as, 1).expect_redirect(add);
    enter("Nobody, Nora", "nobody", 2).expect_status(422);
    let entry = |name: &str| {
        let event = app.state().ledger.event(next.id).unwrap();
        event.entries.values().find(|it| it.details.name.as_str() == name).unwrap().id
    };
    let own = entry("Moor-Reed, Tessa");
    let led = page(&app.visitor(), own).expect_status(302);
    assert_eq!(led.location(), format!("/players/{known}"));
    page(&app.visitor(), known).expect_text("2 events").expect_text("Moor-Reed, Tessa");
    // It stays through another change, goes with the tick, and is nobody else's business.
    let path = format!("/events/next/entries/{own}");
    chief.get(&path).expect_text(&format!("value=\"{known}\" checked"));
    app.visitor().get("/api/v1/events/next/entries").expect_status(200).expect_no_text(&known_as);
    let seen = app.state().ledger.event(next.id).unwrap().entry(own).unwrap().revision.to_string();
    let fields =
        [("name", "Moor-Reed, Tessa"), ("version", &*seen), ("idempotency_key", "0123456789abcdef0009")];
    chief.post_form(&path, &fields).expect_status(303);
    page(&app.visitor(), own).expect_status(200).expect_text("1 event,");
}

fn a_game_that_both_lost_is_no_draw(app: &TestApp) {
    let open = open_event(app, "open", |_| ());
    open.play(app, 1);
    let visitor = app.visitor();
    let rated = |count: &str| visitor.get("/ratings/lancerchess").expect_text(count);
    rated("2 games that count");
    let event = app.state().ledger.event(open.id).unwrap();
    let game = event.games.values().find(|game| game.result.is_some()).unwrap().id;
    let result = ResultEntry::plain(None, Ending::Time);
    let reason = Reason::parse("Both flags had fallen.").unwrap();
    app.commit(open.id, RoundCommand::ReopenRound { round: 1, reason });
    app.commit(open.id, ResultCommand::EnterResult { game, result, seen: u64::MAX });
    rated("1 game that counts");
    visitor
        .get("/explorer/lancerchess")
        .expect_text("2 games played to the end")
        .expect_text("1 game was lost by both")
        .expect_text("both flags fell");
    visitor.get("/explorer/lancerchess.csv").expect_text("\"\",\"both flags fell\"");
}
