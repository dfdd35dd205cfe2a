//! `/festivals/…`: several events under one roof.

use tiger_arbiter::ledger::OnceKey;
use tiger_event::timetable::RoundTime;
use tiger_event::{
    Actor, EntryCommand, EventCommand, EventId, EventName, Format, Label, PersonName, Reason, ResultCommand,
    ResultEntry, RoundCommand, Seat, StaffRole, Timetable, TimetableCommand,
};
use tiger_rules::Ending;

use crate::rig::{Backend, Browser, TestApp, key, on_both_databases, on_sqlite};
use tiger_arbiter::clock::new_id;

on_both_databases!(
    an_arbiter_puts_events_under_one_roof_and_takes_them_out,
    a_festival_is_renamed_and_deleted_and_its_events_lead_to_it_meanwhile
);
on_sqlite!(
    hidden_sections_and_drafts_leak_nowhere,
    the_boards_of_all_sections_count_through,
    players_of_one_section_are_entered_in_another,
    a_draft_knows_who_sits_elsewhere_and_which_boards_are_taken,
    a_screen_goes_round_the_public_sections_of_a_room,
    nobody_adds_events_of_others_or_changes_festivals_of_others,
    only_a_chief_puts_an_event_under_a_roof_and_can_always_take_it_out,
    everybody_finds_the_festivals_and_a_double_click_makes_one,
    who_was_erased_is_nobody_elses_double,
    boards_collide_only_at_the_same_times,
    one_person_is_known_by_number_before_the_name,
    nobody_hears_of_a_hidden_section_from_a_refusal
);

struct Hall {
    app: TestApp,
    tessa: Browser,
    ids: Vec<EventId>,
    base: String,
}

impl Hall {
    fn new(backend: Backend) -> Self {
        let app = TestApp::start(backend);
        let (chief, tessa) = app.sign_in_arbiter("tessa");
        let event = |slug: &str, name: &str, players: &[&str]| {
            let id = app.add_event_with(slug, chief, |settings| {
                settings.format = Format::Free;
                settings.name = EventName::parse(name).unwrap();
                settings.room = Label::parse_optional(&format!("{name} room")).unwrap();
            });
            app.add_entries(id, players);
            id
        };
        let open = event("open", "Masters", &["Ash, Rowan", "Elm, Wych", "Oak, Robin", "Yew, Pat"]);
        let rapid = event("rapid", "Amateurs", &["Fir, Kim", "Oak, Robin"]);
        let made =
            tessa.post_form("/festivals/new", &[("name", "Merridon Week"), ("idempotency_key", &key(1))]);
        let base = made.expect_status(303).location().strip_suffix("/desk").unwrap().to_owned();
        Self { app, tessa, ids: vec![open, rapid], base }
    }

    fn post(&self, rest: &str, fields: &[(&str, &str)]) {
        let path = format!("{}{rest}", self.base);
        self.tessa.post_form(&path, fields).expect_redirect(&format!("{}/desk", self.base));
    }

    fn add_both(&self) {
        for slug in ["open", "rapid"] {
            self.post("/sections", &[("event", slug)]);
        }
    }

    fn show(&self, event: usize) {
        self.app.commit(self.ids[event], EventCommand::ShowEvent { is_public: true });
    }

    fn get(&self, browser: &Browser, rest: &str) -> crate::rig::Answer {
        browser.get(&format!("{}{rest}", self.base))
    }
}

fn an_arbiter_puts_events_under_one_roof_and_takes_them_out(backend: Backend) {
    let hall = Hall::new(backend);
    hall.add_both();
    hall.post("/sections", &[("event", "open")]);
    hall.get(&hall.tessa, "/desk")
        .expect_text("belongs to a festival already")
        .expect_text("only arbiters see it");
    hall.show(0);
    hall.show(1);
    let visitor = hall.app.visitor();
    let page =
        hall.get(&visitor, "").expect_status(200).expect_text("Merridon Week").expect_text("2 sections");
    page.expect_text("Masters room").expect_text("Amateurs").expect_text("Not begun; 4 players are entered.");
    let people = hall.get(&visitor, "/players").expect_text("5 players, 1 of them in more than one section");
    people.expect_text("/events/open/players/3").expect_text("/events/rapid/players/2");
    let entry = hall.app.state().ledger.event(hall.ids[1]).unwrap().entries_by_number()[0].id;
    hall.app.commit(hall.ids[1], EntryCommand::Withdraw { entry, from_round: 1, leaving: None });
    hall.get(&visitor, "/players").expect_text("Amateurs (has left)").expect_no_text("Masters (has left)");
    visitor.get("/events/open/pairings").expect_text("Masters room");
    hall.post("/sections/take", &[("event", &hall.ids[1].to_string())]);
    hall.get(&visitor, "").expect_text("One section").expect_no_text("Amateurs");
    visitor.get("/events/rapid").expect_status(200);
    hall.tessa.get("/festivals").expect_text("Merridon Week");
}

