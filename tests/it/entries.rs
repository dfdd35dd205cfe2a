//! `/events/{slug}/entries` and what is below it.

use tiger_arbiter::db::ratings::RatingList;
use tiger_arbiter::ledger::Order;
use tiger_event::{
    Actor, Attendance, ByeKind, EntryCommand, EntryDetails, EventCommand, EventId, Format, Label, Speaker,
};

use crate::rig::{Answer, Backend, Browser, NOW, TestApp, key, on_both_databases, on_sqlite};

fn event_with_chief(app: &TestApp) -> (EventId, Browser) {
    let (chief, tessa) = app.sign_in("tessa");
    (app.add_event("open", chief), tessa)
}

on_both_databases!(
    two_arbiters_do_not_overwrite_one_player,
    a_player_claims_an_entry_by_the_link_that_is_shown_once,
    all_players_get_their_links_on_one_sheet_once
);
on_sqlite!(
    who_goes_back_and_types_another_name_enters_another_player,
    one_player_is_entered_by_the_form,
    a_player_of_the_rating_list_is_looked_up_and_entered,
    one_fide_id_is_one_persons,
    nobody_is_born_after_the_event_or_in_another_age,
    a_pasted_list_is_looked_at_before_anybody_is_entered,
    a_csv_file_is_read_in_whatever_encoding,
    the_players_of_a_report_file_are_looked_at_and_entered,
    players_are_checked_in_one_by_one_or_all_at_once,
    withdrawals_and_byes_are_refused_where_they_do_not_fit,
    whoever_is_not_here_is_found_and_left_out_in_one_step,
    numbers_are_given_until_the_first_round,
    strangers_come_to_no_page_of_the_entries
);

fn who_goes_back_and_types_another_name_enters_another_player(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa) = event_with_chief(&app);
    let key = "0123456789abcdef";
    let add = |name: &str| {
        let form =
            [("name", name), ("club", ""), ("federation", ""), ("rating", ""), ("idempotency_key", key)];
        tessa.post_form("/events/open/entries/add", &form).expect_status(303);
    };
    for name in ["Adder", "Adder", "Bear", "Bear"] {
        add(name);
    }
    let event = app.state().ledger.event(event).unwrap();
    let names: Vec<_> =
        event.entries_by_number().iter().map(|entry| entry.details.name.to_string()).collect();
    assert_eq!(names, ["Adder", "Bear"]);
}

fn one_player_is_entered_by_the_form(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa) = event_with_chief(&app);
    let form = [("name", "Moor, Tessa"), ("rating", "1850"), ("idempotency_key", &*key(1))];
    tessa.post_form("/events/open/entries/add", &form).expect_redirect("/events/open/entries/add");
    tessa.post_form("/events/open/entries/add", &form).expect_redirect("/events/open/entries/add");
    assert_eq!(app.state().ledger.event(event).unwrap().entries.len(), 1, "a form sent twice counts once");
    let again = [("name", "moor, tessa"), ("rating", "1850"), ("idempotency_key", &*key(2))];
    let answer = tessa.post_form("/events/open/entries/add", &again).expect_status(422);
    answer.expect_text("is entered already").expect_text("value=\"1850\"");
    let bad = [("name", "Ash"), ("rating", "strong"), ("idempotency_key", &*key(3))];
    tessa
        .post_form("/events/open/entries/add", &bad)
        .expect_status(422)
        .expect_text("value=\"strong\"")
        .expect_text("A rating is a whole number from 1 to 4000");
    tessa.get("/events/open/entries").expect_status(200).expect_text("Moor, Tessa");
}

