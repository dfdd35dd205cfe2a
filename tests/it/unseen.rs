//! Buttons that are about all of a kind: whoever came since the page was made has been seen by nobody, and is left alone.

use chrono::NaiveDate;
use tiger_event::registration::RegistrationTerms;
use tiger_event::{
    Attendance, Entry, EntryCommand, EntryId, Event, EventCommand, EventId, Format, NewEntry,
    RegistrationCommand,
};

use crate::rig::{Answer, Browser, TestApp, key, new_entry, on_sqlite};

on_sqlite!(
    who_is_entered_meanwhile_is_not_checked_in_with_everybody,
    who_is_entered_meanwhile_is_not_left_out,
    the_draft_leaves_out_those_whom_it_names,
    nobody_is_left_out_of_a_round_that_was_published_meanwhile,
    who_came_meanwhile_is_not_expected_anew,
    who_registers_meanwhile_waits
);

const ENTRIES: &str = "/events/open/entries";

/// A Swiss event, its chief arbiter, three who are here and one who is not.
struct Door<'a> {
    app: &'a TestApp,
    event: EventId,
    tessa: Browser,
    ids: Vec<EntryId>,
}

impl<'a> Door<'a> {
    fn new(app: &'a TestApp) -> Self {
        let (chief, tessa) = app.sign_in("tessa");
        let event = app.add_event_with("open", chief, |settings| settings.format = Format::Swiss);
        let ids = app.add_entries(event, &["Ash, Rowan", "Elm, Wych", "Oak, Robin", "Yew, Pat"]);
        let door = Self { app, event, tessa, ids };
        door.here(&[0, 1, 2], true);
        door
    }

    fn here(&self, players: &[usize], is_present: bool) {
        let entries = players.iter().map(|place| self.ids[*place]).collect();
        self.app.commit(self.event, EntryCommand::CheckIn { entries, is_present });
    }

    /// Somebody is entered by another arbiter.
    fn enter(&self, name: &str) -> EntryId {
        let first_round = self.event().published_rounds() + 1;
        let entry = NewEntry { first_round, ..new_entry(name) };
        let id = entry.id;
        self.app.commit(self.event, EntryCommand::AddEntries { entries: vec![entry] });
        id
    }

    fn event(&self) -> Event {
        Event::clone(&self.app.state().ledger.event(self.event).unwrap())
    }

    fn entry(&self, id: EntryId) -> Entry {
        self.event().entry(id).unwrap().clone()
    }

    /// Presses a button of a page as it was shown.
    fn press(&self, page: &Answer, path: &str, fields: &[(&str, &str)], number: u32) -> Answer {
        let (version, once) = (page.hidden("version").unwrap(), key(number));
        let mut all = vec![("version", &*version), ("idempotency_key", &*once)];
        all.extend(fields);
        self.tessa.post_form(path, &all)
    }

    fn post(&self, path: &str, fields: &[(&str, &str)], number: u32) {
        let once = key(number);
        let all: Vec<_> = fields.iter().copied().chain([("idempotency_key", &*once)]).collect();
        self.tessa.post_form(path, &all).expect_status(303);
    }
}

fn is_out(entry: &Entry) -> bool {
    matches!(entry.attendance, Attendance::Withdrawn { .. })
}

fn who_is_entered_meanwhile_is_not_checked_in_with_everybody(app: &TestApp) {
    let door = Door::new(app);
    let page = door.tessa.get(ENTRIES).expect_text("Everybody is here");
    let late = door.enter("Fir, Kim");
    let all = [("present", "yes"), ("entry", "all")];
    door.press(&page, &format!("{ENTRIES}/check-in"), &all, 1).expect_redirect(ENTRIES);
    assert!(door.ids.iter().all(|id| door.entry(*id).is_seen()));
    assert!(!door.entry(late).is_seen(), "nobody has seen them");
    // A form that does not say what its page showed is not guessed at.
    door.tessa.post_form(&format!("{ENTRIES}/check-in"), &all).expect_status(422);
}

fn who_is_entered_meanwhile_is_not_left_out(app: &TestApp) {
    let door = Door::new(app);
    door.here(&[2], false);
    let page = door.tessa.get(ENTRIES).expect_text("2 players are not paired from round 1 on.");
    let late = door.enter("Fir, Kim");
    // One of those who were shown has come.
    door.here(&[2], true);
    let path = format!("{ENTRIES}/leave-out");
    door.press(&page, &path, &[("from_round", "1")], 1).expect_redirect(ENTRIES);
    let page = door.tessa.get(ENTRIES).expect_text("One player is left out from round 1 on.");
    let out: Vec<bool> = door.ids.iter().chain([&late]).map(|id| is_out(&door.entry(*id))).collect();
    assert_eq!(out, [false, false, false, true, false]);
    let page = page.expect_text("One player is not paired from round 1 on.");
    door.press(&page, &path, &[("from_round", "1")], 2).expect_redirect(ENTRIES);
    assert!(is_out(&door.entry(late)));
}