fn hidden_sections_and_drafts_leak_nowhere(backend: Backend) {
    let hall = Hall::new(backend);
    hall.add_both();
    let (visitor, (_, robin)) = (hall.app.visitor(), hall.app.sign_in("robin"));
    for rest in ["", "/players", "/desk"] {
        hall.get(&robin, rest).expect_status(404);
    }
    hall.get(&visitor, "").expect_status(404);
    hall.show(0);
    for browser in [&visitor, &robin] {
        for rest in ["", "/players"] {
            let page = hall.get(browser, rest).expect_status(200);
            page.expect_text("Masters").expect_no_text("Amateurs").expect_no_text("Fir, Kim");
        }
    }
    hall.get(&robin, "/desk").expect_status(403);
    let event = hall.app.state().ledger.event(hall.ids[0]).unwrap();
    let table =
        tiger_arbiter::services::pairing::draft(&event, 1, tiger_arbiter::services::pairing::Start::Proposal);
    let table = table.unwrap();
    hall.app.commit(hall.ids[0], RoundCommand::DraftRound { round: 1, system: Format::Free, table });
    hall.get(&visitor, "").expect_text("Not begun").expect_no_text("Round 1");
    hall.app.commit(hall.ids[0], RoundCommand::PublishRound { round: 1, seen: u64::MAX });
    hall.get(&visitor, "").expect_text("Round 1 is being played: 0 of 2 results are in.");
}

fn the_boards_of_all_sections_count_through(backend: Backend) {
    let hall = Hall::new(backend);
    hall.add_both();
    for id in &hall.ids {
        hall.app.change_settings(*id, |settings| settings.room = None);
    }
    hall.get(&hall.tessa, "/desk").expect_text("Masters and Amateurs have boards of the same numbers.");
    hall.post("/number", &[("idempotency_key", &key(2))]);
    let first = |place: usize| hall.app.state().ledger.event(hall.ids[place]).unwrap().settings.first_board;
    assert_eq!((first(0), first(1)), (1, 3));
    let desk = hall.get(&hall.tessa, "/desk").expect_text("The boards of all sections count through.");
    desk.expect_no_text("boards of the same numbers");
    // A round that is played keeps its numbers, and the others are counted round it.
    let event = hall.app.state().ledger.event(hall.ids[1]).unwrap();
    let players: Vec<_> = event.entries_by_number().iter().map(|entry| entry.id).collect();
    let games = hall.app.publish_pairs(hall.ids[1], &players);
    hall.app.add_entries(hall.ids[0], &["Thorn, Jo", "Sloe, Al"]);
    hall.post("/number", &[("idempotency_key", &key(3))]);
    hall.get(&hall.tessa, "/desk")
        .expect_text("Amateurs keeps the numbers")
        .expect_no_text("boards of the same");
    assert_eq!((first(0), first(1)), (4, 3));
    let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
    hall.app.commit(hall.ids[1], ResultCommand::EnterResult { game: games[0], result, seen: 0 });
    hall.app.commit(hall.ids[1], RoundCommand::CloseRound { round: 1 });
    hall.post("/number", &[("idempotency_key", &key(4))]);
    assert_eq!((first(0), first(1)), (1, 4));
    // What was played keeps the numbers under which it was published.
    let event = hall.app.state().ledger.event(hall.ids[1]).unwrap();
    let boards: Vec<u16> = games.iter().map(|game| event.board_number(event.game(*game).unwrap())).collect();
    assert_eq!(boards, [3]);
}