fn a_player_of_the_rating_list_is_looked_up_and_entered(backend: Backend) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ratings.sqlite3");
    let list = "id,name,federation,title,rating,birth\n4321,\"Moor, Tamsin\",MER,FM,2300,1999\n99,\"Fenn, Jo\",GER,,,\n";
    let app = TestApp::start_with(backend, |config| config.ratings.file.clone_from(&file));
    let (event, tessa) = event_with_chief(&app);
    tessa.get("/events/open/entries/add").expect_status(200).expect_no_text("From the rating list");
    let (_, admin) = app.sign_in_admin();
    admin.get("/users").expect_status(200).expect_text("No list is loaded");
    RatingList::at(file.clone()).load("players_list_foa.txt", list.as_bytes()).unwrap();
    admin.get("/users").expect_text("players_list_foa.txt: 2 players, loaded on");
    let found = tessa.get("/events/open/entries/add?find=tamzin+mor").expect_status(200);
    found.expect_text("entries/add?take=4321").expect_text("2300").expect_no_text("Fenn");
    tessa.get("/events/open/entries/add?find=zzz").expect_status(200).expect_text("Nobody in the list");
    let filled = tessa.get("/events/open/entries/add?take=4321").expect_status(200);
    filled.expect_text("value=\"Moor, Tamsin\"").expect_text("value=\"FM\"").expect_text("value=\"1999\"");
    let form = [
        ("name", "Moor, Tamsin"),
        ("federation", "MER"),
        ("rating", "2300"),
        ("fide_id", "4321"),
        ("title", "FM"),
        ("birth", "1999"),
        ("idempotency_key", &*key(1)),
    ];
    tessa.post_form("/events/open/entries/add", &form).expect_redirect("/events/open/entries/add");
    let event = app.state().ledger.event(event).unwrap();
    let details = &event.entries_by_number()[0].details;
    let text = |label: &Option<Label>| label.as_ref().map(ToString::to_string).unwrap_or_default();
    let identity = &details.identity;
    assert_eq!(details.rating, Some(2300));
    assert_eq!([&identity.fide_id, &identity.title, &identity.birth_date].map(text), ["4321", "FM", "1999"]);
    std::fs::write(&file, "not a database").unwrap();
    admin.get("/users").expect_status(200).expect_text("The list cannot be read");
}

fn one_fide_id_is_one_persons(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa) = event_with_chief(&app);
    let enter = |name: &str, id: &str, number: u32| {
        let form = [("name", name), ("fide_id", id), ("idempotency_key", &*key(number))];
        tessa.post_form("/events/open/entries/add", &form)
    };
    enter("Moor, Tamsin", "4321", 1).expect_status(303);
    enter("Moor, Tamsyn", "04321", 2)
        .expect_status(422)
        .expect_text("Moor, Tamsin and Moor, Tamsyn cannot both have the FIDE ID 4321")
        .expect_text("fide_id-error")
        .expect_no_text("-name-error");
    enter("Moor, Tamsyn", "4322", 3).expect_status(303);
    enter("Fenn, Jo", "007", 4).expect_status(303);
    enter("Fenn, Joe", "7", 5).expect_status(422).expect_text("cannot both have the FIDE ID 7");
    let entry = |place: usize| app.state().ledger.event(event).unwrap().entries_by_number()[place].clone();
    let change = |place: usize, details: EntryDetails| {
        let command = EntryCommand::ChangeEntry { entry: entry(place).id, details, seen: u64::MAX };
        app.state().ledger.commit(&Order::new(Actor::Program, event, command)).is_ok()
    };
    let mut details = entry(1).details;
    details.identity.fide_id = entry(0).details.identity.fide_id;
    assert!(!change(1, details));
    assert!(change(0, entry(0).details), "what one has stays");
}

fn nobody_is_born_after_the_event_or_in_another_age(backend: Backend) {
    let app = TestApp::start(backend);
    let (_, tessa) = event_with_chief(&app);
    let enter = |born: &str, number: u32| {
        let form = [("name", "Moor, Tamsin"), ("birth", born), ("idempotency_key", &*key(number))];
        tessa.post_form("/events/open/entries/add", &form)
    };
    for (number, born) in (1..).zip(["2099", "1813"]) {
        let refused = enter(born, number).expect_status(422).expect_text("-birth-error");
        refused.expect_text(&format!("Moor, Tamsin: nobody who plays here was born in {born}."));
    }
    enter("2013-05-13", 3).expect_status(303);
}