fn the_draft_leaves_out_those_whom_it_names(app: &TestApp) {
    let door = Door::new(app);
    door.post("/events/open/draft", &[("round", "1"), ("start", "proposal")], 1);
    let page = door.tessa.get("/events/open/draft").expect_text("One player who is paired is");
    let shown = page.hidden("player").unwrap();
    assert_eq!(shown, door.ids[3].to_string());
    door.here(&[0], false);
    let form = [("back", "draft"), ("from_round", "1"), ("player", &*shown)];
    door.press(&page, &format!("{ENTRIES}/leave-out"), &form, 2).expect_redirect("/events/open/draft");
    let out: Vec<bool> = door.ids.iter().map(|id| is_out(&door.entry(*id))).collect();
    assert_eq!(out, [false, false, false, true]);
}

fn nobody_is_left_out_of_a_round_that_was_published_meanwhile(app: &TestApp) {
    let door = Door::new(app);
    let page = door.tessa.get(ENTRIES).expect_text("One player is not paired from round 1 on.");
    door.post("/events/open/draft", &[("round", "1"), ("start", "proposal")], 1);
    let draft = door.tessa.get("/events/open/draft").hidden("version").unwrap();
    door.post("/events/open/draft/publish", &[("version", &draft)], 2);
    let path = format!("{ENTRIES}/leave-out");
    door.press(&page, &path, &[("from_round", "1")], 3).expect_redirect(ENTRIES);
    door.tessa.get(ENTRIES).expect_text("Round 1 was published meanwhile, so nobody is left out of it.");
    assert!(!is_out(&door.entry(door.ids[3])));
}

fn who_came_meanwhile_is_not_expected_anew(app: &TestApp) {
    let door = Door::new(app);
    door.post("/events/open/draft", &[("round", "1"), ("start", "proposal")], 1);
    let draft = door.tessa.get("/events/open/draft").hidden("version").unwrap();
    door.post("/events/open/draft/publish", &[("version", &draft)], 2);
    let page = door.tessa.get(ENTRIES).expect_text("all 3 who are checked in are expected again");
    door.here(&[3], true);
    let form = [("present", "no"), ("entry", "all")];
    door.press(&page, &format!("{ENTRIES}/check-in"), &form, 3).expect_redirect(ENTRIES);
    let here: Vec<bool> = door.ids.iter().map(|id| door.entry(*id).is_seen()).collect();
    assert_eq!(here, [false, false, false, true]);
}

/// Opens the form of registration, fills it in and sends it.
fn register(app: &TestApp, name: &str) {
    let player = app.visitor();
    let ticket = player.get("/events/open/register").hidden("ticket").unwrap();
    player.post_form("/events/open/register", &[("ticket", &ticket), ("name", name)]).expect_status(303);
}

fn who_registers_meanwhile_waits(app: &TestApp) {
    let door = Door::new(app);
    app.commit(door.event, EventCommand::ShowEvent { is_public: true });
    let closes_at = NaiveDate::from_ymd_opt(2099, 1, 1).unwrap().and_hms_opt(18, 0, 0).unwrap();
    let terms = Some(RegistrationTerms { closes_at, places: None, takes_byes: true });
    app.commit(door.event, RegistrationCommand::SetRegistration { terms, seen: u64::MAX });
    let list = "/events/open/registrations";
    let entered = || door.event().entries.values().skip(4).map(|it| it.details.name.to_string()).collect();
    let press = |page: &Answer, what: &str, number: u32| {
        let (shown, once) = (page.hidden("shown").unwrap(), key(number));
        let form = [("shown", &*shown), ("idempotency_key", &*once)];
        door.tessa.post_form(&format!("{list}/{what}"), &form)
    };
    register(app, "Moor, Ada");
    register(app, "Vale, Ondine");
    let page = door.tessa.get(list).expect_text("Accept all 2");
    // One more comes, and somebody with a name that stands there already.
    register(app, "Holly, Kit");
    register(app, "Moor, Ada");
    for _ in 0..2 {
        press(&page, "accept", 1).expect_redirect(list);
        door.tessa.get(list).expect_text("1 player is entered, of 2 on the page");
    }
    let names: Vec<String> = entered();
    assert_eq!(names, ["Vale, Ondine"]);
    // Where nobody of them is left, it is said.
    press(&page, "accept", 2).expect_status(422).expect_text("None of those whom the page showed");
    // Only those are forgotten who stood there as decided.
    let page = door.tessa.get(list).expect_text("Accept 1");
    press(&page, "accept", 3).expect_redirect(list);
    let sent = [("shown", ""), ("idempotency_key", &*key(4))];
    door.tessa.post_form(&format!("{list}/clear"), &sent).expect_redirect(list);
    door.tessa.get(list).expect_text("0 forgotten.").expect_text("Holly, Kit");
}