fn a_draft_knows_who_sits_elsewhere_and_which_boards_are_taken(backend: Backend) {
    use tiger_arbiter::services::pairing::{Start, draft};
    let hall = Hall::new(backend);
    hall.add_both();
    for id in &hall.ids {
        hall.app.change_settings(*id, |settings| settings.room = None);
    }
    let event = hall.app.state().ledger.event(hall.ids[1]).unwrap();
    let amateurs: Vec<_> = event.entries_by_number().iter().map(|entry| entry.id).collect();
    let masters = hall.app.state().ledger.event(hall.ids[0]).unwrap();
    let table = draft(&masters, 1, Start::Proposal).unwrap();
    hall.app.commit(hall.ids[0], RoundCommand::DraftRound { round: 1, system: Format::Free, table });
    let at = |slug: &str| hall.tessa.get(&format!("/events/{slug}/draft")).expect_status(200);
    let taken = "Amateurs has boards of the same numbers.";
    at("open").expect_text(taken).expect_no_text("now: Oak, Robin");
    let game = hall.app.publish_pairs(hall.ids[1], &amateurs)[0];
    at("open").expect_text("At a board of round 1 of Amateurs sits now: Oak, Robin.");
    let result = ResultEntry::plain(Some(Seat::First), Ending::Checkmate);
    hall.app.commit(hall.ids[1], ResultCommand::EnterResult { game, result, seen: 0 });
    at("open").expect_text(taken).expect_no_text("now: Oak, Robin");
    hall.app.change_settings(hall.ids[1], |settings| settings.room = Label::parse_optional("Annex").unwrap());
    at("open").expect_no_text(taken);
}

fn nobody_adds_events_of_others_or_changes_festivals_of_others(backend: Backend) {
    let hall = Hall::new(backend);
    hall.add_both();
    hall.show(0);
    let (robin_id, robin) = hall.app.sign_in_arbiter("robin");
    hall.app.add_event("blitz", robin_id);
    let post = |browser: &Browser, rest: &str, event: &str| {
        let path = format!("{}{rest}", hall.base);
        browser.post_form(&path, &[("event", event), ("idempotency_key", &key(9))]).status.as_u16()
    };
    assert_eq!(post(&hall.tessa, "/sections", "blitz"), 404);
    for rest in ["/sections", "/sections/take", "/number"] {
        assert_eq!(post(&robin, rest, "blitz"), 403, "{rest}");
    }
    hall.app.visitor().get("/festivals/new").expect_status(303);
    hall.tessa.get("/festivals/nowhere").expect_status(404);
    let empty = hall.tessa.post_form("/festivals/new", &[("name", " "), ("idempotency_key", &key(8))]);
    empty.expect_status(422);
}

fn players_of_one_section_are_entered_in_another(backend: Backend) {
    let hall = Hall::new(backend);
    hall.add_both();
    let page = hall.get(&hall.tessa, "/copy?from=open&to=rapid").expect_text("Ash, Rowan");
    let page = page.expect_no_text("Oak, Robin").expect_text("From Masters to Amateurs");
    let event = hall.app.state().ledger.event(hall.ids[0]).unwrap();
    let id = |name: &str| {
        event.entries.values().find(|entry| entry.details.name.as_str() == name).unwrap().id.to_string()
    };
    let (ash, yew, once) = (id("Ash, Rowan"), id("Yew, Pat"), page.hidden("idempotency_key").unwrap());
    let form = [
        ("from", "open"),
        ("to", "rapid"),
        ("player", &*ash),
        ("player", &*yew),
        ("idempotency_key", &*once),
    ];
    hall.post("/copy", &form);
    hall.get(&hall.tessa, "/desk").expect_text("2 players are in Amateurs too.");
    hall.post("/copy", &form);
    hall.get(&hall.tessa, "/desk").expect_text("Nobody was chosen");
    let rapid = hall.app.state().ledger.event(hall.ids[1]).unwrap();
    let names: Vec<_> = rapid.entries_by_number().iter().map(|it| it.details.name.to_string()).collect();
    assert_eq!(names, ["Fir, Kim", "Oak, Robin", "Ash, Rowan", "Yew, Pat"]);
    // “Enter all of them” are those whom the page showed.
    let once = OnceKey::new();
    let nobody = [
        ("from", "rapid"),
        ("to", "open"),
        ("shown", ""),
        ("all", "yes"),
        ("idempotency_key", once.as_str()),
    ];
    hall.post("/copy", &nobody);
    hall.get(&hall.tessa, "/desk").expect_text("Nobody was chosen");
    let page = hall.get(&hall.tessa, "/copy?from=rapid&to=open").expect_text("Fir, Kim");
    let shown = page.hidden("shown").unwrap();
    let all = [
        ("from", "rapid"),
        ("to", "open"),
        ("shown", &*shown),
        ("all", "yes"),
        ("idempotency_key", once.as_str()),
    ];
    hall.post("/copy", &all);
    hall.get(&hall.tessa, "/desk").expect_text("1 player is in Masters too.");
    hall.get(&hall.tessa, "/copy?from=open&to=open").expect_status(422);
    hall.get(&hall.tessa, "/copy?from=open&to=nowhere").expect_status(404);
    hall.show(0);
    let (_, robin) = hall.app.sign_in("robin");
    hall.get(&robin, "/copy?from=open&to=rapid").expect_status(403);
}