fn a_pasted_list_is_looked_at_before_anybody_is_entered(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa) = event_with_chief(&app);
    let text = "Moor, Tessa 1850\nAsh; Oak; ENG; strong\nElm";
    let looked = tessa.post_form("/events/open/entries/preview", &[("kind", "lines"), ("text", text)]);
    let looked = looked
        .expect_status(200)
        .expect_text("2 good lines, 1 to put right")
        .expect_text("not &#34;strong&#34;");
    assert_eq!(app.state().ledger.event(event).unwrap().entries.len(), 0);
    let once = looked.hidden("idempotency_key").unwrap();
    let import = [("kind", "lines"), ("text", text), ("idempotency_key", &*once)];
    tessa.post_form("/events/open/entries/import", &import).expect_redirect("/events/open/entries");
    tessa
        .get("/events/open/entries")
        .expect_text("2 players are entered. Line 2 (“Ash; Oak; ENG; strong”) was left out: mend it in the list and enter that again.");
    tessa.post_form("/events/open/entries/import", &import);
    assert_eq!(app.state().ledger.event(event).unwrap().entries.len(), 2);
    let ruined = [("kind", "lines"), ("text", "MÃ¼ller\nNguy?n\nMüller")];
    tessa
        .post_form("/events/open/entries/preview", &ruined)
        .expect_text("3 good lines")
        .expect_text("2 names look")
        .expect_text("Letters lost?")
        .expect_text("To look at: <a href=\"#line-1\">line 1</a>, <a href=\"#line-2\">line 2</a>.");
    let one = [("kind", "lines"), ("text", "Fir, Ida 1850\nAsh; Oak; ENG; strong")];
    tessa
        .post_form("/events/open/entries/preview", &one)
        .expect_text("Enter the good one, leave out 1")
        .expect_text("<a href=\"#line-2\">line 2</a>")
        .expect_no_text("Title");
    let nothing = tessa.post_form("/events/open/entries/preview", &[("kind", "lines"), ("text", " ")]);
    nothing.expect_status(422).expect_text("nobody in this list");
}

fn a_csv_file_is_read_in_whatever_encoding(backend: Backend) {
    let app = TestApp::start(backend);
    let (_, tessa) = event_with_chief(&app);
    let csv = "name,rating\n\"Moor, Tessa\",1850\n".as_bytes();
    let looked = tessa.post_file("/events/open/entries/upload", &[], ("file", "players.csv", csv));
    looked.expect_status(200).expect_text("1 good line").expect_text("Moor, Tessa");
    let latin = b"No.;name\n1;M\xfcller, J\xf6rg\n".to_vec();
    let utf_16 = "No.;name\n1;Müller, Jörg\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [latin, utf_16] {
        let looked = tessa.post_file("/events/open/entries/upload", &[], ("file", "players.csv", &bytes));
        let looked = looked.expect_status(200).expect_text("Müller, Jörg");
        looked.expect_text("These columns are not read: No.");
    }
    let more = "name;birth;sex;fide title;fide id;natid\nMoor;1990;w;FM;1503014;N7\nAsh;;;;;\n".as_bytes();
    let mut looked = tessa.post_file("/events/open/entries/upload", &[], ("file", "players.csv", more));
    for (label, said) in
        [("Birth", "1990"), ("Sex", "w"), ("Title", "FM"), ("FIDE ID", "1503014"), ("National number", "N7")]
    {
        looked = looked.expect_text(&format!("data-label=\"{label}\">{said}<"));
    }
    let dos = b"name;club\nM\x81ller;Oak\nM\x84rz;Oak\n";
    let looked = tessa.post_file("/events/open/entries/upload", &[], ("file", "players.csv", dos));
    looked
        .expect_text("from a file in an old DOS code page: letters")
        .expect_text("Character 2 cannot be read")
        .expect_text("1 good line, 1 to put right");
    let other = tessa.post_file("/events/open/entries/upload", &[], ("file", "a.png", b"\x89PNG\0\0\0\x0d"));
    other.expect_status(422).expect_text("neither as text nor as a spreadsheet");
    let header = tessa.post_file("/events/open/entries/upload", &[], ("file", "players.csv", b"a,b\n1,2\n"));
    header.expect_status(422).expect_text("A line at the top must name the columns");
}

fn the_players_of_a_report_file_are_looked_at_and_entered(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa) = event_with_chief(&app);
    let mut file = b"012 Merridon Open\n".to_vec();
    let line = |number: u8, name: &str, rating: &str| {
        format!("001 {number:>4} m    {name:<33} {rating:>4} ENG\n")
            .chars()
            .map(|c| c as u8)
            .collect::<Vec<_>>()
    };
    file.extend(line(1, "Moor, Tessé", "1850"));
    file.extend(line(2, "Ash, Robin", ""));
    file.extend(line(3, "Elm, Kim", "high"));
    let looked = tessa.post_file("/events/open/entries/upload", &[], ("file", "open.trf", &file));
    let looked =
        looked.expect_status(200).expect_text("2 good lines, 1 to put right").expect_text("Moor, Tessé");
    let once = looked.hidden("idempotency_key").unwrap();
    assert_eq!(looked.hidden("kind").unwrap(), "trf");
    let text: String = file.iter().map(|byte| char::from(*byte)).collect();
    let import = [("kind", "trf"), ("text", &*text), ("idempotency_key", &*once)];
    tessa.post_form("/events/open/entries/import", &import).expect_redirect("/events/open/entries");
    let event = app.state().ledger.event(event).unwrap();
    let entries = event.entries_by_number();
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[0].details.rating, Some(1850));
    assert_eq!(entries[1].details.federation.as_ref().unwrap().to_string(), "ENG");
    let empty = tessa.post_file("/events/open/entries/upload", &[], ("file", "open.trf", b"012 Open\n"));
    empty.expect_status(422).expect_text("no line begins with 001");
}

fn players_are_checked_in_one_by_one_or_all_at_once(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa) = event_with_chief(&app);
    let ids = app.add_entries(event, &["Moor", "Ash", "Elm"]);
    let one = [("entry", &*ids[0].to_string()), ("present", "yes"), ("idempotency_key", &*key(1))];
    tessa.post_form("/events/open/entries/check-in", &one).expect_status(303);
    tessa.get("/events/open/entries").expect_text("1 of 3");
    let all = [("entry", "all"), ("present", "yes"), ("version", NOW), ("idempotency_key", &*key(2))];
    tessa.post_form("/events/open/entries/check-in", &all).expect_redirect("/events/open/entries");
    let now = || app.state().ledger.event(event).unwrap();
    assert!(now().entries.values().all(|entry| entry.attendance == Attendance::Present));
    // What is so already is not written once more.
    let version = now().version;
    for (entry, number) in [(&*ids[0].to_string(), 4), ("all", 5), ("announced", 6)] {
        let again =
            [("entry", entry), ("present", "yes"), ("version", NOW), ("idempotency_key", &*key(number))];
        tessa.post_form("/events/open/entries/check-in", &again).expect_status(303);
    }
    assert_eq!(now().version, version);
    let wrong = [("entry", "nobody"), ("present", "yes"), ("idempotency_key", &*key(3))];
    tessa.post_form("/events/open/entries/check-in", &wrong).expect_status(404);
}

fn whoever_is_not_here_is_found_and_left_out_in_one_step(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa) = event_with_chief(&app);
    app.change_settings(event, |settings| settings.format = Format::Swiss);
    let ids = app.add_entries(event, &["Moor", "Ash", "Elm", "Oak"]);
    let here = |entry: usize| {
        let form = [("entry", &*ids[entry].to_string()), ("present", "yes"), ("idempotency_key", &*key(1))];
        tessa.post_form("/events/open/entries/check-in", &form).expect_status(303);
    };
    here(0);
    here(1);
    app.commit(event, EntryCommand::RequestBye { entry: ids[3], round: 1, kind: Some(ByeKind::HalfPoint) });
    let found = tessa.get("/events/open/entries?q=expected").expect_text("2 of 4 found").expect_text("Elm");
    found.expect_no_text(">Moor</a>").expect_text("One player is not paired from round 1 on.");
    let form = [("version", NOW), ("from_round", "1"), ("idempotency_key", &*key(2))];
    for _ in 0..2 {
        tessa.post_form("/events/open/entries/leave-out", &form).expect_redirect("/events/open/entries");
    }
    let event = app.state().ledger.event(event).unwrap();
    let gone = |entry: usize| {
        let attendance = event.entries.get(&ids[entry]).unwrap().attendance;
        matches!(attendance, Attendance::Withdrawn { from_round: 1, .. })
    };
    assert_eq!([0, 1, 2, 3].map(gone), [false, false, true, false], "who asked for a bye stays");
}