fn a_screen_goes_round_the_public_sections_of_a_room(backend: Backend) {
    let hall = Hall::new(backend);
    hall.add_both();
    hall.show(0);
    let visitor = hall.app.visitor();
    let screen = |rest: &str| hall.get(&visitor, rest);
    let next = |screen: &crate::rig::Answer, query: &str, count: usize| {
        let pages: Vec<_> = (1..=count).map(|number| format!("{}/hall/{number}{query}", hall.base)).collect();
        screen.expect_turn(&pages.iter().map(String::as_str).collect::<Vec<_>>());
    };
    next(&screen("/hall/1").expect_text("Masters"), "", 1);
    hall.show(1);
    next(&screen("/hall/1").expect_text("Masters"), "", 2);
    next(&screen("/hall/2").expect_text("Amateurs"), "", 2);
    let room = screen("/hall/1?room=Amateurs%20room").expect_text("Amateurs").expect_no_text("Masters");
    next(&room, "?room=Amateurs%20room", 1);
    screen("/hall/1?room=Cellar").expect_status(404);
    hall.get(&hall.tessa, "/desk").expect_text("/hall/1?room=Masters%20room");
}

fn only_a_chief_puts_an_event_under_a_roof_and_can_always_take_it_out(backend: Backend) {
    let hall = Hall::new(backend);
    let (robin_id, robin) = hall.app.sign_in_arbiter("robin");
    let name = PersonName::parse("Vale, Robin").unwrap();
    hall.app
        .commit(hall.ids[0], EventCommand::AppointStaff { user: robin_id, name, role: StaffRole::Arbiter });
    let made = robin.post_form("/festivals/new", &[("name", "Robin's"), ("idempotency_key", &key(1))]);
    let base = made.expect_status(303).location().strip_suffix("/desk").unwrap().to_owned();
    let add = |browser: &Browser, event: &str| {
        browser.post_form(&format!("{base}/sections"), &[("event", event)]).status.as_u16()
    };
    robin.get(&format!("{base}/desk")).expect_no_text("Masters");
    assert_eq!(add(&robin, "open"), 404, "an arbiter who is no chief");
    // Where somebody else has made the festival, the chief of a section takes it out all the same.
    hall.app.commit(hall.ids[0], EventCommand::DismissStaff { user: robin_id });
    let name = PersonName::parse("Vale, Robin").unwrap();
    hall.app.commit(hall.ids[0], EventCommand::AppointStaff { user: robin_id, name, role: StaffRole::Chief });
    assert_eq!(add(&robin, "open"), 303);
    robin.get(&format!("{base}/desk")).expect_text("Masters is a section now.");
    hall.app.commit(hall.ids[0], EventCommand::DismissStaff { user: robin_id });
    robin.get(&format!("{base}/desk")).expect_text("A hidden event").expect_no_text("Masters");
    hall.tessa.get("/festivals").expect_text("Robin&#39;s");
    hall.tessa.get(&format!("{base}/desk")).expect_text("Take out of the festival").expect_no_text("Add it");
    let form = [("event", &*hall.ids[0].to_string())];
    hall.tessa.post_form(&format!("{base}/sections/take"), &form).expect_redirect("/festivals");
    hall.add_both();
}