fn two_arbiters_do_not_overwrite_one_player(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa) = event_with_chief(&app);
    let id = app.add_entries(event, &["Moor"])[0];
    let path = format!("/events/open/entries/{id}");
    let version = tessa.get(&path).expect_status(200).hidden("version").unwrap();
    let save = |name: &str, number: u32, version: &str| {
        tessa.post_form(&path, &[("name", name), ("idempotency_key", &key(number)), ("version", version)])
    };
    save("Moor, T.", 1, &version).expect_redirect(&path);
    let conflict = save("Moor, Tessa", 2, &version).expect_status(409).expect_text("Moor, T.");
    let version = conflict.expect_text("value=\"Moor, Tessa\"").hidden("version").unwrap();
    save("Moor, Tessa", 3, &version).expect_redirect(&path);
    tessa.get("/events/open/entries/00000000-0000-7000-8000-000000000000").expect_status(404);
}

fn withdrawals_and_byes_are_refused_where_they_do_not_fit(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa) = event_with_chief(&app);
    let id = app.add_entries(event, &["Moor", "Ash"])[0];
    let path = |rest: &str| format!("/events/open/entries/{id}{rest}");
    let bye = [("round", "1"), ("kind", "HPB"), ("idempotency_key", &*key(1))];
    tessa.post_form(&path("/bye"), &bye).expect_status(422).expect_text("In a round robin");
    app.change_settings(event, |settings| settings.format = Format::Free);
    tessa.post_form(&path("/bye"), &bye).expect_redirect(&path(""));
    let second = [("round", "2"), ("kind", "HPB"), ("idempotency_key", &*key(2))];
    tessa
        .post_form(&path("/bye"), &second)
        .expect_status(422)
        .expect_text("Moor has asked for 1 half-point bye already, and this event allows no more.");
    app.change_settings(event, |settings| settings.byes.half_byes_allowed = 0);
    let first = [("round", "1"), ("kind", "HPB"), ("idempotency_key", &*key(6))];
    tessa.post_form(&path("/bye"), &first).expect_text("This event allows no half-point byes.");
    let leave = [("from_round", "2"), ("idempotency_key", &*key(3))];
    tessa.post_form(&path("/withdraw"), &leave).expect_redirect(&path(""));
    tessa.get("/events/open/entries").expect_text("leaves after round 1").expect_no_text("Withdrawn");
    let back = [("from_round", "3"), ("idempotency_key", &*key(4))];
    tessa.post_form(&path("/reinstate"), &back).expect_redirect(&path(""));
    tessa.get(&path("")).expect_text("zero-point bye");
    let wrong = [("from_round", "soon"), ("idempotency_key", &*key(5))];
    tessa.post_form(&path("/withdraw"), &wrong).expect_status(422).expect_text("value=\"soon\"");
}