fn everybody_finds_the_festivals_and_a_double_click_makes_one(backend: Backend) {
    let hall = Hall::new(backend);
    hall.add_both();
    let (visitor, (_, robin)) = (hall.app.visitor(), hall.app.sign_in("robin"));
    for browser in [&visitor, &robin] {
        browser.get("/festivals").expect_status(200).expect_no_text("Merridon Week");
    }
    hall.tessa.get("/festivals").expect_text("Merridon Week");
    hall.show(0);
    for browser in [&visitor, &robin] {
        browser.get("/festivals").expect_text("Merridon Week").expect_no_text("/desk");
    }
    let twice = || {
        let form = [("name", "Twice"), ("idempotency_key", &*key(5))];
        hall.tessa.post_form("/festivals/new", &form).expect_status(303).location().to_owned()
    };
    assert_eq!(twice(), twice());
}

fn who_was_erased_is_nobody_elses_double(backend: Backend) {
    let hall = Hall::new(backend);
    hall.add_both();
    let admin = Actor::User { id: new_id(), name: "Admin".to_owned(), is_admin: true };
    let ledger = &hall.app.state().ledger;
    for id in &hall.ids {
        let first = ledger.event(*id).unwrap().entries_by_number()[0].id;
        ledger.erase(&admin, (*id, first), &Reason::parse("They asked for it.").unwrap()).unwrap();
    }
    hall.show(0);
    hall.show(1);
    let people = hall.get(&hall.app.visitor(), "/players").expect_no_text("Player 1");
    people.expect_text("3 players, 1 of them in more than one section");
}

fn a_festival_is_renamed_and_deleted_and_its_events_lead_to_it_meanwhile(backend: Backend) {
    let hall = Hall::new(backend);
    hall.add_both();
    hall.show(0);
    let visitor = hall.app.visitor();
    let link = format!("<a href=\"{}\">Merridon Week</a>", hall.base);
    for path in ["/events/open", "/events/open/standings", "/events/open/players"] {
        visitor.get(path).expect_status(200).expect_text(&link);
    }
    for path in ["/events/open/desk", "/events/rapid/desk", "/events/rapid"] {
        hall.tessa.get(path).expect_status(200).expect_text(&link);
    }
    let rename = |seen: &str, name: &str, number: u32| {
        let form = [("seen", seen), ("name", name), ("idempotency_key", &*key(number))];
        hall.tessa.post_form(&format!("{}/name", hall.base), &form)
    };
    rename("Merridon Week", "Merridon Days", 11).expect_redirect(&format!("{}/desk", hall.base));
    visitor.get("/events/open").expect_text("Merridon Days</a>").expect_no_text("Merridon Week");
    // Another arbiter has the desk of before on the screen.
    let late = rename("Merridon Week", "Merridon Nights", 12).expect_status(422);
    late.expect_text("Somebody has named it Merridon Days meanwhile")
        .expect_text("value=\"Merridon Nights\"");
    rename("Merridon Days", " ", 13).expect_status(422);
    let (_, robin) = hall.app.sign_in("robin");
    for rest in ["/name", "/delete"] {
        let form = [("name", "Mine"), ("which", "Merridon Days"), ("idempotency_key", &*key(14))];
        robin.post_form(&format!("{}{rest}", hall.base), &form).expect_status(403);
    }
    let delete = |which: &str| {
        let form = [("which", which), ("idempotency_key", &*key(15))];
        hall.tessa.post_form(&format!("{}/delete", hall.base), &form)
    };
    delete("Merridon").expect_status(422).expect_text("Type Merridon Days to confirm");
    delete("merridon days").expect_redirect("/festivals");
    hall.tessa.get("/festivals").expect_text("Merridon Days is deleted; its events stay.");
    delete("merridon days").expect_status(404);
    visitor.get(&hall.base).expect_status(404);
    visitor.get("/events/open").expect_status(200).expect_no_text("Merridon Days");
    hall.tessa.get("/events/rapid/desk").expect_status(200).expect_no_text("Merridon Days");
}