fn all_players_get_their_links_on_one_sheet_once(app: &TestApp) {
    let (event, tessa) = event_with_chief(app);
    let ids = app.add_entries(event, &["Ash, Rowan", "Moor, Tessa", "Reed, Jonah"]);
    let user = app.add_user("jonah", false);
    app.speak_for(event, ids[2], user);
    let path = "/events/open/entries/links";
    let ask = |whom: &str, number: u32| {
        tessa.post_form(path, &[("whom", whom), ("idempotency_key", &*key(number))])
    };
    tessa.get("/events/open/entries").expect_text("Links for the 2 who have none");
    let sheet = ask("", 1).expect_status(200).expect_text("Moor, Tessa").expect_no_text("Reed, Jonah");
    let links = |sheet: &Answer| -> Vec<String> {
        let parts = sheet.body.split("/claim/").skip(1);
        parts.map(|rest| rest.split('<').next().unwrap().to_owned()).collect()
    };
    let first = links(&sheet);
    assert_eq!(first.len(), 2);
    // The same form again makes none, and nobody lacks one.
    ask("", 1).expect_status(303);
    ask("", 2).expect_status(303);
    tessa.get("/events/open/entries").expect_text("Anew for the 2 who have not used theirs");
    app.visitor().post_form(&format!("/claim/{}", first[0]), &[]).expect_status(303);
    let anew = links(&ask("unused", 3).expect_status(200).expect_no_text("Ash, Rowan"));
    assert_eq!(anew.len(), 1);
    app.visitor().get(&format!("/claim/{}", first[1])).expect_status(404);
    app.visitor().get(&format!("/claim/{}", anew[0])).expect_status(200).expect_text("Moor, Tessa");
    let (_, player) = app.sign_in("petra");
    player.post_form(path, &[("idempotency_key", &*key(4))]).expect_status(404);
}

fn a_player_claims_an_entry_by_the_link_that_is_shown_once(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa) = event_with_chief(&app);
    let id = app.add_entries(event, &["Moor"])[0];
    let path = format!("/events/open/entries/{id}/claim");
    let shown =
        tessa.post_form(&path, &[("idempotency_key", &key(1))]).expect_status(200).expect_text("<svg");
    let (_, link) = shown.body.split_once("/claim/").unwrap();
    let token: String = link.chars().take_while(char::is_ascii_hexdigit).collect();
    tessa.post_form(&path, &[("idempotency_key", &key(1))]).expect_status(303);
    let phone = app.visitor();
    phone.get(&format!("/claim/{token}")).expect_status(200).expect_text("Moor");
    phone.post_form(&format!("/claim/{token}"), &[]).expect_status(303);
    let claimed = app.state().ledger.event(event).unwrap().entries.get(&id).unwrap().speaker;
    assert!(matches!(claimed, Speaker::Taken { .. }));
    phone.get("/events/open/me").expect_status(200).expect_text("Moor");
    phone.get("/events/open/entries").expect_status(403);
    let other = app.visitor();
    other.get(&format!("/claim/{token}")).expect_status(404);
    tessa
        .post_form(&format!("/events/open/entries/{id}/release"), &[("idempotency_key", &key(2))])
        .expect_status(303);
    assert_ne!(phone.get("/events/open/me").status.as_u16(), 200);
}

fn numbers_are_given_until_the_first_round(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, tessa) = event_with_chief(&app);
    app.add_entries(event, &["Rowan", "\u{C9}tienne", "ash", "Moor"]);
    let by = |by: &str, number: u32| {
        tessa.post_form("/events/open/entries/number", &[("by", by), ("idempotency_key", &key(number))])
    };
    by("name", 1).expect_redirect("/events/open/entries");
    let names: Vec<_> = app
        .state()
        .ledger
        .event(event)
        .unwrap()
        .entries_by_number()
        .iter()
        .map(|entry| entry.details.name.to_string())
        .collect();
    assert_eq!(names, ["ash", "\u{C9}tienne", "Moor", "Rowan"]);
    by("lots", 2).expect_redirect("/events/open/entries");
    by("height", 3).expect_status(422);
}

fn strangers_come_to_no_page_of_the_entries(backend: Backend) {
    let app = TestApp::start(backend);
    let (event, _) = event_with_chief(&app);
    let id = app.add_entries(event, &["Moor"])[0];
    let (_, robin) = app.sign_in("robin");
    for path in ["/entries", "/entries/add", &format!("/entries/{id}")] {
        robin.get(&format!("/events/open{path}")).expect_status(404);
    }
    app.commit(event, EventCommand::ShowEvent { is_public: true });
    for path in ["/entries", "/entries/add", &format!("/entries/{id}")] {
        robin.get(&format!("/events/open{path}")).expect_status(403);
    }
    for path in
        ["/add", "/import", "/check-in", "/number", &format!("/{id}/claim"), &format!("/{id}/withdraw")]
    {
        robin.post_form(&format!("/events/open/entries{path}"), &[("name", "x")]).expect_status(403);
    }
}