fn boards_collide_only_at_the_same_times(backend: Backend) {
    let hall = Hall::new(backend);
    hall.add_both();
    for id in &hall.ids {
        hall.app.change_settings(*id, |settings| settings.room = None);
    }
    let same = "Masters and Amateurs have boards of the same numbers";
    hall.get(&hall.tessa, "/desk").expect_text(same);
    hall.app.change_settings(hall.ids[1], |settings| {
        settings.starts_on = settings.starts_on.succ_opt().unwrap();
        settings.ends_on = settings.starts_on;
    });
    hall.get(&hall.tessa, "/desk").expect_no_text(same);
    // One day again: in the morning and in the afternoon they may share their tables, at one time they may not.
    hall.app.change_settings(hall.ids[1], |settings| {
        settings.starts_on = settings.starts_on.pred_opt().unwrap();
        settings.ends_on = settings.starts_on;
    });
    let at = |event: usize, hour: u32, minutes: Option<u16>| {
        let known = hall.app.state().ledger.event(hall.ids[event]).unwrap();
        let begins = known.settings.starts_on.and_hms_opt(hour, 0, 0).unwrap();
        let rounds = (1..=known.planned_rounds())
            .map(|round| RoundTime { round, begins: begins + chrono::TimeDelta::minutes(i64::from(round)) });
        let rounds = rounds.collect();
        let timetable = Timetable { rounds, round_minutes: minutes, ..Timetable::default() };
        let seen = u64::MAX;
        hall.app.commit(hall.ids[event], TimetableCommand::SetTimetable { timetable, seen });
    };
    at(0, 9, Some(180));
    at(1, 14, Some(180));
    hall.get(&hall.tessa, "/desk").expect_no_text(same);
    at(1, 11, Some(180));
    hall.get(&hall.tessa, "/desk").expect_text(same);
    // How long a round takes is not said: then the day is theirs.
    at(1, 14, None);
    hall.get(&hall.tessa, "/desk").expect_text(same);
}

fn one_person_is_known_by_number_before_the_name(backend: Backend) {
    use tiger_event::EntryCommand;
    let hall = Hall::new(backend);
    hall.add_both();
    let say = |event: usize, name: &str, new: &str, fide_id: &str, born: &str| {
        let known = hall.app.state().ledger.event(hall.ids[event]).unwrap();
        let entry = known.entries.values().find(|it| it.details.name.as_str() == name).unwrap().clone();
        let mut details = entry.details.clone();
        details.name = PersonName::parse(new).unwrap();
        details.identity.fide_id = Label::parse_optional(fide_id).unwrap();
        details.identity.birth_date = Label::parse_optional(born).unwrap();
        let change = EntryCommand::ChangeEntry { entry: entry.id, details, seen: u64::MAX };
        hall.app.commit(hall.ids[event], change);
    };
    hall.show(0);
    hall.show(1);
    let visitor = hall.app.visitor();
    let people = || hall.get(&visitor, "/players").expect_status(200);
    people().expect_text("5 players, 1 of them").expect_text("one person by name alone");
    // One number, two ways to write the name.
    say(0, "Yew, Pat", "Yew, Pat", "4321", "");
    say(1, "Fir, Kim", "Yew, Patricia", "4321", "");
    people().expect_text("4 players, 2 of them");
    // One name, two years.
    say(0, "Oak, Robin", "Oak, Robin", "", "1980");
    say(1, "Oak, Robin", "Oak, Robin", "", "2011");
    let people = people().expect_text("5 players, 1 of them").expect_no_text("by name alone");
    people.expect_no_text("1980").expect_no_text("2011");
}

fn nobody_hears_of_a_hidden_section_from_a_refusal(backend: Backend) {
    let hall = Hall::new(backend);
    let (robin_id, robin) = hall.app.sign_in_arbiter("robin");
    let name = PersonName::parse("Vale, Robin").unwrap();
    let made = robin.post_form("/festivals/new", &[("name", "Robin's"), ("idempotency_key", &key(1))]);
    let base = made.expect_status(303).location().strip_suffix("/desk").unwrap().to_owned();
    for id in &hall.ids {
        let (user, role) = (robin_id, StaffRole::Chief);
        hall.app.commit(*id, EventCommand::AppointStaff { user, name: name.clone(), role });
    }
    for slug in ["open", "rapid"] {
        robin.post_form(&format!("{base}/sections"), &[("event", slug)]).expect_status(303);
    }
    for id in &hall.ids {
        hall.app.commit(*id, EventCommand::DismissStaff { user: robin_id });
    }
    robin.post_form(&format!("{base}/number"), &[("idempotency_key", &key(2))]).expect_status(303);
    let desk = robin.get(&format!("{base}/desk")).expect_text("A hidden event keeps the numbers");
    desk.expect_no_text("Masters").expect_no_text("Amateurs");
}
